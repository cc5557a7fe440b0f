"""Sentences of a rule set: the values they state, their section and their source."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from scoring.messages import Message, phrase
from scoring.rules.provenance import Mark, RuleSection


@dataclass(frozen=True, slots=True)
class Clause:
    """The names of the values, the most important first, and the sentence that states them."""

    fields: tuple[str, ...]
    text: Message


Clauses: TypeAlias = Iterator[Clause]


def clause(fields: str, template: str, **params: object) -> Clause:
    """Return a sentence for some fields, whose names are separated by spaces.

    >>> clause("start players", "Everyone starts with {points} points.", points="30,000").fields
    ('start', 'players')
    """
    return Clause(tuple(fields.split()), phrase(template, params))


@dataclass(frozen=True, slots=True)
class RuleSentence(Message):
    """A rule as a sentence, and its clause.

    `fields` names the values that it states, `field` the most important of them, `marks` what is to be known about
    their sources. Only the sentences of a rule set have a section.
    """

    source: str = ""
    fields: tuple[str, ...] = ()
    section: RuleSection | None = None
    marks: tuple[Mark, ...] = ()


def with_source(
    text: str, params: Mapping[str, object] | None = None, source: str = "", field: str = ""
) -> RuleSentence:
    """Return a sentence with a clause, outside of a rule set."""
    return RuleSentence("", text, params or {}, field=field, source=source)
