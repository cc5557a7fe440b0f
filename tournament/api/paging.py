"""The pages of a table: `?page=2&size=100`; of the list of tournaments also `?after=2026-05-16.7`, and of long tables
of the staff `?after=812`, which the database cuts.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Model, Q, QuerySet
from django.http import QueryDict
from django.utils.translation import gettext_noop as _

from tournament.api.problems import BadQuestion, NothingThere
from tournament.events.event_list import Cursor

USUAL, LARGEST = 200, 1000
WHOLE = re.compile(r"0|[1-9][0-9]{0,17}", re.ASCII)
Row = TypeVar("Row")
Stored = TypeVar("Stored", bound=Model)


@dataclass(frozen=True, slots=True)
class Paging:
    """A page of a table's rows: the pages are counted from 1, and the last one may be short."""

    page: int = 1
    size: int = USUAL

    def pages(self, count: int) -> int:
        """Return how many pages so many rows fill; one when there is none. Raises NothingThere if this page is after
        the last one."""
        last = max(-(-count // self.size), 1)
        if self.page > last:
            text = _("There is no page {page}: with {size} rows on a page, {last} is the last one.")
            raise NothingThere.of("no-page", text, field="page", page=self.page, size=self.size, last=last)
        return last

    def cut(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Return the rows of the page."""
        return rows[(self.page - 1) * self.size : self.page * self.size]

    @property
    def query(self) -> str:
        """The page as the address has it."""
        return f"page={self.page}&size={self.size}"


def read_paging(query: QueryDict) -> Paging:
    """Return the page that is asked for. Raises BadQuestion."""
    return Paging(
        read_number(query, "page", least=1, most=999_999_999) or 1,
        read_number(query, "size", least=1, most=LARGEST) or USUAL,
    )


def read_cursor(query: QueryDict) -> Cursor | None:
    """Return the cursor after which the page begins; None without one. Raises BadQuestion."""
    if "after" not in query:
        return None
    typed = str(query["after"])
    cursor = Cursor.parse(typed)
    if cursor is None:
        text = _("“after” must be what the address in “next” has, such as 2026-05-16.7, not “{typed}”.")
        raise BadQuestion.of("no-cursor", text, field="after", typed=typed[:20])
    return cursor


def rows_after(
    found: "QuerySet[Stored]", order: Sequence[str], after: int, size: int
) -> tuple[list[Stored], int | None]:
    """Return so many rows after the one with this id, from the first one for 0, in the order of these fields; and the
    id of the last of them if more follow. Two queries, which read no other rows.

    The fields tell all rows apart and are never null. Raises NothingThere for no such row.
    """
    if after:
        last = found.filter(pk=after).values(*order).first()
        if last is None:
            text = _("“after” must be what the address in “next” has: there is no row {typed}.")
            raise NothingThere.of("no-cursor", text, field="after", typed=after)
        later = Q()
        for at, name in enumerate(order):
            later |= Q(**{same: last[same] for same in order[:at]}, **{f"{name}__gt": last[name]})
        found = found.filter(later)
    rows = list(found.order_by(*order)[: size + 1])
    return rows[:size], rows[size - 1].pk if len(rows) > size else None


def read_number(query: QueryDict, name: str, *, least: int, most: int) -> int | None:
    """Return the whole number that a parameter has; None without the parameter. Raises BadQuestion."""
    if name not in query:
        return None
    typed = str(query[name])
    number = int(typed) if WHOLE.fullmatch(typed) else -1
    if not least <= number <= most:
        text = _("“{name}” must be a whole number from {least} to {most}, not “{typed}”.")
        raise BadQuestion.of("no-number", text, field=name, name=name, least=least, most=most, typed=typed[:20])
    return number


def refuse_others(query: QueryDict, known: Collection[str]) -> None:
    """Raise BadQuestion for a parameter that this address does not know: a misspelt one would be ignored."""
    other = next((name for name in query if name not in known), None)
    if other is not None and not known:
        raise BadQuestion.of(
            "no-parameter", _("This address has no parameter “{name}”, or any other."), field=other, name=other[:40]
        )
    if other is not None:
        text = _("This address has no parameter “{name}”. It knows: {known}.")
        raise BadQuestion.of("no-parameter", text, field=other, name=other[:40], known=", ".join(sorted(known)))
