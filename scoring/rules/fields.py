"""The fields of a rule set: declared once, with their kind and label.

Reading a field from JSON, checking it, the snapshot and the organisers' form all follow from the declaration.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
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


class FieldKind(Protocol):
    """A kind of field: `read` converts a JSON value, `check` refuses unplayable values, `plain` converts back."""

    def read(self, name: str, value: object) -> object: ...

    def check(self, name: str, value: object) -> None: ...

    def plain(self, value: Any) -> object: ...


@dataclass(frozen=True, slots=True)
class RuleField:
    """A declared field: its name, its label for people, marked for translation, and its kind.

    The name is dotted (`hand.kiriage`) where the field belongs to a part.
    """

    name: str
    label: str
    kind: Any  # a FieldKind; those of `rule_names` have a text for their values, too

    def of(self, owner: object) -> object:
        """Return the value in `owner`."""
        value: object = owner
        for step in self.name.split("."):
            value = getattr(value, step)
        return value


def rule(kind: FieldKind, label: str) -> Any:
    """Declare a field of a rule set; `label` names it for people, marked for translation."""
    return field(metadata={"kind": kind, "label": label})


def rule_fields(owner: type[Any]) -> tuple[RuleField, ...]:
    """Return the fields of a rule set or of a part of it, declared with `rule`, in their order."""
    found = _FIELDS.get(owner)
    if found is None:
        items = [item for item in fields(owner) if "kind" in item.metadata]
        found = tuple(RuleField(item.name, item.metadata["label"], item.metadata["kind"]) for item in items)
        _FIELDS[owner] = found
    return found


_FIELDS: dict[type[Any], tuple[RuleField, ...]] = {}  # a rule set is read in nearly every request


def read_fields(owner: type[Any], data: Mapping[str, object], prefix: str = "") -> dict[str, object]:
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


def check_fields(value: Any, prefix: str = "") -> None:
    """Check every field by its kind. Raises RulesetProblem naming the first that is wrong."""
    for one in rule_fields(type(value)):
        one.kind.check(prefix + one.name, getattr(value, one.name))


def plain_fields(value: Any) -> dict[str, object]:
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
            yield RuleField(prefix + one.name, one.label, one.kind)
