"""The height of a row of wrapped text: spreadsheets do not fit it by themselves when they open a file."""

from collections.abc import Iterable
from unicodedata import east_asian_width

LINE_HEIGHT = 12.0  # points, for type of 9 points
_SLACK = 1.0
"""Characters of a line that are left free: words do not break where the line is full."""


def text_width(text: str) -> float:
    """Return the width of text in digits of the same size; a Chinese character takes two.

    >>> text_width("abc"), text_width("雀荘")
    (3.0, 4.0)
    """
    if text.isascii():
        return float(len(text))
    return float(sum(2 if east_asian_width(character) in "WF" else 1 for character in text))


def line_count(text: str, width: float) -> int:
    """Return the number of lines that text needs in a column `width` characters wide.

    >>> line_count("Deposits left on the table", 11), line_count("a", 11), line_count("a\\nb", 11)
    (3, 1, 2)
    """
    room = max(width - _SLACK, 1.0)
    return sum(_paragraph(paragraph, room) for paragraph in text.split("\n"))


def _paragraph(text: str, room: float) -> int:
    lines, used = 1, 0.0
    for word in text.split(" "):
        size = text_width(word)
        if used and used + 1 + size <= room:
            used += 1 + size
            continue
        lines += 1 if used else 0
        further = int((size - 0.5) // room) if size > room else 0
        lines += further
        used = size - further * room
    return lines


def filter_height(texts: Iterable[tuple[str, float]]) -> float:
    """Return the height of a row of headings whose last line is left to the buttons of the filter."""
    most = max((line_count(text, width) for text, width in texts), default=1)
    return (most + 1) * LINE_HEIGHT + 2


def row_height(texts: Iterable[tuple[str, float]]) -> float | None:
    """Return the height of a row with these texts in columns of these widths, None where one line is enough."""
    most = max((line_count(text, width) for text, width in texts), default=1)
    return most * LINE_HEIGHT + 2 if most > 1 else None
