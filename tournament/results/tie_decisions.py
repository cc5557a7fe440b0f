"""The referee's decisions about equal totals, as values."""

from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from tournament.core.models import Tournament
from tournament.results.models import TieDecisionPlace


class DecidedTie(NamedTuple):
    """One decision: `order` are the ids of the players, best first."""

    id: int
    after: int
    reason: str
    referee: str
    decided_at: datetime
    cancelled_at: datetime | None
    order: tuple[int, ...]

    @property
    def changed_at(self) -> datetime:
        return self.cancelled_at or self.decided_at


def decided_ties(tournament: Tournament) -> tuple[DecidedTie, ...]:
    """Every decision of the event, cancelled ones too, the first decided first. One query."""
    fields = ("id", "after", "reason", "referee", "decided_at", "cancelled_at")
    rows = (
        TieDecisionPlace.objects.filter(decision__tournament=tournament)
        .order_by("decision_id", "position")
        .values_list(*(f"decision__{name}" for name in fields), "player_id")
    )
    return tuple(
        DecidedTie._make((*decision, tuple(player for *_, player in places)))
        for decision, places in groupby(rows, itemgetter(*range(len(fields))))
    )
