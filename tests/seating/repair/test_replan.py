"""The rest of an event planned again: close to what was planned, or as even as can be."""

import pytest

from seating.plans import plan
from seating.quality import measure
from seating.repair import least_after, number_history, replan, share_byes
from seating.task import Task
from seating.wishes import Apart, Weight
from tests.seating.seatings import named

MOVES = 60_000


def moved_tables(before, after):
    """How often somebody who sits in a hanchan both times has another table."""
    where = [
        [{pk: at for at, table in enumerate(tables) for pk in table} for tables in plan] for plan in (before, after)
    ]
    return sum(old[pk] != new[pk] for old, new in zip(*where, strict=True) for pk in old.keys() & new.keys())


def repaired(players, hanchan, played, leaving, *, close):
    """A plan, and what becomes of it when so many people leave after so many hanchan."""
    begun = plan(players, hanchan, 1).rounds
    past, planned = begun[:played], begun[played:]
    staying = range(leaving + 1, players + 1)
    preferences = [
        dict.fromkeys((one for table in tables[len(staying) // 4 :] for one in table), 0) for tables in planned
    ]
    out = share_byes(staying, hanchan - played, len(staying) % 4, preferences=preferences)
    values = number_history(past, [frozenset(staying) - resting for resting in out], planned)
    found = replan(Task(values.sitting, values.past, keep=values.planned), "seed", moves=MOVES, close=close)
    return begun, named((*values.past, *found), values.people), values


@pytest.mark.parametrize(("played", "leaving"), [(4, 4), (7, 8), (9, 4)])
@pytest.mark.parametrize("close", [True, False])
def test_a_hundred_people_of_whom_four_or_eight_leave_never_meet_again(played, leaving, close):
    begun, after, _values = repaired(100, 10, played, leaving, close=close)
    quality = measure(after, 100)
    assert quality.repeats == 0
    assert quality.wind_gap <= 2
    assert after[:played] == begun[:played]


@pytest.mark.parametrize(("players", "hanchan", "played"), [(24, 7, 3), (16, 5, 3)])
def test_a_plan_without_repeats_is_not_planned_anew_into_one_with_some(players, hanchan, played):
    begun = plan(players, hanchan, 1).rounds
    everybody = (frozenset(range(1, players + 1)),) * (hanchan - played)
    task = Task(everybody, begun[:played], keep=begun[played:])
    assert measure((*begun[:played], *replan(task, "seed", moves=MOVES, close=False)), players).repeats == 0


def test_who_leaves_before_the_first_hanchan_leaves_a_layout_without_repeats():
    _begun, after, values = repaired(28, 7, 0, 4, close=False)
    assert (
        measure(tuple(tuple(tuple(one - 4 for one in table) for table in tables) for tables in after), 24).repeats == 0
    )
    assert not values.past


def test_hanchan_that_fall_away_are_overlooked():
    begun = plan(16, 4, 1).rounds
    task = Task((frozenset(range(1, 17)),), begun[:1], keep=begun[1:])
    assert replan(task, "seed", moves=MOVES, close=True) == begun[1:2]


def test_few_people_change_tables_when_the_rest_stays_close():
    moved = {}
    for close in (True, False):
        begun, after, _values = repaired(40, 6, 3, 4, close=close)
        moved[close] = moved_tables(begun, after)
    assert moved[True] < moved[False] // 2


@pytest.mark.parametrize(("players", "most"), [(32, 32), (100, 9)])
def test_when_byes_begin_most_people_stay_where_they_were(players, most):
    """That somebody plays twice running at a table counts as much as that one and a half people more move."""
    begun, after, _values = repaired(players, 6, 1, 1, close=True)
    quality = measure(after, players)
    assert moved_tables(begun, after) + 1.5 * quality.consecutive_table <= most
    assert quality.repeats == 0


@pytest.mark.parametrize(("players", "hanchan", "played"), [(20, 5, 2), (16, 5, 2)])
def test_the_most_even_seating_has_no_more_repeats_than_one_that_stays_close(players, hanchan, played):
    close, even = (measure(repaired(players, hanchan, played, 4, close=kind)[1], players) for kind in (True, False))
    assert even.repeats <= close.repeats


def test_what_nobody_asked_for_is_not_changed():
    begun = plan(40, 6, 1).rounds
    everybody = frozenset(range(1, 41))
    task = Task((everybody,) * 3, begun[:3], keep=begun[3:])
    assert replan(task, "seed", moves=MOVES, close=True) == begun[3:]


def test_wishes_hold_in_a_plan_that_is_stayed_close_to():
    begun = plan(40, 5, 1).rounds
    one, other = begun[3][0][:2]
    apart = Apart((frozenset({one, other}),), weight=Weight.MUST)
    task = Task((frozenset(range(1, 41)),) * 4, begun[:1], (apart,), keep=begun[1:])
    found = replan(task, "seed", moves=MOVES, close=True)
    assert not any({one, other} <= set(table) for tables in found for table in tables)
    assert measure((*begun[:1], *found), 40).repeats == 0
    assert moved_tables(begun[1:], found) <= 6


def test_four_who_come_late_are_not_seated_together_again_and_again():
    begun = plan(40, 6, 1).rounds
    everybody = frozenset(range(1, 45))
    found = replan(Task((everybody,) * 4, begun[:2], keep=begun[2:]), "seed", moves=MOVES, close=True)
    assert measure((*begun[:2], *found), 40).repeats == 0


def test_one_who_leaves_means_byes_and_no_repeat_that_is_not_forced():
    _begun, after, values = repaired(28, 4, 2, 1, close=True)
    assert [len(tables) for tables in after] == [7, 7, 6, 6]
    assert measure(after, 28).repeats == least_after(values.past, values.sitting, 6).repeats == 0
