"""Audited writes: each one increases the tournament's edition and adds one line to the history.

The edition is a number per tournament; a watcher asks "anything since edition n?". Each line is chained to the one
stored before it, so that a history that was altered by hand can be told (tournament/core/chain.py, audit_check.py).
"""

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from secrets import token_hex
from uuid import UUID, uuid4

from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils.timezone import localtime
from django.utils.translation import gettext_noop as _

from tournament.core.chain import OF_LINE, first_value
from tournament.core.devices import DEVICE
from tournament.core.messages import Conflict, Refused
from tournament.core.models import AuditEntry, Hanchan, Tournament, User, Verb
from tournament.core.official_results import official_results_kept
from tournament.core.records import event_id, kept, without_private
from tournament.core.stored_words import decoded
from tournament.translation.formats import written

logger = logging.getLogger("tournament.actions")

WHILE_AWAY = frozenset({Verb.MOVED_AWAY, Verb.TOOK_BACK, Verb.TOOK_OVER})
"""What can be done to an event that is played on another installation; any other line would part the two histories."""
AN_HOUR = 60 * 60
LONGEST_SUBJECT = 200
"""Names are cut there, such as those of a tie; the details have them whole. Words of the program are longer."""
LONGEST_REASON = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """The author, time and reason of a write, given to every action.

    by          the person, or None for a command
    at          the moment, with a time zone
    reason      what the person typed as the reason, "" for none
    submission  names one sending of a form, so that a second sending finds what the first made; None outside of forms
    base        a number that tells what the person was looking at, None when it does not matter: the version of a sheet
                or seating, the newest penalty, the edition of a page. An act that adds to something, or replaces it,
                is refused where somebody else did so since
    name        who it is where nobody is signed in: a player at the table; "" otherwise
    phone       the device of that player
    """

    by: User | None
    at: datetime
    reason: str = ""
    submission: UUID | str | None = None
    base: int | None = None
    name: str = ""
    phone: str = ""

    def sending(self) -> UUID:
        """Return the submission as a UUID; a new one for an act that no form sent."""
        return UUID(str(self.submission)) if self.submission else uuid4()

    @property
    def device(self) -> str:
        """The device of the person, as the page found it; "" for a command."""
        return getattr(self.by, DEVICE, self.phone)

    def because(self, reason: str) -> "Act":
        """Return the same act for another reason."""
        return replace(self, reason=reason)

    def step(self, reason: str = "") -> "Act":
        """Return an act by the same person at the same moment, as part of this one: without submission or base."""
        return Act(by=self.by, at=self.at, reason=reason)


def kept_reason(act: Act) -> str:
    """Return the reason as it is kept: without a NUL, which PostgreSQL does not keep. Raises Refused for a long one."""
    reason = act.reason.replace("\0", "").strip()
    if len(reason) > LONGEST_REASON:
        text = _("The reason is longer than {most} characters. Shorten it.")
        raise Refused.of("reason-long", text, field="reason", most=LONGEST_REASON)
    return reason


