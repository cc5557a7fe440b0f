"""Noting the hand-in of a report sheet, dismissing a penalty that it makes the schedule propose, and photographs.

Results stay as they are; a penalty is given by the actions of the penalties alone. A hand-in can be noted as soon as
its hanchan has started, before the sheet is typed and after the hanchan is closed, until its results are official: a
penalty that it proposed then could not be given. Photographs are attached and deleted all the same.
"""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import IO

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Hanchan, HanchanState, Verb
from tournament.core.official_results import refuse_official
from tournament.core.records import values_of
from tournament.results.models import Sheet
from tournament.results.paper.images import stored_image
from tournament.results.paper.photograph_limit import refuse_beyond_limit
from tournament.results.paper.photograph_store import let_go
from tournament.results.paper.queries import ProposedPenalty, hand_in_of, in_words, names_in, proposals
from tournament.results.paper_models import DismissedProposal, HandIn, Noted, PhotographData, SheetPhotograph
from tournament.results.sheets.agreement import refresh
from tournament.seats.queries import places_at

MINUTE = timedelta(minutes=1)
MOST_PHOTOGRAPHS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class HandInNote:
    """A note about a hand-in; `corrected` and `wrong_all_last` are ids of players of the table."""

    handed_in_at: datetime | None = None
    sticks_reset: str = Noted.OPEN
    checked_by: str = ""
    corrected: Collection[int] = ()
    wrong_all_last: Collection[int] = ()
    influence: str = Noted.OPEN


class _Unchanged(Exception):
    """The same was noted before; nothing is written."""


class _Attached(Exception):
    """The same photograph is there already."""

    def __init__(self, photograph: SheetPhotograph) -> None:
        self.photograph = photograph


def note_hand_in(*, hanchan: Hanchan, table: int, note: HandInNote, act: Act) -> HandIn | None:
    """Note how the sheet of a table was handed in; `act.base` is the number of the note that the person saw.

    Noting what is noted already, or nothing at all, writes nothing. Raises Conflict when somebody else noted something
    meanwhile, Refused for official results, a hanchan that has not started, a table that it does not have, people of
    another table, and a time to come.
    """
    with suppress(_Unchanged):
        subject = hanchan.table_name(table)
        with audited_write(hanchan.tournament, act, Verb.NOTED_HAND_IN, subject=subject) as entry:
            refresh(hanchan)
            refuse_official(hanchan.tournament, hanchan.number)
            hand_in = hand_in_of(hanchan, table) or HandIn(sheet=sheet_at(hanchan, table))
            seated = [place.player.pk for place in places_at(hanchan.tournament, hanchan.number, table)]
            before = values_of(hand_in)
            _take_over(hand_in, note, seated)
            if values_of(hand_in) == before:
                raise _Unchanged
            if hand_in.number != (act.base or 0):
                raise Conflict.of("hand-in-noted", _("Somebody else noted something about this sheet meanwhile."))
            if note.handed_in_at and note.handed_in_at > act.at + MINUTE:
                text = _("This time is still to come. Enter when the sheet was handed in.")
                raise Refused.of("hand-in-to-come", text, field="handed_in_at")
            hand_in.number, hand_in.noted_at, hand_in.noted_by = hand_in.number + 1, act.at, act.by
            hand_in.save()
            entry.detail = _detail(hand_in, names_in(hanchan.tournament))
    return hand_in_of(hanchan, table)


def dismiss(*, hanchan: Hanchan, table: int, foul: str, players: Collection[int], act: Act) -> list[DismissedProposal]:
    """Decide not to give these players the penalty that was proposed for `foul`, with a reason, in one act.

    Raises Refused for official results and without a reason or a player, Conflict when one of them is not proposed, or
    decided by now.
    """
    with audited_write(hanchan.tournament, act, Verb.DISMISSED_PROPOSAL, subject=hanchan.table_name(table)) as entry:
        refresh(hanchan)
        refuse_official(hanchan.tournament, hanchan.number)
        if not act.reason.strip():
            raise Refused.of("reason-missing", _("Enter a reason for not giving the penalty."), field="reason")
        if not players:
            raise Refused.of("nobody-chosen", _("Choose at least one player."), field="players")
        chosen = _undecided(proposals(hanchan.tournament, hanchan, table), foul, players)
        dismissed = [_dismissed(one, act) for one in chosen]
        names = ", ".join(one.player.label for one in chosen)
        entry.detail = {"foul": foul, "answers": dict(chosen[0].answers), "players": names}
    return dismissed


