"""What a check of a history read when it found nothing: the next one looks closely only at what is new.

Each check reads every line and every recorded row, as the database has them. What was whole and is the same to the
letter is whole; what differs must be what the new lines say. Where that is not plain, everything is checked again.
"""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from tournament.core.models import AuditEntry, Tournament, Verb
from tournament.core.records import Figures, Recorded, columns_of, key_of, values_of

Raw = tuple[Any, ...]
MOST = 3  # events: one of 1,000 players and 15 hanchan takes about 25 MB
REREAD = frozenset({Verb.REMOVED_PERSON, Verb.BEGAN_CHAIN})
"""Lines that say something of other lines."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An event as the database has it: the `event` by what its chain begins with, the `edition`, the head that is
    public, the `lines`, the recorded `rows` by model and primary key, and what its faults are counted from besides."""

    event: Raw
    edition: int
    public_head: str
    lines: list[Raw]
    rows: Mapping[type[Recorded], Mapping[int, Raw]]
    beside: list[list[Raw]]

    @property
    def chain(self) -> str:
        """The value of the last line."""
        return str(self.lines[-1][_column(AuditEntry, "chain")]) if self.lines else ""


def read_snapshot(tournament: Tournament) -> Snapshot:
    """Read everything; a query for each model."""
    columns = ("pk", "id_offset", "made_at", "edition", "public_head")
    *event, edition, head = Tournament.objects.values_list(*columns).get(pk=tournament.pk)
    models = Recorded.__subclasses__()
    return Snapshot(
        tuple(event),
        edition,
        head,
        _raw(tournament.audit_entries.order_by("id")),
        {model: {row[0]: row for row in _raw(model.rows_of(tournament).order_by())} for model in models},
        [_raw(rows) for model in models for rows in model.beside(tournament)],
    )


def _raw(rows: "QuerySet[Any]") -> list[Raw]:
    """Return rows with every column as the database driver has it, in the order of the model's columns."""
    with connection.cursor() as cursor:
        cursor.execute(*rows.query.sql_with_params())
        found: list[Raw] = cursor.fetchall()
        return found


def _column(model: type[Any], name: str) -> int:
    return [field.attname for field in model._meta.concrete_fields].index(name)


def follows(tournament: Tournament, before: Snapshot, now: Snapshot) -> bool:
    """Return whether everything that is another than `before`, where all was whole, is what the new lines say. False
    where that takes a closer look."""
    count = len(before.lines)
    if now.edition < before.edition or (now.lines if len(now.lines) == count else now.lines[:count]) != before.lines:
        return False
    new = list(tournament.audit_entries.order_by("id")[count:]) if len(now.lines) > count else []
    same = {model for model, rows in now.rows.items() if rows == before.rows[model]}
    heads = {before.public_head, *(entry.chain for entry in new)}
    editions = sorted(entry.edition for entry in new)
    return (
        now.public_head in heads
        and editions == list(range(before.edition + 1, now.edition + 1))
        and _continues(new, before.chain)
        and _explains(tournament, _figures(new), before, now, same)
        and not any(_faults(tournament, before, now, same))
    )


def _continues(new: Sequence[AuditEntry], chain: str) -> bool:
    """Return whether each line is what was written, directly after the one before."""
    for entry in new:
        if entry.previous != chain or entry.value() != entry.chain or entry.erased or entry.verb in REREAD:
            return False
        chain = entry.chain
    return True


def _figures(new: Sequence[AuditEntry]) -> Figures:
    """Return the last word of the lines on each row."""
    said: Figures = {}
    for entry in new:
        for key, values in entry.figures.items():
            said[key] = None if values is None else {**(said.get(key) or {}), **values}
    return said


def _explains(
    tournament: Tournament, said: Figures, before: Snapshot, now: Snapshot, same: Set[type[Recorded]]
) -> bool:
    """Return whether the rows that are new, gone or changed, and all of which the lines speak, are as these say;
    `same` are the models all of whose rows are as before."""
    offset, left = tournament.id_offset, dict(said)
    for model, rows in now.rows.items():
        known, name = before.rows[model], model._meta.model_name
        changed = set() if model in same else {pk for pk, row in rows.items() if known.get(pk) != row}
        changed |= {int(number) + offset for kind, number in map(str.split, said) if kind == name}
        for row in model.rows_of(tournament).filter(pk__in=changed) if changed else ():
            figures, values = left.pop(key_of(row, offset), {}), values_of(row, offset=offset)
            if figures is None or any(values.get(column, figure) != figure for column, figure in figures.items()):
                return False
            if not _unsaid(model, known.get(row.pk), rows[row.pk]) <= figures.keys():
                return False
        gone = {f"{name} {pk - offset}" for pk in known.keys() - rows.keys()}
        if any(left.pop(key, {}) is not None for key in gone):
            return False
    return not any(left.values())


def _unsaid(model: type[Recorded], before: Raw | None, now: Raw) -> set[str]:
    """Return the columns that the history vouches for and that are others than before."""
    names = [field.attname for field in model._meta.concrete_fields]
    old = before or (object(),) * len(names)
    changed = {name for name, one, other in zip(names, old, now, strict=True) if one != other}
    return changed & set(columns_of(model))


def _faults(tournament: Tournament, before: Snapshot, now: Snapshot, same: Set[type[Recorded]]) -> Iterator[object]:
    """Yield what is wrong with the rows by themselves, counted again where one that is counted is another."""
    is_same = same == now.rows.keys() and now.beside == before.beside
    for model in now.rows:
        if not (is_same and model.faults_of_rows):
            yield from model.faults(tournament)


_guard = Lock()
_whole: OrderedDict[Raw, Snapshot] = OrderedDict()


def last_whole(now: Snapshot) -> Snapshot | None:
    """Return the last snapshot of the event in which everything was whole."""
    with _guard:
        return _whole.get(now.event)


def keep_whole(now: Snapshot) -> None:
    """Keep a snapshot in which everything was whole: of the events that were checked last."""
    with _guard:
        _whole[now.event] = now
        _whole.move_to_end(now.event)
        while len(_whole) > MOST:
            _whole.popitem(last=False)
