"""The plan of an import, line by line. The page shows it; applying the list plans again and compares.

The same person: the EMA number decides where both have one; else the name without case and accents, with country and
club. A line that leaves country or club empty (or fills an empty one) still matches the only person of that name.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Level, Message
from tournament.players.importing.choices import Choices
from tournament.players.importing.doubts import NUMBERING
from tournament.players.importing.headings import LABELS, NOTHING_CHOSEN, Columns, find_columns
from tournament.players.importing.matching import TWICE, Entry, match, read_entries
from tournament.players.importing.raw_table import Grid
from tournament.players.models import Player
from tournament.players.names import key
from tournament.players.queries import next_numbers

FIELDS = tuple(LABELS)
MARKS = {"is_newcomer"}
"""Fields of which “no” may mean that nobody has said anything yet: a list may fill them."""


class Fate(StrEnum):
    """The action for the person in a line."""

    NEW = "new"
    SAME = "same"  # already there, nothing to do
    CHANGED = "changed"
    ERROR = "error"
    LEFT_OUT = "left-out"


def _as_word(value: Any) -> str:
    return (gettext("yes") if value else gettext("no")) if isinstance(value, bool) else str(value)


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
        return self.old in ("", None) or (self.field in MARKS and not self.old)


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A line and its fate. `namesake` is somebody of the same name: a tick must say that they are two people. `doubt`
    is why the line may not be a player: it is left out, or confirmed."""

    line: int
    fate: Fate
    values: dict[str, Any]
    remarks: tuple[Message, ...]
    number: int | None = None
    player: int | None = None
    changes: tuple[Change, ...] = ()
    kept: tuple[Change, ...] = ()
    namesake: Message | None = None
    doubt: Message | None = None

    @property
    def has_details(self) -> bool:
        return bool(self.remarks or self.changes or self.kept or self.namesake or self.doubt)

    @property
    def name(self) -> str:
        return str(self.values.get("name", ""))


@dataclass(frozen=True)
class ImportPlan:
    """All lines, and how the file was read. `digest` changes whenever the import would do something else."""

    lines: tuple[PlannedLine, ...]
    columns: Columns
    choices: Choices

    @cached_property
    def new(self) -> tuple[PlannedLine, ...]:
        return self._of(Fate.NEW)

    @cached_property
    def changed(self) -> tuple[PlannedLine, ...]:
        return self._of(Fate.CHANGED)

    @cached_property
    def same(self) -> tuple[PlannedLine, ...]:
        return self._of(Fate.SAME)

    @cached_property
    def errors(self) -> tuple[PlannedLine, ...]:
        return self._of(Fate.ERROR)

    @cached_property
    def left_out(self) -> tuple[PlannedLine, ...]:
        return self._of(Fate.LEFT_OUT)

    @cached_property
    def doubled(self) -> tuple[PlannedLine, ...]:
        """The lines whose person is in the list already, further up."""
        return tuple(line for line in self.errors if any(remark.code == TWICE for remark in line.remarks))

    @cached_property
    def doubtful(self) -> tuple[PlannedLine, ...]:
        """The lines that may not be players, apart from those that only have a number before the name."""
        return tuple(line for line in self.lines if line.doubt and line.doubt.code != NUMBERING)

    @cached_property
    def numbered(self) -> tuple[PlannedLine, ...]:
        """The lines that have a number or a bullet before the name."""
        return tuple(line for line in self.lines if line.doubt and line.doubt.code == NUMBERING)

    @property
    def asks(self) -> bool:
        """Return whether lines wait for a choice."""
        return bool(self.doubtful or self.numbered)

    @cached_property
    def namesakes(self) -> tuple[PlannedLine, ...]:
        return tuple(line for line in self.lines if line.namesake)

    @cached_property
    def differing(self) -> bool:
        """Return whether the file differs from saved data: then there is a choice to make."""
        return self.choices.overwrite or any(line.kept for line in self.lines)

    @property
    def does_something(self) -> bool:
        return bool(self.new or self.changed)

    def _of(self, fate: Fate) -> tuple[PlannedLine, ...]:
        return tuple(line for line in self.lines if line.fate == fate)

    @cached_property
    def digest(self) -> str:
        parts = [
            [
                line.line,
                line.fate,
                line.player,
                line.number,
                sorted(line.values.items()),
                line.namesake,
                [[change.field, change.old, change.new] for change in line.changes],
            ]
            for line in self.lines
        ]
        return sha256(json.dumps(parts, ensure_ascii=False, default=str).encode()).hexdigest()[:32]


