"""`python -m scoring all-last`."""

import json

import pytest

from scoring.__main__ import main
from tests.scoring.command.calls import refused

TABLE = ("36000", "30100", "28000", "25900")


def test_everybody_sees_what_the_own_place_and_those_above_need(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["all-last", *TABLE]) == 0
    said = capsys.readouterr().out
    assert "南 South  30,100  (+0.1)  now 2" in said
    assert "      Off East: 3 han 25 fu or 2 han 50 fu, 3,200." in said
    assert "    Tenpai East: East 1, South 2, West 3, North 4. The dealer stays." in said
    assert said.count("Place 1") == 4
    assert said.count("Place 4") == 1


def test_json_has_every_way_and_every_draw(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["all-last", *TABLE, "--places", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["rules"], found["in"], len(found["draws"])) == ("wrc-2022", "table", 16)
    south = found["players"][1]
    assert (south["wind"], south["points"], south["delta"], south["place"]) == ("S", 30_100, 100, 2)
    assert [way["off"] for way in south["ways"]] == ["E", "W", "N", None]
    assert south["ways"][0]["least"]["changes"] == [-3200, 3200, 0, 0]
    assert {"han": 2, "fu": 50, "yakuman": 0} in south["ways"][0]["least"]["hands"]
    too_far = ["all-last", "200000", "-30000", "-25000", "-25000", "--places", "1", "--json"]
    assert main(too_far) == 0
    assert json.loads(capsys.readouterr().out)["players"][1]["ways"][1]["least"] is None


def test_with_totals_places_are_those_of_the_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["all-last", *TABLE, "--totals", "0", "12000", "0", "0", "--others", "24000", "50000"]) == 0
    said = capsys.readouterr().out
    assert "places in the tournament" in said
    assert "now 3" in said


def test_among_three_the_last_hand_is_the_third(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["all-last", "45000", "35000", "25000", "--rules", "tenhou-3"]) == 0
    assert "North" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (TABLE[:3], "a table of 4 players has 4 scores, not 3"),
        ((*TABLE, "--hand", "0"), "a round has the hands 1 to 4, not 0"),
        ((*TABLE, "--places", "5"), "there are the places 1 to 4"),
        ((*TABLE, "--totals", "1000"), "--totals has 4 values, one for each player at the table"),
        (("36k", *TABLE[1:]), "“36k” is not a whole number"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refused(capsys, "all-last", *arguments)
