"""The only place where the two rule books meet: plain data is given to both, and differences are told in full."""

import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from scoring.game import Line, Table, score_table
from scoring.rules import PRESETS, Ruleset, preset
from scoring.winds import Wind
from tests.shadow import hanchan

Difference = dict[str, Any]


def presets() -> list[dict[str, Any]]:
    return [preset(key).to_json() for key in PRESETS]


@lru_cache(maxsize=512)
def _read(text: str) -> Ruleset:
    return Ruleset.from_json(json.loads(text))


def ruleset(rules: dict[str, Any]) -> Ruleset:
    return _read(json.dumps(rules))


def to_table(case: dict[str, Any], number: int = 1) -> Table:
    """The lines as `scoring` wants them; the player is the seat's number where the case names nobody."""
    lines = [
        Line(
            wind=Wind(line["seat"]),
            player=line.get("player", "ESWN".index(line["seat"])),
            points=line["points"],
            yakitori=line["yakitori"],
            busted_by=line["busted_by"] and Wind(line["busted_by"]),
        )
        for line in case["lines"]
    ]
    return Table(case.get("hanchan", 1), case.get("table", number), tuple(lines), case["deposits"])


def ours(case: dict[str, Any]) -> list[dict[str, Any]]:
    """What `scoring` says, in the words of the shadow."""
    return [
        {"points": row.points, "place": row.place, "shared": row.shared, "score": Fraction(row.score, 1_000)}
        for row in score_table(to_table(case), ruleset(case["rules"]))
    ]


def theirs(case: dict[str, Any]) -> list[dict[str, Any]]:
    """What the shadow says."""
    rows = hanchan.scores(case["rules"], case["lines"], case["deposits"])
    return [{name: row[name] for name in ("points", "place", "shared", "score")} for row in rows]


def differences(cases: Iterable[dict[str, Any]]) -> Iterator[Difference]:
    """Every case that is told differently, with both tellings."""
    for case in cases:
        scoring, shadow = ours(case), theirs(case)
        if scoring != shadow:
            yield {"case": case, "scoring": scoring, "shadow": shadow}
