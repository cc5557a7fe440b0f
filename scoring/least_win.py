"""The last hand: the least win that takes each player to each place, and what each draw does.

Seats are *current* winds, as on the all-last sheet (S2): East is the dealer. A *step* is what a hand can pay, with the
han and fu that pay it. At the table a larger win never gives a lower place; in the tournament it may: who deals in can
fall below another rival, whose better uma lifts that rival past the winner. Steps that miss a place above the least
one that reaches it are *gaps*.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from scoring.game import RowScore, score_points
from scoring.payments import HandValue, Payment, PaymentProblem, exhaustive_draw, ron, tsumo
from scoring.points import Points
from scoring.rule_values import DealerRepeats
from scoring.rules import Ruleset
from scoring.uma import placed
from scoring.winds import WINDS, Wind

FU = (20, 25, *range(30, 111, 10))
LIMIT_HAN = (5, 6, 8, 11, 13)
MOST_YAKUMAN = 3
USUAL_FU = 60

T = TypeVar("T")
Place = tuple[int, bool]  # and whether it is shared


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHand:
    """A table before its last hand: `points` by current wind, without the `deposits` of 1,000 that lie on the table.

    `hand` is the number of the hand in its round, by which seats are told; `yakitori` marks, by current wind, who has
    not won a hand yet. Raises ValueError for a table that cannot be.
    """

    points: tuple[Points, ...]
    rules: Ruleset
    hand: int
    honba: int = 0
    deposits: int = 0
    yakitori: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        players = self.rules.players
        if len(self.points) != players:
            raise ValueError(f"a table of {players} players has {players} scores, not {len(self.points)}")
        if not 1 <= self.hand <= players:
            raise ValueError(f"a round has the hands 1 to {players}, not {self.hand}")
        if min(self.honba, self.deposits) < 0:
            raise ValueError("honba and deposits are counted from 0")
        if len(self.yakitori) not in (0, players):
            raise ValueError(f"yakitori is marked for {players} players, not {len(self.yakitori)}")

    @property
    def winds(self) -> tuple[Wind, ...]:
        """The current winds at this table."""
        return WINDS[: self.rules.players]

    def after(self, payment: Payment, winner: Wind | None = None) -> "LastHand":
        """The table once `payment` is made; a winner is no yakitori any more."""
        points = tuple(own + change for own, change in zip(self.points, payment.changes, strict=True))
        marks = tuple(mark and wind is not winner for wind, mark in zip(self.winds, self.yakitori, strict=False))
        return LastHand(points=points, rules=self.rules, hand=self.hand, deposits=payment.deposits, yakitori=marks)

    def scores(self) -> tuple[RowScore, ...]:
        """The hanchan scored as if it ended now, by current wind; ties by seat follow the starting winds."""
        points, marks = _turned(self.points, 1 - self.hand), _turned(self.yakitori, 1 - self.hand)
        return _turned(score_points(points, self.rules, self.deposits, yakitori=marks), self.hand - 1)


def _turned(rows: Sequence[T], first: int) -> tuple[T, ...]:
    """The rows from the one at `first` on, round the table."""
    at = first % len(rows) if rows else 0
    return (*rows[at:], *rows[:at])


@dataclass(frozen=True, slots=True)
class Race:
    """The tournament before this hanchan: totals in points of the players at the table, by current wind, and of others.

    Penalties are counted in the totals. What other tables still play is not known: `others` stand where they are.
    """

    totals: tuple[Points, ...]
    others: tuple[Points, ...] = ()

    def places(self, scores: Sequence[Points]) -> tuple[Place, ...]:
        """Each player's place in the tournament when the hanchan ends with `scores`; equal totals share it."""
        own = [total + score for total, score in zip(self.totals, scores, strict=True)]
        return placed((*own, *self.others))[: len(own)]


def places(table: LastHand, race: Race | None = None) -> tuple[Place, ...]:
    """Each player's place by current wind if the hanchan ended now: at the table, or in the tournament."""
    scores = table.scores()
    if race is None:
        return tuple((row.place, row.shared) for row in scores)
    return race.places([row.score for row in scores])


@dataclass(frozen=True, slots=True)
class Step:
    """What a win can pay: the hands that pay it, the payment, and the winner's place afterwards."""

    values: tuple[HandValue, ...]
    payment: Payment
    place: int
    shared: bool

    @property
    def is_usual(self) -> bool:
        """Whether a hand with fu as players see them every day pays it."""
        return any(value.fu <= USUAL_FU for value in self.values)


