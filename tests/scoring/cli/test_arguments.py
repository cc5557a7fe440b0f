"""What all subcommands share: `--set FIELD=VALUE` beside `--rules`."""

from pathlib import Path

import pytest

from scoring.__main__ import main
from tests.scoring.cli.calls import refused

EQUAL = ("30000", "30000", "30000", "30000")


def test_yakitori_and_a_prize_for_a_bust_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    """S0 Mod.4.3, Mod.5.3: options that no preset has."""
    sets = ("yakitori=9000", "leftover=winner", "bust=below-zero", "bust_prize=10000")
    changes = [part for one in sets for part in ("--set", one)]
    call = ["table", "71000", "33000", "20000", "-5000", "--deposits", "1", "--yakitori", "N", "--busted", "N=E"]
    assert main([*call, *changes]) == 0
    said = capsys.readouterr().out
    assert said.startswith("  WRC 2022, changed\n")
    assert "東 East    71,000     3,000     1,000     1     +15.0    +10.0    +70.0\n" in said


def test_a_title_may_be_given_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", *EQUAL, "--set", "title=Spring cup"]) == 0
    assert capsys.readouterr().out.startswith("  Spring cup\n")


def test_values_that_hold_only_together_and_parts_of_a_part_are_changed_at_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    three = ("--set", "players=3", "--set", "uma=[15000, 0, -15000]")
    assert main(["table", "40000", "30000", "20000", *three]) == 0
    assert "  西 West    20,000     3     −15.0    −25.0\n" in capsys.readouterr().out
    payment = ("payment", "--han", "4", "--fu", "30", "--tsumo", "--honba", "1")
    assert main([*payment, "--set", "hand.kiriage=false", "--set", "hand.honba=500"]) == 0
    assert "East pays South 4,400: 3,900 for 4 han 30 fu, 500 for honba." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("yakitori",), "“yakitori” is no change; type FIELD=VALUE, as yakitori=9000"),
        (("yakitori=",), "“yakitori=” is no change"),
        (
            ("nix=3",),
            "--set nix: “nix” is not a value of a rule set; this lists them: python -m scoring rules wrc-2022 --json",
        ),
        (("hand.nix=3",), "--set hand.nix: “hand.nix” is not a value of a rule set; did you mean hand."),
        (("hand.kirage=true",), "is not a value of a rule set. Did you mean “hand.kiriage”?"),
        (("yakitori=many",), "--set yakitori: “yakitori” must be a whole number."),
        (("hand.kiriage=no",), "--set hand.kiriage: “hand.kiriage” must be yes or no."),
        (("time=3",), "--set time: “time” must be a group of values."),
        (("goal=30000", "--set", "goal=40000"), "--set goal is there twice"),
        (("hand.kiriage=true", "--set", "hand.kiriage=false"), "--set hand.kiriage is there twice"),
        (("hand=3", "--set", "hand.kiriage=false"), "--set hand.kiriage is there twice"),
    ],
)
def test_a_change_that_cannot_be_is_a_wrong_call(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refused(capsys, "table", *EQUAL, "--set", *arguments)


def test_a_rule_set_may_be_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "club.toml"
    path.write_text('title = "Club"\nbased_on = "wrc-2025"\nsource = "House rules"\nstart = 25_000\n', "utf-8")
    assert main(["table", "--rules", str(path), "40000", "30000", "20000", "10000"]) == 0
    assert capsys.readouterr().out.startswith("  Club\n")
    assert main(["rules", str(path), "--toml"]) == 0
    assert 'start = { value = 25_000, source = "House rules" }' in capsys.readouterr().out


def test_a_former_name_of_a_rule_set_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "wrc-oka", "--toml"]) == 0
    assert capsys.readouterr().out.startswith('title = "WRC 2022 with oka"\nbased_on = "wrc-2022-oka"  #')


def test_a_former_name_that_had_other_values_is_refused_with_the_names_of_today(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert refused(capsys, "rules", "tori-tournament").endswith(
        "“tori-tournament” had other values in earlier versions. Today there is tori-open-2026 or "
        "tori-tournament-2025.\n"
    )


def test_a_file_with_two_mistakes_is_refused_with_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "club.toml"
    path.write_text('title = "x"\nbased_on = "own"\nsource = "us"\nstart = 25_050\nhand.renhou = "no"\n', "utf-8")
    said = refused(capsys, "rules", str(path))
    assert "club.toml: Line 4: “start” is not a multiple of 100 points.\nclub.toml: Line 5: “hand.renhou” must" in said


def test_a_file_that_is_no_rule_set_is_refused_with_its_name_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "club.toml"
    assert f"“{path}” does not exist" in refused(capsys, "rules", str(path))
    path.mkdir()
    assert f"“{path}” is a folder, not a file" in refused(capsys, "rules", str(path))
    path.rmdir()
    path.write_bytes(b"\xff\xfe\x00")
    assert f"“{path}” is not a text file; a rule set is text in UTF-8" in refused(capsys, "rules", str(path))
    path.write_text("title = ", "utf-8")
    assert "club.toml: Line 1: This cannot be read as TOML: Invalid value." in refused(capsys, "rules", str(path))
