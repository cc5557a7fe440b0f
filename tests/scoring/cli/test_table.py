"""`python -m scoring table`."""

import json

import pytest

from scoring.__main__ import main
from scoring.rules import preset
from tests.scoring.cli.calls import problems, refused, result, run


def test_a_table_as_json_as_promised_to_others() -> None:
    done = run("table", "--rules", "wrc-2022", "41000", "33000", "26000", "18000", "--deposits", "2", "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    answer = json.loads(done.stdout)
    rows = answer.pop("result")["rows"]
    assert answer == {"schema": "sekigime/table/1", "ok": True, "problems": []}
    assert [(row["wind"], row["points"], row["place"], row["shared"], row["uma"], row["score"]) for row in rows] == [
        ("E", 41_000, 1, False, 15_000, 26_000),
        ("S", 33_000, 2, False, 5_000, 8_000),
        ("W", 26_000, 3, False, -5_000, -9_000),
        ("N", 18_000, 4, False, -15_000, -27_000),
    ]


def test_a_table_for_a_person_is_aligned() -> None:
    done = run("table", "--rules", "wrc-2022", "78300", "32100", "12400", "-4800", "--deposits", "2")
    assert done.returncode == 0
    assert done.stdout.decode() == (
        "  WRC 2022\n"
        "\n"
        "  Wind       Points  Place      Uma    Score\n"
        "  ──────────────────────────────────────────\n"
        "  東 East    78,300     1     +15.0    +63.3\n"
        "  南 South   32,100     2      +5.0     +7.1\n"
        "  西 West    12,400     3      −5.0    −22.6\n"
        "  北 North   −4,800     4     −15.0    −49.8\n"
        "  ──────────────────────────────────────────\n"
        "  Sum       118,000             0.0     −2.0\n"
        "  Deposits    2,000\n"
    )


def test_the_column_that_has_the_oka_in_it_says_so() -> None:
    said = run("table", "--rules", "wrc-2022-oka", "45000", "30000", "15000", "10000").stdout.decode()
    assert "  Wind       Points  Place   Uma + oka    Score\n" in said
    assert "  東 East    45,000     1        +35.0    +50.0\n" in said


def test_a_sheet_with_problems_is_exit_1_and_says_them_on_standard_error() -> None:
    done = run("table", "41200", "33100", "25700", "19100")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode() == (
        "error [sum-too-low]: 900 missing. Two digits swapped? 42100 instead of 41200 for East would make it fit. "
        "A deposit left on the table is 1,000.\n"
    )


def test_a_table_in_this_process(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "41000", "33000", "26000", "18000", "--deposits", "2"]) == 0
    assert capsys.readouterr().out.endswith("  Sum       118,000             0.0     −2.0\n  Deposits    2,000\n")


def test_a_refused_table_prints_no_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "41000", "33000", "26000", "18000"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert (
        printed.err
        == "error [deposits-missing]: 2,000 missing. Riichi deposits left on the table? Count them on the sheet.\n"
    )


def test_more_than_a_table_can_hold_is_refused_though_the_sum_fits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "--json", "9000000000", "-9000000000", "60000", "60000"]) == 1
    found = problems(capsys.readouterr().out)
    assert [(one["code"], one["field"]) for one in found] == [("too-large", "row-0"), ("too-large", "row-1")]
    assert found[1]["message"] == ("−9,000,000,000 for South is more than a table can hold. Type it again.")


def test_a_score_may_have_the_minus_that_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "78300", "32100", "12400", "−2800"]) == 0
    assert "北 North   −2,800" in capsys.readouterr().out


def test_a_warning_stops_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "30000", "30000", "30000", "30000"]) == 0
    printed = capsys.readouterr()
    assert printed.err == "warning [all-equal]: All four scores are 30,000. Was this hanchan played?\n"
    assert "  東 East    30,000     1=      0.0      0.0\n" in printed.out


def test_a_warning_is_in_the_json_of_an_accepted_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "--json", "130000", "10000", "-10000", "-10000"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["ok"] is True
    assert [(one["level"], one["code"], one["field"]) for one in said["problems"]] == [
        ("warning", "above-100000", "row-0")
    ]
    assert [(row["place"], row["shared"]) for row in said["result"]["rows"]] == [
        (1, False),
        (2, False),
        (3, True),
        (3, True),
    ]


