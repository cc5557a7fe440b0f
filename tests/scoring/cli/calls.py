"""Calling `python -m scoring`, in this process and as others run it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring.__main__ import main

ROOT = Path(scoring.__file__).parent.parent


def run(*arguments: str, encoding: str = "utf-8") -> subprocess.CompletedProcess[bytes]:
    """The command as others run it."""
    command = [sys.executable, "-m", "scoring", *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, env={"PYTHONIOENCODING": encoding}, check=False, timeout=60
    )


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a wrong call says; it ends with exit 2 and nothing on standard output."""
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    printed = capsys.readouterr()
    assert (stopped.value.code, printed.out) == (2, "")
    return printed.err


def result(printed: str) -> Any:
    """The result of an answer with `--json` that has no error."""
    answer = json.loads(printed)
    assert answer["ok"] is True
    return answer["result"]


def problems(printed: str) -> list[dict[str, str]]:
    """The problems of an answer with `--json` that has an error; it has no result."""
    answer = json.loads(printed)
    assert (answer["ok"], answer["result"]) == (False, None)
    found: list[dict[str, str]] = answer["problems"]
    return found
