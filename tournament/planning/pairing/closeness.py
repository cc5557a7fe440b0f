"""Tables by rank, who meets again, and the curve of repeats versus closeness, beside the preview of a hanchan that is
seated by the standings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import le
from typing import cast

from django.core.cache import cache
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.winds import WINDS, Wind
from seating.swiss import Closeness, CurvePoint, closeness, curve
from tournament.planning.pairing.basis import PairingBasis
from tournament.planning.pairing.methods import (
    NAMES,
    Method,
    PairedHanchan,
    PairingChoice,
    task_of,
    wishes_now,
)
from tournament.players.models import Player
from tournament.seating_report.sentences import isolated_label, translate_about_wishes
from tournament.standings.ranking import StandingsRow
from tournament.translation.formats import enumeration

STEP_LABELS = {
    0: _("closest ranks; repeats ignored"),
    4: _("a repeat counts as 4 ranks apart"),
    8: _("… 8 ranks apart"),
    16: _("… 16 ranks apart"),
    32: _("… 32 ranks apart"),
    64: _("… 64 ranks apart"),
    None: _("no repeats if possible"),
}


def format_step(step: int | None) -> str:
    return "never" if step is None else str(step)


WIDTH, HEIGHT = 320, 180
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 14, 34


@dataclass(frozen=True, slots=True)
class CurveDot:
    """One dot of the curve."""

    x: int
    y: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """The dots, the same as `points` of a polyline, and the numbers at the ends of both axes (mean spread as text)."""

    dots: tuple[CurveDot, ...]
    points: str
    most_repeats: int
    least_spread: str
    most_spread: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def draw_curve(points: Sequence[tuple[int, int]], chosen: int | None) -> Curve:
    """(repeats, mean spread in tenths) for each setting, from the closest to the one without repeats.

    >>> draw_curve([(10, 30), (0, 90)], 1).points
    '306,146 46,14'
    """
    repeats = max(1, *(one for one, _ in points))
    least, most = min(mean for _, mean in points), max(mean for _, mean in points)
    span = max(most - least, 1)
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    dots = tuple(
        CurveDot(LEFT + one * across // repeats, TOP + (most - mean) * down // span, at == chosen)
        for at, (one, mean) in enumerate(points)
    )
    return Curve(
        dots,
        " ".join(f"{dot.x},{dot.y}" for dot in dots),
        repeats,
        f"{least // 10}.{least % 10}",
        f"{most // 10}.{most % 10}",
    )


AN_HOUR = 60 * 60
NAMED = 12
"""So many repeats are named."""
UNMET_SHOWN = 5
"""So many wishes that it falls short of stand on top; the others are folded, so that the tables stay in sight."""


@dataclass(frozen=True, slots=True)
class PreviewSeat:
    """One seat of the preview; `row` is the player's in the standings, None before the first results."""

    wind: Wind
    player: Player
    rank: int
    row: StandingsRow | None


@dataclass(frozen=True, slots=True)
class PreviewTable:
    """One table of the preview; `spread` is the worst rank less the best."""

    number: int
    seats: tuple[PreviewSeat, ...]
    spread: int


@dataclass(frozen=True, slots=True)
class MethodLine:
    """One alternative: its name, the address that chooses it, and its figures."""

    label: str
    address: str
    repeats: int
    mean_tenths: int
    largest: int
    chosen: bool

    @property
    def mean(self) -> str:
        return f"{self.mean_tenths // 10}.{self.mean_tenths % 10}"

    def beats(self, other: "MethodLine") -> bool:
        """Return whether no figure is worse than the other's, and one is better."""
        mine, theirs = ((one.repeats, one.mean_tenths, one.largest) for one in (self, other))
        return mine != theirs and all(map(le, mine, theirs))


