"""What is said of a seating."""

from tournament.seating.planner import measure, plan


def said(rounds, players):
    return [str(sentence) for sentence in measure(rounds, players).sentences()]


def test_late_repeats_are_called_late_and_nobody_meets_twice_running():
    words = said(plan(24, 8, 3).rounds, 24)
    assert "They come as late as they can: nobody could do without by then." in words


def test_meeting_twice_running_is_told():
    table = ((1, 2, 3, 4), (5, 6, 7, 8))
    words = said((table, table), 8)
    assert "Two players meet in two hanchan running: 12 times." in words


def test_early_repeats_are_not_called_late_though_others_play_between():
    early = tuple(tuple(range(at, at + 4)) for at in (1, 5, 9, 13))
    between = tuple(tuple(range(at, 17, 4)) for at in (1, 2, 3, 4))
    words = said((early, between, early), 16)
    assert "Nobody meets the same player in two hanchan running." in words
    assert "They come as late as they can: nobody could do without by then." not in words


def test_without_repeats_nothing_is_said_of_when_they_come():
    assert not any("running" in words and "meet" in words for words in said(plan(20, 5, 1).rounds, 20))
