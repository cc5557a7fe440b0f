"""Seasons that the tests of rankings begin with."""

from collections.abc import Iterable
from datetime import date
from fractions import Fraction

from scoring.rankings import Contest, PersonResult, RankingPenalty, RankingRow, RankingRule, rank
from scoring.rankings.rule import Counted, ResultOf

DAY = date(2026, 11, 1)
LAST_YEAR = date(2025, 5, 1)


def event(name: str, *people: str, ended: date = DAY, **told: object) -> Contest:
    """An event in which the people have the places 1, 2, 3 in their order."""
    results = tuple(PersonResult(person, place) for place, person in enumerate(people, 1))
    return Contest(name=name, ended=ended, results=results, **{"players": len(people), **told})  # type: ignore[arg-type]


def scored(name: str, ended: date = DAY, **scores: int) -> Contest:
    """A game or event with these scores in P; equal scores share a place."""
    order = sorted(scores.values(), reverse=True)
    results = tuple(PersonResult(person, order.index(own) + 1, own * 1_000) for person, own in scores.items())
    return Contest(name=name, ended=ended, results=results, players=max(4, len(scores)))


def rule(**told: object) -> RankingRule:
    """A rule of scores of games, unless told otherwise."""
    usual = {"key": "own", "title": "Ours", "result": ResultOf.GAME, "counted": Counted.SCORE}
    return RankingRule(**{**usual, **told})  # type: ignore[arg-type]


def brief(rows: Iterable[RankingRow]) -> list[tuple[str, str, Fraction | None]]:
    """Person, place and ranking of each row; a shared place as 5=, none as –."""
    return [(one.person, f"{one.place or '–'}{'=' if one.shared else ''}", one.ranking) for one in rows]


def table(contests: Iterable[Contest], rules: RankingRule, on: date = DAY, *fines: RankingPenalty) -> list[object]:
    return list(brief(rank(contests, rules, on, penalties=fines)))


# EMA by hand, docs/rankings.md: days, place of 11 (1,000 for the first, 100 less for each place), last day.
TWELVE = [
    (2, 1, DAY),
    (1, 3, DAY),
    (1, 6, DAY),
    (2, 11, DAY),
    (3, 4, DAY),
    (1, 5, LAST_YEAR),
    (2, 2, DAY),
    (1, 2, DAY),
    (1, 7, DAY),
    (2, 8, DAY),
    (1, 9, DAY),
    (1, 10, DAY),
]


def by_hand(results: int) -> list[Contest]:
    """The first so many of the twelve events of docs/rankings.md; their weight is the number of days."""
    return [
        Contest(
            name=f"Event {number}",
            ended=ended,
            results=(PersonResult("Ann", place),),
            players=11,
            days=days,
            weight=Fraction(days),
        )
        for number, (days, place, ended) in enumerate(TWELVE[:results], 1)
    ]
