"""Rows that the history vouches for: whatever an audited write stores of them, its line of history keeps as well.

So the lines of a history, read in order, say what every such row has to be now. Reading both is the check of
`core/audit_check.py`; a row that was altered in the database by hand differs.
"""

import json
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import models

from scoring.messages import Message
from tournament.core.chain import moment

if TYPE_CHECKING:
    from tournament.core.models import Tournament

Figures = dict[str, dict[str, Any]]
"""By row, such as `sheetline 12`, the values by field."""

_open: ContextVar[Figures | None] = ContextVar("figures of the audited write that is open", default=None)


class Recorded(models.Model):
    """A row that the history vouches for. Within an audited write, `save` keeps what it stored.

    `path_to_tournament` is the lookup from a row to its tournament, `shown_by` the field that people tell a row by.
    Rows stored in bulk are given to `keep`; a queryset's `update` keeps nothing and is not for these rows.
    """

    path_to_tournament = "tournament"
    shown_by = "pk"

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        super().save(*args, **kwargs)
        keep([self], kwargs.get("update_fields"))

    @classmethod
    def rows_of(cls, tournament: "Tournament") -> "models.QuerySet[Recorded]":
        """Return the rows of a tournament."""
        return cls._default_manager.filter(**{cls.path_to_tournament: tournament})

    @classmethod
    def faults(cls, tournament: "Tournament") -> Iterator[Message]:
        """Yield what is wrong with the rows of a tournament by themselves, whatever the history says."""
        yield from ()


@contextmanager
def kept(figures: Figures) -> Iterator[None]:
    """Collect in `figures` what the block stores. What a write within this one stores later counts there only."""
    outer = _open.get()
    token = _open.set(figures)
    try:
        yield
    finally:
        _open.reset(token)
    if outer is not None:
        for key in figures.keys() & outer.keys():
            outer[key] = {name: value for name, value in outer[key].items() if name not in figures[key]}


def keep(rows: Iterable[models.Model], names: Collection[str] | None = None) -> None:
    """Add rows to the figures of the open write: these fields, None for all. Outside of a write nothing is kept."""
    figures = _open.get()
    if figures is not None:
        for row in rows:
            figures.setdefault(key_of(row), {}).update(values_of(row, names))


def key_of(row: models.Model) -> str:
    """Return the row's key among the figures, for example `sheetline 12`."""
    return f"{row._meta.model_name} {row.pk}"


def values_of(row: models.Model, names: Collection[str] | None = None) -> dict[str, Any]:
    """Return the row's values by column as plain JSON values, the same before and after it was stored."""
    fields = [field for field in row._meta.concrete_fields if names is None or field.name in names]
    return {field.attname: _plain(field.to_python(getattr(row, field.attname))) for field in fields}


def _plain(value: Any) -> Any:
    match value:
        case None | bool() | int():
            return value
        case datetime():
            return moment(value)
        case UUID():
            return str(value)
        case str():
            return str(value)
        case _:
            return json.loads(json.dumps(value))
