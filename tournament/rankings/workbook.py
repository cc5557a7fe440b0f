"""The workbook of a ranking: from places, weights and ages it computes each ranking itself. Beside every formula is the
value that the program found.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import IO

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.rankings import RankingRule
from scoring.rankings.ranking import WeighedContest, WeighedResult
from scoring.rankings.rule import Combination, Counted, ResultOf
from scoring.sentences.rankings import ranking_sentences
from tournament.core.messages import sentence
from tournament.exports.live import looks
from tournament.exports.live.columns import LiveColumn, LiveColumns
from tournament.exports.spreadsheet import Book, BookSheet, FileCell, Look
from tournament.rankings.explanation import part_letters
from tournament.rankings.person_rows import NamedRow
from tournament.rankings.reckoning import Reckoning
from tournament.translation.formats import series, written

TWO_DECIMALS = Look("0.00_)", line="thin")
FRACTION = Look("0.###_)", line="thin")
INPUT_FRACTION = Look("0.###_)", fill=looks.IVORY, line="thin")
DAY = Look("yyyy-mm-dd", fill=looks.IVORY, line="thin")


def write_ranking_workbook(
    file: IO[bytes], name: str, found: Reckoning, rows: Sequence[NamedRow], *, at: datetime
) -> None:
    """Write the workbook to `file`."""
    with Book(name, at) as book:
        ranking, results, rule = (book.sheet(title) for title in (_("Ranking"), _("Results"), _("Rule")))
        lines = ResultSheet(book, results, found.rules, rows)
        _write_ranking(book, ranking, name, found, rows, lines)
        _write_rule(book, rule, found.rules)
        book.save(file)


class ResultSheet:
    """A row per result, the missing ones too; in ivory is what the formulas begin with."""

    def __init__(self, book: Book, sheet: BookSheet, rules: RankingRule, rows: Sequence[NamedRow]):
        self.sheet, self.rules, self.rows = sheet, rules, rows
        self.letters = part_letters(rules) or ("A",)
        is_game = rules.result is ResultOf.GAME
        place = pgettext("place at the table", "Place") if is_game else _("Place")
        self.columns = LiveColumns(
            book,
            [
                LiveColumn("line", _("Line"), 7, looks.QUIET_NUMBER),
                LiveColumn("person", _("Player"), 28, looks.PLAYER),
                LiveColumn("event", _("Game") if is_game else _("Event"), 28, looks.PLAYER),
                LiveColumn("ended", _("Ended"), 12, DAY),
                LiveColumn("place", place, 8, looks.INPUT_NUMBER),
                LiveColumn("of", _("Of"), 8, looks.INPUT_NUMBER),
                LiveColumn("worth", _("Worth"), 10, FRACTION),
                LiveColumn("own", _("Weight of the game") if is_game else _("Weight of the event"), 10, INPUT_FRACTION),
                LiveColumn("age", _("Age"), 8, INPUT_FRACTION),
                LiveColumn("weight", _("Weight"), 10, FRACTION),
                LiveColumn("product", _("Worth × weight"), 12, FRACTION),
                LiveColumn("order", _("Order"), 8, looks.QUIET_NUMBER),
                *(LiveColumn(f"in_{one}", _("In {part}").format(part=one), 7, looks.NUMBER) for one in self.letters),
            ],
        )
        self.sheet.append([(book.style(looks.TITLE), _("Results"))], 24)
        self.columns.append_headings(sheet)
        self.first = sheet.row_count + 1
        self.last = self.first + sum(len(one.row.calculation.results) for one in rows) - 1
        for line, one in enumerate(rows, start=1):
            for at, result in enumerate(one.row.calculation.results):
                self.sheet.append(self.columns.row(self._cells(line, one, at, result)), looks.ROW)
        sheet.worksheet.freeze_panes = f"C{self.first}"

    def range(self, key: str) -> str:
        """Return the cells of a column, for formulas on any sheet."""
        return self.sheet.cells(self.columns[key], self.first, max(self.last, self.first))

    def _cells(self, line: int, one: NamedRow, at: int, result: WeighedResult) -> dict[str, FileCell]:
        row, style = self.sheet.row_count + 1, self.columns.styles
        cell = {key: f"{self.columns[key]}{row}" for key in self.columns.letters}
        contest = result.contest
        worth, weight = _number(result.worth, self.rules), _number(result.weight)
        product = f"{cell['worth']}*{cell['weight']}"
        calculation = one.row.calculation
        found: dict[str, FileCell] = {
            "line": (style["line"], line),
            "person": (style["person"], one.person.name),
            "event": (style["event"], self._event(one, contest)),
            "worth": (style["worth"], worth, self._worth(cell) if contest else None),
            "weight": (style["weight"], weight, f"{cell['own']}*{cell['age']}" if contest else None),
            "product": (style["product"], _number(result.worth * result.weight, self.rules), product),
            "order": (style["order"], at + 1, self._order(cell, row)),
        }
        if contest and one.person.key:
            found["ended"] = (style["ended"], contest.contest.ended)
        if contest:
            found |= {
                "place": (style["place"], result.place),
                "of": (style["of"], contest.contest.places),
                "own": (style["own"], _number(contest.own)),
                "age": (style["age"], _number(contest.age)),
            }
        for letter, part in zip(self.letters, calculation.parts, strict=True):
            taken = self._taken(part.part.best, part.part.rest, cell["line"])
            found[f"in_{letter}"] = (style[f"in_{letter}"], int(at < part.taken), f"IF({cell['order']}<={taken},1,0)")
        return found

    def _event(self, one: NamedRow, contest: WeighedContest | None) -> str:
        """Return the name of an event: with a place in it, it would say who somebody is who is not named."""
        if contest is None:
            return pgettext("result", "missing")
        return contest.contest.name if one.person.key else ""

    def _worth(self, cell: dict[str, str]) -> str | None:
        """Return the formula of a worth; scores, and points for places, are values."""
        if self.rules.counted is not Counted.BASE_RANK:
            return None
        place, of = cell["place"], cell["of"]
        return f"IF({of}=1,1000,ROUND(1000*({of}-{place})/({of}-1),0))"

    def _order(self, cell: dict[str, str], row: int) -> str:
        """Return the formula of the order among a person's results: best first, of equal ones the heavier."""
        is_product = self.rules.together is Combination.SUM and self.rules.weighs
        by, then = ("product", "worth") if is_product else ("worth", "weight")
        lines, first, second = (self._fixed(key) for key in ("line", by, then))
        above = {key: f"{self.columns[key]}${self.first}:{self.columns[key]}{row}" for key in ("line", by, then)}
        own = f"{lines},{cell['line']}"
        higher = f'COUNTIFS({own},{first},">"&{cell[by]})'
        heavier = f'COUNTIFS({own},{first},{cell[by]},{second},">"&{cell[then]})'
        same = f"COUNTIFS({above['line']},{cell['line']},{above[by]},{cell[by]},{above[then]},{cell[then]})"
        return f"{higher}+{heavier}+{same}"

    def _fixed(self, key: str) -> str:
        column = self.columns[key]
        return f"${column}${self.first}:${column}${self.last}"

    def _taken(self, best: int | None, rest: Fraction, line: str) -> str:
        """Return the formula of how many results of a person count in a part."""
        count = f"COUNTIF({self._fixed('line')},{line})"
        if best is None:
            return count
        beyond = f"ROUNDUP({rest.numerator}*MAX({count}-{best},0)/{rest.denominator},0)"
        return f"MIN({count},{best})+{beyond}" if rest else str(best)


