"""Tags for paper: smaller letters for long names, so that nothing is cut off."""

from collections.abc import Iterable
from typing import Any
from unicodedata import east_asian_width

from django import template
from django.utils.safestring import SafeString

register = template.Library()

LONG, VERY_LONG = 22, 44  # letters that fit on one line, and on two, beside the boxes of a report sheet


@register.filter
def how_long(text: str) -> str:
    """Return the class of a text by its width on paper; a Japanese letter or an emoji counts twice.

    >>> how_long("Aiko Brandt"), how_long("Maximiliana von Hohenlohe-Waldenburg"), how_long("東" * 23)
    ('', 'is-long', 'is-very-long')
    """
    width = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text or "")
    return "is-very-long" if width > VERY_LONG else "is-long" if width > LONG else ""


@register.filter
def rows(table: Any, records: Iterable[Any]) -> SafeString:
    """Return the rows of a declared table for the records of one page of paper."""
    return SafeString(table.body(records))
