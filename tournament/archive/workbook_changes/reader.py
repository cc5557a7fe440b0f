"""The sheets of an exported workbook that are read back: the points of each table, and which versions were exported.

The files are read by the reader of lists of players, which unpacks in pieces and computes nothing.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scoring.winds import WINDS, Wind
from tournament.archive.faults import MOST_NAMED, BadFile, fault
from tournament.core.messages import Message
from tournament.core.requests import parse_int
from tournament.players.importing.files import read_file
from tournament.players.importing.raw_table import Limits, Line

LIMITS = Limits(megabytes=20, rows=40_000, columns=40)
EVENT, POINTS, VERSIONS = _("Event"), _("Table points"), _("Report sheets")
ADDRESS = _("Address")
COLUMNS = {
    "hanchan": _("Hanchan"),
    "table": _("Table"),
    "wind": _("Wind"),
    "number": _("No."),
    "points": _("Points"),
    "yakitori": _("No hand won"),
    "taker": _("Bust by"),
    "deposits": _("Deposits left"),
}
NEEDED = ("hanchan", "table", "wind", "number", "points")
OF_VERSIONS = {"hanchan": _("Hanchan"), "table": _("Table"), "version": _("Version"), "accepted": _("Accepted")}
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class WorkbookSeat:
    """One seat as the workbook has it; `number` is the player's start number, `deposits` stand in the first row."""

    wind: Wind
    number: int
    points: int
    yakitori: bool
    busted_by: Wind | None
    deposits: int | None


@dataclass(slots=True)
class Workbook:
    """The seats and exported versions by hanchan and table; the address of the event, "" without its sheet."""

    seats: dict[Place, list[WorkbookSeat]] = field(default_factory=dict)
    versions: dict[Place, int] = field(default_factory=dict)
    address: str = ""


def read_workbook(name: str, content: bytes) -> Workbook:
    """Read an XLSX or ODS workbook. Raises Refused for what is none, BadFile naming the row of a wrong cell."""
    book, faults = Workbook(), list[Message]()
    columns, lines = _sheet(name, content, POINTS, COLUMNS, NEEDED)
    for line in lines:
        try:
            place, row = _seat(line, columns)
            book.seats.setdefault(place, []).append(row)
        except BadFile as bad:
            faults += bad.messages
        if len(faults) >= MOST_NAMED:
            break
    if faults:
        raise BadFile(faults)
    columns, lines = _sheet(name, content, VERSIONS, OF_VERSIONS, tuple(OF_VERSIONS))
    for line in lines:
        if _cell(line, columns, "accepted"):
            where = [parse_int(_cell(line, columns, key)) for key in ("hanchan", "table", "version")]
            if None not in where:
                hanchan, table, version = (number or 0 for number in where)
                book.versions[hanchan, table] = version
    book.address = next((line.cells[1] for line in _event(name, content) if _is_address(line)), "")
    return book


def _sheet(
    name: str, content: bytes, title: str, names: dict[str, str], needed: tuple[str, ...]
) -> tuple[dict[str, int], Iterator[Line]]:
    """The columns of a sheet by their keys, and its rows; headings in English or in the reader's language."""
    lines = _lines(name, content, title, lambda cells: bool(_columns(cells, names).keys() >= {"hanchan", "table"}))
    first = next(lines, None)
    columns = _columns(first.cells, names) if first else {}
    missing = [gettext(names[key]) for key in needed if key not in columns]
    if missing:
        text = _("The workbook has no sheet “{title}” with the columns {columns}. Choose one exported from Sekigime.")
        raise BadFile([fault(0, "workbook-sheet", text, title=gettext(title), columns=", ".join(missing))])
    return columns, lines


def _lines(name: str, content: bytes, title: str, has_headings: Callable[..., bool]) -> Iterator[Line]:
    titles = {title, gettext(title)}
    grid = read_file(name, content, limits=LIMITS, has_headings=has_headings, is_meant=lambda found: found in titles)
    return iter(grid.lines)


def _event(name: str, content: bytes) -> Iterator[Line]:
    return _lines(name, content, EVENT, lambda cells: False)


def _is_address(line: Line) -> bool:
    return len(line.cells) > 1 and line.cells[0] in (ADDRESS, gettext(ADDRESS))


def _columns(cells: tuple[str, ...], names: dict[str, str]) -> dict[str, int]:
    known = {spelt: key for key, title in names.items() for spelt in (title, gettext(title))}
    return {known[cell.strip()]: at for at, cell in enumerate(cells) if cell.strip() in known}


def _cell(line: Line, columns: dict[str, int], key: str) -> str:
    at = columns.get(key)
    return line.cells[at].strip() if at is not None and at < len(line.cells) else ""


def _seat(line: Line, columns: dict[str, int]) -> tuple[Place, WorkbookSeat]:
    def number(key: str) -> int:
        return _whole(line, key, _cell(line, columns, key))

    deposits = _cell(line, columns, "deposits")
    row = WorkbookSeat(
        wind=_wind(line, "wind", _cell(line, columns, "wind")),
        number=number("number"),
        points=number("points"),
        yakitori=bool(_cell(line, columns, "yakitori")),
        busted_by=_wind(line, "taker", taker) if (taker := _cell(line, columns, "taker")) else None,
        deposits=_whole(line, "deposits", deposits) if deposits else None,
    )
    return (number("hanchan"), number("table")), row


def _whole(line: Line, key: str, text: str) -> int:
    try:
        value = float(text)
        if value != int(value):
            raise ValueError
    except (ValueError, OverflowError):
        raise _wrong(line, key, text, _("a whole number is needed")) from None
    return int(value)


def _wind(line: Line, key: str, text: str) -> Wind:
    if text.upper() not in {wind.value for wind in WINDS}:
        raise _wrong(line, key, text, _("E, S, W or N is needed"))
    return Wind(text.upper())


def _wrong(line: Line, key: str, text: str, problem: str) -> BadFile:
    sentence = _("“{sheet}”, “{column}”: “{text}”: {problem}.")
    params = {"sheet": Message("", POINTS), "column": Message("", COLUMNS[key]), "text": text[:60]}
    return BadFile([fault(line.number, "workbook-cell", sentence, problem=Message("", problem), **params)])
