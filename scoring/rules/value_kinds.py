"""The kinds of values in a rule set: how each is read from JSON, checked, written back and shown as text.

A wrong value is a RulesetProblem that names the field.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.messages import COMMA, NUMBERS, Message, gettext_noop, list_text, phrase, separate
from scoring.points import Points, write, write_p, write_price
from scoring.rules.fields import RulesetProblem, check_hundreds


@dataclass(frozen=True, slots=True)
class FloatingUma:
    """An uma that depends on how many players have at least the goal: `by_floating[n]` for n of them.

    Source: JPML A as in RULES.md §6 ("floating" = points >= 30,000).
    """

    by_floating: tuple[tuple[Points, ...], ...]


Uma = tuple[Points, ...] | FloatingUma
NONE = gettext_noop("none")
LONGEST = 120  # characters of a name
BY_FLOATING = gettext_noop("{values} for {number} with the goal")


class ValueKind:
    """A kind of values, by default one that JSON has as they are."""

    def read(self, name: str, value: object) -> object:
        return value

    def plain(self, value: Any) -> object:
        return value

    def params(self, value: Any) -> dict[str, object]:
        """Return the value for a sentence that states it; nothing where each value has its own sentence."""
        return {}


@dataclass(frozen=True, slots=True)
class ByPlace(ValueKind):
    """Points by place, first to last; with `optional` an empty tuple means none."""

    optional: bool = False

    def read(self, name: str, value: object) -> object:
        if not isinstance(value, list | tuple):
            raise RulesetProblem(name, gettext_noop("“{field}” is not a list of points by place."))
        return tuple(value)

    def check(self, name: str, value: object) -> None:
        if value != () or not self.optional:
            check_places(name, value)

    def plain(self, value: tuple[Points, ...]) -> object:
        return list(value)

    def text(self, value: tuple[Points, ...]) -> Message:
        return write_places(value) if value else phrase(NONE)


class UmaByPlace(ValueKind):
    """An uma by place, or a floating one; each sums to zero (S0 Mod.4.1)."""

    def read(self, name: str, value: object) -> object:
        match value:
            case list() | tuple():
                return tuple(value)
            case FloatingUma():
                return value
            case {"floating": [*rows], **other} if not other and all(isinstance(row, list | tuple) for row in rows):
                return FloatingUma(tuple(map(tuple, rows)))
            case Mapping():
                template = gettext_noop("A floating uma has a row for each number of players at the goal.")
                raise RulesetProblem(name, template)
        raise RulesetProblem(name, gettext_noop("The uma has one value for each place, from first to last."))

    def check(self, name: str, value: object) -> None:
        for places in value.by_floating if isinstance(value, FloatingUma) else (value,):
            total = sum(check_places(name, places))
            if total:
                template = gettext_noop("The values of the uma add up to {sum}, not to zero.")
                raise RulesetProblem(name, template, sum=write_p(total))

    def plain(self, value: Any) -> object:
        if isinstance(value, FloatingUma):
            return {"floating": [list(places) for places in value.by_floating]}
        return list(value)

    def text(self, value: Any) -> Message:
        if not isinstance(value, FloatingUma):
            return write_places(value) if any(value) else phrase(NONE)
        rows = [
            phrase(BY_FLOATING, {"values": write_places(row), "number": str(at)})
            for at, row in enumerate(value.by_floating)
        ]
        return list_text(rows)


def write_places(values: Sequence[Points]) -> Message:
    """Return points by place in P.

    >>> print(write_places((15_000, 5_000, -5_000, -15_000)))
    +15.0, +5.0, −5.0, −15.0
    """
    return separate([write_p(points) for points in values], NUMBERS)


def check_places(name: str, value: object) -> tuple[Points, ...]:
    """Check points by place. Raises RulesetProblem unless they are full hundreds in descending order."""
    if not isinstance(value, tuple) or len(value) not in (3, 4):
        raise RulesetProblem(name, gettext_noop("“{field}” has one value for each place, from first to last."))
    for points in value:
        if type(points) is not int:
            raise RulesetProblem(name, gettext_noop("“{field}” is not in whole numbers of points."))
        check_hundreds(name, points)
    if list(value) != sorted(value, reverse=True):
        raise RulesetProblem(name, gettext_noop("“{field}” gives a lower place more than a higher one."))
    return value


NO_CHOICE = gettext_noop("“{field}” must be one of: {choices}.")


class NonEmptyText(ValueKind):
    """A text that is not empty."""

    def check(self, name: str, value: object) -> None:
        if not isinstance(value, str) or not value.strip():
            raise RulesetProblem(name, gettext_noop("“{field}” must be text."))
        if len(value) > LONGEST:
            template = gettext_noop("“{field}” is longer than {most} characters.")
            raise RulesetProblem(name, template, most=LONGEST)


class YesNo(ValueKind):
    """Yes or no."""

    def check(self, name: str, value: object) -> None:
        if type(value) is not bool:
            raise RulesetProblem(name, gettext_noop("“{field}” must be yes or no."))

    def text(self, value: bool) -> Message:
        return phrase(gettext_noop("yes") if value else gettext_noop("no"))


@dataclass(frozen=True, slots=True)
class Whole(ValueKind):
    """A whole number; with `optional` None means no number. `none` is the text for None or zero."""

    least: int = 0
    most: int | None = None
    optional: bool = False
    none: str = ""

    def check(self, name: str, value: object) -> None:
        if value is None and self.optional:
            return
        if type(value) is not int:
            raise RulesetProblem(name, gettext_noop("“{field}” must be a whole number."))
        if value < self.least:
            raise RulesetProblem(name, gettext_noop("“{field}” is below {least}."), least=self.least)
        if self.most is not None and value > self.most:
            raise RulesetProblem(name, gettext_noop("“{field}” is above {most}."), most=self.most)

    def text(self, value: int | None) -> Message:
        return phrase(self.none) if self.none and not value else phrase(str(value))

    def params(self, value: int | None) -> dict[str, object]:
        return {"number": str(value)}


@dataclass(frozen=True, slots=True)
class Amount(ValueKind):
    """An amount of points in whole hundreds, written as 30P or, `in_full`, as 30,000 points; `none` is the text for
    zero. `sticks` are paid with point sticks: 300 and 3000 are so many points.
    """

    least: Points = 0
    in_full: bool = False
    none: str = ""
    sticks: bool = False

    def check(self, name: str, value: object) -> None:
        if type(value) is not int:
            raise RulesetProblem(name, gettext_noop("“{field}” must be a whole number."))
        if value < self.least:
            raise RulesetProblem(name, gettext_noop("“{field}” is below {least}."), least=self.least)
        check_hundreds(name, value)

    def text(self, value: Points) -> Message:
        if not value and self.none:
            return phrase(self.none)
        if self.in_full:
            return phrase(gettext_noop("{points} points"), self.params(value))
        return phrase(write_price(value))

    def params(self, value: Points) -> dict[str, object]:
        return {"points": write(value) if self.in_full else write_price(value)}


@dataclass(frozen=True, slots=True)
class OneOf(ValueKind):
    """One of the choices of an enum."""

    choices: type[StrEnum]

    def read(self, name: str, value: object) -> object:
        try:
            return self.choices(str(value))
        except ValueError:
            raise RulesetProblem(name, NO_CHOICE, choices=", ".join(self.choices)) from None

    def check(self, name: str, value: object) -> None:
        if type(value) is not self.choices:
            self.read(name, value)

    def plain(self, value: StrEnum) -> object:
        return value.value

    def text(self, value: StrEnum) -> Message:
        return phrase(_label(value))

    def options(self) -> list[tuple[str, str]]:
        """Return each choice and its label, marked for translation."""
        return _options(self.choices)


@dataclass(frozen=True, slots=True)
class KeyOf(ValueKind):
    """One of some names; `title` returns the name for people."""

    choices: tuple[str, ...]
    title: Callable[[str], str] = str

    def check(self, name: str, value: object) -> None:
        if value not in self.choices:
            raise RulesetProblem(name, NO_CHOICE, choices=", ".join(self.choices))

    def text(self, value: str) -> Message:
        return phrase(self.title(value))

    def params(self, value: str) -> dict[str, object]:
        return {"title": self.text(value)}

    def options(self) -> list[tuple[str, str]]:
        """Return each name and its title, marked for translation."""
        return [(name, self.title(name)) for name in self.choices]


@dataclass(frozen=True, slots=True)
class SomeOf(ValueKind):
    """Any of the choices of an enum, each at most once, in the order of the enum; an empty tuple means none."""

    choices: type[StrEnum]

    def read(self, name: str, value: object) -> object:
        if not isinstance(value, list | tuple):
            raise RulesetProblem(name, gettext_noop("“{field}” is not a list."))
        chosen = [OneOf(self.choices).read(name, one) for one in value]
        return tuple(choice for choice in self.choices if choice in chosen)

    def check(self, name: str, value: object) -> None:
        if value != self.read(name, value):
            raise RulesetProblem(name, gettext_noop("“{field}” names a choice twice or not in order."))

    def plain(self, value: tuple[StrEnum, ...]) -> object:
        return [choice.value for choice in value]

    def text(self, value: tuple[StrEnum, ...]) -> Message:
        return list_text([phrase(_label(choice)) for choice in value]) if value else phrase(NONE)

    def params(self, value: tuple[StrEnum, ...]) -> dict[str, object]:
        return {"named": list_text([phrase(_label(choice)) for choice in value], COMMA)} if value else {}

    def options(self) -> list[tuple[str, str]]:
        """Return each choice and its label, marked for translation."""
        return _options(self.choices)


def _options(choices: type[StrEnum]) -> list[tuple[str, str]]:
    return [(choice.value, _label(choice)) for choice in choices]


def _label(choice: StrEnum) -> str:
    label: str = getattr(choice, "label", choice.value)
    return label
