"""Backups: copies that hold every committed row, folders that take none, and putting a copy back."""

import errno
import os
import sqlite3
import threading
from contextlib import closing
from datetime import timedelta
from importlib import import_module
from io import StringIO
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_staff, make_tournament, make_user
from tournament.archive import backup_state, backup_watch, backups, copies, sqlite_copies
from tournament.archive.backup_state import other_place, own_place
from tournament.archive.backup_watch import BackupWatch
from tournament.archive.backups import (
    MARK,
    backups_in,
    check_backup,
    check_database,
    choose_second_place,
    make_backup,
    newest_good_backup,
    restore,
    second_place,
)
from tournament.archive.sqlite_copies import SqliteDatabase
from tournament.core.backup_request import WANTED
from tournament.core.messages import Refused
from tournament.core.models import Role, Tournament
from tournament.management.commands import backup as backup_command
from tournament.management.database import copy_before_migration

pytestmark = pytest.mark.sqlite


@pytest.fixture
def own(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "backups"
    return settings.BACKUP_DIR


@pytest.fixture
def database(prepared, tmp_path, own, monkeypatch):
    """A database file of our own, open for writing with a WAL, as the server has it."""
    path = tmp_path / "data" / "sekigime.sqlite3"
    path.parent.mkdir()
    path.write_bytes(prepared.read_bytes())
    with closing(sqlite3.connect(path)) as fresh:
        fresh.execute("PRAGMA journal_mode=WAL")
        fresh.execute("CREATE TABLE line (number INTEGER)")
        fresh.commit()
    for module in (backups, backup_state, backup_watch, backup_command):
        monkeypatch.setattr(module, "copied_database", lambda: SqliteDatabase(path))
    monkeypatch.setattr(backups, "database_file", lambda: path)
    return path


@pytest.fixture
def stick(tmp_path):
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def write(path, *numbers):
    with closing(sqlite3.connect(path)) as line:
        line.executemany("INSERT INTO line VALUES (?)", [(number,) for number in numbers])
        line.commit()


def numbers(path):
    with closing(sqlite3.connect(path)) as line:
        return [number for (number,) in line.execute("SELECT number FROM line ORDER BY number")]


def refusal(function, *arguments, **more):
    with pytest.raises(Refused) as refused:
        function(*arguments, **more)
    return refused.value


def test_a_copy_has_all_lines_that_are_only_in_the_wal(database, stick, now):
    with closing(sqlite3.connect(database)) as server:
        server.execute("PRAGMA wal_autocheckpoint=0")
        server.executemany("INSERT INTO line VALUES (?)", [(number,) for number in range(500)])
        server.commit()
        server.execute("INSERT INTO line VALUES (-1)")  # not committed: not in the copy
        assert Path(f"{database}-wal").stat().st_size > 0
        copy = make_backup(stick, now)
    assert numbers(copy) == list(range(500))
    assert [path.name for path in stick.iterdir()] == ["sekigime-20260516T093000Z-manual.sqlite3"]
    assert copy.stat().st_mode & 0o077 == 0, "it has password hashes: for its owner alone"


def test_copies_while_another_connection_writes_hold_every_line_committed_before(database, stick, now):
    committed, stop = [-1], threading.Event()

    def keep_writing():
        with closing(sqlite3.connect(database, timeout=60)) as desk:
            while not stop.is_set():
                desk.execute("INSERT INTO line VALUES (?)", (committed[0] + 1,))
                desk.commit()
                committed[0] += 1

    desk = threading.Thread(target=keep_writing)
    desk.start()
    try:
        for second in range(8):
            before = committed[0]
            copied = numbers(make_backup(stick, now + timedelta(seconds=second)))
            assert copied == list(range(len(copied))) and len(copied) > before
    finally:
        stop.set()
        desk.join()


def test_copies_are_thinned_by_age_but_the_one_just_made_stays_also_when_the_clock_was_wrong(database, own, now):
    for minute in range(0, 75, 5):
        make_backup(own, now + timedelta(minutes=minute))
    times = [f"{backup.made_at:%H:%M}" for backup in backups_in(own)]
    assert times[-2:] == ["09:50", "09:45"], "of the first hour the last hour's, of 09:30 to 09:40 none"
    assert len(times) == 12
    (own / "holiday.sqlite3").write_text("not ours")
    early = make_backup(own, now - timedelta(days=900))
    assert early.exists() and (own / "holiday.sqlite3").exists()
    assert {f"{backup.made_at:%H:%M}" for backup in backups_in(own)} == {"10:40", "09:55", "09:30"}


def test_what_a_crash_left_unfinished_is_no_backup_and_is_removed_a_day_later(database, own, now):
    own.mkdir()
    left = own / "sekigime-20260101T000000Z-timed.sqlite3.0a1b2c3d.unfinished"
    left.write_text("half")
    make_backup(own, now)
    assert left.exists() and len(backups_in(own)) == 1
    os.utime(left, (0, 0))
    make_backup(own, now + timedelta(minutes=5))
    assert not left.exists()


def test_a_folder_that_is_missing_or_a_file_is_said(database, tmp_path, now):
    missing = refusal(make_backup, tmp_path / "gone", now)
    assert (missing.codes, missing.field) == ("folder-missing", "folder")
    assert "Is the stick plugged in?" in missing.message
    (tmp_path / "note.txt").write_text("milk")
    assert "is a file, not a folder" in refusal(make_backup, tmp_path / "note.txt", now).message


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (PermissionError(errno.EACCES, "no"), "folder-read-only"),
        (OSError(errno.EROFS, "no"), "folder-read-only"),
        (OSError(errno.ENOSPC, "no"), "folder-full"),
        (OSError(errno.EIO, "no"), "folder-failed"),
    ],
)
def test_a_folder_that_takes_nothing_is_said_and_nothing_is_left(database, stick, now, monkeypatch, error, code):
    def fail(*_arguments):
        raise error

    monkeypatch.setattr(copies.os, "open", fail)
    assert refusal(make_backup, stick, now).codes == code
    assert list(stick.iterdir()) == []


