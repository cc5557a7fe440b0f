"""A final event and what its players qualify in, for tests."""

from datetime import date

from tests.factories import MORNING, make_tournament
from tests.tournament.rankings.rows import finished_event
from tournament.core.audit import Act
from tournament.qualifiers.actions import register_qualifiers, set_source
from tournament.qualifiers.queries import Qualifiers, qualifiers_of

ACT = Act(by=None, at=MORNING)
TODAY = date(2026, 11, 1)
EIGHT = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hana")
"""They carried 80,000 points down to 10,000, and nothing else sets them apart."""
OTHERS = ("Ida", "Jon", "Kim", "Leo", "Mia", "Ned", "Oda", "Pia")


def qualifier(name="North Open", names=EIGHT, **more):
    """A finished event in the order of the names."""
    return finished_event(name, names, date(2026, 9, 13), **more)


def final(**fields):
    return make_tournament("Grand Final", slug="final", hanchan_count=1, **fields)


def choose(tournament, source, places, **more):
    """Let the first of a source qualify."""
    return set_source(tournament=tournament, source=source, places=places, act=ACT, **more)


def found_in(tournament) -> Qualifiers:
    return qualifiers_of(tournament, TODAY)


def states(tournament):
    """Names with what became of them, a list for each source; a reserve with the number."""
    return [
        [f"{row.name}: {row.state}{f' {row.reserve}' if row.reserve else ''}" for row in one.rows]
        for one in found_in(tournament).lists
    ]


def key_of(tournament, name):
    return next(key for key, row in found_in(tournament).by_key.items() if row.name.startswith(name))


def register(tournament, keys=None):
    """Register those who are offered a place, or of these keys."""
    wanted = [row.key for row in found_in(tournament).offered] if keys is None else keys
    return register_qualifiers(tournament=tournament, keys=wanted, today=TODAY, act=ACT)
