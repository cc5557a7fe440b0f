"""The ranking of a day: everybody's results under one rule, exactly, and how each ranking was computed.

Nothing is rounded but base ranks, which EMA rounds at the end of an event. `two_decimals` rounds what is shown.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from math import lcm
from typing import NamedTuple, TypeAlias

from scoring.ema import base_rank, mers_weight
from scoring.messages import WrittenNumber
from scoring.points import Minus, P
from scoring.rankings.contests import Contest, RankingPenalty
from scoring.rankings.rule import ONE, ZERO, Combination, Counted, RankingPart, RankingRule, WeightBy
from scoring.standings.ties import Break, Breaker, lot

Worth: TypeAlias = Fraction | int
_Entry: TypeAlias = tuple[Worth, int, int, int]
"""A result as it is sorted, best first: worth and weight with the sign turned, the number of its contest, the place."""
_FILLED = -1  # the number of the contest of a missing result


@dataclass(frozen=True, slots=True)
class WeighedContest:
    """A contest that counts on a day: its own weight, and the factor of its age."""

    contest: Contest
    own: Fraction
    age: Fraction

    @property
    def weight(self) -> Fraction:
        """The weight on the day."""
        return self.own * self.age


class WeighedResult(NamedTuple):
    """A result that counts on a day; without a contest it is a missing one, of worth 0 and weight 1."""

    contest: WeighedContest | None
    place: int
    worth: Worth

    @property
    def weight(self) -> Fraction:
        """The weight on the day."""
        return self.contest.weight if self.contest else ONE


@dataclass(frozen=True, slots=True)
class PartValue:
    """A part of a ranking: the first `taken` results, the sum of worth times weight less penalties, the sum of the
    weights, and what follows from them.
    """

    part: RankingPart
    taken: int
    total: Fraction
    weight: Fraction
    value: Fraction


@dataclass(frozen=True, slots=True)
class Calculation:
    """The calculation of a ranking: the parts, what was subtracted in each of them, what was carried over from the last
    season, and the exact value. `entries` are the results, in the contests of `counting`.
    """

    entries: Sequence[_Entry]
    counting: Sequence[WeighedContest]
    parts: tuple[PartValue, ...]
    penalties: int
    carried: Fraction
    value: Fraction

    @property
    def results(self) -> tuple[WeighedResult, ...]:
        """The results, best first, with those that are missing."""
        return tuple(
            WeighedResult(None if number == _FILLED else self.counting[number], place, -worth)
            for worth, _weight, number, place in self.entries
        )

    @property
    def counted(self) -> tuple[WeighedResult, ...]:
        """The results of the person that count in some part."""
        taken = max(one.taken for one in self.parts)
        return tuple(one for one in self.results[:taken] if one.contest)

    @property
    def missing(self) -> int:
        """The number of missing results that were filled in."""
        return sum(number == _FILLED for _worth, _weight, number, _place in self.entries)


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A person's row. Who `lacks` results has no place and stands below; `breaks` tell equal rankings apart."""

    person: str
    place: int | None
    shared: bool
    lacks: int
    calculation: Calculation
    breaks: tuple[Break, ...] = ()

    @property
    def ranking(self) -> Fraction | None:
        """The exact ranking, None without a place."""
        return None if self.place is None else self.calculation.value


def rank(
    contests: Iterable[Contest],
    rules: RankingRule,
    on: date,
    *,
    penalties: Iterable[RankingPenalty] = (),
    last_season: Mapping[str, Fraction] | None = None,
) -> tuple[RankingRow, ...]:
    """Return the ranking of the day `on`: those with a place, best first, then those who lack fewest results.

    Everybody stands in it who has a result that weighs something on that day, or something carried over.
    """
    counting = _counting(contests, rules, on)
    sums = _Sums(counting, rules, lcm(*(one.weight.denominator for one in counting)))
    people = sums.by_person()
    carried = {name: rules.carry * value for name, value in (last_season or {}).items()} if rules.carry else {}
    for name in carried:
        people.setdefault(name, [])
    fines: Counter[str] = Counter()
    for one in penalties:
        fines[one.person] += one.amount if one.day <= on else 0
    found = [
        RankingRow(
            name,
            None,
            False,
            max(rules.least - len(entries), 0),
            sums.calculation(entries, fines[name], carried.get(name, ZERO)),
        )
        for name, entries in people.items()
    ]
    below = sorted((one for one in found if one.lacks), key=lambda one: (one.lacks, -one.calculation.value, one.person))
    return (*_placed([one for one in found if not one.lacks], rules), *below)


def _counting(contests: Iterable[Contest], rules: RankingRule, on: date) -> list[WeighedContest]:
    """Return the contests that count on the day, in the order of their days and names."""
    moved = {one.event: one.ended for one in rules.moved}
    past = (one for one in contests if one.ended <= on)
    weighed = (
        WeighedContest(one, _own_weight(one, rules), rules.age_factor(moved.get(one.name, one.ended), on))
        for one in past
    )
    return sorted(
        (one for one in weighed if one.own and one.age), key=lambda one: (one.contest.ended, one.contest.name)
    )


def _own_weight(one: Contest, rules: RankingRule) -> Fraction:
    if rules.weight is WeightBy.MERS:
        return mers_weight(
            one.days,
            one.players,
            one.countries,
            substitutes=one.substitutes,
            qualification=one.qualification,
            steps=rules.countries,
        )
    return one.weight if rules.weight is WeightBy.GIVEN else ONE


