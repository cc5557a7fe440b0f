"""Views of what comes next, of running a hanchan, and for players: clock, last hand, drawing the winds."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.rules.values import SeatDraw
from scoring.sentences.draw import draw_instructions
from scoring.time_limit import cases
from tournament.core.audit import Act
from tournament.core.audit_check import findings, known_findings
from tournament.core.conditions import Condition
from tournament.core.messages import Refused, put_on
from tournament.core.models import CutChoice, Hanchan, HanchanState
from tournament.core.requests import TournamentRequest, has_seen, parse_int
from tournament.core.response_mark import kept_with_tournament
from tournament.core.roles import may, public_page, staff_page
from tournament.core.tables import configure
from tournament.desk.pages import hanchan_or_404
from tournament.events.history_groups import grouped
from tournament.events.queries import current_hanchan, hanchan_of, history
from tournament.events.ruleset_display import time_up
from tournament.hanchan import actions
from tournament.hanchan.calendar import calendar
from tournament.hanchan.checklist import checklist_parts
from tournament.hanchan.clock_display import clock_display
from tournament.hanchan.condition_list import condition_list
from tournament.hanchan.finalists import cut_card
from tournament.hanchan.forms import CutForm
from tournament.hanchan.last_hand_display import last_hand_context
from tournament.hanchan.queries import event_state, last_limit_change, not_official
from tournament.hanchan.result_conditions import close_conditions, official_conditions, release_conditions
from tournament.hanchan.start_conditions import check_start, start_notices
from tournament.hanchan.tables import HanchanTable, hanchan_sums
from tournament.hanchan.timetable import day_plan, next_start
from tournament.results.protests.queries import open_protests
from tournament.results.sheets.queries import board
from tournament.seats.publication import publication_of
from tournament.seats.queries import lineup, sitting_out
from tournament.staff.owner_access import accesses_to_show
from tournament.staff.password_again import check_password_again
from tournament.standings.correction import Correction
from tournament.standings.played_cuts import moved_cuts
from tournament.standings.queries import are_issued, inputs_of
from tournament.standings.result_mode import mode_of

NEWS, RECENT = 6, 60  # so many lines are shown, of the last entries
MINUTE = timedelta(minutes=1)


def _page(request: TournamentRequest, template: str, context: Callable[[], dict[str, object]]) -> HttpResponse:
    """Render a page; with `?since=` only its live part, or 204 if nothing was written after that edition.

    A page that changes with the time, at the end of a protest window or with the minutes of a call, says when with
    `?due=`, in seconds.
    """
    due = parse_int(request.GET.get("due", ""))
    if has_seen(request) and (due is None or timezone.now().timestamp() < due):
        return HttpResponse(status=204)
    return render(request, f"{template}#live" if request.GET.get("since") else template, context())


@staff_page("work_at")
def event_overview(request: TournamentRequest) -> HttpResponse:
    """The checklist of the event, kept up to date while it is open. A league has no steps: its games are its page."""
    if request.tournament.is_league:
        return redirect("league_games", request.tournament.slug)
    return _page(request, "hanchan/overview.html", lambda: _overview(request))


def _overview(request: TournamentRequest) -> dict[str, object]:
    tournament = request.tournament
    hanchan = hanchan_of(tournament)
    now = timezone.now()
    event = event_state(tournament, hanchan, now)
    coming = next_start(hanchan, now)
    next_minute = now.replace(second=0, microsecond=0) + MINUTE if event.calls else None
    accesses = accesses_to_show(tournament, now) if may(request, "run_event") else []
    ends = [one.until for one in accesses if one.until > now]
    changes = (event.window_ends, coming.changes_at if coming else None, next_minute, *ends)
    news = grouped(history(tournament, {})[:RECENT])[:NEWS]
    return {
        "nav": "event",
        "parts": checklist_parts(event, partial(may, request)),
        "cut": cut_card(event.start.ranking) if event.start and event.start.ranking else None,
        "coming": coming,
        "day": day_plan(hanchan, now),
        "due": min((one for one in changes if one), default=None),
        "progress": [
            (one, clock_display(one, now, tournament.ruleset.time), sum(card.is_in for card in cards), len(cards))
            for one in hanchan
            if (cards := event.boards.get(one.number)) is not None
        ],
        "news": news,
        "may_run": may(request, "run_hanchan"),
        "findings": known_findings(tournament),
        "owner_accesses": accesses,
    }


@staff_page("work_at")
def hanchan_list(request: TournamentRequest) -> HttpResponse:
    """Every hanchan with its times and check sums."""
    tournament = request.tournament
    table = HanchanTable(hanchan_sums(tournament, inputs_of(tournament)), slug=tournament.slug)
    context = {
        "nav": "event",
        "heading": _("All hanchan"),
        "none_yet": _("The tournament has no hanchan. Set their number under Event → Hanchan."),
        "table": configure(table, request),
        "back": reverse("event_overview", args=[tournament.slug]),
        "back_to": _("What next"),
    }
    return render(request, "list.html", context)


@staff_page("work_at")
def hanchan(request: TournamentRequest, number: int) -> HttpResponse:
    """One hanchan: checks before its start, clock, missing sheets, close, results."""
    one = hanchan_or_404(request, number)
    return _page(request, "hanchan/hanchan.html", lambda: _hanchan_context(request, one))


def _hanchan_context(request: TournamentRequest, one: Hanchan) -> dict[str, object]:
    now = timezone.now()
    seated = lineup(request.tournament, one.number)
    cards = board(one, now, seated)
    check = check_start(one, seated) if one.state == HanchanState.PLANNED else None
    shown = partial(condition_list, may=partial(may, request))
    return {
        "nav": "event",
        "hanchan": one,
        "clock": clock_display(one, now, request.tournament.ruleset.time),
        "limit_change": last_limit_change(one, now),
        "conditions": shown((*check.conditions, *start_notices(one, seated, now))) if check else None,
        "cut": cut_card(check.ranking) if check and check.ranking else None,
        "closing": shown(close_conditions(one, cards)) if one.state == HanchanState.PLAYING else None,
        "releasing": shown(() if check or one.released_at else release_conditions(one)),
        "coming": next_start(hanchan_of(request.tournament), now),
        "numbers": list(seated),
        "cards": cards,
        "out": sitting_out(request.tournament, [one.number]).get(one.number, ()),
        "missing": [card for card in cards if not card.is_in],
        "not_played": {card.table: card.readings[0].reason for card in cards if card.state == "not-played"},
        "entered": sum(card.is_in for card in cards),
        "is_unread": not any(card.readings for card in cards),
        "may_run": may(request, "run_hanchan"),
        "mode": mode_of(inputs_of(request.tournament).hanchan[one.number - 1]),
        "official": None if (found := _official_conditions(one, now)) is None else shown(found),
        "may_make_official": may(request, "run_event"),
        "following": one.number + 1 if one.number < request.tournament.hanchan_count else None,
        "time_up": time_up(request.tournament.ruleset),
        "time_up_cases": cases(request.tournament.ruleset),
    }


def _official_conditions(one: Hanchan, at: datetime) -> Iterator[Condition] | None:
    """Return the conditions of official results, None where nobody makes them official now."""
    if not one.tournament.has_protests or one.official_at or one.released_at is None or one.closed_at is None:
        return None
    waiting = not_official(one)
    return official_conditions(waiting, open_protests(waiting), moved_cuts(inputs_of(one.tournament)), at)


@staff_page("run_hanchan")
@require_POST
def hanchan_do(request: TournamentRequest, number: int, act: str) -> HttpResponse:
    """One act on a hanchan."""
    return _do(request, number, act)


@staff_page("run_event")
@require_POST
def organiser_do(request: TournamentRequest, number: int, act: str) -> HttpResponse:
    """One act that only the organiser may do."""
    return _do(request, number, act)


def _do(request: TournamentRequest, number: int, act: str) -> HttpResponse:
    """Do it, then back to the page of the hanchan, which also shows a refusal."""
    one = hanchan_or_404(request, number)
    do, success = (ACTS | ORGANISER_ACTS)[act]
    reason = request.POST.get("reason", "") if act in WITH_REASON else ""
    at = timezone.now()
    try:
        if act == "reopen_results":
            check_password_again(request, at, gettext_noop("These results are official: enter your password."))
        base = parse_int(request.POST.get("base", "")) or 0
        do(hanchan=one, act=Act(by=request.user, at=at, reason=reason, base=base), **_options(act, request.POST))
    except Refused as refused:
        if back := request.POST.get("back"):
            messages.error(request, refused.message)
            return _back(request, back)
        context = _hanchan_context(request, hanchan_or_404(request, number))
        context |= {"refused": refused, "act": act, "typed": request.POST}
        return render(request, "hanchan/hanchan.html", context, status=409)
    if success:
        messages.success(request, _(success).format(number=number))
    if act in CHECKED and findings(request.tournament):
        text = _("Something was changed outside of Sekigime. “What next” and the history say what.")
        messages.error(request, text)
    if act == "minutes" and (back := request.POST.get("back")):
        return _back(request, back)
    return redirect("hanchan", request.tournament.slug, number)


def _back(request: TournamentRequest, page: str) -> HttpResponse:
    """Go back to the page of the referee from which the minutes were added."""
    table = parse_int(request.POST.get("table", ""))
    if page == "floor_table" and table is not None:
        return redirect(f"{reverse('floor_table', args=[request.tournament.slug, table])}?part=time")
    return redirect("referee_last_hand", request.tournament.slug)


def _options(act: str, sent: QueryDict) -> dict[str, object]:
    """Return what the form of an act has besides the hanchan and a reason."""
    if act != "minutes":
        return {}
    try:
        minutes = int(sent.get("minutes", ""))
    except ValueError:
        minutes = None
    table = sent.get("table", "")
    return {"minutes": minutes, "table": (parse_int(table) or 0) if table else None}


CHECKED = frozenset({"close", "release", "make_official"})
"""The acts before results go out: afterwards the pages say whether anything was altered."""
WITH_REASON = frozenset({"reopen", "reopen_results", "start"})

ACTS: dict[str, tuple[Callable[..., None], str]] = {  # and what is said then; "" where the page says it
    "start": (actions.start, gettext_noop("Hanchan {number} has started.")),
    "undo_start": (actions.undo_start, gettext_noop("The start of hanchan {number} has been undone.")),
    "pause": (actions.pause, gettext_noop("The clock is paused.")),
    "resume": (actions.resume, gettext_noop("The clock is running.")),
    "minutes": (actions.add_minutes, ""),
    "close": (actions.close, gettext_noop("Hanchan {number} is closed.")),
    "reopen": (actions.reopen, gettext_noop("Hanchan {number} is open again.")),
    "release": (actions.release, gettext_noop("The results of hanchan {number} are released.")),
    "withhold": (actions.withhold, gettext_noop("The results of hanchan {number} are hidden.")),
    "reopen_results": (actions.reopen_results, gettext_noop("The results of hanchan {number} are provisional again.")),
}
ORGANISER_ACTS: dict[str, tuple[Callable[..., None], str]] = {
    "make_official": (actions.make_official, gettext_noop("The results up to hanchan {number} are official.")),
}


@staff_page("give_penalty")
@never_cache
def cut_decision(request: TournamentRequest, number: int) -> HttpResponse:
    """Ask who the finalists are, once a correction has moved the cut after their hanchan had started."""
    one = hanchan_or_404(request, number)
    form = CutForm(request.POST or None, initial={"choice": one.cut_choice, "reason": one.cut_reason})
    status = 200
    if request.method == "POST" and form.is_valid():
        at, values = timezone.now(), form.cleaned_data
        act = Act(by=request.user, at=at, reason=values["reason"])
        try:
            if are_issued(one):
                check_password_again(request, at)
            actions.decide_cut(hanchan=one, choice=values["choice"], seen=values["seen"], act=act)
        except Refused as refused:
            put_on(form, refused)
            status = refused.status
        else:
            messages.success(request, _("Decided: the standings follow it."))
            return redirect("standings", request.tournament.slug)
    return _cut_page(request, one, form, status=422 if form.errors and status == 200 else status)


def _cut_page(request: TournamentRequest, one: Hanchan, form: CutForm, *, status: int) -> HttpResponse:
    inputs = inputs_of(request.tournament)
    moved = next((found for found in moved_cuts(inputs) if found.number == one.number), None)
    context: dict[str, object] = {"nav": "event", "hanchan": one, "form": form, "moved": moved}
    if moved:
        people = frozenset({*moved.entering, *moved.leaving})
        chosen = {choice: inputs.with_cut_choice(one.number, choice) for choice in CutChoice}
        played, corrected = chosen[CutChoice.PLAYED], chosen[CutChoice.CORRECTED]
        context |= {
            "effect": Correction(request.tournament.pk, played, corrected, moved.cut.after, people),
            "seen": moved.stamp,
            "is_reissue": are_issued(one),
        }
    return render(request, "hanchan/cut_decision.html", context, status=status)


@public_page
def public_clock(request: TournamentRequest) -> HttpResponse:
    """The clock for players' phones; without script it shows the time at which the hanchan ends.

    A delay grows while nothing is written: the page says with `?due=`, in seconds, when it will have something else.
    """
    publication = publication_of(request.tournament)
    now, due = timezone.now(), parse_int(request.GET.get("due", ""))
    if publication.has_seen(request) and (due is None or now.timestamp() < due):
        return HttpResponse(status=204)
    rules = request.tournament.ruleset
    all_hanchan = hanchan_of(request.tournament)
    one = current_hanchan(all_hanchan)
    coming = next_start(all_hanchan, now)
    context = {
        "tab": "clock",
        "mark": publication.mark,
        "hanchan": one,
        "clock": clock_display(one, now, rules.time) if one else None,
        "coming": coming,
        "day": day_plan(all_hanchan, now),
        "due": coming.changes_at if coming else None,
        "time_up": time_up(rules),
        "time_up_cases": cases(rules),
        "all": len(all_hanchan),
        "is_planned": any(one.planned_at for one in all_hanchan),
    }
    part = "#live" if request.GET.get("since") else ""
    return render(request, f"hanchan/public_clock.html{part}", context)


@public_page
@kept_with_tournament
def public_calendar(request: TournamentRequest) -> HttpResponse:
    """The planned hanchan for a calendar; 404 where no start is planned."""
    tournament = request.tournament
    planned = [one for one in hanchan_of(tournament) if one.planned_at]
    if not planned:
        raise Http404(_("No starts are planned."))
    text = calendar(tournament, planned, request.build_absolute_uri(tournament.get_absolute_url()))
    name = f'inline; filename="{tournament.slug}.ics"'
    return HttpResponse(text, content_type="text/calendar; charset=utf-8", headers={"Content-Disposition": name})


@public_page
def public_last_hand(request: TournamentRequest) -> HttpResponse:
    """Three questions about a table whose time has ended, and the hands still to play; the answers are in the
    address."""
    context = {"tab": "clock", **last_hand_context(request.tournament.ruleset, request.GET)}
    return render(request, "hanchan/public_last_hand.html", context)


@public_page
def public_winds(request: TournamentRequest) -> HttpResponse:
    """Show how the winds are drawn at this tournament; 404 where the seating assigns them."""
    if not request.tournament.winds_are_drawn:
        raise Http404(_("Winds are not drawn at this tournament: the seating assigns them."))
    rules = request.tournament.ruleset
    way = SeatDraw.DIRECT if request.tournament.page_draws_winds else rules.seat_draw
    context = {"tab": "seating", "instructions": draw_instructions(way, rules.players)}
    return render(request, "hanchan/public_winds.html", context)
