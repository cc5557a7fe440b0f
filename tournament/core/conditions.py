"""Conditions: what an act waits for. A page shows the list, and the action refuses by the same one."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from tournament.core.messages import Level, Message, Refused


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page on which something is done: the text of its button, and the right that it needs.

    `numbers` are those in its address, before its `query`; the first of them is `{number}` in the text.
    """

    text: str
    url_name: str
    right: str = "work_at"
    numbers: tuple[int, ...] = ()
    query: str = ""

    @property
    def label(self) -> str:
        """The text of the button, in the reader's language."""
        return self.fill(self.text)

    def fill(self, text: str) -> str:
        """Return a text in the reader's language, with the first number of the address as `{number}`."""
        return gettext(text).format(number=self.numbers[0] if self.numbers else "")


TONES = {Level.ERROR: "bad", Level.WARNING: "wait", Level.NOTE: "plain"}


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of an act; `message` says what is missing, or that it is met.

    Nobody acts against an open one of level ERROR; against a WARNING an act needs a reason; a NOTE advises. `key` is
    its name in the list. `page` is where it is met, `title` says in a few words what is to be done there, and `after`
    has the keys of what comes first.
    """

    key: str
    message: Message
    page: PageLink | None = None
    title: str = ""
    is_met: bool = False
    after: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        """The title, in the reader's language; "" without one."""
        return self.page.fill(self.title) if self.title and self.page else ""

    @property
    def stops(self) -> bool:
        """Return whether an act without a reason is refused."""
        return not self.is_met and self.message.level is not Level.NOTE

    @property
    def tone(self) -> str:
        """The tone of its sentence: ok, bad, wait or plain."""
        return "ok" if self.is_met else TONES[self.message.level]


def refuse_open(conditions: Iterable[Condition], reason: str = "") -> None:
    """Raise Refused with the open conditions against which nobody acts; where there are none, and no `reason`, with
    those that ask for one."""
    stopping = [one.message for one in conditions if one.stops]
    errors = [message for message in stopping if message.level is Level.ERROR]
    if errors or (stopping and not reason):
        raise Refused(errors or stopping)