def test_a_disk_that_fills_up_while_copying_leaves_no_half_copy(database, stick, now, monkeypatch):
    opened = sqlite_copies._opened

    def full_for_the_copy(file):
        if file.suffix != ".unfinished":
            return opened(file)
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(sqlite_copies, "_opened", full_for_the_copy)
    assert refusal(make_backup, stick, now).codes == "folder-full"
    assert list(stick.iterdir()) == []


def test_a_copy_that_cannot_be_read_back_gets_no_name(database, stick, now, monkeypatch):
    monkeypatch.setattr(sqlite_copies, "is_whole", lambda *_more: False)
    assert refusal(make_backup, stick, now).codes == "backup-unreadable"
    assert list(stick.iterdir()) == []


def test_a_restore_brings_the_copy_back_and_keeps_the_present_database(database, own, stick, now):
    write(database, 1, 2)
    copy = make_backup(stick, now)
    write(database, 3)
    done = restore(copy, now + timedelta(hours=1))
    assert numbers(database) == [1, 2]
    assert done.kept.parent == own and "before-restore" in done.kept.name
    assert numbers(done.kept) == [1, 2, 3]
    restore(done.kept, now + timedelta(hours=2))
    assert numbers(database) == [1, 2, 3]


def test_a_restore_forgets_what_is_kept_by_editions_that_are_given_again(database, stick, now, monkeypatch):
    copy = make_backup(stick, now)
    cache.set("but-sheets-1-1779.0-8", "shown after the copy")
    restore(copy, now)
    assert cache.get("but-sheets-1-1779.0-8") is None
    monkeypatch.setattr(backups, "cache", Mock(clear=Mock(side_effect=ConnectionError)))
    assert restore(copy, now + timedelta(hours=1)).kept, "a cache that is away keeps nobody from it"


