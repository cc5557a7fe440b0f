"""The faults of a file of a finished event, by line."""

from collections.abc import Iterable

from django.utils.translation import gettext_noop, ngettext

from scoring.messages import InvalidValue
from tournament.core.messages import Level, Message, Refused

MOST_NAMED = 20


class BadFile(Refused):
    """A file that cannot be read: every problem, in the order of the lines."""

    def __init__(self, messages: Iterable[Message]):
        super().__init__(sorted(messages, key=_line))

    def __str__(self) -> str:
        more = len(self.messages) - MOST_NAMED
        rest = [ngettext("… and {more} more.", "… and {more} more.", more).format(more=more)] if more > 0 else []
        return "\n".join([*self.sentences[:MOST_NAMED], *rest])


def fault(line: int, code: str, text: str, /, **params: object) -> Message:
    """A problem in a line of the file; line 0 is the file as a whole."""
    problem = Message(code, text, params, Level.ERROR)
    return in_line(line, problem) if line else problem


def in_line(line: int, problem: Message) -> Message:
    params = {"line": line, "problem": problem}
    return Message(problem.code, gettext_noop("line {line}: {problem}"), params, Level.ERROR)


def _line(message: Message) -> int:
    line = message.params.get("line", 0)
    return line if isinstance(line, int) else 0


def invalid(code: str, text: str, /, **params: object) -> InvalidValue:
    return InvalidValue(Message(code, text, params, Level.ERROR))


def short(text: str) -> str:
    """A text as a message shows it."""
    return text if len(text) <= 60 else f"{text[:60]}…"
