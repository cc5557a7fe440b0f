"""The staff's penalty pages: the list, giving one, a wrong report sheet of a whole table, cancelling.

A form that was sent is saved only once the page has shown what it would do, also without script: `seen` is the mark of
what was shown.
"""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.standings.values import Deduction
from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import may, staff_page
from tournament.core.tables import configure
from tournament.players.queries import players_of
from tournament.referee.floor import floor_players, fouls_by_use
from tournament.referee.penalties.effect import effects, moving_cuts
from tournament.referee.penalties.forms import (
    CancelPenaltyForm,
    FilterForm,
    GiveForm,
    TablePenaltyForm,
    question_fields,
)
from tournament.referee.penalties.giving import (
    check_reissue,
    first_values,
    give_draft,
    reissues,
    warn_of_unfilled_seats,
)
from tournament.referee.penalties.pages import back_to_list, penalty_line, person_options, players_at
from tournament.referee.penalties.tables import PenaltyTable, circumstances
from tournament.results.models import Penalty
from tournament.results.paper.queries import undecided
from tournament.results.penalties.actions import cancel
from tournament.results.penalties.queries import hanchan_now, hanchan_of_sheets, penalties_of
from tournament.results.penalties.whole_table import cancel_for_table, give_to_table, given_with
from tournament.seats.queries import lineup

PER_PAGE = 100
MOST_TABLES = 60
"""As many are links to choose one from; a player of a larger hall is typed."""


@staff_page("work_at")
def penalties(request: TournamentRequest) -> HttpResponse:
    """The list, newest first, filtered by player, hanchan and kind; from a report sheet it goes on to giving one."""
    tournament = request.tournament
    if "table" in request.GET and may(request, "give_penalty"):
        return redirect(f"{reverse('penalty_give', args=[tournament.slug])}?{request.GET.urlencode()}")
    people = list(players_of(tournament))
    form = FilterForm(request.GET, tournament=tournament, people=people)
    form.is_valid()
    player, kind, hanchan = form.cleaned_data.get("player"), form.cleaned_data.get("kind"), form.chosen_hanchan()
    found = penalties_of(tournament, player=player, hanchan=hanchan, kind=kind or "")
    table = PenaltyTable(found, slug=tournament.slug, may_cancel=may(request, "give_penalty"))
    context = {
        "form": form,
        "table": configure(table, request, PER_PAGE),
        "nav": "floor",
        "people": person_options(people),
        "is_filtered": any((player, kind, hanchan)),
        "may_give": may(request, "give_penalty"),
        "undecided": undecided(tournament),
    }
    return render(request, "referee/penalties/list.html", context)


# --- one penalty -----------------------------------------------------------------------------------------------------


@staff_page("give_penalty")
def penalty_give(request: TournamentRequest) -> HttpResponse:
    """Choose, see what it changes, give."""
    tournament, is_sent = request.tournament, request.method == "POST"
    typed = request.POST if is_sent else first_values(request, hanchan_now(tournament))
    people = list(players_of(tournament))
    form = GiveForm(typed, tournament=tournament, people=people)
    is_seen = typed.get("seen") == form.draft.mark
    if is_sent and is_seen and form.is_valid():
        try:
            given = give_draft(request, form)
        except Refused as refused:
            form.refuse(refused)
        else:
            warn_of_unfilled_seats(request, given)
            return back_to_list(request, [given])
    elif not is_sent or (not is_seen and form.draft.is_open and form.errors.keys() <= {"kind"}):
        form.errors.clear()  # nothing was asked for yet, or the questions come first
    draft, number = form.draft, parse_int(typed.get("hanchan", ""))
    seated = lineup(tournament, number) if number else {}
    places = seated.get(parse_int(typed.get("table", "")) or 0, ())
    is_there = draft.player is None or draft.player in [place.player for place in places]
    used, others = fouls_by_use(tournament)
    context = _draft_context(request, form) | {
        "ready": is_sent and not form.errors,
        "nav": "floor",
        "used": used,
        "others": others,
        "is_other": draft.foul is not None and draft.foul.code in {one.code for one in others},
        "people": person_options(people),
        "people_at": floor_players(places) if is_there else [],
        "tables": sorted(seated) if len(seated) <= MOST_TABLES else [],
        "schedule": tournament.schedule,
    }
    return render(request, "referee/penalties/give.html", context, status=422 if form.errors else 200)


@staff_page("give_penalty")
def penalty_preview(request: TournamentRequest) -> HttpResponse:
    """The second pane for what is chosen so far. Nothing is written."""
    people = list(players_of(request.tournament))
    form = GiveForm(first_values(request), tournament=request.tournament, people=people, live=True)
    form.errors.clear()
    return render(request, "referee/penalties/give.html#cost", _draft_context(request, form) | {"live": True})