def make_plan(grid: Grid, people: Sequence[Player], choices: Choices = NOTHING_CHOSEN) -> ImportPlan:
    """Plan the import of the grid into a tournament with these people. Raises Refused when it cannot be read at all."""
    columns = find_columns(grid, choices)
    columns.refuse_faults()
    entries = read_entries(columns, choices)
    read = [entry for entry in entries if entry.line not in choices.left_out]
    planned = [
        _planned(one.entry, one.player, one.remarks, one.namesake, choices.overwrite) for one in match(read, people)
    ]
    lines = [PlannedLine(one.line, Fate.LEFT_OUT, one.values, ()) for one in entries if one.line in choices.left_out]
    lines += _with_numbers(planned, people)
    return ImportPlan(tuple(sorted(lines, key=lambda line: line.line)), columns, choices)


def _planned(
    entry: Entry, player: Player | None, found: Iterable[Message], namesake: Message | None, overwrite: bool
) -> PlannedLine:
    remarks = (*entry.remarks, *found)
    if any(remark.level == Level.ERROR for remark in remarks):
        return PlannedLine(entry.line, Fate.ERROR, entry.values, remarks, doubt=entry.doubt)
    if player is None:
        number = entry.values.get("number")
        return PlannedLine(entry.line, Fate.NEW, entry.values, remarks, number, namesake=namesake, doubt=entry.doubt)
    differing = [change for change in _differences(entry, player) if change.old != change.new]
    changes = tuple(change for change in differing if change.fills or overwrite)
    kept = tuple(change for change in differing if not change.fills and not overwrite)
    number = next((change.new for change in changes if change.field == "number"), player.number)
    fate = Fate.CHANGED if changes else Fate.SAME
    return PlannedLine(entry.line, fate, entry.values, remarks, number, player.pk, changes, kept, doubt=entry.doubt)


def _differences(entry: Entry, player: Player) -> Iterable[Change]:
    """The fields in which the line differs by more than case, accents and spaces."""
    for name in FIELDS:
        if name not in entry.values:
            continue
        old, new = getattr(player, name), entry.values[name]
        if not (isinstance(old, str) and old and key(old) == key(str(new))):
            yield Change(name, old, new)


# --- numbers -----------------------------------------------------------------------------------------------------


def _with_numbers(lines: Sequence[PlannedLine], people: Sequence[Player]) -> tuple[PlannedLine, ...]:
    """Give every new player a number: that of the file, else the lowest free one. A number used twice is an error."""
    checked = _without_clashes(lines, people)
    taken = {person.number for person in people} | {line.number for line in checked if line.number}
    free = iter(next_numbers(taken, len(checked)))
    return tuple(
        replace(line, number=next(free)) if line.fate == Fate.NEW and line.number is None else line for line in checked
    )


def _without_clashes(lines: Sequence[PlannedLine], people: Sequence[Player]) -> list[PlannedLine]:
    moved = {line.player: line.number for line in lines if line.player and line.number}
    owners: dict[int | None, str] = {
        moved.get(person.pk, person.number): person.name for person in people if person.pk not in moved
    }
    owners |= {line.number: line.name for line in lines if line.player and line.number and not _moves(line)}
    checked = []
    for line in lines:
        if line.number and (line.player is None or _moves(line)):
            if line.number in owners:
                line = _clash(line, owners[line.number])
            else:
                owners[line.number] = line.name
        checked.append(line)
    return checked


def _moves(line: PlannedLine) -> bool:
    return any(change.field == "number" for change in line.changes)


def _clash(line: PlannedLine, owner: str) -> PlannedLine:
    text = _("Number {number} belongs to {name}. Choose another one, or leave the cell empty.")
    remark = Message("number-taken", text, {"number": line.number, "name": owner}, Level.ERROR, "number")
    return replace(
        line, fate=Fate.ERROR, remarks=(*line.remarks, remark), number=None, changes=(), kept=(), namesake=None
    )
