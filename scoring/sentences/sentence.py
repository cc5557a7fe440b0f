"""Sentences of a rule set: the values they state, their section and their source."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from scoring.messages import Message, gettext_noop, phrase


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


class RuleSection(Enum):
    """A section of the rules; the value is its title, marked for translation."""

    SEATS = gettext_noop("Seats")
    SCORE = gettext_noop("The score")
    TIES = gettext_noop("Ties and deposits")
    END = gettext_noop("The end of the game")
    TIME = gettext_noop("Time")
    PENALTIES = gettext_noop("Lateness and penalties")
    HAND = gettext_noop("The hand")
    PAYMENTS = gettext_noop("Payments")
    YAKU = gettext_noop("Yaku and dora")

    @property
    def label(self) -> str:
        """The English words, marked for translation."""
        return self.value


@dataclass(frozen=True, slots=True)
class RuleSentence(Message):
    """A rule as a sentence, and its clause.

    `fields` names the values that it states, `field` the most important of them; `unverified` when no source confirms
    one of them. Only the sentences of a rule set have a section.
    """

    source: str = ""
    fields: tuple[str, ...] = ()
    section: RuleSection | None = None
    unverified: bool = False


def with_source(
    text: str, params: Mapping[str, object] | None = None, source: str = "", field: str = ""
) -> RuleSentence:
    """Return a sentence with a clause, outside of a rule set."""
    return RuleSentence("", text, params or {}, field=field, source=source)
