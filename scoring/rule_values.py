"""The parts of a rule set: its choices, and how each value is read from JSON and checked.

Whoever sets up a tournament types these values; a wrong one is a RulesetProblem that names the field.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.points import Points
from scoring.uma import STEP, FloatingUma, Uma
from scoring.words import Translate, gettext_noop, render


class Ties(StrEnum):
    """Equal points: the players share what the places they cover are worth (S0 Mod.4.1)."""

    SPLIT = "split"


class Leftover(StrEnum):
    """Who gets riichi deposits that are on the table at the end: nobody, or the winner."""

    LOST = "lost"
    WINNER = "winner"


class TimeUp(StrEnum):
    """What is still played when the time ends."""

    FINISH = "finish"
    FINISH_OR_ONE_MORE = "finish-or-one-more"
    ONE_MORE = "one-more"


class RulesetProblem(ValueError):
    """A rule set that cannot be; `field` names the value, `template` and `params` say what is wrong with it."""

    def __init__(self, field: str, template: str, **params: object) -> None:
        super().__init__(field, template, params)
        self.field = field
        self.template = template
        self.params: dict[str, object] = {"field": field, **params}

    @property
    def message(self) -> str:
        return self.said()

    def said(self, translate: Translate = gettext_noop) -> str:
        return render(self.template, self.params, translate)

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class LatenessRule:
    """`per_minute` points for each of the first `minutes`; later than that costs `forfeit` points.

    Source: WRC 2025 §12.3.9.
    """

    per_minute: Points
    minutes: int
    forfeit: Points


def plain(value: object) -> object:
    """A field's value in JSON types."""
    match value:
        case FloatingUma():
            return {"floating": [list(places) for places in value.by_floating]}
        case LatenessRule():
            return {"per_minute": value.per_minute, "minutes": value.minutes, "forfeit": value.forfeit}
        case tuple():
            return list(value)
        case StrEnum():
            return value.value
        case Mapping():
            return dict(value)
    return value


def read_field(name: str, data: Mapping[str, object]) -> object:
    if name == "sources":
        return _read_sources(data.get(name, {}))
    if name not in data:
        raise RulesetProblem(name, gettext_noop("“{field}” is missing."))
    return _READERS.get(name, _read_as_is)(name, data[name])


def _read_as_is(name: str, value: object) -> object:
    return value


def _read_text(name: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise RulesetProblem(name, gettext_noop("“{field}” is not a text."))
    return value


def _read_uma(name: str, value: object) -> Uma:
    match value:
        case {"floating": [*tables]} if len(tables) == 5:
            return FloatingUma(tuple(_four(name, places) for places in tables))
        case {**other} if other:
            raise RulesetProblem(name, gettext_noop("A floating uma has five rows: for 0 to 4 players at the goal."))
    return _four(name, value)


def _four(name: str, value: object) -> tuple[Points, ...]:
    if not isinstance(value, list) or len(value) != 4:
        raise RulesetProblem(name, gettext_noop("The uma has four values, from first to last place."))
    return tuple(value)


def _read_lateness(name: str, value: object) -> LatenessRule:
    match value:
        case {"per_minute": per_minute, "minutes": minutes, "forfeit": forfeit}:
            return LatenessRule(per_minute, minutes, forfeit)
    raise RulesetProblem(name, gettext_noop("Lateness has the values per_minute, minutes and forfeit."))


def _read_sources(value: object) -> dict[str, str]:
    if not isinstance(value, Mapping) or not all(isinstance(clause, str) for clause in value.values()):
        raise RulesetProblem("sources", gettext_noop("The sources are not a list of clauses by field."))
    return {str(name): clause for name, clause in value.items()}


def _choice(choices: type[StrEnum]) -> Callable[[str, object], object]:
    def read_choice(name: str, value: object) -> object:
        check_choice(name, value, tuple(choices))
        return choices(str(value))

    return read_choice


_READERS: Mapping[str, Callable[[str, object], object]] = {
    "key": _read_text,
    "title": _read_text,
    "uma": _read_uma,
    "ties": _choice(Ties),
    "leftover": _choice(Leftover),
    "time_up": _choice(TimeUp),
    "lateness": _read_lateness,
}


def check_number(name: str, value: object, least: int = 0, most: int | None = None) -> None:
    if type(value) is not int:
        raise RulesetProblem(name, gettext_noop("“{field}” is not a whole number."))
    if value < least:
        raise RulesetProblem(name, gettext_noop("“{field}” is below {least}."), least=least)
    if most is not None and value > most:
        raise RulesetProblem(name, gettext_noop("“{field}” is above {most}."), most=most)


def check_amount(name: str, value: object, least: Points = 0) -> None:
    check_number(name, value, least)
    _check_hundreds(name, value)


def _check_hundreds(name: str, value: object) -> None:
    if isinstance(value, int) and value % STEP:
        raise RulesetProblem(name, gettext_noop("“{field}” is not a multiple of 100 points."))


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise RulesetProblem(name, gettext_noop("“{field}” is none of: {choices}."), choices=", ".join(choices))


def check_uma(uma: Uma) -> None:
    """Four whole hundreds from first to last, summing to zero (S0 Mod.4.1), never better for a lower place."""
    for places in uma.by_floating if isinstance(uma, FloatingUma) else (uma,):
        for points in places:
            if type(points) is not int:
                raise RulesetProblem("uma", gettext_noop("The uma is not in whole numbers of points."))
            _check_hundreds("uma", points)
        if len(places) != 4:
            raise RulesetProblem("uma", gettext_noop("The uma has four values, from first to last place."))
        if sum(places):
            raise RulesetProblem("uma", gettext_noop("The four values of the uma do not add up to zero."))
        if list(places) != sorted(places, reverse=True):
            raise RulesetProblem("uma", gettext_noop("A lower place has a better uma than a higher one."))
