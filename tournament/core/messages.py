"""Messages to people, and refusals: an action that was refused says what is wrong, where, and the remedy.

`Message` is the rule book's own type: a `code` for programs, a `text` with `{name}` placeholders, its `params`, a
`level` and the `field` that is meant.
Anything else that is raised is a bug.

An action never sees a request: a task that its write brings for people is a *notice*, which `notices` collects while
one request is answered, and the page that comes next shows. Outside of a page nobody is there to read it, and it is
dropped.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from django.forms import BaseForm

from scoring.messages import Level, Message
from tournament.translation.formats import READERS, sentence

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as LazyText  # so the stubs call what gettext_lazy returns
else:
    from django.utils.functional import Promise as LazyText

__all__ = [
    "READERS",
    "Conflict",
    "Level",
    "Message",
    "Notice",
    "Refused",
    "Text",
    "notices",
    "notify",
    "put_on",
    "sentence",
]

Text = str | LazyText
"""Words for people, translated already or once they are shown."""


class Refused(Exception):
    """An action that was refused; nothing was written. `messages` has all reasons, the most important first."""

    status = 422
    """The HTTP status of the page that shows it."""

    def __init__(self, messages: Iterable[Message]) -> None:
        self.messages = tuple(messages)
        super().__init__(*self.messages)

    @classmethod
    def of(cls, code: str, text: str, /, *, field: str | None = None, **params: object) -> Self:
        """Return a refusal with one message: `text` is marked for translation, its placeholders are `params`."""
        return cls([Message(code, text, params, Level.ERROR, field or "")])

    @property
    def message(self) -> str:
        """The first sentence, in the reader's language."""
        return sentence(self.messages[0])

    @property
    def sentences(self) -> list[str]:
        """Every sentence, the most important first, in the reader's language."""
        return [sentence(message) for message in self.messages]

    @property
    def field(self) -> str | None:
        """The form field of the first message, if it has one."""
        return self.messages[0].field or None

    @property
    def codes(self) -> str:
        """The reasons for the log: codes, and the English text where a message has no code."""
        return ", ".join(message.code or message.text for message in self.messages)

    def __str__(self) -> str:
        return "\n".join(map(sentence, self.messages))


class Conflict(Refused):
    """Somebody else was faster: the data on the person's page are no longer current."""

    status = 409


def put_on(form: BaseForm, refused: Refused) -> None:
    """Put every message beside its field of the form, or above the form when it has no such field."""
    for message in refused.messages:
        form.add_error(message.field if message.field in form.fields else None, sentence(message))


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence with its links: a template and its values."""

    template: str
    context: dict[str, object]


_collected: ContextVar[list[Notice] | None] = ContextVar("notices", default=None)


@contextmanager
def notices() -> Iterator[list[Notice]]:
    """Collect what the actions within the block ask people to do."""
    found: list[Notice] = []
    token = _collected.set(found)
    try:
        yield found
    finally:
        _collected.reset(token)


def notify(template: str, **context: object) -> None:
    """Ask people to do something besides; for an action whose write is done."""
    found = _collected.get()
    if found is not None:
        found.append(Notice(template, context))
