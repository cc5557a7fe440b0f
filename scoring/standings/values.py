"""The values that standings are made from and made of."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from scoring.points import FromOne, FromZero, Points
from scoring.standings.cut import CarryOver
from scoring.standings.ties import Break
from scoring.winds import Wind


class Status(StrEnum):
    """The status of a player in the standings."""

    PLAYING = "playing"
    SUBSTITUTE = "substitute"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who may appear in the standings; `ticket` is the start number used for lots, `carried` the points that
    an earlier event has left the player with. `since` is the first hanchan that counts: no cut before it counts the
    player. `uncounted` are later ones for which the player is not ranked."""

    player: int
    status: Status = Status.PLAYING
    seed: int | None = None
    ticket: str = ""
    carried: Points = 0
    since: int = 1
    uncounted: frozenset[int] = frozenset()

    @property
    def is_ranked_in_all(self) -> bool:
        """Return whether the results of all hanchan count for the player."""
        return self.since == 1 and not self.uncounted

    def is_ranked_in(self, hanchan: int) -> bool:
        """Return whether the result of a hanchan counts for the player. Who is not ranked for a hanchan is ranked as if
        they had sat out."""
        return hanchan >= self.since and hanchan not in self.uncounted


@dataclass(frozen=True, slots=True)
class Deduction:
    """A point penalty: `amount` points taken off. Without a hanchan it counts in every standing."""

    player: int
    amount: Points
    hanchan: int | None


@dataclass(frozen=True, slots=True)
class HanchanResult:
    """One hanchan of one player, scored; amounts are points."""

    hanchan: FromOne
    table: FromOne
    wind: Wind
    points: Points
    place: FromOne
    shared: bool
    uma: Points
    score: Points


@dataclass(frozen=True, slots=True)
class Standing:
    """One row. `total` = `carried_in` + `table_total` - `penalties` + `adjustment`, in points.

    `hanchan[n]` is hanchan n+1; `table_total` leaves out the `dropped` ones ("best 5 of 8", or not ranked for it);
    `uncounted` are those of them for which the player was not ranked. `places` also count dropped hanchan, a shared
    place counting for all who share it. `carried` tells of each cut, `breaks` what put the row where it is among equal
    totals.
    """

    player: int
    place: Annotated[FromOne | None, "null for who is not ranked"]
    shared: bool
    ranked: bool
    status: Status
    total: Points
    table_total: Points
    penalties: Points
    hanchan: tuple[Annotated[HanchanResult | None, "null where the player has not played"], ...]
    places: Annotated[
        tuple[FromZero, FromZero, FromZero, FromZero], "how often the player was first, second, third, fourth"
    ]
    tier: Annotated[FromZero, "0 is above every line"] = 0
    adjustment: Annotated[Points, "what cuts have taken off, in points"] = 0
    carried: tuple[CarryOver, ...] = ()
    dropped: Annotated[tuple[FromOne, ...], "the hanchan that do not count"] = ()
    breaks: tuple[Break, ...] = ()
    carried_in: Annotated[Points, "carried from an earlier event, in points"] = 0
    uncounted: tuple[int, ...] = field(default=(), repr=False)  # kept digests of official results have no word for it

    @property
    def own(self) -> tuple[HanchanResult | None, ...]:
        """The hanchan for which the player is ranked, also those that are dropped; None for all others."""
        return tuple(None if one is None or one.hanchan in self.uncounted else one for one in self.hanchan)

    @property
    def firsts(self) -> int:
        """Hanchan won, including shared wins."""
        return self.places[0]

    @property
    def brought(self) -> Points | None:
        """The total carried over from the last cut, None before any cut."""
        return self.carried[-1].carried if self.carried else None
