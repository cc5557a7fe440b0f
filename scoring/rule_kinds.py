"""The kinds of values a rule set is made of: how each is read from JSON, checked and written back.

A field of a rule set declares its kind once (`rule`); reading, checking, the snapshot and the organisers' form
follow from it. A wrong value is a RulesetProblem that names the field.
"""

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from enum import StrEnum
from typing import Any, Protocol

from scoring.points import Points, write_p
from scoring.uma import STEP, FloatingUma
from scoring.words import Translate, gettext_noop, render


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


class Kind(Protocol):
    """`read` makes a field's value of a JSON value, `check` refuses what cannot be played, `plain` is JSON again."""

    def read(self, name: str, value: object) -> object: ...

    def check(self, name: str, value: object) -> None: ...

    def plain(self, value: Any) -> object: ...


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


@dataclass(frozen=True, slots=True)
class Whole(AsItIs):
    """A whole number; with `optional` None stands for no number."""

    least: int = 0
    most: int | None = None
    optional: bool = False

    def check(self, name: str, value: object) -> None:
        if value is None and self.optional:
            return
        if type(value) is not int:
            raise RulesetProblem(name, gettext_noop("“{field}” is not a whole number."))
        if value < self.least:
            raise RulesetProblem(name, gettext_noop("“{field}” is below {least}."), least=self.least)
        if self.most is not None and value > self.most:
            raise RulesetProblem(name, gettext_noop("“{field}” is above {most}."), most=self.most)


@dataclass(frozen=True, slots=True)
class Amount(AsItIs):
    """An amount of points in whole hundreds."""

    least: Points = 0

    def check(self, name: str, value: object) -> None:
        Whole(self.least).check(name, value)
        check_hundreds(name, value)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of the choices of an enum."""

    choices: type[StrEnum]

    def read(self, name: str, value: object) -> object:
        self.check(name, value)
        return self.choices(str(value))

    def check(self, name: str, value: object) -> None:
        if value not in list(self.choices):
            choices = ", ".join(self.choices)
            raise RulesetProblem(name, gettext_noop("“{field}” is none of: {choices}."), choices=choices)

    def plain(self, value: StrEnum) -> object:
        return value.value


@dataclass(frozen=True, slots=True)
class Named(AsItIs):
    """One of some names."""

    names: tuple[str, ...]

    def check(self, name: str, value: object) -> None:
        if value not in self.names:
            choices = ", ".join(self.names)
            raise RulesetProblem(name, gettext_noop("“{field}” is none of: {choices}."), choices=choices)


@dataclass(frozen=True, slots=True)
class SomeOf:
    """Any of the choices of an enum, each at most once, in the order of the enum; an empty tuple for none."""

    choices: type[StrEnum]

    def read(self, name: str, value: object) -> object:
        if not isinstance(value, list | tuple):
            raise RulesetProblem(name, gettext_noop("“{field}” is not a list."))
        for one in value:
            OneOf(self.choices).check(name, one)
        return tuple(choice for choice in self.choices if choice in value)

    def check(self, name: str, value: object) -> None:
        if value != self.read(name, value):
            raise RulesetProblem(name, gettext_noop("“{field}” names a choice twice or not in order."))

    def plain(self, value: tuple[StrEnum, ...]) -> object:
        return [choice.value for choice in value]


@dataclass(frozen=True, slots=True)
class ByPlace:
    """Points by place, first to last; with `optional` an empty tuple stands for none."""

    optional: bool = False

    def read(self, name: str, value: object) -> object:
        if not isinstance(value, list | tuple):
            raise RulesetProblem(name, gettext_noop("“{field}” is not a list of points by place."))
        return tuple(value)

    def check(self, name: str, value: object) -> None:
        places = self.read(name, value)
        assert isinstance(places, tuple)  # noqa: S101  # for the type checker
        if not places and self.optional:
            return
        if len(places) not in (3, 4):
            raise RulesetProblem(name, gettext_noop("The uma has one value for each place, from first to last."))
        for points in places:
            if type(points) is not int:
                raise RulesetProblem(name, gettext_noop("The uma is not in whole numbers of points."))
            check_hundreds(name, points)
        if list(places) != sorted(places, reverse=True):
            raise RulesetProblem(name, gettext_noop("A lower place has a better uma than a higher one."))

    def plain(self, value: tuple[Points, ...]) -> object:
        return list(value)


class UmaByPlace:
    """An uma by place, or a floating one; each sums to zero (S0 Mod.4.1)."""

    def read(self, name: str, value: object) -> object:
        match value:
            case {"floating": [*rows], **other} if not other:
                return FloatingUma(tuple(self._places(name, row) for row in rows))
            case {**other} if other:
                template = gettext_noop("A floating uma has a row for each number of players at the goal.")
                raise RulesetProblem(name, template)
        return self._places(name, value)

    def _places(self, name: str, value: object) -> tuple[Points, ...]:
        if not isinstance(value, list | tuple):
            raise RulesetProblem(name, gettext_noop("The uma has one value for each place, from first to last."))
        return tuple(value)

    def check(self, name: str, value: object) -> None:
        for places in value.by_floating if isinstance(value, FloatingUma) else (value,):
            ByPlace().check(name, places)
            assert isinstance(places, tuple)  # noqa: S101  # for the type checker
            if sum(places):
                template = gettext_noop("The values of the uma add up to {sum}, not to zero.")
                raise RulesetProblem(name, template, sum=write_p(sum(places)))

    def plain(self, value: object) -> object:
        if isinstance(value, FloatingUma):
            return {"floating": [list(places) for places in value.by_floating]}
        assert isinstance(value, tuple)  # noqa: S101  # for the type checker
        return list(value)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rule set with fields of its own."""

    type: type[Any]

    def read(self, name: str, value: object) -> object:
        if isinstance(value, self.type):
            return value
        if not isinstance(value, Mapping):
            raise RulesetProblem(name, gettext_noop("“{field}” has parts of its own."))
        return self.type(**read_fields(self.type, value, f"{name}."))

    def check(self, name: str, value: object) -> None:
        if not isinstance(value, self.type):
            raise RulesetProblem(name, gettext_noop("“{field}” has parts of its own."))
        check_fields(value, f"{name}.")

    def plain(self, value: Any) -> object:
        return plain_fields(value)


