"""Letting people in: one-time links, passwords, and roles at a tournament."""

import secrets
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournament.edition import writing
from tournament.events.models import Tournament
from tournament.problems import Refused
from tournament.staff.models import Membership, Role, SignInLink, User
from tournament.staff.queries import (
    LinkState,
    find_link,
    is_last_organiser,
    link_state,
    may_hand_link,
    token_hash,
)

OWNER = "organiser"
VALID_FOR = timedelta(days=7)


def make_sign_in_link(*, user: User, at: datetime, valid_for: timedelta = VALID_FOR) -> tuple[SignInLink, str]:
    """A new one-time link and its token; links made earlier for the same person end now.

    The token is in no table: who reads the database cannot sign in with it.
    """
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        user.sign_in_links.filter(used_at=None, expires_at__gt=at).update(expires_at=at)
        link = SignInLink.objects.create(
            user=user, token_hash=token_hash(token), made_at=at, expires_at=at + valid_for
        )  # fmt: skip
    return link, token


def sign_in_with(*, token: str, at: datetime) -> User:
    """Use the link up and say whom it signs in. Raises Refused when it is used, expired or unknown."""
    with transaction.atomic():
        link = find_link(token)
        state = link_state(link, at)
        if link is None or state is not LinkState.GOOD:
            raise Refused(link_words(state))
        used = SignInLink.objects.filter(pk=link.pk, used_at=None).update(used_at=at)
        if not used:
            raise Refused(link_words(LinkState.USED))
    return link.user


def link_words(state: LinkState) -> str:
    """Why a link signs nobody in, and what to do."""
    return {
        LinkState.GOOD: "",
        LinkState.USED: _("This link was used already. A link signs in once; ask an organiser for a new one."),
        LinkState.EXPIRED: _("This link has expired. Ask an organiser for a new one."),
        LinkState.UNKNOWN: _("This link is not known here. Was it copied whole? Else ask an organiser for a new one."),
    }[state]


def ensure_owner() -> User:
    """The account of whoever runs this machine, made at the first start, without a password."""
    with transaction.atomic():
        owner = User.objects.filter(username=OWNER).first()
        if owner is None:
            owner = User(username=OWNER, is_superuser=True, is_staff=True)
            owner.set_unusable_password()
            owner.save()
    return owner


def add_staff(
    *, tournament: Tournament, username: str, name: str, role: str, by: Any, at: datetime
) -> tuple[User, str]:
    """Give a person a role. A new account comes with the token of a sign-in link; a known one signs in as ever ("").

    Without a `username` one is made from the name. Raises Refused for an unknown role, a bad sign-in name, or
    somebody who is on the staff already.
    """
    _check_role(role)
    with writing(tournament, by=by, at=at, verb="added to the staff", role=role) as entry:
        user = User.objects.filter(username__iexact=username).first() if username else None
        token = ""
        if user is None:
            user = _new_person(username or _free_username(name), name)
            token = make_sign_in_link(user=user, at=at)[1]
        elif Membership.objects.filter(tournament=tournament, user=user).exists():
            message = _("{name} is on the staff already. Change the role in the list.").format(name=user)
            raise Refused(message, field="username")
        Membership.objects.create(tournament=tournament, user=user, role=role)
        entry.subject = str(user)
    return user, token


def new_link(*, membership: Membership, by: User, at: datetime) -> str:
    """The token of a new sign-in link for somebody on the staff. Raises Refused when it is not `by`'s to give."""
    user = membership.user
    with writing(membership.tournament, by=by, at=at, verb="made a sign-in link", subject=str(user)):
        if not may_hand_link(by, user):
            message = _(
                "{name} also works elsewhere on this machine, and a link would open all of it. "
                "{name} signs in with the own password; the owner of the machine can make a link."
            )
            raise Refused(message.format(name=user))
        return make_sign_in_link(user=user, at=at)[1]


def change_role(*, membership: Membership, role: str, by: Any, at: datetime) -> None:
    """Give another role. Raises Refused for the last organiser: somebody must be able to run the event."""
    _check_role(role)
    if role == membership.role:
        return
    with writing(
        membership.tournament, by=by, at=at, verb="changed a role", subject=str(membership.user),
        changes={"role": [membership.role, role]},
    ):  # fmt: skip
        _check_organiser_left(membership)
        membership.role = role
        membership.save(update_fields=["role"])


def remove_staff(*, membership: Membership, by: Any, at: datetime) -> None:
    """Take the role away; the account stays, as the history names it. Links that were handed out end.

    Raises Refused for the last organiser.
    """
    with writing(
        membership.tournament, by=by, at=at, verb="removed from the staff", subject=str(membership.user),
        role=membership.role,
    ):  # fmt: skip
        _check_organiser_left(membership)
        membership.delete()
        if not membership.user.memberships.exists():
            membership.user.sign_in_links.filter(used_at=None, expires_at__gt=at).update(expires_at=at)


def change_name(*, user: User, name: str) -> None:
    """How the person is called in lists and in the history."""
    user.first_name, user.last_name = _parts(name)
    user.save(update_fields=["first_name", "last_name"])


def set_password(*, user: User, password: str) -> None:
    """A password of one's own; links that were made for the person are no longer needed and end."""
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        user.sign_in_links.filter(used_at=None).delete()


def _check_role(role: str) -> None:
    if role not in Role.values:
        raise Refused(_("Choose organiser, referee or desk."), field="role")


def _check_organiser_left(membership: Membership) -> None:
    if is_last_organiser(membership):
        message = _("{name} is the last organiser. Make somebody else an organiser first.")
        raise Refused(message.format(name=membership.user), field="role")


def _parts(name: str) -> tuple[str, str]:
    first, _space, last = " ".join(name.split()).partition(" ")
    return first[:150], last[:150]


def _free_username(name: str) -> str:
    base = slugify(name).replace("-", ".")[:100] or "staff"
    candidates = (base if n == 1 else f"{base}{n}" for n in count(1))
    return next(one for one in candidates if not User.objects.filter(username__iexact=one).exists())


def _new_person(username: str, name: str) -> User:
    if not name.strip():
        raise Refused(_("Type the person's name: it stands beside everything the person enters."), field="name")
    first, last = _parts(name)
    user = User(username=username, first_name=first, last_name=last)
    try:
        User.username_validator(username)
    except ValidationError as wrong:
        raise Refused(_("A sign-in name has letters, digits and @ . + - _ only."), field="username") from wrong
    user.set_unusable_password()
    user.save()
    return user
