"""The rankings of the two rule books side by side."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from scoring.rankings import RANKING_RULES, Contest, PersonResult, RankingPenalty, RankingRule, rank, ranking_rule
from scoring.rules.fields import plain_fields, read_fields
from tests.shadow import seasons
from tests.shadow.compare import Difference


def rules() -> list[dict[str, Any]]:
    """Every rule as plain data."""
    return [plain_fields(ranking_rule(key)) for key in RANKING_RULES]


def ours(season: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What `scoring` says."""
    rows = rank(
        [
            Contest(**{**event, "results": tuple(PersonResult(*row) for row in event["results"])})
            for event in season["events"]
        ],
        RankingRule(**read_fields(RankingRule, season["rule"])),
        season["on"],
        penalties=[RankingPenalty(who, amount, day) for who, day, amount in season["fines"]],
        last_season=season["last"],
    )
    return {
        row.person: {
            "value": row.calculation.value,
            "lacks": row.lacks,
            "place": row.place,
            "shared": row.shared,
        }
        for row in rows
    }


def theirs(season: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What the shadow says."""
    return seasons.ranking({**season, "rule": {**season["rule"], "carry": Fraction(season["rule"]["carry"])}})


def differences(cases: Iterable[dict[str, Any]]) -> Iterator[Difference]:
    """Every season that is told differently, with both tellings."""
    for case in cases:
        scoring, shadow = ours(case), theirs(case)
        if scoring != shadow:
            yield {"case": case, "scoring": scoring, "shadow": shadow}
