"""The log of a hanchan: what happened, hand by hand.

Players are told by their *starting* wind throughout, as on the report sheet, never by the wind they have in the
hand. Riichi are those whose deposit was laid down: one whose tile was won on is none. `log.text` and
`log.as_json` write a log and read it back, `replay` plays it.
"""

from dataclasses import dataclass
from typing import TypeAlias

from scoring.hand.liability import Liable
from scoring.hand.value import HandValue
from scoring.hand.wins import Win
from scoring.points import Points
from scoring.ruleset.values import Abortive
from scoring.time_limit import When
from scoring.winds import Wind
from scoring.words import Text, Translate, gettext_noop, render


class LogProblem(ValueError):
    """A log that cannot have happened or cannot be read: `where` names the hand or the line, `problem` says it."""

    def __init__(self, where: Text, problem: Text) -> None:
        super().__init__(where, problem)
        self.where = where
        self.problem = problem

    @property
    def message(self) -> str:
        return self.said()

    def said(self, translate: Translate = gettext_noop) -> str:
        return render(gettext_noop("{where}: {problem}"), {"where": self.where, "problem": self.problem}, translate)

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class At:
    """The hand that a log says an event belongs to; it is checked, not needed. `honba` None says nothing of them."""

    round_wind: Wind
    hand: int
    honba: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfAHand:
    """What the end of every hand has: the riichi deposits laid down in it."""

    riichi: tuple[Wind, ...] = ()
    at: At | None = None


@dataclass(frozen=True, slots=True)
class Ron(OfAHand):
    """One or several won on `payer`'s discard; who of them is paid is the rule set's choice."""

    payer: Wind
    wins: tuple[Win, ...]


@dataclass(frozen=True, slots=True)
class Tsumo(OfAHand):
    """A win by self-draw."""

    winner: Wind
    value: HandValue
    liable: tuple[Liable, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw(OfAHand):
    """An exhaustive draw and who was tenpai."""

    tenpai: tuple[Wind, ...] = ()


@dataclass(frozen=True, slots=True)
class NagashiMangan(OfAHand):
    """An exhaustive draw with nagashi mangan; `tenpai` matters where the hand stays a draw."""

    winners: tuple[Wind, ...]
    tenpai: tuple[Wind, ...] = ()


@dataclass(frozen=True, slots=True)
class Abort(OfAHand):
    """An abortive draw. Three winners on a discard are a Ron."""

    kind: Abortive


@dataclass(frozen=True, slots=True)
class Chonbo(OfAHand):
    """A hand that is dealt again because of a chonbo."""

    offenders: tuple[Wind, ...]


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time ended: during the next hand of the log, after its dice, or between the hands around this event."""

    when: When = When.BETWEEN


@dataclass(frozen=True, slots=True)
class Stop:
    """The dealer, leading in the last hand, ended the game instead of staying (agari-yame)."""


@dataclass(frozen=True, slots=True)
class Adjust:
    """Points that change hands between two hands, as for a penalty paid at the table or a mistake put right.

    `changes` are pairs of a starting wind and points; `deposits` are sticks of 1,000 laid down for the next winner
    (S0 Mod.6.1) or, below zero, taken away.
    """

    changes: tuple[tuple[Wind, Points], ...]
    deposits: int = 0


HandEvent: TypeAlias = Ron | Tsumo | Draw | NagashiMangan | Abort | Chonbo
Event: TypeAlias = HandEvent | TimeUp | Stop | Adjust