def _draft_context(request: TournamentRequest, form: GiveForm) -> dict[str, object]:
    draft = form.draft
    return {
        "form": form,
        "draft": draft,
        "questions": question_fields(draft.foul, draft.answers, form="give"),
        "may_replace": may(request, "run_event"),
        "table": form.data.get("table", ""),
        "is_reissue": reissues(request.tournament, draft.hanchan, draft.kind),
    }


# --- a whole table ---------------------------------------------------------------------------------------------------


@staff_page("give_penalty")
def penalty_table(request: TournamentRequest) -> HttpResponse:
    """A wrong report sheet: the same penalty for everybody at the table, in one act."""
    tournament, is_sent = request.tournament, request.method == "POST"
    typed = request.POST if is_sent else first_values(request, hanchan_of_sheets(tournament))
    form = TablePenaltyForm(typed, tournament=tournament)
    draft = form.draft
    mark = f"{typed.get('hanchan')}/{typed.get('table')}/{draft.mark}"
    if is_sent and form.is_valid() and typed.get("seen") == mark:
        try:
            return back_to_list(request, _give_to_table(request, form))
        except Refused as refused:
            form.refuse(refused)
    elif not is_sent:
        form.errors.clear()
    players = players_at(tournament, typed.get("hanchan", ""), typed.get("table", ""))
    extra = [Deduction(one.pk, draft.amount or 0, None) for one in players]
    context = {
        "form": form,
        "nav": "floor",
        "ready": is_sent and not form.errors,
        "draft": draft,
        "mark": mark,
        "questions": question_fields(draft.foul, draft.answers),
        "effects": effects(tournament, players, extra=extra) if players else (),
        "cuts": moving_cuts(tournament, extra=extra) if players else (),
        "is_reissue": reissues(tournament, draft.hanchan),
    }
    return render(request, "referee/penalties/table.html", context, status=422 if form.errors else 200)


def _give_to_table(request: TournamentRequest, form: TablePenaltyForm) -> list[Penalty]:
    read, draft, hanchan = form.cleaned_data, form.draft, form.chosen_hanchan()
    assert hanchan is not None  # noqa: S101  # the field is required
    check_reissue(request, hanchan)
    return give_to_table(
        tournament=request.tournament,
        hanchan=hanchan,
        table=read["table"],
        amount=read["amount"],
        foul=draft.foul.code if draft.foul else "",
        answers=draft.answers,
        referee=read["referee"],
        act=form.act(request.user, timezone.now()),
    )


# --- cancelling ------------------------------------------------------------------------------------------------------


@staff_page("give_penalty")
def penalty_cancel(request: TournamentRequest, pk: int) -> HttpResponse:
    """Cancel a penalty, alone or with those given in the same act: the effect first, then a reason."""
    tournament, is_sent = request.tournament, request.method == "POST"
    penalty = get_object_or_404(penalties_of(tournament), pk=pk)
    penalty.tournament = tournament
    together = given_with(penalty) if penalty.cancelled_at is None else []
    whose = (request.POST if is_sent else request.GET).get("whose", CancelPenaltyForm.ONE)
    chosen = together if together and whose == CancelPenaltyForm.TABLE else [penalty]
    form = CancelPenaltyForm(request.POST if is_sent else None, initial={"whose": whose}, together=len(together))
    if is_sent and form.is_valid():
        act = Act(by=request.user, at=timezone.now(), reason=form.cleaned_data["reason"])
        try:
            check_reissue(request, penalty.hanchan, penalty.kind)
            cancelled = cancel_for_table(penalty=penalty, act=act) if form.is_for_table else []
            for one in cancelled or [cancel(penalty=penalty, act=act)]:
                messages.success(request, _("Cancelled: {penalty}").format(penalty=penalty_line(one)))
            return redirect("penalties", slug=tournament.slug)
        except Refused as refused:
            put_on(form, refused)
    without = {one.pk for one in chosen if one.cancelled_at is None}
    context = {
        "penalty": penalty,
        "line": penalty_line(penalty),
        "circumstances": circumstances(penalty),
        "form": form,
        "nav": "floor",
        "effects": effects(tournament, [one.player for one in chosen], without=without),
        "cuts": moving_cuts(tournament, without=without),
        "is_reissue": reissues(tournament, penalty.hanchan, penalty.kind),
    }
    return render(request, "referee/penalties/cancel.html", context, status=422 if form.errors else 200)
