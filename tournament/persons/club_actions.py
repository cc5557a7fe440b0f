"""Everything that changes clubs, by the owner of the machine."""

from datetime import date
from itertools import count

from django.db import transaction
from django.utils.text import slugify

from tournament.core.audit import Act, audited_write
from tournament.core.locks import Lock, hold_until_commit
from tournament.core.models import Tournament, User, Verb
from tournament.events.addresses import SPELT
from tournament.events.clubs import club_of, give_to_club
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


def set_event_club(*, tournament: Tournament, club: Club, act: Act, today: date) -> None:
    """Say which club an event belongs to; a line of its history says that it was another. The event itself does not
    change. Raises Refused for a club that has as many events as it may, and for an event that is played elsewhere.
    """
    with transaction.atomic():
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)  # the second of two finds it given
        before = club_of(tournament)
        give_to_club(tournament, club, today, in_its_name=True)
        if club != before:
            with audited_write(tournament, act, Verb.CHANGED_SETTINGS, changes={"club": [str(before), str(club)]}):
                pass


def limit_club(*, club: Club, **limits: int | None) -> None:
    """Set any of LIMITS (events/clubs.py) of a club; None for the installation's number."""
    Club.objects.filter(pk=club.pk).update(**limits)


def set_hosting(*, set_up_by: str, **limits: int | None) -> None:
    """Say who may set up events, and any of LIMITS for clubs without a number of their own; None for no limit."""
    Hosting.objects.update_or_create(pk=1, defaults={"set_up_by": set_up_by, **limits})
