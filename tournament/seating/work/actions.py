"""Long work is asked for, stopped, asked for again, taken over or thrown away. All raise Refused."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.edition import writing
from tournament.events.models import Tournament
from tournament.problems import Conflict, Refused
from tournament.seating.draft import Arranged, Draft, spans
from tournament.seating.models import Seating, SeatingSource
from tournament.seating.queries import byes_of
from tournament.seating.revising import revise
from tournament.seating.wishes.contradicting import refuse_contradictions
from tournament.seating.work.asked import Asked, asked_of, rounds_from
from tournament.seating.work.models import SeatingWork, WorkState
from tournament.seating.work.queries import ACTIVE, is_lost
from tournament.seating.work.refusals import refuse_outdated, refuse_planning

LOST = "lost"
"""The message of work that ended without a word: its process was killed, or the machine switched off."""


def ask(
    *, tournament: Tournament, seed: int | str, by: Any, at: datetime, base: int = 0, moves: int | None = None,
    submission: str = "",
) -> SeatingWork:  # fmt: skip
    """Ask for a plan of the hanchan that have not started, with the wishes of now. Somebody has to begin it
    (`starting.start`); one tournament has one at a time, of which one that was lost does not count. A `submission` that
    was carried out before gives its work again."""
    if earlier := _carried_out(tournament, submission):
        return earlier
    refuse_planning(tournament)
    refuse_contradictions(tournament)
    asked = replace(asked_of(tournament, seed), moves=moves)
    return _ask(tournament, asked, by=by, at=at, base=base, submission=submission)


def _carried_out(tournament: Tournament, submission: str) -> SeatingWork | None:
    if not submission:
        return None
    entry = tournament.audit_entries.filter(detail__submission=str(submission), detail__has_key="work").first()
    return tournament.seating_works.filter(pk=entry.detail["work"]).first() if entry else None


def again(*, work: SeatingWork, by: Any, at: datetime) -> SeatingWork:
    """Ask for the same once more: the answer is the same."""
    asked = Asked.from_json(work.asked)
    refuse_outdated(work.tournament, asked)
    return _ask(work.tournament, asked, by=by, at=at, base=work.base)


def _ask(
    tournament: Tournament, asked: Asked, *, by: Any, at: datetime, base: int, submission: str = ""
) -> SeatingWork:
    subject = _("hanchan %(numbers)s, seed %(seed)s") % {"numbers": spans(asked.planned), "seed": asked.seed}
    with writing(tournament, by=by, at=at, verb="asked for a plan", subject=subject, submission=submission) as entry:
        if earlier := _carried_out(tournament, submission):
            return earlier
        for other in tournament.seating_works.filter(state__in=ACTIVE):
            if not is_lost(other, at):
                raise Conflict(_("A plan is being made already. Wait for it, or stop it first."))
            _end(other, WorkState.FAILED, at, message=LOST)
        work = SeatingWork.objects.create(
            tournament=tournament, asked=asked.to_json(), base=base, asked_at=at, asked_by=by
        )
        entry.detail["work"] = work.pk
    return work


def _end(work: SeatingWork, state: str, at: datetime, **values: Any) -> None:
    SeatingWork.objects.filter(pk=work.pk, state__in=ACTIVE).update(state=state, ended_at=at, **values)


def stop(*, work: SeatingWork, by: Any, at: datetime) -> None:
    """Ask the work to end soon and to keep the best so far. Work that has ended stays as it is."""
    with writing(work.tournament, by=by, at=at, verb="stopped the planning"):
        SeatingWork.objects.filter(pk=work.pk, state__in=ACTIVE, stop_asked_at=None).update(stop_asked_at=at)


def throw_away(*, work: SeatingWork, by: Any, at: datetime) -> None:
    """Forget the work and its answer; if it still runs, it ends by itself. What was taken over stays."""
    with writing(work.tournament, by=by, at=at, verb="threw a plan away"):
        SeatingWork.objects.filter(pk=work.pk, taken_over_at=None).delete()


def take_over(*, work: SeatingWork, by: Any, at: datetime, base: int | None = None, submission: str = "") -> Seating:
    """The answer becomes a version of the seating, hidden until it is published; see `revise` for base, submission."""
    tournament, asked = work.tournament, Asked.from_json(work.asked)
    if not work.best:
        raise Refused(_("There is no plan to take over yet."))
    rounds = rounds_from(work.best["rounds"])

    def change(old: Draft) -> Arranged:
        refuse_outdated(tournament, asked)
        SeatingWork.objects.filter(pk=work.pk).update(taken_over_at=at)
        tournament.hanchan.filter(number__in=asked.planned).update(seating_published_at=None)
        byes = {hanchan: out for hanchan, out in byes_of(tournament.seating).items() if hanchan not in asked.planned}
        return Arranged(asked.draft(rounds), byes)

    return revise(
        tournament, change, source=SeatingSource.PLANNED, seed=asked.seed if isinstance(asked.seed, int) else None,
        verb="planned the seating", subject=_subject(asked), by=by, at=at, base=base, submission=submission,
        expected=dict.fromkeys(asked.planned, asked.seated), afresh=asked.planned,
    )  # fmt: skip


def _subject(asked: Asked) -> str:
    names = {"seed": asked.seed, "numbers": spans(asked.planned)}
    if asked.past:
        return _("hanchan %(numbers)s from seed %(seed)s") % names
    return _("from seed %(seed)s") % names
