"""Sign-in links, passwords, and roles at a tournament."""

import secrets
from datetime import datetime, timedelta
from itertools import count

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.edit_conflicts import Values, refuse_overtaken
from tournament.core.locks import Lock, hold_until_commit
from tournament.core.messages import Refused
from tournament.core.models import OWNER, Membership, Role, Tournament, User, Verb
from tournament.staff.models import SignInLink
from tournament.staff.owner_access import refuse_lasting
from tournament.staff.queries import (
    LinkState,
    accounts_called,
    events_of,
    find_link,
    is_last_organiser,
    keeps_own_password,
    link_state,
    may_hand_link,
    namesake_of,
    token_hash,
)
from tournament.staff.second_factor import new_recovery_codes, recovery_digest, step_of
from tournament.staff.sessions import session_name, sessions_of

VALID_FOR = timedelta(days=7)


def make_sign_in_link(*, user: User, at: datetime, valid_for: timedelta = VALID_FOR) -> tuple[SignInLink, str]:
    """Create a one-time link and its token; earlier links of the same person expire.

    The token is not stored: nobody who reads the database can sign in with it.
    """
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # of two links made at once, one expires
        user.sign_in_links.filter(used_at=None, expires_at__gt=at).update(expires_at=at)
        link = SignInLink.objects.create(user=user, token_hash=token_hash(token), made_at=at, expires_at=at + valid_for)
    return link, token


def sign_in_with(*, token: str, at: datetime) -> User:
    """Use up the link and return the user it signs in. Raises Refused when it is used, expired or unknown."""
    with transaction.atomic():
        link = find_link(token)
        state = link_state(link, at)
        if link is None or state is not LinkState.GOOD:
            raise link_refusal(state)
        used = SignInLink.objects.filter(pk=link.pk, used_at=None).update(used_at=at)
        if not used:
            raise link_refusal(LinkState.USED)
    return link.user


def link_refusal(state: LinkState) -> Refused:
    """Say why a link that is not good signs nobody in, and what to do."""
    if state is LinkState.USED:
        return Refused.of(
            "link-used", _("This link has already been used. A link works once; ask an organiser for a new one.")
        )
    if state is LinkState.EXPIRED:
        return Refused.of("link-expired", _("This link has expired. Ask an organiser for a new one."))
    return Refused.of(
        "link-unknown", _("This link is unknown. Check that it is complete, or ask an organiser for a new one.")
    )


def ensure_owner() -> User:
    """The account of the administrator of this server, created at the first start, without a password."""
    with transaction.atomic():
        hold_until_commit(Lock.ACCOUNTS)
        owner = User.objects.filter(username=OWNER).first()
        if owner is None:
            owner = User(username=OWNER, is_superuser=True, is_staff=True)
            owner.set_unusable_password()
            owner.save()
    return owner


def add_staff(*, tournament: Tournament, username: str, name: str, role: str, act: Act) -> tuple[User, str]:
    """Give a person a role. A new account comes with the token of a sign-in link, a known one with "".

    Without a `username` one is made from the name. Raises Refused for an unknown role, a bad sign-in name, or
    somebody who is on the staff already.
    """
    _check_role(role)
    with audited_write(tournament, act, Verb.ADDED_STAFF, role=role) as entry:
        hold_until_commit(Lock.ACCOUNTS)
        user = next(iter(accounts_called(username)), None) if username else None
        token = ""
        if user is None:
            user = _new_person(username or _free_username(name), name)
            token = make_sign_in_link(user=user, at=act.at)[1]
        elif user == act.by:
            refuse_lasting(tournament, user)
        if Membership.objects.filter(tournament=tournament, user=user).exists():
            raise Refused.of(
                "staff-already",
                _("{name} is on the staff already. Change the role in the list."),
                field="username",
                name=user,
            )
        Membership.objects.create(tournament=tournament, user=user, role=role)
        entry.subject = user.stored_name
    return user, token


