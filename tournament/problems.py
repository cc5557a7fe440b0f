"""A person's mistake, told in words: what, where, and the remedy. Anything else that is raised is a bug."""

from collections.abc import Sequence
from typing import Any


class Refused(Exception):
    """An action that was refused; nothing was written.

    message   the sentence for the person, already translated
    field     the name of the form field it belongs to, when there is one
    problems  everything that is wrong, when it is more than one thing (values with a `message`)
    """

    def __init__(self, message: str, *, field: str | None = None, problems: Sequence[Any] = ()):
        super().__init__(message)
        self.message = message
        self.field = field
        self.problems = tuple(problems)


class Conflict(Refused):
    """Somebody else was faster: what was seen when typing began is no longer what counts."""
