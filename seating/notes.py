"""Notes: a stable code, an English sentence with placeholders, and its values; translated by the code that shows it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

Params = Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class Note:
    """A message: `code` is stable, `text` takes `params` by `str.format`.

    `hanchan` and `table` count from 1 and say where, if anywhere. `about_winds`: without interest where winds are drawn
    at the table.
    """

    code: str
    text: str
    params: Params = field(default_factory=dict)
    hanchan: int | None = None
    table: int | None = None
    about_winds: bool = False

    def __str__(self) -> str:
        return self.text.format(**self.params)


class CannotPlan(ValueError):
    """No seating is possible; `note` says why and what to do instead."""

    def __init__(self, note: Note) -> None:
        self.note = note
        super().__init__(str(note))

    @classmethod
    def because(cls, code: str, text: str, **params: int | str) -> "CannotPlan":
        """Return the refusal with this note."""
        return cls(Note(code, text, params))


def gettext_noop(message: str) -> str:
    """Mark a string for translation; the code that shows it translates it."""
    return message


MOST_LISTED = 12
"""The most people listed in a sentence; of more, only the first are listed."""


def people_text(people: Iterable[int]) -> str:
    """Return numbers of people as text, at most MOST_LISTED of them."""
    numbers = sorted(people)
    return ", ".join(map(str, numbers[:MOST_LISTED])) + (" …" if len(numbers) > MOST_LISTED else "")
