"""What is kept count of by change is what a fresh count finds."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from seating.search.cost import TaskCost
from seating.search.opponents_and_winds import OpponentsAndWinds
from seating.search.relabelling import Relabelling
from seating.search.state import PairState
from seating.task import Task
from seating.wishes import Apart, AtTables, Together, Weight
from tests.seating.seatings import shuffled

PEOPLE = range(1, 17)
WISHES = (
    Apart((frozenset({1, 2, 3}), frozenset({9, 10})), 4, Weight.MUST),
    Apart((frozenset({3, 4, 5, 6}),), None, Weight.SOFT),
    Together(7, 8, 3),
    Together(11, 12),
    AtTables(frozenset({1, 13}), frozenset({2, 3}), Weight.STRONG),
)


def begun(seed):
    rounds = shuffled(16, 5, seed)
    task = Task((frozenset(PEOPLE),) * 3, rounds[:2], WISHES)
    return task, [[[player - 1 for player in table] for table in tables] for tables in rounds[2:]]


def disturbed(state, fresh, hanchan, seed, people=16):
    """Make exchanges by chance, and compare with a count of the outcome from nothing."""
    random = Random(seed).random
    for _ in range(30):
        wrongs = state.heavy.listed + state.light.listed
        which, one, other = state.proposal(wrongs[int(random() * len(wrongs))], random) if wrongs else (0, 0, 0)
        if one != other:
            rise = state.rise(which, one, other)
            state.exchange(which, one, other)
            state.cost += rise
    again = fresh(state.snapshot())
    assert state.cost == again.cost
    assert set(state.heavy.listed) == set(again.heavy.listed)
    assert set(state.light.listed) == set(again.light.listed)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_opponents_are_counted_as_from_nothing(seed):
    task, rounds = begun(seed)
    prices = TaskCost(task, PEOPLE)
    disturbed(PairState(rounds, prices, 2), lambda found: PairState(found, prices, 2), 3, seed)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_opponents_and_winds_are_counted_as_from_nothing(seed):
    task, rounds = begun(seed)
    prices = TaskCost(task, PEOPLE)
    state = OpponentsAndWinds(rounds, prices, task, PEOPLE)
    disturbed(state, lambda found: OpponentsAndWinds(found, prices, task, PEOPLE), 3, seed)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_people_on_places_are_counted_as_from_nothing(seed):
    rounds = shuffled(16, 4, seed)

    def at(places):
        state = Relabelling(rounds, WISHES, Random(1))
        where = dict(enumerate(places))
        for person, place in where.items():
            if state.place[person] != place:
                other = state.place.index(place)
                state.cost += state.rise(0, person, other)
                state.exchange(0, person, other)
        return state

    disturbed(Relabelling(rounds, WISHES, Random(seed)), at, 4, seed)
