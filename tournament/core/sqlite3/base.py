"""Django's backend of SQLite, with one row for all threads of this process that want to write.

Whoever finds the file locked asks SQLite again after up to a tenth of a second, whoever comes then may be first: of 20
clerks at once the last waited 12 s, on a busy machine more than the 30 s after which SQLite gives up. Here one thread
at a time asks, the others stand behind it.
"""

from threading import Lock

from django.db.backends.sqlite3 import base

_first_in_row = Lock()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions begin one after another."""

    def _start_transaction_under_autocommit(self) -> None:
        with _first_in_row:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # the stubs leave it out