def _number(value: Fraction | int, rules: RankingRule | None = None) -> int | float:
    """Return a number as a spreadsheet has it, a worth in P where scores count."""
    exact = Fraction(value) / 1000 if rules and rules.counted is Counted.SCORE else Fraction(value)
    return exact.numerator if exact.denominator == 1 else float(exact)


def _write_ranking(
    book: Book, sheet: BookSheet, name: str, found: Reckoning, rows: Sequence[NamedRow], lines: ResultSheet
) -> None:
    rules = found.rules
    columns = LiveColumns(
        book,
        [
            LiveColumn("place", _("Place"), 8, looks.PLACE),
            LiveColumn("person", _("Player"), 30, looks.NAME),
            LiveColumn("country", _("Country"), 9, looks.QUIET),
            LiveColumn("events", _("Games") if rules.result is ResultOf.GAME else _("Events"), 9, looks.NUMBER),
            LiveColumn("penalties", pgettext("points off", "Penalties"), 10, INPUT_FRACTION),
            *([LiveColumn("carried", _("Carried over"), 11, INPUT_FRACTION)] if rules.carry else ()),
            *(
                LiveColumn(f"part_{one}", _("Part {letter}").format(letter=one), 11, TWO_DECIMALS)
                for one in lines.letters
            ),
            LiveColumn("ranking", _("Ranking"), 12, Look("0.00_)", bold=True, line="thin")),
        ],
    )
    sheet.append([(book.style(looks.TITLE), name)], 24)
    sheet.append([(book.style(looks.NOTE), _("As of {day}").format(day=written(found.on, "day")))], looks.ROW)
    columns.append_headings(sheet)
    first = sheet.row_count + 1
    for line, one in enumerate(rows, start=1):
        row = sheet.row_count + 1
        cells = _ranking_cells(columns, one, rules, line, row, lines)
        last = first + len(found.placed) - 1
        cells["place"] = (columns.styles["place"], one.row.place, _place(columns, one, rules, row, (first, last)))
        sheet.append(columns.row(cells), looks.ROW)
    sheet.worksheet.freeze_panes = f"C{first}"
    area = f"A1:{columns.last}{max(sheet.row_count, first)}"
    looks.set_up_paper(sheet, name, area=area, titles=f"{first - 1}:{first - 1}")


