"""The sheet of the numbers that the formulas use: whoever changes one sees what it does."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from scoring.game import truncated_share
from scoring.points import STEP, Points
from scoring.rules import Ruleset
from scoring.rules.value_kinds import FloatingUma
from scoring.rules.values import Bust, EqualPoints
from scoring.standings.cut import Cut
from tournament.exports.live import looks
from tournament.exports.live.event import LiveEvent
from tournament.exports.spreadsheet import LETTERS, Book, BookSheet, FileCell, Look

WIDTHS = (46, 11, 11, 11, 11, 11)


def uma_blocks(rules: Ruleset) -> tuple[tuple[Points, ...], ...]:
    """Return the uma by place: one, or one for each number of players at the goal."""
    return rules.uma.by_floating if isinstance(rules.uma, FloatingUma) else (rules.uma,)


class RuleValues:
    """The sheet and its names: Start, Goal, Oka, Yakitori, Bust_prize, Share (the worth of a place alone and shared),
    Rest (tenths that are left when it is shared), Cut_1_above …
    """

    def __init__(self, book: Book, sheet: BookSheet, event: LiveEvent):
        self.book, self.sheet, self.event, self.rules = book, sheet, event, event.rules
        self.label, self.heading, self.note = book.style(looks.LABEL), book.style(looks.HEADING), book.style(looks.NOTE)
        self.shared = [book.style(looks.P)] * self.rules.players

    def write(self, positions: Callable[[int], str]) -> None:
        """Write the sheet and give the names; `positions` gives the cells of the places at a cut, by its number."""
        looks.set_widths(self.sheet, WIDTHS)
        self.sheet.append([(self.book.style(looks.TITLE), _("Rule values"))], 24)
        self.sheet.append([(self.note, _("Change a number on an ivory cell, and every result follows."))], looks.ROW)
        self._gap()
        self._amounts()
        self._gap()
        self._shares(self._uma())
        for number, stage in enumerate(self.event.stages, 1):
            if stage.cut is not None:
                self._gap()
                self._cut(number, stage.cut, stage.tied, positions(number))
        area = f"A1:{LETTERS[len(WIDTHS) - 1]}{self.sheet.row_count}"
        looks.set_up_paper(self.sheet, self.event.name, area=area, tab="8A6100")

    def _gap(self) -> None:
        self.sheet.append([], 8)

    def _value(self, name: str, label: str, value: float, look: Look) -> None:
        row = self.sheet.append([(self.label, label), (self.book.style(look), value)], looks.ROW)
        self.book.name(name, self.sheet.cells("B", row))

    def _amounts(self) -> None:
        rules = self.rules
        self._value("Start", _("Starting points"), rules.start, looks.INPUT_POINTS)
        self._value("Goal", _("Goal"), rules.goal, looks.INPUT_POINTS)
        self._value("Oka", _("Oka (P)"), rules.oka / 1000, looks.INPUT_P)
        if rules.yakitori:
            self._value("Yakitori", _("A player who won no hand pays (points)"), rules.yakitori, looks.INPUT_POINTS)
        if rules.bust_prize:
            self._value("Bust_prize", _("A bust player pays (P)"), rules.bust_prize / 1000, looks.INPUT_P)

    def _uma(self) -> list[list[str]]:
        """Write uma and prizes by place; return the formulas of what a place is worth, for each block of the uma."""
        blocks, prizes = uma_blocks(self.rules), self.rules.prizes
        titles = [_("Uma (P)")] if len(blocks) == 1 else [_("{n} at the goal").format(n=n) for n in range(len(blocks))]
        titles += [_("Prize (P)")] if prizes else []
        heads: list[FileCell] = [(self.book.style(looks.TEXT_HEADING), _("Place at the table"))]
        self.sheet.append([*heads, *((self.heading, title) for title in titles)], 26)
        style, formulas = self.book.style(looks.INPUT_P), [[""] * self.rules.players for _block in blocks]
        for place in range(self.rules.players):
            values = [block[place] for block in blocks] + ([prizes[place]] if prizes else [])
            cells: list[FileCell] = [(self.label, str(place + 1)), *((style, value / 1000) for value in values)]
            row = self.sheet.append(cells, looks.ROW)
            for at in range(len(blocks)):
                prize = f"+{LETTERS[len(blocks) + 1]}{row}" if prizes else ""
                formulas[at][place] = f"ROUND({LETTERS[at + 1]}{row}{prize}{'+Oka' if place == 0 else ''},3)"
        return formulas

    def _shares(self, alone: Sequence[Sequence[str]]) -> None:
        """Write what each place is worth alone and shared by 2, 3 …; then what is left, where the earlier seat gets
        it."""
        players = self.rules.players
        worths = [self._worths(block) for block in uma_blocks(self.rules)]
        self._gap()
        titles = [_("alone"), *(_("shared by {n}").format(n=n) for n in range(2, players + 1))]
        heads: list[FileCell] = [(self.book.style(looks.TEXT_HEADING), _("Worth of a place (P)"))]
        self.sheet.append([*heads, *((self.heading, title) for title in titles)], looks.ROW)
        first = self.sheet.row_count + 1
        for block, (formulas, worth) in enumerate(zip(alone, worths, strict=True)):
            for place in range(players):
                self._share_row(block, place, formulas[place], worth)
        self.book.name("Share", self._area(first))
        if self.rules.ties is EqualPoints.SPLIT_REMAINDER:
            self._gap()
            heads = [(self.book.style(looks.TEXT_HEADING), _("Tenths left for the earlier seats"))]
            self.sheet.append([*heads, *((self.heading, title) for title in titles)], looks.ROW)
            rest = self.sheet.row_count + 1
            for block, worth in enumerate(worths):
                for place in range(players):
                    self._rest_row(place, first + block * players + place, worth)
            self.book.name("Rest", self._area(rest))

    def _worths(self, block: Sequence[Points]) -> list[Points]:
        prizes = self.rules.prizes or (0,) * len(block)
        found = [own + prize for own, prize in zip(block, prizes, strict=True)]
        return [found[0] + self.rules.oka, *found[1:]]

    def _share_row(self, block: int, place: int, alone: str, worth: Sequence[Points]) -> None:
        floor = self.rules.ties is EqualPoints.SPLIT_REMAINDER
        row = self.sheet.row_count + 1
        cells: list[FileCell] = [
            (self.label, self._place_label(block, place)),
            (self.shared[0], worth[place] / 1000, alone),
        ]
        for count in range(2, self.rules.players - place + 1):
            pool = sum(worth[place : place + count])
            share = pool // count // STEP * STEP if floor else truncated_share(pool, count)
            tenths = f"ROUND(10*SUM(B{row}:B{row + count - 1}),6)/{count}"
            cells.append((self.shared[0], share / 1000, f"{'INT' if floor else 'TRUNC'}({tenths})/10"))
        self.sheet.append(cells, looks.ROW)

    def _rest_row(self, place: int, row: int, worth: Sequence[Points]) -> None:
        style = self.book.style(looks.NUMBER)
        cells: list[FileCell] = [(self.label, str(place + 1)), (style, 0)]
        for count in range(2, self.rules.players - place + 1):
            pool = sum(worth[place : place + count])
            rest = (pool - pool // count // STEP * STEP * count) // STEP
            share = f"{LETTERS[count]}{row}"
            cells.append((style, rest, f"ROUND(10*SUM(B{row}:B{row + count - 1})-{10 * count}*{share},0)"))
        self.sheet.append(cells, looks.ROW)

    def _place_label(self, block: int, place: int) -> str:
        if len(uma_blocks(self.rules)) == 1:
            return str(place + 1)
        return _("{place}, {n} at the goal").format(place=place + 1, n=block)

    def _area(self, first: int) -> str:
        start = self.sheet.cells("B", first)
        return f"{start}:${LETTERS[self.rules.players]}${self.sheet.row_count}"

    def _cut(self, number: int, cut: Cut, tied: int, positions: str) -> None:
        heading = self.book.style(looks.TEXT_HEADING)
        title = _("Cut after hanchan {n}").format(n=cut.after)
        self.sheet.append([(heading, title), (heading, None)], looks.ROW)
        for line, size in enumerate(cut.sizes, 1):
            self._value(
                f"Cut_{number}_line_{line}", _("Players above line {n}").format(n=line), size, looks.INPUT_NUMBER
            )
        share = Look("0.##_)", fill=looks.INPUT_NUMBER.fill, line="thin")
        self._value(f"Cut_{number}_above", _("Carried over above the line"), float(cut.above), share)
        self._value(f"Cut_{number}_below", _("Carried over below the line"), float(cut.below), share)
        self.sheet.append([(self.label, _("A carried total is")), (self.note, _(cut.rounding.label))], looks.ROW)
        lines = [f"Cut_{number}_line_{line}" for line in range(1, len(cut.sizes) + 1)]
        formula = "+".join(f'MAX(COUNTIF({positions},"<="&{line})-{line},0)' for line in lines)
        if number > 1:
            formula = f"IF(Cut_{number - 1}_tied>0,Cut_{number - 1}_tied,{formula})"
        label = _("Too many above the line by ties (0: cut made)")
        row = self.sheet.append([(self.label, label), (self.book.style(looks.NUMBER), tied, formula)], looks.ROW)
        self.book.name(f"Cut_{number}_tied", self.sheet.cells("B", row))


def bust_test(rules: Ruleset) -> str:
    """Return the criterion of who is bust.

    >>> from scoring.rules import preset
    >>> bust_test(preset("tenhou-3")), bust_test(preset("matsuoka-3"))
    ('<0', '<=0')
    """
    return "<=0" if rules.bust is Bust.AT_ZERO else "<0"
