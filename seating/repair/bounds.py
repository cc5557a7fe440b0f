"""Bounds for changing players and after hanchan that were played.

Everything is counted person by person: somebody who sits s times in tables of four meets 3s times, and can meet nobody
but those who sit in one of the same hanchan.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from math import comb
from typing import NamedTuple

from seating.rounds import Seating, times_met, winds_as_sat, winds_had
from seating.task import Task
from seating.winds.unevenness import wind_shortage

TWO_APART = 2


class Floors(NamedTuple):
    """Lower bounds of a seating in which not everybody sits in every hanchan."""

    repeats: int
    double_meetings: int
    table_revisits: int
    wind_gap: int


def floors(rounds: Seating) -> Floors:
    """Return bounds for the players of each hanchan of this seating, for any tables."""
    sitting = [{player for table in tables for player in table} for tables in rounds]
    people_met = _people_met(rounds)
    circle = _circles(sitting)
    repeats = sum(max(0, met - len(circle[player])) for player, met in people_met.items())
    double_meetings = sum(_even(met, len(circle[player])) for player, met in people_met.items())
    most_tables = max((len(tables) for tables in rounds), default=0)
    times: dict[int, int] = {}
    for people in sitting:
        for player in people:
            times[player] = times.get(player, 0) + 1
    revisits = sum(max(0, count - most_tables) for count in times.values())
    size = max((len(table) for tables in rounds for table in tables), default=1)
    gap = int(any(count % size for count in times.values()))  # nobody has all winds equally often in three hanchan
    return Floors(-(-repeats // 2), -(-double_meetings // 2), revisits, gap)


def repeats_after(past: Seating, sitting: Sequence[Collection[int]], size: int = 4) -> int:
    """Fewest repeated pairings in all when `past` is played and `sitting` is still to come."""
    pairs = times_met(past)
    met: dict[int, set[int]] = {}
    for one, other in pairs:
        met.setdefault(one, set()).add(other)
        met.setdefault(other, set()).add(one)
    already = sum(times - 1 for times in pairs.values())
    circle = _circles([set(people) for people in sitting])
    times = Counter(player for people in sitting for player in set(people))
    forced = sum(
        max(0, (size - 1) * times[player] - len(others - met.get(player, set()))) for player, others in circle.items()
    )
    return already + -(-forced // 2)


def _circles(sitting: Sequence[Collection[int]]) -> dict[int, set[int]]:
    """Return everybody with whom each player shares a hanchan, computed once for those in the same hanchan."""
    kinds = sorted({frozenset(people) for people in sitting}, key=sorted)
    sits: dict[int, list[int]] = {}
    for kind, people in enumerate(kinds):
        for player in people:
            sits.setdefault(player, []).append(kind)
    together = {kind: frozenset().union(*(kinds[at] for at in kind)) for kind in set(map(tuple, sits.values()))}
    return {player: set(together[tuple(kind)]) - {player} for player, kind in sits.items()}


def _people_met(rounds: Seating) -> dict[int, int]:
    """Return how many people each meets, one counted as often as he or she is met."""
    found: dict[int, int] = {}
    for tables in rounds:
        for table in tables:
            for player in table:
                found[player] = found.get(player, 0) + len(table) - 1
    return found


def _even(meetings: int, people: int) -> int:
    """Return the fewest double meetings of a player with these meetings, spread evenly over these people."""
    if not people:
        return 0
    each, more = divmod(meetings, people)
    return (people - more) * comb(each, 2) + more * comb(each + 1, 2)


class LeastAfter(NamedTuple):
    """The best figures the whole event can still reach after the hanchan played."""

    repeats: int
    wind_gap: int
    wind_gap_any: int
    table_revisits: int
    stays: int


def least_after(past: Seating, sitting: Sequence[Collection[int]], tables: int, size: int = 4) -> LeastAfter:
    """Return the bound of each figure by itself: all at once may not be possible.

    `tables` is the largest number of tables that a hanchan to come has.
    """
    winds = winds_had(past, size)
    gap_any = max((max(had) - min(had) for _, had in winds_as_sat(past, size)), default=0)
    visited: dict[int, set[int]] = {}
    revisits = stays = 0
    before: dict[int, int] = {}
    for tables_of_hanchan in past:
        at = {player: number for number, table in enumerate(tables_of_hanchan, start=1) for player in table}
        revisits += sum(number in visited.get(player, ()) for player, number in at.items())
        stays += sum(before.get(player) == number for player, number in at.items())
        for player, number in at.items():
            visited.setdefault(player, set()).add(number)
        before = at
    still = {player: sum(player in people for people in sitting) for people in sitting for player in people}
    gaps = [_best_gap(had, still.get(player, 0)) for player, had in winds.items()]
    gaps += [_best_gap([0] * size, more) for player, more in still.items() if player not in winds]
    for player, more in still.items():
        fresh = tables - len([number for number in visited.get(player, ()) if number <= tables])
        revisits += max(0, more - fresh)
    short = _short(past, sitting, size)
    gap = max([0, *gaps, TWO_APART if short and short[-1] else 0])
    gap_any = max(gap, gap_any, int(bool(past) or bool(sitting)), TWO_APART if any(short) else 0)
    return LeastAfter(repeats_after(past, sitting, size), gap, gap_any, revisits, stays)


def _short(past: Seating, sitting: Sequence[Collection[int]], size: int) -> list[int]:
    """After each hanchan to come, how many people at least cannot have even winds, because those who play on lack too
    few of one and too many of another; such a person's winds are two apart."""
    if not sitting:
        return []
    rounds = tuple(tuple(tuple(table) for table in tables) for tables in past)
    task = Task(tuple(frozenset(people) for people in sitting), rounds, size=size)
    return wind_shortage(task, task.people)


def _best_gap(had: Sequence[int], more: int) -> int:
    """Return the smallest wind difference possible after so many more hanchan.

    >>> _best_gap([2, 2, 0, 1], 2), _best_gap([1, 1, 1, 1], 5)
    (1, 1)
    """
    counts = sorted(had)
    for _ in range(more):
        counts[0] += 1
        counts.sort()
    return counts[-1] - counts[0]
