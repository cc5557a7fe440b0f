"""One sentence of a rule set before its source is known: the values that it says, and the words."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from scoring.words import Text


@dataclass(frozen=True, slots=True)
class Said:
    """The names of the values, the most important first, and the sentence that says them."""

    fields: tuple[str, ...]
    text: Text


Sayings: TypeAlias = Iterator[Said]


def say(fields: str, template: str, **params: object) -> Said:
    """A sentence for some fields, named with spaces between them.

    >>> say("start players", "Everyone starts with {points} points.", points="30,000").fields
    ('start', 'players')
    """
    return Said(tuple(fields.split()), Text(template, params))
