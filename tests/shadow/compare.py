"""The only place where the two rule books meet: plain data is given to both, and differences are told in full."""

import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from scoring.game import ScoreLine, Table, score_table
from scoring.rules import Ruleset, preset
from scoring.rules.files import PRESETS
from scoring.winds import Wind
from tournament.standings import second_score as hanchan

Difference = dict[str, Any]


def presets() -> list[dict[str, Any]]:
    """Every preset as plain data, without where its values come from."""
    return [{**preset(key).to_json(), "sources": {}, "marks": {}} for key in PRESETS]


@lru_cache(maxsize=512)
def _read(text: str) -> Ruleset:
    return Ruleset.from_json(json.loads(text))


def ruleset(rules: dict[str, Any]) -> Ruleset:
    return _read(json.dumps(rules))


def to_table(case: dict[str, Any], number: int = 1) -> Table:
    """The lines as `scoring` wants them; the player is the seat's number where the case names nobody."""
    lines = [
        ScoreLine(
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
    """What `scoring` says, in the words of the shadow: East first, what places and busts are worth in P."""
    table = to_table(case)
    rows = dict(zip([line.wind for line in table.lines], score_table(table, ruleset(case["rules"])), strict=True))
    return [
        {
            "points": row.settled,
            "place": row.place,
            "shared": row.shared,
            "worth": Fraction(row.uma, 1_000),
            "bust": Fraction(row.bust, 1_000),
            "score": Fraction(row.score, 1_000),
        }
        for _, row in sorted(rows.items(), key=lambda item: item[0].index)
    ]


def theirs(case: dict[str, Any]) -> list[dict[str, Any]]:
    """What the shadow says."""
    rows = hanchan.scores(case["rules"], case["lines"], case["deposits"])
    return [{name: row[name] for name in ("points", "place", "shared", "worth", "bust", "score")} for row in rows]


def differences(cases: Iterable[dict[str, Any]]) -> Iterator[Difference]:
    """Every case that is told differently, with both tellings."""
    for case in cases:
        scoring, shadow = ours(case), theirs(case)
        if scoring != shadow:
            yield {"case": case, "scoring": scoring, "shadow": shadow}
