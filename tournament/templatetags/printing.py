"""Tags for paper: texts that are printed as large as their place allows."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def fitted(name: str) -> SafeString:
    """Return a name that gets as much of its place as it needs (js/print.js), with the form for where it is too long.

    >>> fitted("Aiko Brandt")
    '<bdi class="fit name" data-short="A. Brandt">Aiko Brandt</bdi>'
    """
    return format_html('<bdi class="fit name" data-short="{}">{}</bdi>', with_initials(name), name)


def with_initials(name: str) -> str:
    """Return a name with its first names as initials, for where it has no room; what distinguishes namesakes stays.

    The last name is what is in capitals, else begins with a small letter (von, de la), else the last word. Names in
    scripts without capitals stay as they are.

    >>> with_initials("Marie-Katharina von Hohenstein"), with_initials("Anna Maria Rossi · Milano")
    ('M.-K. von Hohenstein', 'A. M. Rossi · Milano')
    >>> with_initials("MÜSSIG Jörg"), with_initials("山田 太郎"), with_initials("Ronaldo")
    ('MÜSSIG J.', '山田 太郎', 'Ronaldo')
    """
    own, dot, distinction = name.partition(" · ")
    words = own.split()
    in_capitals = [len(word) > 1 and word.isupper() for word in words]
    if any(in_capitals):
        is_last = [capitals or word[0].islower() for capitals, word in zip(in_capitals, words, strict=True)]
    else:
        begin = next((at for at, word in enumerate(words) if at and word[0].islower()), len(words) - 1)
        is_last = [at >= begin for at in range(len(words))]
    short = " ".join(word if last else _initials(word) for word, last in zip(words, is_last, strict=True))
    return f"{short}{dot}{distinction}"


def _initials(word: str) -> str:
    """Return `M.-K.` of `Marie-Katharina`; a word that does not begin with a capital stays."""
    parts = word.split("-")
    return "-".join(f"{part[0]}." for part in parts) if all(part[:1].isupper() for part in parts) else word


@register.filter
def rows(table: Any, records: Iterable[object]) -> SafeString:
    """Return the rows of a declared table for the records of one page of paper."""
    return SafeString(table.body(records))


ROWS = (12, 18, 24, 30)


@register.filter
def rows_class(records: Sequence[object]) -> str:
    """Return the class of a list with so many rows to a page: the fewer, the larger its letters.

    >>> rows_class([0] * 18), rows_class([0] * 38)
    ('rows-18', '')
    """
    return next((f"rows-{most}" for most in ROWS if len(records) <= most), "")
