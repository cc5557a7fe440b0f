"""`python -m scoring draw`. The draws are tested in test_draw of scoring."""

import pytest

from scoring.__main__ import main
from tests.scoring.cli.calls import problems, refused, result

ROW = ("N", "1p", "E", "W", "2p", "S")


def test_a_draw_is_told_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    """RULES.md §3.4, first vector."""
    assert main(["draw", *ROW, "--roll", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "   1. Seat 1 rolls 5: the provisional East is Seat 1.",
        "   2. The row N 1p E W 2p S becomes 1p N E W S 2p.",
        "   3. 5 is odd: the winds are taken from the end with 1p.",
    ]
    assert lines[-1] == "  11. North: Seat 1 moves to where Seat 4 sat."


def test_two_rolls_and_another_roller_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """RULES.md §3.4, the example of wikidot turned on by one seat."""
    row = ("1p", "S", "N", "E", "W", "2p")
    assert main(["draw", *row, "--roll", "7", "--roll", "3", "--roller", "2", "--json"]) == 0
    said = result(capsys.readouterr().out)
    assert len(said.pop("steps")) == 12
    assert said == {
        "kind": "traditional",
        "east_seat": 3,
        "first": 1,
        "end": "1p",
        "laid_out": list(row),
        "winds": ["W", "S", "N", "E"],
        "seats": [1, 0, 2, 3],
    }


def test_in_a_direct_draw_everybody_takes_a_wind(capsys: pytest.CaptureFixture[str]) -> None:
    """S2 Seat wind assignment, as WRC 2015."""
    assert main(["draw", "--direct", "w", "E", "S", "N"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "   1. Seat 1 takes West.",
        "   2. Seat 2 takes East.",
        "   3. Seat 3 takes South.",
        "   4. Seat 4 takes North.",
        "   5. East: Seat 2 stays.",
        "   6. South: Seat 3 stays.",
        "   7. West: Seat 1 moves to where Seat 4 sat.",
        "   8. North: Seat 4 moves to where Seat 1 sat.",
    ]
    assert main(["draw", "--direct", "W", "E", "S", "N", "--east-seat", "1", "--json"]) == 0
    said = result(capsys.readouterr().out)
    assert len(said.pop("steps")) == 8
    assert said == {"kind": "direct", "winds": ["W", "E", "S", "N"], "seats": [2, 0, 1, 3]}


@pytest.mark.parametrize(
    ("tiles", "message"),
    [
        (("E", "S", "1p", "N"), "tile 3: In a direct draw everybody takes a wind, not 1p.\n"),
        (("E", "S", "X", "N"), "tile 3: “X” is neither a wind"),
        (("E", "S", "W"), "winds: Four players draw four winds, not 3.\n"),
        (("E", "S", "W", "S"), "seat 4: South is there twice; each wind is there once.\n"),
        (("E", "S", "W", "N", "--east-seat", "0"), "east_seat: The seats are 1 to 4, counter-clockwise, not 0.\n"),
    ],
)
def test_a_direct_draw_that_cannot_be_is_exit_1(
    tiles: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["draw", "--direct", *tiles]) == 1
    assert capsys.readouterr().err.startswith(message)


def test_what_cannot_be_is_exit_1_naming_the_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", *ROW, "--roll", "13"]) == 1
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "roll 1: Two dice show 2 to 12, not 13.\n")


def test_what_cannot_be_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", *ROW[:5], "N", "--roll", "5", "--json"]) == 1
    message = "North is there twice; each wind is there once."
    problem = {"level": "error", "code": "draw", "message": message, "field": "tile 6"}
    assert problems(capsys.readouterr().out) == [problem]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (ROW, "the following arguments are required: --roll (or --direct)"),
        (("--direct", "E", "S", "W", "N", "--roll", "5"), "a direct draw has no dice"),
        (("--direct", "E", "S", "W", "N", "--roller", "0"), "a direct draw has no dice"),
        ((*ROW, "--roll", "5", "--east-seat", "0"), "--east-seat goes with --direct"),
        ((*ROW, "--roll", "x"), "“x” is not a whole number"),
        (("--roll", "5"), "the following arguments are required: TILE"),
    ],
)
def test_a_wrong_call_is_exit_2(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in refused(capsys, "draw", *arguments)