@contextmanager
def audited_write(
    tournament: Tournament, act: Act, verb: Verb, *, subject: str = "", **detail: object
) -> Iterator[AuditEntry]:
    """The frame of every action: one transaction, edition + 1, one line of history.

    Increasing the edition comes first: it takes the tournament's row lock, so that writers of one tournament queue up
    and each checks its conditions against the result of the one before. The yielded entry may be given more `detail` or
    a better `subject` before the block ends. What would change official results is refused, and everything in an event
    that is played on another installation. After a refusal the tournament has its old edition again: a page that shows
    the refusal must hear of the very next write.
    """
    before = tournament.edition
    try:
        with transaction.atomic():
            Tournament.objects.filter(pk=tournament.pk).update(edition=F("edition") + 1)
            official = Exists(Hanchan.objects.filter(tournament=OuterRef("pk"), official_at__isnull=False))
            now = Tournament.objects.filter(pk=tournament.pk).values_list("edition", official, "moved_at")
            tournament.edition, has_official, moved_at = now.get()
            if moved_at is not None and verb not in WHILE_AWAY:
                raise _away(moved_at)
            entry = AuditEntry(
                tournament=tournament,
                edition=tournament.edition,
                at=act.at,
                by=act.by,
                verb=verb,
                subject=subject,
                reason=kept_reason(act),
                submission=str(act.submission or ""),
                detail=detail,
                actor_name=act.by.stored_name if act.by else act.name,
                actor_login=act.by.username if act.by else "",
                device=act.device,
                figures={},
            )
            with ExitStack() as frame:
                frame.enter_context(kept(entry.figures, tournament.id_offset))
                if has_official:
                    frame.enter_context(official_results_kept(tournament))
                yield entry
            entry.subject = entry.subject if decoded(entry.subject) else entry.subject[:LONGEST_SUBJECT]
            entry.detail = without_private(entry.detail)
            _chain(entry)
            entry.save()
            if entry.changes_what_is_public:
                tournament.public_head = entry.chain
                Tournament.objects.filter(pk=tournament.pk).update(public_head=entry.chain)
            transaction.on_commit(partial(_saved, tournament, entry), robust=True)  # it is stored, whatever follows
    except Conflict as conflict:
        tournament.edition = before
        logged(conflict, tournament, act, verb)
        raise
    except Refused as refused:
        tournament.edition = before
        logger.info("%s: refused “%s” by user %s: %s", tournament.slug, verb, act.by and act.by.pk, refused.codes)
        raise
    except BaseException:
        tournament.edition = before
        raise


@contextmanager
def all_or_nothing(tournament: Tournament) -> Iterator[None]:
    """The frame of several writes of which none stays where one is refused: the tournament has its old edition then,
    or a page that shows the refusal would keep what it reads by an edition that another write gets."""
    before = tournament.edition
    try:
        with transaction.atomic():
            yield
    except BaseException:
        tournament.edition = before
        raise


def _saved(tournament: Tournament, entry: AuditEntry) -> None:
    """Log a change once it is there for everybody to see; after a sheet, the edition without sheets is what it was."""
    logger.info("%s: %s by user %s", tournament.slug, Verb(entry.verb).name.lower(), entry.by_id)
    known = cache.get(_but_sheets(tournament, entry.edition - 1)) if entry.verb == Verb.ENTERED_SHEET else None
    if known:
        cache.set(_but_sheets(tournament, entry.edition), known, AN_HOUR)


def edition_but_sheets(tournament: Tournament) -> str:
    """Return the name of an edition of the event: another one after every write that is not the entry of a sheet, so
    that what no sheet changes need not be read again. Where that is not known, it is the edition itself."""
    key = _but_sheets(tournament, tournament.edition)
    known: str | None = cache.get(key)
    if known is None:
        cache.set(key, known := key, AN_HOUR)
    return known


def _but_sheets(tournament: Tournament, edition: int) -> str:
    return f"but-sheets-{tournament.pk}-{tournament.made_at.timestamp()}-{edition}"


def _away(moved_at: datetime) -> Refused:
    text = _(
        "The event has been played on another installation since {time}, so nothing can be entered here. An organiser "
        "can take it back: Export, “Move to another installation”."
    )
    return Refused.of("moved-away", text, time=written(localtime(moved_at), "day, time"))


def _chain(entry: AuditEntry) -> None:
    """Chain a line to the one stored before it; the tournament's row lock keeps others from coming between."""
    tournament = entry.tournament
    stored = AuditEntry.objects.filter(tournament=tournament).order_by("-id").values_list("chain", flat=True)
    entry.previous = stored.first() or first_value(event_id(tournament), tournament.made_at)
    entry.salts = {OF_LINE: token_hex(16)}
    entry.chain = entry.value()


def logged(conflict: Conflict, tournament: Tournament, act: Act, verb: Verb) -> Conflict:
    """Log a conflict and return it, for an action that records what it found before it raises."""
    logger.info("%s: conflict on “%s” by user %s: %s", tournament.slug, verb, act.by and act.by.pk, conflict.codes)
    return conflict
