"""An uploaded file or pasted rows -> Grid. What a file is, its first bytes say; its name is only compared with that."""

from django.utils.translation import gettext as _

from tournament.players.importing.grid import MAX_BYTES, Grid
from tournament.players.importing.headings import known_headings
from tournament.players.importing.text import ENCODINGS, decode, read_text
from tournament.players.importing.xlsx import ZIP, read_xlsx, refuse_other_workbooks
from tournament.problems import Refused


def read_file(name: str, content: bytes, *, encoding: str = "") -> Grid:
    """The Grid of an uploaded file; `encoding` is what the person told, "" to find out. Raises Refused."""
    if len(content) > MAX_BYTES:
        message = _("The file is larger than %(most)s MB. Copy the list of players alone into a new file.")
        raise Refused(message % {"most": MAX_BYTES // 1024 // 1024}, field="file")
    if not content.strip():
        raise Refused(_("The file is empty."), field="file")
    refuse_other_workbooks(content)
    if content.startswith(ZIP):
        grid = read_xlsx(content, source=name, has_headings=lambda cells: known_headings(cells) > 1)
    else:
        grid = _read_as_text(name, content, encoding)
    return _not_empty(grid)


def _read_as_text(name: str, content: bytes, encoding: str) -> Grid:
    if name.lower().endswith((".xlsx", ".xlsm", ".xls", ".ods")):
        message = _("“%(name)s” is not an Excel workbook, whatever its name says. Save the list as XLSX or CSV.")
        raise Refused(message % {"name": name}, field="file")
    text, used = decode(content, encoding)
    if text.lstrip()[:200].lower().startswith(("<!doctype", "<html", "<?xml", "<table", "{\\rtf")):
        raise Refused(
            _("This is a document, not a list. Save the list as XLSX or CSV, or paste its rows."), field="file"
        )
    return read_text(text, source=name, notes=(ENCODINGS[used],))


def read_pasted(text: str) -> Grid:
    """The Grid of pasted rows. Raises Refused."""
    if len(text) > MAX_BYTES // 2:
        raise Refused(_("That is too much to paste. Choose a file instead."), field="pasted")
    if not text.strip():
        raise Refused(_("Paste rows, or choose a file."), field="pasted")
    return _not_empty(read_text(text, source=_("pasted rows")))


def _not_empty(grid: Grid) -> Grid:
    if not grid.lines:
        raise Refused(_("There is nothing in it: every row is blank."))
    return grid
