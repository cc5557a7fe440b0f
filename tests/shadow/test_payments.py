"""The shadow's payments keep to the examples of the rules."""

import pytest

from scoring.rules import preset
from tests.shadow.every_fu import least_han
from tests.shadow.every_hand import a_hand
from tests.shadow.payments import Hand, at_the_table, called, chonbo, exhaustive_draw, nagashi, self_drawn

WRC = preset("wrc-2022").to_json()
FED_DRAGONS: Hand = {**a_hand(yakuman=("big-dragons", "all-honours")), "liable": [("S", "big-dragons")]}


def test_a_liable_player_pays_what_was_fed_and_all_pay_the_rest() -> None:
    """S2 Liability, example 1: D is East, one honba."""
    assert self_drawn(WRC, "E", FED_DRAGONS, 1, 0)["changes"] == [96_300, -64_100, -16_100, -16_100]


def test_liable_and_discarder_share_what_was_fed() -> None:
    """S2 Liability, example 2: the discarder pays the other yakuman and the honba."""
    assert called(WRC, "W", {"E": FED_DRAGONS}, 1, 0)["changes"] == [96_300, -24_000, -72_300, 0]


@pytest.mark.parametrize(
    ("han", "fu", "dealer", "other"),
    [
        (1, 30, 1_500, 1_000),
        (3, 40, 7_700, 5_200),
        (4, 25, 9_600, 6_400),
        (5, 0, 12_000, 8_000),
        (13, 0, 36_000, 24_000),
    ],
)
def test_a_hand_on_a_discard(han: int, fu: int, dealer: int, other: int) -> None:
    """S0 Mod.4.4 for the limits; below them fu double with each han and are rounded up to the hundred."""
    assert called(WRC, "W", {"E": a_hand(han, fu)}, 0, 0)["changes"] == [dealer, 0, -dealer, 0]
    assert called(WRC, "W", {"S": a_hand(han, fu)}, 0, 0)["changes"] == [0, other, -other, 0]


def test_the_fu_there_are() -> None:
    """Every hand of sets: 20 only by self-draw, 110 by self-draw with two han, 120 and more with four."""
    fu = [(fu, self_draw, han) for (fu, self_draw), han in sorted(least_han().items())]
    ordinary = [(fu, self_draw, 1) for fu in range(30, 110, 10) for self_draw in (False, True)]
    many = [(110, False, 1), (110, True, 2), (120, False, 4), (120, True, 4), (130, False, 4), (130, True, 4)]
    assert fu == [(20, True, 2), (25, False, 2), (25, True, 3), *ordinary, *many, (140, False, 4)]


def test_of_two_on_one_discard_the_next_in_turn_takes_the_deposits() -> None:
    """S1 Double Ron: both are paid with the honba."""
    rules = preset("friendly").to_json()
    told = called(rules, "S", {"E": a_hand(1, 30), "N": a_hand(1, 30)}, 1, 2)
    assert told == {"changes": [1_800, -3_100, 0, 3_300], "deposits": 0}


def test_three_on_one_discard_are_a_draw() -> None:
    """S1 Triple Ron."""
    rules = preset("friendly").to_json()
    told = called(rules, "S", dict.fromkeys("EWN", a_hand(1, 30)), 1, 2)
    assert told == {"changes": [0, 0, 0, 0], "deposits": 2}


@pytest.mark.parametrize(
    ("tenpai", "changes"),
    [
        ("", [0, 0, 0, 0]),
        ("E", [3_000, -1_000, -1_000, -1_000]),
        ("EN", [1_500, -1_500, -1_500, 1_500]),
        ("ESW", [1_000, 1_000, 1_000, -3_000]),
        ("ESWN", [0, 0, 0, 0]),
    ],
)
def test_noten_players_pay_3000_together(tenpai: str, changes: list[int]) -> None:
    assert exhaustive_draw(WRC, tenpai, 1) == {"changes": changes, "deposits": 1}


def test_nagashi_is_a_mangan_by_self_draw_with_all_that_belongs_to_it() -> None:
    """S0 Mod.3.2: it counts as a win on self-draw."""
    rules = {**WRC, "hand": {**WRC["hand"], "nagashi": "win"}}
    assert nagashi(rules, "S", 1, 1) == {"changes": [-4_100, 9_300, -2_100, -2_100], "deposits": 0}


def test_a_chonbo_among_friends_is_a_mangan_the_other_way() -> None:
    """S1 Chonbo: 2,000 to each and 4,000 to the dealer; the dealer pays 4,000 to each."""
    rules = preset("friendly").to_json()
    assert chonbo(rules, "W", 0)["changes"] == [4_000, 2_000, -8_000, 2_000]
    assert chonbo(rules, "E", 0)["changes"] == [-12_000, 4_000, 4_000, 4_000]


@pytest.mark.parametrize(
    ("points", "changes", "on_the_table"),
    [
        (30_000, [6_000, -18_000, 6_000, 6_000], 0),
        (20_000, [4_000, -12_000, 4_000, 4_000], 0),
        (10_000, [2_000, -6_000, 2_000, 2_000], 0),
        (2_000, [0, -2_000, 0, 0], 2_000),
        (1_000, [0, -1_000, 0, 0], 1_000),
    ],
)
def test_a_penalty_at_the_table_goes_to_the_others_or_on_it(points: int, changes: list[int], on_the_table: int) -> None:
    """S0 Mod.6.1."""
    assert at_the_table(WRC, "S", points) == {"changes": changes, "deposits": on_the_table}
