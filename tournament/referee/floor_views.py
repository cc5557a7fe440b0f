"""The referee on the floor, with a phone: calls and missing sheets, and one table: penalties, lateness, time, seats."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Hanchan, HanchanState
from tournament.core.requests import TournamentRequest, has_seen, parse_int
from tournament.core.roles import may, staff_page
from tournament.core.stored_words import coded
from tournament.events.queries import current_hanchan, hanchan_of
from tournament.hanchan.clock_display import clock_display
from tournament.hanchan.last_hand_display import last_hand_context
from tournament.hanchan.queries import last_limit_change
from tournament.players.models import Player
from tournament.players.queries import players_of
from tournament.referee.floor import (
    floor_players,
    floor_tables,
    fouls_by_use,
    is_forfeit,
    just_given,
    late_now,
    may_undo,
    waiting_calls,
    warned_players,
)
from tournament.referee.pages import frame
from tournament.referee.penalties.forms import GiveForm, question_fields
from tournament.referee.penalties.giving import first_values, give_draft, warn_of_unfilled_seats
from tournament.referee.penalties.pages import penalty_line
from tournament.results.calls.actions import answer_call
from tournament.results.calls.queries import call_at, open_calls
from tournament.results.penalties.actions import cancel
from tournament.results.penalties.lateness import late
from tournament.results.penalties.queries import newest_penalty
from tournament.results.sheets.queries import board
from tournament.seats.queries import Place, lineup, places_at

PARTS = ("penalty", "late", "time", "seats")


@staff_page("work_at")
def floor(request: TournamentRequest) -> HttpResponse:
    """The tables that call, the longest waiting first, those whose sheet is missing, and who was warned."""
    tournament, now = request.tournament, timezone.now()
    minute = now.strftime("%H%M")
    if has_seen(request) and request.GET.get("minute") == minute:
        return HttpResponse(status=204)
    hanchan = current_hanchan(hanchan_of(tournament))
    context: dict[str, object] = frame(request, public=False) | {
        "may_give": may(request, "give_penalty"),
        "minute": minute,
    }
    if hanchan is not None:
        hanchan.tournament = tournament
        seated, calls = lineup(tournament, hanchan.number), open_calls(tournament)
        is_playing = hanchan.state == HanchanState.PLAYING
        tables = floor_tables(seated, board(hanchan, now, seated) if is_playing else (), calls)
        context |= {
            "hanchan": hanchan,
            "clock": clock_display(hanchan, now, tournament.ruleset.time),
            "calls": waiting_calls(calls, now),
            "tables": tables,
            "missing": sorted((one for one in tables if one.card and not one.is_in), key=lambda one: one.urgency),
            "warned": warned_players(players_of(tournament), seated),
        }
    return render(request, "referee/floor.html#live" if request.htmx else "referee/floor.html", context)


@staff_page("give_penalty")
@require_POST
def floor_answer(request: TournamentRequest, pk: int) -> HttpResponse:
    """Answer a call, and go on to its table."""
    call = get_object_or_404(request.tournament.referee_calls.select_related("hanchan"), pk=pk)
    call.tournament = call.hanchan.tournament = request.tournament
    try:
        answer_call(call=call, act=Act(by=request.user, at=timezone.now()))
    except Refused as refused:
        messages.warning(request, refused.message)
        return redirect("floor", request.tournament.slug)
    return redirect("floor_table", request.tournament.slug, call.table)


@staff_page("give_penalty")
def floor_table(request: TournamentRequest, table: int) -> HttpResponse:
    """One table: a penalty in three taps, and what else a referee does there. Its second pane alone for htmx."""
    hanchan, places = _table(request, table)
    is_sent = request.method == "POST"
    form = _form(request, hanchan, places)
    draft = form.draft
    if is_sent and request.POST.get("seen") == draft.mark and form.is_valid():
        try:
            given = give_draft(request, form)
        except Refused as refused:
            form.refuse(refused)
        else:
            warn_of_unfilled_seats(request, given)
            return redirect("floor_table", request.tournament.slug, table)
    elif not is_sent or (draft.is_open and form.errors.keys() <= {"kind"}):
        form.errors.clear()  # nothing was asked for yet, or the questions come first
    now = timezone.now()
    context: dict[str, object] = {
        "nav": "floor",
        "hanchan": hanchan,
        "table": table,
        "form": form,
        "draft": draft,
        "questions": question_fields(draft.foul, draft.answers, form="give"),
        "ready": is_sent and not form.errors,
    }
    if request.htmx and not is_sent:
        return render(request, "referee/floor_table.html#cost", context)
    part = request.GET.get("part", "")
    people = floor_players(places)
    used, others = fouls_by_use(request.tournament)
    judged = late_now(hanchan, now)
    limit = hanchan.clock_of(table)
    context |= {
        "part": part if part in PARTS else PARTS[0],
        "people": people,
        "call": call_at(hanchan, table),
        "used": used,
        "others": others,
        "is_other": draft.foul is not None and draft.foul.code in {one.code for one in others},
        "schedule": request.tournament.schedule,
        "elsewhere": reverse("floor", args=[request.tournament.slug]),
        "given": just_given(hanchan, [one.player for one in people], request.user, now),
        "late": judged,
        "newest": newest_penalty(request.tournament) if part == "late" else None,
        "is_forfeit": judged is not None and is_forfeit(judged),
        "clock": clock_display(hanchan, now, request.tournament.ruleset.time),
        "left": int(left.total_seconds()) if limit and (left := limit.left(now)) is not None else None,
        "limit_change": last_limit_change(hanchan, now) if part == "time" else None,
        "extra": hanchan.extra_minutes(table),
        "is_playing": hanchan.state == HanchanState.PLAYING,
    }
    last = last_hand_context(request.tournament.ruleset, request.GET if "when" in request.GET else {})
    context |= last | {"form": form, "last_hand_form": last["form"]}
    return render(request, "referee/floor_table.html", context, status=422 if form.errors else 200)


@staff_page("give_penalty")
@require_POST
def floor_kept(request: TournamentRequest, table: int) -> HttpResponse:
    """Give a penalty that a script sends, at once or after the browser kept it, under the name of who chose it.

    Answers without a page (tournament/desk/outbox.py): what became of it, or the sentences against it.
    """
    if request.POST.get("account") != str(request.user.pk):
        return JsonResponse({"account": str(request.user.pk)}, status=403)
    form = _form(request, *_table(request, table))
    if request.POST.get("seen") != form.draft.mark:
        return _refused(
            [_("The hanchan, the players at the table, or the schedule changed: choose the penalty again.")]
        )
    if not form.is_valid():
        return _refused([str(error) for errors in form.errors.values() for error in errors])
    try:
        given = give_draft(request, form)
    except Refused as refused:
        return _refused(refused.sentences, refused.status)
    warn_of_unfilled_seats(request, given)
    return JsonResponse({"outcome": "given"})


def _refused(sentences: list[str], status: int = 422) -> HttpResponse:
    return JsonResponse({"sentences": sentences}, status=status)


@staff_page("give_penalty")
@require_POST
def floor_late(request: TournamentRequest, table: int) -> HttpResponse:
    """A player arrives now: the minutes since the start give the penalty; too late to play, a substitute is asked."""
    hanchan, places = _table(request, table)
    player = _player(places, request.POST.get("player", ""))
    now = timezone.now()
    judged = late_now(hanchan, now)
    if judged is not None and is_forfeit(judged):
        asked = {"hanchan": hanchan.number, "form-0-player": player.number, "form-0-late": judged.minutes}
        return redirect(f"{reverse('lateness', args=[request.tournament.slug])}?{urlencode(asked)}")
    base = parse_int(request.POST.get("base", "")) or 0
    act = Act(by=request.user, at=now, submission=request.POST.get("submission") or None, base=base)
    elapsed = hanchan.clock.elapsed(now) if hanchan.clock else None
    try:
        if judged is None or elapsed is None:
            raise Refused.of("nobody-late", _("Nobody can be late now."))
        late(player=player, hanchan=hanchan, minutes=elapsed, referee=request.user.stored_name, act=act)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect(f"{reverse('floor_table', args=[request.tournament.slug, table])}?part=late")
    return redirect("floor_table", request.tournament.slug, table)


@staff_page("give_penalty")
@require_POST
def floor_undo(request: TournamentRequest, pk: int) -> HttpResponse:
    """Cancel a penalty that the person gave within the last minute; later the page that asks for a reason."""
    penalty = get_object_or_404(request.tournament.penalties.select_related("player", "hanchan"), pk=pk)
    penalty.tournament = request.tournament
    if not may_undo(penalty, request.user, timezone.now()):
        return redirect("penalty_cancel", request.tournament.slug, pk)
    act = Act(by=request.user, at=timezone.now(), reason=coded("undone"))
    try:
        cancel(penalty=penalty, act=act)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("Cancelled: {penalty}").format(penalty=penalty_line(penalty)))
    table = parse_int(request.POST.get("table", ""))
    if table is None:
        return redirect("floor", request.tournament.slug)
    return redirect("floor_table", request.tournament.slug, table)


def _table(request: TournamentRequest, table: int) -> tuple[Hanchan, tuple[Place, ...]]:
    """Return the hanchan that is played, else the next one, and who sits at the table there; 404 without it."""
    hanchan = current_hanchan(hanchan_of(request.tournament))
    places = places_at(request.tournament, hanchan.number, table) if hanchan else ()
    if hanchan is None or not places:
        raise Http404
    hanchan.tournament = request.tournament
    return hanchan, places


def _form(request: TournamentRequest, hanchan: Hanchan, places: tuple[Place, ...]) -> GiveForm:
    """Return what was chosen so far; the penalty is for somebody at this table in this hanchan, whatever was typed."""
    is_sent, people = request.method == "POST", [place.player for place in places]
    typed = request.POST if is_sent else first_values(request)
    return GiveForm(typed, tournament=request.tournament, people=people, hanchan=hanchan, live=not is_sent)


def _player(places: tuple[Place, ...], number: str) -> Player:
    found = next((place.player for place in places if str(place.player.number) == number), None)
    if found is None:
        raise Http404
    return found
