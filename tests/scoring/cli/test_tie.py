"""`python -m scoring tie`. The sentences are tested in tests/scoring/sentences."""

from pathlib import Path

import pytest

from scoring.__main__ import main
from tests.scoring.cli.calls import problems, refused, result
from tests.scoring.cli.golden_answers import FOLDER

RESULTS = str(FOLDER / "results.csv")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("Anna", "Eva"), "  1  Anna  +50.0\n  2  Eva  +47.0\n\n  Anna is ahead of Eva: 50.0 against 47.0.\n"),
        (("Ben", "Anna", "--after", "1"), "  1  Anna  +26.0\n  3  Ben  +8.0\n\n  Anna is ahead of Ben"),
        (("Fay", "Ben"), "  3=  Ben  +1.0\n  3=  Fay  +1.0\n\n  Ben and Fay are tied on everything"),
        (("Fay", "Ben", "--tie-breaks", "best"), "  Both have 1.0; best hanchan: Ben 8.0, Fay 5.0.\n"),
        (("Gus", "Ben", "--cut-after", "1", "--keep", "4"), "Ben is above the cut after hanchan 1, Gus below it.\n"),
        (
            ("Hal", "Ben", "--status", "Hal=withdrawn"),
            "  withdrawn  Hal  −52.0\n\n  Hal has withdrawn and is not",
        ),
    ],
)
def test_why_one_stands_above_the_other(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tie", RESULTS, *arguments]) == 0
    assert said in capsys.readouterr().out


def test_a_lot_can_be_checked_by_anybody(capsys: pytest.CaptureFixture[str]) -> None:
    """printf '%s' 'dice 3 5 1/Ben' | sha256sum"""
    assert main(["tie", RESULTS, "Ben", "Fay", "--tie-breaks", "lot", "--lot-seed", "dice 3 5 1", "--json"]) == 0
    found = result(capsys.readouterr().out)
    assert [row["player"] for row in found["players"]] == ["Ben", "Fay"]
    assert found["said"] == [
        "Both have 1.0; the lot drawn from “dice 3 5 1” puts Ben (a90dc669…) ahead of Fay (ba786a22…)."
    ]


def test_json_says_who_shares_a_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tie", RESULTS, "Fay", "Ben", "--json"]) == 0
    rows = result(capsys.readouterr().out)["players"]
    assert [(row["player"], row["place"], row["shared"]) for row in rows] == [("Ben", 3, True), ("Fay", 3, True)]


def test_a_cut_between_equals_is_exit_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = Path(RESULTS).read_text(encoding="utf-8")
    for before, then in (
        ("Eva,40000,", "Eva,41000,2"),
        ("Fay,30", "Fay,33"),
        ("Gus,28", "Gus,26"),
        ("Hal,22", "Hal,18"),
    ):
        text = text.replace(before, then)
    path = tmp_path / "results.csv"
    path.write_text(text, encoding="utf-8")
    assert main(["tie", str(path), "Ben", "Fay", "--cut-after", "1", "--keep", "1", "--json"]) == 1
    (found,) = problems(capsys.readouterr().out)
    assert "Anna, Eva are tied" in found["message"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Anna",), "the following arguments are required: PLAYER"),
        (("Anna", "Evi"), "“Evi” is not in the file; did you mean Eva?"),
        (("Anna", "Anna"), "a player stands neither above nor below themselves: name two"),
    ],
)
def test_a_wrong_call_is_exit_2(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in refused(capsys, "tie", RESULTS, *arguments)
