"""Loads an event file: whole or not at all."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.management.color import no_style
from django.db import DataError, IntegrityError, connection, models, transaction
from django.utils.translation import gettext_noop as _

from tournament.archive.event_file.continuation import LeftBehind, clear, hang_on, left_behind
from tournament.archive.event_file.reader import EventFile
from tournament.archive.event_file.sections import EVENT, PEOPLE, SECTIONS, THE_EVENT, FileSection, Row
from tournament.archive.event_file.values import name_parts
from tournament.archive.faults import BadFile, fault
from tournament.core.audit import Act, audited_write
from tournament.core.audit_check import findings
from tournament.core.locks import Lock, hold_until_commit
from tournament.core.messages import Message, Refused
from tournament.core.models import FORMER_ENTRY_MODES, EntryMode, Hanchan, Membership, Role, Tournament, User, Verb
from tournament.core.records import Recorded, keep, moved
from tournament.core.roles import holds
from tournament.events.addresses import check_address
from tournament.events.checks import check_details, check_name
from tournament.events.clubs import clubs_to_set_up, first_club, give_to_club, is_member
from tournament.events.models import EventPhotograph
from tournament.hanchan.checks import check_clock
from tournament.players.badges.links import carried_key
from tournament.players.checks import check as check_player
from tournament.players.models import Player
from tournament.results.paper.images import StoredImage, check_stored
from tournament.results.paper.photograph_limit import refuse_beyond_limit
from tournament.standings.event_report.actions import refuse_too_many

BATCH = 500
ROUND = 1_000
"""Ids are moved by whole thousands, so that a person can still read which is which."""
STRANGER = "event-file-"
"""The beginning of the sign-in name of an account that came with a file."""
SPREAD = 2**40
"""How far apart the ids of one event may lie: more rows than any server ever had."""


def _check_event(tournament: Tournament) -> None:
    """Check the details; a former entry mode is replaced once the chain has been checked."""
    former = tournament.entry_mode if tournament.entry_mode in FORMER_ENTRY_MODES else ""
    tournament.entry_mode = EntryMode.CHECKED if former else tournament.entry_mode
    check_details(tournament)
    tournament.entry_mode = former or tournament.entry_mode


def _check_photograph(row: EventPhotograph) -> None:
    """Everybody is sent these bytes."""
    check_stored(StoredImage(bytes(row.content), row.width, row.height))


CHECKS: Mapping[type[models.Model], tuple[Callable[[Any], None], ...]] = {
    Tournament: (_check_event,),
    Hanchan: (check_clock, check_name),
    Player: (check_player,),
    EventPhotograph: (_check_photograph,),
}
"""What an action checks before it writes a row."""
MODELS: tuple[type[models.Model], ...] = (User, Tournament, *(section.model for section in SECTIONS))


@dataclass(frozen=True, slots=True)
class LoadedEvent:
    """The event that a file became, and what its audit chain says was altered before it was exported; `new` is how many
    lines of the history came with the file to an event that was here, None for one that was not."""

    tournament: Tournament
    altered: tuple[Message, ...] = ()
    new: int | None = None


def import_event(*, file: EventFile, act: Act, slug: str = "", accept_altered: bool = False) -> LoadedEvent:
    """Load an event file; `slug` is the address, by default that of the file. Accounts of the file cannot sign in here.

    Rows keep their ids, or all move by one number where some are taken or higher than any that this program gives. An
    anonymised file begins a new audit chain.
    Whoever imports it becomes an organiser of the event, unless they have its rights anyway.

    A file that continues an event which is here takes its place (continuation.py): address, roles and everything else
    that the server knows of it stay. One with which the event was moved has a line for that in the history.

    Raises Refused for an address that is taken, for photographs beyond the megabytes of the club, for an event that is
    here and does not lead to the file, and for a file that was altered after it was exported unless that is accepted;
    BadFile for rows that the database does not allow together, and for values that no page would take.
    """
    with transaction.atomic():
        left = left_behind(file, slug, act)
        if left is None:
            hold_until_commit(Lock.ADDRESSES)
        address = left.tournament.slug if left else check_address(slug or file.event["slug"])
        tournament = _stored(file, address, left)
        if file.anonymised:
            _begin_chain(tournament, act)
        altered = tuple(findings(tournament))
        if altered and not accept_altered:
            raise _altered(altered)
        if tournament.entry_mode in FORMER_ENTRY_MODES:
            _replace_entry_mode(tournament, act)
        if left is None:
            club = clubs_to_set_up(act.by)[0] if act.by else first_club()
            give_to_club(tournament, club, act.at.date(), in_its_name=is_member(act.by, club))
        if [row["verb"] for row in file.rows["history"][-1:]] == [Verb.MOVED_AWAY]:
            with audited_write(tournament, act, Verb.TOOK_OVER):
                pass
        known = act.by is None or holds(act.by, "work_at", tournament)
        if act.by is not None and not known:
            name = act.by.stored_name
            with audited_write(tournament, act, Verb.ADDED_STAFF, subject=name, role=Role.ORGANISER.value):
                Membership.objects.create(tournament=tournament, user=act.by, role=Role.ORGANISER)
        refuse_too_many(tournament)
        if file.rows["photographs"] or file.rows["report_photographs"]:
            refuse_beyond_limit(tournament, 0)
    return LoadedEvent(tournament, altered, left.new if left else None)


def _replace_entry_mode(tournament: Tournament, act: Act) -> None:
    """Give an event from before 0.9.0 the mode of today, with a line of history as for any other setting."""
    changes = {"entry_mode": [tournament.entry_mode, EntryMode.CHECKED.value]}
    with audited_write(tournament, act, Verb.CHANGED_SETTINGS, changes=changes):
        tournament.entry_mode = EntryMode.CHECKED
        tournament.save(update_fields=["entry_mode"])


def _altered(found: Iterable[Message]) -> Refused:
    text = _("The file was altered after it was exported, or the event before: nothing was loaded.")
    return Refused([fault(0, "file-altered", text), *found])


def _stored(file: EventFile, address: str, left: LeftBehind | None) -> Tournament:
    stored = PEOPLE
    try:
        with transaction.atomic():
            if left:
                clear(left)
            offset = left.tournament.id_offset if left and _is_free(file, left) else _offset(file)
            _store_people(file, offset, left.accounts if left else ())
            stored, event = EVENT, _moved(THE_EVENT, file.event, offset)
            tournament = Tournament(**event, slug=address, id_offset=offset)
            tournament.link_key = carried_key(tournament, file.link_key) if file.link_key else ""
            _check(THE_EVENT, [tournament])
            Tournament._base_manager.bulk_create([tournament])
            for section in SECTIONS:
                stored = section.name
                _store(section, file.rows[section.name], tournament, offset)
            if left:
                hang_on(left, offset)
                forget_strangers(left.accounts - {pk + offset for pk in file.people})
            connection.check_constraints()
    except (IntegrityError, DataError) as wrong:
        text = _("The rows of “{section}” contradict each other or other rows of the file, so nothing was loaded.")
        raise BadFile([fault(0, "file-inconsistent", text, section=stored)]) from wrong
    _reset_sequences()
    return Tournament.objects.get(pk=tournament.pk)


def _check(section: FileSection, rows: Sequence[object]) -> None:
    """Refuse what the actions would refuse."""
    found = []
    for number, row in enumerate(rows, start=1):
        try:
            for check in CHECKS.get(section.model, ()):
                check(row)
        except Refused as refused:
            text = _("The event: {problem}") if section is THE_EVENT else _("“{section}”, row {row}: {problem}")
            problem = refused.messages[0]
            found.append(fault(0, "row-wrong", text, section=section.name, row=number, problem=problem))
    if found:
        raise BadFile(found)


def _store_people(file: EventFile, offset: int, known: Collection[int]) -> None:
    """Make accounts that cannot sign in, for the rows to name: whoever they are here is not known, but for those that
    the event named when it was left behind.
    """
    accounts = []
    for pk, name in file.people.items():
        if pk + offset in known:
            continue
        first, last = name_parts(name)
        user = User(pk=pk + offset, username=f"{STRANGER}{pk + offset}", first_name=first, last_name=last)
        user.is_active = False
        user.set_unusable_password()
        accounts.append(user)
    User.objects.bulk_create(accounts, batch_size=BATCH)


def _store(section: FileSection, rows: list[Row], tournament: Tournament, offset: int) -> None:
    own = {"tournament_id": tournament.pk} if section.path == "tournament" else {}
    made = [section.model(**_moved(section, row, offset), **own) for row in rows]
    _check(section, made)
    section.model._base_manager.bulk_create(made, batch_size=BATCH)
    for field in section.many:
        through: Any = field.remote_field.through
        source, target = field.m2m_column_name(), field.m2m_reverse_name()
        pairs = ((row[section.pk] + offset, pk + offset) for row in rows for pk in row[field.name])
        through._base_manager.bulk_create([through(**{source: one, target: other}) for one, other in pairs], BATCH)


def _moved(section: FileSection, row: Row, offset: int) -> Row:
    """Return a row by its columns, with each id higher by the offset; the address of the event is set apart."""
    fields = [field for field in section.fields if field.name != "slug"]
    return {field.attname: moved(field, row[field.name], offset) for field in fields}


def _offset(file: EventFile) -> int:
    """Return 0 where all ids of the file are free, else a number by which all of them are free here. Ids that are
    higher than any that are given here come down: the rows made after them must have room.
    """
    ids = {section.model: file.ids(section.name) for section in (THE_EVENT, *SECTIONS)} | {User: set(file.people)}
    highest = {model: model._base_manager.aggregate(highest=models.Max("pk"))["highest"] or 0 for model in ids}
    lowest, most = (
        min(min(found) for found in ids.values() if found),
        max(max(found) for found in ids.values() if found),
    )
    if most - lowest >= SPREAD:
        text = _("The ids of the rows lie too far apart to be those of one event. Export the event again.")
        raise BadFile([fault(0, "file-ids", text)])
    if most < SPREAD and all(not found or min(found) > highest[model] for model, found in ids.items()):
        return 0
    return (max(highest.values()) // ROUND + 2 - lowest // ROUND) * ROUND


def _is_free(file: EventFile, left: LeftBehind) -> bool:
    """Return whether the rows of the file can have the places of those that were left behind, and of nothing else.

    Rows that were made elsewhere may have got ids there below those of the file: no form could name them here.
    """
    offset = left.tournament.id_offset
    if min(min(file.ids(name)) + offset for name in (EVENT, PEOPLE, *file.rows) if file.ids(name)) <= 0:
        return False
    people = [pk + offset for pk in file.people if pk + offset not in left.accounts]
    taken = User.objects.filter(pk__in=people).exists()
    for section in (THE_EVENT, *SECTIONS):
        if ids := file.ids(section.name):
            rows = section.model._base_manager.filter(pk__range=(min(ids) + offset, max(ids) + offset))
            taken = taken or rows.exists()
    return not taken


def forget_strangers(accounts: Collection[int]) -> None:
    """Delete accounts that came with a file and that no row names any more."""
    User.objects.filter(pk__in=accounts, username__startswith=STRANGER, is_active=False).delete()


def _reset_sequences() -> None:
    """Let the database count on from the ids that were stored; SQLite does so by itself."""
    connection.ops.execute_sql_flush(connection.ops.sequence_reset_sql(no_style(), MODELS))


def _begin_chain(tournament: Tournament, act: Act) -> None:
    """Let a new chain vouch for the rows of a file without history."""
    with audited_write(tournament, act, Verb.BEGAN_CHAIN, missing=[]):
        for model in Recorded.__subclasses__():
            keep(model.rows_of(tournament))
