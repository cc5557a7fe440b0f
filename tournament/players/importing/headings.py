"""The columns of a list of players: headings in twenty languages, in any case and spelling."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_noop as _

from scoring.messages import ngettext_lazy
from tournament.core.messages import Refused
from tournament.players.importing.choices import Choices
from tournament.players.importing.doubts import status_meaning
from tournament.players.names import key, words
from tournament.reading.headings import headings_of
from tournament.reading.raw_table import Grid, Limits, Line
from tournament.translation.formats import enumeration

LABELS = {
    "number": gettext_lazy("number"),
    "name": gettext_lazy("name"),
    "first_name": gettext_lazy("first name"),
    "last_name": gettext_lazy("last name"),
    "legal_name": gettext_lazy("legal name"),
    "reading": gettext_lazy("name reading"),
    "pronouns": gettext_lazy("pronouns"),
    "country": gettext_lazy("country"),
    "club": gettext_lazy("club"),
    "team": gettext_lazy("team"),
    "ema_number": gettext_lazy("EMA number"),
    "ara_id": gettext_lazy("ARA ID"),
    "is_substitute": gettext_lazy("substitute"),
    "is_newcomer": gettext_lazy("new player"),
    "note": gettext_lazy("note"),
}
CHOICES = {**LABELS, "status": gettext_lazy("status")}
"""What a column may contain: the fields of a player, and words such as “cancelled”."""
TEMPLATE = ("number", "first name", "last name", "country", "club", "team", "EMA number", "substitute", "note")

LIMITS = Limits(megabytes=2, rows=2_000, columns=60)
"""The largest riichi event so far had fewer than 1,000 players."""
HEADINGS_WITHIN = 10
MOST_LETTERS = 120
NOTHING_CHOSEN = Choices()
_ANYWHERE = {"country", "club", "ema_number", "is_newcomer", "pronouns"}
_NEVER_PARTLY = {"name", "number", "status", "note", "first_name", "last_name", "is_newcomer"}
_PLAYER_SHEETS = {key("Gracze"), key("選手"), key("参加者")} | {
    key(title)
    for title in (
        *("Players", "Participants", "Joueurs", "Spieler", "Teilnehmer", "Jugadores", "Giocatori", "Spelers"),
        *("Játékosok", "Hráči", "Игроки", "선수", "选手", "Παίκτες", "Oyuncular", "Spillere", "Spelare", "Pelaajat"),
        "Jogadores",
    )
}
_LAST_NAME_BESIDE_A_FIRST = {key("name"), key("nom"), key("naam")}
_FIRST_NAME_BESIDE_A_LAST = {key(word) for word in ("nombre", "nome", "jméno", "имя", "이름", "όνομα")}


@cache
def _fields() -> dict[str, str]:
    return {key(heading): field for field, headings in headings_of("players").items() for heading in headings}


def field_of(heading: str) -> str | None:
    """The field that a heading names.

    >>> field_of("  PRENOM :"), field_of("n° EMA"), field_of("ＥＭＡ番号"), field_of("E-mail")
    ('first_name', 'ema_number', 'ema_number', None)
    """
    plain = heading.split("(")[0].strip().rstrip("*:").strip() or heading
    return _fields().get(key(plain)) if plain else None


def guessed_field(heading: str) -> str:
    """The field of a heading that is a sentence of a form, or two words with a stroke; "" for none.

    Words that may stand in any sentence, such as "name", mean something at its beginning only.

    >>> guessed_field("Club / association"), guessed_field("Country of residence"), guessed_field("Your EMA N°, please")
    ('club', 'country', 'ema_number')
    >>> guessed_field("Phone number"), guessed_field("Emergency contact name")
    ('', '')
    """
    certain = field_of(heading)
    if certain or len(heading) > MOST_LETTERS:
        return certain or ""
    parts = [words(part) for part in re.split(r"[/|,;:?]", heading)]
    found = [(end - start, -start, field) for part in parts for start, end, field in _phrases(part)]
    return max(found)[2] if found else ""


def _phrases(part: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    for start in range(len(part)):
        for end in range(start + 1, len(part) + 1):
            field = _fields().get("".join(part[start:end]), "")
            if field and (field in _ANYWHERE or start == 0) and not (end - start == 1 and field in _NEVER_PARTLY):
                yield start, end, field


def is_player_sheet(title: str) -> bool:
    """Return whether a sheet of this title has the players, as the one of our own workbook does in any language."""
    return key(title) in _PLAYER_SHEETS or key(title) == key(gettext("Players"))


def known_headings(cells: Sequence[str]) -> int:
    """Return how many of the cells are known headings."""
    return sum(field_of(cell) is not None for cell in cells)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the list: `field` "" is not read. `samples` are some of its values."""

    index: int
    title: str
    field: str
    samples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """All columns and the lines below the headings. `heading` is the line of the headings, 0 without any."""

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    heading: int = 0
    skipped: int = 0

    @property
    def at(self) -> dict[str, int]:
        """The column of each field; of two for one field the first."""
        return {column.field: column.index for column in reversed(self.columns) if column.field}

    @property
    def titles(self) -> dict[str, str]:
        """The heading of each field."""
        return {column.field: column.title for column in self.columns if column.field and column.title}

    @property
    def unread(self) -> tuple[str, ...]:
        """The headings, or numbers, of the columns that have values and are not read."""
        return tuple(
            column.title or str(column.index + 1) for column in self.columns if not column.field and column.samples
        )

    def refuse_faults(self) -> None:
        """Raises Refused when the columns cannot be read as they are, with the remedy."""
        read = [column for column in self.columns if column.field]
        for column in read:
            other = next(one for one in read if one.field == column.field)
            if other is not column:
                text = _("Two columns contain the {column}: “{one}” and “{other}”. Choose which one is read.")
                one, another = (found.title or str(found.index + 1) for found in (other, column))
                raise Refused.of("heading-twice", text, column=CHOICES[column.field], one=one, other=another)
        if not read and not self.heading:
            raise Refused.of(
                "headings-unknown",
                ngettext_lazy(
                    "The only column heading is not known. Choose what the column contains, or add a first row of "
                    "headings, for example: first name, last name, country, club, EMA number.",
                    "None of the {count} column headings is known. Choose what each column contains, or add a first "
                    "row of headings, for example: first name, last name, country, club, EMA number.",
                ),
                count=len(self.columns),
            )
        if not {"name", "last_name", "first_name"} & set(self.at):
            raise Refused.of(
                "names-missing",
                _("There is no column for names. Known headings found: {titles}. Choose the column of the names."),
                titles=enumeration(self.titles.values()) or "–",
            )
        if not self.lines:
            raise Refused.of("rows-missing", _("There are headings, but no players below them."))
        LIMITS.refuse_rows(len(self.lines))