def new_link(*, membership: Membership, act: Act) -> str:
    """Return the token of a new sign-in link for somebody on the staff. Raises Refused when it may not be made."""
    user = membership.user
    with audited_write(membership.tournament, act, Verb.MADE_LINK, subject=user.stored_name):
        if act.by is not None and not act.by.is_superuser and keeps_own_password(user):
            raise Refused.of(
                "link-has-password",
                _(
                    "{name} has a password to sign in with. If it is forgotten, whoever runs this server can make a "
                    "link; links from organisers can be allowed under My account."
                ),
                name=user,
            )
        if act.by is None or not may_hand_link(act.by, user, membership.tournament):
            if act.by is not None and act.by.is_superuser:
                text = _(
                    "{name} is in a club, or works at an event, that is not yours, and a link would open it to you. "
                    "Whoever runs this server can make one there, with the command sign_in_link."
                )
                raise Refused.of("link-shut", text, name=user)
            raise Refused.of(
                "link-elsewhere",
                _(
                    "{name} also works at other events here, and a link would open all of them. "
                    "{name} can sign in with their own password, or whoever runs this server can make a link."
                ),
                name=user,
            )
        return make_sign_in_link(user=user, at=act.at)[1]


def change_role(*, membership: Membership, role: str, act: Act, seen: Values | None = None) -> None:
    """Give another role. Raises Refused for the last organiser: somebody must be able to run the event.

    `seen` is the role that the page showed, as `role`.
    """
    _check_role(role)
    subject = membership.user.stored_name
    if role == membership.role:
        return
    with audited_write(membership.tournament, act, Verb.CHANGED_ROLE, subject=subject) as entry:
        membership.refresh_from_db(fields=["role"])
        refuse_overtaken(
            membership.tournament.audit_entries.filter(verb=entry.verb, subject=subject),
            typed={"role": role},
            seen=seen,
            now={"role": membership.role},
            words=lambda _name, value: (
                gettext("role of {name}").format(name=membership.user),
                str(dict(Role.choices)[value]),
            ),
        )
        if membership.user == act.by:
            refuse_lasting(membership.tournament, act.by)
        entry.detail = {"changes": {"role": [membership.role, role]}}
        _check_organiser_left(membership)
        membership.role = role
        membership.save(update_fields=["role"])


def remove_staff(*, membership: Membership, act: Act) -> None:
    """Take the role away; the account stays, as the history names it. Unused links expire.

    Raises Refused for the last organiser.
    """
    with audited_write(
        membership.tournament, act, Verb.REMOVED_STAFF, subject=membership.user.stored_name, role=membership.role
    ):
        _check_organiser_left(membership)
        membership.delete()
        if not membership.user.memberships.exists():
            membership.user.sign_in_links.filter(used_at=None, expires_at__gt=act.at).update(expires_at=act.at)


def change_name(*, user: User, name: str, act: Act) -> None:
    """Change one's name, with a line in the history of every event that knows the person.

    Lines that are there keep the name as it was. Raises Refused for the name of somebody else at one of these events.
    """
    first, last = _parts(name)
    new = f"{first} {last}".strip()
    events = events_of(user)
    if new == user.get_full_name():
        return
    with transaction.atomic():
        for event in events:
            with audited_write(event, act, Verb.CHANGED_NAME, subject=new, changes={"name": [user.stored_name, new]}):
                pass
        namesake = namesake_of(user, new, events)  # behind the lock of every event where the two could be confused
        if namesake:
            text = _("Somebody you work with is called {name} (sign-in name {login}). Choose a name that differs.")
            raise Refused.of("name-taken", text, field="name", name=new, login=namesake.username)
        user.first_name, user.last_name = first, last
        user.save(update_fields=["first_name", "last_name"])


def set_password(*, user: User, password: str) -> None:
    """Set the password; unused links of the person are deleted."""
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        user.sign_in_links.filter(used_at=None).delete()


def choose_language(*, user: User, language: str) -> None:
    """Show a person the pages of the staff in this language of the settings, "" for the browser's."""
    user.language = language
    user.save(update_fields=["language"])


def take_links(*, user: User, agrees: bool) -> None:
    """Let organisers of one's events make sign-in links, or no longer."""
    user.takes_links = agrees
    user.save(update_fields=["takes_links"])


