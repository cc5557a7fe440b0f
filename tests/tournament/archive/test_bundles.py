"""A bundle: what is in it, what is not, and where it refuses to start."""

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from io import StringIO
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_tournament
from tournament.archive import bundles
from tournament.archive.bundles import fetch_wheels, make_bundle
from tournament.core.messages import Refused

pytestmark = [pytest.mark.sqlite, pytest.mark.slow("bundles")]


def fetch(folder):
    folder.mkdir()
    (folder / "django-5-py3-none-any.whl").write_bytes(b"wheel")


@pytest.fixture
def bundle(transactional_db, tmp_path, now, settings):
    settings.TYPEFACE_DIR = tmp_path / "share"
    (settings.TYPEFACE_DIR / ".font-x").mkdir(parents=True)
    (settings.TYPEFACE_DIR / "faces.css").touch()
    make_tournament()
    packed = make_bundle(tmp_path, now, fetch=fetch)
    assert packed == tmp_path / "sekigime-bundle.zip" and packed.stat().st_mode & 0o077 == 0
    return tmp_path / "sekigime-bundle"


def test_a_bundle_has_code_wheels_data_and_a_start_and_nothing_private(bundle, now):
    assert {path.name for path in bundle.iterdir()} == {
        "README.txt", "data", "made-for.json", "sekigime", "start.bat", "start.py", "start.sh", "typeface",
        "wheels",
    }  # fmt: skip
    assert [path.name for path in (bundle / "typeface").iterdir()] == ["faces.css"], "nothing half made"
    code = bundle / "sekigime"
    assert (code / "manage.py").exists() and (code / "requirements.lock").exists()
    assert not [name for name in (".venv", "var", ".git", ".env") if (code / name).exists()]
    (copy,) = (bundle / "data").iterdir()
    with closing(sqlite3.connect(copy)) as data:
        assert data.execute("SELECT count(*) FROM tournament_tournament").fetchone() == (1,)
    ours = [bundle / name for name in ("README.txt", "start.bat", "start.py", "start.sh")]
    assert not [path for path in ours if "://" in path.read_text()], "no package index is named"
    assert bundle.stat().st_mode & 0o077 == 0


def test_a_second_bundle_takes_the_place_of_the_first(bundle, now):
    (bundle / "old").touch()
    make_bundle(bundle.parent, now, fetch=fetch)
    assert not (bundle / "old").exists()


def test_a_bundle_of_a_folder_without_repository_has_its_files(bundle, now, settings, tmp_path):
    settings.BASE_DIR = tmp_path / "unpacked"
    shutil.copytree(bundle / "sekigime" / "scoring", settings.BASE_DIR / "scoring")
    (settings.BASE_DIR / "var").mkdir()
    (settings.BASE_DIR / ".env").write_text("SECRET_KEY=x")
    make_bundle(tmp_path, now, fetch=fetch)
    assert {path.name for path in (bundle / "sekigime").iterdir()} == {"scoring"}


def test_on_another_system_the_start_says_so(bundle):
    made_for = json.loads((bundle / "made-for.json").read_text())
    (bundle / "made-for.json").write_text(json.dumps(made_for | {"python": "2.7"}))
    done = subprocess.run([sys.executable, str(bundle / "start.py")], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "This bundle is for" in done.stderr and "Python 2.7" in done.stderr and "Traceback" not in done.stderr
    assert not (bundle / "sekigime" / ".venv").exists()


def test_packages_that_do_not_come_are_said(tmp_path, monkeypatch):
    failed = SimpleNamespace(returncode=1, stderr="noise\nERROR: no route to anywhere")
    monkeypatch.setattr(bundles.subprocess, "run", lambda *_command, **_more: failed)
    with pytest.raises(Refused, match="no route to anywhere"):
        fetch_wheels(tmp_path)


@pytest.mark.django_db(transaction=True)
def test_the_command_says_where_the_bundle_is(tmp_path, monkeypatch):
    monkeypatch.setattr(bundles, "fetch_wheels", fetch)
    said = StringIO()
    call_command("bundle", tmp_path, stdout=said)
    assert f"Packed: {tmp_path / 'sekigime-bundle.zip'}" in said.getvalue()
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CommandError, match="No bundle in"):
        call_command("bundle", tmp_path / "file")
