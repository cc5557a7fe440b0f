"""The page of a hanchan by the standings, put together: tables with places and totals, figures, curve, alternatives."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache

from scoring.winds import WINDS, Wind
from tournament.pairing.curve import Curve, drawn
from tournament.pairing.forms import SHORT_STEPS, written_step
from tournament.pairing.methods import NAMES, Choice, Made, Method, make, wind_weight, wishes_now
from tournament.pairing.situation import Situation
from tournament.players.models import Player
from tournament.seating.draft import seated
from tournament.seating.planner.by_standings import Closeness, Setting, closeness, curve
from tournament.seating.wishes.contradicting import worded
from tournament.standings.ranking import Row

AN_HOUR = 60 * 60
NAMED = 12
"""So many repeats, and so many people with uneven winds, are named."""
UNMET_SHOWN = 5
"""So many wishes that it falls short of stand on top; the others are folded, so that the tables stay in sight."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of the preview; `row` is the player's in the standings, None before the first results."""

    wind: Wind
    player: Player
    rank: int
    row: Row | None


@dataclass(frozen=True, slots=True)
class Table:
    """One table of the preview; `spread` is the worst rank less the best."""

    number: int
    seats: tuple[Seat, ...]
    spread: int


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two who meet again, and in which hanchan they met before."""

    one: Player
    other: Player
    hanchan: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table of choices: what it is called, the address that chooses it, what it gives."""

    label: str
    address: str
    repeats: int
    mean_tenths: int
    largest: int
    chosen: bool

    @property
    def mean(self) -> str:
        return f"{self.mean_tenths // 10}.{self.mean_tenths % 10}"


def preview(known: Situation, choice: Choice, now: Sequence[Sequence[int]]) -> dict[str, Any]:
    """Everything that the page shows of a choice; `now` is how the hanchan is seated so far, if it is."""
    made = make(known, choice)
    counted = made.closeness
    return {
        "made": made,
        "chosen": given(choice),
        "tables": _tables(known, made),
        "out": [known.players[pk] for pk in made.out],
        "repeats": [_repeat(known, *pair) for pair in counted.repeats[:NAMED]],
        "more_repeats": max(0, len(counted.repeats) - NAMED),
        "uneven": [known.players[pk] for pk in counted.uneven[:NAMED]],
        "more_uneven": max(0, len(counted.uneven) - NAMED),
        "unmet": (unmet := worded(made.unmet, known.players, known.wishes, winds=known.winds))[:UNMET_SHOWN],
        "more_unmet": unmet[UNMET_SHOWN:],
        "figures": _line("", "", counted, True),
        "curve": _curve(known, choice, made) if choice.method is Method.SWISS else None,
        "settings": _settings(known, choice, made) if choice.method is Method.SWISS else [],
        "ways": _ways(known, choice, made, now),
    }


def _tables(known: Situation, made: Made) -> list[Table]:
    rank = {player: at for at, player in enumerate(known.order, start=1)}
    return [
        Table(
            number,
            tuple(
                Seat(wind, known.players[pk], rank[pk], known.rows.get(pk))
                for wind, pk in zip(WINDS, players, strict=False)
            ),
            max(rank[pk] for pk in players) - min(rank[pk] for pk in players),
        )
        for number, players in enumerate(made.tables, start=1)
    ]


def _repeat(known: Situation, one: int, other: int, _times: int) -> Repeat:
    met = [
        str(hanchan)
        for hanchan, tables in enumerate(known.past, start=1)
        if any(one in table and other in table for table in tables)
    ]
    return Repeat(known.players[one], known.players[other], ", ".join(met))


def _line(label: str, address: str, counted: Closeness, chosen: bool) -> Line:
    return Line(label, address, len(counted.repeats), counted.mean_tenths, counted.largest, chosen)


def given(choice: Choice) -> dict[str, str]:
    """The choice as a form sends it; what is as usual is left out."""

    def all_of(one: Choice) -> dict[str, str]:
        return {
            "method": one.method.value, "step": written_step(one.step), "group": str(one.group),
            "pattern": one.pattern, "rest": one.rest.value, "tables": one.tables.value,
            "winds_first": "on" if one.winds_first else "", "sit_out": "on" if one.sit_out else "",
        }  # fmt: skip

    usual = all_of(Choice())
    return {name: value for name, value in all_of(choice).items() if usual[name] != value} | {"seed": str(choice.seed)}


def address(choice: Choice) -> str:
    """The choice as the query of an address."""
    return "?" + urlencode(given(choice))


def _measured(known: Situation, choice: Choice, order: tuple[int, ...]) -> tuple[Setting, ...]:
    """The points of the curve, counted once for what is known, the seed and the winds."""
    weight = wind_weight(known, choice)
    found: tuple[Setting, ...] = cache.get_or_set(
        f"curve-{known.digest}-{choice.seed}-{weight}",
        lambda: curve(
            order,
            known.past,
            seed=choice.seed,
            size=known.size,
            wishes=wishes_now(known),
            wind_weight=weight,
        ),
        AN_HOUR,
    )
    return found


def _chosen(known: Situation, choice: Choice, made: Made) -> list[Setting]:
    """The points, the chosen one as it really comes out."""
    as_made = made.closeness
    return [
        replace(one, repeats=len(as_made.repeats), mean_tenths=as_made.mean_tenths, largest=as_made.largest)
        if one.step == choice.step
        else one
        for one in _measured(known, choice, made.order)
    ]


def _curve(known: Situation, choice: Choice, made: Made) -> Curve:
    points = [(one.repeats, one.mean_tenths) for one in _chosen(known, choice, made)]
    steps = [one.step for one in _measured(known, choice, made.order)]
    return drawn(points, steps.index(choice.step) if choice.step in steps else None)


def _settings(known: Situation, choice: Choice, made: Made) -> list[Line]:
    return [
        Line(
            str(SHORT_STEPS[one.step]), address(replace(choice, step=one.step)), one.repeats, one.mean_tenths,
            one.largest, one.step == choice.step,
        )
        for one in reversed(_chosen(known, choice, made))
    ]  # fmt: skip


COMPARED = (Method.SWISS, Method.GROUPS, Method.POTS, Method.SNAKE, Method.CHUNKS)


def _ways(known: Situation, choice: Choice, made: Made, now: Sequence[Sequence[int]]) -> list[Line]:
    """Other ways beside the chosen one, and the seats that the hanchan has now."""
    methods = [*COMPARED, *([Method.FINALS] if known.finalists and not known.finalists % known.size else [])]

    def counted(method: Method) -> Closeness:
        other = replace(choice, method=method, pattern="" if method is not Method.PATTERN else choice.pattern)
        found: Closeness = cache.get_or_set(
            f"way-{known.digest}-{address(other)}", lambda: make(known, other).closeness, AN_HOUR
        )
        return found

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
        as_now = closeness(tuple(map(tuple, now)), made.order, known.past)
        return [chosen, *lines, _line("", "", as_now, False)]
    return [chosen, *lines]