def test_a_copy_that_is_about_to_be_replaced_can_be_restored(database, own, now):
    for hour in range(2):
        write(database, hour)
        make_backup(own, now + timedelta(minutes=hour))
    oldest = backups_in(own)[-1].path
    restore(oldest, now + timedelta(hours=9))
    assert numbers(database) == [0]
    assert not oldest.exists(), "a newer one of its hour is there"
    assert numbers(backups_in(own)[0].path) == [0, 1]


def test_a_restore_for_which_there_is_no_room_leaves_even_a_damaged_database_where_it_is(
    database, stick, now, monkeypatch
):
    copy = make_backup(stick, now)
    database.write_bytes(b"half of something")
    monkeypatch.setattr(copies.os, "fsync", full)
    assert refusal(restore, copy, now).codes == "folder-full"
    assert database.read_bytes() == b"half of something"
    assert sorted(path.name for path in database.parent.iterdir()) == [database.name]


def test_what_a_killed_restore_left_beside_the_database_is_removed_by_the_next(database, stick, now):
    copy = make_backup(stick, now)
    for ending in ("", "-journal"):
        database.with_name(f"{database.name}.0a1b2c3d.unfinished{ending}").write_bytes(b"half")
    restore(copy, now)
    assert sorted(path.name for path in database.parent.iterdir()) == [database.name]


def full(_file):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_nothing_of_the_old_wal_is_read_into_the_restored_database(database, stick, now):
    write(database, 1)
    copy = make_backup(stick, now)
    reader = sqlite3.connect(database)
    reader.execute("PRAGMA wal_autocheckpoint=0")
    reader.execute("INSERT INTO line VALUES (99)")
    reader.commit()
    kept_wal = Path(f"{database}-wal").read_bytes()
    reader.close()
    Path(f"{database}-wal").write_bytes(kept_wal)  # as after the power failed
    done = restore(copy, now)
    assert numbers(database) == [1]
    assert numbers(done.kept) == [1, 99]


def test_a_restore_is_refused_while_the_server_has_the_database_open(database, stick, now):
    copy = make_backup(stick, now)
    with closing(sqlite3.connect(database)) as server:
        server.execute("PRAGMA data_version").fetchone()
        assert refusal(restore, copy, now).codes == "database-in-use"
    assert restore(copy, now).kept


def test_a_damaged_database_is_moved_aside_and_replaced(database, stick, now):
    write(database, 1)
    copy = make_backup(stick, now)
    database.write_bytes(b"half of something")
    Path(f"{database}-wal").write_bytes(b"old")
    done = restore(copy, now)
    assert done.kept.read_bytes() == b"half of something"
    assert done.kept.name == "damaged-20260516T093000Z-sekigime.sqlite3"
    assert numbers(database) == [1]


def test_a_restore_on_a_new_machine_keeps_nothing(database, stick, now):
    copy = make_backup(stick, now)
    database.unlink()
    assert restore(copy, now).kept is None
    assert database.exists()


def halved(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def foreign(path):
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipe (name TEXT)")


def newer(path):
    with closing(sqlite3.connect(path)) as later:
        later.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9999_future', '')")
        later.commit()


def older(path):
    """The copy of a version that had taken a part of the steps which `0001_initial` replaces."""
    with closing(sqlite3.connect(path)) as earlier:
        earlier.execute(
            "DELETE FROM django_migrations WHERE app = 'tournament' AND name = '0047_places_of_the_ceremony'"
        )
        earlier.commit()


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (older, "backup-older"),
        (halved, "backup-damaged"),
        (lambda path: path.write_text("a letter " * 900), "backup-damaged"),
        (lambda path: path.write_bytes(b""), "backup-damaged"),
        (lambda path: path.unlink(), "backup-missing"),
        (foreign, "backup-foreign"),
        (newer, "backup-newer"),
    ],
)
def test_a_file_that_is_no_good_backup_is_refused_and_nothing_changes(database, own, stick, now, spoil, code):
    write(database, 1)
    copy = make_backup(stick, now)
    spoil(copy)
    assert refusal(restore, copy, now).codes == code
    assert numbers(database) == [1]
    assert not own.exists()


