"""`python -m scoring late`."""

import pytest

from scoring.__main__ import main
from tests.scoring.cli.calls import refused, result


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("0:59", "  On time: less than a full minute.\n"),
        ("1", "  Late, full minutes: 1.\n  The tournament score is lowered by 1P.\n"),
        ("7", "  Late, full minutes: 7.\n  The tournament score is lowered by 7P.\n"),
        ("7:30", "  Late, full minutes: 7.\n  The tournament score is lowered by 7P.\n"),
    ],
)
def test_it_says_what_the_minutes_cost(typed: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["late", typed]) == 0
    assert capsys.readouterr().out == said


@pytest.mark.parametrize(("typed", "minutes", "foul"), [("10:01", 10, "LATE_10"), ("absent", 0, "FORFEIT")])
def test_json_has_the_verdict(typed: str, minutes: int, foul: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["late", typed, "--rules", "wrc-2025", "--json"]) == 0
    found = result(capsys.readouterr().out)
    assert found.pop("said") == [
        "The hanchan is forfeited: more than 10 minutes late, or absent.",
        "The tournament score is lowered by 30P.",
        "No points for the hanchan. A substitute plays, scored but not ranked.",
    ]
    kind = {"applied": True, "kind": "forfeit"}
    assert found == {**kind, "minutes": minutes, "points": 30_000, "consequence": "points", "foul": foul}


def test_the_column_can_be_another_than_the_rule_sets(capsys: pytest.CaptureFixture[str]) -> None:
    """S0 Mod.6.3, third column: a warning for the minutes, 30P for who does not come."""
    assert main(["late", "7", "--schedule", "bare-minimum"]) == 0
    assert capsys.readouterr().out == "  Late, full minutes: 7.\n  This is a warning.\n"
    assert main(["late", "absent", "--schedule", "bare-minimum"]) == 0
    assert "  The tournament score is lowered by 30P.\n" in capsys.readouterr().out
    assert "“harsh” is not a schedule; there are: bare-minimum, " in refused(capsys, "late", "7", "--schedule", "harsh")


@pytest.mark.parametrize("typed", ["soon", "7:60", "7,5", "1:02:03", "-5"])
def test_what_is_no_time_is_refused(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"“{typed}” is no time; type minutes as 7, or 7:30, or absent" in refused(capsys, "late", typed)


@pytest.mark.parametrize("changes", [("--set", "paid=table"), ("--rules", "friendly")])
def test_where_penalties_are_paid_at_the_table_lateness_is_not_applied(
    changes: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """S0 Mod.6.1."""
    assert main(["late", "12", *changes]) == 0
    said = capsys.readouterr().out
    assert said.startswith("  Lateness is not applied here: penalties are paid at the table")
    assert said.count("\n") == 1
    assert main(["late", "12", *changes, "--json"]) == 0
    found = result(capsys.readouterr().out)
    assert (found["applied"], found["points"], found["kind"], found["consequence"]) == (False, 0, "forfeit", "none")


def test_minutes_may_be_free(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["late", "5", "--set", "lateness.per_minute=0"]) == 0
    assert "  Nothing is deducted from the tournament score.\n" in capsys.readouterr().out
