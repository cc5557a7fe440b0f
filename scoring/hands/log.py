"""The events of a hand log, hand by hand.

Players are always named by their *starting* wind, as on the report sheet, never by the wind of the hand. A riichi is
listed once its deposit is laid down; a riichi whose tile was won on is not. `log_text` writes a log and reads it
back, `replay` plays it.
"""

from dataclasses import dataclass
from typing import TypeAlias

from scoring.messages import InvalidValue, Level, Message, gettext_noop
from scoring.payments.liability import Liable
from scoring.payments.values import HandValue
from scoring.payments.wins import Win
from scoring.points import Points
from scoring.rules.values import Abortive
from scoring.time_limit import When
from scoring.winds import Wind


class LogProblem(InvalidValue):
    """A log that cannot be read or describes something impossible: `where` names the hand or the line."""

    def __init__(self, place: Message, problem: Message) -> None:
        params = {"where": place, "problem": problem}
        super().__init__(Message("log", gettext_noop("{where}: {problem}"), params, Level.ERROR))
        self.where = place
        self.problem = problem


@dataclass(frozen=True, slots=True)
class At:
    """The hand that a log assigns an event to; optional, and checked if present. `honba` None leaves them open."""

    round_wind: Wind
    hand: int
    honba: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfAHand:
    """The common part of every end of a hand: the riichi deposits laid down in it."""

    riichi: tuple[Wind, ...] = ()
    at: At | None = None


@dataclass(frozen=True, slots=True)
class Ron(OfAHand):
    """One or several wins on `payer`'s discard; the rule set decides who of them is paid."""

    payer: Wind
    wins: tuple[Win, ...]


@dataclass(frozen=True, slots=True)
class Tsumo(OfAHand):
    """A win by self-draw."""

    winner: Wind
    value: HandValue
    liable: tuple[Liable, ...] = ()


@dataclass(frozen=True, slots=True)
class ExhaustiveDraw(OfAHand):
    """An exhaustive draw and the players in tenpai."""

    tenpai: tuple[Wind, ...] = ()


@dataclass(frozen=True, slots=True)
class NagashiMangan(OfAHand):
    """An exhaustive draw with nagashi mangan; `tenpai` matters where the hand stays a draw."""

    winners: tuple[Wind, ...]
    tenpai: tuple[Wind, ...] = ()


@dataclass(frozen=True, slots=True)
class Abort(OfAHand):
    """An abortive draw. Three wins on one discard are a Ron."""

    kind: Abortive


@dataclass(frozen=True, slots=True)
class Chonbo(OfAHand):
    """A chonbo, after which the hand is dealt again."""

    offenders: tuple[Wind, ...]


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The end of the time: during the next hand of the log, after its dice, or between the hands around this event."""

    when: When = When.BETWEEN


@dataclass(frozen=True, slots=True)
class Stop:
    """The dealer, leading in the last hand, ended the game instead of staying (agari-yame)."""


@dataclass(frozen=True, slots=True)
class Adjust:
    """Points that change hands between two hands, for a penalty paid at the table or a corrected mistake.

    `changes` are pairs of a starting wind and points; `deposits` are sticks of 1,000 laid down for the next winner (S0
    Mod.6.1) or, if negative, removed.
    """

    changes: tuple[tuple[Wind, Points], ...]
    deposits: int = 0


HandEvent: TypeAlias = Ron | Tsumo | ExhaustiveDraw | NagashiMangan | Abort | Chonbo
Event: TypeAlias = HandEvent | TimeUp | Stop | Adjust
