"""The standings that everybody reads: a heat map on a desk, rows to tap on a phone, one table for both.

A cell has the score, its tint and the place at that table, and leads to the table on the player's page. The rows are
the same for all readers and made once; a reader's own row is made again and marked.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.points import P, Points
from scoring.standings.players import Running
from scoring.standings.values import Status
from tournament.core.tables import AmountColumn, DataColumn, NumberColumn, PColumn, PlaceColumn, PlayerColumn
from tournament.core.tables import RepeatedColumn as Repeated
from tournament.players.name_search import keys_of
from tournament.standings.announcement import announcement
from tournament.standings.cuts import ComingLine, coming_lines
from tournament.standings.projection import Projection
from tournament.standings.ranking import Ranking, StandingsRow, places_won
from tournament.standings.tables import RankingTable, total_text
from tournament.templatetags.sekigime import bars, chip, place_dot, sentence, shared_mark
from tournament.translation.formats import write_p

FULL_TINT, TINTS = 50 * P, 6
LEAST = 36
STEPS = (48, 56, 64, 75, 82, 92, 108, 124, 150)
"""Widths of the list in em from which more columns have room, those of usual windows; the style sheet has the same.
`LEAST` is what every window has that is not a phone's."""
ROOM = {"place": 2.8, "moved": 3, "name": 12, "total": 5.6, "country": 2.8, "live_total": 7.5, "live_hanchan": 6.2}
"""The width in em that a column needs, where it is another than that of a word in its heading."""
LETTER, AIR = 0.46, 0.7
"""The width in em of a letter in a heading, and the room beside the heading."""
WORD, SCORE, FAR_SCORE = 5.0, 5.1, 5.8  # a score with its dot: +42.7, +105.2
USUAL = 8
"""As many hanchan have room on a page of the usual width, and on paper upright."""


@dataclass(frozen=True, slots=True)
class PublicRow:
    """A row with what surrounds it: `moved` is how many places were won since the hanchan before, `behind` the points
    to the row above, `projected` the row as it would be with the sheets that are in. None where there is no such."""

    row: StandingsRow
    moved: int | None
    behind: Points | None
    coming: ComingLine | None
    projected: StandingsRow | None

    @property
    def is_gone(self) -> bool:
        """True for a player who is out of the event: scores are not shown."""
        return self.row.standing.status in (Status.WITHDRAWN, Status.DISQUALIFIED)

    @property
    def would_move(self) -> int | None:
        """The number of places that the projection wins."""
        return places_won(self.row.standing.place, self.projected.standing.place if self.projected else None)


def public_rows(now: Ranking, before: Mapping[int, Running], live: Projection | None) -> Iterator[PublicRow]:
    """Return the rows of the standings with their surroundings; `before` has the places a hanchan earlier, by id."""
    coming = coming_lines([row.standing for row in now.rows], now.by, now.after)
    for above, row in zip((None, *now.rows), now.rows, strict=False):
        earlier = before.get(row.player.id)
        moved = places_won(earlier.place if earlier else None, row.standing.place)
        projected = live.of(row) if live else None
        yield PublicRow(row, moved, _behind(above, row), coming.get(row.player.id), projected)


def _behind(above: StandingsRow | None, row: StandingsRow) -> Points | None:
    """The gap to the row above, None across the line of a cut, whose totals are not compared."""
    if above is None or not row.standing.ranked or above.standing.tier != row.standing.tier:
        return None
    return above.standing.total - row.standing.total


def tint(score: Points | None) -> str:
    """Return the class of a cell: felt or red, in steps up to 50P.

    >>> tint(0), tint(9_500), tint(-60_000), tint(None)
    ('up-0', 'up-1', 'down-6', '')
    """
    if score is None:
        return ""
    return f"{'down' if score < 0 else 'up'}-{min(abs(score), FULL_TINT) * TINTS // FULL_TINT}"


class ScoreCellColumn(PColumn):
    """A hanchan score in a tinted cell."""

    css = "num heat"

    def tone(self, value: Points | None) -> str:
        return tint(value)


class ChangeColumn(NumberColumn):
    """Places won or lost, the most won first when sorted."""

    css, largest_first = "moved", True


@dataclass(frozen=True, slots=True)
class ListSection:
    """Rows of the public list below a heading, "" above the first."""

    heading: object
    note: object
    rows: tuple[PublicRow, ...]


