"""The sheet that compares: published results as values, beside them what the formulas say now."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.exports.live import looks
from tournament.exports.live.columns import LiveColumn, LiveColumns
from tournament.exports.live.deductions import Deductions
from tournament.exports.live.event import LiveEvent
from tournament.exports.live.looks import in_p
from tournament.exports.live.scores import Scores
from tournament.exports.live.table_points import TablePoints
from tournament.exports.spreadsheet import FELT, Book, BookSheet, FileCell, Look

VERDICT_STYLE = Look(bold=True, colour=FELT, fill=looks.FIRST_FILL, indent=1, align="left")
VERDICT_ROW = 3


class Check:
    """The sheet; `verdict_cell` is the reference of its sentence, `verdict` the sentence when the file is written."""

    def __init__(self, book: Book, sheet: BookSheet, event: LiveEvent, scores: Scores, points: TablePoints):
        self.book, self.sheet, self.event, self.scores, self.points = book, sheet, event, scores, points
        self.columns = LiveColumns(
            book,
            [
                LiveColumn("name", _("Player"), 34, looks.PLAYER),
                LiveColumn("number", _("No."), 7, looks.QUIET_NUMBER),
                LiveColumn("published_place", _("Published place"), 11, looks.NUMBER),
                LiveColumn("place", _("Place now"), 10, looks.PLACE),
                LiveColumn("published_total", _("Published total"), 11, looks.P),
                LiveColumn("total", _("Total now"), 11, looks.TOTAL),
                LiveColumn("differs", _("Differs"), 12, looks.QUIET),
            ],
        )
        self.counts = 6 + len(event.stages[:-1])
        self.first_row = VERDICT_ROW + self.counts + 3
        self.last_row = self.first_row + len(event.players) - 1
        self.verdict_cell = sheet.cells("A", VERDICT_ROW)
        self.verdict = looks.GOOD + _("The formulas agree with the published standings.")
        if event.unfollowed:
            self.verdict = looks.FIXED + _("Totals and places are fixed values here: no formula computes them.")

    def write(self, deductions: Deductions) -> None:
        """Write the sheet."""
        self.sheet.append([(self.book.style(looks.TITLE), pgettext("sheet of a workbook", "Check"))], 24)
        text = _("Published results against the formulas of this workbook")
        self.sheet.append([(self.book.style(looks.NOTE), text)], looks.ROW)
        differing = f'SUMPRODUCT(({self._range("differs")}<>"")*1)'
        warning = looks.counted_sentence(
            looks.WRONG + _("Published results that differ: {n}. See the sheet Check."), differing
        )
        chip = self.book.style(VERDICT_STYLE)
        formula = f"IF({differing}=0,{looks.quoted(self.verdict)},{warning})"
        self.sheet.append([(chip, self.verdict, formula), *[(chip, None)] * 6], 20)
        self._write_counts(deductions)
        self.sheet.append([], 10)
        self.columns.append_headings(self.sheet)
        for position in range(len(self.event.players)):
            self._write_player(position)
        self._dress()

    def _range(self, column: str) -> str:
        letter = self.columns[column]
        return f"{letter}{self.first_row}:{letter}{self.last_row}"

    def _write_counts(self, deductions: Deductions) -> None:
        off, points = self.points.all("off"), self.points.all("points")
        scores = [f"{self.scores.cells(f'score_{n}')}" for n in self.event.hanchan]
        counted = "+".join(f"COUNT({cells})" for cells in scores)
        tables = [scored for group in self.event.scored.values() for scored in group]
        total = self.event.rules.total
        wrong = [
            one for one in tables if sum(line.points for line, _row in one.rows) + 1_000 * one.table.deposits != total
        ]
        found: list[tuple[str, int, str]] = [
            (_("Totals that differ"), 0, self._differing("total")),
            (_("Places that differ"), 0, self._differing("place")),
            (
                _("Tables whose points do not add up"),
                len(wrong),
                f'COUNTIF({off},">0")+COUNTIF({off},"<0")',
            ),
            (
                _("Points that are not a multiple of 100"),
                sum(line.points % 100 != 0 for one in tables for line, _row in one.rows),
                f"SUMPRODUCT((MOD({points},100)<>0)*1)",
            ),
            (
                _("Seats whose score counts for nobody, or for a number that sits twice"),
                self._uncounted(),
                f"COUNT({self.points.all('score')})-({counted})",
            ),
            (
                _("Penalties with an unknown number"),
                0,
                f'COUNTIF({deductions.cells("name")},"~?")',
            ),
        ]
        for k, stage in enumerate(self.event.stages[:-1], 1):
            label = _("Cut after hanchan {n}: players too many above the line").format(n=stage.last)
            found.append((label, stage.tied, f"Cut_{k}_tied"))
        label_style, style = self.book.style(looks.LABEL), self.book.style(looks.PLACE)
        for label, value, formula in found:
            self.sheet.append([(label_style, label), *[(label_style, None)] * 4, (style, value, formula)], 14)

    def _uncounted(self) -> int:
        """Seats of people who are not listed; there are none, whatever the event is."""
        listed = {row.player.id for row in self.event.players}
        return sum(
            line.player not in listed for group in self.event.scored.values() for one in group for line, _r in one.rows
        )

    def _differing(self, key: str) -> str:
        return f"SUMPRODUCT(({self._range(f'published_{key}')}<>{self._range(key)})*1)"

    def _write_player(self, position: int) -> None:
        at, c, row = self.sheet.row_count + 1, self.columns, self.event.players[position]
        here, standing, styles = position + 2, row.standing, self.columns.styles
        place, total = c["place"], c["total"]
        published_place, published_total = c["published_place"], c["published_total"]
        last = len(self.event.stages)
        same_place, same_total = f"{published_place}{at}={place}{at}", f"{published_total}{at}={total}{at}"
        words = [looks.quoted(word) for word in (_("total"), _("place"), _("both"))]
        differs = f'IF({same_place},IF({same_total},"",{words[0]}),IF({same_total},{words[1]},{words[2]}))'

        def own(key: str) -> str:
            return self.scores.sheet.cells(self.scores.columns[key], here)

        cells: dict[str, FileCell] = {
            "name": (styles["name"], self.event.labels[row.player.id]),
            "number": (styles["number"], row.player.number),
            "published_place": (styles["published_place"], standing.place or ""),
            "place": (styles["place"], standing.place or "", f'IF({own("place")}="","",{own("place")})'),
            "published_total": (styles["published_total"], in_p(standing.total)),
            "total": (styles["total"], in_p(standing.total), own(f"total_{last}")),
            "differs": (styles["differs"], "", differs),
        }
        self.sheet.append(c.row(cells), 14)

    def _dress(self) -> None:
        page = self.sheet.worksheet
        page.freeze_panes = f"A{self.first_row}"
        looks.mark_verdict(self.sheet, f"A{VERDICT_ROW}:G{VERDICT_ROW}", f"$A${VERDICT_ROW}")
        counts = f"A{VERDICT_ROW + 1}:F{VERDICT_ROW + self.counts}"
        looks.mark(self.sheet, counts, f"$F{VERDICT_ROW + 1}<>0", fill=looks.LAST_FILL, colour=looks.RED, bold=True)
        rows = f"A{self.first_row}:G{self.last_row}"
        looks.mark(self.sheet, rows, f'$G{self.first_row}<>""', fill=looks.LAST_FILL, colour=looks.RED, bold=True)
        looks.set_up_paper(
            self.sheet,
            self.event.name,
            area=f"A1:G{self.last_row}",
            titles=f"{self.first_row - 1}:{self.first_row - 1}",
            tab=FELT,
        )
