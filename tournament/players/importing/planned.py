"""What happens to one line of a list of players."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from tournament.players.importing.grid import Remark
from tournament.players.importing.headings import LABELS

FIELDS = tuple(LABELS)


class Fate(StrEnum):
    """What happens to a line."""

    NEW = "new"
    SAME = "same"  # already there, nothing to do
    CHANGED = "changed"
    ERROR = "error"


def _as_word(value: Any) -> str:
    """A value as a person reads it: yes and no for a substitute."""
    return (_("yes") if value else _("no")) if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Change:
    """One field of a player who is already there."""

    field: str
    old: Any
    new: Any

    @property
    def label(self) -> str:
        return str(LABELS[self.field])

    @property
    def old_text(self) -> str:
        return _as_word(self.old)

    @property
    def new_text(self) -> str:
        return _as_word(self.new)

    @property
    def fills(self) -> bool:
        return self.old in ("", None)


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A line and what becomes of it. `namesake` names somebody it could be after all: it needs a tick."""

    line: int
    fate: Fate
    values: dict[str, Any]
    remarks: tuple[Remark, ...]
    number: int | None = None
    player: int | None = None
    changes: tuple[Change, ...] = ()
    kept: tuple[Change, ...] = ()
    namesake: str = ""

    @property
    def says_something(self) -> bool:
        """Whether there is more to tell than the fields."""
        return bool(self.remarks or self.changes or self.kept or self.namesake)

    @property
    def name(self) -> str:
        return str(self.values.get("name", ""))
