"""A seating as plain values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.seating.draft import (
    UnverifiedSeating,
    exchange,
    from_plan,
    from_rows,
    numbered,
    rebind,
    seated,
    spans,
    to_rows,
    verify,
)
from tournament.seating.planner import plan

PEOPLE = tuple(range(101, 117))
PLAN = from_plan(plan(16, 4, 7).rounds, PEOPLE)


def test_rows_in_any_order_come_back_as_the_same_draft():
    rows = to_rows(PLAN)
    assert from_rows(list(reversed(rows))) == PLAN
    assert len(rows) == 64


@given(st.permutations(PEOPLE), st.integers(1, 4))
def test_who_changes_places_twice_sits_as_before(people, hanchan):
    one, other = people[:2]
    assert exchange(exchange(PLAN, hanchan, one, other), hanchan, one, other) == PLAN


@given(st.permutations(PEOPLE), st.integers(1, 4))
def test_a_swap_is_always_a_seating_again(people, hanchan):
    verify(exchange(PLAN, hanchan, *people[:2]))


def test_somebody_new_sits_only_from_the_hanchan_of_the_change_on():
    changed = rebind(PLAN, 3, 101, 900)
    assert [900 in seated(changed[hanchan]) for hanchan in (1, 2, 3, 4)] == [False, False, True, True]
    assert [101 in seated(changed[hanchan]) for hanchan in (1, 2, 3, 4)] == [True, True, False, False]


def test_late_comers_are_numbered_after_the_seats_of_the_first_hanchan():
    _rounds, people = numbered(rebind(PLAN, 3, 101, 1))
    assert people[:16] == PEOPLE and people[16] == 1


@pytest.mark.parametrize(
    ("break_it", "why"),
    [
        (lambda d: {**d, 2: {**d[2], 1: (*d[2][1][:3], d[2][2][0])}}, "hanchan 2"),
        (lambda d: {**d, 2: {**d[2], 1: d[2][1][:3]}}, "hanchan 2"),
        (lambda d: {number: tables for number, tables in d.items() if number != 2}, "do not follow"),
    ],
)
def test_a_faulty_draft_is_never_verified(break_it, why):
    with pytest.raises(UnverifiedSeating, match=why):
        verify(break_it(PLAN))


def test_a_draft_that_leaves_an_expected_person_out_is_not_verified():
    with pytest.raises(UnverifiedSeating):
        verify(rebind(PLAN, 1, 101, 900), {1: PEOPLE})


def test_numbers_are_written_in_spans():
    assert spans([5, 1, 2, 3]) == "1–3, 5"
    assert spans([]) == ""