def attach_photograph(*, hanchan: Hanchan, table: int, upload: IO[bytes], act: Act) -> SheetPhotograph:
    """Attach a photograph of a sheet's paper, re-encoded; the same picture again is the one that is there.

    Raises Refused for what is no photograph or too large, for a hanchan that has not started, a table that it does not
    have, beyond MOST_PHOTOGRAPHS, and beyond the megabytes of the club.
    """
    image = stored_image(upload)  # before the write: decoding takes its time, and the tournament is locked meanwhile
    try:
        subject = hanchan.table_name(table)
        with audited_write(hanchan.tournament, act, Verb.ATTACHED_PHOTOGRAPH, subject=subject) as entry:
            refresh(hanchan)
            sheet = sheet_at(hanchan, table)
            there = sheet.photographs.filter(deleted_at=None)
            if same := there.filter(digest=image.digest).first():
                raise _Attached(same)
            if there.count() >= MOST_PHOTOGRAPHS:
                text = _("There are {most} photographs of this sheet already. A referee can delete one.")
                raise Refused.of("photographs-full", text, field="image", most=MOST_PHOTOGRAPHS)
            refuse_beyond_limit(hanchan.tournament, len(image.content))
            photograph = SheetPhotograph.objects.create(
                sheet=sheet,
                number=(sheet.photographs.aggregate(last=Max("number"))["last"] or 0) + 1,
                width=image.width,
                height=image.height,
                size=len(image.content),
                digest=image.digest,
                attached_at=act.at,
                attached_by=act.by,
            )
            PhotographData.objects.create(photograph=photograph, content=image.content)
            entry.detail = _of_photograph(photograph)
    except _Attached as attached:
        return attached.photograph
    return photograph


def delete_photograph(*, photograph: SheetPhotograph, act: Act) -> SheetPhotograph:
    """Delete the bytes of a photograph, with a reason; that it was there stays. Deleted twice is deleted once.

    Raises Refused without a reason.
    """
    hanchan = photograph.sheet.hanchan
    with suppress(_Unchanged):
        subject = hanchan.table_name(photograph.sheet.table)
        with audited_write(hanchan.tournament, act, Verb.DELETED_PHOTOGRAPH, subject=subject) as entry:
            photograph.refresh_from_db(fields=["deleted_at", "deleted_by", "deleted_reason"])
            if photograph.deleted_at:
                raise _Unchanged
            if not act.reason.strip():
                raise Refused.of("reason-missing", _("Enter a reason for deleting the photograph."), field="reason")
            photograph.deleted_at, photograph.deleted_by = act.at, act.by
            photograph.deleted_reason = act.reason.strip()
            photograph.save(update_fields=["deleted_at", "deleted_by", "deleted_reason"])
            let_go(SheetPhotograph.objects.filter(pk=photograph.pk))
            entry.detail = _of_photograph(photograph)
    return photograph


def _of_photograph(photograph: SheetPhotograph) -> dict[str, object]:
    """Return what the history says about a photograph."""
    return {"photograph": photograph.number, "bytes": photograph.size, "digest": photograph.digest}


def sheet_at(hanchan: Hanchan, table: int) -> Sheet:
    """Return the sheet of a table, within an audited write; of one that nobody has typed yet, an empty one."""
    if hanchan.state == HanchanState.PLANNED:
        text = _("Hanchan {number} has not started: there are no sheets yet.")
        raise Refused.of("hanchan-not-started", text, number=hanchan.number)
    sheet = Sheet.objects.filter(hanchan=hanchan, table=table).first()
    if sheet is None:
        if not places_at(hanchan.tournament, hanchan.number, table):
            text = _("Hanchan {hanchan} has no table {table}.")
            raise Refused.of("no-such-table", text, hanchan=hanchan.number, table=table)
        sheet = Sheet.objects.create(hanchan=hanchan, table=table)
    return sheet


def _take_over(hand_in: HandIn, note: HandInNote, seated: Iterable[int]) -> None:
    """Put what was noted into the row, people in the order of the seats. Raises Refused for people of another table."""
    order = list(dict.fromkeys([*seated, *hand_in.corrected, *hand_in.wrong_all_last]))
    hand_in.handed_in_at, hand_in.checked_by = note.handed_in_at, note.checked_by.strip()
    hand_in.sticks_reset = note.sticks_reset
    for name in ("corrected", "wrong_all_last"):
        people = set(getattr(note, name))
        if people - set(order):
            text = _("Somebody chosen here does not sit at this table.")
            raise Refused.of("not-at-table", text, field=name)
        setattr(hand_in, name, [player for player in order if player in people])
    hand_in.influence = note.influence if hand_in.wrong_all_last else Noted.OPEN


def _undecided(found: Iterable[ProposedPenalty], foul: str, players: Collection[int]) -> list[ProposedPenalty]:
    """The proposals that are meant. Raises Conflict when one of them is not there, or is decided."""
    chosen = [one for one in found if one.foul.code == foul and one.player.pk in players and not one.is_decided]
    if {one.player.pk for one in chosen} != set(players):
        raise Conflict.of("proposal-decided", _("This penalty is no longer proposed, or somebody has decided it."))
    return chosen


def _dismissed(proposal: ProposedPenalty, act: Act) -> DismissedProposal:
    return DismissedProposal.objects.create(
        sheet=proposal.hand_in.sheet,
        player=proposal.player,
        foul=proposal.foul.code,
        answers=dict(proposal.answers),
        reason=act.reason.strip(),
        dismissed_at=act.at,
        dismissed_by=act.by,
    )


def _detail(hand_in: HandIn, names: Mapping[int, str]) -> dict[str, object]:
    """Return what the history says about a hand-in, in words."""
    at = hand_in.handed_in_at and timezone.localtime(hand_in.handed_in_at).isoformat(timespec="minutes")
    return {
        "handed_in": at,
        "sticks_reset": hand_in.sticks_reset,
        "checked_by": hand_in.checked_by,
        "corrected": in_words(hand_in.corrected, names),
        "wrong_all_last": in_words(hand_in.wrong_all_last, names),
        "influence": hand_in.influence,
    }
