"""`make test` runs every check and every test; `make check` runs the part that takes under a minute.

All tests run on SQLite. `make test-postgres` runs those of actions and pages once more on PostgreSQL: at POSTGRES_URL,
or at 127.0.0.1:5432 if the user `postgres` needs no password there. CI runs both. Each check is named as it ends; its
output is shown when it fails. What this machine cannot run is said aloud, and is an error in CI.
"""

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.browser import CHROMIUM
from tests.calculator import SOFFICE
from tests.databases import SQLITE_ALONE

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
GETTEXT = shutil.which("xgettext")
CALLERS = shutil.which("curl") and shutil.which("jq")
RECALCULATION = "tests/tournament/exports/live/test_recalculation.py"

CHECKS: tuple[tuple[str, list[str]], ...] = (
    ("types (mypy, strict)", ["mypy"]),
    ("templates (djlint)", ["djlint", "templates", "--check", "--lint"]),
    ("style of the code (ruff)", ["ruff", "check", "."]),
    ("format of the code (ruff)", ["ruff", "format", "--check", "."]),
    ("who may know whom (import-linter)", ["lint-imports", "--no-cache"]),
    ("no migration is missing", ["python", "manage.py", "makemigrations", "--check", "--dry-run"]),
)
WORKERS = (os.cpu_count() or 1) + 1
"""One more than there are cores: a worker waits for its browser, its server or its LibreOffice."""
PYTEST = [sys.executable, "-m", "pytest", "-q", "-n", str(WORKERS), "--dist", "worksteal"]
QUICK = [sys.executable, "-m", "pytest", "-q", "tests/tournament/core", "tests/test_docs.py", "tests/test_names.py"]
COUNTING = ["-p", "tests.branches"]
RULE_BOOK = ["tests/scoring", "tests/shadow"]
FOLDERS = """
api archive core desk events hanchan last_hand penalties phones planning players prizes protests results screens seats
signatures staff standings statistics
"""
COUNTED = [f"tests/tournament/{folder}" for folder in FOLDERS.split()]
"""The tests of actions, queries and checks, which run every branch of them."""
LOCAL_POSTGRES = "postgres://postgres@127.0.0.1:5432/sekigime"
QUIET = ["tests/tournament/standings/test_public_answers.py", "tests/tournament/players/registration/test_offer.py"]
"""Count what is asked while nothing is committed; PostgreSQL tells of all its databases, also of other tests."""
QUIET_ON_POSTGRES = [sys.executable, "-m", "pytest", "-q", *QUIET]
ON_POSTGRES = [*PYTEST, "tests/tournament", *(option for file in QUIET for option in ("--ignore", file))]


def run(name: str, command: list[str]) -> bool:
    """Run one check; its output is shown only when it fails."""
    began = time.monotonic()
    done = subprocess.run([BIN / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True)
    verdict = "ok" if done.returncode == 0 else "FAILED"
    output = done.stdout + done.stderr if done.returncode else ""
    print(f"{verdict:>6}  {name} ({time.monotonic() - began:.0f} s)\n{output}", end="", flush=True)
    return done.returncode == 0


def passes(command: list[str], **environment: str) -> bool:
    """Run tests, their progress in view."""
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}).returncode == 0


def without(missing: str, what: str, remedy: str) -> list[str]:
    """Say which tests this machine cannot run; pytest's options that leave them out."""
    print(f"NOT RUN: {missing}; there is no {what}. On Debian, Ubuntu: apt install {remedy}")
    if os.environ.get("CI"):
        sys.exit(f"CI must have {what}: nothing is left out there.")
    return ["--ignore", missing]


def counted_tests() -> list[str]:
    """The tests of actions, queries and checks, with their branches counted."""
    return [*PYTEST, *COUNTED, *COUNTING]


def other_tests() -> list[str]:
    """All other tests: seating, pages in a browser, prints and files."""
    left_out = [option for folder in (*RULE_BOOK, *COUNTED) for option in ("--ignore", folder)]
    if CHROMIUM is None:
        left_out += without("tests/e2e", "Chromium", "chromium")
    if GETTEXT is None:
        left_out += without("tests/test_catalogue.py", "xgettext", "gettext")
    if CALLERS is None:
        left_out += without("tests/test_api_document.py", "curl and jq", "curl jq")
    if SOFFICE is None:
        left_out += without(RECALCULATION, "LibreOffice Calc", "libreoffice-calc fonts-liberation")
    return [*PYTEST, "tests", "seating", *left_out]


def postgres() -> str | None:
    """The PostgreSQL to test on; None, said aloud, without one that lets us in."""
    address = os.environ.get("POSTGRES_URL") or LOCAL_POSTGRES
    try:
        import psycopg

        psycopg.connect(address, dbname="postgres", connect_timeout=10).close()
    except Exception as problem:
        print(f"PostgreSQL: {str(problem).strip()}")
        without("actions and pages on PostgreSQL", "PostgreSQL at POSTGRES_URL or 127.0.0.1:5432", "postgresql")
        return None
    return address


def passes_on_postgres() -> bool:
    """The tests of actions and pages on PostgreSQL, where there is one."""
    address = postgres()
    if address is None:
        return True
    print("Again on PostgreSQL, without what asks no database and without", ", ".join(SQLITE_ALONE), flush=True)
    # Nothing that a test writes outlives it, so nobody waits for the disk.
    where = {"DATABASE_URL": address, "PGOPTIONS": "-c synchronous_commit=off"}
    verdicts = [passes(command, **where) for command in (QUIET_ON_POSTGRES, ON_POSTGRES)]
    return all(verdicts)


def check() -> bool:
    """The checks, two at a time, then the quick tests."""
    with ThreadPoolExecutor(2) as pool:
        verdicts = list(pool.map(lambda check: run(*check), CHECKS))
    return all(verdicts) and passes(QUICK)


def everything() -> bool:
    """Every check and every test; a failure does not hide the ones behind it."""
    with ThreadPoolExecutor(2) as pool:
        verdicts = list(pool.map(lambda check: run(*check), CHECKS))
    verdicts.append(passes([*PYTEST, *RULE_BOOK, "scoring", *COUNTING], COUNT_BRANCHES="rules"))
    verdicts += [passes(counted_tests(), COUNT_BRANCHES="event"), passes(other_tests())]
    print("NOT RUN here: actions and pages on PostgreSQL. Where there is one: make test-postgres")
    return all(verdicts)


if __name__ == "__main__":
    parts = {"check": check, "postgres": passes_on_postgres}
    part = parts.get("".join(sys.argv[1:2]), everything)
    sys.exit(0 if part() else 1)
