"""Taking over a hanchan that was seated by the standings: the only writer."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.events.models import Tournament
from tournament.pairing.methods import Choice, label_of, make
from tournament.pairing.refusals import refuse_people, refuse_unready
from tournament.pairing.situation import situation
from tournament.problems import Conflict, Refused
from tournament.seating.draft import Arranged, Draft
from tournament.seating.models import Seating, SeatingSource
from tournament.seating.queries import byes_of
from tournament.seating.revising import revise


def seat_by_standings(
    *, tournament: Tournament, number: int, choice: Choice, state: str, by: Any, at: datetime, base: int | None = None,
    submission: str = "",
) -> Seating:  # fmt: skip
    """Hanchan `number` is seated as the preview showed it; all others keep what they have. Hidden until published.

    `state` is the digest of the situation that the preview was made from: Conflict when results, people, wishes or
    seats are others by now. The tables are made before the database is locked.
    """
    refuse_unready(tournament, number)
    known = situation(tournament, number)
    refuse_people(tournament, known, may_sit_out=choice.sit_out)
    _check_state(known.digest, state)
    made = make(known, choice)

    seats = dict(enumerate(made.tables, start=1))

    def change(old: Draft) -> Arranged:
        refuse_unready(tournament, number)
        _check_state(situation(tournament, number, locked=True).digest, state)
        if old.get(number) == seats and byes_of(tournament.seating).get(number, frozenset()) == frozenset(made.out):
            raise Refused(_("Hanchan %(number)d is seated exactly like this already.") % {"number": number})
        tournament.hanchan.filter(number=number).update(seating_published_at=None)
        draft = {**old, number: seats}
        byes = {**byes_of(tournament.seating), number: frozenset(made.out)}
        return Arranged(draft, {hanchan: people for hanchan, people in byes.items() if people and hanchan in draft})

    return revise(
        tournament, change, source=SeatingSource.STANDINGS, seed=choice.seed, verb="seated a hanchan by the standings",
        subject=_("hanchan %(number)d: %(method)s") % {"number": number, "method": label_of(choice.method, known.size)},
        by=by, at=at, base=base, submission=submission, expected={number: known.order},
        afresh=[number],
    )  # fmt: skip


def _check_state(now: str, seen: str) -> None:
    if now != seen:
        raise Conflict(
            _("Results, players, wishes or seats changed since these tables were made. Look at the new tables below.")
        )
