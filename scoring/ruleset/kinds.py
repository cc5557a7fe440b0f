"""The kinds of values a rule set is made of: how each is read from JSON, checked, written back and said.

A field of a rule set declares its kind once (`rule`). A wrong value is a RulesetProblem that names the field.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.points import Points, write, write_price
from scoring.ruleset.parts import Kind, Part, Spoken, check_fields, plain_fields, read_fields, rule
from scoring.ruleset.places import NONE, ByPlace, UmaByPlace
from scoring.ruleset.problem import RulesetProblem, check_hundreds
from scoring.words import Text, gettext_noop, listed

__all__ = [
    "NONE",
    "Amount",
    "ByPlace",
    "Kind",
    "Named",
    "OneOf",
    "Part",
    "RulesetProblem",
    "SomeOf",
    "Spoken",
    "UmaByPlace",
    "Whole",
    "Words",
    "YesNo",
    "check_fields",
    "plain_fields",
    "read_fields",
    "rule",
]

NO_CHOICE = gettext_noop("“{field}” is none of: {choices}.")


class AsItIs:
    """A value that JSON already has."""

    def read(self, name: str, value: object) -> object:
        return value

    def plain(self, value: Any) -> object:
        return value


class Words(AsItIs):
    """A text that is not empty."""

    def check(self, name: str, value: object) -> None:
        if not isinstance(value, str) or not value.strip():
            raise RulesetProblem(name, gettext_noop("“{field}” is not a text."))


class YesNo(AsItIs):
    """Played or not."""

    def check(self, name: str, value: object) -> None:
        if type(value) is not bool:
            raise RulesetProblem(name, gettext_noop("“{field}” is neither yes nor no."))

    def said(self, value: bool) -> Text:
        return Text(gettext_noop("yes") if value else gettext_noop("no"))


@dataclass(frozen=True, slots=True)
class Whole(AsItIs):
    """A whole number; with `optional` None stands for no number. `none` says that, or zero, in words of its own."""

    least: int = 0
    most: int | None = None
    optional: bool = False
    none: str = ""

    def check(self, name: str, value: object) -> None:
        if value is None and self.optional:
            return
        if type(value) is not int:
            raise RulesetProblem(name, gettext_noop("“{field}” is not a whole number."))
        if value < self.least:
            raise RulesetProblem(name, gettext_noop("“{field}” is below {least}."), least=self.least)
        if self.most is not None and value > self.most:
            raise RulesetProblem(name, gettext_noop("“{field}” is above {most}."), most=self.most)

    def said(self, value: int | None) -> Text:
        return Text(self.none) if self.none and not value else Text(str(value))


@dataclass(frozen=True, slots=True)
class Amount(AsItIs):
    """An amount of points in whole hundreds, said as 30P or, `in_full`, as 30,000 points; `none` says zero."""

    least: Points = 0
    in_full: bool = False
    none: str = ""

    def check(self, name: str, value: object) -> None:
        if type(value) is not int:
            raise RulesetProblem(name, gettext_noop("“{field}” is not a whole number."))
        if value < self.least:
            raise RulesetProblem(name, gettext_noop("“{field}” is below {least}."), least=self.least)
        check_hundreds(name, value)

    def said(self, value: Points) -> Text:
        if not value and self.none:
            return Text(self.none)
        if self.in_full:
            return Text(gettext_noop("{points} points"), {"points": write(value)})
        return Text(write_price(value))


@dataclass(frozen=True, slots=True)
class OneOf:
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

    def said(self, value: StrEnum) -> Text:
        return _named(value)


@dataclass(frozen=True, slots=True)
class Named(AsItIs):
    """One of some names; `title` gives what people call it."""

    names: tuple[str, ...]
    title: Callable[[str], str] = str

    def check(self, name: str, value: object) -> None:
        if value not in self.names:
            raise RulesetProblem(name, NO_CHOICE, choices=", ".join(self.names))

    def said(self, value: str) -> Text:
        return Text(self.title(value))


@dataclass(frozen=True, slots=True)
class SomeOf:
    """Any of the choices of an enum, each at most once, in the order of the enum; an empty tuple for none."""

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

    def said(self, value: tuple[StrEnum, ...]) -> Text:
        return listed([_named(choice) for choice in value]) if value else Text(NONE)


def _named(choice: StrEnum) -> Text:
    return Text(getattr(choice, "label", choice.value))
