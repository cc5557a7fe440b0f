"""The sheet of penalties that are taken off totals, with room for more."""

from django.utils.translation import gettext as _

from tournament.exports.live import looks
from tournament.exports.live.columns import LiveColumn, LiveColumns
from tournament.exports.live.event import LiveEvent
from tournament.exports.spreadsheet import Book, BookSheet

SPARE = 20
"""Empty rows below the penalties, which count when they are filled in."""


class Deductions:
    """The sheet; `sum_of` is the formula of what is taken off a player's total."""

    def __init__(self, book: Book, sheet: BookSheet, event: LiveEvent):
        self.sheet, self.event = sheet, event
        self.columns = LiveColumns(
            book,
            [
                LiveColumn("number", _("No."), 8, looks.INPUT_NUMBER),
                LiveColumn("name", _("Player"), 30, looks.PLAYER),
                LiveColumn("hanchan", _("Hanchan (0: outside any)"), 14, looks.INPUT_NUMBER),
                LiveColumn("amount", _("Taken off (P)"), 12, looks.INPUT_PENALTY),
                LiveColumn("note", _("Note"), 40, looks.INPUT_TEXT),
            ],
        )
        self.last_row = 1 + len(event.deductions) + SPARE

    def cells(self, column: str) -> str:
        """Return all cells of a column."""
        return self.sheet.cells(self.columns[column], 2, self.last_row)

    def sum_of(self, number: str, *criteria: str) -> str:
        """Return the sum taken off the player whose number is in the cell `number`, in hanchan that meet the
        criteria.
        """
        hanchan = "".join(f",{self.cells('hanchan')},{one}" for one in criteria)
        return f"SUMIFS({self.cells('amount')},{self.cells('number')},{number}{hanchan})"

    def write(self, names: str, numbers: str) -> None:
        """Write the sheet; `names` and `numbers` are the cells of all players."""
        self.columns.append_headings(self.sheet)
        labels = {self.event.numbers[player]: label for player, label in self.event.labels.items()}
        styles = self.columns.styles
        for given in [*self.event.deductions, *[None] * SPARE]:
            row = self.sheet.row_count + 1
            name = f'IF(A{row}="","",IFERROR(INDEX({names},MATCH(A{row},{numbers},0)),"?"))'
            if given is None:
                self.sheet.append(self.columns.row({"name": (styles["name"], "", name)}), looks.ROW)
                continue
            number, hanchan, amount = given
            self.sheet.append(
                self.columns.row(
                    {
                        "number": (styles["number"], number),
                        "name": (styles["name"], labels[number], name),
                        "hanchan": (styles["hanchan"], hanchan),
                        "amount": (styles["amount"], amount / 1000),
                    }
                ),
                looks.ROW,
            )
        self.sheet.worksheet.freeze_panes = "A2"
        area = f"A1:{self.columns.last}{self.last_row}"
        looks.set_up_paper(self.sheet, self.event.name, area=area, titles="1:1", tab="8A6100")
