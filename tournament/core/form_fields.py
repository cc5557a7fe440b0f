"""The fields of forms that a form knows in full only once it is made."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from django.core.files.uploadedfile import UploadedFile
from django.forms import BaseForm, ChoiceField
from django.utils.datastructures import MultiValueDict

from tournament.core.messages import Text

Sent = Mapping[str, object] | None
"""What a browser sent to a form; None before anything was typed."""
Files: TypeAlias = "MultiValueDict[str, UploadedFile[Any]] | None"
"""The files beside it."""


def set_choices(form: BaseForm, name: str, choices: Sequence[tuple[object, Text | int]]) -> None:
    """Set the choices of a field, which a form knows only once it is made."""
    field = form.fields[name]
    assert isinstance(field, ChoiceField)  # noqa: S101  # for the types
    field.choices = choices
