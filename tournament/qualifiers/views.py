"""The page of qualifiers: where players qualify, who has a place, and who is next."""

from collections.abc import Mapping, Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import staff_page
from tournament.players.models import Player, PlayerStatus
from tournament.qualifiers import actions
from tournament.qualifiers.forms import QualifierSourceForm
from tournament.qualifiers.models import QualifierSource
from tournament.qualifiers.queries import carry_in_words, qualifiers_of, source_title, sources_of, sources_to_choose
from tournament.qualifiers.tables import QualifierTable
from tournament.rankings.models import ClubRanking
from tournament.translation.formats import enumeration


@staff_page("run_event")
def qualifiers(request: TournamentRequest) -> HttpResponse:
    """The list of qualifiers; `?source=` opens a source for a change. A POST does one thing."""
    tournament, act = request.tournament, Act(by=request.user, at=timezone.now())
    sources = {one.pk: one for one in sources_of(tournament)}
    opened = sources.get(parse_int(request.GET.get("source", "")) or 0)
    sent = request.method == "POST" and "places" in request.POST
    form = QualifierSourceForm(*_choices(request, opened), request.POST if sent else None, changed=opened)
    if sent:
        if form.is_valid():
            try:
                actions.set_source(tournament=tournament, act=act, **form.cleaned_data)
            except Refused as refused:
                put_on(form, refused)
            else:
                return redirect("qualifiers", tournament.slug)
    elif request.method == "POST":
        try:
            _do(request, act, sources)
        except Refused as refused:
            messages.error(request, refused.message)
        return redirect("qualifiers", tournament.slug)
    found = qualifiers_of(tournament, timezone.localdate())
    context = {
        "nav": "players",
        "found": found,
        "lists": [
            {
                "of": one,
                "title": source_title(one.source),
                "carry": carry_in_words(one.source),
                "table": QualifierTable(one, slug=tournament.slug),
            }
            for one in found.lists
        ],
        "form": form,
        "opened": opened,
    }
    return render(request, "qualifiers/qualifiers.html", context, status=422 if sent else 200)


def _choices(request: TournamentRequest, opened: QualifierSource | None) -> tuple[list[Tournament], list[ClubRanking]]:
    """The events and rankings to choose from; only its own for a source that is opened."""
    if opened is None:
        return sources_to_choose(request.user, request.tournament)
    return [opened.event] if opened.event else [], [opened.ranking] if opened.ranking else []


def _do(request: TournamentRequest, act: Act, sources: Mapping[int, QualifierSource]) -> None:
    """Do what the button says. Raises Refused."""
    step, _colon, key = request.POST.get("do", "").partition(":")
    tournament, today = request.tournament, timezone.localdate()
    if step == "register":
        keys = [key] if key else request.POST.getlist("offer")
        _tell(request, actions.register_qualifiers(tournament=tournament, keys=keys, today=today, act=act))
    elif step == "decline":
        row = actions.decline_qualifier(tournament=tournament, key=key, today=today, act=act)
        messages.success(request, _("{name} declined: the next in order moves up.").format(name=row.name))
    elif step == "undo":
        row = actions.undo_decline(tournament=tournament, key=key, today=today, act=act)
        messages.success(request, _("{name} is back in the list.").format(name=row.name))
    elif step == "count":
        player = actions.count_in(tournament=tournament, key=key, today=today, act=act)
        messages.success(request, _("{name} is registered as a qualifier.").format(name=player.label))
    elif step == "remove" and (source := sources.get(parse_int(key) or 0)):
        actions.remove_source(source=source, act=act)


def _tell(request: TournamentRequest, players: Sequence[Player]) -> None:
    text = ngettext("{count} qualifier registered.", "{count} qualifiers registered.", len(players))
    messages.success(request, text.format(count=len(players)))
    waiting = [one.label for one in players if one.status == PlayerStatus.WAITING]
    if waiting:
        text = _("All places of the event are taken. On the waiting list: {names}.")
        messages.warning(request, text.format(names=enumeration(waiting)))
