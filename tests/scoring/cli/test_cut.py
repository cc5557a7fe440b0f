"""`python -m scoring cut`. What a cut does is tested in tests/scoring/standings."""

import io
from pathlib import Path

import pytest

from scoring.__main__ import main
from tests.scoring.cli.calls import problems, refused, result
from tests.scoring.cli.golden_answers import FOLDER

RESULTS = str(FOLDER / "results.csv")


def test_who_is_above_the_line_and_what_is_carried_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cut", RESULTS, "--after", "1", "--keep", "2", "--carry", "half", "--carry-below", "nothing"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["  The cut after hanchan 1", "", "  Place   Player    Total  Carried"]
    assert [line.split() for line in lines[3:5]] == [["1", "Anna", "+26.0", "+13.0"], ["2", "Eva", "+25.0", "+12.5"]]
    assert set(lines[5].strip()) == {"─"}
    assert lines[6].split() == ["3", "Ben", "+8.0", "0.0"]
    assert "─" not in "".join(lines[6:])


def test_who_is_not_ranked_makes_room(capsys: pytest.CaptureFixture[str]) -> None:
    call = ["cut", RESULTS, "--after", "2", "--keep", "2,5", "--carry", "half", "--rounding", "exact"]
    assert main([*call, "--status", "Anna=withdrawn", "--tie-breaks", "best", "--json"]) == 0
    rows = result(capsys.readouterr().out)["rows"]
    assert [(row["player"], row["division"], row["carried"]) for row in rows] == [
        ("Eva", 0, 23_500),
        ("Ben", 0, 500),
        ("Fay", 1, 1_000),
        ("Gus", 1, 0),
        ("Cem", 1, -1_000),
        ("Dee", 2, -49_000),
        ("Hal", 2, -52_000),
    ]


def test_a_line_between_equals_is_exit_1_naming_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    call = ["--after", "2", "--keep", "3"]
    message = (
        "The cut after hanchan 2 runs through place 3: Ben, Fay are tied, and only 3 can be above the line. "
        "Choose tie-breaks that separate them, or let the referee decide."
    )
    assert main(["cut", RESULTS, *call]) == 1
    assert capsys.readouterr().err == f"{message}\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(Path(RESULTS).read_text(encoding="utf-8")))
    assert main(["cut", "-", *call, "--json"]) == 1
    (found,) = problems(capsys.readouterr().out)
    assert (found["code"], found["message"]) == ("tied-line", message)


def test_the_hanchan_and_the_number_are_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "the following arguments are required: --after, --keep" in refused(capsys, "cut", RESULTS)
    assert "“four” is not a whole number" in refused(capsys, "cut", RESULTS, "--after", "1", "--keep", "four")
