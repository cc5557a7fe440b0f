"""The kinds of values for the settings of standings, in addition to those of a rule set (rules/value_kinds.py)."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from scoring.messages import gettext_noop
from scoring.rules.fields import Part, RulesetProblem
from scoring.rules.value_kinds import OneOf, Whole


@dataclass(frozen=True, slots=True)
class ChoiceList:
    """Some of the choices of an enum in the order in which they were chosen, each at most once."""

    choices: type[StrEnum]

    def read(self, name: str, value: object) -> object:
        return tuple(OneOf(self.choices).read(name, one) for one in _list(name, value))

    def check(self, name: str, value: object) -> None:
        chosen = _list(name, value)
        for one in chosen:
            OneOf(self.choices).check(name, one)
        if len(set(chosen)) != len(chosen):
            raise RulesetProblem(name, gettext_noop("“{field}” names a choice twice."))

    def plain(self, value: tuple[StrEnum, ...]) -> object:
        return [one.value for one in value]


@dataclass(frozen=True, slots=True)
class RisingNumbers:
    """One or more whole numbers above zero, each larger than the one before."""

    def read(self, name: str, value: object) -> object:
        return tuple(_list(name, value))

    def check(self, name: str, value: object) -> None:
        numbers = _list(name, value)
        for one in numbers:
            Whole(1).check(name, one)
        if not numbers:
            raise RulesetProblem(name, gettext_noop("“{field}” names no number."))
        if list(numbers) != sorted(set(numbers)):
            raise RulesetProblem(name, gettext_noop("The numbers of “{field}” do not rise."))

    def plain(self, value: tuple[int, ...]) -> object:
        return list(value)


@dataclass(frozen=True, slots=True)
class FractionOf:
    """One of some fractions, written "1/2" in JSON."""

    fractions: tuple[Fraction, ...]

    def read(self, name: str, value: object) -> object:
        known = {str(one): one for one in self.fractions}
        return known.get(str(value), value)

    def check(self, name: str, value: object) -> None:
        if not isinstance(value, Fraction) or value not in self.fractions:
            choices = ", ".join(map(str, self.fractions))
            raise RulesetProblem(name, gettext_noop("“{field}” must be one of: {choices}."), choices=choices)

    def plain(self, value: Fraction) -> object:
        return str(value)


@dataclass(frozen=True, slots=True)
class OwnPart(Part):
    """A part that checks itself when it is made; its refusals name it as part of the whole."""

    def read(self, name: str, value: object) -> object:
        try:
            return Part.read(self, name, value)
        except RulesetProblem as problem:
            if problem.field == name or problem.field.startswith(f"{name}."):
                raise
            params = {key: value for key, value in problem.message.params.items() if key != "field"}
            raise RulesetProblem(f"{name}.{problem.field}", problem.message.text, **params) from problem


@dataclass(frozen=True, slots=True)
class PartList:
    """Any number of parts of one type, counted from 1 in the names of their fields."""

    type: type[Any]

    def read(self, name: str, value: object) -> object:
        part = OwnPart(self.type)
        return tuple(part.read(f"{name}.{at}", one) for at, one in enumerate(_list(name, value), start=1))

    def check(self, name: str, value: object) -> None:
        for at, one in enumerate(_list(name, value), start=1):
            OwnPart(self.type).check(f"{name}.{at}", one)

    def plain(self, value: tuple[object, ...]) -> object:
        return [OwnPart(self.type).plain(one) for one in value]


@dataclass(frozen=True, slots=True)
class TextLine:
    """A text on one line, or none."""

    longest: int = 200

    def read(self, name: str, value: object) -> object:
        return value.strip() if isinstance(value, str) else value

    def check(self, name: str, value: object) -> None:
        if not isinstance(value, str) or not value.isprintable():
            raise RulesetProblem(name, gettext_noop("“{field}” is not a line of text."))
        if len(value) > self.longest:
            raise RulesetProblem(name, gettext_noop("“{field}” is longer than {most} characters."), most=self.longest)

    def plain(self, value: str) -> object:
        return value


def _list(name: str, value: object) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise RulesetProblem(name, gettext_noop("“{field}” is not a list."))
    return value
