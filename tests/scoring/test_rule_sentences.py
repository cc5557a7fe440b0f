"""A rule set in words."""

import pytest

from scoring.rules import PRESETS, preset


def said(key: str, **changes: object) -> dict[str, str]:
    return {one.field: str(one) for one in preset(key).replace(**changes).sentences()}


def test_wrc_2022_in_sentences() -> None:
    assert [str(one) for one in preset("wrc-2022").sentences()] == [
        "Everyone starts with 30,000 points.",
        "Scores count from 30,000 points; there is no oka.",
        "The uma by place is +15.0, +5.0, −5.0, −15.0.",
        "Players with equal points share a place, and share evenly what the places they cover are worth. "
        "A share keeps one decimal, the rest is cut off and nobody gets it.",
        "Riichi deposits left on the table at the end go to nobody.",
        "A chonbo takes 30P off the tournament score.",
        "A hanchan lasts 90 minutes.",
        "When the time ends during a hand, it is finished and no other is started; "
        "when a hand has just ended and the South round is not over, one more hand is played.",
        "A hand begins with East's first discard; before it, the time has ended between two hands.",
        "After a chonbo in the last hand the game is over; nothing is dealt again.",
        "Being late costs 1P for each full minute; after 10 minutes the hanchan is forfeited: "
        "no points for it, 30P instead of the minutes, and a substitute plays.",
        "Fouls cost what the schedule “WRC 2022, official” says.",
    ]


@pytest.mark.parametrize("key", PRESETS)
def test_every_sentence_names_its_source(key: str) -> None:
    rules = preset(key)
    assert [one.source for one in rules.sentences()] == [rules.sources[one.field] for one in rules.sentences()]


def test_an_oka_is_said_with_the_goal_and_with_the_ties() -> None:
    sentences = said("own", start=25_000)
    assert sentences["goal"] == "Scores count from 30,000 points; the winner gets an oka of 20P."
    assert sentences["ties"].endswith("Winners with equal points share uma and oka.")


def test_the_winner_takes_the_deposits_under_ema_rules() -> None:
    assert said("ema-2025")["leftover"] == (
        "Riichi deposits left on the table at the end go to the winner; several winners share them."
    )
    assert said("ema-2025")["time.minutes"].startswith("The rules name no time limit; ")


def test_a_floating_uma_is_said_row_by_row() -> None:
    assert said("jpml-a")["uma"] == (
        "The uma by place follows the number of players with 30,000 points or more. "
        "For 0: +8.0, +4.0, −4.0, −8.0. For 1: +12.0, −1.0, −3.0, −8.0. For 2: +8.0, +4.0, −4.0, −8.0. "
        "For 3: +8.0, +3.0, +1.0, −12.0. For 4: 0.0, 0.0, 0.0, 0.0."
    )
