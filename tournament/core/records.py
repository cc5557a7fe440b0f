"""Rows that the history vouches for: whatever an audited write stores of them, its line of history keeps as well.

So the lines of a history, read in order, say what every such row has to be now. Reading both is the check of
`core/audit_check.py`; a row that was altered in the database by hand differs.
"""

import json
from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, ClassVar, Self, TypeVar
from uuid import UUID

from django.db import models

from scoring.messages import Message
from tournament.core.chain import moment

Row = TypeVar("Row", bound=models.Model)
Values = dict[str, Any]
Figures = dict[str, Values | None]
"""By row, such as `sheetline 12`, the values by column; None for a row that was deleted."""

_open: ContextVar["_Write | None"] = ContextVar("audited write that is open", default=None)


@dataclass(frozen=True, slots=True)
class _Write:
    """The figures of an audited write, and how far the ids of its event lie above those in the history."""

    figures: Figures
    offset: int


class RecordedRows(models.QuerySet[Row]):
    """Rows that are stored, changed or deleted many at a time are kept by the open write, too."""

    def bulk_create(self, *args: Any, **kwargs: Any) -> list[Row]:
        rows: list[Row] = super().bulk_create(*args, **kwargs)
        if kwargs.get("update_conflicts") and _open.get() is not None:  # of the others, other columns may stay
            keep(self.model._base_manager.filter(pk__in=[row.pk for row in rows]))
        else:
            keep(rows)
        return rows

    def update(self, **changes: object) -> int:
        """Keep what changes; three queries within a write."""
        names = columns_of(self.model, changes)
        if not names or _open.get() is None:
            return super().update(**changes)
        before = {pk: values for pk, *values in self.order_by().values_list("pk", *names)}
        changed = super().update(**changes)
        for row in self.model._base_manager.filter(pk__in=before):
            keep([row], [name for name, old in zip(names, before[row.pk], strict=True) if getattr(row, name) != old])
        return changed

    def delete(self) -> tuple[int, dict[str, int]]:
        ids = list(self.values_list("pk", flat=True)) if _open.get() is not None else []
        deleted = super().delete()
        forget(self.model, ids)
        return deleted


for _writing in (RecordedRows.update, RecordedRows.bulk_create, RecordedRows.delete):
    vars(_writing)["alters_data"] = True  # as Django marks its own: a template does not call them
vars(RecordedRows.delete)["queryset_only"] = True


class RecordedManager(models.Manager[Row]):
    """The rows as `RecordedRows`."""

    def get_queryset(self) -> models.QuerySet[Row]:
        return RecordedRows(self.model, using=self._db)


class Recorded(models.Model):
    """A row that the history vouches for. Within an audited write, what is stored of it is kept.

    `path_to_tournament` is the lookup from a row to its tournament, `shown_by` the field that people tell a row by.
    `unrecorded` names the fields that the history does not vouch for, `private` those that it never keeps and only the
    organiser sees, `lists_of_ids` the JSON fields that are lists of ids, or of rows that end with one. A manager of its
    own is a `RecordedManager`.
    The tournament is recorded itself, so its type is not known here.

    Of a row that was read and is saved whole only the changes are kept: what somebody altered by hand before does not
    become part of the history.
    """

    path_to_tournament: ClassVar[str] = "tournament"
    shown_by: ClassVar[str] = "pk"
    unrecorded: ClassVar[frozenset[str]] = frozenset()
    private: ClassVar[frozenset[str]] = frozenset()
    lists_of_ids: ClassVar[frozenset[str]] = frozenset()

    objects = RecordedManager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        names = kwargs.get("update_fields")
        changed = self._changed() if names is None else names
        super().save(*args, **kwargs)
        self._note_read(names)
        keep([self], changed)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        pk = self.pk
        deleted = super().delete(*args, **kwargs)
        forget(type(self), [pk])
        return deleted

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **more: Any) -> Self:
        row = super().from_db(db, field_names, values, **more)
        row.__dict__["_read"] = dict(zip(field_names, values, strict=False))
        return row

    def refresh_from_db(
        self,
        using: str | None = None,
        fields: Iterable[str] | None = None,
        from_queryset: "models.QuerySet[Self] | None" = None,
    ) -> None:
        names = None if fields is None else list(fields)
        super().refresh_from_db(using=using, fields=names, from_queryset=from_queryset)
        self._note_read(names)

    def _changed(self) -> list[str] | None:
        """The columns that differ from what was read; None for a row that was not read."""
        read: Values | None = self.__dict__.get("_read")
        return None if read is None else [name for name, value in read.items() if getattr(self, name) != value]

    def _note_read(self, names: Collection[str] | None) -> None:
        columns = [name for name in columns_of(type(self), names) if name in self.__dict__]
        self.__dict__.setdefault("_read", {}).update({name: self.__dict__[name] for name in columns})

    @classmethod
    def rows_of(cls, tournament: Any) -> "models.QuerySet[Self]":
        """Return the rows of a tournament."""
        return cls._base_manager.filter(**{cls.path_to_tournament: tournament.pk})

    @classmethod
    def evidence(cls, tournament: Any) -> Iterator[tuple[str, Values]]:
        """Yield each row's key with its values, as an exported history has them for comparison."""
        for row in cls.rows_of(tournament).order_by("pk"):
            yield key_of(row, tournament.id_offset), values_of(row, offset=tournament.id_offset)

    faults_of_rows: ClassVar[bool] = True
    """Whether `faults` are counted from recorded rows and from those `beside` them alone."""

    @classmethod
    def beside(cls, tournament: Any) -> "Iterator[models.QuerySet[Any]]":
        """Yield the rows that `faults` are counted from and that the history has not."""
        yield from ()

    @classmethod
    def faults(cls, tournament: Any) -> Iterator[Message]:
        """Yield what is wrong with the rows of a tournament by themselves, whatever the history says."""
        yield from ()


