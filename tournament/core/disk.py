"""The disk of the server: how much room it has, and whether a write failed for the lack of it."""

import errno
import shutil
from collections.abc import Callable, Iterator

from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest

LEAST = 200 * 1024 * 1024
"""Bytes below which the pages ask to make room: a large event, its copies and a day of photographs."""
FULL_SQLSTATE = "53100"  # PostgreSQL: disk_full


def is_nearly_full() -> bool:
    """Return whether the disk with the data of this server has little room left."""
    return shutil.disk_usage(settings.DATA_DIR).free < LEAST


def room_on_disk(request: HttpRequest) -> dict[str, Callable[[], bool]]:
    """Return what pages ask about the disk (settings.TEMPLATES); nothing is looked up before one does."""
    return {"disk_is_low": is_nearly_full}


def says_full(problem: BaseException | None) -> bool:
    """Return whether a write failed because the disk is full: of SQLite, PostgreSQL, or a file."""
    return any(_is_full(one) for one in _chain(problem))


def _is_full(problem: BaseException) -> bool:
    if isinstance(problem, OSError):
        return problem.errno in (errno.ENOSPC, errno.EDQUOT)
    is_database = isinstance(problem, OperationalError)
    return getattr(problem, "sqlstate", "") == FULL_SQLSTATE or (is_database and "is full" in str(problem))


def _chain(problem: BaseException | None) -> Iterator[BaseException]:
    while problem is not None:
        yield problem
        problem = problem.__cause__ or problem.__context__
