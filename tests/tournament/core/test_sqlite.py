"""Writers of one process stand in one row before SQLite's file."""

import threading

import pytest
from django.db import connections, transaction
from django.db.backends.sqlite3 import base

from tournament.core.sqlite3.base import DatabaseWrapper

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]
WRITERS = 8


def test_one_thread_at_a_time_asks_whether_the_file_is_free(monkeypatch):
    stand, ask = (
        DatabaseWrapper._start_transaction_under_autocommit,
        base.DatabaseWrapper._start_transaction_under_autocommit,
    )
    came, asking, most = threading.Semaphore(0), [], []

    def standing(self):
        came.release()
        stand(self)

    def counted(self):
        asking.append(threading.get_ident())
        most.append(len(asking))
        try:
            ask(self)
        finally:
            asking.remove(threading.get_ident())

    monkeypatch.setattr(DatabaseWrapper, "_start_transaction_under_autocommit", standing)
    monkeypatch.setattr(base.DatabaseWrapper, "_start_transaction_under_autocommit", counted)

    def write():
        with transaction.atomic():
            pass
        connections.close_all()

    writers = [threading.Thread(target=write) for _ in range(WRITERS)]
    with transaction.atomic():
        for writer in writers:
            writer.start()
        for _ in [*writers, "this transaction"]:
            came.acquire()
    for writer in writers:
        writer.join()
    assert len(most) == WRITERS + 1
    assert max(most) == 1
