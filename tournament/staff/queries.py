"""Who works here, and what a one-time link is worth."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from hashlib import sha256

from tournament.events.models import Tournament
from tournament.staff.models import Membership, Role, SignInLink, User


class LinkState(StrEnum):
    """What can become of a sign-in link."""

    GOOD = "good"
    USED = "used"
    EXPIRED = "expired"
    UNKNOWN = "unknown"


def token_hash(token: str) -> str:
    """What is kept of a token: it has 256 random bits, so a plain hash cannot be searched backwards."""
    return sha256(token.encode()).hexdigest()


def find_link(token: str) -> SignInLink | None:
    """The link of this token, or None."""
    return SignInLink.objects.select_related("user").filter(token_hash=token_hash(token)).first()


def link_state(link: SignInLink | None, at: datetime) -> LinkState:
    """Whether the link still signs somebody in. An account that is switched off has no good link."""
    if link is None or not link.user.is_active:
        return LinkState.UNKNOWN
    if link.used_at is not None:
        return LinkState.USED
    return LinkState.GOOD if at < link.expires_at else LinkState.EXPIRED


def staff_of(tournament: Tournament) -> list[Membership]:
    """The people of the tournament, organisers first, then referees, then the desk, each by name."""
    people = Membership.objects.filter(tournament=tournament).select_related("user")
    return sorted(people, key=lambda one: (Role.values.index(one.role), str(one.user).casefold()))


def is_last_organiser(membership: Membership) -> bool:
    """Whether nobody would be left to run the event without this person."""
    others = Membership.objects.filter(tournament=membership.tournament_id, role=Role.ORGANISER).exclude(
        pk=membership.pk
    )
    return membership.role == Role.ORGANISER and not others.exists()


def may_hand_link(giver: User, receiver: User) -> bool:
    """Whether `giver` may sign `receiver` in by a link."""
    return receiver.pk in linkable(giver, [receiver])


def linkable(giver: User, people: Iterable[User]) -> set[int]:
    """The ids of those people whom `giver` may sign in by a link; one query.

    A link opens the whole account, so an organiser may hand it only to people who work at no tournament but their
    own: else a link for the owner of the machine would make anybody its owner.
    """
    people = list(people)
    if giver.is_superuser:
        return {person.pk for person in people}
    organised = giver.memberships.filter(role=Role.ORGANISER).values("tournament")
    elsewhere = set(
        Membership.objects.filter(user__in=people).exclude(tournament__in=organised).values_list("user", flat=True)
    )
    return {person.pk for person in people if not (person.is_superuser or person.is_staff or person.pk in elsewhere)}
