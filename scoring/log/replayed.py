"""What a replay gives: its steps, and where the table stands after them."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.game import RowScore, score_points
from scoring.hand.dues import Payment
from scoring.log.events import Event
from scoring.log.game_end import dealer_may_stop
from scoring.log.situation import Situation
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.time_limit import Verdict
from scoring.winds import WINDS, Wind
from scoring.words import Text, gettext_noop


@dataclass(frozen=True, slots=True)
class Step:
    """One event of the log: the situation before it and after it; `payment` is by the current winds of `before`."""

    event: Event
    before: Situation
    payment: Payment
    laid: tuple[Wind, ...]
    after: Situation

    @property
    def changes(self) -> tuple[Points, ...]:
        """What each player's points changed by, by starting wind, riichi deposits laid down included."""
        return tuple(now - own for own, now in zip(self.before.points, self.after.points, strict=True))

    def lines(self, names: Mapping[Wind, Text | str] | None = None) -> tuple[Text, ...]:
        """Who laid down riichi and who pays whom; players by `names`, else by starting wind."""
        called = {
            self.before.current(start): names[start] if names else Text(start.label)
            for start in WINDS[: self.before.players]
        }
        riichi = tuple(
            Text(gettext_noop("{player} lays down 1,000: riichi."), {"player": called[self.before.current(player)]})
            for player in self.laid
        )
        return riichi + self.payment.lines(called)


@dataclass(frozen=True, slots=True)
class Replay:
    """A log played: its steps, where the table stands now, and why the game is over (None while it is not).

    `busted_by` is, for each player by starting wind who is bust, who took the last points; nobody in a draw.
    `winners` have won a hand, `clock` is the verdict once the time has ended, `stayed` says that the dealer stays after
    a hand that was played to its end.
    """

    rules: Ruleset
    steps: tuple[Step, ...]
    now: Situation
    over: Text | None = None
    clock: Verdict | None = None
    winners: frozenset[Wind] = frozenset()
    busted_by: tuple[Wind | None, ...] = ()
    stayed: bool = False

    @property
    def points(self) -> tuple[Points, ...]:
        """The points by starting wind, as on the report sheet."""
        return self.now.points

    @property
    def deposits(self) -> int:
        """Riichi deposits on the table."""
        return self.now.deposits

    @property
    def yakitori(self) -> tuple[bool, ...]:
        """By starting wind, who won no hand (S0 Mod.4.3)."""
        return tuple(start not in self.winners for start in WINDS[: self.now.players])

    @property
    def may_stop(self) -> bool:
        """Whether the dealer may end the game now instead of staying (S3 Agariyame)."""
        return self.stayed and not self.over and dealer_may_stop(self.now, self.rules)

    def scores(self) -> tuple[RowScore, ...]:
        """The hanchan scores by starting wind, as if the game were over now."""
        return score_points(self.points, self.rules, self.deposits, self.yakitori, self.busted_by)
