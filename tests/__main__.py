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


def run(name: str, command: list[str]) -> bool:
    """Run one check; its output is shown only when it fails."""
    began = time.monotonic()
    done = subprocess.run([BIN / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True)
    verdict = "ok" if done.returncode == 0 else "FAILED"
    print(f"{verdict:>6}  {name} ({time.monotonic() - began:.0f} s)", flush=True)
    if done.returncode:
        print(done.stdout + done.stderr, flush=True)
    return done.returncode == 0


def pytest_command() -> list[str]:
    """All tests on every core; without a browser on the machine the browser's tests are left out, aloud."""
    command = [str(BIN / "pytest"), "-n", "auto", "--dist", "worksteal", "-q"]
    if CHROMIUM is None:
        print("NOT RUN: the browser tests in tests/e2e; there is no Chromium. On Debian, Ubuntu: apt install chromium")
        if os.environ.get("CI"):
            sys.exit("CI must have a Chromium: nothing is left out there.")
        command += ["--ignore", "tests/e2e"]
    return command


def main() -> int:
    good = [run(name, command) for name, command in CHECKS]
    tests = subprocess.run(pytest_command(), cwd=ROOT)
    return 0 if all(good) and tests.returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
