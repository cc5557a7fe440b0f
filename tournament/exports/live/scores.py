"""The sheet that computes: a row per player by number, from hanchan scores over cuts to the place."""

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.standings.cut import Rounding
from scoring.standings.ties import Breaker
from scoring.standings.values import Status
from tournament.exports.live import looks
from tournament.exports.live.columns import LiveColumn, LiveColumns
from tournament.exports.live.cut_stages import GROUP_BREAKERS, CutEffect, Stage, lots
from tournament.exports.live.deductions import Deductions
from tournament.exports.live.event import LiveEvent
from tournament.exports.live.looks import in_p
from tournament.exports.live.table_points import TablePoints
from tournament.exports.spreadsheet import Book, BookSheet, FileCell, Look
from tournament.standings.ranking import StandingsRow
from tournament.standings.tables import status_text

MORE_IS_BETTER = frozenset({Breaker.FIRSTS, Breaker.BEST, Breaker.BEFORE_LAST, Breaker.HEAD_TO_HEAD})
NO_PLACE = 5  # of a hanchan that was not played, when the worst are dropped, as in scoring.standings
NO_PLACE_AT_ALL = 99  # an average of places that is below every other
GROUPS = {status: number for number, status in enumerate(Status)}
"""Ranked players first, then in the order of the standings."""

Formulas = dict[str, tuple[float | int | str | None, str | None]]
"""Key to value and formula; None where the value is given."""


def gain(event: LiveEvent, hanchan: int, score: str, found: Callable[[str], str]) -> str:
    """Return the formula of what a hanchan adds to a total: its score, or where only the best count, what the sum of
    them gains. `score` is the cell of the score, `found` finds a player's cell of a column of Scores."""
    if hanchan > event.window:
        return f"N({score})"
    return f"({'-'.join(found(f'kept_{n}') for n in (hanchan, hanchan - 1) if n)})"


