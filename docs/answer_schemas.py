"""`python -m docs.answer_schemas`: write out the form of every answer of `python -m scoring … --json`, docs/schemas/.

One JSON Schema (draft 2020-12) for each command; each stands alone. A field that a schema does not name is in no
answer. Run it after changing an answer or a field of rule sets; a change that breaks programs which read the answers
also raises VERSION in scoring/cli/command.py.
"""

import json
from pathlib import Path

from docs.answer_forms import type_form
from docs.json_forms import FLAG, Form, fields, or_null
from scoring.cli.command import PROBLEM, VERSION
from scoring.cli.main import COMMANDS as OF_RULES
from scoring.cli.shape import Shape
from scoring.hands.cli import COMMANDS as OF_HANDS

FOLDER = Path(__file__).resolve().parent / "schemas"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
COMMANDS = {one.name: one for one in (*OF_RULES, *OF_HANDS)}


def schema(command: str) -> Form:
    """The form of a command's answer: the envelope of all commands around its result."""
    shape = COMMANDS[command].result
    form = type_form(shape) if isinstance(shape, Shape) else {"anyOf": [type_form(one) for one in shape]}
    result = or_null(form, "null when ok is false")
    name = {"const": f"sekigime/{command}/{VERSION}"}
    ok = {**FLAG, "description": "whether no problem is an error"}
    envelope = fields(schema=name, ok=ok, problems=type_form([PROBLEM]), result=result)
    return {"$schema": DRAFT, "$id": f"{command}.json", "title": f"python -m scoring {command} --json", **envelope}


def text(command: str) -> str:
    """The file of a command's schema."""
    return json.dumps(schema(command), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for command in COMMANDS:
        FOLDER.joinpath(f"{command}.json").write_text(text(command), encoding="utf-8")
