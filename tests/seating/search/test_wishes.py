"""What is wished is searched for: apart, together, at tables, each as far as the others allow."""

from itertools import combinations

import pytest

from seating import measure
from seating.layouts.layout import layout
from seating.search.solve import solve
from seating.task import Task
from seating.wishes import Apart, AtTables, Together, Weight

FORTY = frozenset(range(1, 41))


def met(rounds, one, other):
    """The hanchan in which two people meet."""
    return [which for which, tables in enumerate(rounds, 1) for table in tables if {one, other} <= set(table)]


def test_who_must_never_meet_never_meets():
    club = frozenset(range(1, 11))
    found = solve(Task((FORTY,) * 6, wishes=(Apart((club,), None, Weight.MUST),)), 1)
    assert not any(met(found.rounds, one, other) for one, other in combinations(club, 2))
    assert measure(found.rounds, 40).repeats == 0
    assert found.unmet == ()


def test_seeds_meet_late():
    seeds = frozenset(range(1, 9))
    found = solve(Task((FORTY,) * 6, wishes=(Apart((seeds,), 4, Weight.MUST),)), 1)
    assert all(which >= 4 for one, other in combinations(seeds, 2) for which in met(found.rounds, one, other))


@pytest.mark.parametrize("weight", Weight)
def test_who_is_wished_to_meet_meets(weight):
    found = solve(Task((FORTY,) * 5, wishes=(Together(3, 9, 2, weight), Together(5, 6, None, weight))), 1)
    assert met(found.rounds, 3, 9) == [2]
    assert len(met(found.rounds, 5, 6)) == 1
    assert measure(found.rounds, 40).repeats == 0


def test_who_has_a_place_keeps_it_and_those_of_two_places_never_meet():
    wishes = (AtTables(frozenset({4}), frozenset({7})), AtTables(frozenset({8}), frozenset({2})))
    found = solve(Task((FORTY,) * 6, wishes=wishes), 1)
    assert all(4 in tables[6] and 8 in tables[1] for tables in found.rounds)
    assert measure(found.rounds, 40).repeats == 0


def test_a_language_is_spoken_at_some_tables():
    wish = AtTables(frozenset(range(1, 7)), frozenset({1, 2, 3}))
    found = solve(Task((FORTY,) * 4, wishes=(wish,)), 1)
    assert all(wish.players <= {player for table in tables[:3] for player in table} for tables in found.rounds)


def test_a_past_meeting_answers_a_wish_to_meet():
    past = (tuple(tuple(range(at, at + 4)) for at in range(1, 41, 4)),)
    found = solve(Task((FORTY,) * 2, past, (Together(1, 2, None, Weight.MUST),)), 1)
    assert met(found.rounds, 1, 2) == []


@pytest.mark.parametrize(("weight", "repeats"), [(Weight.SOFT, 0), (Weight.STRONG, 0), (Weight.MUST, 6)])
def test_only_what_must_hold_is_worth_a_repeat(weight, repeats):
    """One hanchan is left in which nobody new can be met without the pair that is wished apart."""
    past = tuple(layout(16, 5)[:4])
    one, other = next(iter(layout(16, 5)[4]))[:2]
    task = Task((frozenset(range(1, 17)),), past, (Apart((frozenset({one, other}),), None, weight),))
    found = solve(task, 1, moves=60_000)
    assert (measure(past + found.rounds, 16).repeats >= repeats) and (not found.unmet) == (repeats > 0)