def pairing_page(basis: PairingBasis, choice: PairingChoice, made: PairedHanchan, query: str) -> dict[str, object]:
    """The context of a choice; `query` are its parameters, so that an address can change one of them."""
    counted, is_swiss = made.closeness, choice.method is Method.SWISS
    points = _points(basis, choice, made) if is_swiss else []
    figures = _line(str(NAMES[choice.method]), "", counted, chosen=True)
    settings = [_setting(one, choice, query) for one in reversed(points)] or [figures]
    unmet = translate_about_wishes(made.unmet, basis.players, basis.wishes, winds=basis.winds)
    as_now = _now(basis, made)
    return {
        "made": made,
        "tables": _tables(basis, made),
        "repeats": [_repeat(basis, *pair) for pair in counted.repeats[:NAMED]],
        "more_repeats": max(0, len(counted.repeats) - NAMED),
        "unmet": unmet[:UNMET_SHOWN],
        "more_unmet": unmet[UNMET_SHOWN:],
        "figures": figures,
        "curve": _curve(points, choice) if is_swiss else None,
        "lines": [*settings, *as_now],
        "is_beaten": is_swiss and any(line.beats(figures) for line in [*settings, *as_now]),
    }


def _tables(basis: PairingBasis, made: PairedHanchan) -> list[PreviewTable]:
    rank = {player: at for at, player in enumerate(basis.order, start=1)}
    return [
        PreviewTable(
            number,
            tuple(
                PreviewSeat(wind, basis.players[pk], rank[pk], basis.rows.get(pk))
                for wind, pk in zip(WINDS, players, strict=False)
            ),
            max(rank[pk] for pk in players) - min(rank[pk] for pk in players),
        )
        for number, players in enumerate(made.tables, start=1)
    ]


def _repeat(basis: PairingBasis, one: int, other: int, _times: int) -> str:
    """Return who meets again, and the hanchan of their earlier meetings."""
    past = enumerate(basis.past, start=1)
    met = [hanchan for hanchan, tables in past if any(one in table and other in table for table in tables)]
    names = {"one": isolated_label(basis.players[one]), "other": isolated_label(basis.players[other])}
    return gettext("{one}, {other}: met in hanchan {numbers}").format(numbers=enumeration(met), **names)


def _line(label: str, address: str, counted: Closeness, *, chosen: bool = False) -> MethodLine:
    return MethodLine(label, address, len(counted.repeats), counted.mean_tenths, counted.largest, chosen)


def _setting(one: CurvePoint, choice: PairingChoice, query: str) -> MethodLine:
    address = f"?{query}&way={choice.method}&step={format_step(one.step)}"
    label, chosen = str(STEP_LABELS[one.step]), one.step == choice.step
    return MethodLine(label, address, one.repeats, one.mean_tenths, one.largest, chosen)


def _now(basis: PairingBasis, made: PairedHanchan) -> list[MethodLine]:
    """The current tables of the hanchan, where the same people sit there."""
    if sorted(chain.from_iterable(basis.now)) != sorted(made.order):
        return []
    return [_line("", "", closeness(basis.now, made.order, basis.past))]


def _points(basis: PairingBasis, choice: PairingChoice, made: PairedHanchan) -> list[CurvePoint]:
    """The points of the curve, cached by basis, seed and weight of winds; the chosen one has the figures of its actual
    tables."""
    task = task_of(replace(basis, order=made.order, wishes=wishes_now(basis)), choice)
    key = f"curve-{basis.digest}-{choice.seed}-{task.wind_weight}"
    measured = cast("tuple[CurvePoint, ...]", cache.get_or_set(key, lambda: curve(task), AN_HOUR))
    counted = made.closeness
    figures = {"repeats": len(counted.repeats), "mean_tenths": counted.mean_tenths, "largest": counted.largest}
    return [replace(one, **figures) if one.step == choice.step else one for one in measured]


def _curve(points: Sequence[CurvePoint], choice: PairingChoice) -> Curve:
    chosen = [one.step for one in points].index(choice.step)
    return draw_curve([(one.repeats, one.mean_tenths) for one in points], chosen)