def _worths(contest: Contest, rules: RankingRule) -> Iterable[Worth]:
    """Return the worth of each result of a contest."""
    if rules.counted is Counted.SCORE:
        return [one.score for one in contest.results]
    if rules.counted is Counted.BASE_RANK:
        places = contest.places
        return [_base_rank(one.place, places) for one in contest.results]
    sharing = {**Counter([one.place for one in contest.results]), **contest.sharing}
    return [_share(rules.points, one.place, sharing[one.place]) for one in contest.results]


_base_rank = lru_cache(100_000)(base_rank)


@lru_cache(10_000)
def _share(points: tuple[int, ...], place: int, count: int) -> Worth:
    """Return the part of each of so many who share a place, and with it what the places after it bring."""
    brought = sum(points[place - 1 : place - 1 + count])
    return Fraction(brought, count) if brought % count else brought // count


@dataclass(frozen=True, slots=True)
class _Sums:
    """Adds up; weights are whole numbers of 1/`unit`, which is quicker than fractions."""

    counting: Sequence[WeighedContest]
    rules: RankingRule
    unit: int

    @property
    def best_first(self) -> Callable[[_Entry], tuple[Worth, _Entry]] | None:
        """Return by what results are sorted: in a mean by worth, of equal ones the heavier first; in a sum with weights
        by what they bring.
        """
        if self.rules.together is Combination.MEAN or not self.rules.weighs:
            return None
        return lambda entry: (-entry[0] * entry[1], entry)

    def by_person(self) -> dict[str, list[_Entry]]:
        """Return everybody's results."""
        found: dict[str, list[_Entry]] = defaultdict(list)
        for number, one in enumerate(self.counting):
            weight = -int(one.weight * self.unit)
            for (person, place, _score), worth in zip(
                one.contest.results, _worths(one.contest, self.rules), strict=True
            ):
                found[person].append((-worth, weight, number, place))
        return found

    def calculation(self, entries: list[_Entry], fine: int, carried: Fraction) -> Calculation:
        """Return how somebody's ranking is computed."""
        missing = max(self.rules.fill - len(entries), 0)
        listed = tuple(sorted([*entries, *[(0, -self.unit, _FILLED, 0)] * missing], key=self.best_first))
        products = [worth * weight for worth, weight, _number, _place in listed]
        parts = tuple(self._part(part, listed, products, fine) for part in self.rules.parts)
        value = sum((one.part.share * one.value for one in parts), carried)
        return Calculation(listed, self.counting, parts, fine, carried, value)

    def _part(self, part: RankingPart, listed: Sequence[_Entry], products: Sequence[Worth], fine: int) -> PartValue:
        taken = part.taken(len(listed))
        total = sum(products[:taken]) - fine * self.unit
        heavy = -sum([entry[1] for entry in listed[:taken]])
        divisor = heavy if self.rules.together is Combination.MEAN and heavy else self.unit
        whole, weight = Fraction(total, self.unit), Fraction(heavy, self.unit)
        return PartValue(part, taken, whole, weight, Fraction(total, divisor))


def _placed(rows: Iterable[RankingRow], rules: RankingRule) -> Iterator[RankingRow]:
    """Yield those with a place, best first; who is equal in everything that is compared shares it."""
    first = 1
    ordered = sorted(sorted(rows, key=lambda one: one.person), key=lambda one: one.calculation.value, reverse=True)
    for _, group in groupby(ordered, key=lambda one: one.calculation.value):
        equal = list(group)
        asked = rules.breakers if len(equal) > 1 else ()
        told = [replace(one, breaks=tuple(_found(one, breaker, rules) for breaker in asked)) for one in equal]
        for _, same in groupby(sorted(told, key=_by_breaks), key=_by_breaks):
            tied = list(same)
            yield from (replace(one, place=first, shared=len(tied) > 1) for one in tied)
            first += len(tied)


def _by_breaks(row: RankingRow) -> list[tuple[bool, Fraction]]:
    return [one.order for one in row.breaks]


def _found(row: RankingRow, breaker: Breaker, rules: RankingRule) -> Break:
    """Return what a tie-break finds about somebody, in the results that count."""
    counted = row.calculation.counted
    if breaker is Breaker.FIRSTS:
        return Break(breaker, (sum(one.place == 1 for one in counted),))
    if breaker is Breaker.PLACES:
        return Break(breaker, (sum(one.place for one in counted), len(counted)) if counted else ())
    if breaker is Breaker.BEST:
        return Break(breaker, max(one.worth for one in counted).as_integer_ratio() if counted else ())
    return Break(breaker, (lot(rules.lot_seed, row.person),), rules.lot_seed)


def two_decimals(value: Fraction, rules: RankingRule, minus: Minus = Minus.SCREEN) -> WrittenNumber:
    """Return what is shown of a ranking, in P where scores count: rounded to two decimals, halves up.

    >>> from scoring.rankings.files import ranking_rule
    >>> [two_decimals(Fraction(one, 2000), ranking_rule("ema-2018")) for one in (1823185, 10, -10, -30)]
    ['911.59', '0.01', '0.00', '−0.01']
    """
    if rules.counted is Counted.SCORE:
        value = value * Fraction(1, P)
    hundredths = (value * 200 + 1) // 2
    whole, part = divmod(abs(hundredths), 100)
    return WrittenNumber(f"{minus if hundredths < 0 else ''}{whole}.{part:02}")
