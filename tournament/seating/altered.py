"""Rows that were altered in the database after they were verified: found cheaply, for pages that show them."""

from dataclasses import dataclass

from django.core.cache import cache
from django.utils.translation import gettext as _

from tournament.events.models import Tournament
from tournament.seating.draft import spans
from tournament.seating.models import Seating
from tournament.seating.verifying import altered_places, is_as_verified, rows_of

A_MINUTE = 60
"""Nothing that goes past the actions moves the edition, so what was found is asked again after so many seconds."""


@dataclass(frozen=True, slots=True)
class Altered:
    """One hanchan that is not as it was verified: its tables, and whether its byes."""

    hanchan: int
    tables: tuple[int, ...]
    byes: bool

    def __str__(self) -> str:
        names = {"hanchan": self.hanchan, "tables": spans(self.tables)}
        if not self.tables:
            return _("hanchan %(hanchan)d, byes") % names
        if self.byes:
            return _("hanchan %(hanchan)d, table %(tables)s and byes") % names
        return _("hanchan %(hanchan)d, table %(tables)s") % names


def altered_of(tournament: Tournament) -> dict[int, Altered]:
    """The altered hanchan of the seating that counts: read once per edition and minute, three queries."""
    if tournament.seating_id is None:
        return {}
    key = f"altered-{tournament.pk}-{tournament.made_at.timestamp()}-{tournament.edition}-{tournament.seating_id}"
    found: dict[int, Altered] = cache.get_or_set(key, lambda: altered_in(tournament.seating), A_MINUTE)
    return found


def altered_in(seating: Seating) -> dict[int, Altered]:
    """The altered hanchan of one version; two queries. One from before there was a verifier has none to compare."""
    lines, byes = rows_of(seating)
    if is_as_verified(seating, lines, byes):
        return {}
    places = altered_places(seating, lines, byes)
    return {
        number: Altered(number, tuple(table for at, table in places if at == number and table), (number, 0) in places)
        for number in sorted({hanchan for hanchan, _table in places})
    }
