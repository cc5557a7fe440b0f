"""A line of the file -> the fields of one person, and everything that is wrong with them at once."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournament.players.importing.grid import Level, Line, Remark
from tournament.players.importing.headings import LABELS, Columns
from tournament.players.models import Player
from tournament.players.names import composed, tidy
from tournament.players.readings import Unreadable, read_country, read_ema_number, read_number, read_yes

TEXTS = ("name", "first_name", "last_name", "club", "team", "note")
_LENGTHS = {name: Player._meta.get_field(name).max_length for name in TEXTS}
_READ_TWICE = re.compile("[ÃÂâã][\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ€]")  # "Ã©": UTF-8 once read as Windows-1252


@dataclass(frozen=True, slots=True)
class Entry:
    """One person as the file has it. `values` holds only what the line says; None and "" are not in it."""

    line: int
    values: dict[str, Any]
    remarks: tuple[Remark, ...] = field(default=())

    def __getattr__(self, name: str) -> Any:
        """A field that the line does not say is empty: `entry.country`."""
        if name in LABELS:
            return self.values.get(name, "")
        raise AttributeError(name)

    @property
    def has_errors(self) -> bool:
        return any(remark.level == Level.ERROR for remark in self.remarks)


def read_entries(columns: Columns) -> list[Entry]:
    """Every line as an Entry."""
    return [_entry(line, columns) for line in columns.lines]


def _entry(line: Line, columns: Columns) -> Entry:
    fields_of = {column: name for name, column in columns.at.items()}
    remarks = [
        Remark(remark.level, remark.code, remark.message, fields_of[column])
        for column, remark in line.remarks
        if column in fields_of
    ]
    values = {}
    for name, column in columns.at.items():
        cell = line.cells[column] if column < len(line.cells) else ""
        value = _value(name, tidy(cell), remarks)
        if value not in ("", None):
            values[name] = value
    _name(values, remarks, columns)
    return Entry(line.number, values, tuple(remarks))


def _value(name: str, text: str, remarks: list[Remark]) -> Any:
    """The value of one cell; what is wrong with it goes to the remarks."""
    if not text:
        return ""
    if name in TEXTS:
        return _text(name, text, remarks)
    try:
        if name == "ema_number":
            return _ema_number(text, remarks)
        return _READERS[name](text)
    except Unreadable as unreadable:
        remarks.append(Remark(Level.ERROR, f"{name}-unreadable", unreadable.message, name))
        return ""


_READERS: dict[str, Callable[[str], Any]] = {
    "country": read_country,
    "is_substitute": read_yes,
    "number": read_number,
}


def _ema_number(text: str, remarks: list[Remark]) -> str:
    number, was_padded = read_ema_number(text)
    if was_padded:
        message = _("EMA number %(text)s lacks a digit: a zero that a spreadsheet dropped. Taken as %(number)s.")
        remarks.append(Remark(Level.NOTE, "ema-zero", message % {"text": text, "number": number}, "ema_number"))
    return number


def _text(name: str, text: str, remarks: list[Remark]) -> str:
    most = _LENGTHS[name] or 0
    if len(text) > most:
        message = _("The %(field)s is longer than %(most)s characters. Shorten it.")
        remarks.append(Remark(Level.ERROR, "too-long", message % {"field": LABELS[name], "most": most}, name))
    if "\ufffd" in text or _READ_TWICE.search(text):
        message = _(
            "“%(text)s” looks like letters in the wrong encoding. Choose another one, or save the file as UTF-8."
        )
        level = Level.ERROR if "\ufffd" in text else Level.WARNING
        remarks.append(Remark(level, "wrong-encoding", message % {"text": text[:60]}, name))
    if text.startswith("="):
        message = _("“%(text)s” begins like a formula; it is kept as text.")
        remarks.append(Remark(Level.WARNING, "formula-text", message % {"text": text[:60]}, name))
    return text


def _name(values: dict[str, Any], remarks: list[Remark], columns: Columns) -> None:
    """The name that is shown: as it stands, else first and last name together; `Moreau, Luc` is turned round."""
    name = values.get("name", "")
    last, comma, first = (part.strip() for part in name.partition(","))
    if comma and last and first and "," not in first and "first_name" not in columns.at:
        values |= {"name": composed(first, last)}
        values.setdefault("first_name", first)
        values.setdefault("last_name", last)
        message = _("“%(text)s” is taken as %(name)s.") % {"text": name, "name": values["name"]}
        remarks.append(Remark(Level.NOTE, "name-turned", message, "name"))
    elif not name:
        shown = composed(values.get("first_name", ""), values.get("last_name", ""))
        if shown:
            values["name"] = _text("name", shown, remarks) if len(shown) > (_LENGTHS["name"] or 0) else shown
        else:
            remarks.append(Remark(Level.ERROR, "no-name", _("There is no name in this row."), "name"))
