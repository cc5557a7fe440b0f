"""An event file as values: every row of every section checked before anything is stored."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_noop as _

from scoring.fouls import Schedule
from scoring.rules import Ruleset
from scoring.rules.fields import RulesetProblem
from scoring.standings.rules import StandingRules
from tournament.archive.event_file.sections import (
    EVENT,
    FORMAT,
    GONE_FIELDS,
    GONE_SECTIONS,
    LINK_KEY,
    PEOPLE,
    SECTIONS,
    THE_EVENT,
    VERSION,
    FileSection,
    Row,
    references,
)
from tournament.archive.event_file.values import is_id, name_parts, value_of
from tournament.archive.faults import MOST_NAMED, BadFile, fault
from tournament.core.messages import Message
from tournament.players.badges.links import KEY_LENGTH
from tournament.results.all_last.models import seats_from
from tournament.standings.ceremony_list import final_places_from, final_prizes_from
from tournament.standings.ceremony_steps import ceremony_steps
from tournament.standings.inputs import corrections_from, divisions_from

MOST_VALUES = 20_000_000
"""How many values a file may have; the page that uploads one allows fewer."""
LONGEST = 40  # of a key or a version that is said again
PK = {section.name: section.pk for section in SECTIONS}
RULES: dict[str, Callable[[Any], object]] = {
    "rules": Ruleset.from_json,
    "fouls": Schedule.from_json,
    "standing_rules": StandingRules.from_json,
    "final_places": final_places_from,
    "final_prizes": final_prizes_from,
    "corrections": corrections_from,
    "divisions": divisions_from,
    "cut_seen": divisions_from,
    "seats": seats_from,
}


@dataclass(slots=True)
class EventFile:
    """The contents of a file: the event, the people, and the rows of each section, by the names of their fields; and
    the key of the codes on paper, b"" in a file that was not made for moving the event."""

    event: Row
    people: dict[int, str]
    rows: dict[str, list[Row]]
    anonymised: bool = False
    link_key: bytes = b""

    def ids(self, name: str) -> set[int]:
        """Return the ids of a section."""
        if name == PEOPLE:
            return set(self.people)
        rows = [self.event] if name == EVENT else self.rows[name]
        pk = PK.get(name, "id")
        return {row[pk] for row in rows if pk in row}


def read_event_file(content: bytes, most: int = MOST_VALUES) -> EventFile:
    """Read a file. Raises BadFile with what is wrong and where; at most MOST_NAMED faults of one section."""
    known = _document(content, most)
    anonymised = known.pop("anonymised", False) is True
    file = EventFile({}, {}, {}, anonymised, _link_key(known.pop(LINK_KEY, "")))
    _refuse_unknown(known)
    _refuse(_read_event(file, known.pop(EVENT, None)))
    _refuse(_read_people(file, known.pop(PEOPLE, [])))
    for section in SECTIONS:
        _refuse(_read_rows(file, section, known.pop(section.name, [])))
    _refuse(_unconnected(file))
    return file


def _refuse(found: Iterator[Message]) -> None:
    if faults := list(islice(found, MOST_NAMED)):
        raise BadFile(faults)


def _document(content: bytes, most: int) -> dict[str, object]:
    """The object that the file is, of a format that this program reads."""
    if content.count(b",") + content.count(b"[") + content.count(b"{") > most:
        raise _bad("file-large", _("The file has too many values for a page. The command import_event reads it."))
    try:
        known = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_object)
    except UnicodeDecodeError:
        raise _bad("file-encoding", _("The file is not text in UTF-8. Choose the file as it was exported.")) from None
    except json.JSONDecodeError as wrong:
        text = _("The file is not whole: line {line}, character {character} is not JSON. Export the event again.")
        raise _bad("file-json", text, line=wrong.lineno, character=wrong.colno) from None
    except (RecursionError, ValueError):
        raise _bad("file-json", _("The file is not an event file.")) from None
    if not isinstance(known, dict) or known.pop("format", None) != FORMAT:
        raise _bad("file-format", _("The file is not an event file. Choose one that was exported as “Event file”."))
    version = known.pop("version", None)
    if type(version) is not int or version < 1:
        text = _("The version of an event file is a whole number from 1 on, but here it is {version}. Export it again.")
        raise _bad("file-version", text, version=json.dumps(version)[:LONGEST])
    if version > VERSION:
        text = _("The file is of version {version}, and this program reads up to {known}. Update Sekigime first.")
        raise _bad("file-version", text, version=version, known=VERSION)
    return known


def _link_key(value: object) -> bytes:
    if value == "":
        return b""
    try:
        key = bytes.fromhex(value) if isinstance(value, str) else b""
    except ValueError:
        key = b""
    if len(key) != KEY_LENGTH:
        raise _bad("file-key", _("The key of the codes in the file is not whole. Export the event again."))
    return key


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of the file. JSON would take the last value of a key that stands twice, in silence."""
    found = dict(pairs)
    if len(found) < len(pairs):
        ((name, _times),) = Counter(name for name, _value in pairs).most_common(1)
        text = _("The file has “{name}” twice in one object, and only one of the two can be right. Export it again.")
        raise _bad("key-twice", text, name=name[:LONGEST])
    return found


def _bad(code: str, text: str, **params: object) -> BadFile:
    return BadFile([fault(0, code, text, **params)])


def _refuse_unknown(known: dict[str, object]) -> None:
    names = {EVENT, PEOPLE, *(section.name for section in SECTIONS), *GONE_SECTIONS}
    newer = _("The file has “{name}”, which this version does not know. Update Sekigime first.")
    if unknown := sorted(known.keys() - names):
        raise BadFile([fault(0, "section-unknown", newer, name=name) for name in unknown[:MOST_NAMED]])


