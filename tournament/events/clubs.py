"""The clubs of an installation: it has one from the start, and no page speaks of clubs until there is a second."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused
from tournament.core.models import Tournament, User
from tournament.events.models import Club, ClubEvent, Hosting

NEARLY = 2


def first_club() -> Club:
    """Return the club that there is from the start; a database that was emptied gets it again."""
    return Club.objects.first() or Club.objects.get_or_create(slug="club")[0]


def has_several_clubs() -> bool:
    """Return whether the owner of the machine has made a second club."""
    return Club.objects.count() > 1


def club_of(tournament: Tournament) -> Club:
    """Return the club of an event; one that is of no other belongs to the first."""
    return Club.objects.filter(events__tournament=tournament).first() or first_club()


def clubs_to_set_up(user: User) -> list[Club]:
    """Return the clubs in whose name somebody may set up events: those of which they are a member, and all for the
    owner; the first club for somebody who is a member of none. Two queries at most.
    """
    clubs = Club.objects.all() if user.is_superuser else Club.objects.filter(members__user=user)
    return list(clubs) or [first_club()]


def hosting() -> Hosting:
    """Return what the owner of the installation allows."""
    return Hosting.objects.first() or Hosting()


def events_at_once(club: Club, today: date) -> "QuerySet[Tournament]":
    """Return the events of a club that are running or to come, without demos and those that are played elsewhere."""
    own = Q(in_club__club=club)
    if club == first_club():
        own |= Q(in_club=None)
    is_over = Q(last_day__lt=today) | Q(last_day=None, first_day__lt=today)
    return Tournament.objects.filter(own, is_demo=False, moved_at=None).exclude(is_over)


def most_events(club: Club) -> int | None:
    """Return how many events of a club may be running or to come at once; None for no limit."""
    return hosting().most_events if club.most_events is None else club.most_events


def nearly_full(clubs: Iterable[Club], today: date) -> list[tuple[Club, int, int]]:
    """Return each club that may have at most NEARLY more events, with how many it has and may have."""
    limits = [(club, most) for club in clubs if (most := most_events(club)) is not None]
    found = [(club, events_at_once(club, today).count(), most) for club, most in limits]
    return [(club, used, most) for club, used, most in found if most - used <= NEARLY]


def give_to_club(tournament: Tournament, club: Club, today: date) -> None:
    """Say which club an event belongs to, within a transaction. Raises Refused where the club has as many as it may.

    The row of the club is locked first: of two events at once the second is counted with the first.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    most, used = most_events(club), events_at_once(club, today).exclude(pk=tournament.pk).count()
    counts = not tournament.is_demo and not _is_over(tournament, today)
    if most is not None and counts and used >= most:
        text = _(
            "{club} may have {most} events that are running or to come, and has {used}. Ask the owner of this "
            "installation for more, or wait until one is over."
        )
        raise Refused.of("club-full", text, club=str(club), most=most, used=used)
    if club != first_club() or ClubEvent.objects.filter(tournament=tournament).exists():
        ClubEvent.objects.update_or_create(tournament=tournament, defaults={"club": club})


def _is_over(tournament: Tournament, today: date) -> bool:
    last = tournament.last_day or tournament.first_day
    return last is not None and last < today
