"""A ranking as of the day that was asked for, as pages, files and programs read it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from urllib.parse import urlencode

from scoring.rankings import RankingRule
from tournament.rankings.models import ClubRanking, FrozenRanking
from tournament.rankings.person_rows import NamedRow, PersonInRanking, named_rows
from tournament.rankings.queries import (
    RankingMatter,
    day_shown,
    frozen_in,
    frozen_key,
    frozen_reckoning,
    matter_of,
    people_in,
    reckoning_of,
)
from tournament.rankings.reckoning import Reckoning


@dataclass(frozen=True)
class RankingPage:
    """A ranking as of the day that was asked for: as it was frozen for it, else as it is computed now.

    Without a day it is the last frozen one; before there is one, that of today.
    """

    ranking: ClubRanking
    frozen: Sequence[FrozenRanking]
    on: date
    is_asked: bool

    @cached_property
    def shown(self) -> FrozenRanking | None:
        """The frozen ranking of the day."""
        return next((one for one in self.frozen if one.as_of == self.on), None)

    @cached_property
    def matter(self) -> RankingMatter | None:
        """The events and penalties of the ranking; None for a frozen one."""
        return None if self.shown else matter_of(self.ranking)

    @cached_property
    def found(self) -> Reckoning:
        return frozen_reckoning(self.shown) if self.shown else reckoning_of(self.ranking, self.on, self.matter)

    @property
    def rules(self) -> RankingRule:
        return self.found.rules

    @cached_property
    def earlier(self) -> FrozenRanking | None:
        """The last ranking that was frozen for a day before."""
        return next((one for one in self.frozen if one.as_of < self.on), None)

    @cached_property
    def later(self) -> FrozenRanking | None:
        """The next ranking that was frozen for a day after."""
        return next((one for one in reversed(self.frozen) if one.as_of > self.on), None)

    @cached_property
    def people(self) -> dict[str, PersonInRanking]:
        return people_in(self.found)

    @cached_property
    def rows(self) -> tuple[NamedRow, ...]:
        before = frozen_reckoning(self.earlier) if self.earlier else None
        return named_rows(self.found, self.people, before)

    @property
    def query(self) -> str:
        """The day as the address has it, "" where it is not asked for."""
        return urlencode({"on": self.on.isoformat()}) if self.is_asked else ""

    @property
    def is_timeless(self) -> bool:
        """Return whether the day is the same tomorrow."""
        return self.is_asked or bool(self.frozen)

    @property
    def is_altered(self) -> bool:
        """Return whether the frozen ranking was changed outside of the program."""
        return self.shown is not None and frozen_key(self.shown) != self.shown.key


def ranking_page(ranking: ClubRanking, asked: date | None, today: date) -> RankingPage:
    """Return a ranking of the day that is asked for, if one is."""
    frozen = list(frozen_in(ranking))
    return RankingPage(ranking, frozen, day_shown(frozen, asked, today), asked is not None)
