"""`python -m scoring foul`."""

import pytest

from scoring.__main__ import main
from scoring.fouls import schedule
from tests.scoring.cli.calls import refused, result


def out(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["foul", *arguments]) == 0
    return capsys.readouterr().out


def test_without_a_code_it_lists_the_schedule_of_the_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    said = out(capsys, "--rules", "wrc-2025")
    assert said.startswith("  WRC 2025, official\n")
    assert "  SWAP               Swap calling (kuikae)\n                     dead hand\n" in said
    assert "warning / 5P / dead hand / chonbo, 30P" in said
    assert "Noten riichi (unverified)" in out(capsys, "--schedule", "bare-minimum")


def test_a_foul_with_questions_asks_them_and_says_what_is_possible(capsys: pytest.CaptureFixture[str]) -> None:
    said = out(capsys, "--rules", "wrc-2025", "reveal", "--answer", "tiles=2")
    assert "  · 1 or 2 tiles\n" in said
    assert "  Was the player warned for it before?\n    --answer repeated=no            not warned" in said
    assert "    1 or 2 tiles, warned for it before: 5P\n" in said
    assert "7 tiles" not in said


def test_a_foul_that_is_decided_says_what_follows_with_sources(capsys: pytest.CaptureFixture[str]) -> None:
    said = out(capsys, "--rules", "wrc-2025", "REVEAL", "--answer", "tiles=7")
    assert "\n  => chonbo, 30P\n  [WRC 2025 §12]\n\n" in said
    assert "  The hand is dealt again as if it had never been played.\n  [WRC 2025 §12.2]\n" in said
    assert "=> chonbo, 20P (unverified)" in out(capsys, "--schedule", "bare-minimum", "NOTEN_RIICHI")


def test_what_follows_has_a_source_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    """S0 Mod.6.3 says that it is a dead hand, or nothing; WRC 2025 §12.2 what a dead hand is."""
    said = out(capsys, "--rules", "wrc-2022", "EMPTY_GROUP")
    assert "=> dead hand\n  [S0 Mod.6.3]\n" in said
    assert "  [WRC 2025 §12.2]\n" in said
    assert out(capsys, "--schedule", "bare-minimum", "EMPTY_GROUP").endswith("=> no penalty\n  [S0 Mod.6.3]\n\n")


def test_an_answer_may_be_typed_again_but_not_changed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "=> chonbo" in out(capsys, "REVEAL", "--answer", "place=ura", "--answer", "place=ura")


def test_a_chonbo_costs_what_the_rule_set_says(capsys: pytest.CaptureFixture[str]) -> None:
    """EMA 2025: 20,000 after uma (Pantheon, ruleset ema2025)."""
    assert "=> chonbo, 20P" in out(capsys, "--rules", "ema-2025", "TILES")


