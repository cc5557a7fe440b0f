"""The first sheet: what this is, whether it agrees, who leads and how the race went."""

from functools import partial

from django.utils.translation import gettext as _

from tournament.core.messages import sentence
from tournament.exports.live import looks
from tournament.exports.live.charts import dress_chart, place_chart
from tournament.exports.live.check import VERDICT_STYLE, Check
from tournament.exports.live.event import LiveEvent
from tournament.exports.live.looks import in_p
from tournament.exports.live.race import RunningTotals
from tournament.exports.live.scores import Scores, gain
from tournament.exports.live.standings import LiveStandings
from tournament.exports.spreadsheet import LETTERS, RED, Book, BookSheet, FileCell, Look
from tournament.translation.formats import written

LEADERS = 8
COLOURS = ("1E5B46", "B3261E", "8A6100", "2F6690", "6B4C9A", "8F8B7E", "C97B63", "4D7C8A")
DASHED_FROM = 4
"""From this line on they are dashed, so that they can be told apart in grey."""


class Overview:
    """The sheet."""

    def __init__(self, book: Book, sheet: BookSheet, event: LiveEvent, scores: Scores, race: RunningTotals):
        self.book, self.sheet, self.event, self.scores, self.race = book, sheet, event, scores, race
        self.leaders = event.ranking.ranked[:LEADERS]
        self.width = 3 + len(event.hanchan) + 1
        self.is_wide = len(event.hanchan) > 8
        self.chart_rows = 13 if self.is_wide else 20  # the whole sheet is one page, also sideways

    def write(self, standings: LiveStandings, check: Check, titles: dict[str, str]) -> None:
        """Write the sheet; `titles` are the other sheets with what they hold."""
        looks.set_widths(
            self.sheet, [7, max(26, 70 - 8.5 * len(self.event.hanchan)), *[8.5] * len(self.event.hanchan), 10, 7]
        )
        self._write_heading(check)
        first = self._write_leaders(standings)
        chart = self.sheet.row_count + 1
        for _row in range(self.chart_rows + 2):
            self.sheet.append([], looks.ROW)
        if self.leaders:
            self._add_chart(first, chart)
        self._write_links(titles)
        last = self.sheet.row_count
        looks.mark_verdict(self.sheet, f"A4:{LETTERS[self.width - 1]}4", "$A$4")
        area = f"A1:{LETTERS[self.width - 2]}{last}"
        looks.set_up_paper(self.sheet, self.event.name, area=area, landscape=self.is_wide, tab=looks.FELT)

    def _write_heading(self, check: Check) -> None:
        style = self.book.style
        event, ranking = self.event, self.event.ranking
        self.sheet.append([(style(Look("@", size=22, bold=True, colour=looks.FELT)), event.name)], 32)
        text = _("{players} players, after hanchan {after} of {count}; {rules}").format(
            players=len(ranking.ranked), after=ranking.after, count=ranking.hanchan_count, rules=_(event.rules.title)
        )
        self.sheet.append([(style(looks.NOTE), text)], looks.ROW)
        as_of = written(ranking.as_of, "day") if ranking.as_of else ""
        note = _("Nothing changes in the tournament.")
        if not event.unfollowed:
            note = _(
                "Change points, penalties or rule values, and everything follows. Nothing changes in the tournament."
            )
        self.sheet.append([(style(looks.NOTE), f"{as_of}  {note}".strip())], looks.ROW)
        chip = style(VERDICT_STYLE)
        cells: list[FileCell] = [(chip, check.verdict, check.verdict_cell)]
        self.sheet.append([*cells, *[(chip, None)] * (self.width - 2)], 18)
        for message in event.unfollowed:
            self.sheet.append([(style(Look(bold=True, colour=RED)), sentence(message))], looks.ROW)
        self.sheet.append([], 8)

    def _write_leaders(self, standings: LiveStandings) -> int:
        """Write the first eight with their running totals; return the row of their headings."""
        style, event = self.book.style, self.event
        heading, text = style(looks.HEADING), style(looks.TEXT_HEADING)
        heads: list[FileCell] = [(heading, _("Place")), (text, _("Player"))]
        heads += [(heading, _("After {n}").format(n=n)) for n in event.hanchan]
        top = self.sheet.append(
            [*heads, (heading, _("Total")), (style(Look(colour="8F8B7E", align="right")), _("No."))], 16
        )
        for position, row in enumerate(self.leaders, 1):
            at = self.sheet.row_count + 1
            index = standings.reference("row", position)
            number = f"{LETTERS[self.width - 1]}{at}"
            cells: list[FileCell] = [
                (style(looks.PLACE), row.standing.place, standings.reference("place", position)),
                (style(looks.NAME), event.labels[row.player.id], standings.reference("name", position)),
            ]
            for n, value in zip(event.hanchan, self.race.values(row), strict=True):
                brought = self.race.carried_key(n)
                carried = self._found(index, brought) if brought else ""
                before = f"{LETTERS[n]}{at}" if n > 1 else ""
                gained = gain(event, n, standings.reference(f"score_{n}", position), partial(self._found, index))
                formula = self.race.formula(n, number=number, gained=gained, before=before, carried=carried)
                cells.append((style(looks.P), value, formula))
            cells.append((style(looks.TOTAL), in_p(row.standing.total), standings.reference("total", position)))
            own = self._found(index, "number")
            cells.append((style(Look("0", colour="8F8B7E", align="right")), row.player.number, own))
            self.sheet.append(cells, 15)
        area = f"C{top + 1}:{LETTERS[self.width - 2]}{self.sheet.row_count}"
        looks.mark(self.sheet, area, f"C{top + 1}<0", colour=looks.RED)
        return top

    def _found(self, index: str, key: str) -> str:
        return f"INDEX({self.scores.cells(key)},{index})"

    def _add_chart(self, top: int, row: int) -> None:
        """The race of the leaders, a line each."""
        from openpyxl.chart import LineChart, Reference

        page, chart = self.sheet.worksheet, LineChart()
        last = 2 + len(self.event.hanchan)
        for number in range(len(self.leaders)):
            at = top + 1 + number
            data = Reference(page, 2, at, last, at)
            chart.add_data(data, from_rows=True, titles_from_data=True)
            line = chart.series[-1]
            line.smooth = False
            line.graphicalProperties.line.solidFill = COLOURS[number]
            line.graphicalProperties.line.width = 28_000 if number < 3 else 14_000
            if number >= DASHED_FROM:
                line.graphicalProperties.line.dashStyle = "dash"
        chart.set_categories(Reference(page, 3, top, last, top))
        dress_chart(chart, _("The race of the first {n}").format(n=len(self.leaders)))
        place_chart(page, chart, (0, row), (self.width - 1, row + self.chart_rows))

    def _write_links(self, titles: dict[str, str]) -> None:
        from openpyxl.worksheet.hyperlink import Hyperlink

        link, note = self.book.style(Look(bold=True, colour=looks.FELT)), self.book.style(looks.NOTE)
        for title, about in titles.items():
            row = self.sheet.append([(link, title), None, (note, about)], looks.ROW)
            quoted = title.replace("'", "''")
            cell = self.sheet.worksheet.cell(row, 1)
            cell.hyperlink = Hyperlink(ref=cell.coordinate, location=f"'{quoted}'!A1")
