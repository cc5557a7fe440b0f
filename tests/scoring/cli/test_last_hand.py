"""`python -m scoring last-hand`. The verdicts are tested in test_time_limit."""

import pytest

from scoring.__main__ import main
from tests.scoring.cli.calls import refused, result


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["last-hand", *arguments]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--during"], "Finish this hand; do not start another."),
        (["--between"], "Play one more hand; it is the last."),
        (["--between", "--south-over"], "The game is over: the South round has been played."),
        (["--chonbo"], "The game is over: a last hand with a chonbo is not dealt again."),
        (["--chonbo", "--set", "time.chonbo=played-again"], "A hand with a chonbo does not count: deal it again"),
        (["--during", "--chonbo"], "The game is over: a last hand with a chonbo is not dealt again."),
        (["--after-dice"], "East has not discarded, so the hand has not begun: play it; it is the last."),
        (["--between", "--after-dice"], "East has not discarded, so the hand has not begun: play it; it is the last."),
        (
            ["--rules", "wrc-2015", "--after-dice"],
            "The dice are thrown, so the hand has begun: finish it; do not start",
        ),
    ],
)
def test_one_verdict_in_words(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert words in " ".join(said(capsys, *arguments).split())


def test_one_verdict_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert result(said(capsys, "--rules", "tori-open-2026", "--between", "--json"))["cases"] == [
        {
            "when": "between",
            "south_over": False,
            "chonbo": False,
            "verdict": "more",
            "hands": 2,
            "text": "Play two more hands, unless the South round ends first.",
        }
    ]


def test_every_case_to_read_out_no_wider_than_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "--rules", "ema-2016")
    assert out.startswith("  EMA 2016\n\n  A signal sounds 15 minutes before the end. ")
    assert "\n  A hand has ended, the South round has not\n    Play one more hand; it is the last.\n" in out
    assert max(map(len, out.splitlines())) <= 80


def test_every_case_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = result(said(capsys, "--json"))["cases"]
    assert found[3] == {
        "when": "between",
        "south_over": True,
        "chonbo": False,
        "verdict": "over",
        "hands": 0,
        "text": "The game is over: the South round has been played.",
    }
    assert len(found) == 5
    (with_chonbo,) = result(said(capsys, "--chonbo", "--json"))["cases"]
    assert (with_chonbo["when"], with_chonbo["chonbo"], with_chonbo["verdict"]) == ("during", True, "over")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--south-over"], "--south-over needs one of --during, --after-dice and --between"),
        (["--during", "--between"], "not allowed with argument --during"),
        (["--during", "--after-dice"], "--after-dice says that East had not discarded, --during that East had"),
    ],
)
def test_a_wrong_call_is_exit_2(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in refused(capsys, "last-hand", *arguments)
