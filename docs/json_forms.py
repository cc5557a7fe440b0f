"""Pieces of JSON Schema (draft 2020-12), of which the forms of answers, rule sets and event files are made."""

from collections.abc import Iterable
from typing import Any

from scoring.rules.fields import Part, RuleField, rule_fields
from scoring.rules.value_kinds import Amount, ByPlace, KeyOf, NonEmptyText, OneOf, SomeOf, UmaByPlace, Whole, YesNo

Form = dict[str, Any]

WHOLE: Form = {"type": "integer"}
COUNT: Form = {"type": "integer", "minimum": 0}
TEXT: Form = {"type": "string"}
FLAG: Form = {"type": "boolean"}
POINTS: Form = {"type": "integer", "description": "in points; 1,000 points are 1P"}


def fields(**forms: Form) -> Form:
    """Return an object with exactly these fields; a field `for_` is written `for`."""
    named = {name.rstrip("_"): form for name, form in forms.items()}
    return {"type": "object", "properties": named, "required": list(named), "additionalProperties": False}


def listed(form: Form, about: str = "") -> Form:
    """Return a list; `about` says what it is or how it is ordered."""
    return {"type": "array", "items": form, **({"description": about} if about else {})}


def by_name(form: Form, about: str) -> Form:
    """Return an object whose fields are names of the data."""
    return {"type": "object", "additionalProperties": form, "description": about}


def one_of(choices: Iterable[str], about: str = "") -> Form:
    """Return one of some words."""
    return {"enum": [str(one) for one in choices], **({"description": about} if about else {})}


def or_null(form: Form, about: str) -> Form:
    """Return a value that may be missing; `about` says what that means."""
    return {"anyOf": [form, {"type": "null"}], "description": about}


def rule_value(one: RuleField) -> Form:
    """Return the form of a value of a rule set, by its kind. Raises TypeError for a kind that has none yet."""
    match one.kind:
        case NonEmptyText() | KeyOf():
            return TEXT
        case YesNo():
            return FLAG
        case Amount():
            return POINTS
        case Whole(optional=True):
            return or_null(WHOLE, "null is no number")
        case Whole():
            return WHOLE
        case OneOf(choices=choices):
            return one_of(choices)
        case SomeOf(choices=choices):
            return listed(one_of(choices))
        case ByPlace():
            return listed(POINTS, "by place")
        case UmaByPlace():
            floating = fields(floating=listed(listed(POINTS), "by the number of players at the goal, from none"))
            return {"anyOf": [listed(POINTS, "by place"), floating]}
        case Part(type=owner):
            return rule_part(owner)
    raise TypeError(f"a field of the kind {one.kind} has no form; give it one")


def rule_part(owner: type[Any]) -> Form:
    """Return a rule set, or a part of one, from the declarations of its fields."""
    return fields(**{one.name: rule_value(one) for one in rule_fields(owner)})
