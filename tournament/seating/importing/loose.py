"""A seating of people whom nobody knows yet: a file is checked for itself, without a tournament or a database."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.winds import WINDS
from tournament.players.importing.grid import Grid
from tournament.players.names import key, tidy
from tournament.problems import Refused
from tournament.seating.checks import Fault, wrong_sizes
from tournament.seating.draft import Draft, Tables, spans
from tournament.seating.importing.entries import Entries
from tournament.seating.importing.files import entries_of
from tournament.seating.importing.headed import columns_of
from tournament.seating.importing.reading import Reading, seats_of
from tournament.seating.people import Guest, Unknown
from tournament.seating.planner.words import MOST_HANCHAN, MOST_PLAYERS

NAMED = 5
THREE = 3
"""So many sit at a table of sanma."""
NORTH = 3
MOST_OTHERS = 250
"""So many people more than fit the tables may be named: who sat out, who came for somebody."""


@dataclass(frozen=True, slots=True)
class Loose:
    """What a file says: who sits where, the people it names, what is wrong, and who sits out (hanchan, id)."""

    draft: Draft
    people: tuple[Guest, ...]
    faults: tuple[Fault, ...]
    byes: frozenset[tuple[int, int]]
    winds: bool


def read_loose(grid: Grid, *, may_sit_out: bool = False) -> Loose:
    """The seating in a grid and all that is wrong with it. Raises Refused when the columns are not understood.

    Who has no seat in a hanchan is missing, unless the file says that it is a bye or `may_sit_out`. Numbers alone may
    be tables of four or of three: of three when so all is well and else it is not.
    """
    if grid.lines and columns_of(grid) is not None:
        return _read(grid, may_sit_out, 4)
    try:
        found = _read(grid, may_sit_out, 4)
    except Refused:
        return _read(grid, may_sit_out, THREE)
    if found.faults:
        three = _read(grid, may_sit_out, THREE)
        return found if three.faults else three
    return found


def _read(grid: Grid, may_sit_out: bool, size: int) -> Loose:
    entries = entries_of(grid, needs_winds=False, size=size)
    guests = _Guests(entries)
    reading = seats_of(entries, guests)
    draft = reading.draft
    out = [*entries.byes, *entries.blank]
    byes = frozenset((hanchan, guests(text).pk) for _row, hanchan, text in out if text.strip())
    people = tuple(sorted(guests.known.values(), key=lambda guest: guest.number))
    found = reading.faults or _too_much(reading, people)
    if not found:
        found = [*_gaps(reading), *_sizes(reading), *_people(reading, draft, people, byes, may_sit_out)]
    return Loose(draft, people, tuple(found), byes, entries.winds)


class _Guests:
    """Makes up a person for every text: by number when all are numbers, else by name in the order of the rows."""

    def __init__(self, entries: Entries):
        texts = [entry.text for entry in entries.seats]
        texts += [text for *_row, text in (*entries.byes, *entries.blank)]
        self.by_number = all(re.fullmatch(r"#?\s*\d{1,4}", text.strip()) for text in texts if text.strip())
        self.known: dict[str, Guest] = {}
        self.read: dict[str, Guest] = {}

    def __call__(self, text: str) -> Guest:
        if text not in self.read:
            self.read[text] = self._guest(tidy(text))
        return self.read[text]

    def _guest(self, name: str) -> Guest:
        if not name:
            raise Unknown(_("a player is missing."))
        if self.by_number:
            number = int(name.lstrip("# "))
            return self.known.setdefault(str(number), Guest(number, number, str(number), str(number)))
        number = len(self.known) + 1
        return self.known.setdefault(key(name), Guest(number, number, name, name))


def _too_much(reading: Reading, people: Sequence[Guest]) -> list[Fault]:
    """Nothing to read, or more hanchan or people than can be counted; the rest is looked at only without this."""
    if not reading.seats:
        return [Fault("no-hanchan", _("There is no seat in it."))]
    last = max(reading.seats)
    if last > MOST_HANCHAN:
        message = _("Hanchan %(hanchan)d is too high; at most %(most)d can be read.")
        return [Fault("no-such-hanchan", message % {"hanchan": last, "most": MOST_HANCHAN}, last)]
    usual = _usual(reading)
    most = max(usual * max(map(len, reading.seats.values())), len(people) - MOST_OTHERS)
    if most > MOST_PLAYERS + 3:
        message = _("%(players)d players are too many; at most %(most)d can be read.")
        return [Fault("too-many", message % {"players": max(most, len(people)), "most": MOST_PLAYERS})]
    return []


def _gaps(reading: Reading) -> list[Fault]:
    """Hanchan follow each other from 1."""
    last = max(reading.seats)
    gap = set(range(1, last + 1)) - reading.seats.keys()
    if gap:
        message = _("Hanchan %(numbers)s is missing: the file goes to hanchan %(last)d.")
        return [Fault("gap", message % {"numbers": spans(gap), "last": last}, min(gap))]
    return []


def _sizes(reading: Reading) -> list[Fault]:
    """All tables have four players, or all have three."""
    usual = _usual(reading)
    return [fault for hanchan, tables in sorted(reading.seats.items()) for fault in wrong_sizes(hanchan, tables, usual)]


def _usual(reading: Reading) -> int:
    """How many sit at a table of this file: three where all have three and nobody is North."""
    tables = [seats for tables in reading.seats.values() for seats in tables.values()]
    three = all(len(seats) == THREE and NORTH not in seats for seats in tables)
    return THREE if three else len(WINDS)


def _people(
    reading: Reading, draft: Draft, people: Sequence[Guest], byes: frozenset[tuple[int, int]], may_sit_out: bool
) -> list[Fault]:
    by_pk = {guest.pk: guest for guest in people}
    found = []
    for hanchan, tables in draft.items():
        where = _tables_of(tables)
        twice = sorted(pk for pk, at in where.items() if len(at) > 1)
        found += [_twice(hanchan, by_pk[pk], where[pk], reading.rows[hanchan, pk]) for pk in twice]
        found += [_seat_and_bye(hanchan, by_pk[pk]) for pk in sorted(where) if (hanchan, pk) in byes]
        missing = [guest for guest in people if guest.pk not in where and (hanchan, guest.pk) not in byes]
        if missing and (twice or not may_sit_out):
            found.append(_missing(hanchan, missing, [by_pk[pk] for pk in twice]))
    return found


def _tables_of(tables: Tables) -> dict[int, list[int]]:
    """The tables of each person in one hanchan, a table once for every seat there."""
    where: dict[int, list[int]] = {}
    for table, seats in tables.items():
        for pk in seats:
            where.setdefault(pk, []).append(table)
    return where


def _twice(hanchan: int, guest: Guest, tables: Sequence[int], rows: Sequence[int]) -> Fault:
    places, lines = sorted(set(tables)), sorted(set(rows))
    if len(places) > 1:
        message = _("Hanchan %(hanchan)d: %(name)s sits twice, at tables %(tables)s (rows %(rows)s).")
    else:
        message = ngettext(
            "Hanchan %(hanchan)d: %(name)s sits twice at table %(tables)s (row %(rows)s).",
            "Hanchan %(hanchan)d: %(name)s sits twice at table %(tables)s (rows %(rows)s).",
            len(lines),
        )
    params = {
        "hanchan": hanchan, "name": guest.label, "tables": ", ".join(map(str, places)),
        "rows": ", ".join(map(str, lines)),
    }  # fmt: skip
    return Fault("twice", message % params, hanchan, tables[-1], rows[-1])


def _seat_and_bye(hanchan: int, guest: Guest) -> Fault:
    message = _("Hanchan %(hanchan)d: %(name)s has a seat and a bye.")
    return Fault("seat-and-bye", message % {"hanchan": hanchan, "name": guest.label}, hanchan)


def _missing(hanchan: int, missing: Sequence[Guest], twice: Sequence[Guest]) -> Fault:
    if len(missing) == len(twice) == 1:
        message = _("Hanchan %(hanchan)d: %(name)s has no seat. Is one of the seats of %(twice)s meant?")
        params = {"hanchan": hanchan, "name": missing[0].label, "twice": twice[0].label}
        return Fault("missing", message % params, hanchan)
    names = ", ".join(guest.label for guest in missing[:NAMED])
    if len(missing) > NAMED:
        names = _("%(names)s and %(more)d more") % {"names": names, "more": len(missing) - NAMED}
    message = _("Hanchan %(hanchan)d: without a seat: %(names)s. Is one written wrongly, or meant to sit out?")
    return Fault("missing", message % {"hanchan": hanchan, "names": names}, hanchan)
