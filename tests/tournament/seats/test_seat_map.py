"""A seating as plain values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seating import plan
from tournament.seats.integrity import UnverifiedSeating, verify_map
from tournament.seats.seat_map import (
    Arrangement,
    carried,
    exchange,
    from_plan,
    from_rows,
    numbered,
    renamed,
    seated,
    spans,
    to_rows,
)

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
    verify_map(exchange(PLAN, hanchan, *people[:2]))


def test_somebody_new_sits_only_from_the_hanchan_of_the_change_on():
    changed = renamed(Arrangement(PLAN), 3, {101: 900}).draft
    assert [900 in seated(changed[hanchan]) for hanchan in (1, 2, 3, 4)] == [False, False, True, True]
    assert [101 in seated(changed[hanchan]) for hanchan in (1, 2, 3, 4)] == [True, True, False, False]


def test_late_comers_are_numbered_after_the_seats_of_the_first_hanchan():
    _rounds, people = numbered(renamed(Arrangement(PLAN), 3, {101: 1}).draft)
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
        verify_map(break_it(PLAN))


def test_a_draft_that_leaves_an_expected_person_out_is_not_verified():
    with pytest.raises(UnverifiedSeating):
        verify_map(renamed(Arrangement(PLAN), 1, {101: 900}).draft, {1: PEOPLE})


def test_who_has_a_bye_is_expected_and_needs_no_seat_but_one_of_the_two():
    smaller = {**PLAN, 2: {table: seats for table, seats in PLAN[2].items() if table != 1}}
    out = frozenset(PLAN[2][1])
    verify_map(smaller, {2: PEOPLE}, {2: out})
    with pytest.raises(UnverifiedSeating):
        verify_map(smaller, {2: PEOPLE}, {2: out - {min(out)}})
    with pytest.raises(UnverifiedSeating, match="have a seat and a bye"):
        verify_map(PLAN, {2: PEOPLE}, {2: out})
    with pytest.raises(UnverifiedSeating, match="do not play"):
        verify_map(smaller, {2: PEOPLE}, {2: out | {999}})
    with pytest.raises(UnverifiedSeating, match="which have no seats"):
        verify_map(PLAN, None, {9: out})


def test_byes_are_carried_over_for_who_still_has_no_seat():
    assert carried({1: frozenset({101, 900}), 9: frozenset({900})}, PLAN) == {1: frozenset({900})}


def test_who_takes_a_place_takes_the_byes_from_then_on():
    byes = {1: frozenset({900}), 3: frozenset({900})}
    changed = renamed(Arrangement(PLAN, byes), 2, {900: 901, 101: 902})
    assert changed.byes == {1: frozenset({900}), 3: frozenset({901})}
    assert 101 in changed.people(1) and 902 in changed.people(2)


def test_numbers_are_written_in_spans():
    assert spans([5, 1, 2, 3]) == "1–3, 5"
    assert spans([]) == ""
