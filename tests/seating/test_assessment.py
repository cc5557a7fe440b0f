"""What is said of a seating."""

from dataclasses import replace

from seating import measure, plan
from seating.assessment import quality_sentences


def said(rounds, players):
    return [str(sentence) for sentence in quality_sentences(measure(rounds, players))]


def test_late_repeats_are_called_late_and_nobody_meets_twice_running():
    words = said(plan(24, 8, 3).rounds, 24)
    assert "The repeats come as late as possible: from then on they are unavoidable." in words


def test_meeting_twice_running_is_told():
    table = ((1, 2, 3, 4), (5, 6, 7, 8))
    words = said((table, table), 8)
    assert "Repeats in two consecutive hanchan: 12." in words


def test_early_repeats_are_not_called_late_though_others_play_between():
    early = tuple(tuple(range(at, at + 4)) for at in (1, 5, 9, 13))
    between = tuple(tuple(range(at, 17, 4)) for at in (1, 2, 3, 4))
    words = said((early, between, early), 16)
    assert "No two players meet in two consecutive hanchan." in words
    assert "The repeats come as late as possible: from then on they are unavoidable." not in words


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