def switch_on_codes(*, user: User, secret: str, code: str, at: datetime, keep: str = "") -> list[str]:
    """Ask for a code at each sign-in from now on, end all sessions but that with the key `keep`, and return recovery
    codes. Raises Refused unless `code` shows that the app has the secret."""
    step = step_of(secret, code, at)
    if step is None:
        raise wrong_code()
    with transaction.atomic():
        user.code_secret, user.code_step = secret, step
        user.save(update_fields=["code_secret", "code_step"])
        end_sessions(user=user, at=at, keep=keep)
        return renew_recovery_codes(user=user)


def renew_recovery_codes(*, user: User) -> list[str]:
    """Return new recovery codes; the earlier ones open nothing any more. Only their digests are stored."""
    codes = new_recovery_codes()
    user.recovery_codes = [recovery_digest(code) for code in codes]
    user.save(update_fields=["recovery_codes"])
    return codes


def switch_off_codes(*, user: User) -> None:
    """Ask for no code any more."""
    user.code_secret, user.code_step, user.recovery_codes = "", 0, []
    user.save(update_fields=["code_secret", "code_step", "recovery_codes"])


def use_code(*, user: User, code: str, at: datetime) -> None:
    """Use up the code of a sign-in, from the app or a recovery code. Raises Refused for a wrong one and for one that
    was used."""
    step = step_of(user.code_secret, code, at, user.code_step)
    if step is None:
        _use_recovery_code(user, code)
    elif not User.objects.filter(pk=user.pk, code_step__lt=step).update(code_step=step):
        raise wrong_code()


@transaction.atomic
def _use_recovery_code(user: User, code: str) -> None:
    stored = User.objects.select_for_update().get(pk=user.pk)
    digest = recovery_digest(code)
    if digest not in stored.recovery_codes:
        raise wrong_code()
    user.recovery_codes = [one for one in stored.recovery_codes if one != digest]
    user.save(update_fields=["recovery_codes"])


def wrong_code() -> Refused:
    """The refusal of a code."""
    text = _("This code is not right, or was used already. Wait for the next one, and check the clock of the phone.")
    return Refused.of("code-wrong", text, field="code")


def end_sessions(*, user: User, at: datetime, name: str = "", keep: str = "") -> int:
    """End the session called `name`, or all of a person's but that with the key `keep`. Returns how many ended."""
    keys = [one.session_key for one in sessions_of(user, at)]
    ended = [key for key in keys if (session_name(key) == name if name else key != keep)]
    user.sessions.filter(session_key__in=ended).delete()
    return len(ended)


def _check_role(role: str) -> None:
    if role not in Role.values:
        raise Refused.of("role-unknown", _("Choose organiser, referee or desk."), field="role")


def _check_organiser_left(membership: Membership) -> None:
    if is_last_organiser(membership):
        raise Refused.of(
            "last-organiser",
            _("{name} is the last organiser. Make somebody else an organiser first."),
            field="role",
            name=membership.user,
        )


def _parts(name: str) -> tuple[str, str]:
    first, _space, last = " ".join(name.split()).partition(" ")
    return first[:150], last[:150]


def _free_username(name: str) -> str:
    base = slugify(name).replace("-", ".")[:100] or "staff"
    candidates = (base if n == 1 else f"{base}{n}" for n in count(1))
    return next(one for one in candidates if not User.objects.filter(username__iexact=one).exists())


def _new_person(username: str, name: str) -> User:
    if not name.strip():
        raise Refused.of(
            "person-name-missing",
            _("Enter the person's name. It is shown beside everything they enter."),
            field="name",
        )
    first, last = _parts(name)
    user = User(username=User.normalize_username(username), first_name=first, last_name=last)
    try:
        User.username_validator(user.username)
    except ValidationError as wrong:
        raise Refused.of(
            "username-form", _("A sign-in name can contain only letters, digits and @ . + - _"), field="username"
        ) from wrong
    user.set_unusable_password()
    user.save()
    return user
