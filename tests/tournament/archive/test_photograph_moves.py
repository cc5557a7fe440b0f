"""Photographs go to their store by themselves; a copy of the data changes nothing there; the command, the checks."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from tests.acts import with_act
from tests.factories import MORNING, make_user
from tests.tournament.desk.halls import hall, hanchan_of
from tests.tournament.results.paper.pictures import phone_picture
from tests.tournament.results.paper.stores import closed_store, memory_store, use_store
from tournament.archive import backup_watch, photograph_moves
from tournament.archive.backup_watch import BackupWatch
from tournament.archive.models import Installation
from tournament.archive.original import Knowledge
from tournament.archive.photograph_moves import move_photographs
from tournament.archive.readable_copies import write_readable_copies
from tournament.results.paper.actions import attach_photograph, delete_photograph
from tournament.results.paper.photograph_store import move_to_store
from tournament.results.paper_models import PhotographData, StoredObject

pytestmark = pytest.mark.django_db


@pytest.fixture
def photograph():
    event = hall()
    return attach_photograph(
        hanchan=hanchan_of(event), table=1, upload=phone_picture(), **with_act(by=None, at=MORNING)
    )


@pytest.fixture
def store(settings, monkeypatch):
    return use_store(memory_store(), settings, monkeypatch)


@pytest.fixture
def copied(monkeypatch):
    """The database was put back from a backup of the score room."""
    monkeypatch.setattr(Knowledge, "is_original", False)
    Installation.objects.update_or_create(pk=1, defaults={"place": "", "host": "score-room"})


def ran(*words):
    """What the command says, what it complains of, and its exit code."""
    out, wrong, code = StringIO(), StringIO(), 0
    try:
        call_command("photographs", *words, stdout=out, stderr=wrong)
    except SystemExit as end:
        code = end.code
    return out.getvalue().splitlines(), wrong.getvalue().splitlines(), code


def test_a_turn_of_the_watch_moves_them_and_removes_what_was_deleted(photograph, store):
    move_photographs()
    assert not PhotographData.objects.exists() and len([*store.names()]) == 1
    delete_photograph(photograph=photograph, **with_act(by=None, at=MORNING, reason="blurred"))
    move_photographs()
    assert [*store.names()] == [] and not StoredObject.objects.exists()


def test_without_a_store_they_stay_in_the_database(photograph, settings):
    settings.PHOTOGRAPHS = ""
    BackupWatch().move_photographs()
    assert PhotographData.objects.count() == 1


def test_in_a_copy_of_the_data_nothing_is_written_to_the_store_and_nothing_removed(photograph, store, copied):
    move_photographs()
    assert [*store.names()] == []
    move_to_store(MORNING)
    delete_photograph(photograph=photograph, **with_act(by=None, at=MORNING, reason="a trial"))
    move_photographs()
    assert len([*store.names()]) == 1, "the original has it"
    with pytest.raises(CommandError, match="a copy of the data of score-room: it changes nothing in the store"):
        ran("--to-store")


def test_a_copy_of_the_data_can_have_them_in_its_own_database(photograph, store, copied):
    move_to_store(MORNING)
    assert ran("--to-database")[0] == [
        "Moved and compared: 1. Removed from the store: 0.", "In the database: 1. In the store: 0."
    ]  # fmt: skip
    assert len([*store.names()]) == 1


def test_the_watch_goes_on_whatever_the_store_says(photograph, settings, monkeypatch, caplog):
    use_store(closed_store(), settings, monkeypatch)
    move_photographs()
    assert "photographs stay where they are: The store of photographs does not answer." in caplog.text
    monkeypatch.setattr(photograph_moves, "move_to_store", lambda at: 1 / 0)
    move_photographs()
    assert "ZeroDivisionError" in caplog.text


def test_one_that_is_not_what_was_attached_stays_and_is_told_of(photograph, store, caplog):
    PhotographData.objects.update(content=b"another")
    move_photographs()
    assert "1 photographs stay in the database" in caplog.text and [*store.names()] == []


def test_each_turn_of_the_watch_moves_photographs(store, monkeypatch):
    class Ended(BaseException):
        """The end of the test."""

    def moved():
        raise Ended

    monkeypatch.setattr(backup_watch, "move_photographs", moved)
    monkeypatch.setattr(backup_watch, "close_old_connections", lambda: None)
    monkeypatch.setattr(BackupWatch, "turn", lambda *args, **how: None)
    with pytest.raises(Ended):
        BackupWatch(every=0)._watch()


def test_the_command_says_what_is_where_and_moves_it_both_ways(photograph, store):
    assert ran() == (["In the database: 1. In the store: 0."], [], 0)
    assert ran("--to-store")[0] == [
        "Moved and compared: 1. Removed from the store: 0.", "In the database: 0. In the store: 1."
    ]  # fmt: skip
    store.put("f00d", b"of a database that is gone")
    assert ran()[0][1:] == ["In the store, and unknown to this database: f00d"]
    assert ran("--to-database")[0][:2] == [
        "Moved and compared: 1. Removed from the store: 1.", "In the database: 1. In the store: 0."
    ]  # fmt: skip


def test_the_command_and_the_check_of_an_event_name_what_was_changed_in_the_store(photograph, store):
    move_to_store(MORNING)
    store.put(StoredObject.objects.get().name, b"another")
    wrong = "Hanchan 1, table 1: photograph 1 is not the one attached."
    assert ran()[1:] == ([wrong], 1)
    assert ran("--to-database")[1:] == ([wrong, "Not moved, since they are not what was attached: 1."], 1)
    said = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_event", "spring-open", stdout=said)
    assert said.getvalue().startswith(wrong)


def test_where_the_store_does_not_answer_each_command_says_so(
    photograph, store, settings, monkeypatch, tmp_path, caplog
):
    move_to_store(MORNING)
    use_store(closed_store(), settings, monkeypatch)
    with pytest.raises(CommandError, match="The store of photographs does not answer"):
        ran()
    said = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_event", "spring-open", stdout=said)
    assert said.getvalue().startswith("The store of photographs does not answer.")
    with pytest.raises(CommandError, match="The store of photographs does not answer"):
        call_command("export_event", "spring-open", str(tmp_path / "spring.json"))
    assert [*tmp_path.iterdir()] == []
    assert write_readable_copies(tmp_path) == [] and "no event file" in caplog.text


def test_the_page_of_backups_says_which_photographs_are_not_in_the_copies(photograph, store, client):
    client.force_login(make_user("owner", superuser=True))
    assert "store of photographs" not in client.get(reverse("backups")).text
    move_to_store(MORNING)
    page = client.get(reverse("backups")).text
    assert "1 photograph of a report sheet is in the store of photographs, and not in the copies." in page
