"""Commands on a database that nobody has prepared, and on one that a newer release has updated."""

import shutil
import sqlite3
from contextlib import closing
from unittest.mock import Mock

import pytest
from django.core.management import CommandError
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from tests.tournament.test_settings import manage
from tournament import __version__
from tournament.archive.models import Installation
from tournament.installation import command
from tournament.management.database import check_release


@pytest.mark.slow("commands in a process of their own")
def test_a_command_prepares_a_database_that_is_still_empty(tmp_path):
    done = manage("standings", "nobody", var=tmp_path, DATABASE_URL=f"sqlite:///{tmp_path}/new.sqlite3")
    assert done.returncode == 1
    assert "There is no tournament" in done.stderr


@pytest.mark.slow("commands in a process of their own")
def test_the_demo_can_be_the_first_thing_that_ever_happens(tmp_path):
    address = f"sqlite:///{tmp_path}/new.sqlite3"
    done = manage("demo", var=tmp_path, DATABASE_URL=address)
    assert done.returncode == 0, done.stderr
    ranking = manage("standings", done.stdout.strip(), "--after", "1", var=tmp_path, DATABASE_URL=address)
    assert ranking.returncode == 0 and "Chiara Fontana" in ranking.stdout


@pytest.fixture
def newer(db):
    """A database that a newer release has updated."""
    MigrationRecorder(connection).record_applied("tournament", "9999_later")
    Installation.objects.update_or_create(pk=1, defaults={"version": "2.0.0"})


def refusal():
    with pytest.raises(CommandError) as refused:
        check_release()
    return str(refused.value)


@pytest.mark.sqlite
def test_a_database_of_a_newer_release_is_refused_with_both_versions_and_the_copy_from_before(
    newer, prepared, tmp_path, settings
):
    settings.BACKUP_DIR = tmp_path / "backups"
    assert f"was updated by Sekigime 2.0.0. This is Sekigime {__version__}, which is older." in refusal()
    assert refusal().endswith("Install Sekigime 2.0.0 again.")
    settings.BACKUP_DIR.mkdir()
    names = "20260516T081500Z-before-migration", "20260516T091500Z-before-migration", "20260516T101500Z-timed"
    for name in names:
        shutil.copy(prepared, settings.BACKUP_DIR / f"sekigime-{name}.sqlite3")
    with closing(sqlite3.connect(settings.BACKUP_DIR / f"sekigime-{names[1]}.sqlite3")) as later:
        later.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9998_later', '2030')")
        later.commit()
    copy = settings.BACKUP_DIR / f"sekigime-{names[0]}.sqlite3"
    assert refusal().endswith(f"the copy from before the update: {command('restore', copy)}"), (
        "the newest that it reads"
    )


def test_a_database_of_this_release_one_that_is_not_there_and_one_that_does_not_answer_are_let_pass(
    db, monkeypatch, tmp_path
):
    check_release()
    with monkeypatch.context() as changed:
        changed.setattr(MigrationRecorder, "applied_migrations", Mock(side_effect=OperationalError("gone")))
        check_release()
    new = tmp_path / "new.sqlite3"
    monkeypatch.setitem(connection.settings_dict, "NAME", str(new))
    if connection.vendor == "sqlite":
        check_release()
        assert not new.exists()


@pytest.mark.slow("commands in a process of their own")
@pytest.mark.sqlite
def test_an_older_program_does_nothing_with_a_newer_database_but_restore(prepared, tmp_path):
    database = tmp_path / "sekigime.sqlite3"
    shutil.copy(prepared, database)
    with closing(sqlite3.connect(database)) as later:
        later.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9999_later', '2030')")
        later.commit()
    for words in (["migrate"], ["prepare"], ["serve", "--no-prepare"], ["demo"], ["planning_worker"], ["shell"]):
        done = manage(*words, var=tmp_path)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("CommandError: ") and "was updated by Sekigime 9999_later" in done.stderr
        assert "Traceback" not in done.stderr
    copy = tmp_path / "sekigime-20260516T081500Z-before-migration.sqlite3"
    shutil.copy(prepared, copy)
    assert manage("restore", str(copy), var=tmp_path).returncode == 0
    assert manage("demo", var=tmp_path).returncode == 0
