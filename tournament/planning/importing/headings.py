"""Headings of the columns of a seating, and words for byes, in the languages of the pages."""

import re
from collections.abc import Sequence
from functools import lru_cache

from django.utils.translation import gettext as _

from tournament.players.importing.headings import field_of
from tournament.players.names import key, words
from tournament.reading.headings import headings_of
from tournament.seats.wind_letters import KNOWN_WINDS

PERSON_FIELDS = ("number", "ema_number", "name")
"""In order of precedence when a list has several."""

_BESIDE_NUMBERS = ("no", "nr", "num", "number", "numéro", "nummer", "第", "番", "番卓", "号", "号卓")
_ONE_NUMBER = re.compile(r"(?![-−–])(\D*)(\d{1,4})(?:[.,]0+)?(\D*)")


def _by_key(kind: str) -> dict[str, str]:
    return {key(word): name for name, words in headings_of(kind).items() for word in words}


KNOWN_HEADINGS = _by_key("seating")
BESIDE_NUMBERS = {
    word
    for names in (headings_of("seating")["hanchan"], headings_of("seating")["table"], _BESIDE_NUMBERS)
    for name in names
    for word in words(name)
} - {"n"}
"""Words allowed before or after the number of a hanchan or table; an N is North."""
KNOWN_BYES = set(_by_key("byes"))


def heading(cell: str) -> str | None:
    """Return the column of a seating with this heading, or None."""
    return KNOWN_HEADINGS.get(key(cell))


def count_headings(cells: Sequence[str]) -> int:
    """Return the number of cells that are headings of a seating."""
    return sum(
        heading(cell) is not None
        or key(cell) in KNOWN_WINDS
        or field_of(cell) in PERSON_FIELDS
        or numbered_hanchan(cell) is not None
        for cell in cells
    )


@lru_cache(maxsize=4_096)
def parse_number(text: str) -> int | None:
    """A number from 1, also as “R3”, “Table 12”, “第3回戦” or “3.0”; None beside any other word, perhaps a typo.

    >>> parse_number("No. 3"), parse_number("x3"), parse_number("3.5"), parse_number("0")
    (3, None, None, None)
    """
    number, letters = split_number(text)
    return None if letters else number


def split_number(text: str) -> tuple[int | None, str]:
    """The single number of a cell, and the letters beside it other than words for hanchan or table.

    >>> split_number("Tisch 12-S"), split_number("3 or 4")
    ((12, 's'), (None, ''))
    """
    found = _ONE_NUMBER.fullmatch(re.sub(r"n\s?[°º]", " ", text.strip(), flags=re.IGNORECASE))
    if found is None or not int(found[2]):
        return None, ""
    beside = (*words(found[1]), *words(found[3]))
    return int(found[2]), " ".join(word for word in beside if word not in BESIDE_NUMBERS)


def numbered_hanchan(text: str) -> int | None:
    """The number of a hanchan that heads a column: “R3”, “Hanchan 3”, “第3回戦”; None for a bare number."""
    letters = re.sub(r"[\d第]+", " ", text)
    return parse_number(text) if KNOWN_HEADINGS.get(key(letters)) == "hanchan" else None


def is_bye_word(text: str) -> bool:
    """Return whether a text is a word for bye, in one of the known languages or the reader's."""
    return key(text) in KNOWN_BYES or key(text) == key(_("bye"))


def is_bye(text: str) -> bool:
    """Return whether a text in place of a table means a bye: “bye”, a dash, or nothing."""
    return not text.strip(" -–—./0xX") or is_bye_word(text)
