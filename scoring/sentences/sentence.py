"""Sentences of a rule set: the values they state, their section and their source."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from scoring.messages import Message, join, phrase
from scoring.rules import RuleField, Ruleset
from scoring.rules.fields import RuleSection, value_texts
from scoring.rules.provenance import Mark


@dataclass(frozen=True, slots=True)
class Clause:
    """The names of the values, the most important first, and the sentence that states them."""

    fields: tuple[str, ...]
    text: Message


Clauses: TypeAlias = Iterator[Clause]


def clause(fields: str, *messages: Message) -> Clause:
    """Return a sentence, or several, for some values, whose names are separated by spaces."""
    return Clause(tuple(fields.split()), messages[0] if len(messages) == 1 else join(messages))


def sentence(name: str, key: str, /, **params: object) -> Message:
    """Return one of the sentences of a value (`scoring/rules/values.toml`).

    >>> str(sentence("start", "other", points="30,000"))
    'Everyone starts with 30,000 points.'
    """
    return phrase(value_texts()[name].sentences[key], params)


def stated(fields: str, key: str, /, **params: object) -> Clause:
    """Return a sentence of the first of some values, which states them all."""
    return clause(fields, sentence(fields.partition(" ")[0], key, **params))


def own_sentence(one: RuleField, rules: Ruleset) -> Clauses:
    """Yield the sentence that a value has by itself; nothing for a value that other sentences state."""
    sentences, value = one.texts.sentences, one.of(rules)
    if sentences:
        plain = one.kind.plain(value)
        key = "none" if plain == [] else str(plain).lower()
        yield stated(one.name, key if key in sentences else "other", **one.kind.params(value))


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
