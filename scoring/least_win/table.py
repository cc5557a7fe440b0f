"""The table before its last hand, the tournament around it, and what each exhaustive draw does.

Seats are *current* winds, as on the all-last sheet (S2): East is the dealer.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from scoring.game import Place, RowScore, is_bust, places_by_points, score_points, yakitori_payments
from scoring.payments.draws import exhaustive_draw
from scoring.payments.dues import Payment
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.rules.values import DealerRepeats, EqualPoints
from scoring.winds import WINDS, Wind

T = TypeVar("T")
UNRANKED: Place = (0, False)  # who is scored and has no place in the tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHand:
    """A table before its last hand: `points` by current wind, without the `deposits` of 1,000 that lie on the table.

    `hand` is the number of the hand in its round, which gives the seats; `yakitori` marks, by current wind, who has not
    won a hand yet, `busted_by` who took a player's last points. Raises ValueError for an impossible table.
    """

    points: tuple[Points, ...]
    rules: Ruleset
    hand: int
    honba: int = 0
    deposits: int = 0
    yakitori: tuple[bool, ...] = ()
    busted_by: tuple[Wind | None, ...] = ()

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
        """Return the table after `payment`; a winner loses the yakitori mark and takes bust players' last points."""
        return self.moved(payment.changes, payment.deposits, winner)

    def moved(self, changes: Sequence[Points], deposits: int, winner: Wind | None = None) -> "LastHand":
        """Return the table after a payment whose changes are known."""
        points = tuple([own + change for own, change in zip(self.points, changes, strict=True)])
        marks = tuple([mark and wind is not winner for wind, mark in zip(self.winds, self.yakitori, strict=False)])
        taken = _takers(self.points, points, winner, self.rules) if self.rules.bust_prize else ()
        return LastHand(
            points=points, rules=self.rules, hand=self.hand, deposits=deposits, yakitori=marks, busted_by=taken
        )

    def scores(self) -> tuple[RowScore, ...]:
        """Return the hanchan scores as if it ended now, by current wind; ties by seat follow the starting winds."""
        takers = [wind and self.winds[(wind.index + self.hand - 1) % len(self.winds)] for wind in self.busted_by]
        points, marks = _rotate(self.points, 1 - self.hand), _rotate(self.yakitori, 1 - self.hand)
        rows = score_points(points, self.rules, self.deposits, marks, _rotate(takers, 1 - self.hand))
        return _rotate(rows, self.hand - 1)

    def goes_on(self, dealer_stays: bool) -> bool:
        """Return whether another hand follows this one, with these points after it; False when the time is up.

        Only the last hand of a round is considered: any other is last because of the time alone. A dealer who stays
        lengthens the hanchan unless they may end it, and so does an extension when nobody has the required points (S3
        Enchousen, Agariyame); a bust ends it (S3 Tobi).

        >>> from scoring.rules import preset
        >>> table = LastHand(points=(28_000, 27_000, 24_000, 21_000), rules=preset("tori-casual"), hand=4)
        >>> table.goes_on(dealer_stays=False), table.moved((3000, -3000, 0, 0), 0).goes_on(dealer_stays=True)
        (True, False)
        """
        rules = self.rules
        if self.hand < rules.players or any(is_bust(own, rules) for own in self.points):
            return False
        short = max(self.points) < rules.extension
        if not dealer_stays:
            return short
        return short or not rules.agari_yame or not self._dealer_leads()

    def _dealer_leads(self) -> bool:
        """Return whether the dealer leads; the dealer of the last hand has the latest seat (S3 Agariyame)."""
        dealer, *others = self.points
        most = max(others)
        return dealer > most or (dealer == most and self.rules.ties is not EqualPoints.SEAT)

    def places(self) -> tuple[Place, ...]:
        """Return the places of `scores`."""
        settled = self.points
        if any(self.yakitori):
            paid = yakitori_payments(self.yakitori, self.rules)
            settled = tuple(own + change for own, change in zip(settled, paid, strict=True))
        if self.rules.ties is not EqualPoints.SEAT:
            return places_by_points(settled)
        return _rotate(places_by_points(_rotate(settled, 1 - self.hand), by_seat=True), self.hand - 1)


def _rotate(rows: Sequence[T], first: int) -> tuple[T, ...]:
    """Return the rows from `first` on, around the table."""
    at = first % len(rows) if rows else 0
    return (*rows[at:], *rows[:at])


def _takers(
    before: Sequence[Points], after: Sequence[Points], winner: Wind | None, rules: Ruleset
) -> tuple[Wind | None, ...]:
    """Return whose last points the winner took; in a draw nobody's."""
    return tuple(
        winner if is_bust(now, rules) and not is_bust(then, rules) else None
        for then, now in zip(before, after, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Race:
    """The tournament before this hanchan: totals in points of the players at the table, by current wind, and of others.

    Penalties are included in the totals; None for an unranked player. Where only the `best` hanchan count, `scores` are
    those that this one competes with, 0 for one not played, and `totals` exclude them. Results at other tables are
    unknown: `others` keep their totals.
    """

    totals: tuple[Points | None, ...]
    others: tuple[Points, ...] = ()
    scores: tuple[tuple[Points, ...], ...] = ()
    best: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "others", tuple(sorted(self.others)))

    def places(self, scores: Sequence[Points]) -> tuple[Place, ...]:
        """Return each player's place in the tournament when the hanchan ends with `scores`; equal totals share it,
        unranked players have place 0.
        """
        own = [self._total(row, score) for row, score in enumerate(scores)]
        return tuple([UNRANKED if total is None else self._place(total, own) for total in own])

    def _total(self, row: int, score: Points) -> Points | None:
        before = self.totals[row]
        if before is None or self.best is None:
            return before if before is None else before + score
        return before + sum(sorted((*self.scores[row], score), reverse=True)[: self.best])

    def _place(self, total: Points, own: Sequence[Points | None]) -> Place:
        first, last = bisect_left(self.others, total), bisect_right(self.others, total)
        above = len(self.others) - last + sum(1 for other in own if other is not None and other > total)
        return above + 1, last > first or own.count(total) > 1


def places(table: LastHand, race: Race | None = None) -> tuple[Place, ...]:
    """Each player's place by current wind if the hanchan ended now: at the table, or in the tournament."""
    return table.places() if race is None else race.places([row.score for row in table.scores()])


@dataclass(frozen=True, slots=True)
class DrawOutcome:
    """An exhaustive draw with these players in tenpai: the payment, and places by current wind if it ends the hanchan.

    `repeats`: the dealer stays after it; `goes_on`: another hand follows unless the time is up.
    """

    tenpai: tuple[Wind, ...]
    payment: Payment
    places: tuple[Place, ...]
    repeats: bool
    goes_on: bool = False


def draws(table: LastHand, race: Race | None = None) -> tuple[DrawOutcome, ...]:
    """Return every outcome of an exhaustive draw, from nobody in tenpai to all; the rule set decides about deposits
    left.
    """
    winds = table.winds
    return tuple(_draw(table, tenpai, race) for count in range(len(winds) + 1) for tenpai in combinations(winds, count))


def _draw(table: LastHand, tenpai: tuple[Wind, ...], race: Race | None) -> DrawOutcome:
    payment = exhaustive_draw(tenpai, table.rules, table.deposits)
    repeats = Wind.EAST in tenpai and table.rules.hand.dealer_repeats is DealerRepeats.WIN_OR_TENPAI
    after = table.after(payment)
    return DrawOutcome(tenpai, payment, places(after, race), repeats, after.goes_on(repeats))
