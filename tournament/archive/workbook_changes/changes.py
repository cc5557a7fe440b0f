"""The differences between an edited workbook and the event: one change for each report sheet."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.game import ScoreLine, Table
from scoring.messages import Level, Message
from scoring.points import Points, write
from scoring.sheet import problems
from scoring.winds import Wind
from tournament.archive.faults import BadFile, fault
from tournament.archive.workbook_changes.reader import Workbook, WorkbookSeat
from tournament.core.models import Tournament
from tournament.players.models import Player
from tournament.results.models import SheetVersion
from tournament.results.sheets.checks import TypedSheet, typed_sheet
from tournament.results.sheets.queries import accepted_versions
from tournament.standings.correction import Correction
from tournament.standings.queries import inputs_of

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CellChange:
    """One number or mark that differs; `who` is "" for the table as a whole."""

    who: str
    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class SheetChange:
    """A report sheet as it counts, and as the workbook has it. `base` is the number of the version that counts."""

    hanchan: int
    table: int
    base: int
    before: TypedSheet
    after: TypedSheet
    names: Mapping[int, str]
    warnings: tuple[Message, ...] = ()

    def to_json(self) -> list[object]:
        """Return what a sealed form keeps of the change."""
        seats = [
            [one.wind.value, one.player, one.points, one.yakitori, _value(one.busted_by)] for one in self.after.lines
        ]
        return [self.hanchan, self.table, self.base, seats, self.after.deposits]

    @property
    def cells(self) -> Iterator[CellChange]:
        """The numbers that differ, in the order of the seats."""
        for old, new in zip(self.before.lines, self.after.lines, strict=True):
            who = self.names[old.player]
            if old.points != new.points:
                yield CellChange(who, _("points"), write(old.points), write(new.points))
            if old.yakitori != new.yakitori:
                yield CellChange(who, _("no hand won"), _yes(old.yakitori), _yes(new.yakitori))
            if old.busted_by != new.busted_by:
                yield CellChange(who, _("bust by"), _wind(old.busted_by), _wind(new.busted_by))
        if self.before.deposits != self.after.deposits:
            yield CellChange("", _("deposits left on the table"), str(self.before.deposits), str(self.after.deposits))


def _value(wind: Wind | None) -> str:
    return wind.value if wind else ""


def _yes(value: bool) -> str:
    return _("yes") if value else "–"


def _wind(wind: Wind | None) -> str:
    return wind.label if wind else "–"


def changes_in(workbook: Workbook, tournament: Tournament) -> tuple[SheetChange, ...]:
    """Return the sheets that the workbook has otherwise, in order.

    Raises BadFile with everything that cannot be applied: a workbook of another event, a sheet that was changed here
    since, other people, rows that are missing, figures that cannot be right.
    """
    if workbook.address != tournament.slug:
        text = _("This is not the workbook of this tournament: its sheet “Event” has the address “{address}”.")
        raise BadFile([fault(0, "workbook-elsewhere", text, address=workbook.address)])
    numbers = {player.pk: player for player in tournament.players.all()}
    found: list[SheetChange] = []
    faults: list[Message] = []
    accepted = accepted_versions(tournament)
    for place in sorted(accepted.keys() | workbook.seats.keys()):
        try:
            found += _change(place, workbook, accepted.get(place), numbers, tournament)
        except BadFile as bad:
            faults += bad.messages
    if faults:
        raise BadFile(faults)
    return tuple(found)


def _change(
    place: Place, workbook: Workbook, version: SheetVersion | None, players: Mapping[int, Player], event: Tournament
) -> Iterator[SheetChange]:
    rows, exported = workbook.seats.get(place), workbook.versions.get(place)
    if version is None:
        raise _at(place, _("its report sheet does not count any more. Enter it on its page."))
    if rows is None:
        if exported is None:  # entered after the workbook was written
            return
        raise _at(place, _("its rows are missing from the workbook. Put them back: nothing is deleted this way."))
    before = typed_sheet(version)
    after = _typed(place, rows, before, players)
    if after.has_figures_of(before):
        return
    if exported != version.number:
        raise _at(place, _("its sheet was changed here after the workbook was written. Export the workbook again."))
    faults = problems(
        after.points, after.deposits, event.ruleset, event.unit, yakitori=after.yakitori, busted_by=after.busted_by
    )
    wrong = [message for message in faults if message.level is Level.ERROR]
    if wrong:
        raise BadFile([_message(place, message) for message in wrong])
    names = {pk: player.label for pk, player in players.items()}
    yield SheetChange(*place, version.number, before, after, names, tuple(faults))


def _typed(place: Place, rows: Sequence[WorkbookSeat], before: TypedSheet, players: Mapping[int, Player]) -> TypedSheet:
    """The sheet with the figures of the workbook; the people and winds are those that count."""
    seats = {line.wind: line for line in before.lines}
    number_of = {line.wind: players[line.player].number for line in before.lines}
    if {row.wind: row.number for row in rows} != number_of or len(rows) != len(seats):
        raise _at(place, _("the workbook has other people or winds. Correct who played on the page of the sheet."))
    lines = tuple(_line(row, seats[row.wind]) for row in sorted(rows, key=lambda row: row.wind.index))
    deposits = next((row.deposits for row in rows if row.deposits is not None), before.deposits)
    return replace(before, lines=lines, deposits=deposits)


def _line(row: WorkbookSeat, line: ScoreLine) -> ScoreLine:
    points: Points = row.points
    return replace(line, points=points, yakitori=row.yakitori, busted_by=row.busted_by)


def _at(place: Place, problem: str) -> BadFile:
    return BadFile([_message(place, Message("workbook-table", problem))])


def _message(place: Place, problem: Message) -> Message:
    text = _("Hanchan {hanchan}, table {table}: {problem}")
    return fault(0, problem.code, text, hanchan=place[0], table=place[1], problem=problem)


def sealed_changes(sealed: Sequence[Sequence[Any]], tournament: Tournament) -> tuple[SheetChange, ...]:
    """Return the changes that were shown before, against what counts now; a sheet that is gone is left out."""
    accepted = accepted_versions(tournament)
    names = {player.pk: player.label for player in tournament.players.all()}
    found = []
    for hanchan, table, base, seats, deposits in sealed:
        if version := accepted.get((hanchan, table)):
            before = typed_sheet(version)
            after = TypedSheet.of([tuple(seat) for seat in seats], deposits, before.all_last)
            found.append(SheetChange(hanchan, table, base, before, after, names))
    return tuple(found)


def effect_of(changes: Sequence[SheetChange], tournament: Tournament) -> Correction | None:
    """Return what the changes do to the standings; None where none of them counts there."""
    inputs = inputs_of(tournament)
    new = {
        (one.hanchan, one.table): Table(one.hanchan, one.table, one.after.lines, one.after.deposits) for one in changes
    }
    tables = tuple(new.get((one.hanchan, one.table), one) for one in inputs.tables)
    if tables == inputs.tables:
        return None
    people = frozenset(
        seat.player
        for one in changes
        for old, seat in zip(one.before.lines, one.after.lines, strict=True)
        if old != seat
    )
    first = min(one.hanchan for one in changes)
    return Correction(tournament.pk, inputs, inputs.with_changes(tables=tables), first, people)
