"""The ceremony: the organiser's page with the key, the screen of the hall, and the same on phones."""

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import blake2s
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.hall_distance import distance_of
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest, has_seen, parse_int
from tournament.core.response_mark import kept_with_tournament
from tournament.core.roles import in_event_language, may, public_page, staff_page
from tournament.events.models import PrizeKind
from tournament.hanchan import ceremony as actions
from tournament.hanchan.condition_list import condition_list
from tournament.hanchan.result_conditions import ceremony_conditions, final_conditions, places_conditions
from tournament.screens.ceremony_board import board, newest
from tournament.standings.ceremony_steps import SINGLES, ceremony_steps
from tournament.standings.final_places import FinalRow, final_places, list_mark, place_corrections
from tournament.standings.prizes.ceremony_show import show_of
from tournament.standings.prizes.queries import awards_of, final_prizes
from tournament.standings.queries import inputs_of, public_final, reveal_of, standings_of
from tournament.standings.visibility import public_through


@public_page
@kept_with_tournament
def public_ceremony(request: TournamentRequest) -> HttpResponse:
    """The revealed places on a phone; 404 before the ceremony. What was shown stays, whatever the screen shows now.
    After the end phones go on to the report."""
    if public_final(request.tournament):
        return _to_report(request)
    reveal, show = reveal_of(request.tournament), show_of(request.tournament)
    if reveal is None and "since" not in request.GET:
        raise Http404(_("The final places are not announced yet."))
    rows = [(row.place, row.player.label, row.total) for row in reveal.rows] if reveal else []
    prizes = [(prize.kind, prize.place, prize.what, prize.names) for prize in show.prizes] if show else []
    coming = reveal.coming if reveal and show and not show.is_prize_next else None
    mark = _mark(reveal and (reveal.count, coming), rows, prizes)
    if request.GET.get("since") == mark:
        return HttpResponse(status=204)
    context = {
        "tab": "standings",
        "reveal": reveal,
        "coming": coming,
        "newest": newest(show) if show else (),
        "prizes": show.prizes if show else (),
        "mark": mark,
    }
    return _answer(request, "screens/ceremony_public.html", context)


def _to_report(request: TournamentRequest) -> HttpResponse:
    report = reverse("public_report", args=[request.tournament.slug])
    return HttpResponse(headers={"HX-Redirect": report}) if "since" in request.GET else redirect(report)


@public_page
@in_event_language
@kept_with_tournament
def screen_ceremony(request: TournamentRequest) -> HttpResponse:
    """The step of the ceremony that the organiser shows in the hall."""
    show = show_of(request.tournament)
    shown = board(show) if show else None
    mark = _mark(show and (show.at, show.is_black, show.count), shown)
    if request.GET.get("since") == mark:
        return HttpResponse(status=204)
    context = {"show": show, "board": shown, "mark": mark, "hall": distance_of(request)}
    return _answer(request, "screens/ceremony_screen.html", context)


def _answer(request: TournamentRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, f"{template}#live" if "since" in request.GET else template, context)


def _mark(*shown: object) -> str:
    """Return what differs as soon as the page shows something else, and tells nothing besides."""
    return blake2s(repr(shown).encode(), digest_size=8).hexdigest()


@staff_page("run_event")
def ceremony(request: TournamentRequest) -> HttpResponse:
    """Start the ceremony, announce it step by step, end it: also the remote, on the organiser's phone."""
    if has_seen(request):
        return HttpResponse(status=204)
    return render(request, "screens/ceremony.html", _context(request))


def _context(request: TournamentRequest) -> dict[str, Any]:
    tournament = request.tournament
    inputs, reveal = inputs_of(tournament), reveal_of(tournament)
    is_running = inputs.freeze.revealed_from is not None
    final = standings_of(tournament)
    now = final_places(final)
    find = places_conditions(tournament, final) if is_running else ceremony_conditions(tournament, inputs, final)
    conditions = list(find)
    show = show_of(tournament, public=False)
    prizes = final_prizes(awards_of(tournament)) if not is_running and conditions == [] else ()
    return {
        "nav": "event",
        "is_running": is_running,
        "conditions": condition_list([] if reveal and not is_running else conditions, partial(may, request)),
        "can_end": is_running and not any(final_conditions(tournament)),
        "reveal": reveal,
        "show": show if is_running or tournament.ceremony_shown else None,
        "announced": _with_prizes(tournament, show.coming.rows) if show and show.coming else [],
        "is_corrected": is_running and now != inputs.freeze.places,
        "corrections": place_corrections(inputs, now) if is_running else (),
        "seen": list_mark(now),
        "singles": [(first, len(ceremony_steps(now, prizes, first))) for first in SINGLES],
        "through": public_through(inputs),
    }


def _with_prizes(tournament: Tournament, rows: Sequence[FinalRow]) -> list[tuple[FinalRow, str]]:
    """The rows with the prize of their place, for who hands it over. One query."""
    prizes = tournament.prizes.filter(kind=PrizeKind.PLACE, place__in=[row.place for row in rows])
    won = dict(prizes.values_list("place", "what"))
    return [(row, won.get(row.place, "")) for row in rows]


@staff_page("run_event")
@require_POST
def ceremony_do(request: TournamentRequest, act: str) -> HttpResponse:
    """One act of the ceremony, then back to its page, which also shows a refusal."""
    if act not in ACTS:
        raise Http404
    do, said = ACTS[act]
    try:
        do(request, Act(by=request.user, at=timezone.now()))
    except Refused as refused:
        request.tournament.refresh_from_db()
        context = _context(request) | {"typed": request.POST}
        shown = [row.condition.message.code for row in context["conditions"].rows]
        told = {*shown, "places-corrected"}  # the page itself says these
        if not told.issuperset(message.code for message in refused.messages):
            context["refused"] = refused
        return render(request, "screens/ceremony.html", context, status=409)
    if said:
        messages.success(request, _(said))
    return redirect("ceremony", request.tournament.slug)


def _start(request: TournamentRequest, act: Act) -> None:
    singles = parse_int(request.POST.get("singles", "")) or 0
    actions.start_ceremony(tournament=request.tournament, act=act, singles=singles)


def _move(request: TournamentRequest, act: Act) -> None:
    move, at = request.POST.get("move", ""), parse_int(request.POST.get("at", ""))
    if move not in [*actions.Move] or at is None:
        raise Http404
    actions.move_ceremony(tournament=request.tournament, at=at, move=actions.Move(move), act=act)


def _correct(request: TournamentRequest, act: Act) -> None:
    again = "again" in request.POST
    actions.correct_ceremony(tournament=request.tournament, act=act, seen=request.POST.get("seen", ""), again=again)


def _end(request: TournamentRequest, act: Act) -> None:
    actions.end_ceremony(tournament=request.tournament, act=act)


def _cancel(request: TournamentRequest, act: Act) -> None:
    actions.cancel_ceremony(tournament=request.tournament, act=act)


ACTS: dict[str, tuple[Callable[[TournamentRequest, Act], None], str]] = {
    "start": (_start, gettext_noop("The ceremony has started.")),
    "move": (_move, ""),
    "correct": (_correct, gettext_noop("The ceremony has the corrected places.")),
    "end": (_end, gettext_noop("All results are public.")),
    "cancel": (_cancel, gettext_noop("The ceremony is cancelled.")),
}
