"""The sheet of standings, sorted by formula: whoever moves up in Scores moves up here."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.exports.live import looks
from tournament.exports.live.check import VERDICT_STYLE, Check
from tournament.exports.live.columns import LiveColumn, LiveColumns
from tournament.exports.live.event import LiveEvent
from tournament.exports.live.looks import in_p
from tournament.exports.live.scores import Scores
from tournament.exports.spreadsheet import LETTERS, Book, BookSheet, FileCell, Look
from tournament.standings.ranking import StandingsRow
from tournament.standings.tables import status_text
from tournament.templatetags.sekigime import shared_mark

Found = Callable[[str], str]
"""Key of a column of Scores to the formula of a player's cell there."""
HELPER = Look("0", colour="8F8B7E", align="center")
FIRST_ROW = 5
ROW = 12.2  # 36 players on one page


class LiveStandings:
    """The sheet; `row` is where a position of the list is."""

    def __init__(self, book: Book, sheet: BookSheet, event: LiveEvent, scores: Scores):
        self.book, self.sheet, self.event, self.scores = book, sheet, event, scores
        self.stages = len(event.stages)
        self.columns = LiveColumns(book, self._columns())
        self.last_row = FIRST_ROW + len(event.players) - 1

    def _columns(self) -> list[LiveColumn]:
        unit, hanchan = LiveColumn, self.event.hanchan
        shown = [
            unit("place", _("Place"), self._place_width(), looks.PLACE),
            unit("shared", "", 2.5 * len(shared_mark()), looks.QUIET),
            unit("name", _("Player"), 26, looks.NAME),
            unit("country", _("Country"), 9, looks.QUIET),
            *([unit("carried_in", _("Carried in"), 9, looks.P)] if self.event.ranking.has_carried else []),
            *(unit(f"score_{n}", f"{n}", 8, looks.P) for n in hanchan),
            unit("firsts", pgettext("number of first places", "1st"), 5, looks.QUIET_NUMBER),
            unit("penalties", pgettext("points off", "Penalties"), 9.5, looks.PENALTY),
        ]
        if self.stages > 1:
            shown.append(unit("carried", _("Carried over"), 9, looks.P))
        shown += [
            unit("total", _("Total"), 10, looks.TOTAL),
            unit("behind", _("Behind"), 8, Look("0.0##_)", colour=looks.MUTED, line="thin")),
        ]
        self.shown = len(shown)
        helpers = [unit("gap", "", 3, HELPER), unit("row", _("Row"), 7, HELPER)]
        helpers += [unit("tier", _("Tier"), 7, HELPER)] if self.stages > 1 else []
        return [*shown, *helpers, *(unit(f"place_{n}", _("Pl. {n}").format(n=n), 4.5, HELPER) for n in hanchan)]

    def _place_width(self) -> float:
        """The status of players without a place needs more room than a place."""
        longest = max(len(status_text(row.standing.status)) for row in self.event.ranking.rows)
        return max(6.5, longest + 1)

    def reference(self, key: str, position: int) -> str:
        """Return the cell of a column for the player in this position, counted from 1."""
        return self.sheet.cells(self.columns[key], FIRST_ROW + position - 1)

    def write(self, check: Check) -> None:
        """Write the sheet."""
        event, shown = self.event, self.shown
        self.sheet.append([(self.book.style(looks.TITLE), _("Standings"))], 24)
        text = _("After hanchan {after} of {count}.")
        if not event.unfollowed:
            text = _("After hanchan {after} of {count}. Sorted by formula: change points, and the order follows.")
        summary = text.format(after=event.ranking.after, count=event.ranking.hanchan_count)
        self.sheet.append([(self.book.style(looks.NOTE), summary)], looks.ROW)
        chip = self.book.style(VERDICT_STYLE)
        self.sheet.append([(chip, check.verdict, check.verdict_cell), *[(chip, None)] * (shown - 1)], 16)
        self.columns.append_headings(self.sheet)
        for position, row in enumerate(event.ranking.rows, 1):
            self._write_row(position, row)
        self._dress()

    def _write_row(self, position: int, row: StandingsRow) -> None:
        at, c, standing = self.sheet.row_count + 1, self.columns, row.standing
        helper = f"${c['row']}{at}"
        number = next(n for n, one in enumerate(self.event.players, 1) if one.player.number == row.player.number)

        def found(key: str) -> str:
            return f"INDEX({self.scores.cells(key)},{helper})"

        place, status = found("place"), status_text(standing.status)
        values: dict[str, tuple[float | int | str | None, str]] = {
            "place": (standing.place or status, f'IF({place}="",{found("status")},{place})'),
            "shared": (shared_mark() if standing.shared else "", self._shared(at)),
            "name": (self.event.labels[row.player.id], found("name")),
            "country": (row.player.country, f'INDEX({self.scores.cells("country")},{helper})&""'),
            "firsts": (standing.firsts, found("firsts")),
            "penalties": (in_p(standing.penalties), self._penalties(found)),
            "total": (in_p(standing.total), found(f"total_{self.stages}")),
            "behind": self._behind(at, position),
            "row": (number, f"MATCH({position},{self.scores.cells('order')},0)"),
        }
        if self.event.ranking.has_carried:
            values["carried_in"] = (in_p(standing.carried_in), found("carried_in"))
        if self.stages > 1:
            values["tier"] = (self.event.tier(row), found("tier"))
            values["carried"] = self._carried(row, found)
        for n, played in zip(self.event.hanchan, standing.hanchan, strict=True):
            values[f"score_{n}"] = (in_p(played.score) if played else "", _or_nothing(found(f"score_{n}")))
            values[f"place_{n}"] = (played.place if played else "", _or_nothing(found(f"place_{n}")))
        styles = c.styles
        cells: dict[str, FileCell] = {key: (styles[key], value, formula) for key, (value, formula) in values.items()}
        cells["gap"] = (styles["gap"], None)
        self.sheet.append(c.row(cells), ROW)

    def _shared(self, at: int) -> str:
        place = self.columns["place"]
        count = f"COUNTIF({place}${FIRST_ROW}:{place}${self.last_row},{place}{at})"
        return f'IF(AND(ISNUMBER({place}{at}),{count}>1),{looks.quoted(shared_mark())},"")'

    def _penalties(self, found: Found) -> str:
        parts = [found(f"penalties_{k}") for k in range(1, self.stages + 1)]
        parts += [found("outside")] if self.stages > 1 else []
        return f"ROUND({'+'.join(parts)},3)"

    def _carried(self, row: StandingsRow, found: Found) -> tuple[float | str, str]:
        """The total carried over from the last cut that the player was in."""
        formula = '""'
        value: float | str = ""
        for k, stage in enumerate(self.event.stages[:-1], 1):
            effect = stage.rows[row.player.id].effect
            formula = f"IF({found(f'digit_{k}')}>0,{found(f'carried_{k}')},{formula})"
            if effect is not None and effect.digit:
                value = effect.carried / 1000
        return value, formula

    def _behind(self, at: int, position: int) -> tuple[float | str, str]:
        """The distance to the player above, within a tier."""
        if position == 1:
            return "", '""'
        above, row = self.event.ranking.rows[position - 2], self.event.ranking.rows[position - 1]
        c = self.columns
        tests = f"ISNUMBER({c['place']}{at})"
        together = row.standing.ranked
        if self.stages > 1:
            tests += f",{c['tier']}{at}={c['tier']}{at - 1}"
            together = together and self.event.tier(row) == self.event.tier(above)
        total = c["total"]
        distance = above.standing.total - row.standing.total
        return distance / 1000 if together else "", f'IF(AND({tests}),ROUND({total}{at - 1}-{total}{at},3),"")'

    def _dress(self) -> None:
        page, c = self.sheet.worksheet, self.columns
        page.freeze_panes = f"{c['country']}{FIRST_ROW}"
        last, players = self.last_row, self.event.rules.players
        scores = f"{c[f'score_{self.event.hanchan[0]}']}{FIRST_ROW}:{c[f'score_{self.event.hanchan[-1]}']}{last}"
        rank, score = f"{c['place_1']}{FIRST_ROW}", f"{c['score_1']}{FIRST_ROW}"
        looks.mark(self.sheet, scores, f"{rank}=1", fill=looks.FIRST_FILL, colour=looks.FELT, bold=True)
        looks.mark(self.sheet, scores, f"{rank}={players}", fill=looks.LAST_FILL)
        looks.mark(self.sheet, scores, f"AND(ISNUMBER({score}),{score}<0)", colour=looks.RED)
        total = f"{c['total']}{FIRST_ROW}"
        looks.mark(self.sheet, f"{total}:{c['total']}{last}", f"{total}<0", colour=looks.RED)
        names = f"{c['place']}{FIRST_ROW}:{c['name']}{last}"
        looks.mark(self.sheet, names, f"AND(ISNUMBER($A{FIRST_ROW}),$A{FIRST_ROW}<=3)", colour=looks.FELT)
        shown = LETTERS[self.shown - 1]
        looks.mark_verdict(self.sheet, f"A3:{shown}3", "$A$3")
        if self.stages > 1:
            line = f"AND(ISNUMBER($A{FIRST_ROW}),${c['tier']}{FIRST_ROW}<>${c['tier']}{FIRST_ROW + 1})"
            looks.mark_line(self.sheet, f"A{FIRST_ROW}:{shown}{last}", line)
        area = f"A1:{shown}{last}"
        looks.set_up_paper(self.sheet, self.event.name, area=area, landscape=True, titles="4:4", tab=looks.FELT)


def _or_nothing(cell: str) -> str:
    """Return the formula of a cell whose emptiness is not to become 0."""
    return f'IF({cell}="","",{cell})'
