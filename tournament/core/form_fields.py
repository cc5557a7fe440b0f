"""The fields of forms that a form knows in full only once it is made."""

from collections.abc import Sequence
from typing import Any

from django.forms import BaseForm, ChoiceField


def set_choices(form: BaseForm, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
    """Set the choices of a field, which a form knows only once it is made."""
    field = form.fields[name]
    assert isinstance(field, ChoiceField)  # noqa: S101  # for the types
    field.choices = choices
