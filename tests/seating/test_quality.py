"""The independent recount, on seatings counted by hand."""

import json

from hypothesis import given
from hypothesis import strategies as st

from seating import RepeatedPair, measure, plan
from seating.assessment import quality_sentences
from tests.seating.seatings import shuffled

TWICE_THE_SAME = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 2, 3, 4), (5, 6, 7, 8)))


def said(quality):
    return [str(sentence) for sentence in quality_sentences(quality)]


def test_the_same_hanchan_twice_is_counted():
    quality = measure(TWICE_THE_SAME, 8)
    assert (quality.repeats, quality.double_meetings, quality.most_meetings, quality.first_repeat) == (12, 12, 2, 2)
    assert quality.repeats_bound == 4
    assert quality.repeated_pairs[0] == RepeatedPair(1, 2, (1, 2))
    assert (quality.wind_gap, quality.wind_gap_any, quality.uneven_players) == (2, 2, tuple(range(1, 9)))
    assert (quality.table_revisits, quality.most_table_visits, quality.consecutive_table) == (8, 2, 8)
    assert quality.common_opponents == 0


def test_winds_uneven_only_on_the_way_are_seen():
    rounds = [[(1, 2, 3, 4)], [(1, 2, 3, 4)], [(2, 1, 4, 3)], [(3, 4, 1, 2)], [(4, 3, 2, 1)]]
    quality = measure(rounds, 4)
    assert (quality.wind_gap, quality.wind_gap_any, quality.uneven_players) == (1, 2, ())


def test_common_opponents_of_those_who_never_meet_are_counted():
    quality = measure([[(1, 2, 3, 4), (5, 6, 7, 8)], [(1, 2, 5, 6), (3, 4, 7, 8)]], 8)
    assert quality.common_opponents == 4


def test_an_empty_seating_has_figures_too():
    quality = measure((), 8)
    assert (quality.repeats, quality.most_meetings, quality.first_repeat, quality.wind_gap_any) == (0, 0, None, 0)


@given(st.integers(2, 12), st.integers(1, 8), st.integers())
def test_no_seating_is_better_than_the_bounds(tables, hanchan, seed):
    quality = measure(shuffled(4 * tables, hanchan, seed), 4 * tables)
    assert quality.repeats >= quality.repeats_bound
    assert quality.double_meetings >= max(quality.double_meetings_bound, quality.repeats)
    assert quality.table_revisits >= quality.table_revisits_bound
    assert quality.repeats == sum(len(pair.hanchan) - 1 for pair in quality.repeated_pairs)


def test_quality_becomes_json_as_it_is():
    kept = json.loads(json.dumps(measure(TWICE_THE_SAME, 8).to_json()))
    assert kept["repeats"] == 12
    assert kept["repeated_pairs"][0] == {"one": 1, "other": 2, "hanchan": [1, 2]}
    assert kept["uneven_players"] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_good_seating_says_what_a_person_wants_to_know():
    assert said(plan(36, 8, seed=5).quality)[:4] == [
        "No two players meet twice.",
        "Everybody has each wind 2 times.",
        "After every hanchan, everybody’s winds differ by at most one.",
        "Nobody sits at the same table twice.",
    ]


def test_unavoidable_repeats_are_called_so():
    assert said(plan(16, 6, seed=5).quality)[:3] == [
        "Repeated pairings: 24. No seating of this size can have fewer.",
        "The first repeat is in hanchan 6, as late as possible.",
        "No two players meet in two consecutive hanchan.",
    ]


def test_avoidable_repeats_and_uneven_winds_are_named():
    words = said(measure(TWICE_THE_SAME * 2, 8))
    assert "12 pairs of players meet more than once, up to 4 times." in words
    assert "8 players have uneven winds: one wind up to 4 more times than another." in words
    assert "Same table in two consecutive hanchan: 24." in words
    assert "Nobody sits at the same table more than 4 times." in words


def test_pairs_that_meet_twice_running_are_counted():
    quality = measure(TWICE_THE_SAME, 8)
    assert (quality.running_repeats, quality.running_repeats_bound) == (12, 4)
    apart = (TWICE_THE_SAME[0], ((1, 5, 2, 6), (3, 7, 4, 8)), TWICE_THE_SAME[0])
    assert measure(apart, 8).running_repeats == 8


def test_left_right_and_opposite_are_even_when_nobody_sits_the_same_way_again():
    assert measure(TWICE_THE_SAME, 8).uneven_sides == 12
    assert measure([[(1, 2, 3, 4)], [(2, 1, 4, 3)]], 4).uneven_sides == 2, "1 and 3, 2 and 4 are opposite twice"
    cyclic = [[(1, 2, 3, 4)], [(1, 3, 4, 2)], [(1, 4, 2, 3)]]
    assert measure(cyclic, 4).uneven_sides == 3, "1 has each of the others on each side once, they not each other"
    opposite_later = [[(1, 2, 3, 4), (5, 6, 7, 8)], [(1, 5, 2, 6), (3, 7, 4, 8)]]
    assert measure(opposite_later, 8).uneven_sides == 0
