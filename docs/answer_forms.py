"""The forms of the results of `python -m scoring`, made from their shapes and from the types of the values shown."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from functools import reduce
from operator import or_
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from docs.json_forms import FLAG, POINTS, TEXT, WHOLE, Form, by_name, fields, listed, one_of, rule_part
from scoring.cli.shape import ByWind, Shape
from scoring.draw import NUMBER_SUITS, NumberTile
from scoring.messages import Message
from scoring.points import WholeRange
from scoring.rules import Ruleset
from scoring.rules.files import VERSION as SNAPSHOT
from scoring.rules.provenance import Mark
from scoring.winds import WINDS


def rule_set() -> Form:
    """Return the form of a rule set as a snapshot has it."""
    sources = by_name(TEXT, "the clause of each value, by its dotted name")
    marks = by_name(one_of(Mark), "how sure a source is, by the name of the value; others are as their source says")
    notes = listed(fields(section=TEXT, text=TEXT, source=TEXT), "rules that no value states")
    provenance = {"sources": sources, "marks": marks, "notes": notes, "based_on": TEXT}
    return fields(version={"const": SNAPSHOT}, **rule_part(Ruleset)["properties"], **provenance)


def by_wind() -> Form:
    """Return the form of the points by current wind; among three nobody is North."""
    return {**fields(**dict.fromkeys(WINDS, POINTS)), "required": [*WINDS[:3]], "description": "by current wind"}


WRITTEN: dict[object, Form] = {
    bool: FLAG,
    int: WHOLE,
    str: TEXT,
    NoneType: {"type": "null"},
    date: {"type": "string", "format": "date"},
    Fraction: {"type": "string", "description": "an exact number, as 7, -7 or 39737/2"},
    Message: TEXT,
    ByWind: by_wind(),
    NumberTile: {"type": "string", "pattern": f"^[1-9][{NUMBER_SUITS}]$"},
    Ruleset: rule_set(),
}
"""How values are written whose type does not tell it."""


def shape_form(shape: Shape) -> Form:
    """Return the form of the objects of a shape."""
    parts = {part.of: shape_form(part) for part in shape.parts.values()}
    read = {name: type_form(_attribute_type(shape.of, path), parts) for name, path in shape.read.items()}
    return fields(**read, **{name: type_form(one) for name, one in shape.given.items()})


def _attribute_type(owner: Any, path: str) -> Any:
    """Return the type of an attribute of a type, as it is declared."""
    for name in path.split("."):
        found = getattr(owner, name, None)
        declared = get_type_hints(found.fget if isinstance(found, property) else owner, include_extras=True)
        owner = declared["return" if isinstance(found, property) else name]
    return owner


def type_form(declared: Any, parts: Mapping[Any, Form] = MappingProxyType({})) -> Form:
    """Return the form of a type, of a shape or of a list of it; `parts` have the forms of the types in it."""
    if isinstance(declared, Shape):
        return shape_form(declared)
    if isinstance(declared, list):
        return listed(shape_form(declared[0]), *declared[1:])
    if found := parts.get(declared) or WRITTEN.get(declared):
        return found
    origin, within = get_origin(declared), get_args(declared)
    if origin is Annotated:
        about = [_about(note) for note in within[1:]]
        return reduce(or_, about, type_form(within[0], parts))
    if origin in (Union, UnionType):
        return {"anyOf": [type_form(one, parts) for one in within]}
    if origin in (tuple, list):
        return listed(type_form(within[0], parts))
    if origin is Mapping:
        return {"type": "object", "additionalProperties": type_form(within[1], parts)}
    return one_of(within if origin is Literal else declared)


def _about(note: str | WholeRange) -> Form:
    """Return what an annotation adds: a description, or the least and the greatest number."""
    if isinstance(note, str):
        return {"description": note}
    return {"minimum": note.least, **({} if note.most is None else {"maximum": note.most})}
