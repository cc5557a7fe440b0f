"""The clubs of an installation: it has one from the start, and no page speaks of clubs until there is a second."""

from tournament.core.models import Tournament
from tournament.persons.models import Club


def first_club() -> Club:
    """Return the club that there is from the start; a database that was emptied gets it again."""
    return Club.objects.first() or Club.objects.get_or_create(slug="club")[0]


def has_several_clubs() -> bool:
    """Return whether the owner of the machine has made a second club."""
    return Club.objects.count() > 1


def club_of(tournament: Tournament) -> Club:
    """Return the club of an event; one that is of no other belongs to the first."""
    return Club.objects.filter(events__tournament=tournament).first() or first_club()
