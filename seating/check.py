"""Independent verification of a seating: it shares no code with what makes, checks and measures seatings.

A seating is read as *lines*: hanchan, table, wind, player; one for every seat. The lines are sorted and read through;
people and tables are rows of bits, winds words. Code that stores or publishes a seating calls `verify` first, and keeps
its `digest`: the SHA-256 of a text with one line for each seat, `hanchan table wind player`, and one for each bye,
`hanchan - - player`; numbers in decimal, winds E S W N, sorted by hanchan, table, wind (E first) and player, byes last
in their hanchan, every line ended by a line feed.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any

from seating.notes import Note, gettext_noop

WINDS = "ESWN"

Line = tuple[int, int, str, int]
"""Hanchan, table, wind, player: one seat."""

Bye = tuple[int, int]
"""Hanchan, player: one bye."""


def lines_of(seats: Sequence[Any]) -> list[Line]:
    """Return rounds (hanchan, tables, players from East on) or rows (hanchan, table, wind, player) as sorted lines."""
    if are_rows(seats):
        rows = [(hanchan, table, str(wind), player) for hanchan, table, wind, player in seats]
    else:
        rows = [
            (hanchan, number, WINDS[at] if at < len(WINDS) else "?", player)
            for hanchan, tables in enumerate(seats, start=1)
            for number, table in enumerate(tables, start=1)
            for at, player in enumerate(table)
        ]
    return sorted(rows, key=lambda row: (row[0], row[1], WINDS.find(row[2]), row[3]))


def are_rows(seats: Sequence[Any]) -> bool:
    """Return whether these are rows and not rounds: the first item of the first one is a number."""
    first: Sequence[object] = next((one for one in seats if is_list(one) and one), [])
    return bool(first) and not is_list(first[0])


def is_list(value: object) -> bool:
    """Return whether a value is a list or tuple; text is not."""
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def digest(seats: Sequence[object], byes: Iterable[Bye] = ()) -> str:
    """Return the digest of a seating, 64 hex characters; it differs whenever anybody sits elsewhere (see above)."""
    return sha256(canonical(seats, byes).encode()).hexdigest()


def canonical(seats: Sequence[object], byes: Iterable[Bye] = ()) -> str:
    """Return the text that is hashed for the digest.

    >>> canonical([[(3, 1, 2, 4)]], byes=[(1, 5)])
    '1 1 E 3\\n1 1 S 1\\n1 1 W 2\\n1 1 N 4\\n1 - - 5\\n'
    """
    written = [(line[0], 0, f"{line[0]} {line[1]} {line[2]} {line[3]}\n") for line in lines_of(seats)]
    written += [(hanchan, 1, f"{hanchan} - - {player}\n") for hanchan, player in sorted(byes)]
    return "".join(text for _, _, text in sorted(written, key=lambda one: one[:2]))


def verify(
    seats: Sequence[object],
    sitting: Mapping[int, Collection[int]] | None = None,
    *,
    byes: Iterable[Bye] = (),
    claims: Mapping[str, object] | None = None,
) -> tuple[Note, ...]:
    """Return a note for everything that is wrong; none when the seating is valid.

    `sitting` gives, for some hanchan, exactly the players who must have a seat. `claims` are earlier figures by name,
    to be compared with those of `recount`; other names are ignored, since a report has more figures than are
    recounted here. Table numbers may be left out, as in a hall in which some tables are not used. A value without the
    shape of a seating is reported, never raised.
    """
    byes = list(byes)
    misshapen = [*shape(seats), *shape_of_byes(byes)]
    if misshapen:
        return tuple(misshapen)
    lines = lines_of(seats)
    found = [*_hanchan(lines), *_tables(lines), *_people(lines, sitting or {}), *_byes(lines, byes)]
    if not found and claims:
        found = list(_claims(recount(lines), claims))
    return tuple(found)


def _hanchan(lines: Sequence[Line]) -> Iterator[Note]:
    """Check that hanchan are numbered 1, 2, 3 … without a gap."""
    if not lines:
        yield Note("empty", gettext_noop("The seating has no seats."))
    for expected, (hanchan, _) in enumerate(groupby(lines, key=lambda line: line[0]), start=1):
        if hanchan != expected:
            template = gettext_noop("Hanchan {hanchan} is missing.")
            yield Note("hanchan", template, {"hanchan": expected}, expected)
            return


def _tables(lines: Sequence[Line]) -> Iterator[Note]:
    """Check that every table has each wind once, and that all tables have the same size: four, or three."""
    winds = {
        where: [line[2] for line in table]
        for where, table in groupby(sorted(lines, key=_by_table), key=lambda line: line[:2])
    }
    size = 3 if winds and max(map(len, winds.values())) == 3 else 4
    for (hanchan, table), found in winds.items():
        written, right = "".join(found), WINDS[:size]
        params: dict[str, int | str] = {"hanchan": hanchan, "table": table, "winds": written, "right": right}
        if table < 1:
            template = gettext_noop("Hanchan {hanchan}, table {table}: tables are numbered from 1.")
            yield Note("table", template, params, hanchan, table)
        if written != right:
            template = gettext_noop("Hanchan {hanchan}, table {table} has the winds {winds}, not {right}.")
            yield Note("winds", template, params, hanchan, table)


def _by_table(line: Line) -> tuple[int, int, int]:
    return (line[0], line[1], WINDS.find(line[2]))


def _people(lines: Sequence[Line], sitting: Mapping[int, Collection[int]]) -> Iterator[Note]:
    """Check that nobody has two seats in a hanchan or a number below 1, and that exactly `sitting` have seats."""
    seen: dict[int, set[int]] = {}
    in_order = sorted(lines, key=lambda line: (line[0], line[3], line[1]))
    for before, line in zip([None, *in_order], in_order, strict=False):
        seen.setdefault(line[0], set()).add(line[3])
        params: dict[str, int | str] = {"hanchan": line[0], "table": line[1], "player": line[3]}
        if line[3] < 1:
            template = gettext_noop(
                "Hanchan {hanchan}, table {table}: there is no player {player}; players are numbered from 1."
            )
            yield Note("player", template, params, line[0], line[1])
        if before and (before[0], before[3]) == (line[0], line[3]):
            template = gettext_noop("Hanchan {hanchan}, table {table}: player {player} also has another seat.")
            yield Note("twice", template, params, line[0], line[1])
        if line[0] in sitting and line[3] not in sitting[line[0]]:
            template = gettext_noop(
                "Hanchan {hanchan}, table {table}: player {player} should have no seat in this hanchan."
            )
            yield Note("stranger", template, params, line[0], line[1])
    for hanchan, people in sorted(sitting.items()):
        for player in sorted(set(people) - seen.get(hanchan, set())):
            template = gettext_noop("Hanchan {hanchan}: player {player} has no seat.")
            yield Note("missing", template, {"hanchan": hanchan, "player": player}, hanchan)


def _byes(lines: Sequence[Line], byes: Sequence[Bye]) -> Iterator[Note]:
    """Check that nobody with a bye has a seat or a second bye."""
    table_of = {(line[0], line[3]): line[1] for line in lines}
    hanchan_with_seats = {line[0] for line in lines}
    for before, bye in zip([None, *sorted(byes)], sorted(byes), strict=False):
        params: dict[str, int | str] = {"hanchan": bye[0], "player": bye[1], "table": table_of.get(bye, 0)}
        if bye in table_of:
            template = gettext_noop("Hanchan {hanchan}, table {table}: player {player} has both a seat and a bye.")
            yield Note("bye", template, params, bye[0], table_of[bye])
        if bye == before:
            template = gettext_noop("Hanchan {hanchan}: the bye of player {player} is listed twice.")
            yield Note("bye", template, params, bye[0])
        elif bye[0] not in hanchan_with_seats:
            template = gettext_noop("Hanchan {hanchan}: player {player} has a bye, but the hanchan has no seats.")
            yield Note("bye", template, params, bye[0])


def _claims(counted: Mapping[str, int | None], claims: Mapping[str, object]) -> Iterator[Note]:
    template = gettext_noop("The figure “{figure}” is given as {said}, but the recount gives {counted}.")
    for figure, value in counted.items():
        if figure in claims and claims[figure] != value:
            yield Note("claim", template, {"figure": figure, "said": str(claims[figure]), "counted": str(value)})


def shape(seats: Any) -> Iterator[Note]:
    """Check for rows of three numbers and a wind, or for hanchan of tables of players; nothing may be empty."""
    if not is_list(seats):
        yield Note("shape", gettext_noop("A seating is a list of seats or of hanchan."))
    elif are_rows(seats):
        row = gettext_noop("Row {row} is not a hanchan, a table, a wind and a player.")
        for number, one in enumerate(seats, start=1):
            if not (is_list(one) and len(one) == 4 and all(map(_is_number, (*one[:2], one[3]))) and _is_letter(one[2])):
                yield Note("shape", row, {"row": number})
    else:
        for hanchan, tables in enumerate(seats, start=1):
            yield from _shape_of_hanchan(hanchan, tables)


def _shape_of_hanchan(hanchan: int, tables: Any) -> Iterator[Note]:
    if not is_list(tables) or not tables:
        yield Note("shape", gettext_noop("Hanchan {hanchan} has no tables."), {"hanchan": hanchan}, hanchan)
        return
    for number, table in enumerate(tables, start=1):
        if not is_list(table) or not table or not all(map(_is_number, table)):
            template = gettext_noop("Hanchan {hanchan}, table {table} is not a list of players.")
            yield Note("shape", template, {"hanchan": hanchan, "table": number}, hanchan, number)


def shape_of_byes(byes: Sequence[Any]) -> Iterator[Note]:
    """Check that each bye is a hanchan and a player."""
    for number, bye in enumerate(byes, start=1):
        if not (is_list(bye) and len(bye) == 2 and all(map(_is_number, bye))):
            yield Note("shape", gettext_noop("Bye {row} is not a hanchan and a player."), {"row": number})


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_letter(value: object) -> bool:
    return isinstance(value, str) and len(value) == 1


def recount(seats: Sequence[object]) -> dict[str, int | None]:
    """Return the figures of a seating under the names its report uses.

    Opponents in common are counted for players who never meet; None if all meet.
    """
    lines = lines_of(seats)
    return {**_meetings(lines), **_winds(lines), **_visits(lines)}


def _meetings(lines: Sequence[Line]) -> dict[str, int | None]:
    """Each person is a row of bits, one for every table of every hanchan; two met as often as both have a bit set."""
    people = sorted({line[3] for line in lines})
    tables, met = _bits(lines, people)
    repeats = double_meetings = most = 0
    fewest = len(people)
    for at in range(len(people)):
        mine, theirs = tables[at], met[at]
        times = [(mine & other).bit_count() for other in tables[at + 1 :]]
        repeats += sum(times) - len(times) + times.count(0)
        double_meetings += sum(time * (time - 1) // 2 for time in times if time > 1)
        most = max(most, *times, 0)
        strangers = zip(times, met[at + 1 :], strict=True)
        fewest = min([fewest, *((theirs & other).bit_count() for time, other in strangers if not time)])
    common = None if fewest == len(people) else fewest
    return {"repeats": repeats, "double_meetings": double_meetings, "most_meetings": most, "common_opponents": common}


def _bits(lines: Sequence[Line], people: Sequence[int]) -> tuple[list[int], list[int]]:
    """For each person a number with a bit for each table of a hanchan, and one with a bit for everybody there."""
    at = {where: 1 << index for index, where in enumerate(sorted({line[:2] for line in lines}))}
    bit = {player: 1 << index for index, player in enumerate(people)}
    tables, met, sat = dict.fromkeys(people, 0), dict.fromkeys(people, 0), dict.fromkeys(at, 0)
    for hanchan, table, _, player in lines:
        tables[player] |= at[hanchan, table]
        sat[hanchan, table] |= bit[player]
    for hanchan, table, _, player in lines:
        met[player] |= sat[hanchan, table]
    return list(tables.values()), list(met.values())


def _winds(lines: Sequence[Line]) -> dict[str, int | None]:
    """Each person's winds as one word, in the order of the hanchan; after each letter the letters are counted."""
    at_the_end = ever = 0
    winds = WINDS if any(line[2] == WINDS[-1] for line in lines) else WINDS[:-1]
    for _, mine in groupby(sorted(lines, key=lambda line: (line[3], line[0])), key=lambda line: line[3]):
        word, gap = "", 0
        for line in mine:
            word += line[2]
            times = sorted(word.count(wind) for wind in winds)
            gap = times[-1] - times[0]
            ever = max(ever, gap)
        at_the_end = max(at_the_end, gap)
    return {"wind_gap": at_the_end, "wind_gap_any": ever}


def _visits(lines: Sequence[Line]) -> dict[str, int | None]:
    """Sorted by person, table and hanchan, a return to a table is a line after one of the same person and table."""
    ordered = sorted((line[3], line[1], line[0]) for line in lines)
    returns = stays = most = run = 0
    for before, visit in zip([None, *ordered], ordered, strict=False):
        if before and before[:2] == visit[:2]:
            returns, run = returns + 1, run + 1
            stays += visit[2] == before[2] + 1
        else:
            run = 1
        most = max(most, run)
    return {"table_revisits": returns, "most_table_visits": most, "consecutive_table": stays}
