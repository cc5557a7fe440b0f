"""`python -m scoring liability`: the examples in its help are those of S2, and come out to the hundred."""

import re
import shlex

import pytest

from scoring.__main__ import main
from scoring.cli.liability import EXAMPLES
from tests.scoring.cli.calls import refused, result

CALLS = [shlex.split(call) for call in re.findall(r"python -m scoring (liability .*)", EXAMPLES)]


@pytest.mark.parametrize(
    ("call", "changes"),
    [
        (CALLS[0], {"E": 96_300, "S": -64_100, "W": -16_100, "N": -16_100}),
        (CALLS[1], {"E": 96_300, "S": -24_000, "W": -72_300, "N": 0}),
    ],
)
def test_the_examples_of_the_help(call: list[str], changes: dict[str, int], capsys: pytest.CaptureFixture[str]) -> None:
    """S2 Liability, examples 1 and 2."""
    assert main([*call, "--json"]) == 0
    found = result(capsys.readouterr().out)
    assert found["changes"] == changes
    assert (found["value"]["yakuman"], found["value"]["named"]) == (2, ["big-dragons", "all-honours"])


def test_they_stand_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["liability", "--help"])
    assert EXAMPLES.strip() in capsys.readouterr().out


def test_a_person_reads_who_pays_what_for_what(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(CALLS[0]) == 0
    printed = capsys.readouterr().out
    assert "South pays East 64,100: 48,000 for Big Three Dragons, 16,000 for All Honours, 100 for honba." in printed
    assert "East wins by self-draw, double yakuman" in printed


def test_a_liability_that_cannot_be_is_exit_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["liability", "all-honours", "--liable", "W=big-dragons"]) == 1
    assert capsys.readouterr().err == "West is liable for Big Three Dragons, which the hand does not have.\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["big-dragon"], "there is no “big-dragon”; did you mean big-dragons?"),
        (["big-dragons", "--liable", "W"], "type who fed what, as S=big-dragons"),
        (["big-dragons", "--liable", "X=big-dragons"], "“X” is not a wind"),
    ],
)
def test_a_wrong_call_is_exit_2(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in refused(capsys, "liability", *arguments)
