"""The staff of a tournament, and the state of sign-in links."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from unicodedata import category, normalize

from django.apps import apps
from django.db.models import Q

from tournament.core.models import AuditEntry, Membership, Role, Tournament, User
from tournament.core.roles import lastingly_organised_by_owner
from tournament.staff.models import SignInLink


class LinkState(StrEnum):
    """The state of a sign-in link."""

    GOOD = "good"
    USED = "used"
    EXPIRED = "expired"
    UNKNOWN = "unknown"


def token_hash(token: str) -> str:
    """The stored hash of a token; a token has 256 random bits, so a plain hash cannot be reversed."""
    return sha256(token.encode()).hexdigest()


def find_link(token: str) -> SignInLink | None:
    """The link of this token, or None."""
    return SignInLink.objects.select_related("user").filter(token_hash=token_hash(token)).first()


def link_state(link: SignInLink | None, at: datetime) -> LinkState:
    """The state of a link; the links of a disabled account are unknown."""
    if link is None or not link.user.is_active:
        return LinkState.UNKNOWN
    if link.used_at is not None:
        return LinkState.USED
    return LinkState.GOOD if at < link.expires_at else LinkState.EXPIRED


def accounts_called(login: str) -> list[User]:
    """The accounts of a sign-in name without regard to case; SQLite itself compares É with É alone, not with é."""
    wanted = _login_folded(login)
    if wanted.isascii():
        return list(User.objects.filter(username__iexact=wanted))
    known = User.objects.values_list("pk", "username")
    return list(User.objects.filter(pk__in=[pk for pk, name in known if _login_folded(name) == wanted]))


def _login_folded(login: str) -> str:
    return str(User.normalize_username(login)).casefold()


def staff_of(tournament: Tournament) -> list[Membership]:
    """The staff of the tournament: organisers, referees, desk, each by name."""
    people = Membership.objects.filter(tournament=tournament).select_related("user")
    return sorted(people, key=lambda one: (Role.values.index(one.role), str(one.user).casefold()))


def is_last_organiser(membership: Membership) -> bool:
    """Return whether this is the only organiser."""
    others = Membership.objects.filter(tournament=membership.tournament_id, role=Role.ORGANISER).exclude(
        pk=membership.pk
    )
    return membership.role == Role.ORGANISER and not others.exists()


def events_of(user: User) -> list[Tournament]:
    """The events that know the person: those where the person works, or did something."""
    known = Q(memberships__user=user) | Q(pk__in=AuditEntry.objects.filter(by=user).values("tournament"))
    return list(Tournament.objects.filter(known).distinct().order_by("pk"))


def namesake_of(user: User, name: str, events: Iterable[Tournament]) -> User | None:
    """Another account at one of the events that has this name, or had it in the history, or signs in with it; capitals,
    spaces, letters that do not show, and Cyrillic and Greek letters that look Latin make no difference.
    """
    entries = AuditEntry.objects.filter(tournament__in=events).exclude(by=None)
    others = User.objects.filter(Q(memberships__tournament__in=events) | Q(pk__in=entries.values("by")))
    names = [(other, text) for other in others.exclude(pk=user.pk).distinct() for text in (str(other), other.username)]
    known = {other.pk: other for other, _text in names}
    had = entries.filter(by__in=known).values_list("by", "actor_name").distinct()
    names += [(known[pk], text) for pk, text in had]
    return next((other for other, text in names if _folded(text) == _folded(name)), None)


LOOKS_LATIN = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԌԛԜаеһіјорсѕухԁԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχ",
    "ABESIJKMHOPCTYXGqWaehijopcsyxdwABEZHIKMNOPTYXaikvoptux",
)
NOT_SHOWN = {"\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\u034f", *map(chr, range(0xFE00, 0xFE10))}
"""Fillers and joiners that Unicode counts as letters, signs or marks, besides its class of format characters (Cf)."""


def _folded(name: str) -> str:
    """Return a name as people read it."""
    spaced = "".join(" " if letter in NOT_SHOWN else letter for letter in name)
    shown = "".join(letter for letter in normalize("NFKC", spaced) if category(letter) != "Cf")
    return "".join(shown.translate(LOOKS_LATIN).casefold().split())


def may_hand_link(giver: User, receiver: User, tournament: Tournament) -> bool:
    """Return whether `giver` may make a sign-in link for `receiver`, as an organiser of this tournament."""
    return receiver.pk in linkable(giver, [receiver], tournament)


def linkable(giver: User, people: Iterable[User], tournament: Tournament) -> set[int]:
    """The ids of the people for whom `giver` may make a sign-in link, as an organiser of this tournament; two queries
    at most, three for the owner of the installation.

    A link opens the whole account, so an organiser may make it only for people who work at no other tournament:
    else a link for the administrator would make anybody the administrator. Nor for somebody who has a password and did
    not agree: else whoever knows a sign-in name could become that person. The owner of the installation may make it for
    everybody, but for those who are in a club, or work at an event, that is shut to the owner: one that is open for a
    time is shut, since what a link opens lasts.
    """
    people = list(people)
    if giver.is_superuser:
        return {person.pk for person in people} - _shut_to_owner(giver, people)
    organised = giver.memberships.filter(role=Role.ORGANISER).values("tournament")
    elsewhere = set(
        Membership.objects.filter(user__in=people).exclude(tournament__in=organised).values_list("user", flat=True)
    )
    return {
        person.pk
        for person in people
        if not (person.is_superuser or person.is_staff or person.pk in elsewhere or keeps_own_password(person))
    }


def _shut_to_owner(owner: User, people: list[User]) -> set[int]:
    """The ids of those who work at an event, or with several clubs are in a club, that is not the owner's as well."""
    events = Tournament.objects.filter(lastingly_organised_by_owner(owner)).values("pk")
    work = Membership.objects.filter(user__in=people).exclude(tournament__in=events)
    shut = set(work.values_list("user", flat=True))
    if apps.get_model("tournament", "Club").objects.count() > 1:
        members = apps.get_model("tournament", "ClubMember").objects.filter(user__in=people)
        shut |= set(members.exclude(club__in=owner.clubs.values("club")).values_list("user", flat=True))
    return shut


def keeps_own_password(person: User) -> bool:
    """Return whether a person signs in with a password and did not agree to links."""
    return person.has_usable_password() and not person.takes_links
