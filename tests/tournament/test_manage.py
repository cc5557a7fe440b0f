"""`manage.py`, as a person in a hurry meets it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

import tournament.__main__ as command_line
from tournament import __version__

ROOT = Path(__file__).parents[2]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


@pytest.mark.slow("commands in a process of their own")
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


@pytest.mark.slow("commands in a process of their own")
@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LANGUAGE": "it:fr_CH"}, "fr-ch"),
        ({"LANG": "C"}, "en"),
    ],
)
def test_a_command_speaks_the_language_of_its_terminal(asked, language, tmp_path):
    empty = dict.fromkeys(("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"), "")
    code = "from django.utils.translation import get_language; print(get_language())"
    told = run("shell", "--no-imports", "-c", code, SEKIGIME_VAR=str(tmp_path), **{**empty, **asked})
    assert (told.returncode, told.stdout) == (0, f"{language}\n")


@pytest.mark.parametrize(
    ("typed", "run"),
    [
        ([], ["serve"]),
        (["--port", "8001"], ["serve", "--port", "8001"]),
        (["--help"], ["--help"]),
        (["standings", "spring-open"], ["standings", "spring-open"]),
    ],
)
def test_the_installed_command_serves_unless_another_command_is_named(typed, run, monkeypatch):
    called = []
    monkeypatch.setattr(sys, "argv", ["/somewhere/bin/sekigime", *typed])
    monkeypatch.setattr(command_line, "main", called.append)
    command_line.sekigime()
    assert called == [["sekigime", *run]]


def test_the_version_is_sekigimes(capsys):
    command_line.main(["sekigime", "--version"])
    assert capsys.readouterr().out == f"Sekigime {__version__}\n"


@pytest.fixture
def double_click(monkeypatch):
    """A start of the download without any word; what it runs, and what it leaves for the end."""
    called, at_the_end = [], []
    monkeypatch.setattr(sys, "argv", ["/home/me/Sekigime/Sekigime"])
    monkeypatch.setattr(command_line.installation, "IS_DOWNLOAD", True)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/home/me/Sekigime/_internal")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/opt/lib")
    monkeypatch.setattr(command_line, "main", called.append)
    monkeypatch.setattr(command_line.atexit, "register", lambda *given: at_the_end.append(given))
    return called, at_the_end


def test_a_double_click_serves_opens_the_browser_and_keeps_its_window(double_click, monkeypatch):
    monkeypatch.setattr(sys, "stdin", Mock(isatty=lambda: True))
    command_line.sekigime()
    called, at_the_end = double_click
    assert called == [["sekigime", "serve", "--browser"]]
    assert os.environ["LD_LIBRARY_PATH"] == "/opt/lib", "what it starts has the system's libraries again"
    assert at_the_end == [(input, "Press Enter to close this window. ")]


def test_without_a_window_it_goes_on_in_a_terminal_if_there_is_one(double_click, monkeypatch):
    begun = []
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(command_line.os, "execv", lambda *given: begun.append(given))
    monkeypatch.setattr(command_line.shutil, "which", lambda name: "/usr/bin/konsole" if name == "konsole" else None)
    command_line.sekigime()
    assert begun == [("/usr/bin/konsole", ["/usr/bin/konsole", "-e", sys.executable])]