class Scores:
    """The sheet; `cells` gives all cells of a column."""

    def __init__(self, book: Book, sheet: BookSheet, event: LiveEvent, points: TablePoints, deductions: Deductions):
        self.sheet, self.event, self.points, self.deductions = sheet, event, points, deductions
        self.is_followed = not event.unfollowed
        self.has_cuts = len(event.stages) > 1
        self.has_carried = event.ranking.has_carried
        self.lots = lots(event.inputs)
        self.window = range(1, event.window + 1)
        self.columns = LiveColumns(book, self._columns())
        self.last_row = 1 + len(event.players)

    def cells(self, column: str) -> str:
        """Return all cells of a column, for formulas on any sheet."""
        return self.sheet.cells(self.columns[column], 2, self.last_row)

    def own(self, column: str) -> str:
        """Return all cells of a column, for formulas on this sheet."""
        letter = self.columns[column]
        return f"{letter}$2:{letter}${self.last_row}"

    # --- columns ---

    def _columns(self) -> list[LiveColumn]:
        unit, hanchan = LiveColumn, self.event.hanchan
        found = [
            unit("number", _("No."), 5.5, looks.NUMBER),
            unit("name", _("Player"), 22, looks.NAME),
            unit("status", _("Status"), 11, looks.QUIET),
        ]
        narrow = Look("0", colour=looks.MUTED, align="center", line="thin")
        found += [unit(f"score_{n}", f"{n}", 7.2, looks.P) for n in hanchan]
        found += [unit("carried_in", _("Carried in"), 9, looks.P)] if self.has_carried else []
        found += [unit("outside", _("Penalties outside"), 9, looks.PENALTY)] if self.has_cuts else []
        found += [unit("lot", _("Lot"), 5, looks.INPUT_NUMBER)] if self._asks(Breaker.LOT) else []
        for number, stage in enumerate(self.event.stages, 1):
            found += self._stage_columns(number, stage)
        found += [unit("tier", _("Tier"), 8, looks.QUIET_NUMBER)] if self.has_cuts else []
        found += [
            unit("place", _("Place"), 6.5, looks.PLACE),
            unit("firsts", pgettext("number of first places", "1st"), 4.5, looks.NUMBER),
        ]
        found += [unit(f"place_{n}", _("Pl. {n}").format(n=n), 4.2, narrow) for n in hanchan]
        # What follows is for formulas alone, and is not printed.
        return [
            *found,
            unit("order", _("Order"), 6.5, looks.QUIET_NUMBER),
            unit("ranked", _("Ranked"), 7.5, looks.QUIET_NUMBER),
            unit("group", _("Group"), 7, looks.QUIET_NUMBER),
            unit("country", _("Country"), 9, looks.QUIET),
            *(unit(f"worth_{n}", _("Worth {n}").format(n=n), 9, looks.QUIET_NUMBER) for n in self.window),
            *(
                unit(f"kept_{n}", _("Best {best} of {n}").format(best=self.event.best(n), n=n), 9, looks.P)
                for n in self.window
            ),
        ]

    @property
    def _takes_first_places(self) -> bool:
        """Return whether the last stage's tie-break compares what the column of first places shows: none is dropped."""
        return not self.event.window

    def _asks(self, breaker: Breaker) -> bool:
        return any(breaker in stage.breakers for stage in self.event.stages)

    def _stage_columns(self, k: int, stage: Stage) -> Iterator[LiveColumn]:
        unit, upto = LiveColumn, stage.last
        is_last = stage.cut is None
        yield unit(f"penalties_{k}", pgettext("points off", "Penalties"), 9, looks.PENALTY)
        yield unit(f"total_{k}", _("Total") if is_last else _("Total after {n}").format(n=upto), 9, looks.TOTAL)
        for breaker in stage.breakers:
            if breaker not in (Breaker.SEED, Breaker.LOT, Breaker.FIRSTS):
                yield unit(f"{breaker.value}_{k}", _(breaker.label), 9, looks.breaker_look(breaker))
            elif breaker is Breaker.FIRSTS and not (is_last and self._takes_first_places):
                yield unit(f"{breaker.value}_{k}", _(breaker.label), 7, looks.NUMBER)
        if not is_last:
            yield unit(f"in_{k}", _("In the cut"), 6.5, looks.QUIET_NUMBER)
            yield unit(f"position_{k}", _("Place at the cut"), 8, looks.PLACE)
            yield unit(f"digit_{k}", _("Above the line: 1"), 8, looks.QUIET_NUMBER)
            yield unit(f"carried_{k}", _("Carried over"), 9, looks.P)

    # --- rows ---

    def write(self) -> None:
        """Write the sheet."""
        self.columns.append_headings(self.sheet, filtered=True)
        for player in self.event.players:
            self._write_player(player)
        self._dress()

    def _write_player(self, row: StandingsRow) -> None:
        at, standing = self.sheet.row_count + 1, row.standing
        found: Formulas = {
            "number": (row.player.number, None),
            "name": (self.event.labels[row.player.id], None),
            "country": (row.player.country or None, None),
            "status": (status_text(standing.status) or None, None),
            "ranked": (int(standing.ranked), None),
            "group": (GROUPS[standing.status], None),
            "lot": (self.lots[row.player.id], None),
            "firsts": (standing.firsts, f"COUNTIF({self._places(at, self.event.ranking.after)},1)"),
            "carried_in": (in_p(standing.carried_in), None),
            "outside": (self._deducted(row, 0, 0), self.deductions.sum_of(f"$A{at}", "0")),
            **self._hanchan(at, row),
            **self._kept(at, row),
        }
        for k, stage in enumerate(self.event.stages, 1):
            found |= self._stage(at, row, k, stage)
        found |= self._end(at, row)
        styles = self.columns.styles
        cells: dict[str, FileCell] = {
            key: (styles[key], value, formula) for key, (value, formula) in found.items() if key in styles
        }
        self.sheet.append(self.columns.row(cells), 14)

    def _hanchan(self, at: int, row: StandingsRow) -> Formulas:
        found: Formulas = {}
        for number, played in zip(self.event.hanchan, row.standing.hanchan, strict=True):
            for key, column, value in (
                ("score", "score", in_p(played.score) if played else ""),
                ("place", "place", played.place if played else ""),
            ):
                if not self.event.scored[number]:
                    continue
                block, players = (self.points.ranges(one, number) for one in (column, "number"))
                found[f"{key}_{number}"] = (value, f'IFERROR(INDEX({block},MATCH($A{at},{players},0)),"")')
        return found

    def _kept(self, at: int, row: StandingsRow) -> Formulas:
        """Return the formulas where hanchan are dropped: a number that orders them, of equal scores by place and then
        the earlier; and the sum of the best of the first n."""
        found: Formulas = {}
        for n, played in zip(self.window, row.standing.hanchan, strict=False):
            score, place = (f"{self.columns[f'{key}_{n}']}{at}" for key in ("score", "place"))
            worth = (played.score * 1_000 - played.place * 100 if played else -NO_PLACE * 100) - n
            formula = f"ROUND(1000*N({score}),0)*1000-100*IF(ISNUMBER({place}),{place},{NO_PLACE})-{n}"
            found[f"worth_{n}"] = (worth, formula)
            kept = f"SUMIF({self._span(at, 'worth', 1, n)},{self._least(at, n)},{self._span(at, 'score', 1, n)})"
            found[f"kept_{n}"] = (in_p(self.event.kept(row, n)), f"ROUND({kept},3)")
        return found

    def _least(self, at: int, n: int) -> str:
        """The criterion of what counts of the first `n` hanchan."""
        return f'">="&LARGE({self._span(at, "worth", 1, n)},{self.event.best(n)})'

    def _span(self, at: int, key: str, first: int, last: int) -> str:
        return f"{self.columns[f'{key}_{first}']}{at}:{self.columns[f'{key}_{last}']}{at}"

    def _places(self, at: int, last: int) -> str:
        return self._span(at, "place", 1, last)

    def _deducted(self, row: StandingsRow, first: int, last: int) -> float:
        deducted = self.event.deducted
        return sum(deducted.get((row.player.number, number), 0) for number in range(first, last + 1)) / 1000

    def _stage(self, at: int, row: StandingsRow, k: int, stage: Stage) -> Formulas:
        c, own = self.columns, stage.rows[row.player.id]
        found: Formulas = {}
        total = f"{self._table_score(at, stage)}-{c[f'penalties_{k}']}{at}"
        if k > 1:
            total = f"{c[f'carried_{k - 1}']}{at}+{total}"
        elif self.has_carried:
            total = f"{c['carried_in']}{at}+{total}"
        if self.has_cuts:
            criteria = [f'">={stage.first}"'] + ([f'"<={stage.last}"'] if stage.cut else [])
            total += f"-{c['outside']}{at}"
        else:
            criteria = []
        deducted = self._deducted(row, stage.first if self.has_cuts else 0, stage.last)
        found[f"penalties_{k}"] = (deducted, self.deductions.sum_of(f"$A{at}", *criteria))
        found[f"total_{k}"] = (in_p(own.total), f"ROUND({total},3)" if self.is_followed else None)
        found |= self._tie_breaks(at, row, k, stage)
        if own.effect is not None:
            found |= self._cut(at, k, stage, own.effect)
        return found

    def _table_score(self, at: int, stage: Stage) -> str:
        window = self.event.window if stage.first == 1 else 0
        rest = [f"SUM({self._span(at, 'score', window + stage.first, stage.last)})"] if window < stage.last else []
        return "+".join([*([f"{self.columns[f'kept_{window}']}{at}"] if window else []), *rest])

    def _counted(self, at: int, last: int, criterion: str) -> str:
        """The number of places that meet a criterion, in the hanchan up to `last` that count."""
        window = self.event.window
        rest = [f"COUNTIF({self._span(at, 'place', window + 1, last)},{criterion})"] if window < last else []
        if window:
            worth, places = (self._span(at, key, 1, window) for key in ("worth", "place"))
            rest.insert(0, f"COUNTIFS({places},{criterion},{worth},{self._least(at, window)})")
        return "+".join(rest)

    def _sum_of_places(self, at: int, last: int) -> str:
        window = self.event.window
        rest = [f"SUM({self._span(at, 'place', window + 1, last)})"] if window < last else []
        if window:
            worth, places = (self._span(at, key, 1, window) for key in ("worth", "place"))
            rest.insert(0, f"SUMIF({worth},{self._least(at, window)},{places})")
        return "+".join(rest)

    def _tie_breaks(self, at: int, row: StandingsRow, k: int, stage: Stage) -> Formulas:
        own = stage.rows[row.player.id]
        asked = own.contender
        count, places = self._counted(at, stage.last, '">0"'), self._sum_of_places(at, stage.last)
        scores = self._span(at, "score", 1, stage.last)
        average = round(asked.places / asked.counted, 6) if asked.counted else NO_PLACE_AT_ALL
        best = f"IF(COUNT({scores})<{stage.last},MAX({scores},0),MAX({scores}))"
        values: dict[Breaker, tuple[float | None, str | None]] = {
            Breaker.FIRSTS: (asked.firsts, self._counted(at, stage.last, "1")),
            Breaker.PLACES: (
                average,
                f"IF({count}=0,{NO_PLACE_AT_ALL},ROUND(({places})/({count}),6))",
            ),
            Breaker.BEST: (in_p(asked.best), best),
            Breaker.BEFORE_LAST: (in_p(asked.before), self._before_last(at, k, stage)),
        }
        if not self.is_followed:
            values = {breaker: (value, None) for breaker, (value, _formula) in values.items()}
        for breaker in GROUP_BREAKERS:
            finding = own.findings.get(breaker, 0)
            values[breaker] = (in_p(finding) if breaker is Breaker.HEAD_TO_HEAD else finding, None)
        return {f"{breaker.value}_{k}": value for breaker, value in values.items()}

    def _before_last(self, at: int, k: int, stage: Stage) -> str:
        """The total before the last hanchan, as the standings showed it then: without a cut that was made on it."""
        c = self.columns
        if k > 1 and stage.first == stage.last:
            return f"{c[f'total_{k - 1}']}{at}"
        last = gain(self.event, stage.last, f"{c[f'score_{stage.last}']}{at}", lambda key: f"{c[key]}{at}")
        return f"ROUND({c[f'total_{k}']}{at}-{last}+{self.deductions.sum_of(f'$A{at}', str(stage.last))},3)"

    def _cut(self, at: int, k: int, stage: Stage, effect: CutEffect) -> Formulas:
        c = self.columns
        flag, position, digit = (f"{c[f'{key}_{k}']}{at}" for key in ("in", "position", "digit"))
        before = f"{c[f'digit_{k - 1}']}{at}" if k > 1 else ""
        better = self._better(at, k, stage, [f"{self.own(f'in_{k}')},1"])
        lines = len(stage.cut.sizes) if stage.cut else 0
        below = "".join(f"+({position}>Cut_{k}_line_{line})" for line in range(1, lines + 1))
        takes_part = effect.position is not None
        if not self.is_followed:
            return {
                f"in_{k}": (int(takes_part), None),
                f"position_{k}": (effect.position if takes_part else "", None),
                f"digit_{k}": (effect.digit, None),
                f"carried_{k}": (in_p(effect.carried), None),
            }
        return {
            f"in_{k}": (
                int(takes_part),
                f"IF({before}=1,1,0)" if before and effect.eligible else None,
            ),
            f"position_{k}": (effect.position if takes_part else "", f'IF({flag}=1,{better},"")'),
            f"digit_{k}": (effect.digit, f"IF(OR({flag}=0,Cut_{k}_tied>0),0,1{below})"),
            f"carried_{k}": (in_p(effect.carried), self._carried(at, k, stage, digit)),
        }

    def _carried(self, at: int, k: int, stage: Stage, digit: str) -> str:
        """The part of a total that goes on; penalties outside any hanchan are not part of it."""
        c = self.columns
        whole = f"ROUND({c[f'total_{k}']}{at}+{c['outside']}{at},3)"
        factor = f"IF({digit}=1,Cut_{k}_above,Cut_{k}_below)"
        rounding = stage.cut.rounding if stage.cut else Rounding.EXACT
        if rounding is Rounding.UP:
            part = f"-INT(-ROUND(10*{factor}*{whole},6))/10"
        elif rounding is Rounding.HALF_AWAY:
            part = f"SIGN({whole})*INT(ROUND(10*{factor}*ABS({whole}),6)+0.5)/10"
        else:
            part = f"TRUNC(ROUND(1000*{factor}*{whole},6))/1000"
        return f"IF({digit}=0,{whole},IF({factor}=1,{whole},ROUND({part},3)))"

    def _better(self, at: int, k: int, stage: Stage, same: list[str]) -> str:
        """Return 1 and the number of those who are better: by total, then by each tie-break among equals."""
        terms = []
        for column, more in [(f"total_{k}", True), *self._breaker_columns(k, stage)]:
            cell = f"{self.columns[column]}{at}"
            terms.append(f'COUNTIFS({",".join(same)},{self.own(column)},"{">" if more else "<"}"&{cell})')
            same = [*same, f"{self.own(column)},{cell}"]
        return "+".join(["1", *terms])

    def _breaker_columns(self, k: int, stage: Stage) -> Iterator[tuple[str, bool]]:
        """The columns of the tie-breaks, with whether more is better."""
        fixed = {Breaker.SEED: "number", Breaker.LOT: "lot"}
        if stage.cut is None and self._takes_first_places:
            fixed[Breaker.FIRSTS] = "firsts"
        for breaker in stage.breakers:
            yield fixed.get(breaker, f"{breaker.value}_{k}"), breaker in MORE_IS_BETTER

    def _end(self, at: int, row: StandingsRow) -> Formulas:
        """The tier, the place and the position in the list."""
        c, last = self.columns, len(self.event.stages)
        standing = row.standing
        tier_formula = "+".join(f"{c[f'digit_{k}']}{at}*{100 ** (last - 1 - k)}" for k in range(1, last))
        order = next(n for n, one in enumerate(self.event.ranking.rows, 1) if one.player.number == row.player.number)
        place, listed = self._place(at, ranked=standing.ranked)
        return {
            "tier": (self.event.tier(row), tier_formula if self.is_followed else None),
            "place": (standing.place or "", place if standing.ranked and self.is_followed else None),
            "order": (order, listed if self.is_followed else None),
        }

    def _place(self, at: int, *, ranked: bool) -> tuple[str, str]:
        """Return the formulas of place and position; equals are listed by number."""
        c, last = self.columns, len(self.event.stages)
        key = "ranked" if ranked else "group"
        same = [f"{self.own(key)},{c[key]}{at}"]
        above = []
        if self.has_cuts:
            above = [f'COUNTIFS({same[0]},{self.own("tier")},"<"&{c["tier"]}{at})']
            same.append(f"{self.own('tier')},{c['tier']}{at}")
        if ranked:
            better = "+".join([self._better(at, last, self.event.stages[-1], same), *above])
            place = c["place"]
            return better, f"{place}{at}+COUNTIF({place}$2:{place}{at},{place}{at})-1"
        total = c[f"total_{last}"]
        before = f'COUNTIF({self.own("group")},"<"&{c["group"]}{at})'
        better = f'COUNTIFS({",".join(same)},{self.own(f"total_{last}")},">"&{total}{at})'
        equal = ["group", *(["tier"] if self.has_cuts else []), f"total_{last}"]
        so_far = ",".join(f"{c[one]}$2:{c[one]}{at},{c[one]}{at}" for one in equal)
        return "", "+".join([before, *above, better, f"COUNTIFS({so_far})"])

    def _dress(self) -> None:
        page, c = self.sheet.worksheet, self.columns
        page.freeze_panes = f"{c['status']}2"
        page.auto_filter.ref = f"A1:{c.last}{self.last_row}"
        first, last = c[f"score_{self.event.hanchan[0]}"], c[f"score_{self.event.hanchan[-1]}"]
        rank = f"{c['place_1']}2"
        area = f"{first}2:{last}{self.last_row}"
        looks.mark(self.sheet, area, f"{rank}=1", fill=looks.FIRST_FILL, colour=looks.FELT, bold=True)
        looks.mark(self.sheet, area, f"AND(ISNUMBER({first}2),{first}2<0)", colour=looks.RED)
        for column in [f"total_{k}" for k in range(1, len(self.event.stages) + 1)]:
            cell = f"{c[column]}2"
            looks.mark(self.sheet, f"{cell}:{c[column]}{self.last_row}", f"{cell}<0", colour=looks.RED)
        paper = f"A1:{c[f'place_{self.event.hanchan[-1]}']}{self.last_row}"
        looks.set_up_paper(
            self.sheet, self.event.name, area=paper, landscape=True, titles="1:1", keep_together=c["place"]
        )
