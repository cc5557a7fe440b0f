"""The ceremony: the organiser's page with the key, the screen of the hall, and the same on phones."""

from collections.abc import Callable
from functools import partial
from hashlib import blake2s
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.messages import Message, Refused
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.response_mark import kept_with_tournament
from tournament.core.roles import in_event_language, may, public_page, staff_page
from tournament.hanchan import ceremony as actions
from tournament.hanchan.condition_list import condition_list
from tournament.hanchan.result_conditions import ceremony_conditions, final_conditions, places_conditions
from tournament.standings.final_places import Reveal, final_places, final_rows, list_mark, place_corrections
from tournament.standings.queries import inputs_of, reveal_of, standings_of
from tournament.standings.visibility import public_through

SHOWN = 9
"""The rows beside the place that was revealed last; eleven fill the screen, and that one is as high as three."""


@public_page
@kept_with_tournament
def public_ceremony(request: TournamentRequest) -> HttpResponse:
    """The revealed places on a phone; 404 before the ceremony."""
    if reveal_of(request.tournament) is None and "since" not in request.GET:
        raise Http404(_("The final places are not announced yet."))
    return _revealed(request, "screens/ceremony_public.html")


@public_page
@in_event_language
@kept_with_tournament
def screen_ceremony(request: TournamentRequest) -> HttpResponse:
    """The place that was revealed last, large, with those revealed before it."""
    return _revealed(request, "screens/ceremony_screen.html")


def _revealed(request: TournamentRequest, template: str) -> HttpResponse:
    found = reveal_of(request.tournament)
    mark = _mark(found)
    if request.GET.get("since") == mark:
        return HttpResponse(status=204)
    earlier = found.rows[len(found.latest) :] if found else ()
    page = {"tab": "standings", "reveal": found, "mark": mark, "earlier": earlier, "shown": earlier[:SHOWN]}
    return render(request, f"{template}#live" if "since" in request.GET else template, page)


def _mark(found: Reveal | None) -> str:
    """Return what differs as soon as the page shows something else, and tells nothing besides."""
    if found is None:
        return "none"
    rows = [(row.place, row.player.label, row.total) for row in found.rows]
    return blake2s(repr((found.count, found.coming, rows)).encode(), digest_size=8).hexdigest()


@staff_page("run_event")
def ceremony(request: TournamentRequest) -> HttpResponse:
    """Start the ceremony, reveal the places by a key, end it."""
    return render(request, "screens/ceremony.html", _context(request))


def _context(request: TournamentRequest) -> dict[str, Any]:
    tournament = request.tournament
    inputs, reveal = inputs_of(tournament), reveal_of(tournament)
    is_running = inputs.freeze.revealed_from is not None
    final = standings_of(tournament)
    now = final_places(final)
    conditions = places_conditions(tournament, final) if is_running else ceremony_conditions(tournament, inputs, final)
    coming = reveal.coming if reveal and is_running else None
    return {
        "nav": "event",
        "is_running": is_running,
        "conditions": condition_list([] if reveal and not is_running else conditions, partial(may, request)),
        "can_end": is_running and not any(final_conditions(tournament)),
        "reveal": reveal,
        "coming": coming,
        "coming_rows": [row for row in final_rows(inputs, inputs.freeze.places) if row.place == coming],
        "is_corrected": is_running and now != inputs.freeze.places,
        "corrections": place_corrections(inputs, now) if is_running else (),
        "seen": list_mark(now),
        "last": max((one.place for one in now), default=0),
        "through": public_through(inputs),
    }


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
    actions.start_ceremony(tournament=request.tournament, act=act, first=_place(request, "first"))


def _reveal(request: TournamentRequest, act: Act) -> None:
    actions.reveal(tournament=request.tournament, act=act, place=_place(request, "place") or 0)


def _place(request: HttpRequest, name: str) -> int | None:
    typed = request.POST.get(name, "").strip()
    if typed and not parse_int(typed):
        text = gettext_noop("A place is a whole number, 1 or higher.")
        raise Refused([Message("place-no-number", text, field=name)])
    return parse_int(typed)


def _correct(request: TournamentRequest, act: Act) -> None:
    again = "again" in request.POST
    actions.correct_ceremony(tournament=request.tournament, act=act, seen=request.POST.get("seen", ""), again=again)


def _end(request: TournamentRequest, act: Act) -> None:
    actions.end_ceremony(tournament=request.tournament, act=act)


def _cancel(request: TournamentRequest, act: Act) -> None:
    actions.cancel_ceremony(tournament=request.tournament, act=act)


ACTS: dict[str, tuple[Callable[[TournamentRequest, Act], None], str]] = {
    "start": (_start, gettext_noop("The ceremony has started.")),
    "reveal": (_reveal, ""),
    "correct": (_correct, gettext_noop("The ceremony has the corrected places.")),
    "end": (_end, gettext_noop("All results are public.")),
    "cancel": (_cancel, gettext_noop("The ceremony is cancelled.")),
}
