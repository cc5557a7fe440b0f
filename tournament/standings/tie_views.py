"""Who is equal, and what a referee decides about it."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.words import Text
from tournament.events.models import Tournament
from tournament.players.models import Player
from tournament.problems import Conflict, Refused
from tournament.roles import may, staff_page
from tournament.standings.actions import cancel_tie_decision, decide_tie
from tournament.standings.decision_form import CancelDecisionForm, DecisionForm
from tournament.standings.lines import shared_places
from tournament.standings.models import TieDecision
from tournament.standings.queries import decisions_of, known_facts, standings_of
from tournament.standings.ranking import Ranking, Row


@dataclass(frozen=True, slots=True)
class Tie:
    """Players who share a place; `waits` when a cut runs between them."""

    place: int
    rows: tuple[Row, ...]
    waits: bool


@dataclass(frozen=True, slots=True)
class Ties:
    """Who is equal after one hanchan."""

    after: int
    ties: tuple[Tie, ...]
    problem: Text | None


@staff_page("work_at")
def standing_ties(request: HttpRequest) -> HttpResponse:
    """Who is equal now and where a cut is made, and everything that was decided."""
    tournament = _tournament(request)
    context = {
        "nav": "standings", "stages": _stages(tournament), "decisions": decisions_of(tournament),
        "may_decide": may(request, "give_penalty"),
    }  # fmt: skip
    return render(request, "standings/ties.html", context)


def _stages(tournament: Tournament) -> list[Ties]:
    """The latest standings, and those on which a cut was made."""
    facts = known_facts(tournament)
    numbers = {facts.played, *(cut.after for cut in facts.by.cuts if cut.after < facts.played)} - {0}
    return [ties_of(standings_of(tournament, number)) for number in sorted(numbers, reverse=True)]


def ties_of(ranking: Ranking) -> Ties:
    """Who shares a place in these standings."""
    rows = {row.player.id: row for row in ranking.rows}
    waiting = set(ranking.tied.players) if ranking.tied and ranking.tied.cut.after == ranking.after else set()
    shared = shared_places([row.standing for row in ranking.rows])
    ties = (Tie(place, tuple(rows[one] for one in ids), set(ids) == waiting) for place, ids in shared.items())
    return Ties(ranking.after, tuple(ties), ranking.problem if waiting else None)


@staff_page("give_penalty")
def standing_tie(request: HttpRequest, after: int, number: int) -> HttpResponse:
    """Order those who share place `number` after a hanchan."""
    tournament = _tournament(request)
    ranking = standings_of(tournament, after)
    tie = next((one for one in ties_of(ranking).ties if one.place == number), None)
    if tie is None or ranking.after != after or not after:
        if request.method != "POST":
            raise Http404(_("Nobody shares this place."))
        messages.warning(request, _("Nobody shares this place any more: it was decided, or a result was changed."))
        return redirect("standing_ties", tournament.slug)
    people = tournament.players.in_bulk([row.player.id for row in tie.rows])
    tied = [people[row.player.id] for row in tie.rows]
    if request.method != "POST":
        return _page(request, DecisionForm(initial={"referee": str(request.user)}, tied=tied, place=number), after, tie)
    form = DecisionForm(request.POST, tied=tied, place=number)
    if not form.is_valid():
        return _page(request, form, after, tie, status=422)
    try:
        said = {name: form.cleaned_data[name] for name in ("reason", "referee", "submission")}
        decide_tie(
            tournament=tournament, after=after, order=form.order, by=request.user, at=timezone.now(), **said
        )  # fmt: skip
    except Refused as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        return _page(request, form, after, tie, status=409 if isinstance(refusal, Conflict) else 422)
    messages.success(request, _("Decided: %(order)s") % {"order": _in_order(form.order)})
    return redirect("standing_ties", tournament.slug)


def _page(request: HttpRequest, form: DecisionForm, after: int, tie: Tie, status: int = 200) -> HttpResponse:
    context = {"nav": "standings", "form": form, "after": after, "tie": tie}
    return render(request, "standings/tie.html", context, status=status)


def _in_order(players: list[Player]) -> str:
    return ", ".join(player.name for player in players)


@staff_page("give_penalty")
def standing_tie_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a decision back, with a reason."""
    tournament = _tournament(request)
    decision = get_object_or_404(TieDecision.objects.select_related("decided_by"), pk=pk, tournament=tournament)
    decision.tournament = tournament
    form = CancelDecisionForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            act: dict[str, Any] = {"by": request.user, "at": timezone.now()}
            cancel_tie_decision(decision=decision, reason=form.cleaned_data["reason"], **act)
            messages.success(request, _("The decision is cancelled."))
            return redirect("standing_ties", tournament.slug)
    context = {
        "nav": "standings", "form": form, "decision": decision,
        "places": decision.places.select_related("player"),
    }  # fmt: skip
    return render(request, "standings/tie_cancel.html", context, status=status)


def _tournament(request: HttpRequest) -> Tournament:
    return request.tournament  # type: ignore[attr-defined, no-any-return]
