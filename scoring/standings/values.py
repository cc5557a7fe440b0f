"""The values that standings are made from and made of."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.points import Points
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
    an earlier event has left the player with."""

    player: int
    status: Status = Status.PLAYING
    seed: int | None = None
    ticket: str = ""
    carried: Points = 0


@dataclass(frozen=True, slots=True)
class Deduction:
    """A point penalty: `amount` points taken off. Without a hanchan it counts in every standing."""

    player: int
    amount: Points
    hanchan: int | None


@dataclass(frozen=True, slots=True)
class HanchanResult:
    """One hanchan of one player, scored; amounts are points."""

    hanchan: int
    table: int
    wind: Wind
    points: Points
    place: int
    shared: bool
    uma: Points
    score: Points


@dataclass(frozen=True, slots=True)
class Standing:
    """One row. `total` = `carried_in` + `table_total` - `penalties` + `adjustment`, in points; `place` is None for who
    is not ranked.

    `hanchan[n]` is hanchan n+1, None where the player has not played; `dropped` are the numbers of those that do not
    count ("best 5 of 8"), which `table_total` leaves out. `places[n]` counts the hanchan that ended in place n+1, a
    shared place counting for all who share it. `adjustment` is what cuts have taken off, `carried` tells of each cut,
    `carried_in` is what an earlier event has left the player with;
    `tier` 0 is above every line. `breaks` tell what put the row where it is among equal totals.
    """

    player: int
    place: int | None
    shared: bool
    ranked: bool
    status: Status
    total: Points
    table_total: Points
    penalties: Points
    hanchan: tuple[HanchanResult | None, ...]
    places: tuple[int, int, int, int]
    tier: int = 0
    adjustment: Points = 0
    carried: tuple[CarryOver, ...] = ()
    dropped: tuple[int, ...] = ()
    breaks: tuple[Break, ...] = ()
    carried_in: Points = 0

    @property
    def firsts(self) -> int:
        """Hanchan won, including shared wins."""
        return self.places[0]

    @property
    def brought(self) -> Points | None:
        """The total carried over from the last cut, None before any cut."""
        return self.carried[-1].carried if self.carried else None
