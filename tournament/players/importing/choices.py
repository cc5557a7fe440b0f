"""The choices of a person on the preview of a list; the plan of the import follows from them and from the list."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices; without any, everything is guessed and nothing is confirmed.

    overwrite          values of the list replace saved ones; otherwise only empty fields are filled
    distinct           lines that are another person than their namesake
    fields             the field of each column, "" for one that is not read; None to guess
    heading            the line with the headings, 0 for a list without; None to guess
    left_out           lines that are not read
    confirmed          lines that do not look like a player and are one
    without_numbering  numbers and bullets before names are dropped
    waiting            lines that go to the waiting list
    same               lines that are somebody on the list, by that player's number, whose name is spelt otherwise there
    remembered         the field of a heading, as it was chosen earlier for this event
    """

    overwrite: bool = False
    distinct: frozenset[int] = frozenset()
    fields: Mapping[int, str] | None = None
    heading: int | None = None
    left_out: frozenset[int] = frozenset()
    confirmed: frozenset[int] = frozenset()
    without_numbering: bool = False
    waiting: frozenset[int] = frozenset()
    same: Mapping[int, int] = field(default_factory=dict)
    remembered: Mapping[str, str] = field(default_factory=dict)
