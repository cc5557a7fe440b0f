"""`python -m docs.event_schema`: write out the form of an event file, docs/event-file.schema.json.

Run it after changing a model; a file that older programs cannot read also raises VERSION in
tournament/archive/event_file/sections.py.
"""

import json
import os
from typing import TYPE_CHECKING, Any

import django

from docs.answer_schemas import DRAFT, FOLDER
from docs.json_forms import COUNT, FLAG, TEXT, WHOLE, Form, fields, listed, one_of, or_null

if TYPE_CHECKING:
    from django.db import models

    from tournament.archive.event_file.sections import FileSection

FILE = FOLDER.parent / "event-file.schema.json"
MOMENT: Form = {"type": "string", "format": "date-time"}
DAY: Form = {"type": "string", "format": "date"}
BYTES: Form = {"type": "string", "contentEncoding": "base64"}
UUID: Form = {"type": "string", "format": "uuid"}


def schema() -> Form:
    """Return the JSON Schema of an event file; the models of Django must be loaded."""
    from tournament.archive.event_file.sections import EVENT, FORMAT, LINK_KEY, PEOPLE, SECTIONS, THE_EVENT, VERSION

    sections = {section.name: listed(_row(section), _about(section)) for section in SECTIONS}
    people = listed(fields(id=WHOLE, name=TEXT), "the accounts that rows name; an id is that of no other section")
    head: dict[str, Form] = {"format": {"const": FORMAT}, "version": {"const": VERSION}, "anonymised": FLAG}
    whole = fields(**head, **{EVENT: _row(THE_EVENT)}, **sections, **{PEOPLE: people})
    key: Form = {**TEXT, "pattern": "^[0-9a-f]{64}$", "description": "only in a file with which the event moves"}
    whole["properties"][LINK_KEY] = key
    return {"$schema": DRAFT, "$id": FILE.name, "title": "An event file of Sekigime", **whole}


def _row(section: "FileSection") -> Form:
    forms = {field.name: _column(section, field) for field in section.fields}
    forms |= {field.name: listed(WHOLE, "ids") for field in section.many}
    return {
        "type": "object",
        "properties": forms,
        "required": sorted(forms),
        "additionalProperties": False,
    }


def _about(section: "FileSection") -> str:
    words = (section.model.__doc__ or "").strip().splitlines()[0]
    return f"{words} Empty in an anonymised file." if section.private else words


def _column(section: "FileSection", field: "models.Field[Any, Any]") -> Form:
    from tournament.archive.event_file.sections import references

    targets = {one.name: target for one, target in references(section)}
    if field.name in targets:
        form: Form = {**WHOLE, "description": f"an id of “{targets[field.name]}”"}
    else:
        form = _value(field)
    return or_null(form, form.get("description", "may be missing")) if field.null else form


def _value(field: "models.Field[Any, Any]") -> Form:
    if field.choices:
        return one_of([str(value) for value, _label in field.flatchoices] + ([""] if field.blank else []))
    kinds: dict[str, Form] = {
        "BigAutoField": WHOLE,
        "BigIntegerField": WHOLE,
        "BinaryField": BYTES,
        "BooleanField": FLAG,
        "DateField": DAY,
        "DateTimeField": MOMENT,
        "IntegerField": WHOLE,
        "PositiveIntegerField": COUNT,
        "PositiveSmallIntegerField": COUNT,
        "SmallIntegerField": WHOLE,
        "UUIDField": UUID,
    }
    if field.get_internal_type() == "JSONField":
        default = field.get_default()
        return {"type": ["object", "array"] if default is None else "array" if isinstance(default, list) else "object"}
    longest = {"maxLength": field.max_length} if field.max_length else {}
    return kinds.get(field.get_internal_type(), {**TEXT, **longest})


def text() -> str:
    """Return the file of the schema."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    FILE.write_text(text(), encoding="utf-8")
