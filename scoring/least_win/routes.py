"""The last hand: the least win that takes each player to each place.

Seats are *current* winds, as on the all-last sheet (S2): East is the dealer. A *step* is what a hand can pay, with the
han and fu that pay it. At the table a larger win never gives a lower place; in the tournament it may: who deals in can
fall below another rival, whose better uma lifts that rival past the winner. Steps that miss a place above the least
one that reaches it are *gaps*.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, NamedTuple

from scoring.game import Place
from scoring.least_win.table import LastHand, Race, draws, places
from scoring.payments.dues import Payment
from scoring.payments.values import HandValue, PaymentProblem, check_way
from scoring.payments.wins import ron, tsumo
from scoring.payments.worth import base_points
from scoring.points import FromOne, Points
from scoring.rules import Ruleset
from scoring.winds import Wind

FU = (20, 25, *range(30, 111, 10))
LIMIT_HAN = (5, 6, 8, 11, 13)
MANGAN = 5
MOST_YAKUMAN = 3
USUAL_FU = 60


@dataclass(frozen=True, slots=True)
class WinStep:
    """A possible payment for a win: the hands that pay it, the payment, and the winner's place afterwards.

    `goes_on`: another hand follows unless the time is up, so the place is not final.
    """

    values: tuple[HandValue, ...]
    payment: Payment
    place: FromOne
    shared: bool
    goes_on: bool = False

    @property
    def is_usual(self) -> bool:
        """Return whether a hand with an everyday fu count pays it."""
        return any(value.fu <= USUAL_FU for value in self.values)

    @property
    def is_spoken(self) -> bool:
        """Return whether one asks for it in earnest: an everyday fu count, and no more than one yakuman."""
        return self.is_usual and any(value.yakuman <= 1 and not value.double for value in self.values)

    @property
    def is_common(self) -> bool:
        """Return whether a hand of up to a mangan pays it."""
        return any(value.han <= MANGAN and not value.yakuman for value in self.values)


@dataclass(frozen=True, slots=True)
class Route:
    """The wins that take `winner` to `place` or above.

    `usual` is the least that a hand of at most 60 fu pays; `any_win`: the smallest hand of all is enough.
    """

    winner: Wind
    payer: Annotated[Wind | None, "who discards; null for a self-draw"]
    place: FromOne
    least: Annotated[WinStep | None, "the least win that takes the place; null when none does"]
    alone: Annotated[WinStep | None, "the least win after which the place is not shared"]
    gaps: Annotated[tuple[WinStep, ...], "greater wins that miss the place"] = ()
    any_win: bool = False
    usual: WinStep | None = None
    ending: Annotated[
        WinStep | None, "the least win that takes it and ends the hanchan, even if there is time left"
    ] = None

    @property
    def is_safe(self) -> bool:
        """Return whether every win is enough, and the smallest does not share the place."""
        return self.any_win and self.alone is self.least and not self.gaps and not self.is_open

    @property
    def is_open(self) -> bool:
        """Return whether the hanchan goes on after the least win because nobody has the points that end an extension.

        A dealer's win is not reported here: that the dealer stays is said once, not for each route.
        """
        return self.winner is not Wind.EAST and self.least is not None and self.least.goes_on


def routes(table: LastHand, winner: Wind, place: int, race: Race | None = None) -> tuple[Route, ...]:
    """Return the wins that take `winner` to `place` or above: off each other player, and by self-draw.

    Raises ValueError for a winner whom the race does not rank.

    >>> from scoring.rules import preset
    >>> table = LastHand(points=(36_000, 30_000, 28_000, 26_000), rules=preset("wrc-2022"), hand=4)
    >>> [str(way.least.payment.changes) for way in routes(table, Wind.SOUTH, 1)]
    ['(-3200, 3200, 0, 0)', '(0, 6400, -6400, 0)', '(0, 6400, 0, -6400)', '(-2000, 4000, -1000, -1000)']
    """
    return routes_to(table, winner, (place,), race)[place]


def routes_to(
    table: LastHand, winner: Wind, goals: Collection[int] | None = None, race: Race | None = None
) -> dict[int, tuple[Route, ...]]:
    """Return the same for several places at once, by place, the best first; None: each that some win gives."""
    payers = (*(wind for wind in table.winds if wind is not winner), None)
    found = [(payer, steps(table, winner, payer, race)) for payer in payers]
    if goals is None:
        goals = {step.place for _, these in found for step in these}
    return {place: tuple([_route(winner, payer, place, these) for payer, these in found]) for place in sorted(goals)}


@dataclass(frozen=True, slots=True)
class CheapestWin:
    """The wins of up to 60 fu that one can say aloud, after which `winner` has a place that is not shared.

    `ron` is the cheapest direct win off a player whom it passes, `off` that player; only where none of them is enough,
    or nobody is to be passed, off anybody. `self_draw` is the cheapest self-draw. None where no hand is enough.
    `any_win`: every hand is enough, and `any_draw` the same of every draw. `has_gap`: a larger win of one of the two
    kinds misses the place.
    """

    winner: Wind
    ron: WinStep | None
    off: Wind | None
    self_draw: WinStep | None
    any_win: bool
    any_draw: bool
    has_gap: bool = False


def cheapest_win(table: LastHand, winner: Wind, place: int, race: Race | None = None) -> CheapestWin:
    """Return the cheapest wins that take `winner` to `place` or above, alone there.

    Which larger hands miss the place (`Route.gaps`) and a hanchan that goes on after the win are left out: they take
    more words than can be said. Raises ValueError for a winner whom the race does not rank.

    >>> from scoring.rules import preset
    >>> table = LastHand(points=(36_000, 30_000, 28_000, 26_000), rules=preset("wrc-2022"), hand=4)
    >>> found = cheapest_win(table, Wind.SOUTH, 1)
    >>> str(found.ron.payment.changes), str(found.off), str(found.self_draw.payment.changes)
    ('(-3200, 3200, 0, 0)', 'E', '(-2600, 5200, -1300, -1300)')
    """
    now = places(table, race)
    ways = {payer: steps(table, winner, payer, race) for payer in (*table.winds, None) if payer is not winner}
    least = {payer: _first(found, place) for payer, found in ways.items()}
    rons = [payer for payer in table.winds if least.get(payer)]
    passed = [payer for payer in rons if 0 < now[payer.index][0] <= now[winner.index][0]]

    def cost(payer: Wind) -> tuple[Points, int]:
        step = least[payer]
        return (step.payment.changes[winner.index] if step else 0), now[payer.index][0]

    off = min(passed or rons, key=cost, default=None)
    return CheapestWin(
        winner=winner,
        ron=least[off] if off else None,
        off=off,
        self_draw=least[None],
        any_win=all(_reaches(step, place) for found in ways.values() for step in found),
        any_draw=all(_is_alone(one.places[winner.index], place) for one in draws(table, race)),
        has_gap=any(_has_gap(ways[payer], place) for payer in (off, None) if payer in ways),
    )


def _has_gap(found: Sequence[WinStep], place: int) -> bool:
    """Return whether a win above the first that takes the place alone misses it."""
    usual = [_reaches(step, place) for step in found if step.is_usual]
    return True in usual and False in usual[usual.index(True) :]


def _first(found: Sequence[WinStep], place: int) -> WinStep | None:
    """Return the first step of up to 60 fu and one yakuman that takes the place alone."""
    return next((step for step in found if step.is_spoken and _reaches(step, place)), None)


def _reaches(step: WinStep, place: int) -> bool:
    return _is_alone((step.place, step.shared), place)


def _is_alone(found: Place, place: int) -> bool:
    return found[0] < place or found == (place, False)


def best_place(table: LastHand, race: Race | None = None) -> int:
    """Return the best place that a player of the table has now, or takes with a win of up to a mangan.

    A larger hand decides games, but nobody plays for the place that only a yakuman gives.
    """
    now = [place for place, _shared in places(table, race) if place]
    winners = [wind for wind in table.winds if race is None or race.totals[wind.index] is not None]
    won = (
        step.place
        for winner in winners
        for payer in (*table.winds, None)
        if payer is not winner
        for step in steps(table, winner, payer, race)
        if step.is_common
    )
    return min((*now, *won), default=1)


def _route(winner: Wind, payer: Wind | None, place: int, found: Sequence[WinStep]) -> Route:
    reaching = [number for number, step in enumerate(found) if step.place <= place]
    if not reaching:
        return Route(winner, payer, place, None, None)
    alone = next((step for step in found if step.place < place or (step.place == place and not step.shared)), None)
    gaps = tuple(step for step in found[reaching[0] :] if step.place > place)
    usual = next((found[number] for number in reaching if found[number].is_usual), None)
    ending = next((found[number] for number in reaching if not found[number].goes_on), None)
    return Route(winner, payer, place, found[reaching[0]], alone, gaps, reaching[0] == 0, usual, ending)


def steps(table: LastHand, winner: Wind, payer: Wind | None, race: Race | None = None) -> tuple[WinStep, ...]:
    """Return all possible payments for a win off `payer`, or by self-draw for None, the smallest first."""
    if race is not None and race.totals[winner.index] is None:
        raise ValueError(f"{winner.label} is not ranked")
    paid = _outcomes(table.rules, winner, payer, table.honba, table.deposits)
    return tuple([_step(table, one, winner, race) for one in paid])


class _Outcome(NamedTuple):
    """A payment, its changes by current wind, and the hands that pay it."""

    changes: tuple[Points, ...]
    payment: Payment
    values: tuple[HandValue, ...]


def _step(table: LastHand, paid: _Outcome, winner: Wind, race: Race | None) -> WinStep:
    after = table.moved(paid.changes, paid.payment.deposits, winner)
    return WinStep(paid.values, paid.payment, *places(after, race)[winner.index], after.goes_on(winner is Wind.EAST))


@lru_cache(maxsize=1024)  # 16 for each number of honba and deposits; what a hand pays does not depend on the scores
def _outcomes(rules: Ruleset, winner: Wind, payer: Wind | None, honba: int, deposits: int) -> tuple[_Outcome, ...]:
    """Return all possible payments for a hand, the smallest first; hands rounded to the same payment are one."""
    by_changes: dict[tuple[Points, ...], _Outcome] = {}
    for worth in _winnable(rules, self_draw=payer is None):
        payment = _payment(winner, payer, worth[0], rules, honba, deposits)
        same = by_changes.get(payment.changes)
        by_changes[payment.changes] = _Outcome(payment.changes, payment, (*same.values, *worth) if same else worth)
    return tuple(sorted(by_changes.values(), key=lambda one: one.changes[winner.index]))


def _payment(winner: Wind, payer: Wind | None, value: HandValue, rules: Ruleset, honba: int, deposits: int) -> Payment:
    if payer is None:
        return tsumo(winner, value, rules, honba, deposits)
    return ron(winner, payer, value, rules, honba, deposits)


@lru_cache(maxsize=64)
def _winnable(rules: Ruleset, self_draw: bool) -> tuple[tuple[HandValue, ...], ...]:
    """Return the hands that can be won this way, grouped by base points."""
    by_base: dict[Points, list[HandValue]] = {}
    for value in values(rules):
        try:
            check_way(value, self_draw)
        except PaymentProblem:  # han and fu that no hand won in this way has
            continue
        by_base.setdefault(base_points(value, rules), []).append(value)
    return tuple(tuple(worth) for worth in by_base.values())


def values(rules: Ruleset) -> Iterator[HandValue]:
    """Return every han and fu below the limits, one hand for each limit, and as many yakuman as can count together."""
    for han in range(1, 5):
        for fu in FU:
            try:
                yield HandValue(han, fu)
            except PaymentProblem:  # no hand has one han and 20 or 25 fu
                continue
    yield from (HandValue(han) for han in LIMIT_HAN)
    if rules.hand.several_yakuman:
        yield from (HandValue(yakuman=count) for count in range(1, MOST_YAKUMAN + 1))
    else:
        yield HandValue(yakuman=1)
        if rules.hand.double_yakuman:
            yield HandValue(yakuman=1, double=1)
