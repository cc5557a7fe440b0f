"""An uploaded file of a finished event before it is loaded: its columns, what is read, what is wrong."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.rules import Ruleset
from tournament.archive.columns import KNOWN, NOT_READ, guessed_columns, name_of, unread_columns
from tournament.archive.faults import BadFile
from tournament.archive.reading import PastEvent, read_event
from tournament.archive.rows import TextTable, read_table
from tournament.translation.formats import enumeration

LABELS = {
    "round": gettext_noop("Hanchan"),
    "table": gettext_noop("Table"),
    "wind": gettext_noop("Wind"),
    "player": gettext_noop("Player (name or number)"),
    "points": gettext_noop("Points"),
    "deposits": gettext_noop("Deposits left on the table"),
    "penalty": gettext_noop("Penalty in P"),
    "penalty_points": gettext_noop("Penalty in points"),
    "uma": gettext_noop("Uma in P or in points, to compare"),
    "note": gettext_noop("Note"),
    "name": gettext_noop("Name, where the player is a number"),
    "number": gettext_noop("Start number"),
    "last_name": gettext_noop("Last name"),
    "first_name": gettext_noop("First name"),
    "country": gettext_noop("Country"),
    "club": gettext_noop("Club"),
    "team": gettext_noop("Team"),
    "ema_number": gettext_noop("EMA number"),
    "carried": gettext_noop("Carried score in P"),
    "substitute": gettext_noop("Substitute (yes or no)"),
    "status": gettext_noop("Status"),
}
UNDECIDED = "?"
SAMPLES, ROWS = 3, 8
NEVER_THERE = (
    gettext_noop("kinds and reasons of penalties"),
    gettext_noop("tie-breaks, cuts and prizes"),
    gettext_noop("draws of winds"),
    gettext_noop("earlier versions of report sheets"),
    gettext_noop("protests, times and history"),
)
"""What no file of this kind has, whatever its columns are."""
MISSED = {
    gettext_noop("penalties"): ("penalty", "penalty_points"),
    gettext_noop("carried scores"): ("carried",),
    gettext_noop("who was a substitute or left"): ("status", "substitute"),
}
"""What changes the standings, and the columns of which one says it."""


@dataclass(frozen=True, slots=True)
class UploadedColumn:
    """A column of the file: `choice` is our name for it, "" for one not to be read, "?" while nobody has decided."""

    at: int
    heading: str
    samples: tuple[str, ...]
    choice: str

    @property
    def field(self) -> str:
        return f"column_{self.at}"

    @property
    def is_undecided(self) -> bool:
        return self.choice == UNDECIDED


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it would be loaded: `event` is None while there are `problems`, each a sentence with its line."""

    columns: tuple[UploadedColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    row_count: int
    event: PastEvent | None
    problems: tuple[str, ...]

    @property
    def coverage(self) -> str:
        return coverage({one.choice for one in self.columns})

    @property
    def left(self) -> list[UploadedColumn]:
        """The columns that are not read."""
        return [one for one in self.columns if one.choice == NOT_READ]


def coverage(columns: Collection[str]) -> str:
    """Return what is taken from a file with these columns, and what else the event had: for readers who take the
    standings of the copy for those of the event."""
    text = _("Taken from this file: {columns}. Not in it: {missing}. An event file has all of this.")
    missing = [word for word, ways in MISSED.items() if not any(way in columns for way in ways)]
    taken = [_(LABELS[key]) for key in KNOWN if key in columns]
    return text.format(columns=enumeration(taken), missing=enumeration(map(_, [*missing, *NEVER_THERE])))


def choices() -> list[tuple[str, str]]:
    """Return the possible meanings of a column, as options of a list."""
    known = [(key, _(LABELS[key])) for key in KNOWN]
    return [(UNDECIDED, _("– choose –")), (NOT_READ, _("do not read")), *known]


def read_upload(text: str, rules: Ruleset, chosen: Mapping[int, str] | None = None) -> Upload:
    """Read a file with the columns as `chosen` by where they are; without, as their headings say. Raises BadFile only
    for what is no table at all."""
    table = read_table(text)
    decided = _guess(table) if chosen is None else chosen
    columns = tuple(
        UploadedColumn(at, name_of(table.headings, at), _samples(table.body, at), decided.get(at, UNDECIDED))
        for at in range(len(table.headings))
    )
    known = {one.at: one.choice for one in columns if not one.is_undecided}
    event, problems = None, tuple[str, ...]()
    try:
        event = read_event(text, rules, chosen=known)
    except BadFile as bad:
        problems = tuple(str(bad).splitlines())
    width = len(columns)
    rows = tuple(tuple([*cells, *[""] * width][:width]) for cells in table.body[:ROWS])
    return Upload(columns, rows, len(table.body), event, problems)


def _guess(table: TextTable) -> dict[int, str]:
    """Return the columns as the headings name them; a column that has nothing of its own to tell is not read."""
    guessed = {at: key for key, at in guessed_columns(table.headings, table.line).items()}
    unread = unread_columns(table.headings, table.body, guessed, ())
    return {at: guessed.get(at, NOT_READ) for at in range(len(table.headings)) if at not in unread}


def _samples(body: Sequence[Sequence[str]], at: int) -> tuple[str, ...]:
    """The first different values of a column."""
    found = dict.fromkeys(cells[at].strip() for cells in body if at < len(cells) and cells[at].strip())
    return tuple(found)[:SAMPLES]
