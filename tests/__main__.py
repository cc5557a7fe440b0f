"""`make check`, `make test` and `make test-all`: which checks and which tests each of them runs.

`check`: the checks and the tests of the core, in under a minute. `test`: every check, and every test that is not marked
`slow`, with all lines and branches counted. `all`: every check and every test, then those that ask a database once more
on PostgreSQL: at POSTGRES_URL, or at 127.0.0.1:5432 if the user `postgres` needs no password there. The pages of one
room are tested on SQLite alone; the tests that go through all rooms visit each page on PostgreSQL too. What `test` has
just passed on the same code, `all` does not repeat.

Each check is named as it ends; its output is shown when it fails. What is left out is said aloud with its reason; that
this machine lacks a program is an error in CI.
"""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

from tests.selection import LACKING, QUICK

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

TEMPLATES = ["djlint", "templates", "--check", "--lint"]
CHECKS: tuple[tuple[str, list[str]], ...] = (
    ("types (mypy, strict)", ["mypy"]),
    ("style of the code (ruff)", ["ruff", "check", "."]),
    ("format of the code (ruff)", ["ruff", "format", "--check", "."]),
    ("who may know whom (import-linter)", ["lint-imports", "--no-cache"]),
    ("no migration is missing", ["python", "manage.py", "makemigrations", "--check", "--dry-run"]),
)
PYTEST = [sys.executable, "-m", "pytest", "-q"]
CORES = os.cpu_count() or 1
WITHOUT_BROWSER = ["-n", str(CORES), "--dist", "worksteal"]
WITH_BROWSER = ["-n", str(CORES + 1), "--dist", "worksteal"]
"""One worker more than there are cores: it waits for its browser, its server or its LibreOffice."""
COUNTING = ["-p", "tests.branches"]
CORE = ["tests/tournament/core", "tests/test_docs.py", "tests/test_names.py"]
LOCAL_POSTGRES = "postgres://postgres@127.0.0.1:5432/sekigime"

CODE = ("bench", "docs", "scoring", "seating", "templates", "tests", "tournament")
PASSED = BIN.parent / "passed"
"""What `make test` has passed last: the digest of the code."""


def run(name: str, command: list[str]) -> bool:
    """Run one check; its output is shown only when it fails."""
    began = time.monotonic()
    done = subprocess.run([BIN / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True)
    verdict = "ok" if done.returncode == 0 else "FAILED"
    output = done.stdout + done.stderr if done.returncode else ""
    print(f"{verdict:>6}  {name} ({time.monotonic() - began:.0f} s)\n{output}", end="", flush=True)
    return done.returncode == 0


def passes(options: Sequence[str], **environment: str) -> bool:
    """Run tests, their progress in view."""
    return subprocess.run([*PYTEST, *options], cwd=ROOT, env={**os.environ, **environment}).returncode == 0


def checks_and(tests: Sequence[str], *checks: tuple[str, list[str]]) -> bool:
    """The checks, one after another, beside the tests; a failure hides no other and is named again at the end."""
    with ThreadPoolExecutor(1) as pool:
        running = pool.map(lambda check: run(*check), checks)
        passed = passes(tests)
        verdicts = list(running)
    for (name, _command), held in zip(checks, verdicts, strict=True):
        if not held:
            print(f"FAILED  {name}: its output stands above the tests")
    return all(verdicts) and passed


def everything_is_here(*lacks: str) -> None:
    """Stop in CI if the machine lacks something: nothing is left out there."""
    if lacks and os.environ.get("CI"):
        sys.exit(f"CI must have everything: {'; '.join(lacks)}")


def postgres() -> str | None:
    """The PostgreSQL to test on; None, said aloud, without one that lets us in."""
    address = os.environ.get("POSTGRES_URL") or LOCAL_POSTGRES
    try:
        import psycopg

        psycopg.connect(address, dbname="postgres", connect_timeout=10).close()
    except Exception as problem:
        lack = "no PostgreSQL at POSTGRES_URL or 127.0.0.1:5432. On Debian, Ubuntu: apt install postgresql"
        print(f"NOT RUN: tests on PostgreSQL: {lack}\n{str(problem).strip()}")
        everything_is_here(lack)
        return None
    return address


def passes_on_postgres() -> bool:
    """The tests of actions and pages on PostgreSQL, where there is one."""
    address = postgres()
    if address is None:
        return True
    print("On PostgreSQL: the tests that ask a database", flush=True)
    # Nothing that a test writes outlives it, so nobody waits for the disk.
    where = {"DATABASE_URL": address, "PGOPTIONS": "-c synchronous_commit=off"}
    # PostgreSQL tells of all its databases: what counts its answers runs alone.
    parts = (["-m", "alone"], [*WITHOUT_BROWSER, "-m", "not alone"])
    verdicts = [passes([*part, "tests/tournament"], **where) for part in parts]
    return all(verdicts)


def digest() -> str:
    """All that a test may read, and who reads it."""
    found = sha256(f"{sys.version} {sys.prefix}".encode())
    files = [path for folder in CODE for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts]
    for path in sorted([*files, *ROOT.glob("*.*"), ROOT / "Makefile"]):
        if path.is_file():
            found.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return found.hexdigest()


def changed_templates() -> list[str]:
    """The templates that the last commit does not have as they are; all of them without git."""
    command = ["git", "status", "--porcelain", "--no-renames", "--untracked-files=all", "templates"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if told.returncode:
        return ["templates"]
    return [line[3:] for line in told.stdout.splitlines() if (ROOT / line[3:]).is_file()]


def check() -> bool:
    """The checks, two at a time, then the quick tests."""
    checks = list(CHECKS)
    if changed := changed_templates():
        checks.append(("changed templates (djlint)", ["djlint", *changed, "--check", "--lint"]))
    with ThreadPoolExecutor(2) as pool:
        verdicts = list(pool.map(lambda check: run(*check), checks))
    return all(verdicts) and passes(["-m", QUICK, *CORE])


def everything_quick() -> bool:
    """Every check and every test that is not slow."""
    everything_is_here(*LACKING.values())
    code = digest()
    passed = checks_and([*WITH_BROWSER, *COUNTING, "-m", QUICK], *CHECKS, ("templates (djlint)", TEMPLATES))
    if passed:
        PASSED.write_text(code)
    print("NOT RUN here: everything on PostgreSQL, and the slow tests. For all of it: make test-all")
    return passed


def everything() -> bool:
    """Every check and every test, on both databases."""
    everything_is_here(*LACKING.values())
    if PASSED.is_file() and PASSED.read_text() == digest():
        print("make test has passed on this very code: here is what it left out", flush=True)
        passed = passes([*WITH_BROWSER, "-m", "slow"])
    else:
        print("Every check and every test", flush=True)
        passed = checks_and([*WITH_BROWSER, *COUNTING], *CHECKS, ("templates (djlint)", TEMPLATES))
    return all([passed, passes_on_postgres()])


if __name__ == "__main__":
    # What is compiled is kept: else each worker, and each command that a test starts, would compile everything again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    parts = {"check": check, "test": everything_quick, "all": everything}
    part = parts.get("".join(sys.argv[1:2]), everything_quick)
    sys.exit(0 if part() else 1)
