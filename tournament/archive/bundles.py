"""A bundle: everything a second laptop of the same system needs to take over without the internet.

The code, the pinned packages as wheels, the typeface made from them, a fresh backup, and a script that installs and
starts. pip fetches the wheels from wherever this machine installs from; the bundle names no package index.
"""

import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_noop as _

from tournament.archive import bundle_start
from tournament.archive.backups import database_file, make_backup
from tournament.core.messages import Refused

NAME = "sekigime-bundle"
NOT_CODE = shutil.ignore_patterns(".git", ".venv", ".env", "var", "__pycache__", ".*_cache", ".hypothesis")

START_SH = """#!/bin/sh
# Installs at the first start, then serves: ./start.sh [--port 8000]
cd "$(dirname "$0")" || exit 1
python=$(command -v python{python} || command -v python3) || {{ echo "Install Python {python} first." >&2; exit 1; }}
exec "$python" start.py "$@"
"""
START_BAT = """@echo off
rem Installs at the first start, then serves: start.bat [--port 8000]
py -{python} "%~dp0start.py" %*
if errorlevel 1 pause
"""
README = """Sekigime, with the data of {at:%Y-%m-%d %H:%M}
For {system} {machine} with Python {python}.

1. Copy this folder from the stick to the disk of the laptop.
2. Run ./start.sh (on Windows: start.bat). It needs no internet. The first start installs and restores the data.
3. Is there a newer copy on the stick? Stop Sekigime (Ctrl+C) and, in the folder sekigime, run
   .venv/bin/python manage.py restore /path/to/sekigime-....sqlite3
   (on Windows: .venv\\Scripts\\python manage.py restore ...), then start again.
4. Everybody signs in again, with the same name and password, at the new address. Every page says that this is a copy:
   the owner presses "Make this the original" once the event goes on here and nobody uses the first laptop.

The data has all accounts: give this folder only to people who may run the server.
"""


def make_bundle(place: Path, at: datetime, *, fetch: Callable[[Path], None] | None = None) -> Path:
    """Make the folder `sekigime-bundle` in `place`, instead of an earlier one, and return its zip file.

    `fetch` fills a folder with the wheels. Raises Refused if pip does not get them.
    """
    bundle = place / NAME
    if bundle.exists():
        shutil.rmtree(bundle)
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    bundle.mkdir(mode=0o700)  # it has password hashes
    _put_code(bundle / "sekigime")
    (fetch or fetch_wheels)(bundle / "wheels")
    (bundle / "data").mkdir()
    if database_file().exists():
        make_backup(bundle / "data", at, reason="bundle")
    if Path(settings.TYPEFACE_DIR).is_dir():
        shutil.copytree(settings.TYPEFACE_DIR, bundle / "typeface", ignore=shutil.ignore_patterns(".*"))
    _put_start(bundle, at)
    packed = place / f"{NAME}.zip"
    packed.unlink(missing_ok=True)
    packed.touch(mode=0o600)
    shutil.make_archive(str(place / NAME), "zip", root_dir=place, base_dir=NAME)
    return packed


def fetch_wheels(folder: Path) -> None:
    """Fetch the pinned packages for this system, each checked against its hash. Raises Refused."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--dest", str(folder)]
    lock = [
        "--only-binary",
        ":all:",
        "--no-deps",
        "--require-hashes",
        "-r",
        str(settings.BASE_DIR / "requirements.lock"),
    ]
    done = subprocess.run([*pip, *lock], capture_output=True, text=True, check=False)
    if done.returncode:
        text = _("pip did not get the packages. Is there internet here? It says: {error}")
        raise Refused.of("wheels-missing", text, error=(done.stderr.strip().splitlines() or ["-"])[-1])


def _put_code(folder: Path) -> None:
    """Put the committed code into the folder; where there is no repository (in a bundle), the files as they are."""
    packed = folder.with_suffix(".zip")
    git = shutil.which("git")
    archive = [git or "", "-C", str(settings.BASE_DIR), "archive", "--format", "zip", "-o", str(packed), "HEAD"]
    in_repository = git is not None and (settings.BASE_DIR / ".git").exists()
    if in_repository and subprocess.run(archive, capture_output=True, check=False).returncode == 0:
        with zipfile.ZipFile(packed) as code:
            code.extractall(folder)
        packed.unlink()
    else:
        shutil.copytree(settings.BASE_DIR, folder, ignore=NOT_CODE)


def _put_start(bundle: Path, at: datetime) -> None:
    system = bundle_start.this_system()
    (bundle / "made-for.json").write_text(json.dumps(system), encoding="utf-8")
    shutil.copyfile(bundle_start.__file__, bundle / "start.py")
    (bundle / "start.sh").write_text(START_SH.format(**system), encoding="utf-8")
    (bundle / "start.sh").chmod(0o755)
    (bundle / "start.bat").write_text(START_BAT.format(**system), encoding="utf-8", newline="\r\n")
    (bundle / "README.txt").write_text(README.format(at=at, **system), encoding="utf-8")
