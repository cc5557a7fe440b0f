"""`python -m scoring hand`."""

import sys

import pytest

from scoring.__main__ import main
from tests.scoring.cli.calls import problems, refused, result

PINFU = ["hand", "234567m23455p78s", "9s"]


def test_yaku_fu_payment_and_what_is_not_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PINFU, "--riichi", "--dora", "1m"]) == 0
    printed = capsys.readouterr().out
    for line in (
        "  WRC 2022: South wins on West's discard, 3 han 30 fu",
        "    Riichi                                         1",
        "    Dora                                           1",
        "    winning                                       30",
        "  West pays South 3,900: 3 han 30 fu.",
        "  Not looked at",
        "    Whether the winner is furiten is not checked.",
    ):
        assert line in printed.splitlines()
    assert "Put right" not in printed


def test_what_is_put_right_stands_below_the_hand_that_it_is_about(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", "999m234p567p78s11z", "9s", "--seat", "E", "--tsumo"]) == 0
    printed = capsys.readouterr().out
    assert printed.endswith("  Put right under these rules\n    A pair of the double wind is 2 fu, not 4.\n")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PINFU, "--riichi", "--ippatsu", "--tsumo", "--seat", "E", "--honba", "1", "--json"]) == 0
    found = result(capsys.readouterr().out)
    assert found["changes"] == {"E": 8_100, "S": -2_700, "W": -2_700, "N": -2_700}
    assert {one["name"]: one["han"] for one in found["yaku"]} == {
        "Menzen Tsumo": 1,
        "Pinfu": 1,
        "Riichi": 1,
        "Ippatsu": 1,
    }
    assert found["fu"] == [{"name": "winning", "fu": 20}]
    assert (len(found["cannot"]), found["corrected"]) == (1, [])


def test_called_sets_yakuman_and_liability(capsys: pytest.CaptureFixture[str]) -> None:
    call = ["hand", "2z", "2z", "--call", "555z", "--call", "666z", "--call", "777z", "--quad", "3333z"]
    assert main([*call, "--seat", "E", "--tsumo", "--liable", "S=big-dragons", "--honba", "1"]) == 0
    printed = capsys.readouterr().out
    assert "    Big Three Dragons" in printed.splitlines()[3]
    assert "South pays East 64,100: 48,000 for Big Three Dragons, 16,000 for All Honours, 100 for honba." in printed
    assert "  Fu" not in printed.splitlines()
    assert main([*call, "--seat", "E", "--tsumo", "--json"]) == 0
    found = result(capsys.readouterr().out)
    assert found["yaku"] == [{"name": "Big Three Dragons", "han": None}, {"name": "All Honours", "han": None}]
    assert (found["fu"], found["value"]["named"]) == ([], ["big-dragons", "all-honours"])


def test_a_hand_without_yaku_is_exit_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", "999m234p567p79s77z", "8s"]) == 1
    assert capsys.readouterr().err == "The hand has no yaku.\n"
    assert main(["hand", "999m234p567p79s77z", "8s", "--json"]) == 1
    assert [(one["code"], one["message"]) for one in problems(capsys.readouterr().out)] == [
        ("payment", "The hand has no yaku.")
    ]


def test_without_the_package_it_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mahjong.hand_calculating.hand", None)
    assert main([*PINFU, "--riichi"]) == 1
    assert '.venv/bin/pip install "mahjong>=2.1,<3"' in capsys.readouterr().err


@pytest.mark.parametrize("winning", ["", "99s"])
def test_there_is_one_winning_tile(winning: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is one winning tile, not" in refused(capsys, "hand", "234567m23455p78s", winning)


def test_the_tiles_can_be_typed_as_the_help_shows_them(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["hand", "--help"])
    assert "as 234567m23405p78s;" in " ".join(capsys.readouterr().out.split())
    assert main(["hand", "234567m23405p78s", "9s", "--riichi", "--rules", "tori-casual"]) == 0


def test_in_the_first_turn_somebody_before_the_winner_discarded(capsys: pytest.CaptureFixture[str]) -> None:
    """S3 Renhou: before the winner's first draw."""
    call = ["hand", "234567m23455p78s", "9s", "--first-turn"]
    assert main(call) == 0
    assert "South wins on East's discard" in capsys.readouterr().out
    assert main([*call, "--seat", "W", "--from", "E"]) == 0
    assert "West wins on East's discard" in capsys.readouterr().out
    assert main([*call, "--from", "N"]) == 1
    assert capsys.readouterr().err == "Before the first draw of South North has not discarded.\n"
