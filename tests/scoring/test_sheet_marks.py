"""Marks for who won no hand and who took the last points, and sheets of three."""

import pytest
from hypothesis import given

from scoring.messages import Level, Message
from scoring.points import Unit
from scoring.rules import Ruleset, preset
from scoring.sheet import problems
from scoring.winds import WINDS, Wind
from tests.scoring.some_rules import Sheet, sheets

EAST, SOUTH, WEST, NORTH = WINDS
THREE = preset("tenhou-3")
BIRDS = preset("own").replace(yakitori=9_000)
PRIZES = preset("own").replace(yakitori=9_000, bust="at-zero", bust_prize=10_000)
FITS = (41_000, 33_000, 26_000, 20_000)
BUST = (71_000, 33_000, 16_000, 0)


def found(
    points: tuple[int | None, ...], rules: Ruleset, yakitori: str = "", **busted_by: Wind
) -> list[tuple[Level, str, int | None]]:
    return [(problem.level, problem.code, problem.row) for problem in told(points, rules, yakitori, **busted_by)]


def told(points: tuple[int | None, ...], rules: Ruleset, yakitori: str = "", **busted_by: Wind) -> tuple[Message, ...]:
    winds = WINDS[: rules.players]
    marks, takers = [wind in yakitori for wind in winds], [busted_by.get(wind) for wind in winds]
    return problems(points, 0, rules, Unit.FULL, yakitori=marks, busted_by=takers)


def test_marks_that_the_rules_play_are_no_problem() -> None:
    assert found(FITS, BIRDS, "SN") == []
    assert found(BUST, PRIZES, "S", N=EAST) == []


def test_the_sum_is_that_of_the_points_before_yakitori_is_paid() -> None:
    """RULES.md §8.7: a share that does not divide needs no tolerance."""
    assert found(FITS, preset("own").replace(yakitori=10_000), "N") == []


def test_yakitori_where_it_is_not_played_is_refused() -> None:
    (problem,) = told(FITS, preset("wrc-2022"), "W")
    assert (problem.level, problem.code, problem.row) == (Level.ERROR, "yakitori-not-played", 2)
    assert str(problem) == ("West is marked as having won no hand, but yakitori is not played. Remove the mark.")


@pytest.mark.parametrize(
    ("points", "rules", "row", "taker", "code", "message"),
    [
        (
            FITS,
            BIRDS,
            NORTH,
            EAST,
            "bust-not-played",
            "Busting does not end the game here. Remove the player who took the last points of North.",
        ),
        (
            (71_000, 33_000, 15_900, 100),
            PRIZES,
            NORTH,
            EAST,
            "not-bust",
            "North has 100 and is not bust. Remove the player who took the last points.",
        ),
        (
            BUST,
            PRIZES,
            NORTH,
            NORTH,
            "busted-by-self",
            "North cannot have taken their own last points. Choose another player.",
        ),
        (
            (70_000, 40_000, -5_000),
            THREE,
            WEST,
            NORTH,
            "busted-by-nobody",
            "There is no North at this table. Choose another player who took the last points of West.",
        ),
    ],
)
def test_a_taker_of_last_points_that_cannot_be_is_refused_with_the_remedy(
    points: tuple[int, ...], rules: Ruleset, row: Wind, taker: Wind, code: str, message: str
) -> None:
    (problem,) = told(points, rules, **{row.value: taker})
    assert (problem.level, problem.code, problem.row) == (Level.ERROR, code, row.index)
    assert str(problem) == message


def test_who_has_no_points_yet_may_be_bust() -> None:
    assert found((71_000, 33_000, 16_000, None), PRIZES, N=EAST) == [(Level.ERROR, "missing-value", 3)]


def test_a_bust_player_whose_taker_is_not_named_asks_for_a_look() -> None:
    (problem,) = told(BUST, PRIZES)
    assert (problem.level, problem.code, problem.row) == (Level.WARNING, "bust-unnamed", 3)
    assert str(problem) == "North is bust, but nobody is entered as having taken the last points. Is this right?"
    assert [problem.code for problem in problems(BUST, 0, PRIZES)] == ["bust-unnamed"]


def test_where_there_is_no_prize_nobody_need_be_named() -> None:
    assert found(BUST, preset("own").replace(bust="at-zero")) == []


def test_a_table_where_nobody_won_a_hand_asks_for_a_look() -> None:
    (problem,) = told(FITS, BIRDS, "ESWN")
    assert (problem.level, problem.code, problem.row) == (Level.WARNING, "all-yakitori", None)
    assert str(problem) == ("All players are marked as having won no hand, so nobody pays. Was no hand won?")


def test_a_taker_who_won_no_hand_asks_for_a_look() -> None:
    (problem,) = told(BUST, PRIZES, "EN", N=EAST)
    assert (problem.level, problem.code, problem.row) == (Level.WARNING, "taker-yakitori", 3)
    assert str(problem) == ("East took the last points of North but is marked as having won no hand. Is this right?")


def test_marks_and_points_are_wrong_at_once() -> None:
    assert found((71_000, 33_050, 16_000, None), BIRDS.replace(yakitori=0), "ES", N=EAST) == [
        (Level.ERROR, "not-a-multiple-of-100", 1),
        (Level.ERROR, "missing-value", 3),
        (Level.ERROR, "yakitori-not-played", 0),
        (Level.ERROR, "yakitori-not-played", 1),
        (Level.ERROR, "bust-not-played", 3),
    ]


def test_three_scores_add_up_to_three_starts() -> None:
    """RULES.md §6, Tenhou among three: 105,000."""
    assert found((55_000, 35_000, 15_000), THREE) == []
    (problem,) = problems((55_000, 35_000, 14_000), 0, THREE, Unit.FULL)
    assert (problem.code, problem.params.get("likely", ())) == ("deposits-missing", ("deposits",))
    (problem,) = problems((55_000, 53_000, 15_000), 0, THREE, Unit.FULL)
    assert str(problem).startswith("18,000 too many. Two digits swapped? 35000 instead of 53000 for South")


def test_three_scores_as_at_the_start_ask_whether_the_hanchan_was_played() -> None:
    (problem,) = problems((35_000, 35_000, 35_000), 0, THREE)
    assert (problem.code, str(problem)) == ("all-equal", "All three scores are 35,000. Was this hanchan played?")


@given(sheets())
def test_a_sheet_whose_points_are_all_there_has_errors_only_for_its_marks(sheet: Sheet) -> None:
    marks = {"yakitori-not-played", "bust-not-played", "not-bust"}
    errors = [
        problem
        for problem in problems(
            sheet.points, sheet.deposits, sheet.rules, yakitori=sheet.yakitori, busted_by=sheet.busted_by
        )
        if problem.level is Level.ERROR
    ]
    assert {problem.code for problem in errors} <= marks
    assert bool(errors) == (
        (any(sheet.yakitori) and not sheet.rules.yakitori)
        or any(
            taker and (sheet.rules.bust == "never" or own > 0 or (own == 0 and sheet.rules.bust == "below-zero"))
            for own, taker in zip(sheet.points, sheet.busted_by, strict=True)
        )
    )
