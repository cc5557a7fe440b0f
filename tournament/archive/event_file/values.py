"""One value of an event file as its column stores it."""

from base64 import b64decode
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext

from tournament.core.models import FORMER_ENTRY_MODES
from tournament.core.records import holds_ids
from tournament.core.requests import MOST

Value = TypeVar("Value")
LARGEST_ID = 2**53
LONGEST_NAME = 150


def value_of(column: "models.Field[Any, Any]", value: Any) -> object:
    """Return a JSON value as the column stores it. Raises ValidationError with a sentence."""
    if value is None and column.null:
        return None
    if holds_ids(column):
        return _checked(value, is_id, gettext("a whole number is needed"))
    match column:
        case models.JSONField():
            return _shaped(column, value)
        case models.BinaryField():
            return _bytes(value)
        case models.BooleanField():
            return _checked(value, lambda one: isinstance(one, bool), gettext("true or false is needed"))
        case models.IntegerField():
            _checked(value, _is_whole, gettext("a whole number is needed"))
            _checked(value, lambda one: abs(one) <= MOST, gettext("the number is too large"))
        case models.DateTimeField():
            value = _moment(value)
        case _:
            _checked(value, _is_text, gettext("a text is needed"))
    value = column.to_python(value)
    column.run_validators(value)
    if column.choices and value not in ("", None) and value not in (dict(column.flatchoices) | _former(column)):
        raise ValidationError(gettext("“{value}” is not one of the choices").format(value=value))
    return value


def _former(column: "models.Field[Any, Any]") -> dict[str, Any]:
    """The choices of earlier releases, which `import_event` replaces."""
    return FORMER_ENTRY_MODES if column.name == "entry_mode" else {}


def _checked(value: Value, is_right: Callable[[Value], bool], sentence: str) -> Value:
    if not is_right(value):
        raise ValidationError(sentence)
    return value


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_id(value: Any) -> bool:
    """Return whether a value can be the id of a row."""
    return _is_whole(value) and abs(value) < LARGEST_ID


def _is_text(value: object) -> bool:
    return isinstance(value, str) and "\0" not in value


def _moment(value: Any) -> datetime:
    try:
        at = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise ValidationError(gettext("a moment such as 2026-05-16T09:30:00+00:00 is needed")) from None
    if timezone.is_naive(at):
        raise ValidationError(gettext("a moment such as 2026-05-16T09:30:00+00:00 is needed"))
    return at


def _bytes(value: Any) -> bytes:
    try:
        return b64decode(value, validate=True)
    except (TypeError, ValueError):
        raise ValidationError(gettext("bytes in base64 are needed")) from None


def _shaped(column: "models.JSONField[Any, Any]", value: object) -> object:
    """A JSON value of the kind that the column starts with: an object or a list."""
    kinds = (type(column.get_default()),) if column.has_default() else (dict, list)
    if not isinstance(value, kinds):
        raise ValidationError(gettext("an object is needed") if dict in kinds else gettext("a list is needed"))
    if column.name in getattr(column.model, "lists_of_ids", ()) and not all(map(_ends_with_id, value)):
        raise ValidationError(gettext("a list of ids is needed"))
    return value


def _ends_with_id(value: object) -> bool:
    return is_id(value[-1] if isinstance(value, list) and value else value)


def name_parts(name: str) -> tuple[str, str]:
    """Return the name of an account as first and last name, which make the same name together; "", "" for none."""
    first, last = name, ""
    if len(name) > LONGEST_NAME:
        first, _space, _last = name[: LONGEST_NAME + 1].rpartition(" ")
        last = name[len(first) + 1 :]
    return (first, last) if first and len(last) <= LONGEST_NAME else ("", "")
