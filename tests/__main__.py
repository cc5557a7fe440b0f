"""`make test`: every check in one run, the quick ones first, each named as it starts."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-headless-shell") or shutil.which("google-chrome")

CHECKS: tuple[tuple[str, list[str]], ...] = (
    ("style of the code (ruff)", ["ruff", "check", "."]),
    ("format of the code (ruff)", ["ruff", "format", "--check", "."]),
    ("templates (djlint)", ["djlint", "templates", "--check", "--lint"]),
    ("who may know whom (import-linter)", ["lint-imports", "--no-cache"]),
    ("types of scoring and the planner (mypy, strict)", ["mypy", "--strict", "scoring", "tournament/seating/planner"]),
    ("no migration is missing", ["python", "manage.py", "makemigrations", "--check", "--dry-run"]),
)

PYTEST = [str(BIN / "pytest"), "-n", "auto", "--dist", "worksteal", "-q"]


def run(name: str, command: list[str]) -> bool:
    """Run one check; its output is shown only when it fails."""
    began = time.monotonic()
    done = subprocess.run([BIN / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True)
    verdict = "ok" if done.returncode == 0 else "FAILED"
    print(f"{verdict:>6}  {name} ({time.monotonic() - began:.0f} s)", flush=True)
    if done.returncode:
        print(done.stdout + done.stderr, flush=True)
    return done.returncode == 0


def rule_book_command() -> list[str]:
    """The tests of the rule book, which reach every branch of it."""
    return [*PYTEST, "tests/scoring", "tests/shadow", "scoring", "--cov", "--cov-report", "term-missing:skip-covered"]


def event_command() -> list[str]:
    """All other tests; without a browser on the machine the browser's tests are left out, aloud."""
    command = [*PYTEST, "tests", "--ignore", "tests/scoring", "--ignore", "tests/shadow"]
    if CHROMIUM is None:
        print("NOT RUN: the browser tests in tests/e2e; there is no Chromium. On Debian, Ubuntu: apt install chromium")
        if os.environ.get("CI"):
            sys.exit("CI must have a Chromium: nothing is left out there.")
        command += ["--ignore", "tests/e2e"]
    return command


def main() -> int:
    good = [run(name, command) for name, command in CHECKS]
    good += [subprocess.run(command, cwd=ROOT).returncode == 0 for command in (rule_book_command(), event_command())]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
