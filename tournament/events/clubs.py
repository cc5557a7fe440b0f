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


def running_or_to_come(today: date) -> "QuerySet[Tournament]":
    """Return the events that are not over, without demos and those that are played elsewhere."""
    is_over = Q(last_day__lt=today) | Q(last_day=None, first_day__lt=today)
    return Tournament.objects.filter(is_demo=False, moved_at=None).exclude(is_over)


def events_at_once(club: Club, today: date) -> "QuerySet[Tournament]":
    """Return the events of a club that are running or to come."""
    own = Q(in_club__club=club)
    if club == first_club():
        own |= Q(in_club=None)
    return running_or_to_come(today).filter(own)


def most_events(club: Club) -> int | None:
    """Return how many events of a club may be running or to come at once; None for no limit."""
    return hosting().most_events if club.most_events is None else club.most_events


def nearly_full(clubs: Iterable[Club], today: date) -> list[tuple[Club, int, int]]:
    """Return each club that may have at most NEARLY more events, with how many it has and may have."""
    limits = [(club, most) for club in clubs if (most := most_events(club)) is not None]
    found = [(club, events_at_once(club, today).count(), most) for club, most in limits]
    return [(club, used, most) for club, used, most in found if most - used <= NEARLY]


def give_to_club(tournament: Tournament, club: Club, today: date) -> None:
    """Say which club an event belongs to, within a transaction. Raises Refused where the club has as many as it may."""
    last = tournament.last_day or tournament.first_day
    if not tournament.is_demo and (last is None or last >= today):
        _refuse_full(club, tournament, today)
    if club != first_club() or ClubEvent.objects.filter(tournament=tournament).exists():
        ClubEvent.objects.update_or_create(tournament=tournament, defaults={"club": club})


def _refuse_full(club: Club, besides: Tournament, today: date) -> None:
    """The row of the club is locked before its events are counted: of two at once, the second counts the first."""
    if (most := most_events(club)) is None:
        return
    Club.objects.select_for_update().get(pk=club.pk)
    used = events_at_once(club, today).exclude(pk=besides.pk).count()
    if used >= most:
        text = _(
            "Events of {club} that are running or to come: {used}, and at most {most}. Ask the owner of this "
            "installation for more, or wait until one is over."
        )
        raise Refused.of("club-full", text, club=str(club), most=most, used=used)
