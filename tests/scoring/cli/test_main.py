"""`python -m scoring` as a whole; what each subcommand does is tested in tests/scoring/cli."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.__main__ import main
from scoring.cli.arguments import CALLED_WRONGLY
from scoring.rules.files import offered
from tests.scoring.cli.calls import ROOT, refused, run


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
        (("tables",), "argument COMMAND: there is no “tables”; did you mean table?"),
        (
            ("table", "--rules", "wrc"),
            "“wrc” is not a rule set; did you mean wrc-2015, wrc-2022, wrc-2025 or wrc-2022-oka?",
        ),
    ],
)
def test_a_wrong_call_is_exit_2_with_nothing_on_standard_output(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refused(capsys, *arguments)


def test_a_usage_error_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "table", "--rules", "zzzzzz") == (
        "python -m scoring table: argument --rules: “zzzzzz” is not a rule set; this lists them: "
        "python -m scoring rules\n"
    )


def test_a_stream_that_is_no_terminal_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["rules"]) == 0
    assert stream.getvalue().count("\n") == len(offered())


def written(monkeypatch: pytest.MonkeyPatch, encoding: str, *arguments: str) -> str:
    """What a terminal of this encoding gets."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
    assert main(arguments) == 0
    return raw.getvalue().decode(encoding)


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "ascii"])
def test_no_minus_is_lost_on_any_terminal(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A delta of ▲2.2 (S2) and a score of −27.0 keep their sign where neither can be written."""
    assert "South  27,800  (-2.2)" in written(monkeypatch, encoding, "all-last", "36200", "27800", "30000", "26000")
    assert "-15.0    -27.0" in written(monkeypatch, encoding, "table", "42000", "30000", "30000", "18000")


def test_a_clause_and_an_ellipsis_are_spelt_out_where_they_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "[EMA 2025 section 1.4]" in written(monkeypatch, "ascii", "rules", "ema-2025")


def test_what_cannot_be_decoded_is_no_matter_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    written(monkeypatch, "ascii", "rules")
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", errors="scoring.plain")


class Full(io.StringIO):
    """A stream on a full disk."""

    def flush(self) -> None:
        raise OSError("no space left")


def test_an_answer_that_cannot_be_written_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", Full())
    assert main(["rules"]) == CALLED_WRONGLY
    assert capsys.readouterr().err == "the answer cannot be written: no space left\n"


def test_a_full_device_is_said_once() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "scoring", "rules"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr.count(b"\n")) == (CALLED_WRONGLY, 1)


def test_a_message_to_a_closed_stream_does_not_go_to_another(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["table", "1", "2", "3", "4"]) == 1
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["rules"]) == 0
