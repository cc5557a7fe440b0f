"""One player after another: where, in which wind and with whom through all hanchan."""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from ..words import Seating


@dataclass(frozen=True, slots=True)
class Sat:
    """A seat had: hanchan and table from 1, the wind as its index from East, the others at the table in their seats."""

    hanchan: int
    table: int
    wind: int
    companions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """One player's way through the event; hanchan without a seat are byes."""

    player: int
    seats: tuple[Sat, ...]
    byes: tuple[int, ...]
    winds: tuple[int, ...]
    """Times East, South, West, North; without North where three play."""
    wind_gap_any: int
    """Largest difference between the winds after any hanchan."""
    opponents: int
    """How many different people."""
    repeats: int
    """Meetings beyond the first with somebody."""

    @property
    def wind_gap(self) -> int:
        """Wind had most minus wind had least, at the end."""
        return max(self.winds) - min(self.winds)

    @property
    def tables(self) -> tuple[int, ...]:
        """The tables in the order in which they were visited."""
        return tuple(sat.table for sat in self.seats)

    @property
    def table_revisits(self) -> int:
        """Times back at a table sat at before."""
        return len(self.seats) - len(set(self.tables))

    @property
    def stays(self) -> tuple[int, ...]:
        """The hanchan after which this player stays at the table for the next."""
        return tuple(
            one.hanchan
            for one, then in pairwise(self.seats)
            if one.table == then.table and then.hanchan == one.hanchan + 1
        )


def paths(rounds: Seating, players: int) -> tuple[Path, ...]:
    """The path of each of the players 1..``players``, in their order."""
    seats: list[list[Sat]] = [[] for _ in range(players + 1)]
    for hanchan, tables in enumerate(rounds, start=1):
        for number, table in enumerate(tables, start=1):
            for wind, player in enumerate(table):
                others = tuple(other for at, other in enumerate(table) if at != wind)
                seats[player].append(Sat(hanchan, number, wind, others))
    winds = max((len(table) for tables in rounds for table in tables), default=4)
    return tuple(_path(player, tuple(seats[player]), len(rounds), winds) for player in range(1, players + 1))


def _path(player: int, seats: tuple[Sat, ...], hanchan: int, size: int) -> Path:
    winds, worst = [0] * size, 0
    for sat in seats:
        winds[sat.wind] += 1
        worst = max(worst, max(winds) - min(winds))
    met = Counter(other for sat in seats for other in sat.companions)
    seated = {sat.hanchan for sat in seats}
    byes = tuple(number for number in range(1, hanchan + 1) if number not in seated)
    return Path(player, seats, byes, tuple(winds), worst, len(met), met.total() - len(met))
