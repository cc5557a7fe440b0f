"""The standings as a scoreboard: who leads, who moved, how far it is to the next place, who goes on. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.points import Points
from tournament.core.models import Hanchan, HanchanState
from tournament.screens.hall_names import HallName, hall_name
from tournament.standings.announcement import announcement
from tournament.standings.league_table import League, LeagueRow
from tournament.standings.projection import Projection
from tournament.standings.ranking import Ranking, StandingsRow, places_won
from tournament.translation.formats import write_p

PAGE_SECONDS = 12
MOST_PAGES, FIRST_PAGES = 6, 5
"""Of a list that takes more pages only the first are shown: 72 seconds are the most that is waited for."""
PAGING = {"seconds": PAGE_SECONDS, "most": MOST_PAGES, "first": FIRST_PAGES}
"""The same for `js/hall_standings.js`, which lays the rows out."""
FULL = 50_000
"""Points of a bar that is as high as bars get: one scale for every page of the screen."""
HALF, BAR, STEP, NOTCH = 35, 28, 34, 7  # the drawing's own units
ROOM = 6 * STEP - (STEP - BAR)
"""The width of six bars; more hanchan make thinner bars."""
ONE_LINE = 18
"""The squares of so many tables have room on one line, with their numbers."""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One row. `moved` is by how many places since the hanchan before, up positive, None where that says nothing;
    `behind` the points to the row above. `is_out` are those without a place. With the sheets of the hanchan in play
    `sheet` is the mark of the one that has `last`, "" while it is not in; then `is_playing` says that it will come.
    `announced` is the sentence about a sheet, beside one of its players."""

    row: StandingsRow
    name: HallName
    moved: int | None
    last: Points | None
    behind: Points | None
    line: str = ""
    sheet: str = ""
    is_playing: bool = False
    announced: str = ""

    @property
    def places(self) -> int:
        return abs(self.moved or 0)

    @property
    def is_out(self) -> bool:
        return not self.row.standing.ranked

    @property
    def bars(self) -> SafeString:
        return bars(self.row.scores)


@dataclass(frozen=True, slots=True)
class CutRow:
    """The last place that goes on, and its lead over the next one; 0 where the two are level."""

    size: int
    row: BoardRow
    lead: Points

    @property
    def following(self) -> int:
        return self.size + 1


@dataclass(frozen=True, slots=True)
class TableSquare:
    """A table of the hanchan in play; `sheet` is the mark of its sheet, "" while it is not in. `is_second`: on the
    second line, of which there is one where the tables are too many for one."""

    table: int
    sheet: str
    is_second: bool = False


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """All rows, the cut that comes, `line` the position of the first row below it, and the hanchan that have begun and
    are not in it: in play, or hidden, which looks the same from the hall. `squares` has each table while sheets of the
    hanchan in play are shown, () else."""

    rows: tuple[BoardRow, ...]
    cut: CutRow | None = None
    line: int = 0
    uncounted: tuple[int, ...] = ()
    squares: tuple[TableSquare, ...] = ()

    @property
    def has_two_lines(self) -> bool:
        return len(self.squares) > ONE_LINE


@dataclass(frozen=True, slots=True)
class LeagueBoardRow:
    """A row of a league's table; `is_first_below` is the first of those who lack games for a place."""

    row: LeagueRow
    name: HallName
    is_first_below: bool

    @property
    def moved(self) -> int | None:
        return self.row.moved

    @property
    def places(self) -> int:
        return abs(self.moved or 0)


def league_rows(table: League) -> tuple[LeagueBoardRow, ...]:
    """The rows of a league's table for the wall."""
    first = table.below[0] if table.placed and table.below else None
    return tuple(LeagueBoardRow(row, hall_name(row.player), row is first) for row in table.rows)


def scoreboard(
    ranking: Ranking, before: Ranking | None, hanchan: Sequence[Hanchan], live: Projection | None = None
) -> Scoreboard:
    """The scoreboard of standings; `before` are those one hanchan earlier, `live` the projection that they are of."""
    rows = tuple(_rows(ranking, before, live))
    cut, line = _cut(ranking, rows)
    return Scoreboard(rows, cut, line, uncounted(ranking, hanchan), squares(live) if live else ())


