"""What a seating falls short of, in sentences, beside what can be proved."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seating.bounds import club_bound
from seating.notes import people_text
from seating.unmet import group_bound, unmet, unmet_bound
from seating.wishes import Apart, AtTables, Together, Weight

FIRST = ((1, 2, 3, 4), (5, 6, 7, 8))
SECOND = ((1, 5, 2, 6), (3, 7, 4, 8))
EVERYBODY = frozenset(range(1, 9))


def said(rounds, *wishes, past=()):
    return [str(sentence) for sentence in unmet(rounds, past, wishes)]


def test_a_seating_that_meets_all_wishes_leaves_nothing_to_say():
    wishes = (Apart((frozenset({1, 8}),)), Together(1, 2, 2), AtTables(frozenset({1}), frozenset({1})))
    assert said((FIRST, SECOND), *wishes) == []


def test_meetings_that_nobody_can_avoid_are_called_so():
    (sentence,) = said((FIRST, SECOND), Apart((frozenset({1, 2, 5, 6}),), name="Kyoto"))[:1]
    assert sentence == "Kyoto: 8 unwanted pairings, in hanchan 1, 2. At least 4 are unavoidable."
    assert said((FIRST,), Apart((frozenset({1, 2, 5, 6}),), name="Kyoto"))[0].endswith("They are unavoidable.")


def test_few_meetings_are_told_one_by_one():
    assert said((FIRST, SECOND), Apart((frozenset({1, 2}),))) == [
        "1, 2: 2 unwanted pairings, in hanchan 1, 2. They may be avoidable.",
        "1 and 2 meet in hanchan 1 at table 1, but should be kept apart.",
        "1 and 2 meet in hanchan 2 at table 1, but should be kept apart.",
    ]


def test_one_meeting_is_told_as_one():
    (sentence, _where) = said((FIRST,), Apart((frozenset({1, 2}),), name="Kyoto"))
    assert sentence == "Kyoto: 1 unwanted pairing, in hanchan 1. It may be avoidable."
    (sentence, _where) = said((((1, 2, 3, 4),),), Apart((frozenset({1, 2}),), name="Kyoto"))
    assert sentence == "Kyoto: 1 unwanted pairing, in hanchan 1. It is unavoidable."


def test_meetings_that_come_late_enough_do_not_count():
    assert said((SECOND,), Apart((frozenset({1, 2}),), before=2), past=(FIRST,)) == []
    assert said((SECOND,), Apart((frozenset({1, 2}),), before=3), past=(FIRST,)) != []


def test_a_wished_meeting_is_missed():
    assert said((FIRST, SECOND), Together(1, 8), Together(2, 5, 1)) == [
        "1 and 8 never meet, but should.",
        "2 and 5 do not meet in hanchan 1, but should.",
    ]
    assert said((SECOND,), Together(1, 3), past=(FIRST,)) == []


def test_somebody_sits_at_another_table_than_wished():
    assert said((FIRST, SECOND), AtTables(frozenset({3}), frozenset({1}))) == [
        "3 sits at table 2 in hanchan 2 instead of table 1."
    ]
    assert said((FIRST,), AtTables(frozenset({3}), frozenset({2, 3}))) == [
        "3 sits at table 1 in hanchan 1 instead of one of tables 2, 3."
    ]
    (sentence,) = said((FIRST, SECOND), AtTables(frozenset({5, 6, 7, 8}), frozenset({1})))
    assert sentence == "5, 6, 7, 8: 6 times not at the wished table (1), in hanchan 1, 2."


def test_a_club_on_tables_must_meet_so_often():
    assert [club_bound(people, 4) for people in (0, 4, 5, 8, 16)] == [0, 0, 1, 4, 24]
    assert group_bound((frozenset({1, 2, 3}), frozenset({4, 5, 6})), EVERYBODY, 2) == 2
    assert group_bound((frozenset({1, 2, 3}), frozenset({3, 4, 5})), EVERYBODY, 2) == 2
    assert group_bound((frozenset({1, 2, 3}), frozenset({2, 3, 4})), EVERYBODY, 2) == 1


def test_forbidden_pairs_of_any_two_of_some_people_must_meet_as_a_club_of_them():
    pairs = tuple(frozenset(pair) for pair in combinations((1, 2, 3, 4, 5), 2))
    assert group_bound(pairs, EVERYBODY, 4) == group_bound((frozenset({1, 2, 3, 4, 5}),), EVERYBODY, 4) == 1
    wishes = tuple(Apart((pair,), None, Weight.STRONG) for pair in pairs)
    assert unmet_bound((frozenset(range(1, 17)),), wishes, Weight.STRONG, 4, 0) == 1
    assert said((FIRST,), Apart(pairs))[0].endswith("At least 4 are unavoidable.")


def pairs_of(people, **fields):
    return [Apart((frozenset(pair),), **fields) for pair in combinations(people, 2)]


@pytest.mark.parametrize("weight", [Weight.MUST, Weight.STRONG])
def test_what_single_pairs_force_together_is_not_called_avoidable(weight):
    told = said((FIRST, SECOND), *pairs_of((1, 2, 5), weight=weight))
    assert not [one for one in told if "may be avoidable" in one]
    assert "1, 2: 2 unwanted pairings, in hanchan 1, 2." in told
    assert told[-1] == "1, 2, 5: 4 unwanted pairings, in hanchan 1, 2. At least 2 are unavoidable."
    told = said((FIRST,), *pairs_of((1, 2, 5), weight=weight))
    assert told[0] == "1, 2: 1 unwanted pairing, in hanchan 1."
    assert told[-1] == "1, 2, 5: 1 unwanted pairing, in hanchan 1. It is unavoidable."


def test_a_pair_outside_of_them_may_still_be_avoidable():
    told = said((FIRST,), *pairs_of((1, 2, 5)), Apart((frozenset({7, 8}),)))
    assert "7, 8: 1 unwanted pairing, in hanchan 1. It may be avoidable." in told


def test_pairs_that_hold_in_some_hanchan_force_nothing_in_the_others():
    told = said((FIRST, SECOND), *pairs_of((1, 2, 5), before=2))
    assert told[-1] == "1, 2, 5: 1 unwanted pairing, in hanchan 1. It is unavoidable."


PAIRS = list(combinations(range(1, 9), 2))
TWO_TABLES = [(one, tuple(sorted(EVERYBODY.difference(one)))) for one in combinations(range(1, 9), 4) if 1 in one]


@given(st.sets(st.sampled_from(PAIRS), min_size=1, max_size=12), st.sampled_from(TWO_TABLES))
def test_what_is_called_unavoidable_no_seating_avoids(pairs, tables):
    wishes = [Apart((frozenset(pair),)) for pair in pairs]
    alone = {people_text(wish.groups[0]) for wish in wishes}
    for note in unmet((tables,), (), wishes):
        if note.code == "met_though_apart" and note.params.get("bound"):
            assert note.params["name"] not in alone
            inside = [pair for pair in pairs if set(map(str, pair)) <= set(note.params["name"].split(", "))]
            fewest = min(sum(any({*pair} <= {*table} for table in two) for pair in inside) for two in TWO_TABLES)
            assert note.params["bound"] <= fewest <= note.params["count"]
