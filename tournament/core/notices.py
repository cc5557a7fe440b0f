"""The tasks that a write brings for people: an action says them, and the page that comes next shows them.

An action never sees a request. `notices` collects what the actions of one request say; outside of a page nobody is
there to read it, and it is dropped.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence with its links: a template and its values."""

    template: str
    context: dict[str, object]


_collected: ContextVar[list[Notice] | None] = ContextVar("notices", default=None)


@contextmanager
def notices() -> Iterator[list[Notice]]:
    """Collect what the actions within the block ask people to do."""
    found: list[Notice] = []
    token = _collected.set(found)
    try:
        yield found
    finally:
        _collected.reset(token)


def notify(template: str, **context: object) -> None:
    """Ask people to do something besides; for an action whose write is done."""
    found = _collected.get()
    if found is not None:
        found.append(Notice(template, context))
