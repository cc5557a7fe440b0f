"""What next, running a hanchan, and the clock on the players' phones."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from tournament.asked import has_seen
from tournament.events.models import Hanchan
from tournament.events.queries import hanchan_of, history
from tournament.events.rulebook import time_up
from tournament.problems import Refused
from tournament.roles import may, public_page, staff_page
from tournament.rounds import actions
from tournament.rounds.checks import check_start
from tournament.rounds.face import face_of
from tournament.rounds.last_hand import last_hands
from tournament.rounds.pages import parts_of
from tournament.rounds.queries import current_hanchan, facts_of, progress_of
from tournament.seating.queries import lineup, sitting_out
from tournament.seating.shown import shown_of
from tournament.sheets.queries import board

NEWS = 6


def _page(request: HttpRequest, template: str, context: Callable[[], dict[str, Any]]) -> HttpResponse:
    """A page, or with `?since=` only its live part: 204 while nothing was written after that edition."""
    if has_seen(request):
        return HttpResponse(status=204)
    return render(request, f"{template}#live" if request.GET.get("since") else template, context())


@staff_page("work_at")
def event_overview(request: HttpRequest) -> HttpResponse:
    """The list of what comes next, kept up to date while it is open."""
    return _page(request, "rounds/overview.html", lambda: _overview(request))


def _overview(request: HttpRequest) -> dict[str, Any]:
    tournament = request.tournament
    hanchan = hanchan_of(tournament)
    facts = facts_of(tournament, hanchan)
    news = [(entry, _(entry.verb)) for entry in history(tournament, {})[:NEWS]]
    return {
        "nav": "event",
        "facts": facts,
        "parts": parts_of(facts, tournament.slug, lambda right: may(request, right)),
        "progress": progress_of(facts, hanchan, timezone.now()),
        "news": news,
    }


@staff_page("work_at")
def hanchan(request: HttpRequest, number: int) -> HttpResponse:
    """One hanchan: what stands before its start, its clock, the missing sheets, the close, its results."""
    one = _hanchan(request, number)
    return _page(request, "rounds/hanchan.html", lambda: _hanchan_context(request, one))


def _hanchan_context(request: HttpRequest, one: Hanchan) -> dict[str, Any]:
    now = timezone.now()
    seated = lineup(request.tournament, one.number)
    cards = board(one, now, seated)
    return {
        "nav": "event",
        "hanchan": one,
        "face": face_of(one, now, request.tournament.ruleset.time),
        "check": check_start(one, seated) if one.state == "planned" else None,
        "cards": cards,
        "out": sitting_out(request.tournament, [one.number]).get(one.number, ()),
        "missing": [card for card in cards if not card.is_in],
        "entered": sum(card.is_in for card in cards),
        "may_run": may(request, "run_hanchan"),
        "following": one.number + 1 if one.number < request.tournament.hanchan_count else None,
        "time_up": time_up(request.tournament.ruleset),
        "last_hands": last_hands(request.tournament.ruleset),
    }


@staff_page("run_hanchan")
@require_POST
def hanchan_do(request: HttpRequest, number: int, act: str) -> HttpResponse:
    """One act on a hanchan, then back to its page; what was refused is said there."""
    one = _hanchan(request, number)
    verb, words = ACTS[act]
    try:
        verb(one, request.POST, {"by": request.user, "at": timezone.now()})
    except Refused as refused:
        context = _hanchan_context(request, _hanchan(request, number))
        typed = {"refused": refused, "act": act, "typed": request.POST}
        return render(request, "rounds/hanchan.html", context | typed, status=409)
    messages.success(request, _(words).format(number=number))
    return redirect("hanchan", request.tournament.slug, number)


def _whole_number(typed: str) -> int:
    try:
        return int(typed)
    except ValueError:
        raise Refused(_("Type a number of minutes."), field="minutes") from None


ACTS: dict[str, tuple[Callable[[Hanchan, Any, dict[str, Any]], None], str]] = {
    "start": (
        lambda one, sent, who: actions.start(hanchan=one, confirmed="confirmed" in sent, **who),
        gettext_noop("Hanchan {number} has started."),
    ),
    "take_back": (
        lambda one, sent, who: actions.take_back_start(hanchan=one, **who),
        gettext_noop("Hanchan {number} is planned again."),
    ),
    "pause": (lambda one, sent, who: actions.pause(hanchan=one, **who), gettext_noop("The clock stands still.")),
    "resume": (lambda one, sent, who: actions.resume(hanchan=one, **who), gettext_noop("The clock runs on.")),
    "minutes": (
        lambda one, sent, who: actions.add_minutes(
            hanchan=one, minutes=_whole_number(sent.get("minutes", "")), **who
        ),
        gettext_noop("The time limit is changed."),
    ),
    "close": (lambda one, sent, who: actions.close(hanchan=one, **who), gettext_noop("Hanchan {number} is closed.")),
    "reopen": (
        lambda one, sent, who: actions.reopen(hanchan=one, reason=sent.get("reason", ""), **who),
        gettext_noop("Hanchan {number} is open again."),
    ),
    "release": (
        lambda one, sent, who: actions.release(hanchan=one, **who),
        gettext_noop("The results of hanchan {number} are released."),
    ),
    "withhold": (
        lambda one, sent, who: actions.withhold(hanchan=one, **who),
        gettext_noop("The results of hanchan {number} are hidden."),
    ),
}  # fmt: skip


def _hanchan(request: HttpRequest, number: int) -> Hanchan:
    """A hanchan of the request's tournament, or 404."""
    found = request.tournament.hanchan.filter(number=number).first()
    if found is None:
        raise Http404
    found.tournament = request.tournament
    return found


@public_page
def public_clock(request: HttpRequest) -> HttpResponse:
    """The clock for players' phones, readable without script as the time at which the hanchan ends."""
    known = shown_of(request.tournament)
    if known.has_seen(request):
        return HttpResponse(status=204)
    part = "#live" if request.GET.get("since") else ""
    return render(request, f"rounds/public_clock.html{part}", {"mark": known.mark, **_public_clock(request)})


def _public_clock(request: HttpRequest) -> dict[str, Any]:
    rules = request.tournament.ruleset
    all_hanchan = hanchan_of(request.tournament)
    one = current_hanchan(all_hanchan)
    face = face_of(one, timezone.now(), rules.time) if one else None
    return {
        "tab": "clock",
        "hanchan": one,
        "face": face,
        "time_up": time_up(rules),
        "last_hands": last_hands(rules),
        "all": len(all_hanchan),
    }
