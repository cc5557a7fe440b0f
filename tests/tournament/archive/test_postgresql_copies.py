"""Copies of a PostgreSQL database: made by its tools, restored for a trial, put back under the name of before."""

import re
from contextlib import closing
from datetime import timedelta
from io import StringIO

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from tests.factories import make_tournament, make_user
from tournament.archive import postgresql_copies
from tournament.archive.backup_state import other_place, own_place
from tournament.archive.backup_watch import BackupWatch
from tournament.archive.backups import backups_in, check_backup, choose_second_place, heads_in, make_backup, restore
from tournament.archive.original import make_original
from tournament.archive.postgresql_copies import TRIAL, PostgresDatabase
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import AuditEntry, Tournament
from tournament.events.actions import set_public

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.alone]


@pytest.fixture
def own(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "backups"
    return settings.BACKUP_DIR


@pytest.fixture
def event(now):
    tournament = make_tournament("Spring")
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=now))
    return tournament


@pytest.fixture
def copy(event, own, now):
    make_original()
    return make_backup(own, now)


@pytest.fixture
def second():
    """A database of its own with the tables of this one; it and all that a restore made beside it are dropped."""
    database = PostgresDatabase(f"{connection.settings_dict['NAME']}_second")
    yield database
    for name in databases():
        if name.startswith(database.name):
            ask(f'DROP DATABASE "{name}" WITH (FORCE)')


def ask(query, database="postgres", **more):
    params = {**connection.get_connection_params(), "dbname": database, **more}
    params = {name: params[name] for name in ("host", "port", "user", "password", "dbname") if params.get(name)}
    with closing(psycopg.connect(**params, autocommit=True)) as other:
        cursor = other.execute(query)
        return cursor.fetchall() if cursor.description else []


def databases():
    return {name for (name,) in ask("SELECT datname FROM pg_database")}


def names_in(database):
    return {name for (name,) in ask("SELECT name FROM tournament_tournament", database)}


def refusal(function, *arguments, **more):
    with pytest.raises(Refused) as refused:
        function(*arguments, **more)
    return refused.value


def test_a_copy_is_restored_for_a_trial_of_which_nothing_is_left(copy, own):
    assert copy.name == "sekigime-20260516T093000Z-manual.dump"
    assert [path.name for path in own.iterdir()] == [copy.name] and copy.stat().st_mode & 0o077 == 0
    assert backups_in(own)[0].was_restored
    assert not {name for name in databases() if name.startswith(TRIAL)}
    check_backup(copy)


def test_what_a_trial_left_that_was_killed_is_dropped_by_the_next_a_day_later(event, own, now):
    old, young = f"{TRIAL}20200101t000000_ab", f"{TRIAL}29990101t000000_ab"
    try:
        for name in (old, young):
            ask(f'CREATE DATABASE "{name}"')
        make_backup(own, now)
        assert young in databases() and old not in databases()
    finally:
        ask(f'DROP DATABASE IF EXISTS "{old}"')
        ask(f'DROP DATABASE IF EXISTS "{young}"')


def test_a_restore_takes_the_name_and_keeps_the_database_of_before_under_another(copy, second, now):
    assert restore(copy, now, database=second).kept is None, "there was none"
    ask("UPDATE tournament_tournament SET name = 'Changed'", second.name)
    done = restore(copy, now + timedelta(hours=1), database=second)
    assert done.kept == f"{second.name}_before_20260516t103000z".removesuffix("z")
    assert names_in(second.name) == {"Spring"} and names_in(done.kept) == {"Changed"}
    marks = ask("SELECT place, copied_at FROM tournament_installation", second.name)
    assert marks == [("", now)], "it knows that it is a copy, and of when"
    assert not {name for name in databases() if name.startswith(f"{second.name}_restored")}