@contextmanager
def kept(figures: Figures, offset: int) -> Iterator[None]:
    """Collect in `figures` what the block stores. What a write within this one stores later counts there only."""
    outer = _open.get()
    token = _open.set(_Write(figures, offset))
    try:
        yield
    finally:
        _open.reset(token)
    if outer is not None:
        for key in figures.keys() & outer.figures.keys():
            later, values = figures[key] or {}, outer.figures[key] or {}
            outer.figures[key] = {name: value for name, value in values.items() if name not in later}


def keep(rows: Iterable[models.Model], names: Collection[str] | None = None) -> None:
    """Add rows to the figures of the open write: these fields, None for all. Outside of a write nothing is kept."""
    write = _open.get()
    if write is not None:
        for row in rows:
            values = values_of(row, names, write.offset)
            if values:
                key = key_of(row, write.offset)
                write.figures[key] = {**(write.figures.get(key) or {}), **values}


def forget(model: type[models.Model], ids: Iterable[int]) -> None:
    """Note in the open write that these rows were deleted."""
    write = _open.get()
    if write is not None:
        write.figures.update(dict.fromkeys(f"{model._meta.model_name} {pk - write.offset}" for pk in ids))


def columns_of(model: type[models.Model], names: Collection[str] | None = None) -> list[str]:
    """Return the columns that the history vouches for, of all fields or of those named."""
    unrecorded: frozenset[str] = getattr(model, "unrecorded", frozenset()) | getattr(model, "private", frozenset())
    fields = [field for field in model._meta.concrete_fields if field.name not in unrecorded]
    return [field.attname for field in fields if names is None or field.name in names or field.attname in names]


def private_names() -> frozenset[str]:
    """Return the names of the fields that only the organiser sees, of all models: no other field has such a name."""
    return frozenset().union(*(model.private for model in Recorded.__subclasses__()))


def without_private(value: object) -> Any:
    """Return JSON with whether there was a value in the place of each private one; before and after, in a pair.

    What has been through it stays as it is. Lines from before 0.10.0 have the values, so readers come here, too.
    """
    if isinstance(value, dict):
        private = private_names()
        return {name: _masked(one) if name in private else without_private(one) for name, one in value.items()}
    return [without_private(one) for one in value] if isinstance(value, list) else value


def _masked(value: object) -> Any:
    return [bool(one) for one in value] if isinstance(value, list) else bool(value)


def event_id(tournament: Any) -> int:
    """Return the id of an event as its history and its file have it."""
    return int(tournament.pk - tournament.id_offset)


def key_of(row: models.Model, offset: int = 0) -> str:
    """Return the row's key among the figures, for example `sheetline 12`."""
    return f"{row._meta.model_name} {row.pk - offset}"


def values_of(row: models.Model, names: Collection[str] | None = None, offset: int = 0) -> Values:
    """Return the row's values by column as plain JSON values, the same before and after it was stored.

    Ids are those of the history, lower by the event's `id_offset`.
    """
    columns = set(columns_of(type(row), names))
    fields = [field for field in row._meta.concrete_fields if field.attname in columns]
    return {field.attname: plain(field, getattr(row, field.attname), offset) for field in fields}


def holds_ids(field: "models.Field[Any, Any]") -> bool:
    """Return whether the column holds the id of a row."""
    return field.primary_key or field.is_relation


def plain(field: "models.Field[Any, Any]", value: Any, offset: int = 0) -> Any:
    """Return one value as plain JSON."""
    value = _plain(field.to_python(value))
    return moved(field, value, -offset) if offset else value


def moved(field: "models.Field[Any, Any]", value: Any, by: int) -> Any:
    """Return the value of a column with each id in it higher by a number; any other value as it is."""
    if value is None:
        return None
    if holds_ids(field):
        return value + by
    if field.name in getattr(field.model, "lists_of_ids", ()):
        return [one + by if isinstance(one, int) else [*one[:-1], one[-1] + by] for one in value]
    return value


def _plain(value: object) -> Any:
    match value:
        case None | bool() | int():
            return value
        case datetime():
            return moment(value)
        case date():
            return value.isoformat()
        case UUID():
            return str(value)
        case str():
            return str(value)
        case bytes() | memoryview():
            return b64encode(value).decode()
        case _:
            return json.loads(json.dumps(value))
