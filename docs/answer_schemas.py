"""`python -m docs.answer_schemas`: write out the form of every answer of `python -m scoring … --json`, docs/schemas/.

One JSON Schema (draft 2020-12) for each command; each stands alone. A field that a schema does not name is in no
answer. Run it after changing an answer or a field of rule sets; a change that breaks programs which read the answers
also raises VERSION in scoring/cli/command.py.
"""

import json
from pathlib import Path

from docs import answer_forms as forms
from docs.json_forms import FLAG, TEXT, Form, fields, listed, one_of, or_null
from scoring.cli.command import VERSION
from scoring.messages import Level

FOLDER = Path(__file__).resolve().parent / "schemas"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
RESULTS = {
    "table": fields(rows=forms.rows()),
    "rules": forms.rules(),
    "all-last": forms.all_last(),
    "last-hand": forms.last_hand(),
    "draw": forms.draw(),
    "foul": forms.foul(),
    "late": forms.late(),
    "penalty": forms.penalty(),
    "payment": forms.payment(),
    "liability": forms.payment(),
    "standings": forms.standings(),
    "cut": forms.cut(),
    "tie": forms.tie(),
    "hand": forms.hand(),
    "replay": forms.replay(),
}
PROBLEM = fields(
    level=one_of(Level),
    code={**TEXT, "description": "stays the same when the message is reworded"},
    message=TEXT,
    field={**TEXT, "description": "row-2 of a sheet (from 0), tile 6 of a draw, line 4 wind of a file; may be empty"},
)


def schema(command: str) -> Form:
    """The form of a command's answer: the envelope of all commands around its result."""
    result = or_null(RESULTS[command], "null when ok is false")
    name = {"const": f"sekigime/{command}/{VERSION}"}
    ok = {**FLAG, "description": "whether no problem is an error"}
    envelope = fields(schema=name, ok=ok, problems=listed(PROBLEM), result=result)
    return {"$schema": DRAFT, "$id": f"{command}.json", "title": f"python -m scoring {command} --json", **envelope}


def text(command: str) -> str:
    """The file of a command's schema."""
    return json.dumps(schema(command), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for command in RESULTS:
        FOLDER.joinpath(f"{command}.json").write_text(text(command), encoding="utf-8")
