"""The numbers that a list brings or gets: everybody ends with one of their own, or the line says who has it."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.players.importing.grid import Level, Remark
from tournament.players.importing.planned import Fate, PlannedLine
from tournament.players.models import Player
from tournament.players.queries import next_numbers


def give_numbers(lines: Sequence[PlannedLine], people: Sequence[Player]) -> tuple[PlannedLine, ...]:
    """The lines with their numbers: those of the file, else the lowest free ones. A number taken twice is an error."""
    checked = _without_clashes(lines, people)
    free = iter(next_numbers(_taken(checked, people), len(checked)))
    return tuple(
        replace(line, number=next(free)) if line.fate == Fate.NEW and line.number is None else line for line in checked
    )


def _taken(lines: Sequence[PlannedLine], people: Sequence[Player]) -> set[int]:
    return {person.number for person in people} | {line.number for line in lines if line.number}


def _without_clashes(lines: Sequence[PlannedLine], people: Sequence[Player]) -> list[PlannedLine]:
    moved = {line.player: line.number for line in lines if line.player and line.number}
    owners = {moved.get(person.pk, person.number): person.name for person in people if person.pk not in moved}
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
    message = _("Number %(number)s is %(name)s's. Give another one, or leave the cell empty.")
    remark = Remark(Level.ERROR, "number-taken", message % {"number": line.number, "name": owner}, "number")
    return replace(
        line, fate=Fate.ERROR, remarks=(*line.remarks, remark), number=None, changes=(), kept=(), namesake=""
    )
