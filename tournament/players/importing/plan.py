"""The plan of an import, line by line. The page shows it; applying the list plans again and compares.

The same person: the EMA number or ARA ID decides where both have one; else the name without case and accents, with
country and club. A line that leaves country or club empty (or fills an empty one) still matches the only person of that
name. Where a number decides (also the start number, when the names are nearly equal) the name may be spelt otherwise:
that is a change that the list makes.
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
from tournament.core.requests import parse_int
from tournament.players.importing.choices import Choices
from tournament.players.importing.doubts import NUMBERING, section_meaning
from tournament.players.importing.headings import LABELS, NOTHING_CHOSEN, Columns, find_columns
from tournament.players.importing.known_persons import KnownPerson, filled
from tournament.players.importing.matching import TWICE, Entry, Match, match, read_entries
from tournament.players.models import Player, PlayerStatus
from tournament.players.name_search import found
from tournament.players.names import composed, in_either_order, key
from tournament.players.queries import next_numbers
from tournament.reading.raw_table import Grid

FIELDS = tuple(LABELS)
NAMES = ("name", "first_name", "last_name")
SEARCHED = (*NAMES, "reading", "country", "club", "ema_number")
MARKS = {"is_newcomer"}
"""Fields of which “no” may mean that nobody has said anything yet: a list may fill them."""


class Fate(StrEnum):
    """The action for the person in a line."""

    NEW = "new"
    SAME = "same"  # already there, nothing to do
    CHANGED = "changed"
    ERROR = "error"
    LEFT_OUT = "left-out"


def _as_word(value: object) -> str:
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
        """Return whether nothing is lost by taking it."""
        return self.old in ("", None) or (self.field in MARKS and not self.old)


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A line and its fate. `namesake` is somebody of the same name: a tick must say that they are two people. `doubt`
    is why the line may not be a player: it is left out, or confirmed. `waits`: a new player goes to the waiting list.
    `alike` are players of whom one may be meant, as (number, name)."""

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
    waits: bool = False
    alike: tuple[tuple[int, str], ...] = ()

    @property
    def has_details(self) -> bool:
        return bool(self.remarks or self.changes or self.kept or self.namesake or self.doubt or self.alike)

    @property
    def name(self) -> str:
        return str(self.values.get("name", ""))

    def is_found(self, text: str) -> bool:
        """Return whether the line matches what was typed: its number, or a part of the name, club or EMA number."""
        number = parse_int(text, most=9_999)
        if number is not None:
            return self.line == number
        return found(text, *(str(self.values.get(name, "")) for name in SEARCHED))


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

    @cached_property
    def below_waiting(self) -> tuple[PlannedLine, ...]:
        """The doubtful lines that say, or stand below words that say, that the person is on a waiting list."""
        return tuple(line for line in self.doubtful if line.doubt and line.doubt.params.get("meaning") == "waiting")

    @cached_property
    def to_waiting(self) -> tuple[PlannedLine, ...]:
        """Those lines, and the words above them, which are no player."""
        return tuple(
            line for line in self.doubtful if line in self.below_waiting or section_meaning(line.name) == "waiting"
        )

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
                line.waits,
                [[change.field, change.old, change.new] for change in line.changes],
            ]
            for line in self.lines
        ]
        return sha256(json.dumps(parts, ensure_ascii=False, default=str).encode()).hexdigest()[:32]


def make_plan(
    grid: Grid, people: Sequence[Player], choices: Choices = NOTHING_CHOSEN, known: Iterable[KnownPerson] = ()
) -> ImportPlan:
    """Plan the import of the grid into a tournament with these people. What the list leaves out of a `known` person is
    filled in. Raises Refused when it cannot be read at all.
    """
    columns = find_columns(grid, choices)
    columns.refuse_faults()
    entries = filled(read_entries(columns, choices), known)
    headings = {one.line for one in entries if one.line in choices.waiting and section_meaning(one.name)}
    left_out = choices.left_out | headings
    read = [entry for entry in entries if entry.line not in left_out]
    planned = [_planned(one, choices) for one in match(read, people, choices.same)]
    lines = [PlannedLine(one.line, Fate.LEFT_OUT, one.values, ()) for one in entries if one.line in left_out]
    lines += _with_numbers(planned, people)
    return ImportPlan(tuple(sorted(lines, key=lambda line: line.line)), columns, choices)


def _planned(one: Match, choices: Choices) -> PlannedLine:
    entry, player, overwrite = one.entry, one.player, choices.overwrite
    waits = entry.line in choices.waiting
    alike = tuple((other.number, other.label) for other in one.alike)
    remarks = (*entry.remarks, *one.remarks)
    if waits and player and player.status == PlayerStatus.PLAYING:
        text = _("Has a place already and keeps it.")
        remarks = (*remarks, Message("keeps-place", text, {}, Level.WARNING))
    if any(remark.level == Level.ERROR for remark in remarks):
        return PlannedLine(entry.line, Fate.ERROR, entry.values, remarks, doubt=entry.doubt)
    if player is None:
        number = entry.values.get("number")
        new = PlannedLine(entry.line, Fate.NEW, entry.values, remarks, number, namesake=one.namesake, doubt=entry.doubt)
        return replace(new, waits=waits, alike=alike)
    differing = [change for change in _differences(one, player) if change.old != change.new]
    taken = [change for change in differing if change.fills or overwrite or (one.by_number and _respells(change))]
    changes = tuple(taken)
    if player.last_name and {change.field for change in changes} & set(NAMES) == {"name"}:
        text = _("First name “{first}” and last name “{last}” stay. Check them on the player’s page.")
        stay = {"first": player.first_name, "last": player.last_name}
        remarks = (*remarks, Message("parts-stay", text, stay, Level.WARNING, "name"))
    kept = tuple(change for change in differing if change not in taken)
    number = next((change.new for change in changes if change.field == "number"), player.number)
    fate = Fate.CHANGED if changes else Fate.SAME
    known = PlannedLine(entry.line, fate, entry.values, remarks, number, player.pk, changes, kept, doubt=entry.doubt)
    return replace(known, alike=alike)


def _differences(one: Match, player: Player) -> Iterable[Change]:
    """The fields in which the line differs by more than case, accents and spaces; in a name that a number decides
    accents are a difference too."""
    values = (_respelt_parts(one.entry, player) if one.by_number else {}) | one.entry.values
    for name in FIELDS:
        if name not in values:
            continue
        old, new = getattr(player, name), values[name]
        compared = str.casefold if one.by_number and name in NAMES else key
        if not (isinstance(old, str) and old and compared(old) == compared(str(new))):
            yield Change(name, old, new)


def _respells(change: Change) -> bool:
    """Return whether a list may correct this field of somebody whom a number identifies: the spelling of a name, but
    neither the order of its words nor accents that the list leaves out, as many programs do."""
    if change.field not in NAMES:
        return False
    return in_either_order(change.old) != in_either_order(change.new) or (
        key(change.old) == key(change.new) and not change.new.isascii()
    )


def _respelt_parts(entry: Entry, player: Player) -> dict[str, str]:
    """First and last name of a respelt name that a list has as a whole: parted where the player's is, else {}."""
    if not player.first_name or not _respells(Change("name", player.name, entry.name)):
        return {}
    count, written = len(player.first_name.split()), entry.name.split()
    parts = {"first_name": " ".join(written[:count]), "last_name": " ".join(written[count:])}
    is_whole = composed(parts["first_name"], parts["last_name"]) == entry.name and len(written) == len(
        player.name.split()
    )
    return parts if is_whole else {}


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
