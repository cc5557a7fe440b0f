"""Winds against the past: as even as can be, and what cannot be is known beforehand."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.seating.planner.seatings import shuffled
from tournament.seating.planner import measure, plan
from tournament.seating.planner.search.balance import Winds
from tournament.seating.planner.search.shortage import unavoidable
from tournament.seating.planner.search.targets import BYE, wind_targets
from tournament.seating.planner.search.unevenness import UNEVEN
from tournament.seating.planner.task import Task


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
    assert unavoidable(task, range(1, people + 1)) == 0
    assert Winds(task, range(1, people + 1), planned, Random(seed)).seat(0) == 0
    named = tuple(tuple(tuple(person + 1 for person in table) for table in tables) for tables in planned)
    assert measure(rounds + named, people).wind_gap_any <= 1


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 6), st.integers(0, 5), st.integers(1, 6), st.integers(0, 999))
def test_nothing_is_more_even_than_is_proved_possible(tables, played, hanchan, seed):
    people = 4 * tables
    task = task_after(shuffled(people, played + hanchan, seed), played)
    planned = tables_of(shuffled(people, hanchan, seed + 1))
    least = unavoidable(task, range(1, people + 1))
    assert Winds(task, range(1, people + 1), planned, Random(seed)).seat(least) >= least


def test_people_who_all_lack_the_same_wind_cannot_all_get_it():
    past = (
        ((5, 1, 2, 3), (6, 4, 7, 8)),
        ((7, 3, 1, 2), (8, 5, 4, 6)),
        ((5, 2, 3, 1), (6, 7, 8, 4)),
    )
    left = frozenset({1, 2, 3, 4})
    assert unavoidable(Task((left,), past), sorted(left)) == 3 * UNEVEN
    assert unavoidable(Task((left,), past[:2]), sorted(left)) == 0


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 8), st.integers(0, 5), st.integers(1, 6), st.integers(0, 999), st.integers(3, 4))
def test_each_wind_is_dealt_as_often_as_there_are_tables(tables, played, hanchan, seed, size):
    people = size * tables + 2
    past = shuffled(4 * tables, played, seed) if size == 4 else ()
    everybody = frozenset(range(1, people + 1))
    task = Task(tuple(everybody - {which % (people - 1) + 1, people} for which in range(hanchan)), past, size=size)
    for sitting, winds in zip(task.sitting, wind_targets(task, range(1, people + 1), Random(seed)), strict=True):
        dealt = Counter(winds)
        assert dealt.pop(BYE) == people - len(sitting)
        assert dealt == Counter(dict.fromkeys(range(size), tables))
