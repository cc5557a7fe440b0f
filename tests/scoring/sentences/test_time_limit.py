"""The time limit in words. Sources: RULES.md §3.3."""

import pytest

from scoring.rules import preset
from scoring.sentences.sentence import sentence
from scoring.sentences.time_limit import minutes, time_up, warning


def own(**time: object) -> str:
    return str(time_up(preset("own").replace(time=time)))


def test_wrc_2022_finishes_the_hand_or_plays_one_more() -> None:
    """S2 Time limit."""
    rules = preset("wrc-2022")
    limit = rules.time
    assert str(minutes(rules)) == "A hanchan lasts 90 minutes."
    assert str(time_up(rules)) == (
        "If the time ends during a hand, that hand is finished and no new hand is started. "
        "If it ends between two hands and the South round is not over, one more hand is played."
    )
    assert warning(limit) == ()


def test_toronto_2025_plays_one_more_after_the_hand_and_two_between_hands() -> None:
    assert own(during=1, between=2) == (
        "If the time ends during a hand, that hand is finished and then one more hand is played. "
        "If it ends between two hands and the South round is not over, two more hands are played."
    )


@pytest.mark.parametrize(
    ("during", "between", "words"),
    [
        (0, 0, "no new hand is started"),
        (1, 1, "one more is played"),
        (0, 2, "then no more hands are played. If it ends between two hands and the South round"),
        (
            3,
            4,
            "then three more hands are played. If it ends between two hands and the South round is not over, four",
        ),
    ],
)
def test_every_number_of_hands_is_said(during: int, between: int, words: str) -> None:
    assert words in own(during=during, between=between)


def test_at_the_gong_of_ema_2016_the_last_hands_begin_to_count() -> None:
    """The EMA 2016 wiki page: a gong 15 minutes before the end, after it one valid hand."""
    rules = preset("ema-2016")
    limit = rules.time
    assert str(time_up(rules)) == (
        "A signal sounds 15 minutes before the end. The rules for the end of the time apply from that signal. "
        "When the time ends, the hand being played is finished and one more is played."
    )
    assert warning(limit) == ()
    assert str(sentence("time.hand_start", limit.hand_start)) == "A hand begins with the throw of the dice."
    assert str(sentence("time.chonbo", limit.chonbo)) == (
        "A last hand that ends with a chonbo is dealt again: a hand with a chonbo does not count."
    )


def test_an_announcement_that_changes_nothing_is_only_announced() -> None:
    rules = preset("own").replace(time={"warning": 10})
    limit = rules.time
    assert [str(text) for text in warning(limit)] == ["The end is announced 10 minutes before."]
    assert "signal" not in str(time_up(rules))


def test_no_limit_is_said_as_such() -> None:
    rules = preset("own").replace(time={"minutes": None})
    assert str(minutes(rules)) == "The rules name no time limit; the organiser may set one for each hanchan."


def test_one_minute_is_said_as_one() -> None:
    assert str(minutes(preset("own").replace(time={"minutes": 1}))) == "A hanchan lasts 1 minute."
