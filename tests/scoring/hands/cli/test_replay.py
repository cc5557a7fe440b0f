"""`python -m scoring replay`."""

import io
from pathlib import Path

import pytest

from scoring.__main__ import main
from tests.scoring.cli.calls import problems, refused, result

LOG = "E1 tsumo E mangan riichi E N\nron S from W 3/40 riichi W\ndraw S W  # tenpai\n"


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "table-3.txt"
    path.write_text(LOG, encoding="utf-8")
    return str(path)


def test_each_hand_with_what_it_moved(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", log, "--names", "Ann", "Bo", "Cem", "Dee"]) == 0
    assert capsys.readouterr().out == (
        "  WRC 2022; players by starting wind\n"
        "\n"
        "                       Ann          Bo         Cem         Dee\n"
        "\n"
        "  East 1: tsumo E mangan riichi E N\n"
        "    Ann lays down 1,000: riichi.\n"
        "    Dee lays down 1,000: riichi.\n"
        "    Bo pays Ann 4,000: mangan.\n"
        "    Cem pays Ann 4,000: mangan.\n"
        "    Dee pays Ann 4,000: mangan.\n"
        "    Ann gets 2,000: riichi deposits.\n"
        "                    43,000      26,000      26,000      25,000\n"
        "\n"
        "  East 1, 1 honba: ron S from W 3/40 riichi W\n"
        "    Cem lays down 1,000: riichi.\n"
        "    Cem pays Bo 5,500: 5,200 for 3 han 40 fu, 300 for honba.\n"
        "    Bo gets 1,000: riichi deposits.\n"
        "                    43,000      32,500      19,500      25,000\n"
        "\n"
        "  East 2: draw S W\n"
        "    Dee pays 1,500: noten.\n"
        "    Ann pays 1,500: noten.\n"
        "    Bo gets 1,500: tenpai.\n"
        "    Cem gets 1,500: tenpai.\n"
        "                    41,500      34,000      21,000      23,500\n"
        "\n"
        "  Not over yet; next is East 2, 1 honba.\n"
        "  Place                  1           2           4           3\n"
        "  Score              +26.5        +9.0       −24.0       −11.5\n"
    )


def test_json_has_every_step_and_the_rows(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", log, "--json"]) == 0
    found = result(capsys.readouterr().out)
    assert [step["changes"] for step in found["steps"]] == [
        [13_000, -4_000, -4_000, -5_000],
        [0, 6_500, -6_500, 0],
        [-1_500, 1_500, 1_500, -1_500],
    ]
    assert found["steps"][1]["before"] == {
        "round": "E",
        "hand": 1,
        "honba": 1,
        "deposits": 0,
        "points": [43_000, 26_000, 26_000, 25_000],
    }
    assert [row["score"] for row in found["rows"]] == [26_500, 9_000, -24_000, -11_500]
    assert (found["without_win"], found["busted"]) == (["W", "N"], {})
    assert (found["over"], found["deposits"]) == (None, 0)
    assert [step["line"] for step in found["steps"]] == [
        "E1 tsumo E mangan riichi E N",
        "ron S from W 3/40 riichi W",
        "draw S W",
    ]


def test_a_log_comes_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("draw E riichi E\ntime\ndraw E"))
    assert main(["replay", "-"]) == 0
    printed = capsys.readouterr().out
    assert "  Deposits 1        32,000      29,000      29,000      29,000\n" in printed
    assert "  East 1, 1 honba: time between\n    Nobody pays anything.\n" in printed
    assert "  The game is over: that was the last hand.\n" in printed
    assert "  Place                  1          2=          2=          2=\n" in printed


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("draw\ndraw E riichi S", "East 2, 1 honba: South declared riichi and is not tenpai, which is a chonbo."),
        ("draw\nrum", "Line 2: “rum” must be one of: ron"),
        ("adjust S+" + "9" * 5_000, "Line 1: “s+999"),
    ],
    ids=["chonbo", "word", "digits"],
)
def test_a_log_that_cannot_be_is_exit_1(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "log"
    path.write_text(text, encoding="utf-8")
    assert main(["replay", str(path)]) == 1
    assert capsys.readouterr().err.startswith(message)
    assert main(["replay", str(path), "--json"]) == 1
    (found,) = problems(capsys.readouterr().out)
    assert (found["code"], found["message"].startswith(message)) == ("log", True)


def test_a_wrong_call_is_exit_2(log: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--names has 4 names, one for each player" in refused(capsys, "replay", log, "--names", "Ann", "Bo")
    assert "cannot be read" in refused(capsys, "replay", str(tmp_path / "nowhere"))
    latin = tmp_path / "latin"
    latin.write_bytes(b"draw # \xff")
    assert "cannot be read" in refused(capsys, "replay", str(latin))


def test_standard_input_is_read_as_a_file_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the mark that some editors put before UTF-8; what is no UTF-8, and a closed stream, are a wrong call."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbfdraw E"), encoding="latin-1"))
    assert main(["replay", "-"]) == 0
    assert "  East 1: draw E\n" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"draw # \xff"), encoding="utf-8"))
    assert "“-” cannot be read" in refused(capsys, "replay", "-")
    monkeypatch.setattr("sys.stdin", None)
    assert "standard input is closed" in refused(capsys, "replay", "-")


def test_a_deposit_collected_at_the_end_is_said_and_in_the_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """EMA 2025 §3.7: deposits left on the table go to the winner."""
    path = tmp_path / "log"
    path.write_text("draw E riichi E\n", encoding="utf-8")
    said = "gets 1,000 at the end: riichi deposits left on the table."
    assert main(["replay", str(path), "--rules", "ema-2025", "--names", "Ann", "Bo", "Cem", "Dee"]) == 0
    assert f"\n  Ann {said}\n  Place" in capsys.readouterr().out
    assert main(["replay", str(path), "--rules", "ema-2025", "--json"]) == 0
    found = result(capsys.readouterr().out)
    assert found["said"] == [f"East {said}"]
    assert [row["collected"] for row in found["rows"]] == [1_000, 0, 0, 0]
    assert main(["replay", str(path), "--rules", "wrc-2022"]) == 0
    assert "at the end" not in capsys.readouterr().out


def test_yakitori_and_a_bust_are_in_the_rows_as_in_those_of_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """S0 Mod.4.3, Mod.5.3."""
    path = tmp_path / "log"
    path.write_text("ron S from N yakuman\n", encoding="utf-8")
    sets = ("yakitori=9000", "bust=below-zero", "bust_prize=10000")
    changes = [part for one in sets for part in ("--set", one)]
    assert main(["replay", str(path), *changes]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[lines.index("  North is below zero.") + 1 : -2] == [
        "  East pays 9,000 at the end: yakitori.",
        "  West pays 9,000 at the end: yakitori.",
        "  North pays 9,000 at the end: yakitori.",
        "  South gets 27,000 at the end: yakitori.",
        "  North pays 10,000 at the end: a prize for the bust.",
        "  South gets 10,000 at the end: a prize for a bust.",
    ]
    assert main(["replay", str(path), *changes, "--json"]) == 0
    replayed = result(capsys.readouterr().out)
    assert (replayed["without_win"], replayed["busted"]) == (["E", "W", "N"], {"N": "S"})
    typed = ["30000", "62000", "30000", "-2000", "--yakitori", "EWN", "--busted", "N=S"]
    assert main(["table", *typed, *changes, "--json"]) == 0
    assert result(capsys.readouterr().out)["rows"] == replayed["rows"]
