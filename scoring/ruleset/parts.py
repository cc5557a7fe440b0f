"""How a rule set and its parts are put together from fields that declare their kind.

A field is declared once, with `rule`; reading it from JSON, checking it, the snapshot and the organisers' form follow.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Protocol

from scoring.ruleset.problem import RulesetProblem
from scoring.words import Text, gettext_noop


class Kind(Protocol):
    """`read` makes a field's value of a JSON value, `check` refuses what cannot be played, `plain` is JSON again."""

    def read(self, name: str, value: object) -> object: ...

    def check(self, name: str, value: object) -> None: ...

    def plain(self, value: Any) -> object: ...


class Spoken(Kind, Protocol):
    """A kind whose values can be said."""

    def said(self, value: Any) -> Text:
        """The value in words, as they stand beside its label."""
        ...


@dataclass(frozen=True, slots=True)
class Declared:
    """A field as it was declared: its name, its label for people, marked for translation, and its kind."""

    name: str
    label: str
    kind: Kind


def rule(kind: Kind, label: str) -> Any:
    """A field of a rule set of this kind; `label` names it for people, marked for translation."""
    return field(metadata={"kind": kind, "label": label})


def declared(owner: type[Any]) -> tuple[Declared, ...]:
    """The fields of a rule set, or of a part of it, that were declared with `rule`, in their order."""
    found = _DECLARED.get(owner)
    if found is None:
        items = [item for item in fields(owner) if "kind" in item.metadata]
        found = tuple(Declared(item.name, item.metadata["label"], item.metadata["kind"]) for item in items)
        _DECLARED[owner] = found
    return found


_DECLARED: dict[type[Any], tuple[Declared, ...]] = {}  # a rule set is read in nearly every request


def read_fields(owner: type[Any], data: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """The values of `data` by field. Raises RulesetProblem for the first that is missing, unknown or unreadable."""
    found = {}
    for one in declared(owner):
        if one.name not in data:
            break
        found[one.name] = one.kind.read(prefix + one.name, data[one.name])
    if len(found) != len(data) or len(found) != len(declared(owner)):
        raise _wrong_name(owner, data, prefix)
    return found


def _wrong_name(owner: type[Any], data: Mapping[str, object], prefix: str) -> RulesetProblem:
    names = [one.name for one in declared(owner)]
    for name in data:
        if name not in names:
            return RulesetProblem(f"{prefix}{name}", gettext_noop("“{field}” is not a part of a rule set."))
    missing = next(name for name in names if name not in data)
    return RulesetProblem(f"{prefix}{missing}", gettext_noop("“{field}” is missing."))


def check_fields(value: Any, prefix: str = "") -> None:
    """Every field checked by its kind. Raises RulesetProblem naming the first that is wrong."""
    for one in declared(type(value)):
        one.kind.check(prefix + one.name, getattr(value, one.name))


def plain_fields(value: Any) -> dict[str, object]:
    """The fields in JSON types."""
    return {one.name: one.kind.plain(getattr(value, one.name)) for one in declared(type(value))}


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


def leaves(owner: type[Any], prefix: str = "") -> Iterator[Declared]:
    """Every value of a rule set by its dotted name (`start`, `hand.kiriage`), parts taken apart, in their order."""
    for one in declared(owner):
        if isinstance(one.kind, Part):
            yield from leaves(one.kind.type, f"{prefix}{one.name}.")
        else:
            yield Declared(prefix + one.name, one.label, one.kind)
