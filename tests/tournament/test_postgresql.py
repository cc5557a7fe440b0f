"""What PostgreSQL has and SQLite does not: these tests run on PostgreSQL alone."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from tests.factories import make_tournament
from tournament.core.locks import Lock, held, hold_until_commit
from tournament.core.models import Tournament
from tournament.management.commands.serve import Command
from tournament.standings.commits import ServerCommits

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def processes():
    """What two server processes ask with."""
    both = ServerCommits(), ServerCommits()
    yield both
    for one in both:
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


def test_backups_are_left_to_pg_dump():
    for command in (["backup"], ["restore", "any.sqlite3"]):
        with pytest.raises(CommandError, match="pg_dump"):
            call_command(*command, stdout=StringIO())


def test_the_start_names_the_database_without_its_password():
    said = "\n".join(Command().keeping())
    assert f"PostgreSQL, database {connection.settings_dict['NAME']} on" in said
    assert "Copies in" not in said
    assert not connection.settings_dict["PASSWORD"] or connection.settings_dict["PASSWORD"] not in said