def test_a_database_of_the_release_before_and_one_upgraded_from_it_are_put_back(database, stick, now):
    """They name the steps of the migration that 0001 replaced, with and without those that came after."""
    copy = make_backup(stick, now)
    initial = import_module("tournament.migrations.0001_initial").Migration
    with closing(sqlite3.connect(copy)) as upgraded:
        upgraded.executemany("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '')", initial.replaces)
        upgraded.commit()
        check_backup(copy)
        upgraded.execute("DELETE FROM django_migrations WHERE app = 'tournament' AND name IN ('0001_initial')")
        upgraded.commit()
    check_backup(copy)
    write(database, 1)
    restore(copy, now)
    assert numbers(database) == []


def test_the_database_is_no_backup_of_itself(database, now):
    assert refusal(restore, database, now).codes == "backup-itself"


@pytest.mark.parametrize("spoil", [halved, lambda path: path.write_text("no"), lambda path: path.write_bytes(b"")])
def test_a_damaged_database_is_told_with_the_newest_good_backup(database, own, stick, now, spoil):
    choose_second_place(str(stick))
    good = make_backup(stick, now)
    halved(make_backup(own, now + timedelta(minutes=1)))
    check_database()
    spoil(database)
    said = refusal(check_database)
    assert str(good) in said.message and "manage.py restore" in said.message
    assert newest_good_backup() == good
    call_command("restore", good, stdout=StringIO())
    check_database()


def test_a_damaged_database_without_backups_says_so(database, own):
    database.write_text("no")
    assert "there is no backup" in refusal(check_database).message
    database.unlink()
    check_database()


def test_the_second_place_is_tried_at_once(database, own, stick, tmp_path):
    assert refusal(choose_second_place, "stick").codes == "folder-relative"
    assert refusal(choose_second_place, str(tmp_path / "gone")).codes == "folder-missing"
    assert refusal(choose_second_place, str(database)).codes == "folder-file"
    own.mkdir()
    assert refusal(choose_second_place, str(own)).codes == "folder-own"
    assert second_place() is None
    assert choose_second_place(f" {stick} ") == stick == second_place()
    assert (stick / MARK).exists()
    assert choose_second_place("") is None and second_place() is None


def test_another_stick_or_an_empty_mount_point_is_not_written_to(database, own, stick, now):
    choose_second_place(str(stick))
    (stick / MARK).unlink()
    made, refusals = backups.copy_to_places(now, reason="timed")
    assert [path.parent for path in made] == [own]
    assert [refused.codes for refused in refusals] == ["folder-other"]
    assert backups_in(stick) == []
    stick.rmdir()
    assert [refused.codes for refused in backups.copy_to_places(now, reason="timed")[1]] == ["folder-missing"]


def test_the_watch_copies_what_changed_once_and_tries_a_place_again(database, own, stick, caplog):
    choose_second_place(str(stick))
    (stick / MARK).rename(stick / "away")
    watch = BackupWatch()
    with SqliteDatabase(database).commits() as counter:
        watch.turn(counter, reason="close")
        assert (len(backups_in(own)), len(backups_in(stick))) == (1, 0)
        assert "another stick" in caplog.text
        (stick / "away").rename(stick / MARK)
        watch.turn(counter, reason="timed")
        watch.turn(counter, reason="timed")
        assert (len(backups_in(own)), len(backups_in(stick))) == (1, 1)
        write(database, 7)
        watch.turn(counter, reason="close")
    assert numbers(backups_in(own)[0].path) == [7]
    assert {backup.reason for backup in backups_in(stick)} == {"timed", "close"}


def test_the_running_watch_answers_a_request(database, own, monkeypatch):
    copied = threading.Event()

    class TestedWatch(BackupWatch):
        def turn(self, counter, *, reason):
            super().turn(counter, reason=reason)
            copied.set()

    WANTED.set()
    TestedWatch(every=3600).start()
    assert copied.wait(60)
    assert [backup.reason for backup in backups_in(own)] == ["close"]
    assert not WANTED.is_set()


class Ended(BaseException):
    """The end of a watch."""


