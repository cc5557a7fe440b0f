"""The fouls that a tournament keeps: written today, and by the first version of the program."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.fouls import SCHEDULES, Schedule, schedule
from scoring.fouls.cases import Consequence

FIRST = json.loads((Path(__file__).parent.parent / "golden" / "fouls-version-1.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("key", SCHEDULES)
def test_a_schedule_reads_back_from_its_snapshot(key: str) -> None:
    assert Schedule.from_json(json.loads(json.dumps(schedule(key).to_json()))) == schedule(key)


@pytest.mark.parametrize("key", FIRST)
def test_a_snapshot_of_the_first_version_keeps_its_fouls_and_prices(key: str) -> None:
    """`amount` went with the last consequence that takes points, `lesser` with those before, `repeat` with others."""
    read = Schedule.from_json(FIRST[key])
    assert (read.key, read.title) == (key, FIRST[key]["title"])
    for row, foul in zip(FIRST[key]["fouls"], read.fouls, strict=True):
        assert (foul.code, foul.title, foul.note, foul.source) == (
            row["code"],
            row["title"],
            row["note"],
            row["source"],
        )
        expected = [(one, price(row, one)) for one in row["consequences"]]
        expected += [("points", row["repeat"])] if row["repeat"] else []
        assert [(one.consequence, one.points) for one in foul.outcomes()] == expected
    assert Schedule.from_json(json.loads(json.dumps(read.to_json()))) == read


def price(row: dict[str, Any], consequence: str) -> int:
    """What version 1 suggested."""
    priced = [one for one in row["consequences"] if Consequence(one).takes_points]
    if consequence not in priced:
        return 0
    return (row["amount"] if consequence == priced[-1] else row["lesser"]) or 0


def test_a_foul_of_the_first_version_asks_the_referee_which_it_is() -> None:
    reveal = Schedule.from_json(FIRST["wrc-2025"]).foul("REVEAL")
    (question,) = reveal.questions
    assert [answer.key for answer in question.answers] == ["warning", "dead-hand", "chonbo", "repeated"]
    assert reveal.outcome({"decision": "repeated"}).points == 5_000
    assert Schedule.from_json(FIRST["wrc-2022"]).foul("SWAP").questions == ()


def test_a_report_sheet_of_the_first_version_was_for_all_four() -> None:
    report = Schedule.from_json(FIRST["wrc-2022"]).foul("REPORT").outcome()
    assert (report.points, report.each_player) == (2_000, True)


CASE = {"when": {}, "then": "warning"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"code": "X"}, "X: no consequences"),
        ({"code": "X", "consequences": []}, "X: no consequences"),
        ({"code": "X", "title": "x", "consequences": ["warning"], "amount": -5}, "X: -5 is not a number of points"),
        ({"code": "X", "title": "x", "consequences": ["slap"]}, "'slap' is not a valid Consequence"),
        ({"code": "X", "title": "x", "questions": [], "cases": []}, "X: no cases"),
        ({"code": "X", "title": "x", "questions": [], "cases": {}}, "X: no cases"),
        ({"code": "X", "title": "x", "questions": [], "cases": [{**CASE, "then": "slap"}]}, "'slap' is not a valid"),
        ({"code": "X", "title": "x", "questions": [], "cases": [{**CASE, "points": True}]}, "True is not a number"),
        ({"code": "X", "title": "x", "questions": [], "cases": [CASE, CASE]}, "leads to 2 cases"),
        ({"code": "X", "title": "x", "questions": [], "cases": [{**CASE, "when": {"q": ["a"]}}]}, "nobody is asked"),
    ],
)
def test_a_foul_that_cannot_be_is_refused(data: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Schedule.from_json({"key": "x", "title": "x", "fouls": [data]})


def test_a_schedule_without_a_list_of_fouls_is_refused() -> None:
    with pytest.raises(ValueError, match="list of fouls"):
        Schedule.from_json({"key": "x", "title": "x", "fouls": None})
