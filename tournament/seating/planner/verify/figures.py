"""The figures of a seating counted from its lines: people and tables are rows of bits, winds words, visits sorted."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from .lines import WINDS, Line, lines_of


def recount(seats: Sequence[Any]) -> dict[str, int | None]:
    """The figures of a seating, by the names that its report has for them.

    Opponents in common are those of two people who both sit in some hanchan and never meet; None when all do meet.
    """
    lines = lines_of(seats)
    return {**_meetings(lines), **_winds(lines), **_visits(lines)}


def _meetings(lines: Sequence[Line]) -> dict[str, int | None]:
    """Each person is a row of bits, one for every table of every hanchan; two met as often as both have a bit set."""
    people = sorted({line[3] for line in lines})
    tables, met = _bits(lines, people)
    repeats = clashes = most = 0
    fewest = len(people)
    for at in range(len(people)):
        mine, theirs = tables[at], met[at]
        times = [(mine & other).bit_count() for other in tables[at + 1 :]]
        repeats += sum(times) - len(times) + times.count(0)
        clashes += sum(time * (time - 1) // 2 for time in times if time > 1)
        most = max(most, *times, 0)
        strangers = zip(times, met[at + 1 :], strict=True)
        fewest = min([fewest, *((theirs & other).bit_count() for time, other in strangers if not time)])
    common = None if fewest == len(people) else fewest
    return {"repeats": repeats, "clashes": clashes, "most_meetings": most, "common_opponents": common}


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
