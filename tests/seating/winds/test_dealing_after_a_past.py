"""Winds against the past: as even as can be, and what cannot be is known beforehand."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from seating import measure, plan
from seating.task import Task
from seating.winds.chains import WindChains
from seating.winds.dealing import deal_winds
from seating.winds.unevenness import UNEVEN, unavoidable_cost
from tests.seating.seatings import shuffled


def tables_of(rounds):
    """The tables with people as indices, in no order that means anything."""
    return [[sorted(player - 1 for player in table) for table in tables] for tables in rounds]


def task_after(rounds, played):
    everybody = frozenset(player for table in rounds[0] for player in table)
    return Task((everybody,) * (len(rounds) - played), rounds[:played])


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 8), st.integers(0, 2), st.integers(1, 9), st.integers(0, 999))
def test_after_whole_blocks_winds_come_out_perfectly_even(tables, blocks, hanchan, seed):
    people = 4 * tables
    rounds = plan(people, 4 * blocks, seed).rounds if blocks else ()
    task = Task((frozenset(range(1, people + 1)),) * hanchan, rounds)
    planned = tables_of(shuffled(people, hanchan, seed))
    assert unavoidable_cost(task, range(1, people + 1)) == 0
    deal_winds(task, range(1, people + 1), planned, Random(seed))
    assert WindChains(task, range(1, people + 1), planned).cost == 0
    named = tuple(tuple(tuple(person + 1 for person in table) for table in tables) for tables in planned)
    assert measure(rounds + named, people).wind_gap_any <= 1


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 6), st.integers(0, 5), st.integers(1, 6), st.integers(0, 999))
def test_nothing_is_more_even_than_is_proved_possible(tables, played, hanchan, seed):
    people = 4 * tables
    task = task_after(shuffled(people, played + hanchan, seed), played)
    planned = tables_of(shuffled(people, hanchan, seed + 1))
    least = unavoidable_cost(task, range(1, people + 1))
    deal_winds(task, range(1, people + 1), planned, Random(seed))
    assert WindChains(task, range(1, people + 1), planned).run(least) >= least


def test_people_who_all_lack_the_same_wind_cannot_all_get_it():
    past = (
        ((5, 1, 2, 3), (6, 4, 7, 8)),
        ((7, 3, 1, 2), (8, 5, 4, 6)),
        ((5, 2, 3, 1), (6, 7, 8, 4)),
    )
    left = frozenset({1, 2, 3, 4})
    assert unavoidable_cost(Task((left,), past), sorted(left)) == 3 * UNEVEN
    assert unavoidable_cost(Task((left,), past[:2]), sorted(left)) == 0


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 8), st.integers(1, 6), st.integers(0, 999))
def test_byes_leave_the_winds_of_everybody_even(tables, hanchan, seed):
    """A player's blocks are counted in hanchan played, so that a bye changes nothing."""
    people = list(range(1, 4 * tables + 3))
    rng = Random(seed)
    seated = [rng.sample(range(len(people)), 4 * tables) for _ in range(hanchan)]
    task = Task(tuple(frozenset(people[person] for person in seats) for seats in seated))
    planned = [[seats[at : at + 4] for at in range(0, len(seats), 4)] for seats in seated]
    deal_winds(task, people, planned, rng)
    assert measure(tuple(map(tuple, planned)), len(people)).wind_gap_any <= 1
