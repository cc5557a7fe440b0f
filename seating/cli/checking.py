"""The command `check`: a seating read from JSON, verified independently, printed with its figures."""

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

from seating.check import digest, recount, verify
from seating.notes import CannotPlan, Note, gettext_noop


class Checked(NamedTuple):
    """Everything that is wrong; the figures and the digest when nothing is."""

    notes: tuple[Note, ...]
    figures: dict[str, int | None]
    digest: str


def read(file: str) -> object:
    """Return the JSON value of a file, or of standard input for "-"; raises `CannotPlan` and `OSError`."""
    try:
        return json.loads(sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        template = gettext_noop(
            "{file} is not JSON ({why}). Give the output of `python -m seating plan --json`, or the file of a draw."
        )
        raise CannotPlan.because("not_json", template, file=file, why=str(error)) from error


def checked(value: object) -> Checked:
    """Verify the rounds (or rows) of a value, and its figures if it has any."""
    claims = value.get("quality") if isinstance(value, dict) else None
    seats: Any = value.get("rounds") if isinstance(value, dict) else value
    found = verify(seats, claims=claims if isinstance(claims, dict) else None)
    return Checked(found, {} if found else recount(seats), "" if found else digest(seats))


def as_json(found: Checked) -> str:
    """Return the codes and sentences of the faults, or else the figures, as JSON."""
    notes = [
        {"code": note.code, "text": str(note), "hanchan": note.hanchan, "table": note.table} for note in found.notes
    ]
    return json.dumps({"faults": notes, "figures": found.figures, "digest": found.digest})


def as_text(found: Checked) -> str:
    """Return one line for each fault, or else for each figure."""
    if found.notes:
        return "\n".join(map(str, found.notes))
    figures = [
        f"  {name.replace('_', ' '):<20} {'-' if value is None else value:>6}" for name, value in found.figures.items()
    ]
    return "\n".join(
        [
            "Every player has one seat in every hanchan, and every table has each wind once.",
            *figures,
            f"  digest {found.digest}",
        ]
    )
