"""Seatings as values, and counts over them.

A *seating* is a tuple of hanchan ("rounds"); a hanchan is the tuple of its tables 1..g in order; a table is its players
East, South, West, North (East, South, West where three play). Players, hanchan and tables count from 1 wherever a
person or another package sees them; inside the constructions players are points 0..N-1 and hanchan are indices.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from seating.arguments import whole_number
from seating.notes import CannotPlan, gettext_noop

Table = tuple[int, ...]
Round = tuple[Table, ...]
Rounds = tuple[Round, ...]
Seating = Sequence[Sequence[Sequence[int]]]
"""Any nesting of sequences, also a faulty one: what functions accept."""

SIZES = (3, 4)
"""Possible numbers of players at a table: four, or three (sanma)."""

MOST_PLAYERS = 10_000
"""A plan of so many players and 40 hanchan takes 7 s of processor time and 400 MB, of 10 hanchan 2 s and 120 MB."""

MOST_WITH_WISHES = 1_000
"""With wishes tables may be searched for: that needs memory for every pair of players in every hanchan."""

MOST_HANCHAN = 40


def table_of(seats: Sequence[int]) -> Table:
    """Players as East, South, West, North, or without North; `ValueError` when they are not four or three."""
    if len(seats) not in SIZES:
        raise ValueError(f"a table has {' or '.join(map(str, SIZES))} players, not {len(seats)}")
    return tuple(seats)


MOST_SEATS = 4


Pair = tuple[int, int]
"""Two players, the lower number first."""


class Stay(NamedTuple):
    """A player who has the same table (from 1) in the hanchan `hanchan` (from 1) and in the next."""

    hanchan: int
    table: int
    player: int


def size_of(rounds: Seating) -> int:
    """Return the number of players at a table, three or four."""
    return min(MOST_SEATS, max((len(table) for tables in rounds for table in tables), default=MOST_SEATS))


def meetings(rounds: Seating) -> dict[Pair, list[int]]:
    """The hanchan (from 1) in which each pair of players meets; pairs that never meet are not in it."""
    met: dict[Pair, list[int]] = {}
    for hanchan, tables in enumerate(rounds, start=1):
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met.setdefault(pair, []).append(hanchan)
    return met


def times_met(rounds: Seating) -> dict[Pair, int]:
    """Return how often each pair has met."""
    return {pair: len(hanchan) for pair, hanchan in meetings(rounds).items()}


def winds_as_sat(rounds: Seating, size: int = 4) -> Iterator[tuple[int, list[int]]]:
    """Yield every seat in the order of the hanchan: the player, and their count of each wind so far."""
    had: dict[int, list[int]] = {}
    for tables in rounds:
        for table in tables:
            for wind, player in enumerate(table[:size]):
                counts = had.setdefault(player, [0] * size)
                counts[wind] += 1
                yield player, counts


def winds_had(rounds: Seating, size: int = 4) -> dict[int, list[int]]:
    """Return how often everybody has had each wind."""
    return dict(winds_as_sat(rounds, size))


def table_visits(rounds: Seating) -> dict[tuple[int, int], list[int]]:
    """The hanchan (from 1) in which a player sits at a table, by (player, table)."""
    visits: dict[tuple[int, int], list[int]] = {}
    for hanchan, tables in enumerate(rounds, start=1):
        for visit in _table_of_each(tables):
            visits.setdefault(visit, []).append(hanchan)
    return visits


def stays(rounds: Seating) -> set[Stay]:
    """Return everybody with the same table in two consecutive hanchan."""
    return {
        Stay(hanchan, table, player)
        for hanchan, (before, after) in enumerate(pairwise(set(_table_of_each(one)) for one in rounds), start=1)
        for player, table in before & after
    }


def _table_of_each(tables: Iterable[Iterable[int]]) -> list[tuple[int, int]]:
    return [(player, number) for number, table in enumerate(tables, start=1) for player in table]


DO_NOT_FILL = {
    4: (
        gettext_noop("{players} players cannot sit four to a table: add 1 substitute or leave out {fewer}."),
        gettext_noop("{players} players cannot sit four to a table: add {more} substitutes or leave out {fewer}."),
    ),
    3: (
        gettext_noop("{players} players cannot sit three to a table: add 1 substitute or leave out {fewer}."),
        gettext_noop("{players} players cannot sit three to a table: add {more} substitutes or leave out {fewer}."),
    ),
}
"""By the size of a table: when one player is missing, and when more are."""


def check_size_with_wishes(players: int) -> None:
    """Raise `CannotPlan`, with the remedy, for more players than can be seated by wishes."""
    if players > MOST_WITH_WISHES:
        raise CannotPlan.because(
            "too_many_for_wishes",
            gettext_noop(
                "{players} players are too many for wishes; with wishes at most {most} can be seated. Plan without "
                "wishes, or split the tournament."
            ),
            players=players,
            most=MOST_WITH_WISHES,
        )


def check_size(players: int, hanchan: int, size: int = 4) -> None:
    """Raise `CannotPlan`, with the remedy, when these numbers cannot be seated."""
    for name, value in (("players", players), ("hanchan", hanchan), ("size", size)):
        whole_number(name, value)
    if size not in SIZES:
        raise CannotPlan.because(
            "table_size", gettext_noop("A table has three or four players, not {size}."), size=size
        )
    if players < size:
        few = gettext_noop("A seating needs at least {least} players; add players first.")
        raise CannotPlan.because("too_few_players", few, least=size)
    if players > MOST_PLAYERS:
        raise CannotPlan.because(
            "too_many_players",
            gettext_noop("{players} players are too many; at most {most} can be seated. Split the tournament."),
            players=players,
            most=MOST_PLAYERS,
        )
    if players % size:
        one, many = DO_NOT_FILL[size]
        missing = -players % size
        raise CannotPlan.because(
            "tables_not_full", one if missing == 1 else many, players=players, more=missing, fewer=players % size
        )
    if hanchan < 1:
        raise CannotPlan.because("no_hanchan", gettext_noop("A tournament has at least one hanchan. Enter 1 or more."))
    if hanchan > MOST_HANCHAN:
        raise CannotPlan.because(
            "too_many_hanchan",
            gettext_noop("{rounds} hanchan are too many; at most {most} can be seated. Plan them in parts."),
            rounds=hanchan,
            most=MOST_HANCHAN,
        )