def test_what_was_settled_at_the_end_has_columns_of_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """S0 Mod.4.3, a deposit to the winner, and a prize for a bust, all at one table."""
    rules = preset("own").replace(yakitori=9_000, leftover="winner", bust="below-zero", bust_prize=10_000)
    monkeypatch.setattr("scoring.rules.rule_file.preset", lambda name: rules)
    call = ["table", "71000", "33000", "20000", "-5000", "--deposits", "1", "--yakitori", "n", "--busted", "n=E"]
    assert main([*call, "--rules", "own"]) == 0
    assert capsys.readouterr().out == (
        "  Own rules\n"
        "\n"
        "  Wind       Points  Yakitori  Deposits  Place      Uma     Bust    Score\n"
        "  ───────────────────────────────────────────────────────────────────────\n"
        "  東 East    71,000     3,000     1,000     1     +15.0    +10.0    +70.0\n"
        "  南 South   33,000     3,000         0     2      +5.0      0.0    +11.0\n"
        "  西 West    20,000     3,000         0     3      −5.0      0.0    −12.0\n"
        "  北 North   −5,000    −9,000         0     4     −15.0    −10.0    −69.0\n"
        "  ───────────────────────────────────────────────────────────────────────\n"
        "  Sum       119,000         0     1,000             0.0      0.0      0.0\n"
        "  Deposits    1,000\n"
    )
    assert main([*call, "--rules", "own", "--json"]) == 0
    first, *_ = result(capsys.readouterr().out)["rows"]
    moved = {"yakitori": 3_000, "collected": 1_000, "bust": 10_000}
    assert first == {
        "wind": "E",
        "points": 71_000,
        "place": 1,
        "shared": False,
        "uma": 15_000,
        "score": 70_000,
        **moved,
    }


def test_a_table_of_three(capsys: pytest.CaptureFixture[str]) -> None:
    """RULES.md §8.3, Tenhou among three."""
    assert main(["table", "--rules", "tenhou-3", "55000", "35000", "15000"]) == 0
    said = capsys.readouterr().out
    assert "  東 East    55,000     1        +35.0    +50.0\n" in said
    assert "  西 West    15,000     3        −20.0    −45.0\n" in said
    assert "North" not in said


def test_marks_that_the_rules_do_not_play_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "41000", "33000", "26000", "20000", "--yakitori", "SW", "--busted", "N=E", "--json"]) == 1
    found = problems(capsys.readouterr().out)
    assert [(one["code"], one["field"]) for one in found] == [
        ("yakitori-not-played", "row-1"),
        ("yakitori-not-played", "row-2"),
        ("bust-not-played", "row-3"),
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "a table has four scores, not 0; --rules NAME names another rule set"),
        (("1", "2", "3"), "a table has four scores, not 3"),
        (("1", "2", "3", "4", "5"), "a table has four scores, not 5"),
        (("a", "2", "3", "4"), "“a” is not a whole number, or is too long; type points in full, as 25300 or -2800"),
        (("25.3", "2", "3", "4"), "“25.3” is not a whole number"),
        (("1", "2", "3", "4", "--deposits", "x"), "“x” is not a whole number"),
        (("--js", "1", "2", "3", "4"), "unrecognized arguments: --js"),
        (("1", "2", "3", "4", "--rules", "tenhou-3"), "a table has three scores, not 4"),
        (("1", "2", "3", "4", "--yakitori", "X"), "“X” is not one or more of the winds ESWN"),
        (("1", "2", "3", "4", "--yakitori", ""), "“” is not one or more of the winds ESWN"),
        (("1", "2", "3", "4", "--busted", "N"), "“N” does not say who took whose last points, as N=E"),
        (("1", "2", "3", "4", "--busted", "N=X"), "“N=X” does not say who"),
        (("1", "2", "3", "4", "--busted", "N=E", "--busted", "N=S"), "one player's last points are taken once"),
        (("1", "2", "3", "--rules", "tenhou-3", "--yakitori", "N"), "nobody sits as N at a table of three"),
        (("1", "2", "3", "--rules", "tenhou-3", "--busted", "N=E"), "nobody sits as N at a table of three"),
    ],
)
def test_a_wrong_call_is_exit_2(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in refused(capsys, "table", *arguments)


def test_a_wrong_call_is_exit_2_for_others_too() -> None:
    done = run("table", "--rules", "wrc", "41000", "33000", "26000", "18000", "--json")
    assert (done.returncode, done.stdout) == (2, b"")