# --- rows -------------------------------------------------------------------------------------------------------------


def _read_event(file: EventFile, row: object) -> Iterator[Message]:
    if not isinstance(row, dict):
        yield fault(0, "event-missing", _("The file has no event."))
        return
    faults = list(_read_row(THE_EVENT, row, file.event, None))
    yield from faults
    if not faults:
        yield from _beyond_steps(file.event)


def _beyond_steps(event: Row) -> Iterator[Message]:
    """Yield each count of steps that is more than a ceremony that goes on has."""
    places, prizes = final_places_from(event["final_places"]), final_prizes_from(event["final_prizes"])
    most = len(ceremony_steps(places, prizes, event["ceremony_singles"]))
    for name in ("ceremony_shown", "ceremony_step"):
        if event["revealed_from"] is not None and event[name] > most:
            text = Message(
                "step-unknown",
                _("the ceremony has no step {number}: its last one is {last}."),
                {"number": event[name], "last": most},
            )
            yield _fault(THE_EVENT, None, name, text)


def _read_people(file: EventFile, rows: object) -> Iterator[Message]:
    for number, row in _listed(PEOPLE, rows):
        match row:
            case {"id": pk, "name": str() as name} if is_id(pk) and any(name_parts(name)):
                file.people[pk] = name
            case _:
                yield _row_fault(PEOPLE, number, _("an account has an id and a name"))


def _read_rows(file: EventFile, section: FileSection, rows: object) -> Iterator[Message]:
    if not isinstance(rows, list):
        yield fault(0, "section-form", _("“{section}” is not a list."), section=section.name)
        return
    read = file.rows.setdefault(section.name, [])
    for number, row in _listed(section.name, rows):
        if not isinstance(row, dict):
            yield _row_fault(section.name, number, _("a row is an object"))
            continue
        values: Row = {}
        yield from _read_row(section, row, values, number)
        read.append(values)
    if len(file.ids(section.name)) < len(read):
        yield fault(0, "id-twice", _("“{section}” has two rows of one id."), section=section.name)


def _listed(name: str, rows: object) -> Iterator[tuple[int, object]]:
    yield from enumerate(rows if isinstance(rows, list) else [rows], start=1)


def _read_row(section: FileSection, row: Row, values: Row, number: int | None) -> Iterator[Message]:
    """Fill `values` with the columns of a row; one that the file does not have has its default."""
    several = {one.name for one in section.many}
    gone = {name for where, name in GONE_FIELDS if where == section.name}
    for name in sorted(row.keys() - {one.name for one in section.fields} - several - gone):
        text = Message("field-unknown", _("this version does not know the field. Update Sekigime first."))
        yield _fault(section, number, name, text)
    for one in section.fields:
        if one.name not in row and (one.has_default() or one.null or (one.empty_strings_allowed and one.blank)):
            values[one.name] = one.get_default()
            continue
        try:
            values[one.name] = value_of(one, row.get(one.name))
        except ValidationError as wrong:
            yield _fault(section, number, one.name, _said("value-wrong", " ".join(wrong.messages)))
    for name, read in RULES.items():
        if name in values:
            try:
                read(values[name])
            except (RulesetProblem, ValueError, TypeError, KeyError, AttributeError) as wrong:
                yield _fault(section, number, name, _said("rules-wrong", str(wrong)))
    for name in several:
        ids = row.get(name, [])
        if not isinstance(ids, list) or not all(map(is_id, ids)):
            yield _fault(section, number, name, Message("value-wrong", _("a list of ids is needed")))
            ids = []
        values[name] = ids


def _said(code: str, sentence: str) -> Message:
    """A sentence with values of the file in it, which may have braces of their own."""
    return Message(code, "{sentence}", {"sentence": sentence})


def _row_fault(section: str, number: int, problem: str) -> Message:
    return fault(
        0,
        "row-wrong",
        _("“{section}”, row {row}: {problem}."),
        section=section,
        row=number,
        problem=Message("row-form", problem),
    )


def _fault(section: FileSection, number: int | None, name: str, problem: Message) -> Message:
    if number is None:
        return fault(0, "event-wrong", _("The event, “{field}”: {problem}"), field=name, problem=problem)
    text = _("“{section}”, row {row}, “{field}”: {problem}")
    return fault(0, "row-wrong", text, section=section.name, row=number, field=name, problem=problem)


def _unconnected(file: EventFile) -> Iterator[Message]:
    """Yield each id that no row of the file has."""
    ids = {name: file.ids(name) for name in (EVENT, PEOPLE, *file.rows)}
    for section in (THE_EVENT, *SECTIONS):
        ways = [(one.name, ids[target]) for one, target in references(section)]
        several = [(one.name, ids[_section_of(one)]) for one in section.many]
        for number, row in enumerate([file.event] if section is THE_EVENT else file.rows[section.name], start=1):
            asked = [(name, [row[name]], there) for name, there in ways if row[name] is not None]
            asked += [(name, row[name], there) for name, there in several]
            for name, wanted, there in asked:
                if missing := [pk for pk in wanted if pk not in there]:
                    text = Message("id-unknown", _("no row of the file has the id {id}."), {"id": missing[0]})
                    yield _fault(section, None if section is THE_EVENT else number, name, text)


def _section_of(one: "models.ManyToManyField[Any, Any]") -> str:
    return next(section.name for section in SECTIONS if section.model is one.related_model)
