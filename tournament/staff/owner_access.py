"""The owner of an installation opens a club's event for a time, and the access ends.

A page asks for the password besides. Whatever lasts longer than the access is refused meanwhile (`refuse_lasting`).
"""

from contextlib import suppress
from datetime import datetime, timedelta

from django.utils.timezone import localtime
from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write, kept_reason
from tournament.core.messages import Refused
from tournament.core.models import OwnerAccess, Role, Tournament, User, Verb
from tournament.core.roles import is_open_to_owner
from tournament.translation.formats import written

LASTS = timedelta(hours=24)
SHOWN_FOR = timedelta(days=7)
"""So long after it ended an access is still told to the organisers."""


class _Ended(Exception):
    """No access lasts; nothing is written."""


def open_event(*, tournament: Tournament, act: Act) -> OwnerAccess:
    """Let the owner of the installation organise a club's event for LASTS, from the moment of the act on. Its reason is
    in the history, and shown to the organisers.

    Raises Refused without a reason, for anybody else, and for an event that is open to the owner already.
    """
    owner = act.by
    if owner is None or not owner.is_superuser:
        raise Refused.of("not-owner", _("Only the owner of this installation can open an event in this way."))
    if not act.reason.strip():
        raise Refused.of("reason-missing", _("Enter a reason."), field="reason")
    until = act.at + LASTS
    with audited_write(tournament, act, Verb.OPENED_AS_OWNER, until=until.isoformat(timespec="minutes")):
        lasting = tournament.owner_accesses.filter(user=owner, until__gt=act.at).first()
        if lasting is not None:
            time = written(localtime(lasting.until), "day, time")
            raise Refused.of("open-already", _("You have opened this event already, until {time}."), time=time)
        if is_open_to_owner(owner, tournament):
            raise Refused.of("of-no-club", _("This event belongs to no club: you organise it anyway."))
        return tournament.owner_accesses.create(user=owner, opened_at=act.at, until=until, reason=kept_reason(act))


def end_access(*, tournament: Tournament, act: Act) -> None:
    """End every access of an owner to an event; where none lasts, nothing is written."""
    with suppress(_Ended), audited_write(tournament, act, Verb.ENDED_OWNER_ACCESS):
        if not tournament.owner_accesses.filter(until__gt=act.at).update(until=act.at):
            raise _Ended


def refuse_lasting(tournament: Tournament, user: User | None) -> None:
    """Refuse to an owner who organises the event for a time alone what would outlast that time: a role of their own,
    another one, a token."""
    if user is None or not user.is_superuser or not hasattr(tournament, "in_club"):
        return
    if not tournament.memberships.filter(user=user, role=Role.ORGANISER).exists():
        text = _(
            "You opened this event for a limited time, and this would last longer. An organiser of the event can do it."
        )
        raise Refused.of("outlasts-access", text)


def accesses_to_show(tournament: Tournament, now: datetime) -> list[OwnerAccess]:
    """Return the accesses that last, or ended within SHOWN_FOR, the latest first; each has `is_open`. One query."""
    found = list(tournament.owner_accesses.filter(until__gt=now - SHOWN_FOR).select_related("user"))
    for one in found:
        vars(one)["is_open"] = one.until > now
    return found
