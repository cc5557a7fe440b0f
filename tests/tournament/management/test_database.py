"""Commands on a database that nobody has prepared."""

import pytest

from tests.tournament.test_settings import manage


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
