"""The page that corrects who played, from a report sheet: names first, then what depends on them, then the reason."""

from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournament.core import stored_words
from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.models import Hanchan, HanchanState
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.desk.pages import hanchan_or_404
from tournament.planning.basis import basis_of
from tournament.planning.line_up.actions import correct_people
from tournament.planning.line_up.basis import line_up_basis
from tournament.planning.line_up.exchange import people, played_seats, touched
from tournament.planning.line_up.forms import (
    PeopleForm,
    Unread,
    changes_as_text,
    changes_in,
    choices_as_text,
    seen_in,
    with_typed,
)
from tournament.planning.line_up.pages import affected, named_tables
from tournament.planning.sources.who_played import WhoPlayed
from tournament.players.lookup import option
from tournament.players.models import Player
from tournament.seats.forms import ranked_choices
from tournament.seats.queries import lineup
from tournament.seats.seat_map import spans
from tournament.staff.password_again import check_password_again
from tournament.standings.correction import Correction
from tournament.standings.league_table import shifts_by
from tournament.standings.queries import are_issued, inputs_of, standings_of


@staff_page("change_sheet")
@never_cache
def sheet_people(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Type who really sat at a table, look at what changes, and apply it with a reason."""
    hanchan = hanchan_or_404(request, number)
    if table not in lineup(request.tournament, number) or hanchan.state == HanchanState.PLANNED:
        raise Http404
    if request.method == "POST":
        return _apply(request, hanchan, table)
    players = list(request.tournament.players.order_by("number"))
    by_number = {player.number: player for player in players}
    chosen = changes_in(request.GET.getlist("to"), by_number)
    ranked = _ranked(request.GET, by_number)
    seated = played_seats(lineup(request.tournament, number))
    here = {listed: real for listed, real in chosen.items() if listed in people(seated)}
    typed = {name: str(text) for name, text in request.GET.items() if name.startswith("seat_")}
    who, unread = with_typed(here, typed, seated, players)
    if typed and not unread:
        return redirect(_address(request, number, table, who, ranked))
    return _page(request, hanchan, table, who, ranked, unread=unread)


def _ranked(sent: QueryDict, by_number: Mapping[int, Player]) -> dict[int, bool]:
    """Return by id what was chosen of whether the hanchan counts."""
    return {by_number[one].pk: counts for one, counts in ranked_choices(sent).items() if one in by_number}


def _address(
    request: TournamentRequest,
    number: int,
    table: int,
    who: Mapping[int, int],
    ranked: Mapping[int, bool],
    **more: str,
) -> str:
    numbers = dict(request.tournament.players.values_list("pk", "number"))
    boxes = {"asked": [numbers[one] for one in ranked], "ranked": [numbers[one] for one in ranked if ranked[one]]}
    query = urlencode({"to": changes_as_text(who, numbers), **boxes, **more}, doseq=True)
    return f"{reverse('sheet_people', args=[request.tournament.slug, number, table])}?{query}"


def _apply(request: TournamentRequest, hanchan: Hanchan, table: int) -> HttpResponse:
    """Carry the correction out and go back to the board, or show the page again with the reason against it."""
    by_number = {player.number: player for player in request.tournament.players.all()}
    who, ranked = changes_in(request.POST.getlist("to"), by_number), _ranked(request.POST, by_number)
    form = PeopleForm(request.POST, is_reissue=are_issued(hanchan))
    if not form.is_valid():
        return _page(request, hanchan, table, who, ranked, form=form, status=422)
    if request.POST.get("shown", "") != choices_as_text(ranked_choices(request.POST)):
        return _page(request, hanchan, table, who, ranked, form=form)
    act = Act(
        by=request.user,
        at=timezone.now(),
        reason=form.cleaned_data["reason"],
        submission=form.cleaned_data["submission"],
    )
    seen = seen_in(request.POST.getlist("seen"))
    known = {player.pk: player for player in by_number.values()}
    before = line_up_basis(hanchan).choices(who, ranked, known).undone(who)
    try:
        if are_issued(hanchan):
            check_password_again(request, act.at)
        correct_people(hanchan=hanchan, who=who, seen=seen, ranked=ranked, act=act)
    except Refused as refused:
        put_on(form, refused)
        return _page(request, hanchan, table, who, ranked, form=form, status=refused.status)
    tables = seen or {table: 0}
    done = ngettext("Table {tables} corrected.", "Tables {tables} corrected.", len(tables))
    names = _("{one} and {other}").format(one=min(tables), other=max(tables)) if len(tables) == 2 else spans(tables)
    back = _address(request, hanchan.number, table, {real: listed for listed, real in who.items()}, before, undo="1")
    link = format_html('<a href="{}">{}</a>', back, _("Undo"))
    messages.success(request, format_html("{} {}", done.format(tables=names), link))
    return redirect("sheets", request.tournament.slug, hanchan.number)


def _page(
    request: TournamentRequest,
    hanchan: Hanchan,
    table: int,
    who: Mapping[int, int],
    ranked: Mapping[int, bool],
    *,
    form: PeopleForm | None = None,
    unread: Mapping[int, Unread] | None = None,
    status: int = 200,
) -> HttpResponse:
    tournament = request.tournament
    seated = lineup(tournament, hanchan.number)
    basis = line_up_basis(hanchan)
    played = basis.played
    players = {player.pk: player for player in tournament.players.order_by("number")}
    who = {listed: real for listed, real in who.items() if listed in people(played)}
    moving = list(touched(played, who))
    shown = {table, *moving}
    tables = named_tables(hanchan, seated, shown, who, players, unread or {})
    choices = basis.choices(who, ranked, players)
    way = next(WhoPlayed(basis, who, dict.fromkeys(moving, 0), ranked).ways(basis_of(tournament)))
    refused = Refused(way.obstacles) if who and way.obstacles else None
    offered = [] if refused else choices.offered(played, who, shown)
    boxes = {player.number: choices.is_ranked(player.pk) for player in offered}
    is_undo = "undo" in request.GET
    reason = _("The correction was undone.") if is_undo else ""
    page: dict[str, object] = {
        "nav": "sheets",
        "hanchan": hanchan,
        "open_table": table,
        "place_name": stored_words.shown(hanchan.table_name(table)),
        "is_undo": is_undo,
        "tables": tables,
        "effect_tables": sum(table.differs for table in tables),
        "state": standings_of(tournament).state,
        "people": [option(player) for player in players.values()],
        "to": changes_as_text(who, {pk: player.number for pk, player in players.items()}),
        "form": form or PeopleForm(is_reissue=are_issued(hanchan), reason=reason),
        "refused": refused,
        "offered": [(player, boxes[player.number]) for player in offered],
        "chosen": [(players[pk].number, counts) for pk, counts in choices.ranked.items()],
        "shown": choices_as_text(boxes),
        "ready": form is not None and status == HTTPStatus.OK,
    }
    if (who or choices.changed) and not refused:
        inputs = inputs_of(tournament)
        changed = inputs.with_people(hanchan.number, who, way.names.kept if way.names else {})
        about = frozenset({*who, *who.values(), *choices.changed})
        effect = Correction(tournament.pk, inputs, changed, hanchan.number, about)
        lines = affected(hanchan, seated, played, who, choices, effect, players, is_undo=is_undo)
        page |= {"effect": effect, "affected": lines, "league_shifts": shifts_by(effect, tournament)}
    return render(request, "planning/line_up/people.html", page, status=status)