def test_a_restore_is_refused_while_somebody_is_connected_and_leaves_nothing(copy, second, now, monkeypatch):
    restore(copy, now, database=second)
    before = databases()
    params = connection.get_connection_params()
    with closing(psycopg.connect(host=params["host"], user=params["user"], dbname=second.name)):
        assert refusal(restore, copy, now, database=second).codes == "database-in-use"
    assert databases() == before and names_in(second.name) == {"Spring"}


def halved(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flipped(path):
    data = bytearray(path.read_bytes())
    data[-400] ^= 0xFF
    path.write_bytes(data)


@pytest.mark.parametrize("spoil", [halved, lambda path: path.write_bytes(b""), lambda path: path.write_text("no")])
def test_a_damaged_copy_is_refused(copy, second, now, spoil):
    spoil(copy)
    assert refusal(restore, copy, now, database=second).codes == "backup-damaged"
    assert second.name not in databases()


def test_a_copy_of_another_program_and_of_a_newer_release_is_refused(copy, second, own, now):
    ask(f'CREATE DATABASE "{second.name}"')
    ask("CREATE TABLE recipe (name TEXT)", second.name)
    foreign = own / "sekigime-20260516T100000Z-manual.dump"
    second.copy_to(foreign)
    assert refusal(check_backup, foreign).codes == "backup-foreign"
    restore(copy, now, database=second)
    ask("INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9999_future', now())", second.name)
    second.copy_to(foreign)
    assert refusal(check_backup, foreign).codes == "backup-newer"
    assert refusal(check_backup, own / "gone.dump").codes == "backup-missing"


@pytest.fixture
def modest(event, second, own, now):
    """The database of somebody who may not create any, and who needs a password that stands in no command line."""
    restore(make_backup(own, now), now, database=second)
    role = f"{second.name}_user"
    ask(f"""CREATE ROLE "{role}" LOGIN PASSWORD 'p@ss "word'""")
    ask(f'GRANT ALL ON ALL TABLES IN SCHEMA public TO "{role}"', second.name)
    ask(f'GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO "{role}"', second.name)
    known = connections["default"].settings_dict
    before = known["USER"], known["PASSWORD"]
    connections.close_all()
    known |= {"USER": role, "PASSWORD": 'p@ss "word'}
    yield second
    connections.close_all()
    known["USER"], known["PASSWORD"] = before
    ask(f'DROP OWNED BY "{role}"', second.name)
    ask(f'DROP ROLE "{role}"')


def test_who_may_create_no_database_has_copies_that_say_so_and_a_restore_that_says_what_to_do(
    modest, own, now, monkeypatch
):
    called = []
    run = postgresql_copies.subprocess.run
    monkeypatch.setattr(
        postgresql_copies.subprocess, "run", lambda command, **more: called.append(command) or run(command, **more)
    )
    made = make_backup(own, now + timedelta(minutes=1), database=modest)
    assert made.name == "sekigime-20260516T093100Z-manual.listed.dump"
    assert not backups_in(own)[0].was_restored
    assert called and not [command for command in called if "p@ss" in " ".join(command)]
    said = refusal(restore, made, now, database=modest)
    assert said.codes == "database-may-not-create" and "CREATEDB" in said.message


def test_another_failure_of_the_server_is_said_as_it_is(copy, second, now, monkeypatch):
    monkeypatch.setattr(postgresql_copies, "MAINTENANCE", "gone_forever")
    assert "gone_forever" in refusal(make_backup, copy.parent, now).message
    monkeypatch.setattr(postgresql_copies, "_check_tools", lambda: None)
    assert refusal(make_backup, copy.parent, now).codes == "backup-unreadable"
    assert "gone_forever" in refusal(restore, copy, now, database=second).message
    with pytest.raises(Refused, match="gone_forever"):
        second._swap("one", "other")


def test_a_copy_that_does_not_restore_gets_no_name(event, own, now, monkeypatch):
    monkeypatch.setattr(
        postgresql_copies, "_fill", lambda *_arguments: postgresql_copies._run("pg_restore", "/nowhere")
    )
    assert refusal(make_backup, own, now).codes == "backup-unreadable"
    assert list(own.iterdir()) == []


def test_a_tool_that_is_missing_or_older_than_the_server_is_named_with_the_remedy(
    event, own, now, tmp_path, monkeypatch
):
    monkeypatch.setenv("PATH", str(tmp_path))
    said = refusal(make_backup, own, now)
    assert said.codes == "tool-missing" and re.search(r"pg_dump .* apt install postgresql-client-\d+", said.message)
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.24'\n")
    old.chmod(0o755)
    said = refusal(make_backup, own, now)
    assert said.codes == "tool-old" and "9.6.24" in said.message
    assert "9.6.24" in PostgresDatabase().obstacle().message
    old.write_text("#!/bin/sh\necho unknown\n")
    assert refusal(make_backup, own, now).codes == "tool-old"


def test_a_tool_that_fails_is_quoted(event, own, now):
    lost = PostgresDatabase("no_such_database")
    said = refusal(make_backup, own, now, database=lost)
    assert said.codes == "tool-failed" and "no_such_database" in said.message
    assert list(own.iterdir()) == []


def test_one_of_two_processes_makes_the_timed_copies_and_the_other_when_it_ends(event, own, now):
    one, other = BackupWatch(), BackupWatch()
    with PostgresDatabase().commits() as first, PostgresDatabase().commits() as second:
        one.turn(first, reason="timed")
        other.turn(second, reason="timed")
        assert len(backups_in(own)) == 1 and second() is None
        other.turn(second, reason="close")
        assert {backup.reason for backup in backups_in(own)} == {"timed", "close"}
    with PostgresDatabase().commits() as second:
        assert second() is not None


def test_the_watch_counts_what_is_written_in_this_database_alone(event, own):
    connection.close()  # what it counted is with the server
    with PostgresDatabase().commits() as version:
        before = version()
        make_backup(own, event.made_at)
        assert version() == before, "a trial in another database is no change"
        Tournament.objects.update(place="Leiden")
        connection.close()
        assert version() != before


def test_a_connection_that_was_ended_says_nothing_once(event):
    with PostgresDatabase().commits() as version:
        assert version() is not None
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE query LIKE '%%pg_stat_user_tables%%' AND pid <> pg_backend_pid()"
                " AND datname = current_database()"
            )
        assert version() is None
        assert version() is not None


