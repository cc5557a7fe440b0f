"""Everything that changes clubs, by the owner of the machine."""

from datetime import date
from itertools import count

from django.db import transaction
from django.utils.text import slugify

from tournament.core.locks import Lock, hold_until_commit
from tournament.core.models import Tournament, User
from tournament.events.addresses import SPELT
from tournament.events.clubs import give_to_club
from tournament.events.models import Club, ClubMember, Hosting


def add_club(*, name: str) -> Club:
    """Make a club; its address is made of its name, and is nobody else's."""
    base = slugify(name.lower().translate(SPELT))[:70].strip("-_") or "club"
    with transaction.atomic():
        hold_until_commit(Lock.PERSONS)
        taken = set(Club.objects.values_list("slug", flat=True))
        slug = next(one for n in count(1) if (one := base if n == 1 else f"{base}-{n}") not in taken)
        return Club.objects.create(name=name, slug=slug)


def name_club(*, club: Club, name: str) -> None:
    """Give a club another name; its address stays."""
    Club.objects.filter(pk=club.pk).update(name=name)


def set_member(*, club: Club, user: User, role: str) -> None:
    """Give an account a role in a club, in the place of the one it has."""
    ClubMember.objects.update_or_create(club=club, user=user, defaults={"role": role})


def leave_club(*, club: Club, member: int) -> None:
    """Take the role in a club from an account."""
    ClubMember.objects.filter(club=club, pk=member).delete()


def set_event_club(*, tournament: Tournament, club: Club, today: date) -> None:
    """Say which club an event belongs to. The event itself does not change. Raises Refused for a club that has as many
    events as it may.
    """
    with transaction.atomic():
        give_to_club(tournament, club, today)


def limit_club(*, club: Club, most_events: int | None) -> None:
    """Say how many events of a club may be running or to come at once; None for the installation's number."""
    Club.objects.filter(pk=club.pk).update(most_events=most_events)


def set_hosting(*, set_up_by: str, most_events: int | None) -> None:
    """Say who may set up events, and how many of a club without a number of its own may be running or to come."""
    Hosting.objects.update_or_create(pk=1, defaults={"set_up_by": set_up_by, "most_events": most_events})
