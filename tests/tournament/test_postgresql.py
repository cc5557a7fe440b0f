"""What PostgreSQL has and SQLite does not: these tests run on PostgreSQL alone."""

import pytest
from django.db import connection, connections, transaction

from tests.factories import make_tournament
from tournament.core.locks import Lock, held, hold_until_commit
from tournament.core.models import Tournament
from tournament.management.commands.serve import Command
from tournament.standings.commits import LOG, ServerCommits, log_commits

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def processes():
    """What two server processes ask with."""
    both = ServerCommits(), ServerCommits()
    yield both
    for one in both:
        one.close()


class Watch(ServerCommits):
    """A server process, and the time on its clock."""

    def __init__(self):
        self.now = 100.0
        super().__init__(clock=lambda: self.now)


@pytest.fixture
def watch():
    one = Watch()
    yield one
    one.close()


def locks():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND granted AND database ="
            " (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
        return [lock for (lock,) in cursor.fetchall()]


def test_all_processes_see_that_something_was_committed_and_nothing_else_while_a_write_waits(processes):
    one, other = processes
    tournament = make_tournament()
    before = one.value()[1]
    assert other.value()[1] == before
    with transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(place="Leiden")
    after = one.value()[1]
    assert after != before
    assert other.value()[1] == after


def by_hand(sql):
    with connection.cursor() as cursor:
        cursor.execute(sql)


def elsewhere():
    """A transaction that changes nothing of ours, as one in another database of the server."""
    by_hand("SELECT pg_current_xact_id()")


def test_what_other_databases_of_the_server_commit_changes_nothing(watch):
    before = watch.value()
    for _commit in range(3):
        elsewhere()
        assert watch.value() == before
    make_tournament()
    assert watch.value() != before


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tournament_tournament SET place = 'Leiden'",
        "DELETE FROM tournament_membership",
        "TRUNCATE tournament_tournament CASCADE",
        "SET session_replication_role = replica; UPDATE tournament_player SET name = 'Aiko'; RESET ALL",
    ],
)
def test_what_is_changed_by_hand_is_seen_by_the_next_request(watch, change):
    make_tournament()
    before = watch.value()
    by_hand(change)
    assert watch.value() != before


def test_a_write_that_began_before_others_is_seen_when_it_ends(watch):
    make_tournament()
    slow = connections.create_connection("default")
    slow.set_autocommit(False)
    with slow.cursor() as cursor:
        cursor.execute("UPDATE tournament_tournament SET place = 'Leiden'")
    elsewhere()
    before = watch.value()
    elsewhere()
    assert watch.value() == before
    slow.commit()
    slow.close()
    assert watch.value() != before


def test_a_write_that_was_taken_back_changes_nothing(watch):
    make_tournament()
    before = watch.value()
    with transaction.atomic():
        Tournament.objects.update(place="Leiden")
        transaction.set_rollback(True)
    assert watch.value() == before


def test_what_no_trigger_sees_counts_after_a_second(watch):
    before = watch.value()
    watch.now += 0.9
    elsewhere()
    assert watch.value() == before
    watch.now += 0.2
    assert watch.value() == before
    elsewhere()
    assert watch.value() != before


def test_while_a_table_has_no_trigger_every_commit_counts(watch):
    by_hand("ALTER TABLE tournament_player DISABLE TRIGGER logs_commit")
    watch.now += 2
    before = watch.value()
    elsewhere()
    assert watch.value() != before
    log_commits()
    elsewhere()
    before = watch.value()
    elsewhere()
    assert watch.value() == before


def test_old_lines_of_the_log_are_deleted():
    by_hand("UPDATE tournament_commit SET written_at = written_at - interval '11 minutes'")
    make_tournament()
    log = LOG.replace("random() < 0.001", "true").replace("{schema}", "public")
    by_hand(log)
    make_tournament("Autumn Open")
    by_hand(LOG.replace("{schema}", "public"))
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM tournament_commit WHERE written_at < now() - interval '10 minutes'")
        assert cursor.fetchone() == (0,)


def test_a_connection_that_was_ended_is_made_anew_and_begins_with_another_value(processes):
    one, _other = processes
    before = one.value()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%%current_snapshot%%'"
            " AND pid <> pg_backend_pid() AND datname = current_database()"
        )
    assert one.value() is None
    assert one.value()[0] != before[0]


def test_a_lock_lasts_until_the_end_of_its_transaction_or_block():
    with transaction.atomic():
        hold_until_commit(Lock.ADDRESSES)
        assert locks() == [Lock.ADDRESSES]
    with held(Lock.MIGRATION):
        assert locks() == [Lock.MIGRATION]
    assert locks() == []


def test_the_start_names_the_database_without_its_password():
    said = "\n".join(Command().keeping())
    assert f"PostgreSQL, database {connection.settings_dict['NAME']} on" in said
    assert "Copies in" in said
    assert not connection.settings_dict["PASSWORD"] or connection.settings_dict["PASSWORD"] not in said
