"""Verification of seatings: counted independently from the stored rows before a version is used and before it is shown.

`certify` counts with the planner's independent verifier and stores a digest of all seats and byes, and a seal for each
table, by which an altered row can be found. `refuse_altered` guards publishing and the start of a hanchan, so nothing
unverified is ever shown.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hmac import compare_digest
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from seating.check import Bye, Line, lines_of, verify
from seating.faults import problems
from seating.notes import Note
from tournament.core.audit import edition_but_sheets
from tournament.core.messages import Level, Message, Refused
from tournament.core.models import Tournament
from tournament.players.models import Player
from tournament.seats.models import Seating
from tournament.seats.queries import ROW, started_hanchan
from tournament.seats.seals import VersionRows
from tournament.seats.seat_map import Byes, SeatMap, Tables, seated, spans

OF_TABLES = frozenset({"table_revisits", "most_table_visits", "consecutive_table"})


class UnverifiedSeating(Refused):
    """A seating that the independent check finds faulty: a bug, for people's mistakes are refused before.

    Whoever stands before it reads that nothing was changed, and what to report.
    """

    def __init__(self, fault: str) -> None:
        text = gettext_noop(
            "Nothing was changed: the independent check of the new seating failed ({fault}). "
            "This is a fault in Sekigime. Please report it with this message; another change may still work."
        )
        super().__init__([Message("unverified", text, {"fault": fault.rstrip(".")}, Level.ERROR)])
        self.fault = fault


def verify_map(draft: SeatMap, expected: Mapping[int, Collection[int]] | None = None, byes: Byes | None = None) -> None:
    """Recount every hanchan with the planner's independent check; raise UnverifiedSeating when anything is wrong.

    `expected` names for some hanchan who must have a seat or a bye there, no more and no fewer. Hanchan may seat
    different numbers of people; nobody has a seat and a bye in one hanchan.
    """
    if sorted(draft) != list(range(1, len(draft) + 1)):
        raise UnverifiedSeating(f"hanchan {sorted(draft)} do not follow each other from 1")
    byes = byes or {}
    if byes.keys() - draft.keys():
        raise UnverifiedSeating(f"byes in hanchan {sorted(byes.keys() - draft.keys())}, which have no seats")
    for hanchan, tables in draft.items():
        _verify_hanchan(hanchan, tables, byes.get(hanchan, frozenset()), (expected or {}).get(hanchan))


def _verify_hanchan(hanchan: int, tables: Tables, out: frozenset[int], expected: Collection[int] | None) -> None:
    twice = out & seated(tables)
    if twice:
        raise UnverifiedSeating(f"hanchan {hanchan}: {sorted(twice)} have a seat and a bye")
    people = seated(tables) if expected is None else set(expected) - out
    if expected is not None and out - set(expected):
        raise UnverifiedSeating(f"hanchan {hanchan}: {sorted(out - set(expected))} have a bye and do not play")
    faults = _faults(tables, people)
    if faults:
        raise UnverifiedSeating(f"hanchan {hanchan}: {faults[0]}")


def _faults(tables: Tables, people: set[int]) -> Sequence[Any]:
    number = {player: at for at, player in enumerate(sorted(people), start=1)}
    stranger = len(people) + 1
    seats = [[number.get(player, stranger) for player in seats] for seats in tables.values()]
    size = 3 if seats and max(map(len, seats)) == 3 else 4
    return problems([seats], len(people), size)


def certify(seating: Seating, *, at: datetime, expected: Mapping[int, Collection[int]] | None = None) -> None:
    """Count the version's rows again and keep their digest. Raises UnverifiedSeating when anything does not add up.

    `expected` names for some hanchan who must have a seat or a bye there.
    """
    rows = rows_of(seating)
    found = discrepancies(rows.lines, rows.byes, expected, seating.quality)
    if found:
        raise UnverifiedSeating(str(found[0]))
    seating.digest, seating.seals, seating.verified_at = rows.digest(), rows.seals(), at
    seating.save(update_fields=["digest", "seals", "verified_at"])


def rows_of(seating: Seating) -> VersionRows:
    """Seats and byes as the database has them; two queries."""
    found = list(seating.seats.values_list(*ROW, "seating__tournament__id_offset"))
    offset = found[0][-1] if found else 0
    byes = sorted(seating.byes.values_list("hanchan__number", "player_id"))
    return VersionRows(lines_of([row[:-1] for row in found]), byes, offset)


def discrepancies(
    lines: list[Line],
    byes: list[Bye],
    expected: Mapping[int, Collection[int]] | None = None,
    quality: Mapping[str, object] | None = None,
) -> tuple[Note, ...]:
    """Return the discrepancies. Figures of tables are counted by table number, so only where these run from 1 on."""
    out = {hanchan: {player for number, player in byes if number == hanchan} for hanchan in expected or {}}
    sitting = {hanchan: set(people) - out[hanchan] for hanchan, people in (expected or {}).items()}
    claims = dict(quality or {})
    tables = {line[:2] for line in lines}
    if any(table > 1 and (hanchan, table - 1) not in tables for hanchan, table in tables):
        claims = {name: value for name, value in claims.items() if name not in OF_TABLES}
    return verify(lines, sitting, byes=byes, claims=claims)


def refuse_altered(seating: Seating | None, *, at: datetime, afresh: Collection[int] = ()) -> None:
    """Refuse rows that are not those that were verified, or never were and do not add up; two queries.

    So every change begins: what it makes of altered rows would be certified. Only hanchan that are seated `afresh`,
    without a look at these rows, may be as they are: so one can always plan, import or go back. A version from before
    there was a verifier is counted now, structure and figures; any other one without a digest was altered.
    """
    if seating is None:
        return
    rows = rows_of(seating)
    if seating.digest:
        if not compare_digest(seating.digest, rows.digest()):
            altered = rows.altered(seating.seals)
            _refuse_seal(seating, [place for place in altered if place[0] not in afresh])
        return
    numbers = {line[0] for line in rows.lines}
    if numbers <= set(afresh):
        return
    if not seating.from_before:
        _refuse_seal(seating, [(number, 0) for number in sorted(numbers - set(afresh))])
    found = discrepancies(rows.lines, rows.byes, quality=seating.quality)
    _refuse_discrepancies([one for one in found if one.hanchan is None or one.hanchan not in afresh])
    if not found:
        seating.digest, seating.seals, seating.verified_at = rows.digest(), rows.seals(), at
        seating.save(update_fields=["digest", "seals", "verified_at"])


def is_as_verified(seating: Seating, rows: VersionRows) -> bool:
    """Return whether these rows of the version have the digest of the verifier; one from before it has none yet."""
    if not seating.digest:
        return seating.from_before
    return compare_digest(seating.digest, rows.digest())


def _refuse_seal(seating: Seating, broken: list[tuple[int, int]]) -> None:
    if not broken:
        return
    hanchan, table = broken[0]
    place = _("Hanchan {hanchan}")
    if seating.digest:
        place = _("Hanchan {hanchan}, table {table}") if table else _("The byes of hanchan {hanchan}")
    text = _(
        "{place} differs from version {number} as it was verified: the database was changed outside Sekigime. "
        "Go back to an earlier version, plan or import again, or restore an earlier backup."
    )
    if hanchan in started_hanchan(seating.tournament):
        text = _(
            "{place} differs from version {number} as it was verified: the database was changed outside Sekigime. "
            "This hanchan has started: restore an earlier backup."
        )
    where = place.format(hanchan=hanchan, table=table)
    raise Refused.of("altered-seating", text, place=where, number=seating.number)


def _refuse_discrepancies(found: Sequence[Note]) -> None:
    if not found:
        return
    params = dict(found[0].params)
    if "player" in params:
        params["player"] = str(Player.objects.filter(pk=params["player"]).first() or params["player"])
    raise Refused.of(
        "unverified-seating",
        _("{discrepancy} Go back to an earlier version, or plan or import again."),
        discrepancy=Message(found[0].code, found[0].text, params),
    )


A_MINUTE = 60
"""A change made outside the actions does not move the edition, so the check is repeated after so many seconds."""


@dataclass(frozen=True, slots=True)
class Altered:
    """One hanchan that is not as it was verified: its tables, and whether its byes."""

    hanchan: int
    tables: tuple[int, ...]
    byes: bool

    def __str__(self) -> str:
        text = _("hanchan {hanchan}, byes")
        if self.tables:
            text = (
                _("hanchan {hanchan}, table {tables} and byes") if self.byes else _("hanchan {hanchan}, table {tables}")
            )
        return text.format(hanchan=self.hanchan, tables=spans(self.tables))


def altered_of(tournament: Tournament) -> dict[int, Altered]:
    """The altered hanchan of the seating that counts: read once a minute and after each write but a sheet's, three
    queries."""
    if tournament.seating_id is None:
        return {}
    key = f"altered-{edition_but_sheets(tournament)}-{tournament.seating_id}"
    found: dict[int, Altered] | None = cache.get(key)
    if found is None:
        found = altered_in(tournament.seating) if tournament.seating else {}
        cache.set(key, found, A_MINUTE)
    return found


def altered_in(seating: Seating) -> dict[int, Altered]:
    """The altered hanchan of one version; two queries. One from before there was a verifier has none to compare."""
    rows = rows_of(seating)
    if is_as_verified(seating, rows):
        return {}
    places = rows.altered(seating.seals)
    return {
        number: Altered(number, tuple(table for at, table in places if at == number and table), (number, 0) in places)
        for number in sorted({hanchan for hanchan, _table in places})
    }
