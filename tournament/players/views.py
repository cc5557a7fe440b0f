"""The list of players, and the page of one player."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import may, staff_page
from tournament.core.tables import configure
from tournament.players import actions
from tournament.players.duplicates.queries import likely_duplicates, told_apart
from tournament.players.forms import PlayerForm, SearchForm
from tournament.players.importing.earlier_event import earlier_events
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import (
    counts_of,
    find_player,
    is_seated,
    players_of,
    similar_players,
)
from tournament.players.tables import PlayerTable
from tournament.translation.formats import enumeration

PER_PAGE = 250


@staff_page("work_at")
def players(request: TournamentRequest) -> HttpResponse:
    """The list of players with search and filters; htmx loads the list alone."""
    everybody = list(players_of(request.tournament))
    form = SearchForm(request.GET, countries=sorted({player.country for player in everybody} - {""}))
    search = form.search()
    table = PlayerTable([player for player in everybody if search.lets_through(player)], slug=request.tournament.slug)
    configure(table, request, PER_PAGE)
    may_edit = may(request, "run_event")
    context = {
        "nav": "players",
        "form": form,
        "table": table,
        "counts": counts_of(request.tournament, everybody),
        "may_edit": may_edit,
        "has_earlier": not everybody and may_edit and earlier_events(request.user, request.tournament).exists(),
        "may_check_in": may(request, "check_in") and not request.tournament.is_league,
        "is_seated": is_seated(request.tournament),
        "pairs": likely_duplicates(everybody, told_apart(request.tournament)),
    }
    part = "#list" if request.htmx and request.htmx.target == "players-list" else ""
    return render(request, f"players/players.html{part}", context)


def find(request: TournamentRequest, number: int) -> Player:
    """The player of that number, or 404."""
    player = find_player(request.tournament, number)
    if player is None:
        raise Http404
    player.tournament = request.tournament
    return player


@staff_page("run_event")
def player_add(request: TournamentRequest) -> HttpResponse:
    """Add one player."""
    form = PlayerForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            player = actions.add_player(
                tournament=request.tournament,
                act=Act(by=request.user, at=timezone.now()),
                namesake=form.cleaned_data["namesake"],
                **form.values(),
            )
        except Refused as refused:
            put_on(form, refused)
        else:
            messages.success(request, _("{name} is number {number}.").format(name=player.label, number=player.number))
            if player.status == PlayerStatus.WAITING:
                text = _("All places are taken: {name} is on the waiting list.")
                messages.warning(request, text.format(name=player.label))
            for other in similar_players(player, list(players_of(request.tournament))):
                text = _("{name} (number {number}) has a similar name. Check that they are two people.")
                messages.warning(request, text.format(name=other.label, number=other.number))
            return redirect("player_add" if "another" in request.POST else "players", request.tournament.slug)
    return _form_page(request, "players/add.html", form)


def _form_page(request: HttpRequest, template: str, form: PlayerForm, **context: object) -> HttpResponse:
    status = 422 if request.method == "POST" else 200
    return render(request, template, {"nav": "players", "form": form, **context}, status=status)


@staff_page("run_event")
def players_renumber(request: TournamentRequest) -> HttpResponse:
    """Renumber everybody by name, after a confirmation."""
    if request.method == "POST":
        try:
            renumbered = actions.renumber(tournament=request.tournament, act=Act(by=request.user, at=timezone.now()))
        except Refused as refused:
            messages.error(request, refused.message)
        else:
            text = ngettext(
                "{count} player renumbered by name.", "{count} players renumbered by name.", len(renumbered)
            )
            messages.success(request, text.format(count=len(renumbered)))
        return redirect("players", request.tournament.slug)
    context = {
        "nav": "players",
        "counts": counts_of(request.tournament),
        "is_seated": is_seated(request.tournament),
    }
    return render(request, "players/renumber.html", context)


@staff_page("run_event")
@require_POST
def players_substitutes(request: TournamentRequest) -> HttpResponse:
    """Add the nameless substitutes that fill the last table."""
    wanted = request.POST.get("count", "")
    try:
        added = actions.add_substitutes(
            tournament=request.tournament,
            count=int(wanted) if wanted.isdecimal() and len(wanted) < 4 else 0,
            act=Act(by=request.user, at=timezone.now(), base=parse_int(request.POST.get("base", "")) or 0),
        )
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("Added: {names}.").format(names=enumeration(player.label for player in added)))
    return redirect("players", request.tournament.slug)
