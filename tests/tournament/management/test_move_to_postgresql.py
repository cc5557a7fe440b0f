"""What goes from SQLite to PostgreSQL and back is what it was."""

import json
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from hypothesis import given
from hypothesis import strategies as st

from bench.database import address_of_the_database
from tests.factories import make_players, make_tournament
from tests.tournament.management.test_database_move import AT, address, dump, in_use, move_to, refusal
from tournament.archive.demo import make_demo
from tournament.archive.models import Installation
from tournament.archive.original import Knowledge, make_original
from tournament.core.audit import Act
from tournament.core.database_address import database_at
from tournament.core.models import AuditEntry
from tournament.management.database_move import TARGET, compare, insert, plain_json, rows_of, second_database
from tournament.players.models import Player
from tournament.results.paper_models import PhotographData

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.postgres,
    pytest.mark.alone,
    pytest.mark.slow("databases that are made and moved"),
]


@pytest.fixture(scope="module", autouse=True)
def any_database(django_db_setup, django_db_blocker, tmp_path_factory):
    """These tests connect to databases of their own."""
    from django.test import override_settings

    with django_db_blocker.unblock(), override_settings(BACKUP_DIR=tmp_path_factory.mktemp("backups")):
        yield


@pytest.fixture(autouse=True)
def also_inside_a_test(monkeypatch, django_db_blocker):
    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", django_db_blocker._real_ensure_connection)


@pytest.fixture(scope="module")
def server(any_database):
    """The address of an empty database on the server."""
    own = connection.settings_dict["NAME"]
    name, maintenance = f"{own}_move", address_of_the_database().removesuffix(own) + "postgres"
    with closing(psycopg.connect(maintenance, autocommit=True)) as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}"')
        yield address_of_the_database().removesuffix(own) + name
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture(scope="module")
def empty(any_database, tmp_path_factory):
    """A file of SQLite as `migrate` leaves it."""
    file = tmp_path_factory.mktemp("empty") / "empty.sqlite3"
    with in_use(address(file)):
        call_command("migrate", verbosity=0)
    return file


@pytest.fixture
def files(empty, tmp_path):
    """Two of them."""
    pair = tmp_path / "old.sqlite3", tmp_path / "back.sqlite3"
    for file in pair:
        file.write_bytes(empty.read_bytes())
    return pair


def asked(server, sql):
    with closing(psycopg.connect(server)) as other:
        return other.execute(sql).fetchall()


def comparable(file):
    """All rows of a file, with JSON as it is compared."""
    return {name: [tuple(map(plain, row)) for row in rows] for name, rows in dump(file).items()}


def plain(value):
    with suppress(ValueError, TypeError):
        return plain_json(json.loads(value)) if value[:1] in ("{", "[") else value
    return value


def test_an_installation_goes_to_postgresql_and_back_as_it_was(files, server, monkeypatch):
    monkeypatch.setattr(Knowledge, "is_original", False)
    old, back = files
    with in_use(address(old)):
        make_original()
        make_demo(act=Act(by=None, at=AT))
        given_last = make_players(make_tournament(), 2)[-1].pk
        Player.objects.filter(pk=given_last).delete()
        moved = move_to(server)
        assert Installation.objects.get().moved_to.startswith("PostgreSQL, database ")
    assert moved.rows == sum(map(len, dump(old).values()))
    assert moved.changed == ["Spring Open"], "its player was deleted outside of Sekigime"
    triggers = "SELECT count(DISTINCT tgrelid) FROM pg_trigger WHERE tgname LIKE 'logs%' AND tgenabled = 'A'"
    tables = "SELECT count(*) FROM pg_tables WHERE tablename LIKE 'tournament#_%' ESCAPE '#'"
    [(logged,)] = asked(server, triggers)
    assert [(logged + 1,)] == asked(server, tables), "all but the log itself"
    assert asked(server, "SELECT count(*) > 0 FROM tournament_commit") == [(True,)]
    [(following,)] = asked(server, "SELECT nextval(pg_get_serial_sequence('tournament_player', 'id'))")
    assert following == given_last + 1
    with in_use(server):
        with closing(psycopg.connect(server)) as other:
            other.execute("SELECT 1")
            assert "Somebody uses PostgreSQL, database " in refusal(move_to, address(back))
        again = move_to(address(back))
        assert Installation.objects.get().moved_to == str(back)
    assert (again.rows, again.changed) == (moved.rows, ["Spring Open"])
    assert comparable(back) == comparable(old)
    with closing(sqlite3.connect(back)) as opened:
        [(last,)] = opened.execute("SELECT seq FROM sqlite_sequence WHERE name = 'tournament_player'")
    assert last == following


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
MOMENTS = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC))  # noqa: DTZ001
LINES = st.fixed_dictionaries(
    {
        "subject": TEXT,
        "reason": TEXT,
        "at": MOMENTS,
        "detail": st.dictionaries(TEXT, JSON, max_size=4),
        "figures": st.dictionaries(TEXT, JSON, max_size=4),
    }
)
FREE = 1_000_000_000
"""An id that no row has."""
NEVER = ("\0", *map(chr, range(0xD800, 0xE000)))


def has_what_postgresql_does_not_take(value):
    """NUL in a text, and half a character in one of JSON."""
    if isinstance(value, dict):
        return any(map(has_what_postgresql_does_not_take, [*value, *value.values()]))
    if isinstance(value, list):
        return any(map(has_what_postgresql_does_not_take, value))
    return isinstance(value, str) and any(letter in value for letter in NEVER)


@given(lines=st.lists(LINES, min_size=1, max_size=3), content=st.binary(max_size=2000))
def test_every_value_that_postgresql_takes_comes_back_and_the_row_of_any_other_is_named(
    lines, content, empty, server, migrated_server
):
    entries = [AuditEntry(pk=pk, edition=pk, tournament_id=FREE, **line) for pk, line in enumerate(lines, FREE)]
    refused = [one.pk for one, line in zip(entries, lines, strict=True) if has_what_postgresql_does_not_take(line)]
    with in_use(address(empty)), second_database(database_at(server)), transaction.atomic():
        AuditEntry.objects.bulk_create(entries)
        PhotographData.objects.bulk_create([PhotographData(pk=FREE, content=content)])
        lines_before, photographs = list(rows_of(AuditEntry)), list(rows_of(PhotographData))
        with transaction.atomic(using=TARGET):
            if refused:
                said = refusal(insert, AuditEntry, lines_before[0])
                assert f"The row {refused[0]} of tournament_auditentry does not fit" in said
            else:
                for model, [rows] in ((AuditEntry, lines_before), (PhotographData, photographs)):
                    insert(model, rows)
                    compare(model, rows)
            transaction.set_rollback(True, using=TARGET)
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def migrated_server(server):
    with in_use(server):
        call_command("migrate", verbosity=0)
