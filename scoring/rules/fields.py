"""The fields of a rule set: each is declared once, with its kind; what people read of it is in `values.toml`.

Reading a field from JSON, checking it, the snapshot and the organisers' form all follow from the two.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import Enum
from functools import cache
from importlib.resources import files
from operator import attrgetter
from typing import Any, Protocol

from scoring.messages import InvalidValue, Level, Message, gettext_noop
from scoring.points import STEP


class RulesetProblem(InvalidValue):
    """An unplayable rule set; the message names its `field`."""

    def __init__(self, field: str, text: str, **params: object) -> None:
        super().__init__(Message("rule-set", text, {"field": field, **params}, Level.ERROR, field))

    @property
    def field(self) -> str:
        """The dotted name of the value."""
        return self.message.field


class UnknownField(RulesetProblem):
    """A name that no value of a rule set has."""


NO_VALUE = gettext_noop("“{field}” is not a value of a rule set.")
NO_GROUP = gettext_noop("“{field}” must be a group of values.")


def check_hundreds(name: str, value: int) -> None:
    """Raise RulesetProblem for points that are not full hundreds."""
    if value % STEP:
        raise RulesetProblem(name, gettext_noop("“{field}” is not a multiple of 100 points."))


class RuleSection(Enum):
    """A section of the rules; the value is its title, marked for translation."""

    SEATS = gettext_noop("Seats")
    SCORE = gettext_noop("The score")
    TIES = gettext_noop("Ties and deposits")
    END = gettext_noop("The end of the game")
    TIME = gettext_noop("Time")
    PENALTIES = gettext_noop("Lateness and penalties")
    HAND = gettext_noop("The hand")
    CALLS = gettext_noop("Calls and furiten")
    PAYMENTS = gettext_noop("Payments")
    YAKU = gettext_noop("Yaku and dora")
    ETIQUETTE = gettext_noop("Etiquette")
    NOT_COVERED = gettext_noop("Left to the referee: the program does not count it")

    @property
    def label(self) -> str:
        """The English words, marked for translation."""
        return self.value

    @property
    def key(self) -> str:
        """The name in files: `calls`, `not-covered`."""
        return self.name.lower().replace("_", "-")


SECTIONS = {section.key: section for section in RuleSection}


@dataclass(frozen=True, slots=True)
class ValueTexts:
    """The label of a value, a help for who types it, and the sentences that state it, by what each states.

    All are marked for translation; a value may have no help, and no sentence of its own.
    """

    section: RuleSection
    label: str
    help: str
    sentences: Mapping[str, str]


@cache
def value_texts() -> Mapping[str, ValueTexts]:
    """Return the texts of each value by its dotted name, in the order in which the rules tell them."""
    text = files("scoring.rules").joinpath("values.toml").read_text(encoding="utf-8")
    return {
        name: ValueTexts(SECTIONS[section], row.pop("label"), row.pop("help", ""), row)
        for section, rows in tomllib.loads(text).items()
        for name, row in rows.items()
    }


class FieldKind(Protocol):
    """A kind of field: `read` converts a JSON value, `check` refuses unplayable values, `plain` converts back."""

    def read(self, name: str, value: object) -> object: ...

    def check(self, name: str, value: object) -> None: ...

    def plain(self, value: Any) -> object: ...


@dataclass(frozen=True, slots=True)
class RuleField:
    """A declared field: its name and its kind.

    The name is dotted (`hand.kiriage`) where the field belongs to a part.
    """

    name: str
    kind: Any  # a FieldKind; those of `rule_names` have a text for their values, too

    def of(self, owner: object) -> Any:
        """Return the value in `owner`."""
        return attrgetter(self.name)(owner)

    def plain(self, owner: object) -> Any:
        """Return the value in `owner` in JSON types."""
        return self.kind.plain(self.of(owner))

    @property
    def texts(self) -> ValueTexts:
        """The texts of a value of a rule set, as people read them."""
        return value_texts()[self.name]

    @property
    def label(self) -> str:
        """The label of a value of a rule set, marked for translation."""
        return self.texts.label


def rule(kind: FieldKind, default: Any = MISSING) -> Any:
    """Declare a field of this kind; without a default it has to be given."""
    return field(default=default, metadata={"kind": kind})


def rule_fields(owner: type[Any]) -> tuple[RuleField, ...]:
    """Return the fields that a type declares with `rule`, in their order."""
    if owner not in _FIELDS:
        declared = [one for one in fields(owner) if "kind" in one.metadata]
        _FIELDS[owner] = tuple(RuleField(one.name, one.metadata["kind"]) for one in declared)
    return _FIELDS[owner]


_FIELDS: dict[type[Any], tuple[RuleField, ...]] = {}  # a rule set is read in nearly every request


def read_fields(owner: type[Any], data: Mapping[str, object], prefix: str = "") -> dict[str, Any]:
    """Return the values of `data` by field. Raises RulesetProblem for the first missing, unknown or unreadable one."""
    found = {}
    for one in rule_fields(owner):
        if one.name not in data:
            break
        found[one.name] = one.kind.read(prefix + one.name, data[one.name])
    if len(found) != len(data) or len(found) != len(rule_fields(owner)):
        raise _wrong_name(owner, data, prefix)
    return found


def _wrong_name(owner: type[Any], data: Mapping[str, object], prefix: str) -> RulesetProblem:
    names = [one.name for one in rule_fields(owner)]
    for name in data:
        if name not in names:
            return UnknownField(f"{prefix}{name}", NO_VALUE)
    missing = next(name for name in names if name not in data)
    return RulesetProblem(f"{prefix}{missing}", gettext_noop("“{field}” is missing."))


def check_fields(value: object, prefix: str = "") -> None:
    """Check every field by its kind. Raises RulesetProblem naming the first that is wrong."""
    for one in rule_fields(type(value)):
        one.kind.check(prefix + one.name, getattr(value, one.name))


def plain_fields(value: object) -> dict[str, object]:
    """Return the fields in JSON types."""
    return {one.name: one.kind.plain(getattr(value, one.name)) for one in rule_fields(type(value))}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rule set with fields of its own."""

    type: type[Any]

    def read(self, name: str, value: object) -> object:
        if isinstance(value, self.type):
            return value
        if not isinstance(value, Mapping):
            raise RulesetProblem(name, NO_GROUP)
        return self.type(**read_fields(self.type, value, f"{name}."))

    def check(self, name: str, value: object) -> None:
        if not isinstance(value, self.type):
            raise RulesetProblem(name, NO_GROUP)
        check_fields(value, f"{name}.")

    def plain(self, value: Any) -> object:
        return plain_fields(value)


def leaves(owner: type[Any], prefix: str = "") -> Iterator[RuleField]:
    """Yield every value of a rule set by its dotted name (`start`, `hand.kiriage`), with parts expanded, in their
    order.
    """
    for one in rule_fields(owner):
        if isinstance(one.kind, Part):
            yield from leaves(one.kind.type, f"{prefix}{one.name}.")
        else:
            yield RuleField(prefix + one.name, one.kind)