def squares(live: Projection) -> tuple[TableSquare, ...]:
    """Return the tables of the hanchan in play, in order."""
    tables = sorted({*live.tables.values(), *live.sheet_marks})
    half = (len(tables) + 1) // 2 if len(tables) > ONE_LINE else len(tables)
    return tuple(TableSquare(table, live.sheet_marks.get(table, ""), at >= half) for at, table in enumerate(tables))


def uncounted(ranking: Ranking, hanchan: Sequence[Hanchan]) -> tuple[int, ...]:
    """The numbers of the hanchan that have begun and are not in the standings."""
    return tuple(one.number for one in hanchan if one.state != HanchanState.PLANNED and one.number > ranking.after)


def _rows(ranking: Ranking, before: Ranking | None, live: Projection | None) -> Iterator[BoardRow]:
    above: StandingsRow | None = None
    for row in (*ranking.ranked, *ranking.substitutes, *ranking.out):
        last = row.scores[ranking.after - 1] if ranking.after and len(row.scores) >= ranking.after else None
        is_near = above is not None and row.standing.ranked and above.standing.tier == row.standing.tier
        behind = above.standing.total - row.standing.total if above is not None and is_near else None
        line = str(row.line) if row.line else ""
        found = BoardRow(row, hall_name(row.player), _moved(row, before), last, behind, line)
        yield _in_play(found, live) if live else found
        above = row


def _in_play(one: BoardRow, live: Projection) -> BoardRow:
    """Return the row with what is known of its table in the hanchan in play."""
    sheet, is_seated = live.sheet_mark(one.row), one.row.player.number in live.tables
    is_playing = is_seated and not sheet and not one.is_out
    return replace(one, sheet=sheet, is_playing=is_playing, announced=announcement(live, one.row))


def _moved(row: StandingsRow, before: Ranking | None) -> int | None:
    old = before.by_number.get(row.player.number) if before is not None else None
    return places_won(old.standing.place if old else None, row.standing.place)


def _cut(ranking: Ranking, rows: Sequence[BoardRow]) -> tuple[CutRow | None, int]:
    """The next cut on these rows, and the position of its line; (None, 0) without one."""
    cut = next((cut for cut in ranking.by.cuts if cut.after >= ranking.after), None)
    first = [row for row in rows if row.row.standing.ranked and row.row.standing.tier == 0]
    if cut is None or not ranking.after or cut.sizes[0] >= len(first):
        return None, 0
    size = cut.sizes[0]
    lead = next(
        one.row.standing.total - two.row.standing.total
        for position, (one, two) in enumerate(pairwise(first), start=1)
        if position == size
    )
    return CutRow(size, first[size - 1], lead), size


def bars(scores: Sequence[Points | None]) -> SafeString:
    """Return a bar for each hanchan, all on one scale, the last one brighter; over the scale a bar is cut and notched.

    None, a hanchan that was not played, is a gap.
    """
    if len(scores) < 2:  # one bar would say what the last hanchan says
        return SafeString("")
    width = max(len(scores) * STEP - (STEP - BAR), ROOM)
    parts = [_bar(n, score, n == len(scores) - 1) for n, score in enumerate(scores) if score is not None]
    return format_html(
        '<svg class="score-bars" role="img" aria-label="{}" viewBox="0 0 {} {}" preserveAspectRatio="none">{}'
        '<path class="score-zero" d="M0 {}h{}"/></svg>',
        " ".join("–" if score is None else write_p(score) for score in scores),
        width,
        2 * HALF,
        format_html_join("", '<path class="{}" d="{}"/>', parts),
        HALF,
        len(scores) * STEP - (STEP - BAR),
    )


def _bar(n: int, score: Points, is_last: bool) -> tuple[str, str]:
    tone = f"is-{'up' if score >= 0 else 'down'}{' is-last' if is_last else ''}"
    sign, height = (-1 if score >= 0 else 1), max(min(abs(score), FULL) * HALF / FULL, 1.5)
    left = n * STEP
    if abs(score) <= FULL:
        return tone, f"M{left} {HALF}h{BAR}v{sign * height:.1f}h-{BAR}z"
    whole = f"M{left} {HALF}h{BAR}v{sign * (HALF - NOTCH)}h-{BAR}z"
    return tone, f"{whole}M{left} {HALF + sign * (HALF - NOTCH + 3)}h{BAR}v{sign * (NOTCH - 3)}h-{BAR}z"
