"""The looks of the live sheets: styles of cells, marks by rule, paper."""

from collections.abc import Sequence
from typing import Any

from scoring.standings.ties import Breaker
from tournament.exports.spreadsheet import FELT, FORBIDDEN, INK, IVORY, LETTERS, MUTED, RED, Book, BookSheet, Look

__all__ = ["FELT", "INK", "IVORY", "MUTED", "RED"]  # beside what is defined here

P_FORMAT = "+0.0##_);-0.0##_);0.0_)"
POINTS_FORMAT = "#,##0_);-#,##0_)"
PENALTY_FORMAT = "-0.0##_);0.0##_);"  # stored positive, nothing for zero
WHOLE_FORMAT = "0_)"
OFF_FORMAT = "+#,##0_);-#,##0_);"  # nothing where all is right
FIRST_FILL, LAST_FILL = "E3EEE8", "FBE9E6"
AMBER_FILL, AMBER = "F8E3AC", "5E4300"
GOOD, FIXED, WRONG = "● ", "■ ", "⚠ "
"""How a verdict begins: green, amber, red."""

TITLE = Look(size=16, bold=True, colour=FELT)
NOTE = Look(colour=MUTED)
HEADING = Look("@_)", size=8.5, bold=True, colour=MUTED, align="right", wrap=True, line="medium", line_colour=INK)
TEXT_HEADING = Look(
    size=8.5, bold=True, colour=MUTED, align="left", wrap=True, indent=1, line="medium", line_colour=INK
)
LABEL = Look(line="thin")
NAME = Look("@", align="left", bold=True, indent=1, line="thin")
PLAYER = Look("@", align="left", indent=1, line="thin")
QUIET = Look("@", align="left", colour=MUTED, indent=1, line="thin")
QUIET_NUMBER = Look(WHOLE_FORMAT, colour=MUTED, line="thin")
NUMBER = Look(WHOLE_FORMAT, line="thin")
PLACE = Look(WHOLE_FORMAT, bold=True, line="thin")
P = Look(P_FORMAT, line="thin")
TOTAL = Look(P_FORMAT, bold=True, line="thin")
POINTS = Look(POINTS_FORMAT, line="thin")
PENALTY = Look(PENALTY_FORMAT, colour=RED, line="thin")
INPUT_NUMBER = Look(WHOLE_FORMAT, fill=IVORY, line="thin")
INPUT_POINTS = Look(POINTS_FORMAT, fill=IVORY, line="thin")
INPUT_P = Look(P_FORMAT, fill=IVORY, line="thin")
INPUT_PENALTY = Look("0.0##_)", fill=IVORY, line="thin")
INPUT_TEXT = Look("@", align="left", indent=1, fill=IVORY, line="thin")

SCALE = 95  # per cent: headings of 8.5 points print with 8, the least that is legible
ROOM = {"portrait": 110.0, "landscape": 160.0}
"""Characters across A4, so printed."""
ROW = 13.2
"""The height of a row, in points."""


def in_p(points: int | None) -> float | None:
    """Return points as P, as spreadsheets hold them."""
    return None if points is None else points / 1000


def set_widths(sheet: BookSheet, widths: Sequence[float]) -> None:
    """Set the widths of columns from A on, in characters."""
    for at, width in zip(LETTERS, widths, strict=False):
        sheet.worksheet.column_dimensions[at].width = width


def mark(sheet: BookSheet, cells: str, formula: str, *, fill: str = "", colour: str = "", bold: bool = False) -> None:
    """Mark the cells for which `formula` is true; it is written for the first of them."""
    from openpyxl.formatting.rule import FormulaRule
    from openpyxl.styles import Font, PatternFill

    rule = FormulaRule(
        formula=[formula],
        font=Font(bold=bold or None, color=colour or None) if bold or colour else None,
        fill=PatternFill("solid", start_color=fill, end_color=fill) if fill else None,
    )
    sheet.worksheet.conditional_formatting.add(cells, rule)


