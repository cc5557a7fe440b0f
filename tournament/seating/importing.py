"""A seating made elsewhere: a file or pasted rows become a draft; what could not be read is named by row.

Two shapes are known: a row per player (hanchan, table, wind, player), or a row per table (hanchan, table, E, S, W, N).
Headings may be English, French, German or Japanese. People are start numbers, EMA numbers or names that only one has.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from scoring.winds import WINDS
from tournament.players.importing.grid import Grid, Line
from tournament.players.importing.headings import field_of
from tournament.players.importing.text import decode, read_text
from tournament.players.importing.xlsx import ZIP, read_xlsx, refuse_other_workbooks
from tournament.players.models import Player
from tournament.players.names import key
from tournament.problems import Refused
from tournament.seating.checks import Fault, faults
from tournament.seating.draft import Draft
from tournament.seating.people import Unknown, find

MOST_BYTES = 4 * 1024 * 1024
WIND_KEYS = "ESWN"
PERSON_FIELDS = ("number", "ema_number", "name")
"""In the order in which they are trusted when a list has several."""

_HEADINGS = {
    "hanchan": """hanchan|round|rnd|game|session|h|r|round number|hanchan number|ronde|tour|manche|partie|séance|Runde
        |Durchgang|Spielrunde|半荘|回戦|回|ラウンド|対局|節|試合""",
    "table": "table|tbl|t|table number|numéro de table|n° de table|Tisch|Tischnummer|卓|卓番号|テーブル|卓番",
    "wind": "wind|seat|seat wind|starting wind|vent|siège|place|Platz|Sitz|Sitzwind|風|席|家|座席|自風|起家",
}
_WINDS = {
    "E": "E|East|Est|Ost|東|東家|Ton|東風",
    "S": "S|South|Sud|Süd|南|南家|Nan|南風",
    "W": "W|West|Ouest|西|西家|Sha|Shaa|Xia|西風",
    "N": "N|North|Nord|北|北家|Pei|Pe|北風",
}


def _known(texts: Mapping[str, str]) -> dict[str, str]:
    return {key(word): name for name, words in texts.items() for word in words.split("|")}


KNOWN_HEADINGS = _known(_HEADINGS)
KNOWN_WINDS = _known(_WINDS)


def wind_of(text: str, beside: Sequence[str]) -> str | None:
    """The letter of a wind. A lone O is Ouest beside an E and Ost beside a W; 1 to 4 count from East."""
    plain = key(text)
    if plain == "o":
        others = {KNOWN_WINDS.get(key(other)) for other in beside if key(other) != "o"}
        return "W" if "E" in others else "E"
    if plain in {"1", "2", "3", "4"}:
        return WIND_KEYS[int(plain) - 1]
    return KNOWN_WINDS.get(plain)


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column is what; `winds` when the winds are columns."""

    at: dict[str, int]
    winds: dict[str, int]
    lines: tuple[Line, ...]


