"""A database of each earlier release, and of the version before the first, opens and says the same."""

import json
import lzma
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
STORED = ROOT / "tests" / "stored"
CONVERTED = {"direct-winds", "joint-winds", "pressing", "sight"}
"""Events with a setting that there is no more: a line of the history says what it is now."""


def run(database: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{database}", "SEKIGIME_VAR": str(database.parent)}
    return subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True)


KEPT = sorted(path.name.removesuffix(".sql.xz") for path in STORED.glob("*.sql.xz"))


@pytest.fixture(scope="module", params=KEPT)
def upgraded(request, tmp_path_factory):
    """A stored database after `manage.py migrate`, and its name."""
    database = tmp_path_factory.mktemp("stored") / "event.sqlite3"
    with closing(sqlite3.connect(database)) as stored:
        stored.executescript(lzma.decompress((STORED / f"{request.param}.sql.xz").read_bytes()).decode())
    done = run(database, "manage.py", "migrate", "--verbosity", "0")
    assert done.returncode == 0, done.stderr
    return database, request.param


@pytest.mark.sqlite
@pytest.mark.slow("whole events")
def test_every_event_has_the_same_standings_seats_sheets_and_history(upgraded):
    database, name = upgraded
    done = run(database, "-m", "tests.stored.said")
    assert done.returncode == 0, done.stderr
    before = json.loads((STORED / f"{name}.json").read_text("utf-8"))
    now = json.loads(done.stdout)
    assert now.keys() == before.keys()
    for event, lines in ((event, len(said["history"])) for event, said in before.items()):
        added = now[event]["history"][lines:]
        assert now[event] | {"history": now[event]["history"][:lines]} == before[event], event
        assert [line[1] for line in added] == ["changed the settings"] * (event in CONVERTED), event


@pytest.mark.sqlite
@pytest.mark.slow("whole events")
def test_the_pages_of_every_event_open(upgraded):
    database, _name = upgraded
    done = run(database, "-m", "tests.stored.opened")
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)
    assert {address: status for address, status in answers.items() if status not in (200, 302, 404)} == {}
    assert list(answers.values()).count(200) > len(answers) / 2


def test_each_release_has_kept_a_database():
    """How, is in CONTRIBUTING.md, A release."""
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert {*re.findall(r"^## (\d+\.\d+\.\d+)", changelog, re.MULTILINE)} <= {*KEPT}
