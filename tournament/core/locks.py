"""Locks for what has no row yet, and for more than a transaction. The tournament's row lock is in audit.py.

SQLite has one writer at a time and needs none of them; on PostgreSQL they are advisory locks, which every process of
every server on that database knows.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Any

from django.db import connection, transaction

OURS = 732_041  # tells our locks from those of other programs on the same database


class Lock(IntEnum):
    """The locks. Within one transaction they are taken in this order, and after any tournament's row."""

    MIGRATION = 1
    ACCOUNTS = 2
    ADDRESSES = 3
    PERSONS = 4
    BACKUPS = 5
    """Held by the process that makes the timed copies, as long as it runs."""


def hold_until_commit(lock: Lock) -> None:
    """Wait until no other transaction holds the lock, and hold it until this one ends.

    For what is looked up and then added: a sign-in name that nobody has, an address that is free.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [OURS, lock])


@contextmanager
def held(lock: Lock) -> Iterator[None]:
    """Hold the lock inside the block, whatever it commits."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s, %s)", [OURS, lock])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [OURS, lock])


@contextmanager
def one_moment() -> Iterator[None]:
    """What is read inside the block is as it was when the first of it was read; who writes does not wait for it.

    Nothing may be written inside. Within a transaction that has begun before, what is read is what that one sees.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        sqlite: Any = connection
        usual = sqlite.transaction_mode  # it would take the lock of writers
        sqlite.transaction_mode = "DEFERRED"
        try:
            with transaction.atomic():
                yield
        finally:
            sqlite.transaction_mode = usual
