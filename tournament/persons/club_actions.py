"""Everything that changes clubs, by the owner of the machine."""

from itertools import count

from django.db import transaction
from django.utils.text import slugify

from tournament.core.locks import Lock, hold_until_commit
from tournament.core.models import Tournament, User
from tournament.events.addresses import SPELT
from tournament.persons.models import Club, ClubEvent, ClubMember


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


def set_event_club(*, tournament: Tournament, club: Club) -> None:
    """Say which club an event belongs to. The event itself does not change."""
    ClubEvent.objects.update_or_create(tournament=tournament, defaults={"club": club})
