"""A series of tournaments: totals or points for places added up, the best n of them, ranked like one tournament.

USMA Cup: best 3 of 4; Riichi City Global: any 5 of 8 (RULES.md §5). A tournament in which somebody was not ranked
counts nothing and cannot be dropped. The tie-breaks look at tournaments where within a tournament they look at hanchan.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.messages import gettext_noop
from scoring.points import Points
from scoring.rules.fields import RulesetProblem, check_fields
from scoring.rules.value_kinds import OneOf, Whole
from scoring.standings.rules import StandingRules
from scoring.standings.settings import ChoiceList, setting
from scoring.standings.stages import Placing, Stages
from scoring.standings.ties import Break, Breaker, Contender, Decision, Key
from scoring.standings.values import Standing, Status
from scoring.uma import truncated_share


class SeriesCount(StrEnum):
    """The basis on which a tournament counts: the total in its standings, or points for the place there."""

    TOTAL = "total"
    PLACE = "place"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRules:
    """The ranking of a series: `prizes` are the points for places, first to last (nothing below), which a shared place
    splits evenly, truncated to 0.1P like uma (S0 Mod.4.1); `best` of the tournaments count. Raises RulesetProblem.
    """

    counted: SeriesCount = setting(OneOf(SeriesCount), gettext_noop("A tournament counts by"), SeriesCount.TOTAL)
    prizes: tuple[Points, ...] = ()
    best: int | None = setting(Whole(1, optional=True), gettext_noop("Tournaments that count"), None)
    breakers: tuple[Breaker, ...] = setting(ChoiceList(Breaker), gettext_noop("Tie-breaks"), ())
    lot_seed: str = ""

    def __post_init__(self) -> None:
        check_fields(self)
        if self.counted is SeriesCount.PLACE and not self.prizes:
            raise RulesetProblem("prizes", gettext_noop("Say what the places bring, from first to last."))
        if list(self.prizes) != sorted(self.prizes, reverse=True) or any(points < 0 for points in self.prizes):
            raise RulesetProblem("prizes", gettext_noop("A lower place brings more than a higher one, or less than 0."))
        self.ranking()

    def ranking(self) -> StandingRules:
        """The tie-break chain and the lot. Raises RulesetProblem for a lot without a seed."""
        return StandingRules(breakers=self.breakers, lot_seed=self.lot_seed)


@dataclass(frozen=True, slots=True)
class SeriesResult:
    """One tournament of one person: the place there, and its points for the series."""

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
    results: tuple[SeriesResult | None, ...]
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
    """Return the standings of a series; each tournament gives its rows by person, whose name is the same in all of
    them.

    Persons equal in everything keep the order in which they first appear, which is no rank. A decision's `after` is the
    number of tournaments.
    """
    people: dict[Key, None] = {}
    for standings in tournaments:
        people |= dict.fromkeys(person for person, row in standings.items() if row.place is not None)
    field = _Series({person: _results(str(person), tournaments, rules) for person in people}, rules)
    stages = Stages(field, rules.ranking(), decisions)
    return tuple(_standing(row, field, stages) for row in stages.ranked(people, len(tournaments)))


def _results(
    person: str, tournaments: Sequence[Mapping[str, Standing]], rules: SeriesRules
) -> tuple[SeriesResult | None, ...]:
    rows = [standings.get(person) for standings in tournaments]
    return tuple(
        None
        if row is None or row.place is None
        else SeriesResult(number, row.place, _brought(row, standings, rules), True)
        for number, (row, standings) in enumerate(zip(rows, tournaments, strict=True), start=1)
    )


def _brought(row: Standing, standings: Mapping[str, Standing], rules: SeriesRules) -> Points:
    if rules.counted is SeriesCount.TOTAL or row.place is None:
        return row.total
    count = sum(other.place == row.place for other in standings.values())
    return truncated_share(sum(rules.prizes[row.place - 1 : row.place - 1 + count]), count)


def _standing(row: Placing, field: "_Series", stages: Stages) -> SeriesStanding:
    last = len(field.results[row.key])
    counted = field.counted(row.key, last)
    results = tuple(
        one and SeriesResult(one.tournament, one.place, one.brought, one in counted) for one in field.results[row.key]
    )
    return SeriesStanding(str(row.key), row.place, row.shared, stages.total(row.key, last), results, row.breaks)


@dataclass(frozen=True, slots=True)
class _Series:
    """Everybody's results as a field that can be ranked (stages.py)."""

    results: Mapping[Key, tuple[SeriesResult | None, ...]]
    rules: SeriesRules

    def counted(self, key: Key, after: int) -> list[SeriesResult]:
        """Return the best results of the first `after` tournaments; of equal ones the better place, then the first."""
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
