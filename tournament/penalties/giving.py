"""From what a referee typed to a penalty that is given: shared by the page of penalties and the page of a table."""

from uuid import uuid4

from django.contrib import messages
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils import timezone

from tournament.core.models import Hanchan, Tournament
from tournament.core.requests import TournamentRequest
from tournament.core.roles import may
from tournament.penalties.forms import PREFIX, GiveForm, answers_in
from tournament.penalties.preview import PenaltyDraft, answers_to, settled
from tournament.players.queries import players_of
from tournament.results.models import Penalty, PenaltyKind
from tournament.results.penalties.actions import give
from tournament.results.penalties.queries import RECENT, foul_of, newest_penalty
from tournament.seats.held_seats import unfilled_seats
from tournament.staff.password_again import check_password_again
from tournament.standings.queries import are_issued, has_issued


def first_values(request: TournamentRequest) -> QueryDict:
    """Return what the address of a page says, with the signed-in person as the referee and a new submission.

    What was given in the last minutes counts as not known: the person may have seen the same foul.
    """
    typed = request.GET.copy()
    typed.setdefault("referee", str(request.user))
    typed.setdefault("submission", str(uuid4()))
    typed["base"] = str(newest_penalty(request.tournament, timezone.now() - RECENT))
    return typed


def settled_values(data: QueryDict, tournament: Tournament, live: bool = False) -> QueryDict:
    """Return the typed values, with kind and points as the schedule has them where they follow from another choice.

    Answers about another foul than the chosen one, or to a question that no longer matters, are left out.
    """
    typed = data.copy()
    answers = {PREFIX + key: value for key, value in answers_to(data, tournament).items()}
    for name in [name for name in typed if name.startswith(PREFIX) and name not in answers]:
        del typed[name]
    for name, value in settled(data, tournament, live=live).items():
        typed[name] = value
    return typed


def read_draft(request: TournamentRequest, typed: QueryDict) -> tuple[GiveForm, PenaltyDraft]:
    """Return the form of what was typed, and the penalty as chosen so far."""
    tournament = request.tournament
    form = GiveForm(typed, tournament=tournament, people=list(players_of(tournament)))
    form.is_valid()
    read = form.cleaned_data
    foul, kind = foul_of(tournament, read.get("foul") or ""), read.get("kind") or ""
    amount, answers = read.get("amount"), answers_in(typed, foul)
    return form, PenaltyDraft(tournament, read.get("player"), form.chosen_hanchan(), foul, kind, amount, answers)


def reissues(tournament: Tournament, hanchan: Hanchan | None, kind: str = "") -> bool:
    """Return whether a penalty changes results that are out: those of its hanchan, or for a disqualification outside of
    any those of the event."""
    if hanchan is None:
        return kind == PenaltyKind.DISQUALIFICATION and has_issued(tournament)
    hanchan.tournament = tournament
    return are_issued(hanchan)


def check_reissue(request: TournamentRequest, hanchan: Hanchan | None, kind: str = "") -> None:
    """Ask for the password once more where results are out. Raises Refused."""
    if reissues(request.tournament, hanchan, kind):
        check_password_again(request, timezone.now())


def give_draft(request: TournamentRequest, form: GiveForm, draft: PenaltyDraft) -> Penalty:
    """Give the penalty as the form has it; a second sending of the same form gives back the first. Raises Refused."""
    read = form.cleaned_data
    check_reissue(request, form.chosen_hanchan(), read["kind"])
    return give(
        tournament=request.tournament,
        player=read["player"],
        hanchan=form.chosen_hanchan(),
        kind=read["kind"],
        foul=read["foul"],
        answers=draft.answers,
        amount=read["amount"],
        referee=read["referee"],
        act=form.act(request.user, timezone.now()),
    )


def warn_of_unfilled_seats(request: TournamentRequest, given: Penalty) -> None:
    """A disqualification does not change the seating: somebody has to."""
    if given.kind == PenaltyKind.DISQUALIFICATION and (unfilled := unfilled_seats(given.player)):
        context = {
            "player": given.player,
            "unfilled": unfilled,
            "tournament": given.tournament,
            "may_replace": may(request, "run_event"),
        }
        messages.warning(request, render_to_string("penalties/unfilled_seats.html", context))
