"""`python -m scoring all-last`."""

import pytest

from scoring.__main__ import main
from tests.scoring.cli.calls import problems, refused, result

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
    found = result(capsys.readouterr().out)
    assert (found["rules"], found["in"], len(found["draws"])) == ("wrc-2022", "table", 16)
    south = found["players"][1]
    assert (south["wind"], south["points"], south["delta"], south["place"]) == ("S", 30_100, 100, 2)
    assert [way["off"] for way in south["ways"]] == ["E", "W", "N", None]
    assert south["ways"][0]["least"]["changes"] == [-3200, 3200, 0, 0]
    assert {"han": 2, "fu": 50, "yakuman": 0} in south["ways"][0]["least"]["hands"]
    too_far = ["all-last", "200000", "-30000", "-25000", "-25000", "--places", "1", "--json"]
    assert main(too_far) == 0
    assert result(capsys.readouterr().out)["players"][1]["ways"][1]["least"] is None


def test_json_tells_a_place_alone_from_a_shared_one(capsys: pytest.CaptureFixture[str]) -> None:
    call = ["all-last", "38000", "36000", "31000", "--rules", "tenhou-3", "--totals", "0", "12000", "0"]
    assert main([*call, "--others", "24000", "50000", "--places", "1", "--json"]) == 0
    way = result(capsys.readouterr().out)["players"][2]["ways"][0]
    assert (way["least"]["shared"], way["alone"]["shared"]) == (True, False)
    assert way["alone"]["hands"] == [{"han": 13, "fu": 0, "yakuman": 0}, {"han": 0, "fu": 0, "yakuman": 1}]
    assert way["text"] == "Off East: sanbaiman, 24,000. The place is then shared. Alone with yakuman, 32,000."


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


def test_an_extension_that_nobody_reaches_claims_no_place(capsys: pytest.CaptureFixture[str]) -> None:
    """S3 Enchousen (casual): the game ends after South only with 30,000."""
    call = ["all-last", "--rules", "tori-casual", "27000", "26000", "24000", "23000", "--places", "1"]
    assert main(call) == 0
    said = capsys.readouterr().out
    assert "who may end it when leading with 30,000 or more." in said
    assert "the hanchan goes on into West when nobody has 30,000." in said
    off_east = next(line for line in said.splitlines() if "Off East:" in line)
    assert "any win" not in off_east
    assert off_east.endswith("Nobody has 30,000 then, so the hanchan goes on. It ends with 2 han 70 fu, 4,500.")
    assert "Nobody tenpai: East 1, South 2, West 3, North 4. The hanchan goes on." in said
    assert main([*call, "--json"]) == 0
    found = result(capsys.readouterr().out)
    assert len(found["notes"]) == 2
    west = found["players"][2]["ways"][0]
    assert (west["least"]["goes_on"], west["ending"]["goes_on"]) == (True, False)
    assert (found["draws"][0]["goes_on"], found["draws"][0]["dealer_stays"]) == (True, False)


def test_a_win_of_the_dealer_does_not_end_the_hanchan_while_there_is_time(capsys: pytest.CaptureFixture[str]) -> None:
    """S3 Agariyame (tournament): the dealer who wins stays."""
    assert main(["all-last", *TABLE]) == 0
    assert "the hanchan goes on after a win of East, who stays dealer." in capsys.readouterr().out
    assert main(["all-last", *TABLE, "--hand", "2"]) == 0
    assert "goes on" not in capsys.readouterr().out


def test_points_that_do_not_make_the_sum_are_exit_1(capsys: pytest.CaptureFixture[str]) -> None:
    """RULES 8.7: a deposit that was not typed makes every need wrong by 1,000."""
    forgotten = ["all-last", "30000", "30000", "30000", "29000"]
    message = "The points and 0 deposits make 119,000, not 120,000: 1,000 is missing. Is a deposit not counted?"
    remedy = " --deposits N says how many riichi deposits lie on the table."
    assert main(forgotten) == 1
    assert capsys.readouterr() == ("", f"{message}{remedy}\n")
    assert main([*forgotten, "--json"]) == 1
    (found,) = problems(capsys.readouterr().out)
    assert found == {"level": "error", "code": "sum", "message": message + remedy, "field": ""}
    assert main([*forgotten, "--deposits", "1"]) == 0


def test_others_without_totals_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--others needs --totals" in refused(capsys, "all-last", *TABLE, "--others", "60000")


def test_a_place_asked_for_twice_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["all-last", *TABLE, "--places", "1"]) == 0
    once = capsys.readouterr().out
    assert main(["all-last", *TABLE, "--places", "1", "1"]) == 0
    assert capsys.readouterr().out == once
