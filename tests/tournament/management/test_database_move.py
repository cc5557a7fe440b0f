"""Everything moves into another database, row by row, or nothing does."""

import shutil
import sqlite3
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F
from django.db.utils import load_backend
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import make_players, make_tournament, make_user
from tournament.archive.models import Installation
from tournament.archive.original import Knowledge, copied_from, make_original
from tournament.core.database_address import database_at
from tournament.core.messages import Refused
from tournament.core.models import AuditEntry, Tournament
from tournament.management.commands.move_database import Progress
from tournament.management.database_move import (
    TARGET,
    in_place_of_default,
    move_database,
    plain_json,
    second_database,
    tables_in_order,
)
from tournament.players.models import Player

AT = datetime(2026, 5, 17, 8, 0, 0, 123456, tzinfo=UTC)


class Files:
    """Databases in files, of which one is in use at a time."""

    def __init__(self, prepared, folder):
        self.prepared, self.folder = prepared, folder

    def new(self, name):
        file = self.folder / name
        shutil.copy(self.prepared, file)
        return file


@contextmanager
def in_use(address):
    """Let a database be the one that is in use inside the block."""
    found = connections.configure_settings({"default": database_at(address)})["default"]
    wrapper = load_backend(found["ENGINE"]).DatabaseWrapper(found, "default")
    with closing(wrapper), in_place_of_default(wrapper):
        yield


@pytest.fixture
def files(prepared, tmp_path, settings, monkeypatch, django_db_blocker):
    """A test that may use one database may use these, too."""
    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", django_db_blocker._real_ensure_connection)
    settings.BACKUP_DIR = tmp_path / "backups"
    return Files(prepared, tmp_path)


@pytest.fixture
def stack():
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def event(files, stack, monkeypatch):
    """An installation in a file, with an event."""
    stack.enter_context(in_use(address(files.new("old.sqlite3"))))
    monkeypatch.setattr(Knowledge, "is_original", False)
    make_original()
    tournament = make_tournament("Spring Open")
    make_players(tournament, 4)
    return tournament


def address(file):
    return f"sqlite:///{file}"


def move_to(address, tell=lambda *_said: None):
    with second_database(database_at(address)) as there:
        return move_database(there, AT, tell=tell)


def move(file, *tell):
    return move_to(address(file), *tell)


def refusal(function, *arguments):
    with pytest.raises(Refused) as refused:
        function(*arguments)
    return str(refused.value)


def dump(file):
    """All rows of a file as they are on the disk, but for where the data belongs."""
    with closing(sqlite3.connect(file)) as opened:
        tables = [name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")]
        left_out = {"django_migrations", "tournament_installation", "sqlite_sequence"}
        return {name: query(file, f'SELECT * FROM "{name}" ORDER BY 1') for name in tables if name not in left_out}  # noqa: S608


def query(file, sql):
    with closing(sqlite3.connect(file)) as opened:
        return opened.execute(sql).fetchall()


pytestmark = pytest.mark.django_db
sqlite_alone = pytest.mark.sqlite


@sqlite_alone
def test_everything_is_the_same_in_the_new_database_and_each_says_where_the_data_is(event, files, monkeypatch):
    new, told = files.new("new.sqlite3"), []
    moved = move(new, lambda *said: told.append(said))
    assert dump(new) == dump(files.folder / "old.sqlite3")
    assert (moved.tables, moved.changed) == (len(tables_in_order()), [])
    assert moved.rows == sum(map(len, dump(new).values()))
    assert ("Copied", moved.rows, moved.rows) in told and ("Compared", moved.rows, moved.rows) in told
    assert told[-1] == ("Histories verified", 1, 1)
    left = Installation.objects.get()
    assert (left.place, left.moved_to, left.copied_at) == ("", str(new), AT)
    monkeypatch.setattr(Knowledge, "is_original", False)
    assert copied_from() == left
    assert query(new, "SELECT path, moved_to, copied_at FROM tournament_installation") == [(str(new), "", None)]
    assert "is not the original, but a copy of the data of" in refusal(move, files.new("another.sqlite3"))


@sqlite_alone
def test_an_id_that_was_given_is_not_given_again(event, files, stack):
    last = event.players.order_by("pk").values_list("pk", flat=True).last()
    Player.objects.filter(pk=last).delete()
    new = files.new("new.sqlite3")
    move(new)
    stack.enter_context(in_use(address(new)))
    assert make_players(Tournament.objects.get(), 1, name="Late")[0].pk == last + 1


@sqlite_alone
def test_a_new_database_gets_its_tables_first(event, files):
    new = files.folder / "new.sqlite3"
    shutil.copy(files.prepared, new)
    with closing(sqlite3.connect(new)) as opened:
        opened.execute("DELETE FROM django_migrations WHERE name = '0028_event_report'")
        opened.execute("ALTER TABLE tournament_tournament DROP COLUMN report")
        opened.execute("DROP TABLE tournament_eventphotograph")
        opened.commit()
    move(new)
    assert query(new, "SELECT name FROM tournament_tournament") == [("Spring Open",)]


@sqlite_alone
def test_what_stops_on_the_way_leaves_nothing_behind(event, files):
    new = files.new("new.sqlite3")

    def stop(step, done, of):
        if (step, done) == ("Compared", of):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move(new, stop)
    assert query(new, "SELECT count(*) FROM tournament_player") == [(0,)]
    assert copied_from() is None
    assert move(new).rows


@sqlite_alone
def test_a_row_that_is_not_the_same_stops_the_move_and_is_named(event, files):
    new = files.new("new.sqlite3")
    player = event.players.order_by("pk").first()

    def alter(step, done, of):
        if (step, done) == ("Copied", of):
            Player.objects.using(TARGET).filter(pk=player.pk).update(name="Somebody Else")

    def remove(step, done, of):
        if (step, done) == ("Copied", of):
            Player.objects.using(TARGET).filter(pk=player.pk).delete()

    assert f"tournament_player differs after the move: {player.pk}, name." in refusal(move, new, alter)
    assert "tournament_player differs after the move: count(*)." in refusal(move, new, remove)
    assert query(new, "SELECT count(*) FROM tournament_player") == [(0,)]


@sqlite_alone
def test_a_row_that_does_not_fit_is_named(event, files):
    new = files.new("new.sqlite3")
    with closing(sqlite3.connect(new)) as opened:
        opened.execute("CREATE UNIQUE INDEX once ON tournament_player (tournament_id)")
        opened.commit()
    second = event.players.order_by("pk")[1]
    assert f"The row {second.pk} of tournament_player does not fit into the new database: UNIQUE" in refusal(move, new)


@sqlite_alone
def test_a_row_that_refers_to_none_stops_the_move(event, files):
    with closing(sqlite3.connect(files.folder / "old.sqlite3")) as opened:
        opened.execute("DELETE FROM tournament_tournament")
        opened.commit()
    assert "A row refers to one that is not there" in refusal(move, files.new("new.sqlite3"))


@sqlite_alone
def test_what_is_no_empty_database_is_refused_with_the_remedy(event, files, stack):
    old = files.folder / "old.sqlite3"
    assert "The new database is the one in use" in refusal(move, old)
    foreign, used = files.folder / "foreign.sqlite3", files.new("used.sqlite3")
    with closing(sqlite3.connect(foreign)) as opened:
        opened.execute("CREATE TABLE recipes (id)")
        opened.commit()
    assert "has tables of another program" in refusal(move, foreign)
    with in_use(address(used)):
        make_user("somebody")
    assert "is in use already: there are rows in tournament_user" in refusal(move, used)
    newer = files.new("newer.sqlite3")
    with closing(sqlite3.connect(newer)) as opened:
        opened.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9999_later', '2030-01-01')"
        )
        opened.commit()
    assert "9999_later" in refusal(move, newer)
    assert "The new database does not answer" in refusal(move, files.folder / "no" / "folder" / "new.sqlite3")


