"""Winds evened out by chains of exchanges within the tables."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from seating import measure, plan
from seating.search.solve import solve
from seating.task import Task
from seating.winds.chains import WindChains
from seating.winds.unevenness import ON_THE_WAY, UNEVEN, unavoidable_cost
from tests.seating.seatings import shuffled

after = st.tuples(st.integers(1, 6), st.integers(0, 5), st.integers(1, 6), st.integers(0, 999))


def case(tables, played, hanchan, seed):
    """A task after a past, and the tables to come, at which nobody has looked at the winds."""
    people = 4 * tables
    rounds = shuffled(people, played + hanchan, seed)
    task = Task((frozenset(range(1, people + 1)),) * hanchan, rounds[:played])
    return task, [[[player - 1 for player in table] for table in tables] for tables in rounds[played:]]


@settings(max_examples=30, deadline=None)
@given(after)
def test_everybody_keeps_the_table_and_winds_are_never_less_even(asked):
    task, planned = case(*asked)
    people = sorted(task.sitting[0])
    before = [[sorted(table) for table in tables] for tables in planned]
    chains = WindChains(task, people, planned)
    begun = chains.cost
    least = unavoidable_cost(task, people)
    assert least <= chains.run(least) <= begun
    assert [[sorted(table) for table in tables] for tables in planned] == before
    assert WindChains(task, people, planned).cost == chains.cost


def test_two_winds_in_the_wrong_order_change_places():
    tables = ((1, 2, 3, 4), (2, 1, 4, 3), (4, 3, 2, 1))
    task = Task((frozenset(range(1, 5)),) * 2, tuple((table,) for table in tables[:1] * 2))
    planned = [[[0, 1, 2, 3]], [[1, 0, 3, 2]]]
    chains = WindChains(task, [1, 2, 3, 4], planned)
    assert chains.run(unavoidable_cost(task, [1, 2, 3, 4])) < 4 * (UNEVEN + ON_THE_WAY)


@settings(max_examples=8, deadline=None)
@given(st.sampled_from([64, 100]), st.integers(1, 7), st.sampled_from([4, 8]), st.integers(0, 99))
def test_where_opponents_are_plenty_nobody_has_winds_less_even_than_must_be(players, played, leaving, seed):
    rounds = plan(players, 8, seed).rounds
    staying = frozenset(Random(seed).sample(range(1, players + 1), players - leaving))
    task = Task((staying,) * (8 - played), rounds[:played])
    found = task.past + solve(task, seed, moves=150_000).rounds
    people = sorted(staying)
    index = {player: place for place, player in enumerate(people)}
    tables = [[[index[player] for player in table] for table in tables] for tables in found[played:]]
    assert WindChains(task, people, tables).cost == unavoidable_cost(task, people)
    assert measure(found, players).repeats == 0
