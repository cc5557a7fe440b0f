"""The all-last sheet beside the report sheet (S2 Announcing a score, RULES.md §3.2)."""

import pytest

from scoring.all_last import compare
from scoring.rules import preset
from scoring.winds import Wind

WRC = preset("wrc-2022")
FINALS = (27_800, 29_000, 27_000, 36_200)  # by starting wind
DELTAS = (6_200, -2_200, -1_000, -3_000)  # by the current wind of hand 4: North, East, South, West started so


def messages(
    deltas: tuple[int | None, ...], hand: int = 4, finals: tuple[int, ...] = FINALS, left: int = 0
) -> list[str]:
    return [str(problem) for problem in compare(deltas, hand, finals, WRC, left).problems]


def test_deltas_by_current_wind_are_laid_beside_the_starting_winds() -> None:
    compared = compare(DELTAS, 4, (25_800, 28_000, 26_000, 40_200), WRC)
    assert compared.problems == ()
    assert [(row.start, row.current, row.before, row.final, row.change) for row in compared.rows] == [
        (Wind.EAST, Wind.SOUTH, 27_800, 25_800, -2_000),
        (Wind.SOUTH, Wind.WEST, 29_000, 28_000, -1_000),
        (Wind.WEST, Wind.NORTH, 27_000, 26_000, -1_000),
        (Wind.NORTH, Wind.EAST, 36_200, 40_200, 4_000),
    ]


def test_in_the_first_hand_of_a_round_the_winds_are_the_starting_ones() -> None:
    compared = compare(DELTAS, 1, (36_200, 27_800, 29_000, 27_000), WRC)
    assert [row.change for row in compared.rows] == [0, 0, 0, 0]


def test_deposits_on_the_table_before_the_hand_are_fine() -> None:
    assert messages((5_200, -3_200, -1_000, -3_000)) == []


def test_with_an_oka_the_deltas_count_from_the_goal() -> None:
    """S0 Mod.4.2: everyone begins at ▲5.0."""
    rules = preset("own").replace(start=25_000)
    compared = compare((-5_000,) * 4, 1, (25_000,) * 4, rules)
    assert compared.problems == ()
    assert [row.change for row in compared.rows] == [0, 0, 0, 0]


def test_a_delta_that_is_not_written_is_named_by_current_wind() -> None:
    compared = compare((6_200, None, -1_000, -3_000), 4, FINALS, WRC)
    assert [(problem.code, problem.row, str(problem)) for problem in compared.problems] == [
        ("missing-value", 0, "The delta of the current South is missing.")
    ]
    assert (compared.rows[0].before, compared.rows[0].change) == (None, None)


def test_a_delta_finer_than_a_tenth_is_named() -> None:
    assert messages((6_250, -2_200, -1_000, -3_050)) == [
        "The delta of the current North is not a multiple of 0.1.",
        "The delta of the current East is not a multiple of 0.1.",
    ]


def test_deltas_that_do_not_add_up_are_said() -> None:
    assert messages((6_200, -2_200, -1_000, -2_900)) == [
        "The deltas add up to +0.1. They should add up to 0.0, less 1.0 for each deposit on the table."
    ]


def test_a_forgotten_sign_is_named() -> None:
    assert messages((6_200, -2_200, -1_000, 3_000)) == [
        "The deltas add up to +6.0. ▲3.0 instead of +3.0 for the current North would make it fit."
    ]


def test_deltas_written_by_starting_wind_are_noticed() -> None:
    by_start = (-22_000, -1_000, -7_000, 30_000)
    finals = (8_000, 28_000, 21_000, 63_000)
    assert messages(by_start, 4, finals) == [
        "The last hand would have changed 55,000 points. Deltas written by starting wind?"
    ]


def test_a_yakuman_in_the_last_hand_is_no_mistake() -> None:
    assert messages(DELTAS, 4, (27_800, 29_000, -21_000, 84_200)) == []


def test_a_winner_leaves_no_deposits_on_the_table() -> None:
    compared = compare(DELTAS, 4, (25_800, 28_000, 25_000, 40_200), WRC, 1)
    assert [(problem.code, problem.row, str(problem)) for problem in compared.problems] == [
        (
            "won-with-deposits-left",
            3,
            "North gained 4,000 in the last hand: the winner takes the deposits, yet some are left.",
        )
    ]


@pytest.mark.parametrize("gain", [1_500, 3_000])
def test_tenpai_payments_leave_the_deposits(gain: int) -> None:
    assert messages(DELTAS, 4, (27_800 - gain, 29_000, 26_000, 36_200 + gain), 1) == []