@sqlite_alone
def test_a_database_that_somebody_uses_or_that_was_not_migrated_is_not_moved(event, files):
    old, new = files.folder / "old.sqlite3", files.new("new.sqlite3")
    with closing(sqlite3.connect(old)) as server:
        server.execute("SELECT count(*) FROM tournament_player").fetchone()
        assert f"Somebody uses {old}" in refusal(move, new)
    with closing(sqlite3.connect(old)) as opened:
        opened.execute("DELETE FROM django_migrations WHERE name = '0028_event_report'")
        opened.commit()
    assert "This database is not up to date" in refusal(move, new)


@sqlite_alone
def test_nobody_writes_to_the_old_database_meanwhile(event, files):
    old, tries = files.folder / "old.sqlite3", []

    def write(step, done, of):
        if not tries:
            with closing(sqlite3.connect(old, timeout=0)) as other, pytest.raises(sqlite3.OperationalError) as locked:
                other.execute("DELETE FROM tournament_player")
            tries.append(str(locked.value))

    move(files.new("new.sqlite3"), write)
    assert tries == ["database is locked"]


@sqlite_alone
def test_the_command_says_what_to_do_next_and_names_events_that_were_changed_outside(event, files):
    new, out = files.new("new.sqlite3"), StringIO()
    with pytest.raises(CommandError, match="The argument is not the address of a database"):
        call_command("move_database", "nowhere", stdout=out)
    with pytest.raises(CommandError, match="The new database is the one in use"):
        call_command("move_database", address(files.folder / "old.sqlite3"), stdout=out)
    AuditEntry.objects.update(subject=F("verb"))
    with pytest.raises(CommandError, match="the history of Spring Open"):
        call_command("move_database", address(new), stdout=out)
    assert "Moved: " in out.getvalue() and "start Sekigime as always" in out.getvalue()
    assert dump(new) == dump(files.folder / "old.sqlite3")


def test_progress_is_a_line_for_each_tenth():
    lines = []
    tell = Progress(lines.append)
    for done in (1, 5, 10, 11, 99, 100):
        tell("Copied", done, 100)
    assert lines == ["Copied: 0 %", "Copied: 10 %", "Copied: 90 %", "Copied: 100 %"]


def test_each_table_comes_after_those_that_it_refers_to_but_in_circles():
    order = [model._meta.label for model in tables_in_order()]
    assert len(order) == len(set(order)) == len(apps.get_models(include_auto_created=True)) - 1
    assert order.index("tournament.User") < order.index("tournament.Tournament") < order.index("tournament.Player")


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(), st.lists))
def test_json_is_compared_by_its_values(value):
    assert plain_json({"a": value, "b": 1}) == plain_json({"b": 1, "a": value})
    assert plain_json([value]) != plain_json([value, None])
    assert plain_json(True) != plain_json(1)
