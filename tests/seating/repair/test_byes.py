"""Byes are shared fairly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seating.repair import share_byes

fields = st.integers(4, 60).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, 12), st.integers(0, min(3, n))))


@given(fields)
def test_byes_differ_by_at_most_one_after_every_hanchan(field):
    people, hanchan, out = field
    had = dict.fromkeys(range(people), 0)
    for resting in share_byes(range(people), hanchan, out):
        assert len(resting) == out
        for one in resting:
            had[one] += 1
        assert max(had.values()) - min(had.values()) <= 1


@given(fields, st.data())
def test_who_has_missed_more_is_never_out_before_who_has_missed_less(field, data):
    people, hanchan, out = field
    missed = {one: data.draw(st.integers(0, 3)) for one in range(people)}
    for resting in share_byes(range(people), hanchan, out, missed):
        still = [missed[one] for one in missed if one not in resting]
        assert not resting or not still or max(missed[one] for one in resting) <= min(still)
        for one in resting:
            missed[one] += 1


@given(fields, st.data())
def test_who_is_preferred_sits_out_first_and_the_shares_stay_fair(field, data):
    people, hanchan, out = field
    ranks = st.dictionaries(st.integers(0, people - 1), st.integers(0, 2))
    preferences = [data.draw(ranks) for _ in range(hanchan)]
    had = dict.fromkeys(range(people), 0)
    for resting in share_byes(range(people), hanchan, out, preferences=preferences):
        for one in resting:
            had[one] += 1
        assert max(had.values()) - min(had.values()) <= 1


def test_of_those_who_have_missed_alike_who_is_named_sits_out():
    byes = share_byes(range(1, 7), 2, 2, preferences=[{4: 1, 6: 0}, {6: 0, 2: 1, 3: 1}])
    assert [sorted(one) for one in byes] == [[4, 6], [2, 3]]


def test_nobody_sits_out_twice_running_while_others_have_not():
    byes = share_byes([4, 1, 3, 2, 5], 5, 1)
    assert [sorted(one) for one in byes] == [[4], [1], [3], [2], [5]]


def test_more_than_there_are_cannot_sit_out():
    with pytest.raises(ValueError, match="5 of 4"):
        share_byes(range(4), 1, 5)