def test_json_has_the_questions_and_what_may_follow(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = result(out(capsys, "--rules", "wrc-2025", "REVEAL", "--answer", "tiles=1", "--json"))["fouls"]
    assert (found["code"], found["answers"]) == ("REVEAL", {"tiles": "1-2"})
    assert found["open"] == [
        {
            "question": "repeated",
            "text": "Was the player warned for it before?",
            "answers": [
                {"answer": "no", "text": "not warned for it before"},
                {"answer": "yes", "text": "warned for it before"},
            ],
        }
    ]
    assert [(one["then"], one["points"]) for one in found["outcomes"]] == [("warning", 0), ("points", 5_000)]
    (decided,) = result(out(capsys, "--rules", "wrc-2025", "REVEAL", "--answer", "tiles=3", "--json"))["fouls"]
    assert decided["open"] == []
    assert decided["outcomes"][0]["said"][0].startswith("The player may no longer call")
    (chonbo,) = result(out(capsys, "--rules", "wrc-2025", "REVEAL", "--answer", "tiles=7", "--json"))["fouls"]
    assert [(one["then"], one["points"]) for one in chonbo["outcomes"]] == [("chonbo", 30_000)]


def test_the_list_has_everything_that_may_follow_once(capsys: pytest.CaptureFixture[str]) -> None:
    """S1 Fouls: a chonbo follows in three cases of tiles revealed."""
    lines = out(capsys, "--rules", "friendly").splitlines()
    (at,) = [number for number, line in enumerate(lines) if line.startswith("  REVEAL ")]
    assert lines[at + 1].strip() == "warning / dead hand / chonbo / referee's discretion / no penalty"


def test_json_has_the_list_with_each_foul_as_it_is_told_alone(capsys: pytest.CaptureFixture[str]) -> None:
    found = result(out(capsys, "--json"))
    assert (found["schedule"], found["title"]) == ("wrc-2022", "WRC 2022, official")
    assert [one["code"] for one in found["fouls"]] == [foul.code for foul in schedule("wrc-2022").fouls]
    assert [one["text"] for one in found["fouls"][0]["outcomes"]] == [
        "no penalty",
        "no penalty, the hand is dealt again",
    ]
    assert [one["dealt_again"] for one in found["fouls"][0]["outcomes"]] == [False, True]
    assert found["fouls"][:1] == result(out(capsys, "DEAL", "--json"))["fouls"]


def test_json_has_what_each_player_pays_what_is_unverified_and_the_notes(capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = [
        one for foul in result(out(capsys, "--rules", "wrc-2025", "--json"))["fouls"] for one in foul["outcomes"]
    ]
    assert [(one["text"], one["note"]) for one in outcomes if one["each_player"]] == [
        ("2P for each player at the table", "The scores are corrected where that is still possible.")
    ]
    (noten,) = result(out(capsys, "--schedule", "bare-minimum", "NOTEN_RIICHI", "--json"))["fouls"]
    assert (noten["unverified"], noten["outcomes"][0]["unverified"]) == (True, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("NIX",), "“WRC 2022, official” has no foul NIX; this lists them: python -m scoring foul\n"),
        (("notenriichi",), "“WRC 2022, official” has no foul notenriichi; did you mean NOTEN_RIICHI"),
        (("REVEAL", "--answer", "tile=1"), "REVEAL asks no question “tile”; did you mean tiles?"),
        (("REVEAL", "--answer", "colour=1"), "REVEAL asks no question “colour”; there are: place, tiles"),
        (("REVEAL", "--answer", "tiles=zz"), "“zz” is no answer to “How many tiles?”; there are: 1-2, 3-6, 7+."),
        (("SWAP", "--answer", "tiles=1"), "SWAP asks no question “tiles”."),
        (("SWAP", "--answer", "tiles"), "“tiles” is no answer; type QUESTION=ANSWER, as tiles=7"),
        (("REVEAL", "--answer", "tiles=3", "--answer", "tiles=7"), "“tiles” is answered twice: 3, 7"),
        (("--answer", "tiles=3"), "--answer goes with a foul; type its CODE first"),
        (
            ("--schedule", "harsh"),
            "“harsh” is not a schedule; there are: bare-minimum, friendly, higher-2022, higher-2025, lower",
        ),
    ],
)
def test_a_wrong_call_is_exit_2(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in refused(capsys, "foul", *arguments)


@pytest.mark.parametrize("command", [("foul", "NOTEN_RIICHI"), ("late", "12")])
@pytest.mark.parametrize("other", [("--schedule", "friendly"), ("--set", "schedule=friendly")])
def test_a_schedule_whose_chonbo_is_a_mangan_goes_with_rules_that_pay_one(
    command: tuple[str, ...], other: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """S1 Chonbo is paid at the table: 30P off the tournament score would be the price of neither source."""
    said = refused(capsys, *command, *other)
    assert "the schedule “Friendly game” has no price for a chonbo, which is paid as a mangan at the table; " in said
    assert said.endswith("takes 30P: use --rules friendly\n")
    assert main([*command, "--rules", "friendly"]) == 0


def test_a_schedule_with_prices_does_not_go_with_rules_that_pay_a_mangan(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "foul", "NOTEN_RIICHI", "--rules", "friendly", "--schedule", "lower")
    assert said.endswith("pays a chonbo as a mangan at the table: use --rules wrc-2022 --schedule lower\n")
    assert main(["foul", "NOTEN_RIICHI", "--rules", "wrc-2022", "--schedule", "lower"]) == 0
    assert main(["foul", "NOTEN_RIICHI", "--set", "paid=reverse-mangan"]) == 0
    assert main(["foul", "NOTEN_RIICHI", "--set", "paid=table", "--schedule", "lower"]) == 0
