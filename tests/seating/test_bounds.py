"""What no seating can do better than: small cases are gone through."""

from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seating.bounds import (
    COUNTED_OUT,
    SHARED_BY_TWO_HANCHAN,
    common_opponents_bound,
    double_meetings_bound,
    most_visits_bound,
    running_bound,
    stays_bound,
)
from seating.designs.constructions import design
from seating.quality import measure
from tests.seating.seatings import shuffled

HALVES = [frozenset((0, *others)) for others in combinations(range(1, 8), 3)]
"""The 35 hanchan of eight players, by who sits with player 0."""

EXTRA = {4: 8, 2: 0, 3: 2, 1: 2}
"""Pairs that two hanchan share beyond four, by how many of the two halves are the same."""

FEW = 4
"""Up to so many hanchan those that are the same but for the names of the players are gone through only once."""


def renamings():
    """What becomes of each half when the players are renamed so that the first of HALVES stays as it is."""
    names = list(range(8))
    for inside in permutations(names[:4]):
        for outside in permutations(names[4:]):
            for renamed in (inside + outside, outside + inside):
                halves = [frozenset(renamed[player] for player in half) for half in HALVES]
                yield [HALVES.index(half if 0 in half else frozenset(names) - half) for half in halves]


def alike(taken, tables):
    """One of all the ways to choose hanchan that are the same but for the names."""
    return min(tuple(sorted(table[half] for half in taken)) for table in tables)


def can_have(hanchan, extra):
    """Whether eight players can have so many hanchan that share at most ``extra`` pairs beyond four for each two.

    Of k hanchan one can be left out so that the others share no more than (k-2)/k of it, so all are reached by adding
    one at a time within these caps; all hanchan are alike, so the first may be any. Shared pairs are even in number.
    """
    caps = {hanchan: extra}
    for count in range(hanchan, 1, -1):
        caps[count - 1] = caps[count] * (count - 2) // count // 2 * 2
    costs = [[EXTRA[len(one & other)] for other in HALVES] for one in HALVES]
    tables = [table for table in renamings() if table[0] == 0]
    found = {(0,): 0}
    for count in range(2, hanchan + 1):
        found = {
            tuple(sorted((*taken, new))): total
            for taken, had in found.items()
            for new in range(len(HALVES))
            if (total := had + sum(costs[new][one] for one in taken)) <= caps[count]
        }
        if count <= FEW:
            found = {alike(taken, tables): total for taken, total in found.items()}
    return bool(found)


@pytest.mark.parametrize("hanchan", sorted(hanchan for _, hanchan in COUNTED_OUT))
def test_eight_players_cannot_do_better_than_was_counted_out(hanchan):
    fewest = COUNTED_OUT[8, hanchan] - 4 * hanchan * (hanchan - 1) // 2
    assert not can_have(hanchan, fewest - 2)


@given(st.sampled_from([8, 12]), st.integers())
def test_two_hanchan_of_few_tables_share_pairs(players, seed):
    assert measure(shuffled(players, 2, seed), players).running_repeats >= SHARED_BY_TWO_HANCHAN[players]


@given(st.sampled_from([8, 12, 16]), st.integers())
def test_somebody_stays_where_as_few_pairs_as_must_meet_twice_running(players, seed):
    rounds = shuffled(players, 2, seed) if players < 16 else _relabelled(design(16, 5, _Fixed()), seed)
    for before, after in pairwise(rounds):
        quality = measure([before, after], players)
        if quality.running_repeats == running_bound(players, 2):
            assert quality.consecutive_table >= stays_bound(players, 2) > 0


class _Fixed:
    """Chance that always takes the first."""

    def random(self):
        return 0.0

    def sample(self, items, count):
        return list(items)[:count]

    def shuffle(self, items):
        pass


def _relabelled(rounds, seed):
    """Players from 1, tables of each hanchan in a random order."""
    order = [table for (table, *_) in shuffled(16, len(rounds), seed)]
    return [
        [[point + 1 for point in tables[(number + start[0]) % 4]] for number in range(4)]
        for tables, start in zip(rounds, order, strict=True)
    ]


def test_bounds_of_known_sizes():
    assert [double_meetings_bound(20, hanchan) for hanchan in (5, 7, 8, 12)] == [0, 20, 50, 170]
    assert double_meetings_bound(8, 9) == 160
    assert (most_visits_bound(16, 9), stays_bound(16, 5), stays_bound(20, 5), running_bound(12, 3)) == (3, 16, 0, 6)


def test_common_opponents_of_strangers_cannot_be_more_than_there_are_meetings_for():
    assert common_opponents_bound(16, 4) == 12
    assert common_opponents_bound(24, 3) == 3
    assert common_opponents_bound(16, 5) is None