def _ranking_cells(
    columns: LiveColumns, one: NamedRow, rules: RankingRule, line: int, row: int, lines: ResultSheet
) -> dict[str, FileCell]:
    style, calculation = columns.styles, one.row.calculation
    fine = f"{columns['penalties']}{row}"
    found: dict[str, FileCell] = {
        "person": (style["person"], one.person.name),
        "country": (style["country"], one.country),
        "events": (style["events"], one.events),
        "penalties": (style["penalties"], _number(calculation.penalties, rules)),
    }
    terms = []
    if rules.carry:
        found["carried"] = (style["carried"], _number(calculation.carried, rules))
        terms.append(f"{columns['carried']}{row}")
    for letter, part in zip(lines.letters, calculation.parts, strict=True):
        chosen = f"{lines.range('line')},{line},{lines.range(f'in_{letter}')},1"
        formula = f"SUMIFS({lines.range('product')},{chosen})-{fine}"
        if rules.together is Combination.MEAN:
            formula = f"({formula})/SUMIFS({lines.range('weight')},{chosen})"
        found[f"part_{letter}"] = (style[f"part_{letter}"], _number(part.value, rules), formula)
        share = part.part.share
        terms.append(f"{share.numerator}/{share.denominator}*{columns[f'part_{letter}']}{row}")
    if one.row.place is not None:
        found["ranking"] = (style["ranking"], _number(calculation.value, rules), "+".join(terms))
    return found


def _place(columns: LiveColumns, one: NamedRow, rules: RankingRule, row: int, placed: tuple[int, int]) -> str | None:
    """Return the formula of a place; with tie-breaks it is a value."""
    if one.row.place is None or rules.breakers:
        return None
    column = columns["ranking"]
    everybody = f"${column}${placed[0]}:${column}${placed[1]}"
    return f"SUMPRODUCT((ROUND({everybody},8)>ROUND({column}{row},8))*1)+1"


def _write_rule(book: Book, sheet: BookSheet, rules: RankingRule) -> None:
    looks.set_widths(sheet, [110])
    title = series(_(text) for text in (rules.title, rules.edition) if text)
    sheet.append([(book.style(looks.TITLE), title)], 24)
    text = book.style(Look(wrap=True))
    for line in _rule_lines(rules):
        sheet.append([(text, line)])


def _rule_lines(rules: RankingRule) -> Iterator[str]:
    yield from map(sentence, ranking_sentences(rules))
    yield from (f"{source}: {what}" for source, what in rules.documents.items())
