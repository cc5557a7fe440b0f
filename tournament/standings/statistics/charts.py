"""The event in pictures: coordinates for SVGs without a single inline style. Pure: rankings in, values out."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.points import P, Points
from tournament.standings.inputs import PlayerName
from tournament.standings.ranking import Ranking, StandingsRow
from tournament.translation.formats import series, write_p, write_whole_p

WIDTH, LEFT, RIGHT = 1000, 40, 250
TOP = 34
TOTALS_HEIGHT, NAMED, LEADING, LETTERS = 420, 12, 8, 17
BIN, BIN_WIDTH, BINS_HEIGHT = 10 * P, 56, 200
GRID = 50 * P
MOST_SQUARES = 24


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One player's line, with the name at its end; `said` is the whole course in words."""

    player: PlayerName
    points: str
    end: tuple[int, int]
    label_y: int
    text: str
    said: str
    is_named: bool
    is_leading: bool


@dataclass(frozen=True, slots=True)
class AxisMark:
    """A number at an axis."""

    at: int
    text: str
    is_zero: bool = False


@dataclass(frozen=True, slots=True)
class LineChart:
    """Lines over the hanchan; `rules` are horizontal, `columns` vertical with the number of the hanchan."""

    width: int
    height: int
    columns: tuple[AxisMark, ...]
    rules: tuple[AxisMark, ...]
    lines: tuple[ChartLine, ...]
    name_x: int


def totals_chart(rankings: Sequence[Ranking]) -> LineChart:
    """Everybody's running total, the first NAMED with their names."""
    last = rankings[-1]
    x = [LEFT + 30, *_columns(len(rankings), LEFT + 30)]
    totals: dict[int, list[Points]] = {row.player.id: [row.standing.carried_in] for row in last.ranked}
    for one in rankings:
        for row in one.rows:
            if row.player.id in totals:
                totals[row.player.id].append(row.standing.total)
    values = [value for way in totals.values() for value in way] or [0]
    top, bottom = -(-max([*values, GRID]) // GRID) * GRID, min([*values, 0]) // GRID * GRID

    def y(value: Points) -> int:
        return TOP + (top - value) * (TOTALS_HEIGHT - TOP - 20) // (top - bottom)

    named = {row.player.id: n for n, row in enumerate(last.ranked[:NAMED])}
    labels = _spread([y(row.standing.total) for row in last.ranked[:NAMED]], LETTERS)
    lines = []
    for row in reversed(last.ranked):
        way = [(x[n], y(value)) for n, value in enumerate(totals[row.player.id])]
        at = named.get(row.player.id)
        said = series(write_p(value) for value in totals[row.player.id][1:])
        label = labels[at] + 5 if at is not None else 0
        text = write_p(row.standing.total)
        lines.append(
            ChartLine(
                row.player,
                _path(way),
                way[-1],
                label,
                text,
                said,
                at is not None,
                (at or 0) < LEADING and at is not None,
            )
        )
    step = GRID * max(1, (top - bottom) // GRID // 8)
    rules = tuple(
        AxisMark(y(value), write_whole_p(value), value == 0)
        for value in range(bottom // step * step, top + 1, step)
        if value >= bottom
    )
    marks = tuple(AxisMark(at, str(one.after)) for at, one in zip(x[1:], rankings, strict=True))
    return LineChart(WIDTH, TOTALS_HEIGHT, marks, rules, tuple(lines), x[-1] + 16)


def _columns(count: int, left: int) -> list[int]:
    room = WIDTH - RIGHT - left
    return [left + (n + 1) * room // count for n in range(count)]


def _path(way: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in way)


def _spread(wanted: Sequence[int], apart: int) -> list[int]:
    """Heights at least so far apart, in the same order, and near the wanted ones.

    >>> _spread([10, 12, 40], 10)
    [10, 20, 40]
    """
    found: list[int] = []
    for height in wanted:
        found.append(max(height, found[-1] + apart) if found else height)
    return found


# --- scores --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bin:
    """The number of hanchan scores from `low` to below `high`, in points, and where its bar stands."""

    low: Points
    high: Points
    count: int
    x: int
    y: int
    height: int

    @property
    def middle(self) -> int:
        return self.x + BIN_WIDTH // 2


@dataclass(frozen=True, slots=True)
class Histogram:
    """Bars side by side over their bounds."""

    width: int
    height: int
    bins: tuple[Bin, ...]


def histogram(scores: Iterable[Points]) -> Histogram:
    """Return how hanchan scores are distributed, in steps of 10P."""
    counted = Counter(score // BIN for score in scores)
    if not counted:
        return Histogram(0, 0, ())
    first, last, most = min(counted), max(counted), max(counted.values())
    bins = []
    for n, at in enumerate(range(first, last + 1)):
        height = counted[at] * BINS_HEIGHT // most
        x, y = 10 + n * BIN_WIDTH, 24 + BINS_HEIGHT - height
        bins.append(Bin(at * BIN, (at + 1) * BIN, counted[at], x, y, height))
    return Histogram(20 + len(bins) * BIN_WIDTH, BINS_HEIGHT + 60, tuple(bins))


# --- head to head -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MeetingCell:
    """Two players: the tone of the row's (up, down, level, self; "" where they never met), and how it went."""

    tone: str
    text: str


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """A row of the square of meetings."""

    row: StandingsRow
    cells: tuple[MeetingCell, ...]


def meeting_square(ranking: Ranking, balance: Mapping[tuple[int, int], tuple[int, int]]) -> tuple[MeetingRow, ...]:
    """The first players against each other; `balance` is how often the one finished ahead of the other, and behind."""
    shown = ranking.ranked[:MOST_SQUARES]
    return tuple(MeetingRow(row, tuple(_cell(row, other, balance) for other in shown)) for row in shown)


def _cell(row: StandingsRow, other: StandingsRow, balance: Mapping[tuple[int, int], tuple[int, int]]) -> MeetingCell:
    if row is other:
        return MeetingCell("self", "")
    ahead, behind = balance.get((row.player.id, other.player.id), (None, None))
    if ahead is None or behind is None:
        return MeetingCell("", "")
    return MeetingCell("up" if ahead > behind else "down" if behind > ahead else "level", f"{ahead}–{behind}")
