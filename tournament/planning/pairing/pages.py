"""The page of pairing by the standings: tables, figures, the curve of repeats versus closeness, alternatives."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import le
from typing import Any, cast
from urllib.parse import urlencode

from django.core.cache import cache

from scoring.winds import WINDS, Wind
from seating.swiss import Closeness, CurvePoint, closeness, curve
from tournament.planning.pairing.basis import PairingBasis
from tournament.planning.pairing.forms import SHORT_STEPS, format_step
from tournament.planning.pairing.methods import (
    NAMES,
    Method,
    PairedHanchan,
    PairingChoice,
    pair_hanchan,
    task_of,
    wishes_now,
)
from tournament.planning.sentences import translate_about_wishes
from tournament.players.models import Player
from tournament.seats.seat_map import seated
from tournament.standings.ranking import StandingsRow

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
"""So many repeats, and so many people with uneven winds, are named."""
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
class RepeatedMeeting:
    """Two players who meet again, and the hanchan of their earlier meetings."""

    one: Player
    other: Player
    hanchan: str


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


def preview(basis: PairingBasis, choice: PairingChoice, now: Sequence[Sequence[int]]) -> dict[str, Any]:
    """The context of the preview of a choice; `now` has the current seats of the hanchan, if any."""
    made = pair_hanchan(basis, choice)
    counted, is_swiss = made.closeness, choice.method is Method.SWISS
    figures, ways = _line("", "", counted, True), _comparison(basis, choice, made, now)
    settings = _settings(basis, choice, made) if is_swiss else []
    as_now = [line for line in ways if not line.address]
    return {
        "made": made,
        "chosen": choice_params(choice),
        "tables": _tables(basis, made),
        "out": [basis.players[pk] for pk in made.out],
        "repeats": [_repeat(basis, *pair) for pair in counted.repeats[:NAMED]],
        "more_repeats": max(0, len(counted.repeats) - NAMED),
        "uneven": [basis.players[pk] for pk in counted.uneven[:NAMED]],
        "more_uneven": max(0, len(counted.uneven) - NAMED),
        "unmet": (unmet := translate_about_wishes(made.unmet, basis.players, basis.wishes, winds=basis.winds))[
            :UNMET_SHOWN
        ],
        "more_unmet": unmet[UNMET_SHOWN:],
        "figures": figures,
        "curve": _curve(basis, choice, made) if is_swiss else None,
        "settings": settings,
        "ways": ways,
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


def _repeat(basis: PairingBasis, one: int, other: int, _times: int) -> RepeatedMeeting:
    met = [
        str(hanchan)
        for hanchan, tables in enumerate(basis.past, start=1)
        if any(one in table and other in table for table in tables)
    ]
    return RepeatedMeeting(basis.players[one], basis.players[other], ", ".join(met))


def _line(label: str, address: str, counted: Closeness, chosen: bool) -> MethodLine:
    return MethodLine(label, address, len(counted.repeats), counted.mean_tenths, counted.largest, chosen)


def choice_params(choice: PairingChoice) -> dict[str, str]:
    """The choice as form parameters: the method, the seed, and what differs from the defaults."""

    def all_of(one: PairingChoice) -> dict[str, str]:
        return {
            "method": one.method.value,
            "step": format_step(one.step),
            "group": str(one.group),
            "pattern": one.pattern,
            "rest": one.rest.value,
            "tables": one.tables.value,
            "winds_first": "on" if one.winds_first else "",
            "sit_out": "on" if one.sit_out else "",
        }

    usual = all_of(PairingChoice())
    named = {"method": choice.method.value, "seed": str(choice.seed)}  # which method is proposed depends on the cut
    return {name: value for name, value in all_of(choice).items() if usual[name] != value} | named


def address(choice: PairingChoice) -> str:
    """The choice as a query string."""
    return "?" + urlencode(choice_params(choice))


def _measured(basis: PairingBasis, choice: PairingChoice, order: tuple[int, ...]) -> tuple[CurvePoint, ...]:
    """The points of the curve, cached by basis, seed and weight of winds."""
    task = task_of(replace(basis, order=order, wishes=wishes_now(basis)), choice)
    found = cache.get_or_set(
        f"curve-{basis.cache_key}-{choice.seed}-{task.wind_weight}",
        lambda: curve(task),
        AN_HOUR,
    )
    return cast("tuple[CurvePoint, ...]", found)


def _chosen(basis: PairingBasis, choice: PairingChoice, made: PairedHanchan) -> list[CurvePoint]:
    """The points, the chosen one with the figures of its actual tables."""
    as_made = made.closeness
    return [
        replace(one, repeats=len(as_made.repeats), mean_tenths=as_made.mean_tenths, largest=as_made.largest)
        if one.step == choice.step
        else one
        for one in _measured(basis, choice, made.order)
    ]


def _curve(basis: PairingBasis, choice: PairingChoice, made: PairedHanchan) -> Curve:
    points = [(one.repeats, one.mean_tenths) for one in _chosen(basis, choice, made)]
    steps = [one.step for one in _measured(basis, choice, made.order)]
    return draw_curve(points, steps.index(choice.step) if choice.step in steps else None)


def _settings(basis: PairingBasis, choice: PairingChoice, made: PairedHanchan) -> list[MethodLine]:
    return [
        MethodLine(
            str(SHORT_STEPS[one.step]),
            address(replace(choice, step=one.step)),
            one.repeats,
            one.mean_tenths,
            one.largest,
            one.step == choice.step,
        )
        for one in reversed(_chosen(basis, choice, made))
    ]


COMPARED = (Method.SWISS, Method.GROUPS, Method.POTS, Method.SNAKE, Method.CHUNKS)


def _comparison(
    basis: PairingBasis, choice: PairingChoice, made: PairedHanchan, now: Sequence[Sequence[int]]
) -> list[MethodLine]:
    """The chosen method beside the others, and the current seats of the hanchan."""
    methods = [*COMPARED, *([Method.FINALS] if basis.finalists and not basis.finalists % basis.size else [])]

    def counted(method: Method) -> Closeness:
        other = replace(choice, method=method, pattern="" if method is not Method.PATTERN else choice.pattern)
        found = cache.get_or_set(
            f"way-{basis.cache_key}-{address(other)}", lambda: pair_hanchan(basis, other).closeness, AN_HOUR
        )
        return cast("Closeness", found)

    lines = [
        _line(
            str(NAMES[method]),
            address(replace(choice, method=method)),
            counted(method),
            method is choice.method,
        )
        for method in methods
        if method is not choice.method
    ]
    chosen = _line(str(NAMES[choice.method]), address(choice), made.closeness, True)
    if now and seated(dict(enumerate(map(tuple, now)))) == set(made.order):
        as_now = closeness(tuple(map(tuple, now)), made.order, basis.past)
        return [chosen, *lines, _line("", "", as_now, False)]
    return [chosen, *lines]