@pytest.mark.parametrize(("took", "pause"), [(0.2, 1.8), (20, 180), (200, 300)])
def test_the_next_copy_waits_longer_after_a_long_one_and_is_for_all_who_asked(database, monkeypatch, took, pause):
    now, turns = [0.0], []

    class LongTurns(BackupWatch):
        def turn(self, counter, *, reason):
            turns.append((round(now[0], 3), reason))
            now[0] += took

        def write_events(self):
            pass

        def move_photographs(self):
            now[0] += 1_000  # does not count: no copy was made

    def sleep(seconds):
        if len(turns) == 2:
            raise Ended
        now[0] += seconds
        WANTED.set()
        WANTED.set()

    WANTED.set()
    with pytest.raises(Ended):
        LongTurns(clock=lambda: now[0], sleep=sleep)._watch()
    assert turns == [(0, "close"), (round(took + 1_000 + pause, 3), "close")]
    assert not WANTED.is_set()


class LaterRelease(MigrationExecutor):
    """A release with a migration that this database lacks."""

    def migration_plan(self, targets, clean_start=False):
        return [("0099_later", False)]


@pytest.mark.django_db(transaction=True)
def test_a_database_is_copied_before_it_is_migrated(own, monkeypatch):
    complaints = []
    copy_before_migration(complaints.append)
    assert backups_in(own) == [], "nothing to migrate"
    monkeypatch.setattr("tournament.management.database.MigrationExecutor", LaterRelease)
    copy_before_migration(complaints.append)
    assert [backup.reason for backup in backups_in(own)] == ["before-migration"]
    choose_second_place(str(own.parent))
    (own.parent / MARK).unlink()
    copy_before_migration(complaints.append)
    assert ["another stick" in complaint for complaint in complaints] == [True]


@pytest.mark.django_db(transaction=True)
def test_the_command_migrate_copies_too_but_not_to_show_its_plan(own, monkeypatch):
    monkeypatch.setattr("tournament.management.database.MigrationExecutor", LaterRelease)
    call_command("migrate", plan=True, verbosity=0)
    assert backups_in(own) == []
    call_command("migrate", verbosity=0)
    assert [backup.reason for backup in backups_in(own)] == ["before-migration"]


@pytest.mark.django_db(transaction=True)
def test_without_room_for_a_copy_nothing_is_migrated(own, monkeypatch):
    own.parent.mkdir(exist_ok=True)
    own.write_text("in the way")
    monkeypatch.setattr("tournament.management.database.MigrationExecutor", LaterRelease)
    with pytest.raises(CommandError, match="is a file, not a folder"):
        copy_before_migration(print)


def test_the_commands_say_what_they_did(database, own, stick, monkeypatch):
    write(database, 1)
    said = StringIO()
    call_command("backup", stdout=said)
    call_command("backup", stick, stdout=said)
    copy = backups_in(stick)[0].path
    assert str(backups_in(own)[0].path) in said.getvalue() and f"Copied and checked: {copy}" in said.getvalue()
    call_command("restore", copy, stdout=said)  # which closes the database of the tests as well
    monkeypatch.setattr(backup_command, "write_readable_copies", lambda _place: [])
    assert f"Restored: {copy}" in said.getvalue() and "of before is kept" in said.getvalue()
    with pytest.raises(CommandError, match="does not exist"):
        call_command("backup", stick / "gone")
    with pytest.raises(CommandError, match="There is no file"):
        call_command("restore", stick / "gone.sqlite3")
    own.joinpath("second-place.txt").write_text("/nowhere/stick")
    with pytest.raises(CommandError, match="Is the stick plugged in"):
        call_command("backup", stdout=said)
    database.unlink()
    with pytest.raises(CommandError, match="no database yet"):
        call_command("backup")


def test_a_copy_of_the_other_database_is_refused_by_name(database, stick, now):
    dump = stick / "sekigime-20260516T093000Z-timed.dump"
    dump.write_bytes(b"PGDMP")
    said = refusal(restore, dump, now)
    assert said.codes == "backup-other-database" and "a copy of PostgreSQL" in said.message


# The page


@pytest.fixture
def owner(client, db, own):
    client.force_login(make_user("owner", superuser=True))
    return client


