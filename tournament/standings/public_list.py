"""The table of the public standings as HTML, kept while nobody would see another one."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from scoring.standings.players import Running
from tournament.core.models import Tournament
from tournament.core.requests import parse_int
from tournament.standings.cache import page_parts
from tournament.standings.projection import Projection
from tournament.standings.public_table import PublicStandingsTable
from tournament.standings.ranking import Ranking, StandingsRow

ROWS = "<!--rows-->"
MOST_ROWS, PAGE_ROWS = 400, 100
"""A longer list has pages of so many rows: a thousand rows are 3 MB, which a phone would load after every hanchan."""
ALL = "all"
"""In the place of a page: everybody on one, to print it."""


@dataclass(frozen=True)
class ListChoice:
    """The content of the list: standings, places by player (id) a hanchan before, live figures beside them or None, the
    order ("" for the places) and the page, 0 for everybody on one."""

    ranking: Ranking
    before: Mapping[int, Running]
    live: Projection | None
    is_live_on: bool
    after: int | None
    order: str
    page: int = 0
    since: Hashable = None
    """Since when the inputs of the standings have been the same, which names the places before, too."""

    @property
    def mark(self) -> str:
        """Names everything that a reader sees: what polls send it, and hear 204 while it holds."""
        return f"{self.ranking.digest}-{self.live.digest}" if self.live else self.ranking.digest

    @property
    def keep(self) -> str:
        """The parameter that links keep while live figures are off."""
        return "&live=0" if self.live and not self.is_live_on else ""

    @property
    def pages(self) -> range:
        """The pages of the list, none for one that is short."""
        return pages_of(self.ranking)

    @property
    def keep_page(self) -> str:
        """The parameter by which a poll asks for the same page."""
        return f"&page={self.page or ALL}" if self.pages else ""

    @property
    def keep_order(self) -> str:
        """The parameters that links from page to page keep."""
        return (f"&sort={self.order}" if self.order else "") + self.keep

    @property
    def window(self) -> range:
        """The rows of the page, counted from 0."""
        if not self.page:
            return range(len(self.ranking.rows))
        return range((self.page - 1) * PAGE_ROWS, self.page * PAGE_ROWS)

    @cached_property
    def key(self) -> Hashable:
        """Names the rows."""
        return self.mark, self.since, self.is_live_on, self.order, self.page, get_language()


@dataclass(frozen=True, slots=True)
class TableHtml:
    """The HTML before, in and after the body of a table; `at` is the index of each player's row by number."""

    head: str
    rows: tuple[str, ...]
    foot: str
    at: Mapping[int, int]


def known_order(wanted: str, ranking: Ranking, is_live: bool) -> str:
    """The one heading by which the reader sorts (`-total`), "" for the places: few, since each makes a page."""
    key, _line, number = wanted.removeprefix("-").partition("_")
    if key == "hanchan" and parse_int(number) in ranking.numbers:
        return wanted
    known = {"place", "moved", "name", "country", "penalties", "behind", "total"}
    known |= {"carried"} if ranking.has_carried else set()
    known |= {"live_hanchan", "live_total"} if is_live else set()
    return wanted if wanted.removeprefix("-") in known else ""


def pages_of(ranking: Ranking) -> range:
    """Return the pages of the list, none for one that is short."""
    rows = len(ranking.rows)
    return range(1, 1 - (-rows // PAGE_ROWS)) if rows > MOST_ROWS else range(0)


def known_page(wanted: str, ranking: Ranking) -> int:
    """Return the page that an address asks for, the nearest of those that there are; 0 for everybody on one."""
    pages = pages_of(ranking)
    if not pages or wanted == ALL:
        return 0
    return min(max(parse_int(wanted) or 1, 1), pages[-1])


def list_of(tournament: Tournament, shown: ListChoice, own: StandingsRow | None = None) -> SafeString:
    """The table, made once for everybody who reads the same results in the same order and language; with the reader's
    own row marked. On another page than its own it stands before or after the others."""
    key = ("list", tournament.slug, shown.key)
    made: TableHtml = page_parts.get(key, lambda: _html(_table(tournament, shown), shown))
    rows = made.rows
    if own:
        table = _table(tournament, shown)
        at, mine = next(pair for pair in enumerate(table.in_order) if pair[1].row.player.number == own.player.number)
        row = table.row(mine, is_own=True)
        if (here := made.at.get(own.player.number)) is not None:
            rows = (*rows[:here], row, *rows[here + 1 :])
        else:
            rows = (row, *rows) if at < shown.window.start else (*rows, row)
    return SafeString("".join((made.head, *rows, made.foot)))


def _table(tournament: Tournament, shown: ListChoice) -> PublicStandingsTable:
    live = shown.live if shown.is_live_on else None
    table = PublicStandingsTable(shown.ranking, shown.before, live, slug=tournament.slug)
    table.order_by = shown.order
    return table


def _html(table: PublicStandingsTable, shown: ListChoice) -> TableHtml:
    page = render_to_string("standings/list.html", {"table": table, "rows": SafeString(ROWS), "keep": shown.keep})
    head, foot = page.split(ROWS)
    lines = list(table.lines(shown.window))
    at = {number: index for index, (number, _row) in enumerate(lines) if number}
    return TableHtml(head, tuple(row for _number, row in lines), foot, at)


def render_list(tournament: Tournament, ranking: Ranking) -> str:
    """Return the table of a ranking, built again."""
    shown = ListChoice(ranking, {}, None, is_live_on=False, after=None, order="")
    made = _html(_table(tournament, shown), shown)
    return "".join((made.head, *made.rows, made.foot))
