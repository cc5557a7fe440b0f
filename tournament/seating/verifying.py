"""Every version of a seating is counted a second time from its rows before it is kept, and again before players see it.

`certify` counts with the planner's independent verifier and notes what it counted: a digest of all seats and byes, and
a seal for each table, by which an altered row can be found. `refuse_altered` stands before publishing and before the
start of a hanchan; so nothing unverified is ever shown.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from hmac import compare_digest
from typing import Any

from django.utils.translation import gettext as _

from tournament.players.models import Player
from tournament.problems import Refused
from tournament.seating.draft import UnverifiedSeating
from tournament.seating.models import Seating
from tournament.seating.planner.verify import Bye, Discrepancy, Line, digest, lines_of, verify
from tournament.seating.queries import started_hanchan

SEAL = 12
"""So many of the 64 characters of a digest seal one table."""

BYES = "-"
OF_TABLES = frozenset({"table_revisits", "most_table_visits", "consecutive_table"})

Seals = dict[str, dict[str, str]]
"""By hanchan and table, both as text; the byes of a hanchan under BYES."""


def certify(seating: Seating, *, at: datetime, expected: Mapping[int, Collection[int]] | None = None) -> None:
    """Count the version's rows again and keep their digest. Raises UnverifiedSeating when anything does not add up.

    `expected` names for some hanchan who must have a seat or a bye there.
    """
    lines, byes = rows_of(seating)
    found = discrepancies(lines, byes, expected, seating.quality)
    if found:
        raise UnverifiedSeating(str(found[0]))
    seating.digest, seating.seals, seating.verified_at = digest(lines, byes), seals_of(lines, byes), at
    seating.save(update_fields=["digest", "seals", "verified_at"])


def rows_of(seating: Seating) -> tuple[list[Line], list[Bye]]:
    """Seats and byes as the database has them; two queries."""
    lines = lines_of(list(seating.seats.values_list("hanchan", "table", "wind", "player_id")))
    return lines, sorted(seating.byes.values_list("hanchan", "player_id"))


def discrepancies(
    lines: list[Line],
    byes: list[Bye],
    expected: Mapping[int, Collection[int]] | None = None,
    quality: Mapping[str, Any] | None = None,
) -> tuple[Discrepancy, ...]:
    """What does not add up. Figures of tables are counted by table number, so only where these run from 1 on."""
    out = {hanchan: {player for number, player in byes if number == hanchan} for hanchan in expected or {}}
    sitting = {hanchan: set(people) - out[hanchan] for hanchan, people in (expected or {}).items()}
    claims = dict(quality or {})
    tables = {line[:2] for line in lines}
    if any(table > 1 and (hanchan, table - 1) not in tables for hanchan, table in tables):
        claims = {name: value for name, value in claims.items() if name not in OF_TABLES}
    return verify(lines, sitting, byes=byes, claims=claims)


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


def refuse_altered(seating: Seating | None, *, at: datetime, afresh: Collection[int] = ()) -> None:
    """When the rows are not those that were verified, or never were and do not add up; two queries.

    So every change begins: what it makes of altered rows would be certified. Only hanchan that are seated `afresh`,
    without a look at these rows, may be as they are: so one can always plan, import or go back. A version from before
    there was a verifier is counted now, structure and figures; any other one without a digest was altered.
    """
    if seating is None:
        return
    lines, byes = rows_of(seating)
    if seating.digest:
        if not compare_digest(seating.digest, digest(lines, byes)):
            _refuse_seal(seating, [place for place in altered_places(seating, lines, byes) if place[0] not in afresh])
        return
    numbers = {line[0] for line in lines}
    if numbers <= set(afresh):
        return
    if not seating.from_before or seating.draw_id:
        _refuse_seal(seating, [(number, 0) for number in sorted(numbers - set(afresh))])
    found = discrepancies(lines, byes, quality=seating.quality)
    _refuse_discrepancies([one for one in found if one.hanchan is None or one.hanchan not in afresh])
    if not found:
        seating.digest, seating.seals, seating.verified_at = digest(lines, byes), seals_of(lines, byes), at
        seating.save(update_fields=["digest", "seals", "verified_at"])


def is_as_verified(seating: Seating, lines: list[Line], byes: list[Bye]) -> bool:
    """Whether these rows of the version have the digest of the verifier; one from before it has none yet."""
    if not seating.digest:
        return seating.from_before and seating.draw_id is None
    return compare_digest(seating.digest, digest(lines, byes))


def altered_places(seating: Seating, lines: list[Line], byes: list[Bye]) -> list[tuple[int, int]]:
    """Where the rows differ from what was verified: (hanchan, table), table 0 for byes; in order."""
    found = broken_seals(seating.seals, seals_of(lines, byes))
    return found or [(number, 0) for number in sorted({line[0] for line in lines})]


def broken_seals(kept: Mapping[str, Mapping[str, str]], now: Seals) -> list[tuple[int, int]]:
    """(hanchan, table) wherever the two differ, in order; table 0 for byes."""
    places = {(hanchan, table) for seals in (kept, now) for hanchan, tables in seals.items() for table in tables}
    return sorted(
        (int(hanchan), 0 if table == BYES else int(table))
        for hanchan, table in places
        if kept.get(hanchan, {}).get(table) != now.get(hanchan, {}).get(table)
    )


def _refuse_seal(seating: Seating, broken: list[tuple[int, int]]) -> None:
    if not broken:
        return
    hanchan, table = broken[0]
    where = _("Hanchan %(hanchan)d, table %(table)d") if table else _("The byes of hanchan %(hanchan)d")
    where = where if seating.digest else _("Hanchan %(hanchan)d")
    if hanchan in started_hanchan(seating.tournament):
        remedy = _("This hanchan has started: take a backup from before.")
    else:
        remedy = _("Go back to an earlier version, plan or import again, or take a backup from before.")
    message = _(
        "%(where)s: not as in version %(number)d when it was verified. The database was changed by something else. "
    )
    names = {"where": where % {"hanchan": hanchan, "table": table}, "number": seating.number}
    raise Refused(f"{(message % names).strip()} {remedy}")


def _refuse_discrepancies(found: Sequence[Discrepancy]) -> None:
    if not found:
        return
    params = dict(found[0].params)
    if "player" in params:
        params["player"] = str(Player.objects.filter(pk=params["player"]).first() or params["player"])
    remedy = _("Go back to an earlier version, or plan or import again.")
    raise Refused(f"{_(found[0].template) % params} {remedy}")