@dataclass(frozen=True, slots=True)
class Way:
    """How `winner` gets to `place` or above off `payer`, by self-draw for None.

    `least` is the smallest step that does, None when no hand is large enough; `usual` the smallest that a hand of at
    most 60 fu pays; `alone` the smallest after which the place is not shared; `gaps` are larger steps that miss the
    place; `any_win`: the smallest hand of all is enough.
    """

    winner: Wind
    payer: Wind | None
    place: int
    least: Step | None
    alone: Step | None
    gaps: tuple[Step, ...] = ()
    any_win: bool = False
    usual: Step | None = None


def ways(table: LastHand, winner: Wind, place: int, race: Race | None = None) -> tuple[Way, ...]:
    """How `winner` gets to `place` or above: off each other player, and by self-draw.

    >>> from scoring.rules import preset
    >>> table = LastHand(points=(36_000, 30_000, 28_000, 26_000), rules=preset("wrc-2022"), hand=4)
    >>> [str(way.least.payment.changes) for way in ways(table, Wind.SOUTH, 1)]
    ['(-3200, 3200, 0, 0)', '(0, 6400, -6400, 0)', '(0, 6400, 0, -6400)', '(-2000, 4000, -1000, -1000)']
    """
    payers = (*(wind for wind in table.winds if wind is not winner), None)
    return tuple(_way(winner, payer, place, steps(table, winner, payer, race)) for payer in payers)


def _way(winner: Wind, payer: Wind | None, place: int, found: Sequence[Step]) -> Way:
    reaching = [number for number, step in enumerate(found) if step.place <= place]
    if not reaching:
        return Way(winner, payer, place, None, None)
    alone = next((step for step in found if step.place < place or (step.place == place and not step.shared)), None)
    gaps = tuple(step for step in found[reaching[0] :] if step.place > place)
    usual = next((found[number] for number in reaching if found[number].is_usual), None)
    return Way(winner, payer, place, found[reaching[0]], alone, gaps, any_win=reaching[0] == 0, usual=usual)


def steps(table: LastHand, winner: Wind, payer: Wind | None, race: Race | None = None) -> tuple[Step, ...]:
    """Everything that a win off `payer`, or by self-draw for None, can pay, the smallest first."""
    by_changes: dict[tuple[Points, ...], tuple[Payment, list[HandValue]]] = {}
    for value in values(table.rules):
        try:
            payment = _payment(table, winner, payer, value)
        except PaymentProblem:  # han and fu that no hand won in this way has
            continue
        by_changes.setdefault(payment.changes, (payment, []))[1].append(value)
    ordered = sorted(by_changes.values(), key=lambda found: found[0].changes[winner.index])
    return tuple(
        Step(tuple(hands), payment, *places(table.after(payment, winner), race)[winner.index])
        for payment, hands in ordered
    )


def _payment(table: LastHand, winner: Wind, payer: Wind | None, value: HandValue) -> Payment:
    if payer is None:
        return tsumo(winner, value, table.rules, table.honba, table.deposits)
    return ron(winner, payer, value, table.rules, table.honba, table.deposits)


def values(rules: Ruleset) -> Iterator[HandValue]:
    """Every han and fu below the limits, one hand for each limit, and yakuman as many as can add up."""
    for han in range(1, 5):
        for fu in FU:
            try:
                yield HandValue(han, fu)
            except PaymentProblem:  # no hand has one han and 20 or 25 fu
                continue
    yield from (HandValue(han) for han in LIMIT_HAN)
    yield from (HandValue(yakuman=count) for count in range(1, MOST_YAKUMAN + 1 if rules.hand.several_yakuman else 2))


@dataclass(frozen=True, slots=True)
class Draw:
    """An exhaustive draw with these players in tenpai: the payment, and places by current wind if it ends the hanchan.

    `repeats`: the dealer stays dealer after it, so that the hanchan goes on unless the time is up.
    """

    tenpai: tuple[Wind, ...]
    payment: Payment
    places: tuple[Place, ...]
    repeats: bool


def draws(table: LastHand, race: Race | None = None) -> tuple[Draw, ...]:
    """Every outcome of an exhaustive draw, from nobody in tenpai to all; deposits left are the rule set's matter."""
    winds = table.winds
    return tuple(_draw(table, tenpai, race) for count in range(len(winds) + 1) for tenpai in combinations(winds, count))


def _draw(table: LastHand, tenpai: tuple[Wind, ...], race: Race | None) -> Draw:
    payment = exhaustive_draw(tenpai, table.rules, table.deposits)
    repeats = Wind.EAST in tenpai and table.rules.hand.dealer_repeats is DealerRepeats.WIN_OR_TENPAI
    return Draw(tenpai, payment, places(table.after(payment), race), repeats)
