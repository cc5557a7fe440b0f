"""The lines of the quality card: each figure beside its bound, and in words how near it is."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.seating.kept import NOBODY, Kept
from tournament.seating.planner import Quality
from tournament.seating.planner.bounds import common_opponents_bound, most_visits_bound, stays_bound
from tournament.seating.planner.report import best_known, late_from, most_meetings_bound


@dataclass(frozen=True, slots=True)
class Figure:
    """A value beside the best that any seating of this size can have.

    `more` when a greater value is better; `is_known_best` when nothing better is known, though it may exist;
    so many of the best are `wished` because somebody keeps a table.
    """

    title: str
    value: int
    best: int
    more: bool = False
    is_known_best: bool = False
    wished: int = 0

    @property
    def short(self) -> int:
        """How far it falls short of the bound; 0 or less: it cannot be better."""
        return self.best - self.value if self.more else self.value - self.best

    @property
    def is_best(self) -> bool:
        return self.short <= 0

    @property
    def verdict(self) -> str:
        """How near the bound it is, in words."""
        if self.is_best:
            return _("optimal")
        said = _("within %(count)d of the bound %(best)d") % {"count": self.short, "best": self.best}
        return _("%(said)s; no better one is known") % {"said": said} if self.is_known_best else said


def figures(quality: Quality, *, winds: bool, varied: bool = False, kept: Kept = NOBODY) -> list[Figure]:
    """The quality card's lines; `winds` False when they are drawn at the table.

    `varied`: people come and go. Then what is proved of a size does not hold, and the bounds are those that always do.
    `kept`: whose tables are wished; the bounds are of seatings in which they keep them.
    """
    lines = [*_meetings(quality, varied), *(_winds(quality, varied) if winds else []), *_tables(quality, varied, kept)]
    lines += [] if varied else _strangers(quality)
    if varied or all(line.is_best for line, _value in lines):
        return [line for line, _value in lines]
    known = best_known(quality.players, quality.hanchan, quality.size)
    return [_compared(line, value, known) for line, value in lines]


Reading = Callable[[Quality], int | None]
"""Where a line finds its value in the figures of any seating."""


def _compared(line: Figure, value: Reading, known: Quality | None) -> Figure:
    """The line, marked when the best seating known here does no better."""
    best = value(known) if known else None
    if line.is_best or best is None:
        return line
    return replace(line, is_known_best=line.value >= best if line.more else line.value <= best)


def _meetings(quality: Quality, varied: bool) -> list[tuple[Figure, Reading]]:
    most = most_meetings_bound(quality.players, quality.hanchan, quality.repeats_bound, quality.size)
    if varied:
        most = 2 if quality.repeats_bound else 1
    lines: list[tuple[Figure, Reading]] = [
        (Figure(_("repeated meetings"), quality.repeats, quality.repeats_bound), lambda one: one.repeats)
    ]
    if not quality.repeats:
        return lines
    lines.append(
        (Figure(_("meetings of one pair, at most"), quality.most_meetings, most), lambda one: one.most_meetings)
    )
    if quality.first_repeat:
        latest = quality.hanchan if varied else late_from(quality.players, quality.hanchan, quality.size)
        line = Figure(_("first repeat in hanchan"), quality.first_repeat, latest, more=True)
        lines.append((line, lambda one: one.first_repeat))
    at_once = 0 if varied else quality.running_repeats_bound
    running = Figure(_("… in two hanchan running"), quality.running_repeats, at_once)
    sides = Figure(_("… sitting the same way again"), quality.uneven_sides, 0)
    return [*lines, (running, lambda one: one.running_repeats), (sides, lambda one: one.uneven_sides)]


def _winds(quality: Quality, varied: bool) -> list[tuple[Figure, Reading]]:
    even = 0 if varied or quality.hanchan % quality.size == 0 else 1
    at_the_end = Figure(_("wind difference at the end"), quality.wind_gap, even)
    on_the_way = Figure(_("… after any hanchan"), quality.wind_gap_any, 1 if quality.hanchan else 0)
    return [(at_the_end, lambda one: one.wind_gap), (on_the_way, lambda one: one.wind_gap_any)]


def _tables(quality: Quality, varied: bool, kept: Kept) -> list[tuple[Figure, Reading]]:
    returns = Figure(_("returns to a table"), quality.table_revisits, quality.table_revisits_bound)
    more_returns = kept.more_returns(quality.players // quality.size)
    size = quality.players, quality.hanchan, quality.size
    at_most = most_visits_bound(*size) if quality.players >= quality.size else 0
    at_most, least = (min(at_most, 1), 0) if varied else (at_most, stays_bound(*size))
    visits = Figure(_("visits to one table, at most"), quality.most_table_visits, at_most)
    stays = Figure(_("stays at a table"), quality.consecutive_table, least)
    return [
        (_wished(returns, more_returns), lambda one: one.table_revisits),
        (_wished(visits, kept.visits - at_most), lambda one: one.most_table_visits),
        (_wished(stays, kept.stays - least), lambda one: one.consecutive_table),
    ]


def _wished(line: Figure, more: int) -> Figure:
    """The line of a seating in which so many more are wished."""
    more = max(more, 0)
    return replace(line, best=line.best + more, wished=more)


def _strangers(quality: Quality) -> list[tuple[Figure, Reading]]:
    limit = common_opponents_bound(quality.players, quality.hanchan, quality.size)
    if quality.common_opponents is None or limit is None:
        return []
    line = Figure(_("common opponents of strangers, at least"), quality.common_opponents, limit, more=True)
    return [(line, lambda one: one.common_opponents)]