def mark_verdict(sheet: BookSheet, cells: str, verdict: str) -> None:
    """Mark the cells of a verdict, in the cell `verdict`, that is not good."""
    mark(sheet, cells, f"LEFT({verdict},2)={quoted(FIXED)}", fill=AMBER_FILL, colour=AMBER, bold=True)
    mark(sheet, cells, f"LEFT({verdict},2)={quoted(WRONG)}", fill=RED, colour="FFFFFF")


def mark_line(sheet: BookSheet, cells: str, formula: str, colour: str = "8A6100") -> None:
    """Draw a line below the cells for which `formula` is true; by rule it can only be thin."""
    from openpyxl.formatting.rule import FormulaRule
    from openpyxl.styles import Border, Side

    border = Border(bottom=Side(style="thin", color=colour))
    sheet.worksheet.conditional_formatting.add(cells, FormulaRule(formula=[formula], border=border))


def set_up_paper(
    sheet: BookSheet,
    event: str,
    *,
    area: str,
    landscape: bool = False,
    titles: str = "",
    tab: str = "",
    keep_together: str = "",
) -> None:
    """Set up printing on A4, as wide as the paper: the event and the sheet above, pages below, `titles` on each.

    A sheet whose headings would be too small so is printed on pages side by side, each with its frozen columns. If the
    columns from A to `keep_together` fit on one page, it ends after them.
    """
    from openpyxl.worksheet.pagebreak import Break

    page: Any = sheet.worksheet
    page.page_setup.orientation = "landscape" if landscape else "portrait"
    page.page_setup.paperSize = 9  # A4
    if _width(sheet, area) <= ROOM[page.page_setup.orientation]:
        page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
        page.sheet_properties.pageSetUpPr.fitToPage = True
    else:
        page.page_setup.scale = SCALE
        beside = LETTERS.index((page.freeze_panes or "A").rstrip("0123456789"))
        page.print_title_cols = f"A:{LETTERS[beside - 1]}" if beside else None
        if keep_together and _width(sheet, f"A1:{keep_together}1") <= ROOM[page.page_setup.orientation]:
            page.col_breaks.append(Break(LETTERS.index(keep_together) + 1))
    page.page_margins.left = page.page_margins.right = 0.45
    page.page_margins.top, page.page_margins.bottom = 0.62, 0.5
    page.page_margins.header, page.page_margins.footer = 0.3, 0.25
    page.print_area = area
    if titles:
        page.print_title_rows = titles
    # An ampersand begins a code in a header; doubled it is the character.
    page.oddHeader.left.text = event.translate(FORBIDDEN).replace("&", "&&")
    page.oddHeader.right.text = sheet.title.replace("&", "&&")
    page.oddFooter.right.text = "&P / &N"
    page.sheet_view.showGridLines = False
    if tab:
        page.sheet_properties.tabColor = tab


def _width(sheet: BookSheet, area: str) -> float:
    """The width of the columns of an area that begins with A, in characters; what is hidden is not printed."""
    last = area.split(":")[1].rstrip("0123456789")
    known = sheet.worksheet.column_dimensions
    shown = [known[at] for at in LETTERS[: LETTERS.index(last) + 1] if at in known]
    return sum(float(column.width) for column in shown if not column.hidden)


def quoted(text: str) -> str:
    """Return text as formulas have it.

    >>> print(quoted('a "b" c'))
    "a ""b"" c"
    """
    return '"' + text.translate(FORBIDDEN).replace('"', '""') + '"'


def counted_sentence(template: str, count: str) -> str:
    """Return the formula of a sentence with the placeholder `{n}`; `count` is a formula for the number.

    >>> print(counted_sentence("Differences: {n}.", "B5"))
    "Differences: "&TEXT(B5,"0")&"."
    """
    before, _, after = template.partition("{n}")
    return f'{quoted(before)}&TEXT({count},"0")&{quoted(after)}'


def styles(book: Book, *looks: Look) -> list[int]:
    """Return the numbers of styles."""
    return [book.style(look) for look in looks]


def breaker_look(breaker: Breaker) -> Look:
    """Return the look of a tie-break's column: ivory where a value is typed."""
    if breaker is Breaker.HEAD_TO_HEAD:
        return INPUT_P
    if breaker is Breaker.REFEREE:
        return INPUT_NUMBER
    return Look("0.0##_)", line="thin") if breaker is Breaker.PLACES else P
