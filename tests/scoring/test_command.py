"""`python -m scoring` as a whole; what each subcommand does is tested in tests/scoring/command."""

import io
import sys

import pytest

from scoring.__main__ import main
from scoring.rules import PRESETS
from tests.scoring.command.calls import refused, run


def test_a_terminal_without_the_winds_characters_still_gets_its_table() -> None:
    done = run("table", "42000", "30000", "30000", "18000", encoding="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"? East    42,000     1     +15.0    +27.0" in done.stdout
    assert b"? North   18,000     4     -15.0    -27.0" in done.stdout


def test_a_terminal_without_curly_quotes_gets_plain_ones() -> None:
    done = run("table", "a", "30000", "30000", "18000", encoding="ascii")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b'"a" is not a whole number' in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("tables",), "invalid choice: 'tables'"),
        (("table", "--rules", "wrc"), f"“wrc” is not a rule set; there are: {', '.join(PRESETS)}"),
    ],
)
def test_a_wrong_call_is_exit_2_with_nothing_on_standard_output(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refused(capsys, *arguments)


def test_a_stream_that_is_no_terminal_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["rules"]) == 0
    assert stream.getvalue().count("\n") == len(PRESETS)
