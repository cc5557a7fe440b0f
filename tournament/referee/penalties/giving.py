"""From what a referee typed to a penalty that is given: shared by the page of penalties and the page of a table."""

from uuid import uuid4

from django.contrib import messages
from django.template.loader import render_to_string
from django.utils import timezone

from tournament.core.models import Hanchan, Tournament
from tournament.core.requests import TournamentRequest
from tournament.core.roles import may
from tournament.referee.penalties.forms import GiveForm
from tournament.results.models import Penalty, PenaltyKind
from tournament.results.penalties.actions import give
from tournament.results.penalties.queries import RECENT, newest_penalty
from tournament.seats.held_seats import unfilled_seats
from tournament.staff.password_again import check_password_again
from tournament.standings.queries import are_issued, has_issued


def first_values(request: TournamentRequest, hanchan: Hanchan | None = None) -> dict[str, str]:
    """Return what the address of a page says; else this hanchan, the signed-in person as the referee, and a new
    submission.

    What was given in the last minutes counts as not known: the person may have seen the same foul.
    """
    return {
        "hanchan": str(hanchan.number) if hanchan else "",
        "referee": request.user.stored_name,
        "submission": str(uuid4()),
        **request.GET.dict(),
        "base": str(newest_penalty(request.tournament, timezone.now() - RECENT)),
    }


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


def give_draft(request: TournamentRequest, form: GiveForm) -> Penalty:
    """Give the penalty as the form has it; a second sending of the same form gives back the first. Raises Refused."""
    draft = form.draft
    check_reissue(request, draft.hanchan, draft.kind)
    return give(
        tournament=request.tournament,
        player=form.cleaned_data["player"],
        hanchan=draft.hanchan,
        kind=draft.kind,
        foul=draft.foul.code if draft.foul else "",
        answers=draft.answers,
        amount=draft.amount,
        referee=form.cleaned_data["referee"],
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
        messages.warning(request, render_to_string("referee/penalties/unfilled_seats.html", context))
