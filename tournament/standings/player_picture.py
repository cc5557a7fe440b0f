"""A player's way through the event as one picture: coordinates for an SVG without a single inline style. Pure.

Every hanchan is a column; the lanes below each other are the running total, the place and the score. A desk has an
axis on the left and columns of 140, a phone columns of 45 and the axis on the right, over the hanchan still to come.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scoring.points import P, Points
from tournament.standings.player_card import HanchanStep, PlayerCard
from tournament.standings.ranking import Ranking
from tournament.translation.formats import write_p, write_whole_p

Axis = Callable[[int], int]
"""From a value to its y."""
GRID = 50 * P
FEWEST = 8
"""Columns for which there is room, at least (css/player.css): of fewer hanchan letters are no larger, paper stays."""
MOST_LINES = 6
LINE = 14  # the height of a number


@dataclass(frozen=True, slots=True)
class LaneLayout:
    """Sizes in units of the drawing: the axis column, a column, and top and height of each lane."""

    axis: int
    column: int
    total: tuple[int, int]
    place: tuple[int, int]
    score: tuple[int, int]
    height: int
    bar: int
    dot: int


DESK = LaneLayout(axis=64, column=140, total=(30, 128), place=(200, 62), score=(302, 100), height=428, bar=46, dot=13)
PHONE = LaneLayout(axis=0, column=45, total=(30, 80), place=(142, 50), score=(238, 78), height=338, bar=25, dot=11)


@dataclass(frozen=True, slots=True)
class LaneLabel:
    """A number at its point; `anchor` is where the text stands from it."""

    x: int
    y: int
    text: str
    anchor: str = "middle"
    css: str = ""


@dataclass(frozen=True, slots=True)
class LaneMark:
    """A point of a lane, or a bar with its height."""

    x: int
    y: int
    text: str
    css: str = ""
    height: int = 0
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class LaneRule:
    """A line across all columns with its number on the axis."""

    y: int
    text: str
    is_zero: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything that is drawn. `line` and `steps` are paths, `area` is between the line and zero; the hanchan to
    come begin at `coming_x` and are `coming` wide."""

    layout: LaneLayout
    width: int
    columns: tuple[int, ...]
    coming_x: int
    coming: int
    total_rules: tuple[LaneRule, ...]
    line: str
    area: str
    dots: tuple[LaneMark, ...]
    dot_labels: tuple[LaneLabel, ...]
    notches: tuple[LaneLabel, ...]
    place_rules: tuple[LaneRule, ...]
    steps: str
    places: tuple[LaneMark, ...]
    score_zero: int
    bars: tuple[LaneMark, ...]
    bar_labels: tuple[LaneLabel, ...]
    missed: tuple[int, ...]

    @property
    def axis_x(self) -> int:
        """The x at which the numbers of the axis end: left of the first column, or at the right edge."""
        return self.layout.axis - 10 if self.layout.axis else self.width

    @property
    def is_wide(self) -> bool:
        return self.layout.axis > 0