def test_only_the_owner_of_the_machine_may_see_or_download_backups(client, db, own):
    organiser = make_staff(make_tournament(), Role.ORGANISER, username="organiser")
    for name in ("backups", "backup_latest"):
        assert client.get(reverse(name)).status_code == 302
    client.force_login(getattr(organiser, "user", organiser))
    for name in ("backups", "backup_latest"):
        assert client.get(reverse(name)).status_code == 403
    assert client.post(reverse("backups"), {"act": "copy"}).status_code == 403
    assert reverse("backups") not in client.get(reverse("account")).content.decode()
    assert not own.exists()


def test_the_owner_makes_a_copy_and_downloads_it(owner, own):
    assert reverse("backups") in owner.get(reverse("account")).content.decode()
    assert "none yet" in owner.get(reverse("backups")).content.decode()
    assert "There is no copy yet" in owner.get(reverse("backup_latest"), follow=True).content.decode()
    page = owner.post(reverse("backups"), {"act": "copy"}, follow=True).content.decode()
    (copy,) = backups_in(own)
    assert "Copy made on this machine and checked." in page and "ago" in page
    answer = owner.get(reverse("backup_latest"))
    assert b"".join(answer.streaming_content) == copy.path.read_bytes()
    assert copy.path.name in answer["Content-Disposition"] and "no-store" in answer["Cache-Control"]


def test_a_second_place_that_cannot_be_written_is_refused_beside_the_field(owner, own, stick, monkeypatch):
    def refuse(*_arguments, **_more):
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr(Path, "write_text", refuse)
    answer = owner.post(reverse("backups"), {"act": "place", "folder": str(stick)})
    assert answer.status_code == 422
    assert answer.context["form"].errors["folder"] == [
        f"Nothing can be written to {stick}. Choose another folder, or change its rights."
    ]
    assert second_place() is None


def test_the_second_place_is_chosen_warned_of_and_left_on_the_page(owner, own, stick):
    page = owner.post(reverse("backups"), {"act": "place", "folder": str(stick)}, follow=True).content.decode()
    assert "It can be written to" in page and "on the same disk" in page
    page = owner.post(reverse("backups"), {"act": "copy"}, follow=True).content.decode()
    assert "Copy made in the second place and checked." in page and len(backups_in(stick)) == 1
    (stick / MARK).unlink()
    page = owner.post(reverse("backups"), {"act": "copy"}, follow=True).content.decode()
    assert page.count("another stick") == 2, "the answer to the button, and the state of the place"
    page = owner.post(reverse("backups"), {"act": "place", "folder": ""}, follow=True).content.decode()
    assert "No second place yet" in page


def test_a_copy_is_old_once_the_data_has_changed_after_it(database, own, stick, now, monkeypatch):
    assert other_place(now) is None
    make_backup(own, now)
    stamp = now.timestamp()
    os.utime(database, (stamp, stamp))
    assert not own_place(now + timedelta(hours=2)).old, "nothing has changed"
    os.utime(database, (stamp + 60, stamp + 60))
    assert not own_place(now + timedelta(minutes=14)).old, "the server is about to copy it"
    assert own_place(now + timedelta(minutes=16)).old


def test_what_next_warns_of_copies_that_are_old(client, db, own, monkeypatch):
    tournament = make_tournament()
    organiser = make_staff(tournament, Role.ORGANISER, username="organiser")
    client.force_login(getattr(organiser, "user", organiser))
    address, warning = reverse("event_overview", args=[tournament.slug]), "since the newest copy"
    make_backup(own, timezone.now())
    assert warning not in client.get(address).content.decode()
    (copy,) = backups_in(own)
    copy.path.rename(own / "sekigime-20260101T000000Z-timed.sqlite3")
    assert warning in client.get(address).content.decode()


def test_a_backup_of_these_tests_database_is_one_of_ours(owner, own):
    assert Tournament.objects.count() == 0
    owner.post(reverse("backups"), {"act": "copy"})
    check_backup(backups_in(own)[0].path)
