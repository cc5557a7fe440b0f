"""The sheet of one player, chosen by start number: hanchan, opponents and a chart."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.winds import Wind
from tournament.exports.live import looks
from tournament.exports.live.columns import LiveColumn, LiveColumns
from tournament.exports.live.event import LiveEvent
from tournament.exports.live.looks import in_p
from tournament.exports.live.race import RunningTotals
from tournament.exports.live.scores import Scores, gain
from tournament.exports.live.table_points import TablePoints
from tournament.exports.spreadsheet import LETTERS, Book, BookSheet, FileCell, Look
from tournament.standings.ranking import StandingsRow
from tournament.translation.formats import wind_letter

FIRST_ROW = 6
NUMBER = "$B$2"
"""The cell of the start number."""


class PlayerSheet:
    """The sheet. When the file is written it shows the winner."""

    def __init__(
        self, book: Book, sheet: BookSheet, event: LiveEvent, scores: Scores, points: TablePoints, race: RunningTotals
    ):
        self.book, self.sheet, self.event, self.scores, self.points, self.race = (
            book,
            sheet,
            event,
            scores,
            points,
            race,
        )
        self.winds = event.rules.winds
        unit = LiveColumn
        self.columns = LiveColumns(
            book,
            [
                unit("hanchan", _("Hanchan"), 11, looks.NUMBER),
                unit("table", _("Table"), 8, looks.NUMBER),
                unit("wind", _("Wind"), 7, looks.PLAYER),
                unit("points", _("Points"), 10, looks.POINTS),
                unit("place", pgettext("place at the table", "Place"), 7, looks.PLACE),
                unit("score", _("Score (P)"), 10, looks.P),
                unit("penalties", pgettext("points off", "Penalties"), 10, looks.PENALTY),
                unit("running", _("Running total"), 11, looks.TOTAL),
                *(unit(wind.value, _(wind.label), 20, looks.PLAYER) for wind in self.winds),
                unit("row", _("Row"), 6, Look("0", colour="8F8B7E", align="center")),
            ],
        )
        self.shown = LETTERS[len(self.columns.columns) - 2]

    def write(self) -> None:
        """Write the sheet."""
        row = self.event.ranking.rows[0]
        style, book = self.book.style, self.book
        at = "$B$3"
        number = next(n for n, one in enumerate(self.event.players, 1) if one.player.number == row.player.number)
        name = self._found("name", at)
        title = Look("@", size=16, bold=True, colour=looks.FELT)
        self.sheet.append([(style(title), self.event.labels[row.player.id], f'IFERROR({name},"?")')], 24)
        label, helper = style(looks.LABEL), style(Look("0", colour="8F8B7E", align="right"))
        choice: list[FileCell] = [(label, _("Number")), (style(looks.INPUT_NUMBER), row.player.number)]
        self.sheet.append(
            [*choice, None, (style(looks.NOTE), _("Type the start number of another player."))], looks.ROW
        )
        match = f"MATCH({NUMBER},{self.scores.cells('number')},0)"
        self.sheet.append([(style(looks.NOTE), _("Row")), (helper, number, match)], looks.ROW)
        place, total = self._found("place", at), self._found(f"total_{len(self.event.stages)}", at)
        line: list[FileCell] = [
            (label, _("Place")),
            (style(looks.PLACE), row.standing.place or "", f'IF({place}="","",{place})'),
            (label, None),
            (label, _("Total")),
            (label, None),
            (style(looks.TOTAL), in_p(row.standing.total), total),
        ]
        self.sheet.append(line, looks.ROW)
        self.columns.append_headings(self.sheet)
        running = self.race.values(row)
        for hanchan in self.event.hanchan:
            self._write_hanchan(row, hanchan, at, running[hanchan - 1])
        self._dress(book)

    def _found(self, key: str, row: str) -> str:
        return f"INDEX({self.scores.cells(key)},{row})"

    def _write_hanchan(self, row: StandingsRow, hanchan: int, scores_row: str, running: float) -> None:
        at, c, styles = self.sheet.row_count + 1, self.columns, self.columns.styles
        played = row.standing.hanchan[hanchan - 1]
        tables = self.event.scored[hanchan]
        seats = [(one.table, line, score) for one in tables for line, score in one.rows]
        index = next((n for n, (_t, line, _s) in enumerate(seats, 1) if line.player == row.player.id), None)
        own = f"{c['row']}{at}"
        values: dict[str, Any] = dict.fromkeys(("table", "wind", "points", "place", "score"), "")
        names = dict.fromkeys((wind.value for wind in self.winds), "")
        if index is not None and played is not None:
            table, line, score = seats[index - 1]
            values = {
                "table": table.table,
                "wind": wind_letter(line.wind),
                "points": line.points,
                "place": score.place,
                "score": in_p(score.score),
            }
            first = (index - 1) // len(self.winds) * len(self.winds)
            names = {wind.value: self.event.labels[seats[first + n][1].player] for n, wind in enumerate(self.winds)}
        cells: dict[str, FileCell] = {"hanchan": (styles["hanchan"], hanchan)}
        if tables:
            ranges = {key: self.points.ranges(key, hanchan) for key in (*values, "number", "name")}
            match = f'IFERROR(MATCH({NUMBER},{ranges["number"]},0),"")'
            cells["row"] = (styles["row"], "" if index is None else index, match)
            for key, value in values.items():
                cells[key] = (styles[key], value, f'IF({own}="","",INDEX({ranges[key]},{own}))')
            for n, (wind, name) in enumerate(names.items(), 1):
                seat = f"{len(self.winds)}*INT(({own}-1)/{len(self.winds)})+{n}"
                cells[wind] = (styles[wind], name, f'IF({own}="","",INDEX({ranges["name"]},{seat}))')
        deducted = self.event.deducted.get((row.player.number, hanchan), 0) / 1000
        sum_of = self.race.deductions.sum_of(NUMBER, str(hanchan))
        cells["penalties"] = (styles["penalties"], deducted, sum_of)
        brought = self.race.carried_key(hanchan)
        carried = self._found(brought, scores_row) if brought else ""
        before = f"{c['running']}{at - 1}" if hanchan > 1 else ""
        gained = gain(self.event, hanchan, f"{c['score']}{at}", lambda key: self._found(key, scores_row))
        formula = self.race.formula(hanchan, number=NUMBER, gained=gained, before=before, carried=carried)
        cells["running"] = (styles["running"], running, formula)
        self.sheet.append(c.row(cells), 15)

    def _dress(self, book: Book) -> None:
        from openpyxl.worksheet.datavalidation import DataValidation

        page, c, last = self.sheet.worksheet, self.columns, self.sheet.row_count
        rule = DataValidation(type="list", formula1=self.scores.cells("number"), allow_blank=False)
        rule.add(NUMBER.replace("$", ""))
        page.add_data_validation(rule)
        page.freeze_panes = f"A{FIRST_ROW}"
        place, score = f"${c['place']}{FIRST_ROW}", f"{c['score']}{FIRST_ROW}"
        numbers = f"{c['place']}{FIRST_ROW}:{c['score']}{last}"
        looks.mark(self.sheet, numbers, f"{place}=1", fill=looks.FIRST_FILL, colour=looks.FELT, bold=True)
        looks.mark(self.sheet, numbers, f"{place}={len(Wind) if len(self.winds) == 4 else 3}", fill=looks.LAST_FILL)
        for key in ("score", "running", "points"):
            cell = f"{c[key]}{FIRST_ROW}"
            looks.mark(self.sheet, f"{cell}:{c[key]}{last}", f"AND(ISNUMBER({cell}),{cell}<0)", colour=looks.RED)
        self._add_chart(score, last)
        area = f"A1:{self.shown}{last + 20}"
        looks.set_up_paper(self.sheet, self.event.name, area=area, landscape=True, tab=looks.FELT)

    def _add_chart(self, score: str, last: int) -> None:
        """Bars for the scores of hanchan, a line for the running total."""
        from openpyxl.chart import BarChart, LineChart, Reference

        from tournament.exports.live.charts import dress_chart, place_chart

        page, heading = self.sheet.worksheet, FIRST_ROW - 1
        bars, line = BarChart(), LineChart()
        columns = [one.key for one in self.columns.columns]
        for chart, key in ((bars, "score"), (line, "running")):
            number = columns.index(key) + 1
            chart.add_data(Reference(page, number, heading, number, last), titles_from_data=True)
            chart.set_categories(Reference(page, 1, FIRST_ROW, 1, last))
        bars.series[0].graphicalProperties.solidFill = "9DBFB0"
        line.series[0].graphicalProperties.line.solidFill = looks.FELT
        line.series[0].smooth = False
        dress_chart(bars, _("Score of each hanchan and running total (P)"))
        bars += line
        place_chart(page, bars, (0, last + 1), (len(self.columns.columns) - 1, last + 19))