def picture(card: PlayerCard | None, ranking: Ranking, layout: LaneLayout) -> Picture:
    """Return the picture of a player with the results that the card has; None draws empty lanes."""
    steps = card.steps if card else ()
    count = max(ranking.hanchan_count, len(steps), 1)
    width = layout.axis + max(count, FEWEST) * layout.column
    x = [layout.axis + n * layout.column + layout.column // 2 for n in range(count)]
    start = card.row.standing.carried_in if card else 0
    totals = [step.running for step in steps]
    top, bottom = _range([0, start, *totals])
    total_y = _scale(layout.total, top, bottom)
    players = max(len(ranking.ranked), 2)
    place_y = _scale(layout.place, 1, players)
    most = _most(ranking)
    zero = layout.score[0] + layout.score[1] * 54 // 100
    labels = tuple(_dot_labels(totals, x, total_y, layout, width))
    points = [(layout.axis, total_y(start)), *((x[n], total_y(total)) for n, total in enumerate(totals))]
    line = " ".join(f"{px},{py}" for px, py in points) if totals else ""
    ranked = [
        (x[n], place, step.then.shared) for n, step in enumerate(steps) if step.then and (place := step.then.place)
    ]
    return Picture(
        layout=layout,
        width=width,
        columns=tuple(layout.axis + n * layout.column for n in range(count)),
        coming_x=layout.axis + len(steps) * layout.column,
        coming=(count - len(steps)) * layout.column,
        total_rules=tuple(_total_rules(top, bottom, total_y, [one.y for one in labels if not layout.axis])),
        line=line,
        area=f"{layout.axis},{total_y(0)} {line} {points[-1][0]},{total_y(0)}" if totals else "",
        dots=tuple(
            LaneMark(x[n], total_y(total), write_p(total), "neg" if total < 0 else "", is_last=n == len(totals) - 1)
            for n, total in enumerate(totals)
        ),
        dot_labels=labels,
        notches=tuple(_notches(steps, start, layout, total_y)),
        place_rules=tuple(LaneRule(place_y(n), str(n)) for n in _place_ticks(players, layout)),
        steps=_step_path(ranked, layout, place_y),
        places=tuple(_place_marks(ranked, place_y)),
        score_zero=zero,
        bars=tuple(_bars(steps, x, layout, zero, most)),
        bar_labels=tuple(_bar_labels(steps, x, layout, zero, most)),
        missed=tuple(x[n] for n, step in enumerate(steps) if step.played is None),
    )


def _range(totals: Sequence[Points]) -> tuple[Points, Points]:
    """The nearest multiples of 50P outside these totals, at least 50P apart.

    >>> _range([0, 6_500, -21_000, 109_300]), _range([0])
    ((150000, -50000), (50000, 0))
    """
    top, bottom = -(-max(totals) // GRID) * GRID, min(totals) // GRID * GRID
    return (top, bottom) if top > bottom else (GRID, bottom)


def _scale(lane: tuple[int, int], first: int, last: int) -> Axis:
    """A function from values to y: `first` at the top of the lane, `last` at its bottom."""
    top, height = lane
    return lambda value: top + (first - value) * height // (first - last)


def _total_rules(top: Points, bottom: Points, y: Axis, labels: Sequence[int]) -> Iterator[LaneRule]:
    """The lines of the total; one has no number where a value of the line stands beside it."""
    step = GRID
    while (top - bottom) // step > MOST_LINES:
        step += GRID
    for value in range(bottom // step * step, top + 1, step):
        if value >= bottom:
            is_taken = any(abs(y(value) - 3 - label) < LINE for label in labels)
            text = "" if is_taken else write_whole_p(value)
            yield LaneRule(y(value), text, is_zero=value == 0)


def _dot_labels(
    totals: Sequence[Points], x: Sequence[int], y: Axis, layout: LaneLayout, width: int
) -> Iterator[LaneLabel]:
    """Every total on a desk; on a phone the lowest below zero and the last, which stands beside its point, or in the
    last column on the side from which the line does not come. Below the first column of a phone stands the name of the
    next lane."""
    for n, total in enumerate(totals):
        is_last = n == len(totals) - 1
        if not is_last and not layout.axis and (total != min(totals) or total >= 0):
            continue
        falls = n > 0 and total < totals[n - 1]
        is_below = falls or (total < 0 and (n > 0 or layout.axis > 0))
        css = ("label-last " if is_last else "") + ("neg" if total < 0 else "")
        if is_last:
            at_edge = x[n] + layout.column > width
            beside = (24 if falls else -12) if at_edge else 7
            yield LaneLabel(
                x[n] + (-10 if at_edge else 14), y(total) + beside, write_p(total),
                "end" if at_edge else "start", css,
            )  # fmt: skip
        else:
            yield LaneLabel(x[n], y(total) + (20 if is_below else -11), write_p(total), "middle", css)


def _notches(steps: Sequence[HanchanStep], start: Points, layout: LaneLayout, y: Axis) -> Iterator[LaneLabel]:
    """A penalty in a hanchan: on the line between two columns, with its value."""
    before = start
    for n, step in enumerate(steps):
        amount = sum(given.amount for given in step.penalties)
        if amount:
            x = layout.axis + n * layout.column
            yield LaneLabel(x, (y(before) + y(step.running)) // 2, write_p(-amount), "middle", "neg")
        before = step.running


def _place_ticks(players: int, layout: LaneLayout) -> list[int]:
    if not layout.axis or players < 9:
        return [1, players]
    return [1, players // 3, players * 2 // 3, players]


def _step_path(ranked: Sequence[tuple[int, int, bool]], layout: LaneLayout, y: Axis) -> str:
    """A line that steps from place to place at the borders of the columns."""
    parts: list[str] = []
    for x, place, _shared in ranked:
        left, at = x - layout.column // 2, y(place)
        parts.append(f"{'L' if parts else 'M'}{left} {at}H{left + layout.column}")
    return "".join(parts)


def _place_marks(ranked: Sequence[tuple[int, int, bool]], y: Axis) -> Iterator[LaneMark]:
    for n, (x, place, shared) in enumerate(ranked):
        text = f"{place}{'=' if shared else ''}"
        css = "is-long" if len(text) > 2 else ""
        yield LaneMark(x, y(place), text, css, is_last=n == len(ranked) - 1)


def _most(ranking: Ranking) -> Points:
    """The score of a full bar: the event's largest, at least 50P, so that two players' pages compare."""
    return max(GRID, ranking.largest_score)


def _bar_height(score: Points, layout: LaneLayout, most: Points) -> int:
    room = layout.score[1] * (54 if score >= 0 else 46) // 100
    return max(1, abs(score) * room // most)


def _bars(
    steps: Sequence[HanchanStep], x: Sequence[int], layout: LaneLayout, zero: int, most: Points
) -> Iterator[LaneMark]:
    for n, step in enumerate(steps):
        if step.played:
            score = step.played.score
            height = _bar_height(score, layout, most)
            top = zero - height if score >= 0 else zero
            yield LaneMark(x[n] - layout.bar // 2, top, write_p(score), "neg" if score < 0 else "", height)


def _bar_labels(
    steps: Sequence[HanchanStep], x: Sequence[int], layout: LaneLayout, zero: int, most: Points
) -> Iterator[LaneLabel]:
    """The score outside the end of its bar."""
    for n, step in enumerate(steps):
        if step.played:
            score = step.played.score
            height = _bar_height(score, layout, most)
            y = zero - height - 6 if score >= 0 else zero + height + (17 if layout.axis else 13)
            yield LaneLabel(x[n], y, write_p(score), "middle", "neg" if score < 0 else "")