class PublicStandingsTable(RankingTable[PublicRow]):
    """A row per player. `live` adds the hanchan in play and the total with it."""

    place = PlaceColumn(_("Place"), "row.standing.place")
    moved = ChangeColumn(_("Moved"))
    name = PlayerColumn(_("Player"), "row.player.label", order_by="row__player__name_key")
    country = DataColumn(_("Country"), "row.player.country", css="country")
    hanchan = Repeated(ScoreCellColumn, "{n}", lambda one, n: one.row.scores[n - 1])
    live_hanchan = DataColumn("", lambda one: one.projected and one.projected.scores[-1], css="num live-cell")
    carried = PColumn(_("Carried in"), "row.standing.carried_in", css="extra")
    penalties = AmountColumn(pgettext_lazy("points off", "Penalties"), "row.standing.penalties", css="extra")
    carried_over = PColumn(_("Carried"), "row.standing.brought", css="extra")
    behind = PColumn(pgettext_lazy("points to the next place", "Behind"), css="behind")
    total = PColumn(_("Total"), "row.standing.total", css="total")
    live_total = PColumn(_("Live"), lambda one: one.projected and one.projected.standing.total, css="live-total")

    title = _("Standings")

    def __init__(self, ranking: Ranking, before: Mapping[int, Running], live: Projection | None, *, slug: str = ""):
        self.live, self.own, self.language = live, 0, get_language() or ""
        rows = list(public_rows(ranking, before, live))
        absent = [] if live else ["live_hanchan", "live_total"]
        absent += [] if ranking.has_carried else ["carried"]
        absent += [] if ranking.has_cuts else ["carried_over"]
        absent += [] if any(one.row.standing.penalties for one in rows) else ["penalties"]
        absent += [] if any(one.row.player.country for one in rows) else ["country"]
        super().__init__(rows, ranking, slug=slug, player_page="public_player", absent=absent)
        self._players = reverse(self.player_page, args=[self.slug, 0]).removesuffix("0/")
        if live:
            self.columns["live_hanchan"].column.verbose_name = str(live.hanchan)
        self._step_by_step()

    @property
    def is_long(self) -> bool:
        """True where the hanchan need more than the width of a usual page, or paper on its side."""
        return len(self.numbers) + bool(self.live) > USUAL

    def _step_by_step(self) -> None:
        """Give each column the class of the width from which there is room for it. The country needs the widest list,
        then the hanchan in play, the gaps, and the older hanchan."""
        far = any(abs(score or 0) >= 100 * P for one in self.data for score in one.row.scores)
        hanchan = [f"hanchan_{n}" for n in reversed(self.numbers)]
        first = ("place", "moved", "name", "total", *hanchan[:1], "live_total")
        then = (*hanchan[1:2], "carried", "penalties", "carried_over", *hanchan[2:], "behind", "live_hanchan")
        needed = 0.0
        for bound in [self.columns[key] for key in (*first, *then, "country") if key in self.columns]:
            column = bound.column
            least = ROOM.get(bound.name, (FAR_SCORE if far else SCORE) if column.repeats else WORD)
            needed += max(least, LETTER * len(str(column.verbose_name)) + AIR)
            if needed > LEAST and bound.name not in first:
                column.css += f" from-{next((step for step in STEPS if step >= needed), STEPS[-1])}"
                column.attrs["th"]["class"] = column.css

    # --- rows ---

    @property
    def sections(self) -> list[ListSection]:
        """Substitutes and those who are not ranked below the others; all in one when sorted by another heading."""
        rows = tuple(self.records)
        if self.order_by:
            return [ListSection("", "", rows)]
        parts = (
            ("", "", self.ranking.ranked),
            (_("Substitutes"), _("Scored but not ranked."), self.ranking.substitutes),
            (_("Not ranked"), "", self.ranking.out),
        )
        by_number = {one.row.player.number: one for one in rows}
        return [
            ListSection(heading, note, tuple(by_number[row.player.number] for row in found))
            for heading, note, found in parts
            if found
        ]

    @property
    def in_order(self) -> list[PublicRow]:
        """All rows in the order of the list."""
        return [one for section in self.sections for one in section.rows]

    def lines(self, window: range) -> Iterator[tuple[int, str]]:
        """Return the rows of a window as HTML with the number of their player, 0 for a heading or a line between
        them."""
        numbers = count()
        for section in self.sections:
            for one, at in zip(section.rows, numbers, strict=False):
                if at in window:
                    if section.heading and one is section.rows[0]:
                        yield 0, self._heading(section)
                    yield from self._lines_of(one)

    def _lines_of(self, one: PublicRow) -> Iterator[tuple[int, str]]:
        """A row with what stands directly above and below it."""
        if not self.order_by:
            yield from ((0, line) for line in self._lines_above(one))
        yield one.row.player.number, self.row(one)
        if one.row.note and not self.order_by:
            yield 0, self._across("why-row", sentence(one.row.note))

    def row(self, one: PublicRow, is_own: bool = False) -> SafeString:
        """Return one row as HTML, the reader's own with a mark."""
        number = one.row.player.number
        self.own = number if is_own else 0
        css = " ".join(filter(None, ("is-out" if one.is_gone else "", "is-own" if is_own else "")))
        cells = "".join([cell(one) for cell in self.cells])
        keys = f"{number} {keys_of(one.row.player.searched)}"
        row = f'<tr id="p{number}" class="{css}" data-keys="{escape(keys)}" data-key="{number}"'
        return SafeString(f"{row}{self._sheet(one)}>{cells}</tr>")

    def _sheet(self, one: PublicRow) -> SafeString:
        """Return the attributes by which js/moves.js knows a sheet that came in or was corrected."""
        mark = self.live.sheet_mark(one.row) if self.live else ""
        if not self.live or not mark:
            return SafeString("")
        said = announcement(self.live, one.row)
        return format_html(' data-sheet="{}"{}', mark, format_html(' data-announced="{}"', said) if said else "")

    def _heading(self, section: ListSection) -> SafeString:
        text = '<h2 class="large">{}</h2> <span class="muted small">{}</span>'
        return self._across("head-row", format_html(text, section.heading, section.note))

    def _lines_above(self, one: PublicRow) -> Iterator[SafeString]:
        if one.coming:
            yield self._coming(one.coming)
        elif one.row.line:
            yield self._across("line-row", sentence(one.row.line))

    def _coming(self, line: ComingLine) -> SafeString:
        words = gettext("Top {size}") if line.division else gettext("Top {size} go on")
        if line.is_tied:
            gap = gettext("{place} and {next} level: tie-break")
        else:
            gap = gettext("{gap} between {place} and {next}")
        said = gap.format(gap=write_p(line.gap, plus=False), place=line.size, next=line.size + 1)
        text = '<strong>{}</strong><span class="cut-dashes"></span><span>{}</span>'
        return self._across("cut-row", format_html(text, words.format(size=line.size), said))

    def _across(self, css: str, text: str) -> SafeString:
        inner = '<tr class="{}"><td colspan="{}"><div>{}</div></td></tr>'
        return format_html(inner, css, len(self.columns), text)

    # --- cells ---

    def _cell(self, key: str, column: DataColumn, is_header: bool) -> Callable[[PublicRow], str]:
        """Hanchan are most of the cells: each is put together of what is kept of its score."""
        if column.repeats != "hanchan":
            return super()._cell(key, column, is_header)
        n, css, language = column.n, column.css, self.language

        def cell(one: PublicRow) -> str:
            played = one.row.standing.hanchan[n - 1]
            if played is None or one.is_gone:
                tone = f" {tint(played.score)}" if played else ""
                return f'<td class="{css}{tone}">{"" if one.is_gone else "–"}</td>'
            tone, text = _scored(played.place, played.score, n in one.row.standing.dropped, language)
            return f'<td class="{css} {tone}"><a href="{self._page(one.row)}#h{n}" tabindex="-1">{text}</a></td>'

        return cell

    def value_moved(self, one: PublicRow) -> int | None:
        return one.moved

    def value_behind(self, one: PublicRow) -> Points | None:
        return one.behind

    def render_place(self, value: int | None, one: PublicRow) -> str:
        return "–" if value is None else shared_place(value, one.row.standing.shared)

    def render_moved(self, value: int | None, one: PublicRow) -> SafeString:
        return moved_text(value)

    def render_name(self, value: str, one: PublicRow) -> SafeString:
        row = one.row
        you = format_html(' <span class="you chip">{}</span>', gettext("you")) if row.player.number == self.own else ""
        state = "" if row.standing.ranked else chip(row.standing.status)
        return SafeString(
            f'<a href="{self._page(row)}"><bdi class="name">{escape(row.player.label)}</bdi></a>{you} {state}'
            f'<span class="row-more muted small plain">{self._more(one)}</span>'
        )

    def _more(self, one: PublicRow) -> SafeString:
        """Return the line that a phone has below the name: country, penalties, carried scores, and the bars."""
        if one.is_gone:
            return SafeString("")
        row, parts = one.row, []
        if row.player.country:
            parts.append(SafeString(f"<span>{escape(row.player.country)}</span>"))
        if row.deducted:
            parts.append(format_html('<span class="neg">{} {}</span>', gettext("penalties"), write_p(row.deducted)))
        if self.ranking.has_carried:
            parts.append(format_html("<span>{} {}</span>", gettext("carried in"), write_p(row.standing.carried_in)))
        if row.standing.brought is not None and row.standing.ranked:
            parts.append(format_html("<span>{} {}</span>", gettext("carried over"), write_p(row.standing.brought)))
        return SafeString("".join([*parts, bars(row.scores, self.ranking.bar_scale)]))

    def render_live_hanchan(self, value: Points | None, one: PublicRow) -> SafeString:
        played = self.live.played(one.row) if self.live else None
        if played:
            _tone, text = _scored(played.place, played.score, False, self.language)
            return format_html('<span class="is-in">{}</span>', text)
        table = self.live.tables.get(one.row.player.number) if self.live else None
        return (
            format_html("<small>{}</small>", gettext("table {table}").format(table=table)) if table else SafeString("")
        )

    def render_behind(self, value: Points | None, one: PublicRow) -> str:
        return "" if value is None else write_p(value, plus=False)

    def render_carried(self, value: Points, one: PublicRow) -> str:
        return "" if one.is_gone else write_p(value)

    def render_penalties(self, value: Points, one: PublicRow) -> str:
        return "" if one.is_gone or not value else write_p(-value)

    def render_total(self, value: Points, one: PublicRow) -> SafeString:
        if one.is_gone:
            return SafeString("")
        text, live = total_text(one.row.standing), self.render_live_total(value, one)
        below = '{}<span class="row-live small plain warn">{} {}</span>'
        return format_html(below, text, gettext("live"), live) if live else SafeString(text)

    def render_live_total(self, value: Points | None, one: PublicRow) -> SafeString:
        if one.projected is None or one.is_gone:
            return SafeString("")
        total = one.projected.standing.total
        moved = moved_text(one.would_move, still="")
        return format_html('<span data-points="{}">{}</span> {}', total, write_p(total), moved)

    def _page(self, row: StandingsRow) -> str:
        return f"{self._players}{row.player.number}/"


