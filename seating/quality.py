"""The quality of a seating, counted from the seating alone."""

from dataclasses import asdict, dataclass
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from seating.bounds import double_meetings_bound, repeats_bound, running_bound, table_revisits_bound
from seating.rounds import Seating, meetings, size_of, stays, table_visits, winds_as_sat


class RepeatedPair(NamedTuple):
    """Two players who meet more than once, and the hanchan (from 1) in which they do."""

    one: int
    other: int
    hanchan: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Quality:
    """The figures of a seating. Bounds are proved: no seating of this size can be below them."""

    players: int
    hanchan: int
    repeats: int
    """Repeats: meetings beyond the first, summed over all pairs."""
    repeats_bound: int
    double_meetings: int
    """Sum over pairs of m(m-1)/2 for m meetings: grows faster when one pair meets often."""
    double_meetings_bound: int
    most_meetings: int
    first_repeat: int | None
    """The first hanchan (from 1) in which two players meet again."""
    repeated_pairs: tuple[RepeatedPair, ...]
    """Worst first."""
    wind_gap: int
    """Largest difference between the counts of one player's winds, at the end."""
    wind_gap_any: int
    """The same after any hanchan, at its largest."""
    uneven_players: tuple[int, ...]
    """Players whose winds differ by more than one at the end."""
    table_revisits: int
    """Repeated tables, summed over all players."""
    table_revisits_bound: int
    most_table_visits: int
    consecutive_table: int
    """Times that a player has the same table twice running."""
    common_opponents: int | None
    """Fewest opponents in common of two players who never meet, of all who play any hanchan; None if all meet."""
    running_repeats: int
    """Running repeats: times that a pair meets in two hanchan in a row."""
    running_repeats_bound: int
    uneven_sides: int
    """How far the seats of those who meet again are from even, over all pairs: of a pair's m meetings, in which the
    one sits to the left, to the right or opposite of the other, so many would need other seats for the three to be
    had equally often, up to one. A pair that meets twice counts 1 if it sits the same way both times."""
    size: int = 4
    """Players at a table."""

    def to_json(self) -> dict[str, Any]:
        """Plain values for `json.dumps`, named as the fields."""
        plain = asdict(self)
        plain["repeated_pairs"] = [
            {"one": pair.one, "other": pair.other, "hanchan": list(pair.hanchan)} for pair in self.repeated_pairs
        ]
        plain["uneven_players"] = list(self.uneven_players)
        return plain


def measure(rounds: Seating, players: int) -> Quality:
    """Measure a seating. It may be unfinished or faulty (see `problems`); whatever is there is counted."""
    met = meetings(rounds)
    repeated = _repeated_pairs(met)
    at_the_end, gaps_any = _wind_gaps(rounds)
    visits = table_visits(rounds)
    size = size_of(rounds)
    return Quality(
        players=players,
        hanchan=len(rounds),
        repeats=sum(len(hanchan) - 1 for hanchan in met.values()),
        repeats_bound=repeats_bound(players, len(rounds), size),
        double_meetings=sum(len(hanchan) * (len(hanchan) - 1) // 2 for hanchan in met.values()),
        double_meetings_bound=double_meetings_bound(players, len(rounds), size),
        most_meetings=max(map(len, met.values()), default=0),
        first_repeat=min((pair.hanchan[1] for pair in repeated), default=None),
        repeated_pairs=repeated,
        wind_gap=max(at_the_end.values(), default=0),
        wind_gap_any=gaps_any,
        uneven_players=tuple(sorted(player for player, gap in at_the_end.items() if gap > 1)),
        table_revisits=sum(len(hanchan) - 1 for hanchan in visits.values()),
        table_revisits_bound=table_revisits_bound(players, len(rounds), size),
        most_table_visits=max(map(len, visits.values()), default=0),
        consecutive_table=len(stays(rounds)),
        common_opponents=_common_opponents(met, rounds),
        running_repeats=sum(later == hanchan + 1 for pair in repeated for hanchan, later in pairwise(pair.hanchan)),
        running_repeats_bound=running_bound(players, len(rounds), size),
        uneven_sides=sum(_uneven(sides) for sides in _sides(rounds).values() if sum(sides) > 1),
        size=size,
    )


def _sides(rounds: Seating) -> dict[tuple[int, int], list[int]]:
    """For each pair (lower number first) how often the higher sits to the right of the lower, opposite, to the left;
    at tables of three nobody is opposite."""
    size = size_of(rounds)
    sides: dict[tuple[int, int], list[int]] = {}
    for table in (table for tables in rounds for table in tables if len(table) == size):
        for seat, one in enumerate(table):
            for step in range(1, size):
                other = table[(seat + step) % size]
                if one < other:
                    sides.setdefault((one, other), [0] * (size - 1))[step - 1] += 1
    return sides


def _uneven(counts: list[int]) -> int:
    """Fewest units to move for the counts to differ by at most one."""
    each, more = divmod(sum(counts), len(counts))
    even = [each + 1] * more + [each] * (len(counts) - more)
    return sum(max(0, count - goal) for count, goal in zip(sorted(counts, reverse=True), even, strict=True))


def _repeated_pairs(met: dict[tuple[int, int], list[int]]) -> tuple[RepeatedPair, ...]:
    pairs = [RepeatedPair(*pair, tuple(hanchan)) for pair, hanchan in met.items() if len(hanchan) > 1]
    return tuple(sorted(pairs, key=lambda pair: (-len(pair.hanchan), pair.hanchan[1], pair)))


def _wind_gaps(rounds: Seating) -> tuple[dict[int, int], int]:
    """Each player's gap at the end, and the largest gap of anybody after any hanchan."""
    gaps: dict[int, int] = {}
    worst = 0
    for player, counts in winds_as_sat(rounds, size_of(rounds)):
        gaps[player] = max(counts) - min(counts)
        worst = max(worst, gaps[player])
    return gaps, worst


def _common_opponents(met: dict[tuple[int, int], list[int]], rounds: Seating) -> int | None:
    """Of everybody who sits in some hanchan, byes or not. Opponents are kept as the bits of one number per player."""
    people = sorted({player for tables in rounds for table in tables for player in table if player > 0})
    opponents = dict.fromkeys(people, 0)
    for one, other in met:
        if 0 < one < other:
            opponents[one] |= 1 << other
            opponents[other] |= 1 << one
    strangers = (
        (opponents[one] & opponents[other]).bit_count()
        for one, other in combinations(people, 2)
        if not opponents[one] >> other & 1
    )
    fewest = None
    for common in strangers:
        fewest = common if fewest is None else min(fewest, common)
        if fewest == 0:
            break  # in a large field at once, and there are half a million pairs
    return fewest
