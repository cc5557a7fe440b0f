"""Wishes that cannot all come true are named before anything is searched for."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.impossible import conflicts, contradictions
from seating.search.solve import solve
from seating.task import Task
from seating.wishes import Apart, AtTables, Together, Weight

EIGHT = frozenset(range(1, 9))
TWELVE = frozenset(range(1, 13))
PLAYED = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
MUST = Weight.MUST


def said(*wishes, sitting=(TWELVE,) * 3, past=()):
    return [str(sentence) for sentence in contradictions(Task(sitting, past, wishes))]


def odd(*wishes, sitting=(TWELVE,) * 3, past=()):
    return [str(sentence) for sentence in conflicts(Task(sitting, past, wishes))]


def meet(one, other, hanchan=None):
    return Together(one, other, hanchan, MUST)


def group(*people):
    return frozenset(people)


CASES = {
    "a club larger than the hall": (
        [Apart((group(1, 2, 3, 4),), None, MUST, "Kyoto")],
        "4 people who must not meet (Kyoto) play hanchan 1, which has only 3 tables: some must share a table.",
    ),
    "forbidden pairs of any two of four": (
        [Apart(tuple(group(*pair) for pair in combinations((1, 2, 3, 4), 2)), None, MUST)],
        "4 people who must not meet (1, 2, 3, 4) play hanchan 1, which has only 3 tables: some must share a table.",
    ),
    "forbidden pairs, each a wish of its own, and a club": (
        [
            Apart((group(1, 2, 3),), None, MUST, "Kyoto"),
            *(Apart((group(4, other),), None, MUST) for other in (1, 2, 3)),
        ],
        "4 people who must not meet (1, 2, 3, 4) play hanchan 1",
    ),
    "seeds apart for too long": (
        [Apart((group(1, 2, 3, 4),), 2, MUST)],
        "4 people who must not meet (1, 2, 3, 4) play hanchan 1",
    ),
    "nobody left to sit with": (
        [Apart(tuple(group(1, other) for other in range(2, 11)), None, MUST)],
        "Player 1 needs 3 opponents in hanchan 1, but may meet only 2.",
    ),
    "together and apart": (
        [meet(2, 1), Apart((group(1, 2, 3),), None, MUST, "Kyoto")],
        "Players 1 and 2 should meet and should also be kept apart (Kyoto). Withdraw one of the two wishes.",
    ),
    "too many at one table": (
        [*(meet(1, other, 2) for other in (2, 3, 4, 5))],
        "The wishes for hanchan 2 put 5 people at one table (1, 2, 3, 4, 5), which has 4 seats.",
    ),
    "five who may sit only with one another": (
        [Apart(tuple(group(one, other) for one in range(1, 6) for other in range(6, 13)), None, MUST)],
        "5 people (1, 2, 3, 4, 5) may sit only with one another in hanchan 1, and 5 people do not fill tables of 4.",
    ),
    "a table of meetings with two kept apart": (
        [meet(1, 2, 1), meet(2, 3, 1), Apart((group(1, 3),), None, MUST)],
        "The wishes for hanchan 1 put 1, 2, 3 at one table, but players 1 and 3 should be kept apart.",
    ),
    "meetings and fixed tables above four": (
        [meet(1, 2, 1), AtTables(group(2, 3, 4, 5), group(1)), meet(6, 1, 1)],
        "The wishes for hanchan 1 put 6 people at one table (1, 2, 3, 4, 5, 6), which has 4 seats.",
    ),
    "a fixed table and a meeting with two kept apart": (
        [meet(1, 2, 1), AtTables(group(2), group(1)), AtTables(group(3), group(1)), Apart((group(1, 3),), None, MUST)],
        "The wishes for hanchan 1 put 1, 2, 3 at one table, but players 1 and 3 should be kept apart.",
    ),
    "a table of meetings over two fixed tables": (
        [meet(1, 2, 1), meet(2, 3, 1), AtTables(group(1), group(1)), AtTables(group(3), group(2))],
        "The wishes for hanchan 1 put 1, 2, 3 at one table, but no table is allowed for all of them.",
    ),
    "a table of meetings with no table for all": (
        [meet(1, 2, 1), meet(2, 3, 1), AtTables(group(1), group(1, 2)), AtTables(group(3), group(3))],
        "The wishes for hanchan 1 put 1, 2, 3 at one table, but no table is allowed for all of them.",
    ),
    "more meetings than opponents": (
        [*(meet(1, other) for other in range(2, 12))],
        "Player 1 should meet 10 people, but has at most 9 opponents in the hanchan to come.",
    ),
    "a hanchan that never comes": ([meet(1, 2, 4)], "the last hanchan is 3."),
    "somebody who does not sit": ([meet(1, 40, 2)], "in which 40 does not play."),
    "nobody ever sits": ([meet(1, 40)], "there is no hanchan in which both play."),
    "a table that is not there": (
        [AtTables(group(1), group(4))],
        "1 must sit at table 4; hanchan 1 has tables 1 to 3. Choose one of these.",
    ),
    "tables that are not there": (
        [AtTables(group(1, 2), group(4, 5))],
        "1, 2 must sit at tables 4, 5; hanchan 1 has tables 1 to 3. Choose some of these.",
    ),
    "two tables for one": (
        [AtTables(group(1), group(1, 2)), AtTables(group(1), group(3))],
        "Player 1 has several wishes for a table, and no table satisfies them all.",
    ),
    "more people than seats": (
        [AtTables(group(1, 2, 3, 4, 5), group(1, 2)), AtTables(group(6, 7, 8, 9), group(2, 1))],
        "9 people (1, 2, 3, 4, 5, 6, 7, 8, 9) must sit at tables 1, 2 in hanchan 1, which have 8 seats.",
    ),
    "more people than seats at one table": (
        [AtTables(group(1, 2, 3, 4, 5), group(1))],
        "5 people (1, 2, 3, 4, 5) must sit at table 1 in hanchan 1, which has 4 seats.",
    ),
    "meeting from different tables": (
        [AtTables(group(3), group(2)), AtTables(group(5), group(1)), meet(3, 5)],
        "Players 3 and 5 should meet and must sit at different tables.",
    ),
    "apart at one table": (
        [AtTables(group(3), group(2)), AtTables(group(5), group(2)), Apart((group(3, 5, 7),), None, MUST)],
        "2 people who must not meet (3, 5) must all sit at table 2 in hanchan 1. Allow other tables,",
    ),
    "apart at too few tables": (
        [AtTables(group(3, 5, 7), group(1, 2)), Apart((group(3, 5, 7),), None, MUST)],
        "3 people who must not meet (3, 5, 7) must all sit at tables 1, 2 in hanchan 1: some must share a table.",
    ),
    "meeting oneself": ([meet(1, 1)], "Player 1 cannot meet themselves: name two different players."),
    "a hanchan before the first": ([meet(1, 2, 0)], "Players 1 and 2 should meet in hanchan 0;"),
    "a table before the first": ([AtTables(group(1), group(0))], "1: there is no table 0;"),
    "no table at all": ([AtTables(group(1), group())], "the wish names no table."),
}


@pytest.mark.parametrize(("wishes", "expected"), CASES.values(), ids=CASES)
def test_each_contradiction_is_named_with_who_and_why(wishes, expected):
    (sentence,) = said(*wishes)
    assert expected in sentence
    assert sentence.endswith((".", "on.", "wish."))


def test_with_one_hanchan_to_come_every_wished_meeting_is_in_it():
    (crowd,) = said(*(meet(1, other) for other in (2, 3, 4, 5)), sitting=(TWELVE,))[:1]
    assert "put 5 people at one table (1, 2, 3, 4, 5), which has 4 seats" in crowd
    (linked,) = said(meet(1, 2), meet(2, 3), Apart((group(1, 3),), None, MUST), sitting=(TWELVE,))
    assert "put 1, 2, 3 at one table, but players 1 and 3 should be kept apart" in linked


def test_more_meetings_than_seats_are_counted_over_the_hanchan_that_the_player_plays():
    absent = frozenset(range(2, 10))
    wishes = [meet(1, other) for other in range(2, 9)]
    assert said(*wishes, sitting=(TWELVE,) * 3) == []
    (sentence,) = said(*wishes, sitting=(TWELVE, TWELVE, absent))
    assert "Player 1 should meet 7 people, but has at most 6 opponents in the hanchan to come." in sentence


def test_people_linked_by_meetings_who_share_a_table_can_be_had():
    wishes = [meet(1, 2, 1), meet(2, 3, 1), AtTables(group(1), group(1, 2)), AtTables(group(3), group(2, 3))]
    assert said(*wishes) == []
    assert not solve(Task((TWELVE,) * 3, wishes=tuple(wishes)), 1, moves=8_000).unmet


def test_what_has_been_played_can_neither_be_wished_for_nor_be_at_odds():
    (over,) = said(meet(1, 5, 1), past=(PLAYED,))
    assert "which has been played" in over
    assert said(meet(1, 2, 1), meet(1, 2), past=(PLAYED,)) == []
    assert said(meet(1, 2), meet(1, 2, 1), Apart((group(1, 2),), None, MUST), past=(PLAYED,)) == []
    elsewhere = (AtTables(group(1), group(2)), AtTables(group(2), group(3)))
    assert said(meet(1, 2), *elsewhere, past=(PLAYED,)) == []


def test_meeting_again_is_at_odds_but_can_be_had():
    wishes = (meet(1, 2, 3), meet(2, 1, 2))
    assert said(*wishes) == []
    (twice,) = odd(*wishes)
    assert "Players 1 and 2 should meet in hanchan 2 and again in hanchan 3" in twice
    (again,) = odd(meet(1, 2, 2), past=(PLAYED,))
    assert "met in hanchan 1" in again


def test_two_with_the_same_fixed_place_can_be_had():
    wishes = (AtTables(group(3), group(2)), AtTables(group(5), group(2)))
    assert said(*wishes) == []
    assert odd(*wishes) == [
        "Players 3, 5 are all fixed at table 2: they would meet in every hanchan. Give each their own table."
    ]


def test_a_hall_that_grows_may_bring_them_together():
    wishes = (AtTables(group(3), group(1, 3)), AtTables(group(5), group(2, 3)), meet(3, 5))
    assert said(*wishes, sitting=(EIGHT, TWELVE)) == []
    assert said(*wishes, sitting=(EIGHT, EIGHT)) != []


def test_wishes_that_need_not_hold_stop_nothing():
    wishes = (Together(1, 2), Apart((group(1, 2),), name="Kyoto"))
    assert said(*wishes) == []
    (sentence,) = odd(*wishes)
    assert "should meet and should also be kept apart (Kyoto)" in sentence


def test_what_is_a_contradiction_is_not_said_again_as_a_conflict():
    wishes = (meet(1, 2), Apart((group(1, 2),), None, MUST))
    assert len(said(*wishes)) == 1
    assert odd(*wishes) == []


def test_a_hall_that_shrinks_contradicts_only_then():
    wish = Apart((group(1, 2, 3),), None, MUST)
    (sentence,) = said(wish, sitting=(TWELVE, TWELVE, EIGHT))
    assert "hanchan 3, which has only 2 tables" in sentence


def test_wishes_below_must_contradict_nothing_by_size():
    assert said(Apart((TWELVE,), None, Weight.STRONG), AtTables(group(1), group(9), Weight.SOFT)) == []


def test_seeds_may_meet_when_they_are_no_longer_apart():
    assert said(meet(1, 2), Apart((group(1, 2),), 3, MUST)) == []
    assert said(meet(1, 2, 2), Apart((group(1, 2),), 3, MUST)) != []


@settings(max_examples=25, deadline=None)
@given(
    st.frozensets(st.integers(1, 12), min_size=1, max_size=3),
    st.integers(1, 4),
    st.dictionaries(st.integers(1, 12), st.integers(1, 3), max_size=2),
)
def test_what_can_be_had_is_not_called_a_contradiction(club, before, places):
    """The other way about: what a search has found was no contradiction."""
    wishes = (
        Apart((club,), before, MUST),
        *(AtTables(frozenset({player}), frozenset({table})) for player, table in places.items()),
    )
    found = solve(Task((TWELVE,) * 3, wishes=wishes), 1, moves=8_000)
    if not found.unmet:
        assert said(*wishes) == []


def test_single_wishes_that_together_keep_more_people_apart_than_there_are_tables_are_a_conflict():
    wishes = [Apart((group(*pair),)) for pair in combinations(range(1, 5), 2)]
    assert said(*wishes) == []
    (sentence,) = odd(*wishes)
    assert sentence.startswith("4 people whom several wishes keep apart (1, 2, 3, 4) play hanchan 1, which has only 3")
    assert odd(*wishes, Apart((group(1, 2, 3, 4, 5),), name="Kyoto")) == []
    assert odd(*(Apart(wish.groups, None, MUST) for wish in wishes)) == []
