"""A hand log as typed text, a line for each event; docs/hand-log.md is its manual.

E1    tsumo E mangan riichi E N
E1.1  ron S from W 3/40
      draw E W
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from scoring.hands.log import (
    Abort,
    Adjust,
    At,
    Chonbo,
    Event,
    ExhaustiveDraw,
    HandEvent,
    LogProblem,
    NagashiMangan,
    OfAHand,
    Ron,
    Stop,
    TimeUp,
    Tsumo,
)
from scoring.messages import gettext_noop, phrase
from scoring.payments.liability import Liable
from scoring.payments.notation import read_value, write_value
from scoring.payments.values import HandValue, PaymentProblem
from scoring.payments.wins import Win
from scoring.rules.values import Abortive, FedYakuman
from scoring.time_limit import When
from scoring.winds import WINDS, Wind

_AT = re.compile(r"(?P<round>[ESWN])(?P<hand>[1-4])(?:\.(?P<honba>[0-9]{1,2}))?")
_STICKS = re.compile(r"(?P<who>[ESWN]|TABLE)(?P<change>[+-][0-9]{1,6})")
Choice = TypeVar("Choice", bound=StrEnum)


class LogLine:
    """The words of a line, taken one after the other, and their line's number; capitals do not matter."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.words = text.partition("#")[0].replace(",", " ").lower().split()

    def next(self) -> str:
        """The next word, empty at the end; it is not taken."""
        return self.words[0] if self.words else ""

    def take(self) -> str:
        """The next word, which is then gone. Raises PaymentProblem at the end of the line."""
        if not self.words:
            raise PaymentProblem(gettext_noop("Something is missing at the end of the line."))
        return self.words.pop(0)

    def takes(self, word: str) -> bool:
        """Return whether the next word is this one, and consume it."""
        return self.next() == word and bool(self.take())

    def must(self, word: str) -> None:
        """Consume the next word, which must be this one."""
        if not self.takes(word):
            raise PaymentProblem(gettext_noop("“{word}” is missing before “{next}”."), word=word, next=self.next())

    def at(self) -> At | None:
        """Read the hand at the beginning of the line, if there is one."""
        found = _AT.fullmatch(self.next().upper())
        if not found:
            return None
        self.take()
        return At(Wind(found["round"]), int(found["hand"]), int(found["honba"]) if found["honba"] else None)

    def player(self) -> Wind:
        """Read a player by starting wind."""
        word = self.take()
        if word.upper() not in list(Wind):
            template = gettext_noop("“{word}” is no player; type a starting wind: E, S, W or N.")
            raise PaymentProblem(template, word=word)
        return Wind(word.upper())

    def players(self) -> tuple[Wind, ...]:
        """Read all players that follow."""
        found = []
        while self.next().upper() in list(Wind):
            found.append(self.player())
        return tuple(found)

    def some_players(self) -> tuple[Wind, ...]:
        """Read one player or more."""
        return (self.player(), *self.players())

    def one_of(self, choices: type[Choice]) -> Choice:
        """Read one of the choices of an enum."""
        word = self.take()
        if word not in list(choices):
            template = gettext_noop("“{word}” must be one of: {choices}.")
            raise PaymentProblem(template, word=word, choices=", ".join(choices))
        return choices(word)

    def liable(self) -> tuple[Liable, ...]:
        """Read `liable PLAYER YAKUMAN`, repeated as often as it follows."""
        found = []
        while self.takes("liable"):
            found.append(Liable(self.player(), self.one_of(FedYakuman)))
        return tuple(found)

    def sticks(self) -> dict[str, int]:
        """Read `E+1000 S-2000 table+1`: the change of each player and of the table."""
        found: dict[str, int] = {}
        while one := _STICKS.fullmatch(self.next().upper()):
            self.take()
            found[one["who"]] = found.get(one["who"], 0) + int(one["change"])
        return found

    def end(self) -> None:
        """Check that nothing follows."""
        if self.words:
            raise PaymentProblem(gettext_noop("“{word}” is not understood here."), word=" ".join(self.words))


def read_log(text: str) -> tuple[Event, ...]:
    """The events of a typed log; empty lines and what follows a `#` are skipped.

    Raises LogProblem naming the first line that cannot be read.

    >>> read_log("E1 draw E W  # both riichi")[0].tenpai
    (<Wind.EAST: 'E'>, <Wind.WEST: 'W'>)
    """
    lines = [LogLine(number, line) for number, line in enumerate(text.splitlines(), start=1)]
    return tuple(_read(line) for line in lines if line.words)