@dataclass(slots=True)
class Reading:
    """The seats that were read, by hanchan, table and wind, and what is wrong, in the order of the rows."""

    seats: dict[int, dict[int, dict[int, int]]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    @property
    def draft(self) -> Draft:
        return {
            hanchan: {
                table: tuple(player for _, player in sorted(seats.items())) for table, seats in sorted(tables.items())
            }
            for hanchan, tables in sorted(self.seats.items())
        }


def read_file(name: str, content: bytes) -> Grid:
    """The lines of an uploaded XLSX or CSV. Raises Refused (field "file")."""
    if len(content) > MOST_BYTES:
        raise Refused(_("The file is larger than 4 MB. Copy the seating alone into a new file."), field="file")
    try:
        refuse_other_workbooks(content)
        if content.startswith(ZIP):
            return read_xlsx(content, source=name, has_headings=lambda cells: _score(cells) > 2)
        return read_text(decode(content)[0], source=name)
    except Refused as refusal:
        raise Refused(refusal.message, field="file", problems=refusal.problems) from refusal


def read_seating(grid: Grid, players: Sequence[Player], *, hanchan_count: int, kept: Draft, drawn: bool) -> Reading:
    """The seating in a grid, with all its faults. Raises Refused when the columns are not understood.

    `kept` is the seating that counts, for the hanchan that the grid has not; `drawn` when the order of seats is free.
    """
    columns = _columns(grid, drawn)
    reading = Reading()
    for line in columns.lines:
        _read_line(line, columns, players, reading)
    unsure = {fault.hanchan for fault in reading.faults}
    found = faults(reading.draft, players, hanchan_count, kept)
    reading.faults += [fault for fault in found if fault.hanchan not in unsure]
    return reading


def _score(cells: Sequence[str]) -> int:
    """How many cells are headings of a seating."""
    return sum(
        _heading(cell) is not None or key(cell) in KNOWN_WINDS or field_of(cell) in PERSON_FIELDS for cell in cells
    )


def _heading(cell: str) -> str | None:
    return KNOWN_HEADINGS.get(key(cell))


def _columns(grid: Grid, drawn: bool) -> Columns:
    if not grid.lines:
        raise Refused(_("There is nothing in it: every row is blank."))
    best = max(grid.lines[:10], key=lambda line: _score(line.cells))
    winds = _wind_columns(best.cells)
    at: dict[str, int] = {}
    for column, cell in enumerate(best.cells):
        person = field_of(cell)
        name = _heading(cell) or (person if person in PERSON_FIELDS and column not in winds.values() else None)
        if name:
            at.setdefault(name, column)
    _refuse_columns(at, winds, drawn)
    return Columns(at, winds, grid.lines[grid.lines.index(best) + 1 :])


def _wind_columns(cells: Sequence[str]) -> dict[str, int]:
    """The column of each wind when all four are columns, else none: a lone N may be a number."""
    found: dict[str, int] = {}
    for column, cell in enumerate(cells):
        wind = None if cell.strip().isdigit() else wind_of(cell, cells)
        if wind:
            found.setdefault(wind, column)
    return {wind: found[wind] for wind in WIND_KEYS} if len(found) == len(WINDS) else {}


def _refuse_columns(at: Mapping[str, int], winds: Mapping[str, int], drawn: bool) -> None:
    shapes = _(
        "Write a first row that says what the columns are: hanchan, table, wind, player; or hanchan, table, E, S, W, N."
    )
    if "hanchan" not in at:
        raise Refused(_("There is no column of hanchan.") + " " + shapes)
    if "table" not in at:
        raise Refused(_("There is no column of tables.") + " " + shapes)
    if winds:
        return
    if not any(name in at for name in PERSON_FIELDS):
        raise Refused(_("There is no column of players.") + " " + shapes)
    if "wind" not in at and not drawn:
        raise Refused(_("There is no column of winds.") + " " + shapes)


def _read_line(line: Line, columns: Columns, players: Sequence[Player], reading: Reading) -> None:
    hanchan, table = (_counted(_cell(line, columns.at[name])) for name in ("hanchan", "table"))
    if hanchan is None or table is None:
        said = _cell(line, columns.at["hanchan" if hanchan is None else "table"])
        message = (
            _("Row %(row)d: “%(text)s” is no hanchan.")
            if hanchan is None
            else _("Row %(row)d: “%(text)s” is no table.")
        )
        reading.faults.append(
            Fault("no-number", message % {"row": line.number, "text": said}, hanchan, table, line.number)
        )
        return
    seats = reading.seats.setdefault(hanchan, {}).setdefault(table, {})
    if seats and columns.winds:
        message = _("Row %(row)d: hanchan %(hanchan)d, table %(table)d is listed a second time.")
        where = {"row": line.number, "hanchan": hanchan, "table": table}
        reading.faults.append(Fault("table-twice", message % where, hanchan, table, line.number))
        return
    for wind, text in _seats(line, columns, len(seats)):
        _sit(line, (hanchan, table), wind, text, players, reading)


def _seats(line: Line, columns: Columns, taken: int) -> list[tuple[int | None, str]]:
    """(index of the wind, text of the person) of one row; without a column of winds the order of the rows counts."""
    if columns.winds:
        return [
            (WIND_KEYS.index(wind), _cell(line, column))
            for wind, column in columns.winds.items()
            if _cell(line, column)
        ]
    person = next((_cell(line, columns.at[name]) for name in PERSON_FIELDS if name in columns.at), "")
    if "wind" not in columns.at:
        return [(taken, person)]
    column = columns.at["wind"]
    wind = wind_of(_cell(line, column), [_cell(other, column) for other in columns.lines[:40]])
    return [(WIND_KEYS.index(wind) if wind else None, person)]


def _sit(
    line: Line, place: tuple[int, int], wind: int | None, text: str, players: Sequence[Player], reading: Reading
) -> None:
    hanchan, table = place
    where = {"row": line.number, "hanchan": hanchan, "table": table}
    seats = reading.seats[hanchan][table]

    def fault(code: str, message: str) -> None:
        reading.faults.append(Fault(code, message, hanchan, table, line.number))

    try:
        player = find(text, players, parts=False)
    except Unknown as unknown:
        fault("unknown", _("Row %(row)d (hanchan %(hanchan)d, table %(table)d):") % where + f" {unknown.message}")
        return
    if wind is None:
        fault(
            "no-wind", _("Row %(row)d (hanchan %(hanchan)d, table %(table)d): the wind is missing or unknown.") % where
        )
    elif wind in seats:
        message = _("Row %(row)d: hanchan %(hanchan)d, table %(table)d has a second %(wind)s.")
        taken = _(WINDS[wind].label) if wind < len(WINDS) else _("player")
        fault("seat-taken", message % {**where, "wind": taken})
    else:
        seats[wind] = player.pk


def _cell(line: Line, column: int) -> str:
    return line.cells[column].strip() if column < len(line.cells) else ""


def _counted(text: str) -> int | None:
    """A number from 1: “3”, “R3”, “Table 12”, “第3回戦”."""
    digits = "".join(character for character in text if character.isdecimal())
    return int(digits) if digits and len(digits) <= 4 and int(digits) > 0 else None


def as_text(draft: Draft, players: Sequence[Player]) -> str:
    """The draft as rows that `read_seating` reads again, a row per table, people by start number."""
    number = {player.pk: player.number for player in players}
    rows = [["hanchan", "table", *WIND_KEYS]]
    rows += [
        [str(hanchan), str(table), *(str(number[player]) for player in seats)]
        for hanchan, tables in sorted(draft.items())
        for table, seats in sorted(tables.items())
    ]
    return "\n".join("\t".join(row) for row in rows)
