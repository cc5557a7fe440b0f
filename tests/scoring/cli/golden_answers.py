"""`python -m tests.scoring.cli.golden_answers`: write anew the answers in golden/, which the tests compare whole.

A file has a call, its exit status and its answer. A new one needs only the call: `{"call": ["late", "7"]}`. Read the
difference before you keep it: it is what other people's programs will see.
"""

import contextlib
import io
import json
from pathlib import Path
from typing import Any

from scoring.__main__ import main
from tests.scoring.cli.calls import ROOT

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.glob("*.json"))


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def answered(call: list[str]) -> dict[str, Any]:
    """The call with its exit status and its answer now; files are named from the root of the project."""
    printed = io.StringIO()
    with contextlib.chdir(ROOT), contextlib.redirect_stdout(printed):
        status = main([*call, "--json"])
    return {"call": call, "status": status, "answer": json.loads(printed.getvalue())}


if __name__ == "__main__":
    for path in FILES:
        found = json.dumps(answered(read(path)["call"]), indent=1, ensure_ascii=False)
        path.write_text(f"{found}\n", encoding="utf-8")
