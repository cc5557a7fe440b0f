"""`python -m tests.scoring.cli.golden_answers`: write the answers in golden/ again, which the tests compare whole.

There is one answer of each command, and a refusal. A file has a call, its exit status and its answer; a new one needs
only the call: `{"call": ["late", "7"]}`. Read the difference before you keep it: it is what other people's programs
will see.
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
    """The call with its exit status and all that it prints now; files are named from the root of the project."""
    printed = io.StringIO()
    with contextlib.chdir(ROOT), contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        status = main([*call, "--json"])
    return {"call": call, "status": status, "answer": json.loads(printed.getvalue())}


def written(value: object, indent: str = "") -> str:
    """A value as JSON: on one line where that is not too long, else each of its parts on lines of its own."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent + line) <= 160 or not isinstance(value, dict | list):
        return line
    inner = f"{indent} "
    if isinstance(value, dict):
        parts = [f'{inner}"{name}": {written(part, inner)}' for name, part in value.items()]
    else:
        parts = [f"{inner}{written(part, inner)}" for part in value]
    return "\n".join([line[0], ",\n".join(parts), f"{indent}{line[-1]}"])


if __name__ == "__main__":
    for path in FILES:
        path.write_text(f"{written(answered(read(path)['call']))}\n", encoding="utf-8")
