"""From bytes or pasted text to the lines of a seating, and from lines to seats."""

from django.utils.translation import gettext as _

from tournament.players.importing.grid import Grid, Level
from tournament.players.importing.text import decode, read_text
from tournament.players.importing.xlsx import ZIP, read_xlsx, refuse_other_workbooks
from tournament.problems import Refused
from tournament.seating.checks import Fault
from tournament.seating.importing.bare import bare_entries, nested_rows
from tournament.seating.importing.entries import Entries
from tournament.seating.importing.headed import columns_of, headed_entries, refuse_columns
from tournament.seating.importing.words import known_words

MOST_BYTES = 4 * 1024 * 1024
MOST_ROWS = 20_000
"""A row for each seat of 1,000 players and 20 hanchan."""
MOST_COLUMNS = 1_002
"""A row per hanchan with the four numbers of each of 250 tables."""


def read_pasted(text: str, *, source: str = "") -> Grid:
    """The lines of pasted rows or of a CSV, or of lists in lists. Raises Refused."""
    nested = nested_rows(text)
    return read_text(text if nested is None else nested, source=source, most=MOST_ROWS, columns=MOST_COLUMNS)


def read_file(name: str, content: bytes) -> Grid:
    """The lines of an uploaded XLSX or CSV. Raises Refused (field "file")."""
    if len(content) > MOST_BYTES:
        raise Refused(_("The file is larger than 4 MB. Copy the seating alone into a new file."), field="file")
    try:
        refuse_other_workbooks(content)
        if content.startswith(ZIP):
            return read_xlsx(
                content, source=name, has_headings=lambda cells: known_words(cells) > 2, most=MOST_ROWS,
                columns=MOST_COLUMNS,
            )  # fmt: skip
        return read_pasted(decode(content)[0], source=name)
    except Refused as refusal:
        raise Refused(refusal.message, field="file", problems=refusal.problems) from refusal


def entries_of(grid: Grid, *, needs_winds: bool, size: int = 4) -> Entries:
    """Every seat in a grid, whatever its shape, `size` to a table. Raises Refused when columns are not understood."""
    if not grid.lines:
        raise Refused(_("There is nothing in it: every row is blank."))
    columns = columns_of(grid)
    if columns is None:
        found = bare_entries(grid, size)
        if found is None:
            raise Refused(_no_shape(grid))
    else:
        refuse_columns(columns, needs_winds=needs_winds)
        found = headed_entries(columns)
        _refuse_windless(found, needs_winds)
    found.faults = [*_cell_faults(grid), *found.faults]
    return found


def _refuse_windless(found: Entries, needs_winds: bool) -> None:
    if needs_winds and not found.winds and found.seats:
        raise Refused(_("The tables have no winds: write the wind after each table, as 3E, 3S, 3W or 3N."))


def _no_shape(grid: Grid) -> str:
    """What to do with rows that are neither headed nor numbers alone; names the first that is odd."""
    line = grid.lines[0]
    message = _(
        "There is no column of hanchan: row %(row)d, “%(text)s”, heads no columns. Write a first row that says what "
        "the columns are: hanchan, table, wind, player; or hanchan, table, E, S, W, N."
    )
    return message % {"row": line.number, "text": " ".join(line.cells)[:60]}


def _cell_faults(grid: Grid) -> list[Fault]:
    """Formulas without a value, and cells that show an error."""
    return [
        Fault(
            remark.code,
            _("Row %(row)d, column %(column)d:") % {"row": line.number, "column": column + 1} + f" {remark.message}",
            row=line.number,
        )
        for line in grid.lines
        for column, remark in line.remarks
        if remark.level == Level.ERROR
    ]
