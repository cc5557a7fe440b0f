"""The columns of a live sheet: each has a key, by which formulas find its letter."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournament.exports.live import looks
from tournament.exports.row_heights import filter_height, row_height
from tournament.exports.spreadsheet import LETTERS, Book, BookSheet, FileCell, Look


class LiveColumn(NamedTuple):
    """A column: key, heading, width in characters and the look of its cells."""

    key: str
    heading: str
    width: float
    look: Look


class LiveColumns:
    """The columns of a sheet from A on."""

    def __init__(self, book: Book, columns: Iterable[LiveColumn]):
        self.columns: Sequence[LiveColumn] = tuple(columns)
        self.letters = {one.key: at for at, one in zip(LETTERS, self.columns, strict=False)}
        self.styles = {one.key: book.style(one.look) for one in self.columns}
        self._headings = [(book.style(_heading(one.look)), one.heading) for one in self.columns]

    def __getitem__(self, key: str) -> str:
        """Return the letter of a column."""
        return self.letters[key]

    def __contains__(self, key: str) -> bool:
        return key in self.letters

    @property
    def last(self) -> str:
        return LETTERS[len(self.columns) - 1]

    def append_headings(self, sheet: BookSheet, *, filtered: bool = False) -> int:
        """Set the widths and write the row of headings, with room for the buttons of a filter; return its number."""
        looks.set_widths(sheet, [one.width for one in self.columns])
        texts = [(one.heading, one.width + 1) for one in self.columns]
        tall = filter_height(texts) if filtered else row_height(texts) or looks.ROW
        return sheet.append(self._headings, tall)

    def row(self, cells: dict[str, FileCell]) -> list[FileCell]:
        """Return a row's cells in the order of columns; a key without a cell is empty and keeps its style."""
        return [cells.get(key) or (style, None) for key, style in self.styles.items()]


def _heading(look: Look) -> Look:
    is_text = look.number_format == "@"
    return looks.TEXT_HEADING if is_text else looks.HEADING
