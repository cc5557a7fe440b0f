"""A ranking as of a day, as a value, and as JSON that keeps everything that its page says. Pure.

People are named by the id of their row, as text: names are for the page, so that a frozen ranking has none, and whoever
is hidden or erased later is so in it, too.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any

from scoring.rankings import Contest, RankingPenalty, RankingRow, RankingRule, rank
from scoring.rankings.countries import CountryRow, country_ranking
from scoring.rankings.ranking import Calculation, PartValue, WeighedContest
from scoring.standings.ties import Break, Breaker


@dataclass(frozen=True, slots=True, kw_only=True)
class EventContest(Contest):
    """An event of a ranking; `slug` is its address."""

    slug: str


@dataclass(frozen=True)
class Reckoning:
    """The rows of a day under a rule, and the country of each person."""

    rules: RankingRule
    on: date
    rows: tuple[RankingRow, ...]
    country_of: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def placed(self) -> tuple[RankingRow, ...]:
        return tuple(row for row in self.rows if row.place is not None)

    @cached_property
    def below(self) -> tuple[RankingRow, ...]:
        """Those who lack results, who lacks fewest first."""
        return tuple(row for row in self.rows if row.place is None)

    @cached_property
    def by_person(self) -> Mapping[str, RankingRow]:
        return {row.person: row for row in self.rows}

    @cached_property
    def countries(self) -> tuple[CountryRow, ...]:
        """The countries, none where the rule does not rank them."""
        return country_ranking(self.rows, self.country_of, self.rules)

    @cached_property
    def counting(self) -> tuple[WeighedContest, ...]:
        """The events that count on the day, the oldest first."""
        return tuple(self.rows[0].calculation.counting) if self.rows else ()

    def to_json(self) -> dict[str, Any]:
        """Return everything but the rule, with fractions as text."""
        return {
            "on": self.on.isoformat(),
            "events": [_event_json(one) for one in self.counting],
            "countries": dict(sorted(self.country_of.items())),
            "rows": [_row_json(row) for row in self.rows],
        }


def reckon(
    contests: Iterable[Contest],
    rules: RankingRule,
    on: date,
    penalties: Iterable[RankingPenalty] = (),
    country_of: Mapping[str, str] | None = None,
    last_season: Mapping[str, Fraction] | None = None,
) -> Reckoning:
    """Return the ranking of a day; `last_season` has the rankings of which a part is carried over."""
    rows = rank(contests, rules, on, penalties=penalties, last_season=last_season)
    people = {row.person for row in rows}
    return Reckoning(rules, on, rows, {person: at for person, at in (country_of or {}).items() if person in people})


def reckoning_from(rules: RankingRule, kept: Mapping[str, Any]) -> Reckoning:
    """Return a ranking as it was kept. Raises KeyError, TypeError or ValueError for what is not one."""
    counting = tuple(map(_event, kept["events"]))
    rows = tuple(_row(one, rules, counting) for one in kept["rows"])
    return Reckoning(rules, date.fromisoformat(kept["on"]), rows, dict(kept["countries"]))


def _event_json(one: WeighedContest) -> dict[str, Any]:
    contest = one.contest
    return {
        "slug": contest.slug if isinstance(contest, EventContest) else "",
        "name": contest.name,
        "ended": contest.ended.isoformat(),
        "players": contest.players,
        "substitutes": contest.substitutes,
        "days": contest.days,
        "countries": contest.countries,
        "qualification": contest.qualification,
        "weight": str(one.own),
        "age": str(one.age),
    }


def _event(kept: Mapping[str, Any]) -> WeighedContest:
    facts = {name: kept[name] for name in ("slug", "name", "players", "substitutes", "days", "countries")}
    contest = EventContest(
        ended=date.fromisoformat(kept["ended"]), qualification=kept["qualification"], results=(), **facts
    )
    return WeighedContest(contest, Fraction(kept["weight"]), Fraction(kept["age"]))


def _row_json(row: RankingRow) -> dict[str, Any]:
    found = row.calculation
    return {
        "person": row.person,
        "place": row.place,
        "shared": row.shared,
        "lacks": row.lacks,
        "results": [[str(worth), str(weight), number, place] for worth, weight, number, place in found.entries],
        "parts": [[one.taken, str(one.total), str(one.weight), str(one.value)] for one in found.parts],
        "penalties": found.penalties,
        "carried": str(found.carried),
        "ranking": str(found.value),
        "breaks": [[one.breaker.value, *one.value] for one in row.breaks],
    }


def _row(kept: Mapping[str, Any], rules: RankingRule, counting: tuple[WeighedContest, ...]) -> RankingRow:
    calculation = Calculation(
        entries=tuple(_entries(kept["results"])),
        counting=counting,
        parts=tuple(
            PartValue(part, taken, Fraction(total), Fraction(weight), Fraction(value))
            for part, (taken, total, weight, value) in zip(rules.parts, kept["parts"], strict=True)
        ),
        penalties=kept["penalties"],
        carried=Fraction(kept["carried"]),
        value=Fraction(kept["ranking"]),
    )
    breaks = tuple(
        Break(Breaker(name), tuple(value), rules.lot_seed if name == Breaker.LOT else "")
        for name, *value in kept["breaks"]
    )
    return RankingRow(kept["person"], kept["place"], kept["shared"], kept["lacks"], calculation, breaks)


def _entries(kept: Iterable[Any]) -> Iterator[tuple[Fraction | int, int, int, int]]:
    for worth, weight, number, place in kept:
        exact = Fraction(worth)
        yield (exact if exact.denominator > 1 else exact.numerator, int(weight), number, place)