def check_hundreds(name: str, value: object) -> None:
    if isinstance(value, int) and value % STEP:
        raise RulesetProblem(name, gettext_noop("“{field}” is not a multiple of 100 points."))


def rule(kind: Kind, label: str) -> Any:
    """A field of a rule set of this kind; `label` names it for people, marked for translation."""
    return field(metadata={"kind": kind, "label": label})


def kind_of(item: "Field[Any]") -> Kind:
    kind: Kind = item.metadata["kind"]
    return kind


def rule_fields(owner: type[Any] | Any) -> tuple["Field[Any]", ...]:
    """The fields of a rule set, or of a part of it, that were declared with `rule`."""
    return tuple(item for item in fields(owner) if "kind" in item.metadata)


def read_fields(owner: type[Any], data: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """The values of `data` by field. Raises RulesetProblem for the first that is missing, unknown or unreadable."""
    kinds = {item.name: kind_of(item) for item in rule_fields(owner)}
    for name in data:
        if name not in kinds:
            raise RulesetProblem(f"{prefix}{name}", gettext_noop("“{field}” is not a part of a rule set."))
    for name in kinds:
        if name not in data:
            raise RulesetProblem(f"{prefix}{name}", gettext_noop("“{field}” is missing."))
    return {name: kind.read(f"{prefix}{name}", data[name]) for name, kind in kinds.items()}


def check_fields(value: Any, prefix: str = "") -> None:
    """Every field checked by its kind. Raises RulesetProblem naming the first that is wrong."""
    for item in rule_fields(value):
        kind_of(item).check(f"{prefix}{item.name}", getattr(value, item.name))


def plain_fields(value: Any) -> dict[str, object]:
    """The fields in JSON types."""
    return {item.name: kind_of(item).plain(getattr(value, item.name)) for item in rule_fields(value)}
