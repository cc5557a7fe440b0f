"""People of a real event as the planner's numbers, and the rest planned with the past."""

from hypothesis import given, settings
from hypothesis import strategies as st

from seating.repair import number_history, share_byes
from seating.search.solve import solve
from seating.task import Task
from tests.seating.seatings import named

PAST = (((104, 101, 103, 102), (108, 105, 107, 106)),)


def test_who_left_keeps_a_number_and_names_come_back():
    values = number_history(PAST, [{101, 102, 103, 104, 105, 106, 107, 200}])
    assert set(values.people) == {*range(101, 109), 200}
    assert named(values.past, values.people) == PAST
    assert {values.people[number - 1] for number in values.sitting[0]} == {101, 102, 103, 104, 105, 106, 107, 200}


def test_a_plan_to_stay_close_to_is_numbered_alike():
    planned = (((101, 105, 102, 106), (103, 107, 104, 108)),)
    values = number_history(PAST, [{101, 102, 103, 104}], planned)
    assert named(values.planned, values.people) == planned


def test_who_left_before_ever_sitting_is_in_the_plan_and_has_the_last_number():
    planned = (((101, 105, 102, 106), (103, 107, 104, 108)),)
    values = number_history((), [{101, 102, 103, 104}], planned)
    assert named(values.planned, values.people) == planned
    assert values.people[:4] == (101, 102, 103, 104)


@settings(max_examples=12, deadline=None)
@given(st.integers(5, 19), st.integers(1, 4), st.integers(0, 99))
def test_with_byes_everybody_sits_or_rests_exactly_once_and_the_past_is_untouched(people, hanchan, seed):
    everybody = frozenset(range(101, 101 + people))
    out = share_byes(sorted(everybody), hanchan, people % 4)
    values = number_history((), [everybody - resting for resting in out])
    found = named(solve(Task(values.sitting, values.past), seed, moves=400).rounds, values.people)
    for tables, resting in zip(found, out, strict=True):
        seated = [player for table in tables for player in table]
        assert sorted([*seated, *resting]) == sorted(everybody)
        assert all(len(table) == 4 for table in tables)
