"""Where long work runs: in a process of its own, or at once in the request (`SEATING_WORK`)."""

import subprocess
import sys

from django.conf import settings
from django.utils import timezone

from tournament.seating.work.models import SeatingWork
from tournament.seating.work.running import run

_children: list["subprocess.Popen[bytes]"] = []


def start(work: SeatingWork) -> None:
    """Begin work that was asked for; call it after the transaction that asked."""
    reap()
    if settings.SEATING_WORK == "inline":
        run(work.pk, now=timezone.now)
    else:
        _children.append(_process(work.pk))


def _process(pk: int) -> "subprocess.Popen[bytes]":
    """A process that outlives a server that is stopped: what it finds is there when the server is started again."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "work_seating", str(pk)]
    return subprocess.Popen(  # noqa: S603  # words of ours and a number
        command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        start_new_session=True, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )  # fmt: skip


def reap() -> None:
    """Let the system forget processes that have ended."""
    _children[:] = [child for child in _children if child.poll() is None]
