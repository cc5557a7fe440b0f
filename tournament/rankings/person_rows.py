"""The rows of a ranking with the names of their people, and the places that were won. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext

from scoring.points import Minus
from scoring.rankings import RankingRow, RankingRule
from scoring.rankings.countries import CountryRow
from scoring.rankings.ranking import two_decimals
from tournament.rankings.reckoning import Reckoning
from tournament.standings.ranking import places_won
from tournament.translation.formats import enumeration


@dataclass(frozen=True, slots=True)
class PersonInRanking:
    """A person as a ranking shows them; `key` is "" for who is not named: hidden, or erased."""

    key: str
    name: str
    reading: str = ""


@dataclass(frozen=True, slots=True)
class NamedRow:
    """A row with its person; `moved` are the places won since the ranking that was frozen before, None where there was
    none, and `is_new` says that the person had no place in it.
    """

    row: RankingRow
    rules: RankingRule
    person: PersonInRanking
    country: str = ""
    moved: int | None = None
    is_new: bool = False

    @property
    def events(self) -> int:
        """The number of results."""
        return len(self.row.calculation.results) - self.row.calculation.missing

    @property
    def ranking(self) -> Decimal | None:
        """The ranking as it is shown, None without a place."""
        return None if self.row.ranking is None else self.shown(self.row.ranking)

    def part(self, number: int) -> Decimal:
        """Return a part of the ranking, counted from 1, as it is shown."""
        return self.shown(self.row.calculation.parts[number - 1].value)

    def shown(self, value: Fraction) -> Decimal:
        """Return a value with two decimals."""
        return Decimal(two_decimals(value, self.rules, Minus.EXPORT))


@dataclass(frozen=True, slots=True)
class NamedCountry:
    """A country with the names of its best people."""

    row: CountryRow
    rules: RankingRule
    best: tuple[PersonInRanking, ...]

    @property
    def names(self) -> str:
        return enumeration(person.name for person in self.best)

    @property
    def ranking(self) -> Decimal:
        """The ranking as it is shown."""
        return Decimal(two_decimals(self.row.ranking, self.rules, Minus.EXPORT))


def named_rows(
    found: Reckoning, people: Mapping[str, PersonInRanking], before: Reckoning | None = None
) -> tuple[NamedRow, ...]:
    """Return the rows with their people, equal ones by name; whoever is not among `people` is nobody any more, and of
    who is not named the country is not told."""
    places = {row.person: row.place for row in before.placed} if before else {}
    nobody = PersonInRanking("", gettext("a player"))
    rows = [
        NamedRow(
            row,
            found.rules,
            person,
            found.country_of.get(row.person, "") if person.key else "",
            moved=places_won(places.get(row.person), row.place),
            is_new=before is not None and row.place is not None and row.person not in places,
        )
        for row in found.rows
        for person in [people.get(row.person, nobody)]
    ]
    order = {row.person: at for at, row in enumerate(found.rows)}
    return tuple(
        sorted(
            rows,
            key=lambda one: (
                (0, one.row.place, one.person.name) if one.row.place else (one.row.lacks, order[one.row.person], "")
            ),
        )
    )


def named_countries(found: Reckoning, people: Mapping[str, PersonInRanking]) -> tuple[NamedCountry, ...]:
    """Return the countries with the names of their best people."""
    nobody = PersonInRanking("", gettext("a player"))
    return tuple(
        NamedCountry(one, found.rules, tuple(people.get(row.person, nobody) for row in one.best))
        for one in found.countries
    )