@lru_cache(maxsize=16_384)
def _scored(place: int, score: Points, is_dropped: bool, _language: str) -> tuple[str, SafeString]:
    """Return the tint of a cell, and the dot and the score in it, in the active language. A page has a thousand."""
    text = format_html("<s>{}</s>", write_p(score)) if is_dropped else write_p(score)
    return tint(score), format_html("{}{}", place_dot(place, spoken=False), text)


def shared_place(place: int, shared: bool) -> str:
    """Return a place with the mark of a shared one behind it: 6=."""
    return format_html('{}<span class="hangs">{}</span>', place, shared_mark()) if shared else str(place)


def moved_text(places: int | None, still: str = "–") -> SafeString:
    """Return places won or lost with an arrow, and in words for screen readers; `still` where nothing moved."""
    if not places:
        return SafeString(still if places == 0 else "")
    return _moved(places, get_language() or "")


@lru_cache(maxsize=2048)
def _moved(places: int, _language: str) -> SafeString:
    css, arrow, word = ("good", "↑", gettext("up")) if places > 0 else ("bad", "↓", gettext("down"))
    hidden = format_html('<span class="visually-hidden">{} </span>', word)
    return format_html(
        '<span class="{} small strong">{}<span aria-hidden="true">{}</span>{}</span>', css, hidden, arrow, abs(places)
    )
