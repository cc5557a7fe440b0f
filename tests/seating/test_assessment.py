"""What is said of a seating."""

from dataclasses import replace

from seating import RepeatedPair, measure, plan
from seating.assessment import quality_remarks, quality_sentences
from seating.bounds import REACHED_UP_TO


def said(rounds, players):
    return [str(sentence) for sentence in quality_sentences(measure(rounds, players))]


def test_late_repeats_are_called_late_and_nobody_meets_twice_running():
    words = said(plan(24, 8, 3).rounds, 24)
    assert "The first repeat is in hanchan 8, as late as possible." in words


def test_meeting_twice_running_is_told():
    table = ((1, 2, 3, 4), (5, 6, 7, 8))
    words = said((table, table), 8)
    assert "Repeats in two consecutive hanchan: 12." in words


def test_early_repeats_are_not_called_late_though_others_play_between():
    early = tuple(tuple(range(at, at + 4)) for at in (1, 5, 9, 13))
    between = tuple(tuple(range(at, 17, 4)) for at in (1, 2, 3, 4))
    words = said((early, between, early), 16)
    assert "No two players meet in two consecutive hanchan." in words
    assert "The first repeat is in hanchan 3." in words


def test_without_repeats_nothing_is_said_of_when_they_come():
    assert not any("running" in words and "meet" in words for words in said(plan(20, 5, 1).rounds, 20))


def test_where_people_sit_out_nobody_is_said_to_have_each_wind_so_many_times():
    quality = measure(plan(16, 4, 1).rounds, 16)
    assert "Everybody has each wind once." in map(str, quality_sentences(quality))
    with_byes = list(map(str, quality_sentences(replace(quality, wind_gap=1), varied=True)))
    assert "At the end, everybody’s winds differ by at most one." in with_byes
    assert not any("each wind" in words for words in with_byes)
    assert "At the end, everybody has had all winds equally often." in map(str, quality_sentences(quality, varied=True))


def test_where_people_come_and_go_nothing_is_said_of_what_others_of_this_size_can_do():
    rounds = plan(16, 5, 1).rounds
    words = list(map(str, quality_sentences(measure((*rounds, rounds[0]), 16), varied=True)))
    assert "Repeated pairings: 24. No seating of these players can have fewer than 24." in words
    assert not any("late" in text or "this size" in text for text in words)


def test_nothing_is_said_twice():
    """No number of the seating comes back under another name."""
    words = said(plan(24, 8, 3).rounds, 24)
    assert sum("18" in text for text in words) == 1 and sum("hanchan 8" in text for text in words) == 1
    assert not any("After every hanchan" in text for text in said(plan(16, 4, 1).rounds, 16)), "each wind is had once"


def test_pairs_are_counted_where_some_meet_more_than_twice():
    table = ((1, 2, 3, 4), (5, 6, 7, 8))
    other = ((1, 5, 2, 6), (3, 7, 4, 8))
    assert "12 pairs of players meet more than once, up to 3 times." in said((table, table, table), 8)
    assert not any("pairs of players" in text for text in said((table, table), 8))
    quality = replace(measure((table, other), 8), most_meetings=3, repeated_pairs=(RepeatedPair(1, 2, (1, 2, 4)),))
    assert "One pair of players meets 3 times." in map(str, quality_sentences(quality))


def remarks(quality, **more):
    return [str(note) for note in quality_remarks(quality, **more)]


def test_beside_the_figures_a_good_seating_needs_no_words():
    assert remarks(measure(plan(36, 8, 5).rounds, 36)) == []
    assert remarks(measure(plan(24, 8, 3).rounds, 24)) == []


def test_beside_the_figures_only_what_they_do_not_say():
    assert remarks(measure(plan(16, 5, 1).rounds, 16)) == ["Everybody meets everybody."]
    one_more = replace(measure(plan(36, 8, 5).rounds, 36), repeats=1)
    assert remarks(one_more) == ["There is a seating of this size in which nobody meets twice."]
    large = replace(one_more, players=REACHED_UP_TO + 4)
    assert remarks(large) == ["Nobody knows whether there is a seating of this size in which nobody meets twice."]
    assert remarks(large, varied=True) == []


def test_beside_the_figures_those_with_uneven_winds_are_named_or_counted():
    even = measure(plan(36, 8, 5).rounds, 36)
    assert remarks(replace(even, wind_gap=3, uneven_players=(7,))) == ["7 has one wind 3 more times than another."]
    several = remarks(replace(even, wind_gap=2, uneven_players=(7, 8)))
    assert several == ["2 players have uneven winds: one wind up to 2 more times than another."]