def _read(line: LogLine) -> Event:
    try:
        at = line.at()
        word = line.take()
        if word not in _READERS:
            template = gettext_noop("“{word}” must be one of: {choices}.")
            raise PaymentProblem(template, word=word, choices=", ".join(_READERS))
        event = _READERS[word](line)
        if isinstance(event, OfAHand):
            riichi = line.some_players() if line.takes("riichi") else ()
            event = replace(event, riichi=riichi, at=at)
        elif at:
            raise PaymentProblem(gettext_noop("“{word}” stands between the hands and names none."), word=word)
        line.end()
    except PaymentProblem as problem:
        where = phrase(gettext_noop("Line {number}"), {"number": line.number})
        raise LogProblem(where, problem.message) from problem
    return event


def _ron(line: LogLine) -> Ron:
    """`ron WINNER from PAYER VALUE [liable …]`, then `and WINNER VALUE [liable …]` for each other winner."""
    winner = line.player()
    line.must("from")
    payer = line.player()
    wins = [Win(winner, read_value(line.take()), line.liable())]
    while line.takes("and"):
        wins.append(Win(line.player(), read_value(line.take()), line.liable()))
    return Ron(payer, tuple(wins))


def _nagashi(line: LogLine) -> NagashiMangan:
    winners = line.some_players()
    return NagashiMangan(winners, line.players() if line.takes("tenpai") else ())


def _time(line: LogLine) -> TimeUp:
    return TimeUp(line.one_of(When) if line.words else When.BETWEEN)


def _adjust(line: LogLine) -> Adjust:
    """`adjust S-2000 E+1000 table+1`: by starting wind, and how many sticks of 1,000 the table gets."""
    sticks = line.sticks()
    return Adjust(tuple((wind, sticks[wind]) for wind in WINDS if wind in sticks), sticks.get("TABLE", 0))


_READERS: dict[str, Callable[[LogLine], Event]] = {
    "ron": _ron,
    "tsumo": lambda line: Tsumo(line.player(), read_value(line.take()), line.liable()),
    "draw": lambda line: ExhaustiveDraw(line.players()),
    "nagashi": _nagashi,
    "abort": lambda line: Abort(line.one_of(Abortive)),
    "chonbo": lambda line: Chonbo(line.some_players()),
    "time": _time,
    "stop": lambda line: Stop(),
    "adjust": _adjust,
}


def write_log(events: Iterable[Event]) -> str:
    """The log as a text that `read_log` reads back, a line for each event.

    >>> from scoring.winds import Wind
    >>> print(write_log([ExhaustiveDraw((Wind.EAST,), riichi=(Wind.EAST,), at=At(Wind.EAST, 1))]), end="")
    E1 draw E riichi E
    """
    return "".join(f"{' '.join(_tokens(event))}\n" for event in events)


def _tokens(event: Event) -> list[str]:
    """The words of a line."""
    if not isinstance(event, OfAHand):
        return _between_words(event)
    found = [*_at_words(event.at), *_hand_words(event)]
    return [*found, "riichi", *event.riichi] if event.riichi else found


def _at_words(at: At | None) -> list[str]:
    if not at:
        return []
    return [f"{at.round_wind}{at.hand}" if at.honba is None else f"{at.round_wind}{at.hand}.{at.honba}"]


def _hand_words(event: HandEvent) -> list[str]:
    match event:
        case Ron(payer, wins):
            first, *others = wins
            rest = [word for win in others for word in ("and", win.winner, *_value_words(win.value, win.liable))]
            return ["ron", first.winner, "from", payer, *_value_words(first.value, first.liable), *rest]
        case Tsumo():
            return ["tsumo", event.winner, *_value_words(event.value, event.liable)]
        case ExhaustiveDraw():
            return ["draw", *event.tenpai]
        case NagashiMangan():
            return ["nagashi", *event.winners, *(["tenpai", *event.tenpai] if event.tenpai else [])]
        case Abort():
            return ["abort", event.kind]
        case _:
            return ["chonbo", *event.offenders]


def _value_words(value: HandValue, liable: Iterable[Liable]) -> list[str]:
    return [write_value(value), *(word for one in liable for word in ("liable", one.by, one.fed))]


def _between_words(event: TimeUp | Stop | Adjust) -> list[str]:
    match event:
        case TimeUp():
            return ["time", event.when]
        case Stop():
            return ["stop"]
        case _:
            table = [f"table{event.deposits:+d}"] if event.deposits else []
            return ["adjust", *(f"{wind}{change:+d}" for wind, change in event.changes), *table]
