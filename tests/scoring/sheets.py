"""Sheets for the tests of standings: written out, or made up by hypothesis."""

from collections.abc import Sequence

from hypothesis import strategies as st

from scoring.game import ScoreLine, Table
from scoring.standings.values import Deduction, Standing
from scoring.winds import WINDS

AIKO, LUC, EWA, TOM, INES, KOJI, MAX, NOOR = range(1, 9)
NAMES = dict(enumerate(("Aiko", "Luc", "Ewa", "Tom", "Inês", "Koji", "Max", "Noor"), start=1))


def sheet(hanchan: int, *scores: tuple[int, int], table: int = 1, deposits: int = 0) -> Table:
    """A sheet of (player, points) from East to North."""
    lines = tuple(ScoreLine(wind, player, points) for wind, (player, points) in zip(WINDS, scores, strict=True))
    return Table(hanchan, table, lines, deposits)


def fours(hanchan: int, points: Sequence[int]) -> list[Table]:
    """Players 1, 2, ... in fours at tables 1, 2, ..., with these points."""
    players = list(enumerate(points, start=1))
    return [
        sheet(hanchan, *players[at : at + 4], table=1 + at // 4)  # the players at one table
        for at in range(0, len(players), 4)
    ]


def of(rows: Sequence[Standing], player: int) -> Standing:
    """The row of one player."""
    return next(row for row in rows if row.player == player)


def brief(rows: Sequence[Standing]) -> list[tuple[int, int | None, int]]:
    return [(row.player, row.place, row.total) for row in rows]


def events(hanchan: int = 3, step: int = 1_000) -> st.SearchStrategy[list[Table]]:
    """Two tables of eight players in each hanchan, any seats, sums of 120,000; a large `step` makes many ties."""
    most = 60_000 // step
    counts = st.lists(st.integers(-20_000 // step, most), min_size=3, max_size=3)
    rounds = st.lists(st.tuples(st.permutations(range(1, 9)), counts, counts), min_size=hanchan, max_size=hanchan)
    return rounds.map(
        lambda found: [
            sheet(number, *zip(seats[at : at + 4], _scores(count, step), strict=True), table=1 + at // 4)
            for number, (seats, *both) in enumerate(found, start=1)
            for at, count in zip((0, 4), both, strict=True)
        ]
    )


def _scores(counts: list[int], step: int) -> list[int]:
    points = [step * count for count in counts]
    return [*points, 120_000 - sum(points)]


penalties = st.lists(
    st.builds(Deduction, st.integers(1, 8), st.sampled_from([1_000, 2_000, 30_000]), st.sampled_from([None, 1, 2, 3])),
    max_size=6,
)
