"""An original and its copies: which is which, who is told, and who makes one the original."""

import sqlite3
from contextlib import closing

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.factories import make_staff, make_tournament, make_user
from tournament.archive import original
from tournament.archive.backups import restore
from tournament.archive.models import Installation
from tournament.archive.original import Knowledge, copied_from, make_original, settle, this_place
from tournament.archive.sqlite_copies import SqliteDatabase
from tournament.core.models import Role

NOTICE = "What is entered here does not reach the original."


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    monkeypatch.setattr(Knowledge, "is_original", False)


@pytest.fixture
def at_home(db):
    Installation.objects.all().delete()
    settle()
    return Installation.objects.get()


@pytest.fixture
def elsewhere(at_home):
    """As a database is that was put back from a copy."""
    at_home.place, at_home.host = "", "score-room"
    at_home.save()
    return at_home


def test_a_database_belongs_where_it_was_served_first_and_one_without_a_place_is_no_copy(db):
    Installation.objects.all().delete()
    assert copied_from() is None
    Knowledge.is_original = False
    settle()
    assert copied_from() is None
    assert Installation.objects.get().place == this_place().name


def test_a_process_asks_no_more_once_it_knows_that_it_has_the_original(at_home, django_assert_num_queries):
    assert copied_from() is None
    with django_assert_num_queries(0):
        assert copied_from() is None


@pytest.mark.sqlite
def test_on_another_machine_or_with_another_key_it_is_a_copy_also_after_a_start(at_home, monkeypatch, settings):
    with monkeypatch.context() as changed:
        changed.setattr(original, "_machine", lambda: "another laptop")
        assert copied_from() == at_home
        settle()
        assert copied_from() == at_home
    assert copied_from() is None
    Knowledge.is_original = False
    settings.SECRET_KEY = "that of a bundle that was started"
    assert copied_from() == at_home


@pytest.mark.sqlite
def test_a_folder_that_was_moved_is_no_copy_and_one_that_was_copied_is(at_home, tmp_path):
    Installation.objects.update(path=str(tmp_path / "gone.sqlite3"))
    assert copied_from() is None
    Knowledge.is_original = False
    settle()
    assert Installation.objects.get().path == this_place().path
    there = tmp_path / "there.sqlite3"
    there.touch()
    Installation.objects.update(path=str(there))
    assert copied_from() is not None


@pytest.mark.sqlite
def test_what_names_a_machine(tmp_path, monkeypatch):
    named = tmp_path / "machine-id"
    named.write_text("0123abcd\n")
    monkeypatch.setattr(original, "MACHINE_ID", (str(tmp_path / "none"), str(named)))
    assert original._machine() == "0123abcd"
    monkeypatch.setattr(original, "MACHINE_ID", ())
    monkeypatch.setattr(original.platform, "system", lambda: "Linux")
    assert original._machine() == "", "a container has another name each time"
    monkeypatch.setattr(original.platform, "system", lambda: "Darwin")
    monkeypatch.setattr(original.platform, "node", lambda: "hall.fritz.box")
    assert original._machine() == "hall"


@pytest.mark.sqlite
def test_a_restored_backup_knows_that_it_is_a_copy_and_of_when(prepared, tmp_path, settings, now):
    settings.BACKUP_DIR = tmp_path / "backups"
    copy, database = tmp_path / "sekigime-20260516T081500Z-timed.sqlite3", tmp_path / "data" / "sekigime.sqlite3"
    copy.write_bytes(prepared.read_bytes())
    with closing(sqlite3.connect(copy)) as backup:
        backup.execute("INSERT INTO tournament_installation (place, path, host) VALUES ('here', '', 'score-room')")
        backup.commit()
    restore(copy, now, database=SqliteDatabase(database))
    query = "SELECT place, host, copied_at FROM tournament_installation"
    with closing(sqlite3.connect(database)) as restored, closing(sqlite3.connect(copy)) as backup:
        assert restored.execute(query).fetchall() == [("", "score-room", "2026-05-16 08:15:00")]
        assert backup.execute(query).fetchall() == [("here", "score-room", None)], "the copy is as it was"
    with closing(sqlite3.connect(copy)) as earlier:
        earlier.execute("DROP TABLE tournament_installation")
    renamed = copy.rename(tmp_path / "a copy by hand.sqlite3")
    restore(renamed, now, database=SqliteDatabase(database))


def pages_of(client, tournament):
    addresses = [reverse(name, args=[tournament.slug]) for name in ("event_overview", "event_history")]
    return [client.get(address).content.decode() for address in [*addresses, reverse("account")]]


def test_every_page_of_the_staff_says_that_this_is_a_copy_until_the_owner_takes_over(elsewhere, now):
    tournament = make_tournament()
    organiser, owner = Client(), Client()
    staff = make_staff(tournament, Role.ORGANISER, username="organiser")
    organiser.force_login(getattr(staff, "user", staff))
    owner.force_login(make_user("owner", superuser=True))
    for page in pages_of(organiser, tournament):
        assert NOTICE in page and "the data of <bdi>score-room</bdi>." in page
        assert reverse("make_original") not in page
    assert organiser.post(reverse("make_original")).status_code == 403
    Installation.objects.update(copied_at=now)
    for page in pages_of(owner, tournament):
        assert NOTICE in page and "made on" in page and reverse("make_original") in page
    assert "This is the original now." in owner.post(reverse("make_original"), follow=True).content.decode()
    for client in (organiser, owner):
        assert not [page for page in pages_of(client, tournament) if NOTICE in page]
    known = Installation.objects.get()
    assert (known.place, known.copied_at) == (this_place().name, None)


def test_players_and_the_hall_are_not_told(elsewhere, client):
    tournament = make_tournament()
    tournament.is_public = True
    tournament.save()
    for address in (reverse("home"), reverse("public_standings", args=[tournament.slug]), reverse("sign_in")):
        assert NOTICE not in client.get(address).content.decode()


@pytest.mark.django_db(transaction=True)
def test_migrating_remembers_the_place(monkeypatch, tmp_path, settings):
    settings.BACKUP_DIR = tmp_path
    call_command("migrate", verbosity=0)
    assert Installation.objects.get().place == this_place().name
    Installation.objects.update(place="another")
    call_command("migrate", verbosity=0)
    assert copied_from() is not None
    make_original()
    assert copied_from() is None
