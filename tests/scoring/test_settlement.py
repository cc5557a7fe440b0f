"""What changes hands when a hanchan is over."""

import pytest

from scoring.game import (
    bust_prizes,
    deposit_shares,
    end_point_scores,
    is_bust,
    places_by_points,
    stepped_shares,
    truncated_shares,
    yakitori_payments,
)
from scoring.rules import Ruleset, preset
from scoring.winds import WINDS, Wind

OWN = preset("own")
EAST, SOUTH, WEST, NORTH = WINDS
WON, NONE = False, True


def changed(**changes: object) -> Ruleset:
    return OWN.replace(**changes)


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ((WON, WON, WON, WON), (0, 0, 0, 0)),
        ((WON, WON, WON, NONE), (3_000, 3_000, 3_000, -9_000)),
        ((WON, NONE, WON, NONE), (9_000, -9_000, 9_000, -9_000)),
        ((NONE, NONE, WON, NONE), (-9_000, -9_000, 27_000, -9_000)),
        ((NONE, NONE, NONE, NONE), (0, 0, 0, 0)),
    ],
)
def test_who_won_no_hand_pays_the_others(marked: tuple[bool, ...], expected: tuple[int, ...]) -> None:
    """The table of S0 Mod.4.3."""
    assert yakitori_payments(marked, changed(yakitori=9_000)) == expected


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ((NONE, WON, WON), (-9_000, 4_500, 4_500)),
        ((NONE, NONE, WON), (-9_000, -9_000, 18_000)),
        ((NONE, NONE, NONE), (0, 0, 0)),
    ],
)
def test_yakitori_among_three(marked: tuple[bool, ...], expected: tuple[int, ...]) -> None:
    assert yakitori_payments(marked, preset("tenhou-3").replace(yakitori=9_000)) == expected


def test_a_yakitori_share_is_cut_down_to_100_and_nobody_gets_the_rest() -> None:
    """S0 Mod.4.3, RULES.md §8.4: 10,000 among three is 3,300 each."""
    assert yakitori_payments((WON, WON, WON, NONE), changed(yakitori=10_000)) == (3_300, 3_300, 3_300, -10_000)


def test_a_mark_has_no_effect_where_yakitori_is_not_played() -> None:
    assert yakitori_payments((WON, WON, WON, NONE), OWN) == (0, 0, 0, 0)


TIED = (30_000, 35_000, 35_000, 35_000)


@pytest.mark.parametrize(
    ("leftover", "deposits", "expected"),
    [
        ("lost", 2, (0, 0, 0, 0)),
        ("winner", 0, (0, 0, 0, 0)),
        ("winner", 1, (0, 300, 300, 300)),  # RULES.md A13
        ("winner", 2, (0, 600, 600, 600)),
        ("winner-remainder", 1, (0, 400, 300, 300)),  # RULES.md §8.3, M-League
        ("winner-remainder", 2, (0, 700, 700, 600)),
        ("first-seat", 2, (0, 2_000, 0, 0)),
    ],
)
def test_deposits_of_several_winners(leftover: str, deposits: int, expected: tuple[int, ...]) -> None:
    assert deposit_shares(places_by_points(TIED), deposits, changed(leftover=leftover)) == expected


@pytest.mark.parametrize("leftover", ["winner", "winner-remainder", "first-seat"])
def test_one_winner_has_all_deposits(leftover: str) -> None:
    assert deposit_shares(places_by_points(TIED, by_seat=True), 3, changed(leftover=leftover)) == (0, 3_000, 0, 0)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((35_000, 32_000, 22_000, 19_000), (17_000, 2_000, -8_000, -11_000)),
        ((30_000, 30_000, 20_000, 20_000), (10_000, 10_000, -10_000, -10_000)),
        ((30_000, 30_000, 30_000, 30_000), (0, 0, 0, 0)),
        ((35_000, 35_000, 35_000, 20_000), (3_300, 3_300, 3_300, -10_000)),
    ],
)
def test_four_winds_end_points(points: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """S4 4.10 and RULES.md §8.2: the winner takes the sum of the losers, not points minus goal; a share is cut."""
    assert end_point_scores(points, places_by_points(points), 30_000, truncated_shares) == expected


def test_end_points_by_seat_have_one_winner_and_dealt_out_lose_nothing() -> None:
    points = (30_000, 30_000, 20_000, 20_000)
    assert end_point_scores(points, places_by_points(points, by_seat=True), 30_000) == (20_000, 0, -10_000, -10_000)
    points = (35_000, 35_000, 35_000, 20_000)
    assert end_point_scores(points, places_by_points(points), 30_000, stepped_shares) == (3_400, 3_300, 3_300, -10_000)


@pytest.mark.parametrize(
    ("bust", "points", "expected"),
    [
        ("never", -100, False),
        ("below-zero", -100, True),
        ("below-zero", 0, False),  # S0 Mod.5.3
        ("at-zero", 0, True),  # RULES.md §5, Matsuoka Cup
        ("at-zero", -100, True),
        ("at-zero", 100, False),
    ],
)
def test_who_is_bust(bust: str, points: int, expected: bool) -> None:
    assert is_bust(points, changed(bust=bust)) is expected


@pytest.mark.parametrize(
    ("points", "takers", "expected"),
    [
        ((70_000, 40_000, 10_000, 0), (None, None, None, EAST), (10_000, 0, 0, -10_000)),
        ((90_000, 40_000, -5_000, -5_000), (None, None, EAST, EAST), (20_000, 0, -10_000, -10_000)),
        ((60_000, 70_000, -5_000, -5_000), (None, None, EAST, SOUTH), (10_000, 10_000, -10_000, -10_000)),
        ((70_000, 40_000, 10_000, 0), (None, None, None, None), (0, 0, 0, 0)),
        ((70_000, 40_000, 9_900, 100), (None, None, None, EAST), (0, 0, 0, 0)),
    ],
)
def test_the_prize_for_a_bust_goes_to_who_took_the_last_points(
    points: tuple[int, ...], takers: tuple[Wind | None, ...], expected: tuple[int, ...]
) -> None:
    """RULES.md §5, Matsuoka Cup: a prize of 10P, and zero is bust."""
    assert bust_prizes(points, takers, changed(bust="at-zero", bust_prize=10_000)) == expected


def test_nobody_gives_to_themselves_or_to_an_empty_seat() -> None:
    """As such a mark may stand on a sheet that is still being typed."""
    among_three = preset("tenhou-3").replace(bust_prize=10_000)
    assert bust_prizes((70_000, 40_000, -5_000), (None, None, WEST), among_three) == (0, 0, 0)
    assert bust_prizes((70_000, 40_000, -5_000), (None, None, NORTH), among_three) == (0, 0, 0)


def test_a_named_taker_has_no_effect_where_there_is_no_prize() -> None:
    assert bust_prizes((70_000, 40_000, 10_000, 0), (None, None, None, EAST), changed(bust="at-zero")) == (0, 0, 0, 0)