def test_the_head_of_a_history_is_read_from_a_copy(copy, event):
    last = AuditEntry.objects.filter(tournament=event).latest("pk")
    assert heads_in(copy, event.pk) == {last.edition: last.chain}
    assert heads_in(copy, 999) == {}
    copy.write_bytes(b"no")
    assert heads_in(copy, event.pk) == {}


def test_the_age_of_a_copy_is_told_by_the_histories(copy, event, own, now, monkeypatch):
    assert not own_place(now + timedelta(hours=2)).old, "nothing has changed"
    set_public(tournament=event, is_public=False, act=Act(by=None, at=now + timedelta(hours=1)))
    assert own_place(now + timedelta(hours=2)).old
    choose_second_place(str(own.parent))
    assert other_place(now).same_disk
    known = connection.settings_dict
    monkeypatch.setitem(known, "HOST", "database.example")
    assert PostgresDatabase().disk() is None
    AuditEntry.objects.all().delete()
    assert PostgresDatabase().changed_at().year == 1970


def test_the_commands_and_the_page_make_copies_as_on_sqlite(event, own, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()
    said = StringIO()
    call_command("backup", stick, stdout=said)
    assert f"Copied and checked: {backups_in(stick)[0].path}" in said.getvalue()
    with pytest.raises(CommandError, match="There is no file"):
        call_command("restore", stick / "gone.dump", stdout=said)
    client = Client()
    client.force_login(make_user("owner", superuser=True))
    page = client.post(reverse("backups"), {"act": "copy"}, follow=True).content.decode()
    assert "Copy made on this machine and checked." in page and "it can be restored" in page
    assert backups_in(own)[0].path.suffix == ".dump"
