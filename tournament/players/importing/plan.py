"""What a list of players would do here, line by line. The page shows a Plan; applying makes it again and compares.

The same person: EMA numbers decide where both have one; else the name without case and accents, with country and club.
A line that leaves country or club empty (or fills what is empty here) still means the one person of that name.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from tournament.players.importing.entries import Entry, read_entries
from tournament.players.importing.grid import Grid, Level, Remark
from tournament.players.importing.headings import LABELS, find_columns
from tournament.players.importing.matching import match
from tournament.players.importing.numbering import give_numbers
from tournament.players.importing.planned import FIELDS, Change, Fate, PlannedLine
from tournament.players.models import Player
from tournament.players.names import key


@dataclass(frozen=True)
class Plan:
    """All lines, and how the file was understood. `digest` is another whenever another thing would happen."""

    lines: tuple[PlannedLine, ...]
    titles: dict[str, str]
    unread: tuple[str, ...]
    skipped: int
    overwrite: bool

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
    def namesakes(self) -> tuple[PlannedLine, ...]:
        return tuple(line for line in self.lines if line.namesake)

    @cached_property
    def differing(self) -> bool:
        """Whether the file says something else than what is here: then there is a choice to be made."""
        return self.overwrite or any(line.kept for line in self.lines)

    @property
    def titles_read(self) -> list[tuple[str, str]]:
        """Each field that was found and its heading in the file."""
        return [(str(LABELS[field]), title) for field, title in self.titles.items()]

    @property
    def does_something(self) -> bool:
        return bool(self.new or self.changed)

    def _of(self, fate: Fate) -> tuple[PlannedLine, ...]:
        return tuple(line for line in self.lines if line.fate == fate)

    @cached_property
    def digest(self) -> str:
        told = [
            [line.line, line.fate, line.player, line.number, sorted(line.values.items()), line.namesake,
             [[change.field, change.old, change.new] for change in line.changes]]
            for line in self.lines
        ]  # fmt: skip
        return sha256(json.dumps(told, ensure_ascii=False, default=str).encode()).hexdigest()[:32]


def make_plan(grid: Grid, people: Sequence[Player], *, overwrite: bool = False) -> Plan:
    """What importing the grid would do to a tournament with these people. Raises Refused when it cannot be read at all.

    `overwrite`: values of the file replace others that are here; without it only what is empty is filled.
    """
    columns = find_columns(grid)
    matches = match(read_entries(columns), people)
    lines = [_planned(one.entry, one.player, one.remarks, one.namesake, overwrite) for one in matches]
    return Plan(give_numbers(lines, people), columns.titles, columns.unread, columns.skipped, overwrite)


def _planned(
    entry: Entry, player: Player | None, found: Iterable[Remark], namesake: str, overwrite: bool
) -> PlannedLine:
    remarks = (*entry.remarks, *found)
    if any(remark.level == Level.ERROR for remark in remarks):
        return PlannedLine(entry.line, Fate.ERROR, entry.values, remarks)
    if player is None:
        return PlannedLine(entry.line, Fate.NEW, entry.values, remarks, entry.values.get("number"), namesake=namesake)
    differing = [change for change in _differences(entry, player) if change.old != change.new]
    changes = tuple(change for change in differing if change.fills or overwrite)
    kept = tuple(change for change in differing if not change.fills and not overwrite)
    number = next((change.new for change in changes if change.field == "number"), player.number)
    fate = Fate.CHANGED if changes else Fate.SAME
    return PlannedLine(entry.line, fate, entry.values, remarks, number, player.pk, changes, kept)


def _differences(entry: Entry, player: Player) -> Iterable[Change]:
    """The fields in which the line says something else, more than case, accents and spaces."""
    for name in FIELDS:
        if name not in entry.values:
            continue
        old, new = getattr(player, name), entry.values[name]
        if not (isinstance(old, str) and old and key(old) == key(str(new))):
            yield Change(name, old, new)
