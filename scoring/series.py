"""A series of tournaments: totals or points for places added up, the best n of them, ranked like one tournament.

USMA Cup: best 3 of 4; Riichi City Global: any 5 of 8 (RULES.md §5). A tournament in which somebody was not ranked
brings nothing and cannot be dropped. The breakers ask about tournaments where in a tournament they ask about hanchan.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.points import Points
from scoring.ruleset.kinds import OneOf, RulesetProblem, Whole, check_fields
from scoring.standing.kinds import Chosen, setting
from scoring.standing.rules import StandingRules
from scoring.standing.stages import Placed, Stages
from scoring.standing.values import Standing, Status
from scoring.standing.why import Said, amounts, numbers
from scoring.ties import Break, Breaker, Contender, Decision, Key
from scoring.uma import cut
from scoring.words import gettext_noop


class Counted(StrEnum):
    """What a tournament brings: the total in its standings, or the points for the place there."""

    TOTAL = "total"
    PLACE = "place"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRules:
    """How a series ranks: `prizes` are the points for places, first to last (nothing below), which a shared place
    shares evenly, cut to 0.1P like uma (S0 Mod.4.1); `best` of the tournaments count. Raises RulesetProblem.
    """

    counted: Counted = setting(OneOf(Counted), gettext_noop("A tournament counts by"), Counted.TOTAL)
    prizes: tuple[Points, ...] = ()
    best: int | None = setting(Whole(1, optional=True), gettext_noop("Tournaments that count"), None)
    breakers: tuple[Breaker, ...] = setting(Chosen(Breaker), gettext_noop("Equal totals are told apart by"), ())
    lot_seed: str = ""

    def __post_init__(self) -> None:
        check_fields(self)
        if self.counted is Counted.PLACE and not self.prizes:
            raise RulesetProblem("prizes", gettext_noop("Say what the places bring, from first to last."))
        if list(self.prizes) != sorted(self.prizes, reverse=True) or any(points < 0 for points in self.prizes):
            raise RulesetProblem("prizes", gettext_noop("A lower place brings more than a higher one, or less than 0."))
        self.ranking()

    def ranking(self) -> StandingRules:
        """Chain and lot. Raises RulesetProblem for a lot without a seed."""
        return StandingRules(breakers=self.breakers, lot_seed=self.lot_seed)


@dataclass(frozen=True, slots=True)
class Result:
    """One tournament of one person: place there, and what it brings in points."""

    tournament: int
    place: int
    brought: Points
    counts: bool


@dataclass(frozen=True, slots=True)
class SeriesStanding:
    """One row. `results[n]` is tournament n+1, None where the person was not ranked. Amounts in points."""

    person: str
    place: int | None
    shared: bool
    total: Points
    results: tuple[Result | None, ...]
    breaks: tuple[Break, ...] = ()
    tier: int = 0
    carried: tuple[()] = ()

    @property
    def status(self) -> Status:
        """Everybody who was ranked in one of the tournaments is ranked here."""
        return Status.PLAYING


def series(
    tournaments: Sequence[Mapping[str, Standing]], rules: SeriesRules, decisions: Sequence[Decision] = ()
) -> tuple[SeriesStanding, ...]:
    """The standings of a series; each tournament gives its rows by person, who has the same name in all of them.

    Persons that are equal in everything keep the order in which they first appear, which claims no rank. A decision's
    `after` is the number of tournaments.
    """
    people: dict[Key, None] = {}
    for standings in tournaments:
        people |= dict.fromkeys(person for person, row in standings.items() if row.place is not None)
    field = _Series({person: _results(str(person), tournaments, rules) for person in people}, rules)
    stages = Stages(field, rules.ranking(), decisions)
    return tuple(_standing(row, field, stages) for row in stages.ranked(people, len(tournaments)))


def _results(
    person: str, tournaments: Sequence[Mapping[str, Standing]], rules: SeriesRules
) -> tuple[Result | None, ...]:
    rows = [standings.get(person) for standings in tournaments]
    return tuple(
        None if row is None or row.place is None else Result(number, row.place, _brought(row, standings, rules), True)
        for number, (row, standings) in enumerate(zip(rows, tournaments, strict=True), start=1)
    )


def _brought(row: Standing, standings: Mapping[str, Standing], rules: SeriesRules) -> Points:
    if rules.counted is Counted.TOTAL or row.place is None:
        return row.total
    count = sum(other.place == row.place for other in standings.values())
    return cut(sum(rules.prizes[row.place - 1 : row.place - 1 + count]), count)


def _standing(row: Placed, field: "_Series", stages: Stages) -> SeriesStanding:
    last = len(field.results[row.key])
    counted = field.counted(row.key, last)
    results = tuple(
        one and Result(one.tournament, one.place, one.brought, one in counted) for one in field.results[row.key]
    )
    return SeriesStanding(str(row.key), row.place, row.shared, stages.total(row.key, last), results, row.breaks)


@dataclass(frozen=True, slots=True)
class _Series:
    """Everybody's results as a field that can be ranked (stages.py)."""

    results: Mapping[Key, tuple[Result | None, ...]]
    rules: SeriesRules

    def counted(self, key: Key, after: int) -> list[Result]:
        """The best results of the first `after` tournaments; of equal ones the better place, then the earlier."""
        found = [one for one in self.results[key][:after] if one]
        return sorted(found, key=lambda one: (-one.brought, one.place, one.tournament))[: self.rules.best]

    def plain(self, key: Key, after: int) -> Points:
        return sum(one.brought for one in self.counted(key, after))

    def contender(self, key: Key, after: int, before: Points) -> Contender:
        counted = self.counted(key, after)
        return Contender(
            key=key,
            firsts=sum(one.place == 1 for one in counted),
            places=sum(one.place for one in counted),
            counted=len(counted),
            best=max(one.brought for one in counted),
            before=before,
            tables={(one.tournament,): one.brought for one in counted},
            ticket=str(key),
        )


IN_A_SERIES: Mapping[Breaker, Said] = {
    Breaker.FIRSTS: numbers(gettext_noop("Both have {total}; tournaments won: {above} {more}, {below} {less}.")),
    Breaker.BEST: amounts(
        gettext_noop("Both have {total}; the best tournament of {above} brought {more}, that of {below} {less}.")
    ),
    Breaker.BEFORE_LAST: amounts(
        gettext_noop("Both have {total}; before the last tournament {above} had {more}, {below} {less}.")
    ),
    Breaker.HEAD_TO_HEAD: amounts(
        gettext_noop(
            "Both have {total}; in the tournaments that all who are equal played, {above} got {more}, {below} {less}."
        )
    ),
}
