"""Seals of a seating: a short digest for each table and for the byes of each hanchan, by which altered rows are found.

Pure functions over the rows of seats and byes as values.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from seating.check import Bye, Line, digest

SEAL = 12
"""The number of characters, of the 64 of a digest, that seal one table."""

BYES = "-"

Seals = dict[str, dict[str, str]]
"""By hanchan and table, both as text; the byes of a hanchan under BYES."""


@dataclass(frozen=True, slots=True)
class VersionRows:
    """The seats and byes of one version as the database has them, and the `id_offset` of their event.

    Digest and seals are made of the ids that the event has in its history, so that they hold wherever it is loaded.
    """

    lines: list[Line]
    byes: list[Bye]
    offset: int = 0

    def digest(self) -> str:
        """Return what the verifier keeps of all rows."""
        return digest(*self._recorded())

    def seals(self) -> Seals:
        """Return a short digest for each table, and for the byes of each hanchan."""
        return seals_of(*self._recorded())

    def altered(self, sealed: Mapping[str, Mapping[str, str]]) -> list[tuple[int, int]]:
        """Return the places that differ from what was verified: (hanchan, table), table 0 for byes."""
        return altered_places(sealed, *self._recorded())

    def _recorded(self) -> tuple[list[Line], list[Bye]]:
        lines = [(hanchan, table, wind, player - self.offset) for hanchan, table, wind, player in self.lines]
        return lines, [(hanchan, player - self.offset) for hanchan, player in self.byes]


def seals_of(lines: Iterable[Line], byes: Iterable[Bye] = ()) -> Seals:
    """A short digest for each table, and for the byes of each hanchan."""
    at: dict[int, dict[int, list[Line]]] = {}
    for line in lines:
        at.setdefault(line[0], {}).setdefault(line[1], []).append(line)
    found = {str(h): {str(t): digest(seats)[:SEAL] for t, seats in tables.items()} for h, tables in at.items()}
    out: dict[int, list[Bye]] = {}
    for bye in byes:
        out.setdefault(bye[0], []).append(bye)
    for hanchan, people in out.items():
        found.setdefault(str(hanchan), {})[BYES] = digest([], people)[:SEAL]
    return found


def altered_places(
    sealed: Mapping[str, Mapping[str, str]], lines: Sequence[Line], byes: Sequence[Bye]
) -> list[tuple[int, int]]:
    """Return the places whose rows differ from what was verified: (hanchan, table), table 0 for byes; in order."""
    found = broken_seals(sealed, seals_of(lines, byes))
    return found or [(number, 0) for number in sorted({line[0] for line in lines})]


def broken_seals(sealed: Mapping[str, Mapping[str, str]], now: Seals) -> list[tuple[int, int]]:
    """(hanchan, table) wherever the two differ, in order; table 0 for byes."""
    places = {(hanchan, table) for seals in (sealed, now) for hanchan, tables in seals.items() for table in tables}
    return sorted(
        (int(hanchan), 0 if table == BYES else int(table))
        for hanchan, table in places
        if sealed.get(hanchan, {}).get(table) != now.get(hanchan, {}).get(table)
    )
