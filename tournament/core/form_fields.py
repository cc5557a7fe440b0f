"""What fields of forms share: choices that a form knows only once it is made, and figures in any width.

A Japanese keyboard types digits, letters and signs in full width until it is told not to. Every field in which somebody
types a number, a code, a time or a wind reads them: as a `HalfWidthField`, or through `half_width`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from django.core.files.uploadedfile import UploadedFile
from django.forms import BaseForm, CharField, ChoiceField
from django.utils.datastructures import MultiValueDict

from tournament.core.messages import Text

Sent = Mapping[str, object] | None
"""What a browser sent to a form; None before anything was typed."""
Files: TypeAlias = "MultiValueDict[str, UploadedFile[Any]] | None"
"""The files beside it."""


_KEYS = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_KEYS |= {ord(key): sign for key, sign in zip("\u3000ー―、。", " --,.", strict=True)}
"""Letters, digits and signs in full width, and what the keys for - , . type in kana; ² and ½ are no figures."""


def half_width(text: str) -> str:
    """Return figures and signs as plain ones. Not for names: their ー is a vowel.

    >>> half_width("－２５．３"), half_width("ー２８"), half_width("１、３"), half_width("１０：０１"), half_width("▲2")
    ('-25.3', '-28', '1,3', '10:01', '▲2')
    >>> half_width("²")
    '²'
    """
    return text.translate(_KEYS)


class HalfWidthField(CharField):
    """A text of figures, signs or the letters of a code, in any width."""

    def to_python(self, value: object) -> str:
        return half_width(super().to_python(value) or "")


def set_choices(form: BaseForm, name: str, choices: Sequence[tuple[object, Text | int]]) -> None:
    """Set the choices of a field, which a form knows only once it is made."""
    field = form.fields[name]
    assert isinstance(field, ChoiceField)  # noqa: S101  # for the types
    field.choices = choices
