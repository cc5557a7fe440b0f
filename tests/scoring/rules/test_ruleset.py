"""Rule sets: the presets, changes, and what is refused."""

import copy
import pickle

import pytest

from scoring.rules import preset, rule_names
from scoring.rules.files import PRESETS
from scoring.rules.value_kinds import FloatingUma
from scoring.rules.values import Bust, Count, EqualPoints, Leftover, Nagashi, PenaltyPayment, Winners

WRC = preset("wrc-2022")
UMA15, UMA30 = (15_000, 5_000, -5_000, -15_000), (30_000, 10_000, -10_000, -30_000)
LOST, WINNER, FIRST = Leftover.LOST, Leftover.WINNER, Leftover.FIRST_SEAT
SPLIT, SEAT = EqualPoints.SPLIT, EqualPoints.SEAT


@pytest.mark.parametrize("key", PRESETS)
def test_rules_can_be_hashed_copied_and_pickled(key: str) -> None:
    rules = preset(key)
    assert len({rules, copy.deepcopy(rules), pickle.loads(pickle.dumps(rules))}) == 1  # noqa: S301


def test_a_preset_is_read_once() -> None:
    assert preset("wrc-2025") is preset("wrc-2025")


def test_an_unknown_preset_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        preset("../wrc-2022")


@pytest.mark.parametrize(
    ("key", "start", "goal", "oka", "uma", "ties", "leftover", "chonbo", "bust"),
    [
        ("wrc-2025", 30_000, 30_000, 0, UMA15, SPLIT, LOST, 30_000, Bust.NEVER),
        ("wrc-2022", 30_000, 30_000, 0, UMA15, SPLIT, LOST, 30_000, Bust.NEVER),
        ("wrc-2015", 30_000, 30_000, 0, UMA15, SPLIT, LOST, 20_000, Bust.NEVER),
        ("wrc-2022-red-fives", 30_000, 30_000, 0, UMA30, SPLIT, LOST, 30_000, Bust.NEVER),
        ("wrc-2022-first-dora", 30_000, 30_000, 0, (12_000, 4_000, -4_000, -12_000), SPLIT, LOST, 30_000, Bust.NEVER),
        ("wrc-2022-oka", 25_000, 30_000, 20_000, UMA15, SPLIT, LOST, 30_000, Bust.NEVER),
        ("tori-casual", 25_000, 30_000, 0, UMA15, SPLIT, LOST, 20_000, Bust.BELOW_ZERO),
        ("tori-open-2026", 30_000, 30_000, 0, UMA15, SPLIT, LOST, 20_000, Bust.NEVER),
        ("friendly", 30_000, 30_000, 0, UMA15, SPLIT, LOST, 0, Bust.NEVER),
        ("four-winds", 25_000, 30_000, 0, (0, 0, 0, 0), SPLIT, LOST, 30_000, Bust.NEVER),
        ("ema-2025", 30_000, 30_000, 0, UMA15, SPLIT, WINNER, 20_000, Bust.NEVER),
        ("ema-2016", 30_000, 30_000, 0, UMA15, SPLIT, WINNER, 20_000, Bust.NEVER),
        (
            "m-league",
            25_000,
            30_000,
            20_000,
            UMA30,
            EqualPoints.SPLIT_REMAINDER,
            Leftover.WINNER_REMAINDER,
            20_000,
            Bust.NEVER,
        ),
        ("saikouisen-2014", 30_000, 30_000, 0, UMA30, SPLIT, LOST, 20_000, Bust.NEVER),
        ("rmu", 30_000, 30_000, 0, UMA15, SPLIT, LOST, 30_000, Bust.NEVER),
        ("npm", 25_000, 30_000, 20_000, UMA30, SPLIT, LOST, 30_000, Bust.NEVER),
        ("tenhou", 25_000, 30_000, 20_000, (20_000, 10_000, -10_000, -20_000), SEAT, FIRST, 30_000, Bust.BELOW_ZERO),
        ("tenhou-3", 35_000, 40_000, 15_000, (20_000, 0, -20_000), SEAT, FIRST, 30_000, Bust.BELOW_ZERO),
        ("mahjong-soul", 25_000, 25_000, 0, UMA15, SEAT, FIRST, 30_000, Bust.BELOW_ZERO),
        ("mahjong-soul-3", 35_000, 35_000, 0, (15_000, 0, -15_000), SEAT, FIRST, 30_000, Bust.BELOW_ZERO),
        ("rrc", 30_000, 30_000, 0, UMA15, SPLIT, WINNER, 20_000, Bust.NEVER),
        ("r-league-2024", 25_000, 30_000, 20_000, UMA30, SPLIT, LOST, 30_000, Bust.NEVER),
        ("own", 30_000, 30_000, 0, UMA15, SPLIT, LOST, 30_000, Bust.NEVER),
    ],
)
def test_the_score_of_every_preset(
    key: str,
    start: int,
    goal: int,
    oka: int,
    uma: tuple[int, ...],
    ties: EqualPoints,
    leftover: Leftover,
    chonbo: int,
    bust: Bust,
) -> None:
    """The table of presets of the rule notes (RULES §6), whose sources docs/rule-sources.md names."""
    rules = preset(key)
    assert (rules.start, rules.goal, rules.oka, rules.uma) == (start, goal, oka, uma)
    assert (rules.ties, rules.leftover, rules.chonbo, rules.bust) == (ties, leftover, chonbo, bust)
    assert rules.total == start * len(uma) == start * rules.players


def test_jpml_a_has_a_row_of_its_uma_for_each_number_of_players_at_the_goal() -> None:
    """RULES §6; with nobody at the goal A22."""
    uma = preset("jpml-a-2026").uma
    assert isinstance(uma, FloatingUma)
    assert uma.by_floating == (
        (0, 0, 0, 0),
        (12_000, -1_000, -3_000, -8_000),
        (8_000, 4_000, -4_000, -8_000),
        (8_000, 3_000, 1_000, -12_000),
        (0, 0, 0, 0),
    )


def test_the_friendly_game_pays_at_the_table() -> None:
    """S1 Double Ron, Triple Ron, Yaku Clarifications, Chonbo."""
    rules = preset("friendly")
    assert (rules.paid, rules.hand.winners, rules.hand.nagashi) == (
        PenaltyPayment.REVERSE_MANGAN,
        Winners.TWO,
        Nagashi.WIN,
    )
    assert (rules.hand.honba_to, rules.hand.renhou, rules.hand.open_riichi) == ("each", "yakuman", "yakuman-fed")


def test_four_winds_counts_end_points_and_gives_prizes() -> None:
    """S4 4.10 and the example of 4.11."""
    rules = preset("four-winds")
    assert (rules.count, rules.prizes) == (Count.END_POINTS, (15_000, 10_000, 5_000, 2_000))


def test_own_rules_begin_as_wrc_2022() -> None:
    own, wrc = preset("own").to_json(), WRC.to_json()
    assert {name for name in own if own[name] != wrc[name]} == {"key", "title", "based_on"}


def test_the_names_of_all_values_are_those_that_have_a_source() -> None:
    names = [one.name for one in rule_names()]
    assert names[:2] == ["players", "start"] and {"time.minutes", "lateness.forfeit", "hand.kiriage"} <= set(names)
    assert "key" not in names and "hand" not in names
    assert set(names) == set(WRC.sources)
