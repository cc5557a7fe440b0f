"""What the settings ask of SQLite. These tests run on SQLite alone."""

import pytest
from django.conf import settings
from django.db import connection

pytestmark = pytest.mark.sqlite


def test_sqlite_answers_only_when_the_disk_has_it():
    options = settings.DATABASES["default"]["OPTIONS"]
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=FULL" in options["init_command"]
    assert options["transaction_mode"] == "IMMEDIATE"


@pytest.mark.django_db(transaction=True)
def test_the_database_is_a_file_that_keeps_what_it_has_said():
    with connection.cursor() as cursor:
        said = [
            cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
        busy = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
    assert said == ["wal", 2, 1]  # 2 is FULL
    assert busy == 30_000
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
