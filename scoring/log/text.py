"""A log as people type it, a line for each event; docs/hand-log.md teaches it.

E1    tsumo E mangan riichi E N
E1.1  ron S from W 3/40
      draw E W
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from scoring.hand.liability import Liable
from scoring.hand.value import HandValue, PaymentProblem
from scoring.hand.value_text import read_value, write_value
from scoring.hand.wins import Win
from scoring.log.events import (
    Abort,
    Adjust,
    At,
    Chonbo,
    Draw,
    Event,
    HandEvent,
    LogProblem,
    NagashiMangan,
    OfAHand,
    Ron,
    Stop,
    TimeUp,
    Tsumo,
)
from scoring.log.line import Line
from scoring.ruleset.values import Abortive
from scoring.time_limit import When
from scoring.winds import WINDS
from scoring.words import Text, gettext_noop


def read_log(text: str) -> tuple[Event, ...]:
    """The events of a typed log; empty lines and what follows a `#` are skipped.

    Raises LogProblem naming the first line that cannot be read.

    >>> read_log("E1 draw E W  # both riichi")[0].tenpai
    (<Wind.EAST: 'E'>, <Wind.WEST: 'W'>)
    """
    lines = [Line(number, line) for number, line in enumerate(text.splitlines(), start=1)]
    return tuple(_read(line) for line in lines if line.words)


def _read(line: Line) -> Event:
    try:
        at = line.at()
        word = line.take()
        if word not in _READERS:
            template = gettext_noop("“{word}” is none of: {choices}.")
            raise PaymentProblem(template, word=word, choices=", ".join(_READERS))
        event = _READERS[word](line)
        if isinstance(event, OfAHand):
            riichi = line.some_players() if line.takes("riichi") else ()
            event = replace(event, riichi=riichi, at=at)
        elif at:
            raise PaymentProblem(gettext_noop("“{word}” stands between the hands and names none."), word=word)
        line.end()
    except PaymentProblem as problem:
        where = Text(gettext_noop("Line {number}"), {"number": line.number})
        raise LogProblem(where, Text(problem.template, problem.params)) from problem
    return event


def _ron(line: Line) -> Ron:
    """`ron WINNER from PAYER VALUE [liable …]`, then `and WINNER VALUE [liable …]` for each other winner."""
    winner = line.player()
    line.must("from")
    payer = line.player()
    wins = [Win(winner, read_value(line.take()), line.liable())]
    while line.takes("and"):
        wins.append(Win(line.player(), read_value(line.take()), line.liable()))
    return Ron(payer, tuple(wins))


def _nagashi(line: Line) -> NagashiMangan:
    winners = line.some_players()
    return NagashiMangan(winners, line.players() if line.takes("tenpai") else ())


def _time(line: Line) -> TimeUp:
    return TimeUp(line.one_of(When) if line.words else When.BETWEEN)


def _adjust(line: Line) -> Adjust:
    """`adjust S-2000 E+1000 table+1`: by starting wind, and how many sticks of 1,000 the table gets."""
    sticks = line.sticks()
    return Adjust(tuple((wind, sticks[wind]) for wind in WINDS if wind in sticks), sticks.get("TABLE", 0))


_READERS: dict[str, Callable[[Line], Event]] = {
    "ron": _ron,
    "tsumo": lambda line: Tsumo(line.player(), read_value(line.take()), line.liable()),
    "draw": lambda line: Draw(line.players()),
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
    >>> print(write_log([Draw((Wind.EAST,), riichi=(Wind.EAST,), at=At(Wind.EAST, 1))]), end="")
    E1 draw E riichi E
    """
    return "".join(f"{' '.join(_words(event))}\n" for event in events)


def _words(event: Event) -> list[str]:
    """The words of a line."""
    if not isinstance(event, OfAHand):
        return _between_words(event)
    said = [*_at_words(event.at), *_hand_words(event)]
    return [*said, "riichi", *event.riichi] if event.riichi else said


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
        case Draw():
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
