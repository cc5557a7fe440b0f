"""A foul in JSON types, for the snapshot that a tournament keeps, and back; earlier versions of the program included.

In version 1 there were no questions: `consequences` were alternatives, `amount` the points of the last one that takes
any, `lesser` of those before, `repeat` those of a repetition. Such a foul asks the referee to choose.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.fouls.cases import Answer, Case, Consequence, Foul, Outcome, Question
from scoring.messages import gettext_noop
from scoring.points import Points

VERSION = 2
DECISION = gettext_noop("What does the referee decide?")
REPEATED = gettext_noop("points for a repetition")
_FLAGS = ("each_player", "up_to", "dealt_again", "unverified")


def to_json(foul: Foul) -> dict[str, object]:
    """Return the foul in JSON types, with the words of its questions, so that later changes alter no snapshot."""
    return {
        "code": foul.code,
        "title": foul.title,
        "note": foul.note,
        "source": foul.source,
        "unverified": foul.unverified,
        "questions": [
            {"key": one.key, "text": one.text, "answers": [[answer.key, answer.text] for answer in one.answers]}
            for one in foul.questions
        ],
        "cases": [
            {"when": {key: list(keys) for key, keys in case.when}, **outcome_json(case.outcome)} for case in foul.cases
        ],
    }


def outcome_json(outcome: Outcome) -> dict[str, object]:
    """Return an outcome in JSON types; amounts in points."""
    flags = {name: getattr(outcome, name) for name in _FLAGS}
    return {"then": outcome.consequence.value, "points": outcome.points, "note": outcome.note, **flags}


def from_json(data: Mapping[str, object]) -> Foul:
    """Read the foul of a snapshot, of either version. Raises ValueError or KeyError when a part is wrong or missing."""
    questions, cases = (_questions(data), _cases(data)) if "cases" in data else _version_1(data)
    return Foul(
        code=str(data["code"]),
        title=str(data["title"]),
        cases=tuple(cases),
        questions=tuple(questions),
        note=str(data.get("note", "")),
        source=str(data.get("source", "")),
        unverified=data.get("unverified") is True,
    )


def outcome_from(row: Mapping[str, Any], code: str) -> Outcome:
    """Read the outcome of a row of data. Raises ValueError or KeyError when a part is wrong or missing."""
    flags = {name: row.get(name) is True for name in _FLAGS}
    points = _points(code, row.get("points"))
    return Outcome(Consequence(row["then"]), points, note=str(row.get("note", "")), **flags)


def _questions(data: Mapping[str, Any]) -> list[Question]:
    return [
        Question(str(row["key"]), str(row["text"]), tuple(Answer(str(key), str(text)) for key, text in row["answers"]))
        for row in data["questions"]
    ]


def _cases(data: Mapping[str, object]) -> list[Case]:
    code = str(data["code"])
    return [Case(parse_conditions(row["when"]), outcome_from(row, code)) for row in _rows(code, data["cases"])]


def parse_conditions(conditions: Mapping[str, Any]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the answers of a case; each is one key, or several of which any matches."""
    return tuple(
        (key, (value,) if isinstance(value, str) else tuple(map(str, value))) for key, value in conditions.items()
    )


def _rows(code: str, value: object) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise ValueError(f"{code}: no cases")
    return value


def _points(code: str, value: object) -> Points:
    if value is None or (type(value) is int and value >= 0):
        return value or 0
    raise ValueError(f"{code}: {value!r} is not a number of points")


def _version_1(data: Mapping[str, object]) -> tuple[list[Question], list[Case]]:
    """Return one case for each alternative; with several, the referee chooses."""
    code = str(data.get("code", "?"))
    named = data.get("consequences")
    if not isinstance(named, list) or not named:
        raise ValueError(f"{code}: no consequences")
    decisions = list(_decisions(code, [Consequence(value) for value in named], data))
    if len(decisions) == 1:
        return [], [Case((), decisions[0][1])]
    answers = tuple(answer for answer, _outcome in decisions)
    question = Question("decision", DECISION, answers)
    return [question], [Case((("decision", (answer.key,)),), outcome) for answer, outcome in decisions]


def _decisions(code: str, named: list[Consequence], data: Mapping[str, object]) -> Iterable[tuple[Answer, Outcome]]:
    amount, lesser = _points(code, data.get("amount")), _points(code, data.get("lesser"))
    priced = [one for one in named if one.takes_points]
    each = code == "REPORT"
    for one in named:
        points = 0 if one not in priced else amount if one is priced[-1] else lesser
        yield Answer(one.value, one.label), Outcome(one, points, each_player=each)
    if data.get("repeat") is not None:
        yield Answer("repeated", REPEATED), Outcome(Consequence.POINTS, _points(code, data["repeat"]), each_player=each)
