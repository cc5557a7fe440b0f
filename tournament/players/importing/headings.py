"""The columns of a list of players: headings in English, French, German and Japanese, in any case and spelling."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused
from tournament.players.importing.raw_table import Grid, Limits, Line
from tournament.players.names import key

LABELS = {
    "number": gettext_lazy("number"),
    "name": gettext_lazy("name"),
    "first_name": gettext_lazy("first name"),
    "last_name": gettext_lazy("last name"),
    "country": gettext_lazy("country"),
    "club": gettext_lazy("club"),
    "team": gettext_lazy("team"),
    "ema_number": gettext_lazy("EMA number"),
    "is_substitute": gettext_lazy("substitute"),
    "note": gettext_lazy("note"),
}
TEMPLATE = ("number", "first name", "last name", "country", "club", "team", "EMA number", "substitute", "note")

LIMITS = Limits(megabytes=2, rows=2_000, columns=60)
"""The largest riichi event so far had fewer than 1,000 players."""
DATA = Path(__file__).with_name("headings.tsv")
_LAST_NAME_BESIDE_A_FIRST = {key("name"), key("nom")}


@cache
def _fields() -> dict[str, str]:
    rows = (line.split("\t") for line in DATA.read_text(encoding="utf-8").splitlines()[1:])
    return {key(heading): field for field, headings in rows for heading in headings.split("|")}


def field_of(heading: str) -> str | None:
    """The field that a heading names.

    >>> field_of("  PRENOM :"), field_of("n° EMA"), field_of("ＥＭＡ番号"), field_of("E-mail")
    ('first_name', 'ema_number', 'ema_number', None)
    """
    plain = heading.split("(")[0].strip().rstrip("*:").strip() or heading
    return _fields().get(key(plain)) if plain else None


def known_headings(cells: Sequence[str]) -> int:
    """Return how many of the cells are known headings."""
    return sum(field_of(cell) is not None for cell in cells)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns found: `at` maps a field to its column, `titles` to its heading; `unread` are unknown headings."""

    at: dict[str, int]
    titles: dict[str, str]
    unread: tuple[str, ...]
    lines: tuple[Line, ...]
    skipped: int = 0


def find_columns(grid: Grid) -> Columns:
    """The columns of the grid and its lines of players. Raises Refused with the headings that are needed."""
    best = max(grid.lines[:10], key=lambda line: known_headings(line.cells))
    if not known_headings(best.cells):
        return _names_alone(grid)
    place = grid.lines.index(best)
    at = _assigned(best.cells)
    titles = {field: best.cells[column] for field, column in at.items()}
    unread = tuple(cell for cell in best.cells if cell and field_of(cell) is None)
    return _checked(Columns(at, titles, unread, grid.lines[place + 1 :], place))


def _assigned(cells: Sequence[str]) -> dict[str, int]:
    fields = [field_of(cell) for cell in cells]
    if "first_name" in fields and "last_name" not in fields:
        # A French or German list writes "Nom, Prénom": beside a first name, a name is the last name.
        for column, cell in enumerate(cells):
            if key(cell) in _LAST_NAME_BESIDE_A_FIRST:
                fields[column] = "last_name"
    at: dict[str, int] = {}
    for column, field in enumerate(fields):
        if field in at:
            text = _("Two columns contain the {column}: “{one}” and “{other}”. Rename one of them.")
            raise Refused.of("heading-twice", text, column=LABELS[field], one=cells[at[field]], other=cells[column])
        if field:
            at[field] = column
    return at


def _names_alone(grid: Grid) -> Columns:
    """Without headings a single column is names; several cannot be told apart."""
    used = {column for line in grid.lines for column, cell in enumerate(line.cells) if cell.strip()}
    if len(used) > 1:
        raise Refused.of(
            "headings-unknown",
            _(
                "None of the {count} column headings is known. Add a first row of headings, for example: "
                "first name, last name, country, club, EMA number."
            ),
            count=len(used),
        )
    return _checked(Columns({"name": used.pop()}, {}, (), grid.lines))


def _checked(columns: Columns) -> Columns:
    if not {"name", "last_name", "first_name"} & set(columns.at):
        raise Refused.of(
            "names-missing",
            _("There is no column for names. Known headings found: {titles}. Add a column “name”."),
            titles=", ".join(columns.titles.values()),
        )
    if not columns.lines:
        raise Refused.of("rows-missing", _("There are headings, but no players below them."))
    LIMITS.refuse_rows(len(columns.lines))
    return columns
