"""SQLite under many writers at once: as the settings open it, nobody is told that the database is locked.

These tests want a database file and real threads; `transaction=True` commits as the pages do.
"""

import threading
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection, connections, transaction

from tests.factories import MORNING, make_tournament
from tests.tournament.desk.halls import CLEAN, entered, hall, hanchan_of
from tests.tournament.standings.tables import punish, small_event
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict
from tournament.core.models import Tournament
from tournament.results.models import Penalty, Sheet, SheetVersion
from tournament.results.penalties.actions import cancel
from tournament.results.sheets.queries import accepted_version

pytestmark = pytest.mark.django_db(transaction=True)
THREADS, TIMES = 20, 25


def at_once(work: list[Callable[[], object]]) -> list[object]:
    """Everything in `work` started at the same moment, each in its own thread; what each returned or raised."""
    gate, results = threading.Barrier(len(work)), [None] * len(work)

    def run(number: int, act: Callable[[], object]) -> None:
        gate.wait()
        try:
            results[number] = act()
        except Exception as error:
            results[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(work)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_the_database_is_a_file_that_keeps_what_it_has_said():
    with connection.cursor() as cursor:
        said = [
            cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
        busy = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
    assert said == ["wal", 2, 1]  # 2 is FULL
    assert busy == 30_000
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_twenty_threads_of_25_read_then_write_transactions_meet_no_error_and_lose_nothing():
    tournament = make_tournament()
    before = Tournament.objects.get(pk=tournament.pk).edition

    def read_then_write():
        for _ in range(TIMES):
            with transaction.atomic():
                read = Tournament.objects.get(pk=tournament.pk)
                read.edition += 1
                read.save(update_fields=["edition"])

    assert at_once([read_then_write] * THREADS) == [None] * THREADS
    assert Tournament.objects.get(pk=tournament.pk).edition == before + THREADS * TIMES


def test_every_write_of_many_writers_has_an_edition_of_its_own():
    tournament = make_tournament()

    def write():
        mine = Tournament.objects.get(pk=tournament.pk)
        for _ in range(5):
            with audited_write(mine, Act(by=None, at=MORNING), "tried"):
                pass

    assert at_once([write] * 8) == [None] * 8
    editions = list(tournament.audit_entries.filter(verb="tried").values_list("edition", flat=True))
    assert len(set(editions)) == 40
    assert Tournament.objects.get(pk=tournament.pk).edition == max(editions)


def test_of_two_people_who_enter_one_table_at_once_one_is_accepted_and_one_hears_of_the_other():
    tournament = hall()
    other = (33_100, 41_200, 25_700, 20_000)

    def enter(points):
        return entered(hanchan_of(Tournament.objects.get(pk=tournament.pk)), points=points)

    results = at_once([lambda: enter(CLEAN), lambda: enter(other)])
    assert sorted(type(result).__name__ for result in results) == ["AlreadyIn", "SheetVersion"]
    version = next(result for result in results if isinstance(result, SheetVersion))
    conflict = next(result for result in results if isinstance(result, Conflict))
    assert accepted_version(hanchan_of(tournament), 1) == version == conflict.version
    assert SheetVersion.objects.get(number=2) == Sheet.objects.get().other_reading


def test_a_form_sent_eight_times_at_once_makes_one_version():
    tournament, submission = hall(), uuid4()

    def enter():
        return entered(hanchan_of(Tournament.objects.get(pk=tournament.pk)), submission=submission).pk

    assert len(set(at_once([enter] * 8))) == 1
    assert SheetVersion.objects.count() == 1


def test_of_several_who_cancel_a_penalty_at_once_one_does():
    tournament, people = small_event()
    penalty = punish(people[0], 30_000, number=1)

    def take_back(person):
        mine = Penalty.objects.select_related("tournament", "player", "hanchan").get(pk=penalty.pk)
        return cancel(penalty=mine, act=Act(by=None, at=MORNING, reason=person)).cancelled_reason

    reasons = at_once([lambda person=person: take_back(person) for person in ("Mina", "Jonas", "Ewa", "Tom")])
    assert len(set(reasons)) == 1
    assert tournament.audit_entries.filter(verb="cancelled a penalty").count() == 1


def test_a_whole_hall_handed_in_at_once_is_saved_whole():
    tournament = hall(players=48)

    def enter(table):
        return entered(hanchan_of(Tournament.objects.get(pk=tournament.pk)), table).sheet.table

    results = at_once([lambda table=table: enter(table) for table in range(1, 13)])
    assert results == list(range(1, 13))
