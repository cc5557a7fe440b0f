"""Whether a seating adds up: sorted lines are read through, and whatever is at odds is said with its place."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ..words import gettext_noop
from .discrepancy import Discrepancy
from .figures import recount
from .lines import WINDS, Bye, Line, lines_of
from .shape import shape, shape_of_byes


def verify(
    seats: Sequence[Any],
    sitting: Mapping[int, Collection[int]] | None = None,
    *,
    byes: Iterable[Bye] = (),
    claims: Mapping[str, Any] | None = None,
) -> tuple[Discrepancy, ...]:
    """Everything that does not add up; empty when all does.

    ``sitting`` says for some hanchan who must sit there, no more and no fewer. ``claims`` are figures by name, as
    :func:`.recount` gives them, that somebody has counted before; other names are passed over, since a report says more
    than is recounted here. Tables may leave numbers out, as a hall does in which some are not used. What is not even
    made like a seating is said, never raised.
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


def _hanchan(lines: Sequence[Line]) -> Iterator[Discrepancy]:
    """Hanchan follow each other from 1."""
    if not lines:
        yield Discrepancy("empty", gettext_noop("There is no seat in it."), {})
    for expected, (hanchan, _) in enumerate(groupby(lines, key=lambda line: line[0]), start=1):
        if hanchan != expected:
            template = gettext_noop("Hanchan %(hanchan)d is missing.")
            yield Discrepancy("hanchan", template, {"hanchan": expected}, expected)
            return


def _tables(lines: Sequence[Line]) -> Iterator[Discrepancy]:
    """Every table has the winds from East on, each once, and all tables are of one size: four, or three."""
    winds = {
        where: [line[2] for line in table]
        for where, table in groupby(sorted(lines, key=_by_table), key=lambda line: line[:2])
    }
    size = 3 if winds and max(map(len, winds.values())) == 3 else 4
    for (hanchan, table), found in winds.items():
        said, right = "".join(found), WINDS[:size]
        params: dict[str, int | str] = {"hanchan": hanchan, "table": table, "winds": said, "right": right}
        if table < 1:
            template = gettext_noop("Hanchan %(hanchan)d, table %(table)d: tables are numbered from 1.")
            yield Discrepancy("table", template, params, hanchan, table)
        if said != right:
            template = gettext_noop("Hanchan %(hanchan)d, table %(table)d has the winds %(winds)s, not %(right)s.")
            yield Discrepancy("winds", template, params, hanchan, table)


def _by_table(line: Line) -> tuple[int, int, int]:
    return (line[0], line[1], WINDS.find(line[2]))


def _people(lines: Sequence[Line], sitting: Mapping[int, Collection[int]]) -> Iterator[Discrepancy]:
    """Nobody sits twice in a hanchan, or has a number below 1; where it is said who sits, they do and no others."""
    seen: dict[int, set[int]] = {}
    in_order = sorted(lines, key=lambda line: (line[0], line[3], line[1]))
    for before, line in zip([None, *in_order], in_order, strict=False):
        seen.setdefault(line[0], set()).add(line[3])
        params: dict[str, int | str] = {"hanchan": line[0], "table": line[1], "player": line[3]}
        if line[3] < 1:
            template = gettext_noop("Hanchan %(hanchan)d, table %(table)d: player %(player)s; numbers begin with 1.")
            yield Discrepancy("player", template, params, line[0], line[1])
        if before and (before[0], before[3]) == (line[0], line[3]):
            template = gettext_noop("Hanchan %(hanchan)d, table %(table)d: player %(player)s has another seat as well.")
            yield Discrepancy("twice", template, params, line[0], line[1])
        if line[0] in sitting and line[3] not in sitting[line[0]]:
            template = gettext_noop("Hanchan %(hanchan)d, table %(table)d: player %(player)s should not sit there.")
            yield Discrepancy("stranger", template, params, line[0], line[1])
    for hanchan, people in sorted(sitting.items()):
        for player in sorted(set(people) - seen.get(hanchan, set())):
            template = gettext_noop("Hanchan %(hanchan)d: player %(player)s has no seat.")
            yield Discrepancy("missing", template, {"hanchan": hanchan, "player": player}, hanchan)


def _byes(lines: Sequence[Line], byes: Sequence[Bye]) -> Iterator[Discrepancy]:
    """Who sits out has no seat, and sits out once."""
    table_of = {(line[0], line[3]): line[1] for line in lines}
    hanchan_with_seats = {line[0] for line in lines}
    for before, bye in zip([None, *sorted(byes)], sorted(byes), strict=False):
        params: dict[str, int | str] = {"hanchan": bye[0], "player": bye[1], "table": table_of.get(bye, 0)}
        if bye in table_of:
            template = gettext_noop("Hanchan %(hanchan)d, table %(table)d: player %(player)s sits out and has a seat.")
            yield Discrepancy("bye", template, params, bye[0], table_of[bye])
        if bye == before or bye[0] not in hanchan_with_seats:
            template = gettext_noop("Hanchan %(hanchan)d: the bye of player %(player)s is one too many.")
            yield Discrepancy("bye", template, params, bye[0])


def _claims(counted: Mapping[str, int | None], claims: Mapping[str, Any]) -> Iterator[Discrepancy]:
    template = gettext_noop("The figure “%(figure)s” is given as %(said)s; counted again it is %(counted)s.")
    for figure, value in counted.items():
        if figure in claims and claims[figure] != value:
            yield Discrepancy(
                "claim", template, {"figure": figure, "said": str(claims[figure]), "counted": str(value)}
            )  # fmt: skip
