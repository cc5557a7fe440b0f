"""The event files beside the copies of the database."""

import json
import os
import threading
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.events.rows import kept
from tests.factories import make_tournament, make_user
from tests.tournament.archive.event_file.events import act
from tournament.archive import readable_copies, views
from tournament.archive.backup_watch import BackupWatch
from tournament.archive.event_file.export import event_file
from tournament.archive.readable_copies import write_readable_copies
from tournament.players.actions import add_player

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def events():
    return [make_tournament("Spring"), make_tournament("Autumn")]


def test_each_event_has_its_file_for_the_owner_only(events, tmp_path):
    written = write_readable_copies(tmp_path)
    assert [path.name for path in written] == [f"{event.slug}.json" for event in events]
    assert written[0].read_text(encoding="utf-8") == event_file(events[0])
    if os.name == "posix":
        assert (written[0].stat().st_mode & 0o777, written[0].parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_only_what_changed_is_written_again(events, tmp_path):
    write_readable_copies(tmp_path)
    assert write_readable_copies(tmp_path) == []
    add_player(tournament=events[1], name="Aiko Brandt", act=act())
    (written,) = write_readable_copies(tmp_path)
    assert [player["name"] for player in json.loads(written.read_text(encoding="utf-8"))["players"]] == ["Aiko Brandt"]
    assert sorted(path.name for path in written.parent.iterdir()) == sorted(f"{event.slug}.json" for event in events)


def test_files_that_nobody_touched_are_not_opened_again(events, tmp_path, monkeypatch):
    first, second = write_readable_copies(tmp_path)
    opened, usual = [], Path.open
    monkeypatch.setattr(Path, "open", lambda path, *how: opened.append(path) or usual(path, *how))
    assert (write_readable_copies(tmp_path), opened) == ([], [])
    os.utime(first, ns=(1, 1))
    assert (write_readable_copies(tmp_path), opened) == ([], [first])
    assert (write_readable_copies(tmp_path), opened) == ([], [first])
    second.unlink()
    assert (write_readable_copies(tmp_path), opened) == ([second], [first])


def test_a_server_that_starts_reads_the_edition_of_each_file_once(events, tmp_path, monkeypatch):
    write_readable_copies(tmp_path)
    monkeypatch.setattr(readable_copies, "_known", {})
    assert write_readable_copies(tmp_path) == []
    assert len(readable_copies._known) == 2


def test_without_a_change_the_files_cost_one_query(events, tmp_path):
    write_readable_copies(tmp_path)
    with CaptureQueriesContext(connection) as asked:
        assert write_readable_copies(tmp_path) == []
    assert len(asked) == 1


def test_a_file_that_somebody_spoilt_is_written_again(events, tmp_path):
    first, _second = write_readable_copies(tmp_path)
    first.write_bytes(b"\x00" * 100)
    assert write_readable_copies(tmp_path) == [first]


def test_a_place_that_takes_no_file_is_logged_and_stops_nothing(events, tmp_path, caplog):
    (tmp_path / "events").write_text("a file where the folder should be")
    assert write_readable_copies(tmp_path) == []
    assert caplog.text.count("no event file") == 2


def test_the_button_of_the_page_writes_them(events, client, tmp_path, monkeypatch):
    made = tmp_path / "sekigime-20260516T093000Z-manual.sqlite3"
    monkeypatch.setattr(views, "copy_to_places", lambda *_args, **_named: ([made], []))
    client.force_login(make_user("owner", superuser=True))
    client.post(reverse("backups"))
    assert (tmp_path / "events" / f"{events[0].slug}.json").exists()


@pytest.mark.django_db(transaction=True)
def test_the_watch_writes_them_where_it_has_copied(tmp_path):
    event = make_tournament("Spring")
    watch = BackupWatch()
    watch.copied[tmp_path] = 1
    thread = threading.Thread(target=watch.write_events)
    thread.start()
    thread.join()
    assert (tmp_path / "events" / f"{event.slug}.json").exists()