def find_columns(grid: Grid, choices: Choices = NOTHING_CHOSEN) -> Columns:
    """The columns of the grid, each with the chosen field, else the one chosen earlier, else a guess."""
    heading = _heading_line(grid, choices)
    place = grid.lines.index(heading) if heading else -1
    lines = grid.lines[place + 1 :]
    titles = heading.cells if heading else ()
    used = [index for index in range(_width(grid)) if any(_cell(line, index) for line in lines) or _at(titles, index)]
    guessed = _assigned([_at(titles, index) for index in range(_width(grid))], choices.remembered)
    if heading is None and len(used) == 1:
        guessed[used[0]] = "name"
    columns = []
    for index in used:
        values = [cell for line in lines if (cell := _cell(line, index))]
        field = guessed[index] or ("status" if _are_statuses(values) and "status" not in guessed else "")
        if choices.fields is not None:
            field = choices.fields.get(index, "")
        samples = tuple(value[:40] for value in dict.fromkeys(values[:200]))[:3]
        columns.append(Column(index, _at(titles, index), field, samples))
    return Columns(tuple(columns), lines, heading.number if heading else 0, max(place, 0))


def _width(grid: Grid) -> int:
    return max(len(line.cells) for line in grid.lines)


def _at(cells: Sequence[str], index: int) -> str:
    return cells[index].strip() if index < len(cells) else ""


def _cell(line: Line, index: int) -> str:
    return _at(line.cells, index)


def _are_statuses(values: Sequence[str]) -> bool:
    """Return whether a column has nothing but words such as confirmed, cancelled or reserve."""
    meanings = [status_meaning(value) for value in values]
    return bool(meanings) and all(meanings) and {"out", "substitute", "waiting"} & set(meanings) != set()


def _heading_line(grid: Grid, choices: Choices) -> Line | None:
    """The line with the headings: the chosen one, that with the most known headings, or None."""
    first = grid.lines[:HEADINGS_WITHIN]
    if choices.heading is not None:
        return next((line for line in first if line.number == choices.heading), None)

    def known(line: Line) -> int:
        return sum(field_of(cell) is not None or key(cell) in choices.remembered for cell in line.cells)

    best = max(first, key=known)
    if known(best):
        return best
    return first[0] if sum(bool(guessed_field(cell)) for cell in first[0].cells) > 1 else None


def _assigned(titles: Sequence[str], remembered: Mapping[str, str]) -> list[str]:
    """The field of each column, "" for none. A heading that is certain comes before one that only contains a word."""
    fields = [remembered.get(key(title), field_of(title) or "") if title else "" for title in titles]
    if "first_name" in fields and "last_name" not in fields:
        # A French or German list writes "Nom, Prénom": beside a first name, a name is the last name.
        for column, title in enumerate(titles):
            if key(title) in _LAST_NAME_BESIDE_A_FIRST:
                fields[column] = "last_name"
    if "last_name" in fields and "first_name" not in fields:
        for column, title in enumerate(titles):
            if key(title) in _FIRST_NAME_BESIDE_A_LAST:
                fields[column] = "first_name"
    for column, title in enumerate(titles):
        if not fields[column] and key(title) not in remembered and guessed_field(title) not in fields:
            fields[column] = guessed_field(title)
    return fields
