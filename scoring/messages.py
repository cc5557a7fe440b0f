"""Messages for people: English text with placeholders that another layer may translate.

One type, `Message`, holds every text that the rule book has for a person: what is wrong with a sheet, what follows a
foul, a sentence of a rule set. Placeholders are written `{name}`; a param that is itself a Message is translated with
the rest, and a WrittenNumber or a date is written again. A `Language` does that; nothing here knows any but English.

`gettext_noop` marks a text so that the collector of translatable texts finds it, `ngettext_lazy` one with a singular,
`pgettext_lazy` one whose English has two meanings, `npgettext_lazy` both.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Annotated, Protocol, Self


class WrittenNumber(str):
    """A number as English writes it, which a language writes again: commas between thousands, a point before decimals,
    any minus sign in front, the P of points at its end.
    """

    __slots__ = ()


class MarkedText(str):
    """The English of a text that needs more than itself to be translated.

    `one` is its singular, empty where it has none; then the param named `counted`, a whole number, decides between the
    two. `context` tells translators which of two meanings is meant.
    """

    __slots__ = ("context", "counted", "one")
    one: str
    counted: str
    context: str

    def __new__(cls, text: str, one: str = "", counted: str = "", context: str = "") -> Self:
        """Return the text with its marks."""
        made = super().__new__(cls, text)
        made.one, made.counted, made.context = one, counted, context
        return made


def gettext_noop(text: str) -> str:
    """Mark `text` for translation and return it unchanged."""
    return text


def ngettext_lazy(one: str, many: str, counted: str = "count") -> str:
    """Return a text for translation with its singular; the param `counted` decides once it is said.

    >>> str(phrase(ngettext_lazy("{count} tile", "{count} tiles"), {"count": 1}))
    '1 tile'
    """
    return MarkedText(many, one, counted)


def pgettext_lazy(context: str, text: str) -> str:
    """Return a text for translation whose English has other meanings elsewhere."""
    return MarkedText(text, context=context)


def npgettext_lazy(context: str, one: str, many: str, counted: str = "count") -> str:
    """Return a text for translation with a context and a singular."""
    return MarkedText(many, one, counted, context)


class Language(Protocol):
    """What a message is said in."""

    def text(self, text: str, context: str = "") -> str:
        """Return the translation of an English text, with the same placeholders."""

    def plural(self, one: str, many: str, count: int, context: str = "") -> str:
        """Return the form for `count` of a text that is `one` or `many` in English, with the same placeholders."""

    def number(self, written: WrittenNumber) -> str:
        """Return a number with the marks of this language."""

    def day(self, day: date) -> str:
        """Return a day as this language writes it."""


class English:
    """The language of the texts themselves."""

    def text(self, text: str, context: str = "") -> str:
        """Return the text."""
        return text

    def plural(self, one: str, many: str, count: int, context: str = "") -> str:
        """Return the singular for 1."""
        return one if count == 1 else many

    def number(self, written: WrittenNumber) -> str:
        """Return the number as it is."""
        return written

    def day(self, day: date) -> str:
        """Return the day as files and commands have it: 2026-11-01."""
        return day.isoformat()


ENGLISH = English()


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

    def say(self, language: Language = ENGLISH) -> str:
        """Return the message in a language."""
        return self.template(language).format(**{name: say(one, language) for name, one in self.params.items()})

    def template(self, language: Language) -> str:
        """Return the text in a language, its placeholders unfilled."""
        text = self.text
        if isinstance(text, WrittenNumber):
            return language.number(text)
        if not isinstance(text, MarkedText):
            return language.text(text)
        if not text.one:
            return language.text(str(text), text.context)
        count = self.params[text.counted]
        if not isinstance(count, int):
            raise TypeError(f"{text.counted} of “{text}” is no whole number: {count!r}")
        return language.plural(text.one, str(text), count, text.context)

    def __str__(self) -> str:
        return self.say()


def say(value: object, language: Language) -> object:
    """Return what a param of a message is in a language: a message said, a number or a day written, else itself."""
    match value:
        case Message():
            return value.say(language)
        case WrittenNumber():
            return language.number(value)
        case date():
            return language.day(value)
    return value


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


AND = gettext_noop("{first} and {last}")
OR = gettext_noop("{first} or {last}")
COMMA = gettext_noop("{first}, {last}")
SEMICOLON = gettext_noop("{first}; {last}")
SLASH = gettext_noop("{first} / {last}")
# Translators: between numbers in a list; choose another sign where a comma stands inside numbers.
NUMBERS = pgettext_lazy("numbers", "{first}, {last}")
# Translators: between two sentences.
SENTENCES = pgettext_lazy("sentences", "{first} {last}")


def separate(items: Sequence[Message | str], by: str) -> Message:
    """Return the items with the separator `by` between each two of them; nothing for no item.

    >>> str(separate(["warning", "dead hand", "chonbo"], SLASH))
    'warning / dead hand / chonbo'
    """
    if len(items) > 1:
        half = len(items) // 2  # so that a long list lies no deeper than a short one
        return phrase(by, {"first": separate(items[:half], by), "last": separate(items[half:], by)})
    only = items[0] if items else ""
    return only if isinstance(only, Message) else phrase("{only}", {"only": only})


def join(messages: Sequence[Message]) -> Message:
    """Return the sentences one after the other.

    >>> str(join([phrase("Two digits swapped?"), phrase("Read it again.")]))
    'Two digits swapped? Read it again.'
    """
    return separate(messages, SENTENCES)


def list_text(items: Sequence[Message | str], last: str = AND) -> Message:
    """Return a list of at least one item; `last` joins the last item to the others, which have commas.

    >>> str(list_text([phrase("four winds")])), str(list_text(["a win", "a draw", "a chonbo"], OR))
    ('four winds', 'a win, a draw or a chonbo')
    """
    return separate([separate(items[:-1], COMMA), items[-1]] if len(items) > 1 else items, last)
