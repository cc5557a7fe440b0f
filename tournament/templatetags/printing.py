"""What paper needs beside the usual tags: letters that get smaller where a name is long, so that nothing is cut."""

from unicodedata import east_asian_width

from django import template

register = template.Library()

LONG, VERY_LONG = 22, 44  # letters that fit on one line, and on two, beside the boxes of a report sheet


@register.filter
def how_long(text: str) -> str:
    """The class of a text by its width on paper; a letter of Japanese or an emoji is as wide as two.

    >>> how_long("Aiko Brandt"), how_long("Maximiliana von Hohenlohe-Waldenburg"), how_long("東" * 23)
    ('', 'is-long', 'is-very-long')
    """
    width = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text or "")
    return "is-very-long" if width > VERY_LONG else "is-long" if width > LONG else ""
