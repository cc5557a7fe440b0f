"""`manage.py`, as a person in a hurry meets it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("sqlite:////nowhere/at/all.sqlite3", "unable to open database file"),
        ("nonsense", "DATABASE_URL is not the address of a database"),
    ],
)
def test_a_database_that_cannot_be_used_is_said_in_a_sentence(address, message):
    done = run("standings", "spring-open", "--json", DATABASE_URL=address)
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr
    assert "DATABASE_URL" in done.stderr
    assert "Traceback" not in done.stderr


def test_where_it_went_wrong_is_shown_when_asked_for():
    done = run("standings", "spring-open", "--traceback", DATABASE_URL="sqlite:////nowhere/at/all.sqlite3")
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" in done.stderr


def test_a_reader_who_has_read_enough_is_no_error():
    command = [sys.executable, "manage.py", "plan_seating", "--players", "1000", "--rounds", "20", "--json"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout and running.stderr
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 141


@pytest.mark.slow("commands in a process of their own")
def test_a_terminal_without_the_characters_is_no_reason_to_stop(prepared, tmp_path):
    database = f"sqlite:///{tmp_path}/hall.sqlite3"
    event = tmp_path / "event.csv"
    rows = (f"1,1,{wind},{name},30000" for wind, name in zip("ESWN", ("Inês", "山田", "🀀", "=1"), strict=True))
    event.write_text("\n".join(["round,table,wind,player,points", *rows]), encoding="utf-8")
    plain = {"DATABASE_URL": database, "PYTHONIOENCODING": "ascii"}
    shutil.copy(prepared, tmp_path / "hall.sqlite3")
    loaded = run("load_event", str(event), "--name", "Inês Open", "--json", **plain)
    assert loaded.returncode == 0 and "Not in it: " in loaded.stderr
    listed = run("standings", "ines-open", **plain)
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "In\\xeas" in listed.stdout
