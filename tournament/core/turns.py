"""Turns at work that is heavy: so many at once, so many waiting, and the next is told to come back.

Whoever waits holds a thread of the server, so few may: the pages of the hall need the others.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused


class Busy(Refused):
    """The server has enough of this work at the moment; nothing was done."""

    status = 503


class Turns:
    """At most `at_once` people of this process do the work, and at most `waiting` wait for it."""

    def __init__(self, *, at_once: int, waiting: int) -> None:
        self._places = BoundedSemaphore(at_once + waiting)
        self._work = BoundedSemaphore(at_once)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn and keep it inside the block. Raises Busy at once when too many wait already."""
        if not self._places.acquire(blocking=False):
            raise Busy.of("busy", _("The server is busy. Nothing was changed. Try again in a moment."))
        try:
            with self._work:
                yield
        finally:
            self._places.release()
