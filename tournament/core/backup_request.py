"""A request for a backup right now: whoever changed something worth it asks, and the server's watcher makes the copy.

The layers that ask are below the one that copies, so both meet here. Without a watcher nobody answers.
"""

from threading import Event

WANTED = Event()
"""Set once something was committed that should be copied at once."""


def ask_for_backup() -> None:
    """Ask for a copy; call it once the change is committed (`transaction.on_commit`)."""
    WANTED.set()
