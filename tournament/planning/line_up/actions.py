"""Correcting who played in a hanchan, with the report sheets that are in: seats, stand-ins and sheets in one write."""

from collections.abc import Mapping

from tournament.core.audit import Act
from tournament.core.models import Hanchan
from tournament.planning.commit import commit
from tournament.planning.line_up.basis import line_up_basis
from tournament.planning.line_up.choices import NO_CHOICES
from tournament.planning.sources.who_played import WhoPlayed
from tournament.seats.models import Seating


def correct_people(
    *,
    hanchan: Hanchan,
    who: Mapping[int, int],
    seen: Mapping[int, int],
    act: Act,
    ranked: Mapping[int, bool] = NO_CHOICES,
) -> Seating | None:
    """Let other people have played at the tables of a hanchan; see `WhoPlayed` for what is said of them.

    Every sheet gets another version. Only this hanchan changes, also after it was closed. The same action with `who`
    the other way round undoes it. Raises Refused with the remedy, Conflict when somebody else was faster. A repeated
    submission returns the first result.
    """
    moved = {written: real for written, real in who.items() if written != real}
    return commit(hanchan.tournament, WhoPlayed(line_up_basis(hanchan), moved, seen, ranked), act)
