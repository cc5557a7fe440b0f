"""Ties, and a referee's decision on one."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.messages import Message
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused, put_on
from tournament.core.models import Tournament
from tournament.core.requests import MOST_ID, TournamentRequest, parse_int
from tournament.core.roles import may, staff_page
from tournament.players.models import Player
from tournament.results.models import TieDecision
from tournament.staff.password_again import check_password_again
from tournament.standings.actions import cancel_tie_decision, decide_tie
from tournament.standings.cuts import shared_places
from tournament.standings.forms import TieCancelForm, TieDecisionForm
from tournament.standings.queries import are_issued, decisions_of, inputs_of, standings_of
from tournament.standings.ranking import Ranking, StandingsRow
from tournament.translation.formats import enumeration


@dataclass(frozen=True, slots=True)
class Tie:
    """Players who share a place; `waits` when a cut runs between them."""

    place: int
    rows: tuple[StandingsRow, ...]
    waits: bool


@dataclass(frozen=True, slots=True)
class Ties:
    """The ties after one hanchan."""

    after: int
    ties: tuple[Tie, ...]
    problem: Message | None


@staff_page("work_at")
def standing_ties(request: TournamentRequest) -> HttpResponse:
    """List the ties now and at cuts, and all decisions."""
    tournament = request.tournament
    context = {
        "nav": "standings",
        "stages": _stages(tournament),
        "decisions": decisions_of(tournament),
        "may_decide": may(request, "give_penalty"),
    }
    return render(request, "standings/ties.html", context)


def _stages(tournament: Tournament) -> list[Ties]:
    """The latest standings, and those on which a cut was made."""
    inputs = inputs_of(tournament)
    numbers = {inputs.played, *(cut.after for cut in inputs.by.cuts if cut.after < inputs.played)} - {0}
    return [ties_of(standings_of(tournament, number)) for number in sorted(numbers, reverse=True)]


def ties_of(ranking: Ranking) -> Ties:
    """Return the players who share a place in these standings."""
    rows = {row.player.id: row for row in ranking.rows}
    waiting = set(ranking.tied.players) if ranking.tied and ranking.tied.cut.after == ranking.after else set()
    shared = shared_places([row.standing for row in ranking.rows])
    ties = (Tie(place, tuple(rows[one] for one in ids), set(ids) == waiting) for place, ids in shared.items())
    return Ties(ranking.after, tuple(ties), ranking.problem if waiting else None)


@staff_page("give_penalty")
def standing_tie(request: TournamentRequest, after: int, number: int) -> HttpResponse:
    """Order those who share place `number` after a hanchan."""
    tournament = request.tournament
    ranking = standings_of(tournament, after)
    tie = next((one for one in ties_of(ranking).ties if one.place == number), None)
    if tie is None or ranking.after != after or not after:
        if request.method != "POST":
            raise Http404(_("Nobody shares this place."))
        messages.warning(
            request, _why_gone(tournament, after, parse_int(request.POST.get(f"place_{number}", ""), MOST_ID))
        )
        return redirect("standing_ties", tournament.slug)
    people = tournament.players.in_bulk([row.player.id for row in tie.rows])
    tied = [people[row.player.id] for row in tie.rows]
    if request.method != "POST":
        return _page(
            request, TieDecisionForm(initial={"referee": request.user.stored_name}, tied=tied, place=number), after, tie
        )
    form = TieDecisionForm(request.POST, tied=tied, place=number)
    if not form.is_valid():
        return _page(request, form, after, tie, status=422)
    try:
        _check_reissue(request, after)
        typed = {name: form.cleaned_data[name] for name in ("reason", "submission")}
        decide_tie(
            tournament=tournament,
            after=after,
            order=form.order,
            referee=form.cleaned_data["referee"],
            act=Act(by=request.user, at=timezone.now(), **typed),
        )
    except Refused as refusal:
        put_on(form, refusal)
        return _page(request, form, after, tie, status=409 if isinstance(refusal, Conflict) else 422)
    messages.success(request, _("Decided: {order}").format(order=_in_order(form.order)))
    return redirect("standing_ties", tournament.slug)


def _reissues(tournament: Tournament, after: int) -> bool:
    """Return whether the standings after a hanchan are out, so that a decision reissues them."""
    hanchan = tournament.hanchan.get(number=after)
    hanchan.tournament = tournament
    return are_issued(hanchan)


def _check_reissue(request: TournamentRequest, after: int) -> None:
    if _reissues(request.tournament, after):
        check_password_again(request, timezone.now())


def _why_gone(tournament: Tournament, after: int, player: int | None) -> str:
    """Say who decided meanwhile how the tie of a player is ordered; the page that follows offers to cancel that."""
    orders = (
        (one, [place.player for place in one.places.all()])
        for one in decisions_of(tournament)
        if one.after == after and one.cancelled_at is None
    )
    decided = next((found for found in orders if player in [one.pk for one in found[1]]), None)
    if decided is None:
        return _("Nobody shares this place any longer: the tie was decided or a result changed.")
    text = _("{name} decided this tie meanwhile: {order}. To decide otherwise, cancel that decision first.")
    return text.format(name=decided[0].referee, order=_in_order(decided[1]))


def _page(request: TournamentRequest, form: TieDecisionForm, after: int, tie: Tie, status: int = 200) -> HttpResponse:
    context = {"nav": "standings", "form": form, "after": after, "tie": tie}
    context["is_reissue"] = _reissues(request.tournament, after)
    return render(request, "standings/tie.html", context, status=status)


def _in_order(players: list[Player]) -> str:
    return enumeration(player.label for player in players)


@staff_page("give_penalty")
def standing_tie_cancel(request: TournamentRequest, pk: int) -> HttpResponse:
    """Cancel a decision, with a reason."""
    tournament = request.tournament
    decision = get_object_or_404(TieDecision.objects.select_related("decided_by"), pk=pk, tournament=tournament)
    decision.tournament = tournament
    form = TieCancelForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            act = Act(by=request.user, at=timezone.now(), reason=form.cleaned_data["reason"])
            try:
                _check_reissue(request, decision.after)
                cancel_tie_decision(decision=decision, act=act)
            except Refused as refusal:
                put_on(form, refusal)
            else:
                messages.success(request, _("The decision is cancelled."))
                return redirect("standing_ties", tournament.slug)
    context = {
        "nav": "standings",
        "form": form,
        "decision": decision,
        "is_reissue": _reissues(tournament, decision.after),
        "places": decision.places.select_related("player"),
    }
    return render(request, "standings/tie_cancel.html", context, status=status)
