"""The ranking of countries: the mean of each country's best people."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from scoring.rankings.ranking import RankingRow
from scoring.rankings.rule import RankingRule


@dataclass(frozen=True, slots=True)
class CountryRow:
    """A country's row: the exact mean, the people of whom it is the mean, how many are ranked, and how many of them are
    above the rule's line, None where there is none.
    """

    country: str
    place: int
    shared: bool
    ranking: Fraction
    best: tuple[RankingRow, ...]
    ranked: int
    above: int | None


def country_ranking(
    rows: Sequence[RankingRow], country_of: Mapping[str, str], rules: RankingRule
) -> tuple[CountryRow, ...]:
    """Return the countries, best first; whoever has no place or no country counts for none. Nobody, where the rule does
    not rank countries. The mean of three is a third of the sum also where there are fewer.
    """
    if not rules.country_best:
        return ()
    people: dict[str, list[RankingRow]] = defaultdict(list)
    for row in rows:
        if row.place is not None and row.person in country_of:
            people[country_of[row.person]].append(row)
    of = rules.country_best
    means = {country: Fraction(sum(one.calculation.value for one in own[:of]), of) for country, own in people.items()}
    found: list[CountryRow] = []
    ordered = sorted(means, key=lambda country: (-means[country], country))
    for mean, group in groupby(ordered, key=means.__getitem__):
        equal = list(group)
        first = len(found) + 1
        for country in equal:
            own = people[country]
            line = rules.country_above
            above = None if line is None else sum(one.calculation.value > line for one in own)
            best = tuple(own[: rules.country_best])
            found.append(CountryRow(country, first, len(equal) > 1, mean, best, len(own), above))
    return tuple(found)
