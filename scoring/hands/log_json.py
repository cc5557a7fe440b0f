"""A log in JSON types: a list with an object for each event, `kind` first; docs/hand-log.md shows one of each.

Objects hold only values other than zero; players are letters of starting winds, as everywhere in a log.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from scoring.hands.log import (
    Abort,
    Adjust,
    At,
    Chonbo,
    Event,
    ExhaustiveDraw,
    LogProblem,
    NagashiMangan,
    Ron,
    Stop,
    TimeUp,
    Tsumo,
)
from scoring.messages import gettext_noop, phrase
from scoring.payments.liability import Liable
from scoring.payments.values import HandValue, Limit, PaymentProblem, Yakuman
from scoring.payments.wins import Win
from scoring.rules.values import Abortive, FedYakuman
from scoring.time_limit import When
from scoring.winds import Wind

Json = dict[str, Any]


def log_to_json(events: Iterable[Event]) -> list[Json]:
    """Return the events in JSON types; `log_from_json` reads them back."""
    return [_event(event) for event in events]


def _event(event: Event) -> Json:
    match event:
        case Ron():
            wins = [{"winner": win.winner.value, **_won(win.value, win.liable)} for win in event.wins]
            own: Json = {"kind": "ron", "payer": event.payer.value, "wins": wins}
        case Tsumo():
            own = {"kind": "tsumo", "winner": event.winner.value, **_won(event.value, event.liable)}
        case ExhaustiveDraw():
            own = {"kind": "draw", "tenpai": _letters(event.tenpai)}
        case NagashiMangan():
            own = {"kind": "nagashi", "winners": _letters(event.winners), "tenpai": _letters(event.tenpai)}
        case Abort():
            own = {"kind": "abort", "reason": event.kind.value}
        case Chonbo():
            own = {"kind": "chonbo", "offenders": _letters(event.offenders)}
        case TimeUp():
            return {"kind": "time", "when": event.when.value}
        case Stop():
            return {"kind": "stop"}
        case _:
            changes = [[wind.value, points] for wind, points in event.changes]
            return {"kind": "adjust", "changes": changes, "deposits": event.deposits}
    at = {"at": [event.at.round_wind.value, event.at.hand, event.at.honba]} if event.at else {}
    return {**own, "riichi": _letters(event.riichi), **at}


def _letters(winds: Iterable[Wind]) -> list[str]:
    return [wind.value for wind in winds]


def _won(value: HandValue, liable: Sequence[Liable]) -> Json:
    """Return a value and its liable players, without zeros and empty entries."""
    found = {
        "han": value.han,
        "fu": value.fu,
        "yakuman": value.yakuman,
        "double": value.double,
        "at_least": value.at_least.value if value.at_least else None,
        "named": [one.value for one in value.named],
    }
    feeders = [{"by": one.by.value, "fed": one.fed.value} for one in liable]
    return {"value": {name: one for name, one in found.items() if one}, **({"liable": feeders} if feeders else {})}


def log_from_json(data: object) -> tuple[Event, ...]:
    """Read events from JSON. Raises LogProblem naming the first unreadable one, counted from 1."""
    if not isinstance(data, list):
        raise LogProblem(phrase(gettext_noop("Log")), phrase(gettext_noop("This is not a list of events.")))
    return tuple(_read(number, item) for number, item in enumerate(data, start=1))


def _read(number: int, item: object) -> Event:
    """Read one event; a missing, unknown or mistyped entry is reported, as is an impossible value."""
    where = phrase(gettext_noop("Event {number}"), {"number": number})
    try:
        match item:
            case {"kind": str(kind), **rest} if kind in _READERS:
                return _READERS[kind](**{str(name): value for name, value in rest.items()})
    except PaymentProblem as problem:
        raise LogProblem(where, problem.message) from problem
    except (TypeError, ValueError, KeyError):
        pass
    raise LogProblem(where, phrase(gettext_noop("This is not an event of a log.")))


def _integer(value: object) -> int:
    if type(value) is not int:
        raise TypeError("not a whole number")
    return value


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("not a list")
    return value


def _winds(value: object) -> tuple[Wind, ...]:
    return tuple(Wind(letter) for letter in _list(value))


def _value(data: Mapping[str, Any]) -> HandValue:
    """Read a hand's value; missing numbers are zero."""
    rest = dict(data)
    floor, named = rest.pop("at_least", None), rest.pop("named", [])
    numbers = {name: _integer(number) for name, number in rest.items()}
    return HandValue(
        **numbers,
        at_least=None if floor is None else Limit(floor),
        named=tuple(Yakuman(one) for one in _list(named)),
    )


def _liable(data: object) -> tuple[Liable, ...]:
    return tuple(Liable(Wind(one["by"]), FedYakuman(one["fed"])) for one in _list(data))


def _of_hand(riichi: object = (), at: object = None) -> dict[str, Any]:
    """Read what every event may have: riichi deposits, and its hand as [wind, hand, honba or null]."""
    found: dict[str, Any] = {"riichi": _winds(riichi) if riichi else ()}
    if at is not None:
        wind, hand, honba = _list(at)
        found["at"] = At(Wind(wind), _integer(hand), None if honba is None else _integer(honba))
    return found


def _ron(payer: Any, wins: Any, **hand: Any) -> Ron:
    found = [Win(Wind(one["winner"]), _value(one["value"]), _liable(one.get("liable", []))) for one in _list(wins)]
    return Ron(Wind(payer), tuple(found), **_of_hand(**hand))


def _tsumo(winner: Any, value: Any, liable: Any = None, **hand: Any) -> Tsumo:
    return Tsumo(Wind(winner), _value(value), _liable(liable or []), **_of_hand(**hand))


def _nagashi(winners: Any, tenpai: Any = None, **hand: Any) -> NagashiMangan:
    return NagashiMangan(_winds(winners), _winds(tenpai or []), **_of_hand(**hand))


def _adjust(changes: Any, deposits: Any = 0) -> Adjust:
    return Adjust(tuple((Wind(wind), _integer(points)) for wind, points in _list(changes)), _integer(deposits))


_READERS: dict[str, Callable[..., Event]] = {
    "ron": _ron,
    "tsumo": _tsumo,
    "draw": lambda tenpai, **hand: ExhaustiveDraw(_winds(tenpai), **_of_hand(**hand)),
    "nagashi": _nagashi,
    "abort": lambda reason, **hand: Abort(Abortive(reason), **_of_hand(**hand)),
    "chonbo": lambda offenders, **hand: Chonbo(_winds(offenders), **_of_hand(**hand)),
    "time": lambda when: TimeUp(When(when)),
    "stop": lambda: Stop(),
    "adjust": _adjust,
}
