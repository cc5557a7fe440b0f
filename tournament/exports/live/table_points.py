"""The sheet of raw points, one row per seat: places at the table, uma and scores follow by formula.

The rows of a table are neighbours, East first, so that no formula searches the sheet; each hanchan is a block of rows.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game import DEPOSIT, RowScore, ScoreLine
from scoring.rules.value_kinds import FloatingUma
from scoring.rules.values import Count, EqualPoints, Leftover
from tournament.exports.live import looks
from tournament.exports.live.columns import LiveColumn, LiveColumns
from tournament.exports.live.event import LiveEvent, ScoredTable
from tournament.exports.live.looks import in_p
from tournament.exports.live.rule_values import bust_test
from tournament.exports.spreadsheet import Book, BookSheet, FileCell, Look
from tournament.translation.formats import wind_letter

MARK = "x"  # who won no hand


@dataclass(frozen=True, slots=True)
class Block:
    """The rows of one table, `first` to `last`, and the row of one seat."""

    first: int
    last: int
    row: int

    def all(self, column: str) -> str:
        """Return the cells of a column of the whole table."""
        return f"{column}{self.first}:{column}{self.last}"

    def so_far(self, column: str) -> str:
        """Return the cells of a column down to this seat."""
        return f"{column}{self.first}:{column}{self.row}"


class TablePoints:
    """The sheet; `ranges` gives the cells of a column in a hanchan."""

    def __init__(self, book: Book, sheet: BookSheet, event: LiveEvent):
        self.sheet, self.event, self.rules = sheet, event, event.rules
        self.columns = LiveColumns(book, self._columns())
        self.plain = book.style(looks.NUMBER)
        self.blocks: dict[int, tuple[int, int]] = {}
        row = 2
        for hanchan, tables in event.scored.items():
            self.blocks[hanchan] = (row, row + len(tables) * self.rules.players - 1)
            row = self.blocks[hanchan][1] + 1
        self.last_row = row - 1

    def _columns(self) -> list[LiveColumn]:
        rules, unit = self.rules, LiveColumn
        after = rules.yakitori or rules.leftover is not Leftover.LOST
        found = [
            unit("hanchan", _("Hanchan"), 9, looks.QUIET_NUMBER),
            unit("table", _("Table"), 7, looks.QUIET_NUMBER),
            unit("wind", _("Wind"), 7, looks.PLAYER),
            unit("number", _("No."), 6, looks.INPUT_NUMBER),
            unit("name", _("Player"), 24, looks.PLAYER),
            unit("points", _("Points"), 10, looks.INPUT_POINTS),
            unit("yakitori", _("No hand won"), 9, looks.INPUT_TEXT) if rules.yakitori else None,
            unit("taker", _("Bust by"), 8, looks.INPUT_TEXT) if rules.bust_prize else None,
            unit("deposits", _("Deposits left"), 9.5, looks.INPUT_NUMBER),
            unit("base", _("After yakitori"), 10, looks.POINTS) if rules.yakitori else None,
            unit("place", pgettext("place at the table", "Place"), 7, looks.PLACE),
            unit("settled", _("Points that count"), 10, looks.POINTS) if after else None,
            unit("delta", _("End points"), 10, looks.POINTS) if rules.count is Count.END_POINTS else None,
            unit("uma", _("Uma (P)"), 9, looks.P),
            unit("bust", _("Bust (P)"), 9, looks.P) if rules.bust_prize else None,
            unit("score", _("Score (P)"), 9.5, looks.TOTAL),
            unit("off", _("Too many or missing"), 11, Look(looks.OFF_FORMAT, line="thin")),
        ]
        return [one for one in found if one]

    def ranges(self, column: str, hanchan: int) -> str:
        """Return the cells of a column in a hanchan; only one that has tables has any."""
        first, last = self.blocks[hanchan]
        return self.sheet.cells(self.columns[column], first, last)

    def all(self, column: str) -> str:
        """Return all cells of a column."""
        return self.sheet.cells(self.columns[column], 2, self.last_row)

    def write(self, names: str, numbers: str) -> None:
        """Write the sheet; `names` and `numbers` are the cells of all players."""
        self.columns.append_headings(self.sheet, filtered=True)
        for tables in self.event.scored.values():
            for scored in tables:
                self._write_table(scored, names, numbers)
        self._dress()

    def _write_table(self, scored: ScoredTable, names: str, numbers: str) -> None:
        first = self.sheet.row_count + 1
        last = first + self.rules.players - 1
        styles = self.columns.styles
        for line, score in scored.rows:
            block = Block(first, last, self.sheet.row_count + 1)
            number = f"{self.columns['number']}{block.row}"
            name = f'IFERROR(INDEX({names},MATCH({number},{numbers},0)),"?")'
            cells: dict[str, FileCell] = {
                "hanchan": (styles["hanchan"], scored.table.hanchan),
                "table": (styles["table"], scored.table.table),
                "wind": (styles["wind"], wind_letter(line.wind)),
                "number": (styles["number"], self.event.numbers[line.player]),
                "name": (styles["name"], self.event.labels[line.player], name),
                "points": (styles["points"], line.points),
                "deposits": (self.plain, None),
                **self._computed(block, line, score),
            }
            if block.row == first:
                cells["deposits"] = (styles["deposits"], scored.table.deposits)
                cells["off"] = (styles["off"], self._off(scored), self._off_formula(block))
            self.sheet.append(self.columns.row(cells), 12)

    def _off(self, scored: ScoredTable) -> int:
        held = sum(line.points for line, _score in scored.rows)
        return held + DEPOSIT * scored.table.deposits - self.rules.total

    def _off_formula(self, block: Block) -> str:
        points, c = block.all(self.columns["points"]), self.columns
        players = self.rules.players
        held = f"SUM({points})+{DEPOSIT}*{c['deposits']}{block.first}-{players}*Start"
        return f'IF(COUNT({points})<{players},"",{held})'

    def _computed(self, block: Block, line: ScoreLine, score: RowScore) -> dict[str, FileCell]:
        """Return the cells that follow from points, deposits and rules."""
        styles, found = self.columns.styles, self._formulas(block)
        values: Mapping[str, float | None] = {
            "base": score.points + score.yakitori,
            "place": score.place,
            "settled": score.settled,
            "delta": score.delta,
            "uma": in_p(score.uma),
            "bust": in_p(score.bust),
            "score": in_p(score.score),
        }
        cells: dict[str, FileCell] = {
            key: (styles[key], values[key], formula) for key, formula in found.items() if key in styles
        }
        if line.yakitori and "yakitori" in styles:
            cells["yakitori"] = (styles["yakitori"], MARK)
        if line.busted_by is not None and "taker" in styles:
            cells["taker"] = (styles["taker"], wind_letter(line.busted_by))
        return cells

    def _formulas(self, block: Block) -> dict[str, str]:
        c, row = self.columns, block.row
        incomplete = f'IF(COUNT({block.all(c["points"])})<{self.rules.players},""'
        base = c.letters.get("base", c["points"])
        settled = c.letters.get("settled", base)
        place = f"RANK({base}{row},{block.all(base)})"
        if self.rules.ties is EqualPoints.SEAT:
            place += f"+COUNTIF({block.so_far(base)},{base}{row})-1"
        found = {
            "place": place,
            "settled": f"{base}{row}{self._collected(block)}",
            "uma": self._uma(block, base, settled),
        }
        delta = f"({settled}{row}-Goal)/1000"
        if "base" in c:
            found["base"] = self._after_yakitori(block)
        if "delta" in c:
            found["delta"] = self._end_points(block, settled)
            delta = f"{c['delta']}{row}/1000"
        bust = ""
        if "bust" in c:
            found["bust"], bust = self._bust(block), f"+{c['bust']}{row}"
        found["score"] = f"ROUND({delta}+{c['uma']}{row}{bust},3)"
        return {key: f"{incomplete},{formula})" for key, formula in found.items()}

    def _after_yakitori(self, block: Block) -> str:
        """Each marked player pays, the others share, truncated to 100 points; nobody pays where all are marked."""
        c, players = self.columns, self.rules.players
        paying, own = f'COUNTIF({block.all(c["yakitori"])},"{MARK}")', f"{c['points']}{block.row}"
        share = f"INT(ROUND({paying}*Yakitori/({players}-{paying})/100,6))*100"
        moved = f'IF({c["yakitori"]}{block.row}="{MARK}",-Yakitori,{share})'
        return f"{own}+IF(OR({paying}=0,{paying}={players}),0,{moved})"

    def _collected(self, block: Block) -> str:
        """Deposits that a winner gets, as a further part of a sum."""
        leftover, c = self.rules.leftover, self.columns
        if leftover is Leftover.LOST:
            return ""
        pool, own = f"{DEPOSIT}*{c['deposits']}{block.first}", f"{c['place']}{block.row}"
        winners, seat = f"COUNTIF({block.all(c['place'])},1)", f"COUNTIF({block.so_far(c['place'])},1)"
        share = f"INT(ROUND({pool}/{winners}/100,6))*100"
        if leftover is Leftover.FIRST_SEAT:
            return f"+IF(AND({own}=1,{seat}=1),{pool},0)"
        if leftover is Leftover.WINNER_REMAINDER:
            return f"+IF({own}=1,{share}+IF({pool}-{share}*{winners}>=100*{seat},100,0),0)"
        return f"+IF({own}=1,{share},0)"

    def _uma(self, block: Block, base: str, settled: str) -> str:
        row, place = block.row, f"{self.columns['place']}{block.row}"
        if isinstance(self.rules.uma, FloatingUma):
            place = f'{self.rules.players}*COUNTIF({block.all(settled)},">="&Goal)+{place}'
        if self.rules.ties is EqualPoints.SEAT:
            return f"INDEX(Share,{place},1)"
        equal = f"COUNTIF({block.all(base)},{base}{row})"
        share = f"INDEX(Share,{place},{equal})"
        if self.rules.ties is EqualPoints.SPLIT:
            return share
        seat = f"COUNTIF({block.so_far(base)},{base}{row})"
        return f"ROUND({share}+IF({seat}<=INDEX(Rest,{place},{equal}),0.1,0),3)"

    def _end_points(self, block: Block, settled: str) -> str:
        """Losers keep points minus goal, the winners share what they lose (S4 4.10)."""
        c, row = self.columns, block.row
        places = block.all(c["place"])
        lost = f'ABS(SUMIF({places},">1",{block.all(settled)})-COUNTIF({places},">1")*Goal)'
        winners, seat = f"COUNTIF({places},1)", f"COUNTIF({block.so_far(c['place'])},1)"
        share = f"INT(ROUND({lost}/{winners}/100,6))*100"
        if self.rules.ties is EqualPoints.SPLIT_REMAINDER:
            share += f"+MIN(MAX({lost}-{share}*{winners}-100*({seat}-1),0),100)"
        else:
            share = f"IF({winners}=1,{lost},{share})"
        return f"IF({c['place']}{row}=1,{share},{settled}{row}-Goal)"

    def _bust(self, block: Block) -> str:
        c, row, test = self.columns, block.row, bust_test(self.rules)
        pays = f'IF(AND({c["taker"]}{row}<>"",{c["points"]}{row}{test}),-Bust_prize,0)'
        taken = f'COUNTIFS({block.all(c["taker"])},{c["wind"]}{row},{block.all(c["points"])},"{test}")'
        return f"ROUND({pays}+Bust_prize*{taken},3)"

    def _dress(self) -> None:
        """Marks, frozen headings, filter, paper with no table on two pages."""
        from openpyxl.worksheet.datavalidation import DataValidation
        from openpyxl.worksheet.pagebreak import Break

        page, c, last = self.sheet.worksheet, self.columns, self.last_row
        page.freeze_panes = f"{c['points']}2"
        page.auto_filter.ref = f"A1:{c.last}{last}"
        own, place, off = f"{c['score']}2", f"${c['place']}2", f"{c['off']}2"
        scores = f"{c['place']}2:{c['score']}{last}"
        looks.mark(self.sheet, scores, f"{place}=1", fill=looks.FIRST_FILL)
        looks.mark_line(self.sheet, f"A2:{c.last}{last}", "$B2<>$B3", "8F8B7E")
        looks.mark(self.sheet, f"{c['score']}2:{c['score']}{last}", f"AND(ISNUMBER({own}),{own}<0)", colour=looks.RED)
        looks.mark(self.sheet, f"{c['points']}2:{c['points']}{last}", f"{c['points']}2<0", colour=looks.RED)
        looks.mark(
            self.sheet,
            f"{c['off']}2:{c['off']}{last}",
            f"AND(ISNUMBER({off}),{off}<>0)",
            colour="FFFFFF",
            fill=looks.RED,
        )
        first = f"{c['points']}2"
        rule = DataValidation(type="custom", formula1=f"AND(ISNUMBER({first}),MOD({first},100)=0)", allow_blank=True)
        rule.error = _("Points are a multiple of 100.")
        rule.add(f"{first}:{c['points']}{last}")
        page.add_data_validation(rule)
        if "taker" in c:
            letters = ",".join(map(wind_letter, self.rules.winds))
            winds = DataValidation(type="list", formula1=f'"{letters}"', allow_blank=True)
            winds.add(f"{c['taker']}2:{c['taker']}{last}")
            page.add_data_validation(winds)
        looks.set_up_paper(self.sheet, self.event.name, area=f"A1:{c.last}{last}", titles="1:1", tab="8A6100")
        rows = 60 // self.rules.players * self.rules.players
        for row in range(rows + 1, last, rows):
            page.row_breaks.append(Break(row))
