"""Messages for people: English text with placeholders that another layer may translate.

One type, `Message`, holds every text that the rule book has for a person: what is wrong with a sheet, what follows a
foul, a sentence of a rule set. Placeholders are written `{name}`; a param that is itself a Message is translated with
the rest. `gettext_noop` marks a text so that the collector of translatable texts finds it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

Translate = Callable[[str], str]


def gettext_noop(text: str) -> str:
    """Mark `text` for translation and return it unchanged."""
    return text


class Level(StrEnum):
    """An error stops an action, a warning asks for a second look, a note informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Message:
    """A text for a person that can still be translated.

    `code` is stable for programs, empty for plain sentences. `params` fill the placeholders of `text` and may hold more
    facts for programs. `field` names the field or value that the message is about.

    >>> print(Message("sum-too-low", "{amount} missing.", {"amount": "900"}, Level.ERROR))
    900 missing.
    """

    code: Annotated[str, "stays the same when the message is reworded"]
    text: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)
    level: Level = Level.NOTE
    field: Annotated[str, "row-2 of a sheet (from 0), tile 6 of a draw, line 4 wind of a file; may be empty"] = ""

    @property
    def row(self) -> int | None:
        """The row of a sheet that the message is about, counted from 0; None for none or several."""
        return int(self.field.removeprefix("row-")) if self.field.startswith("row-") else None

    def say(self, translate: Translate = gettext_noop) -> str:
        """Return the message in the language of `translate`, in English when none is given."""
        filled = {name: one.say(translate) if isinstance(one, Message) else one for name, one in self.params.items()}
        return translate(self.text).format(**filled)

    def __str__(self) -> str:
        return self.say()


class InvalidValue(ValueError):
    """A refused value; `message` has the reason."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


def phrase(text: str, params: Mapping[str, object] | None = None) -> Message:
    """Return a sentence, or a part of one, as a message without a code.

    >>> str(phrase("for {name}", {"name": phrase("East")}))
    'for East'
    """
    return Message("", text, params or {})


def row_field(row: int | None) -> str:
    """Return the `field` of a message about a row of a sheet, empty for no row."""
    return "" if row is None else f"row-{row}"


def join(messages: Sequence[Message], separator: str = " ") -> Message:
    """Return the messages one after the other.

    >>> str(join([phrase("Two digits swapped?"), phrase("Read it again.")]))
    'Two digits swapped? Read it again.'
    """
    names = [f"text{number}" for number in range(len(messages))]
    return phrase(separator.join(f"{{{name}}}" for name in names), dict(zip(names, messages, strict=True)))


AND = gettext_noop("{first} and {last}")
OR = gettext_noop("{first} or {last}")
COMMA = gettext_noop("{first}, {last}")


def list_text(items: Sequence[Message], last: str = AND) -> Message:
    """Return a list of at least one item; `last` joins the last item to the others.

    >>> str(list_text([phrase("four winds")])), str(list_text(list(map(phrase, ("a win", "a draw", "a chonbo"))), OR))
    ('four winds', 'a win, a draw or a chonbo')
    """
    if len(items) == 1:
        return items[0]
    return phrase(last, {"first": list_text(items[:-1], COMMA), "last": items[-1]})
