"""Everything that is wrong with a seating made elsewhere, listed at once."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .words import Seating, gettext_noop

SEATS = 4


@dataclass(frozen=True, slots=True)
class SeatingProblem:
    """One fault: ``code`` is stable, ``template % params`` is for people, hanchan and table count from 1."""

    code: str
    template: str
    params: Mapping[str, int | str]
    hanchan: int | None = None
    table: int | None = None

    def __str__(self) -> str:
        return self.template % self.params


def problems(rounds: Seating, players: int, size: int = SEATS) -> tuple[SeatingProblem, ...]:
    """Every reason why these hanchan are not a seating of players 1..``players``; empty when all is well.

    Everyone sits exactly once in each hanchan, ``size`` to a table. Meeting twice is no fault: :func:`measure` says so.
    """
    if not rounds:
        return (SeatingProblem("no_hanchan", gettext_noop("The seating has no hanchan."), {}),)
    return tuple(fault for number, tables in enumerate(rounds, 1) for fault in _hanchan(number, tables, players, size))


def _hanchan(hanchan: int, tables: Sequence[Sequence[int]], players: int, size: int) -> list[SeatingProblem]:
    seats = [(player, number) for number, table in enumerate(tables, 1) for player in table]
    faults = [*_table_count(hanchan, tables, players, size), *_table_sizes(hanchan, tables, size)]
    faults += _unknown(hanchan, seats, players)
    twice = _twice(hanchan, seats)
    seated = {player for player, _ in seats}
    missing = [player for player in range(1, players + 1) if player not in seated]
    return [*faults, *twice, *_missing(hanchan, missing, twice)]


def _table_count(hanchan: int, tables: Sequence[Sequence[int]], players: int, size: int) -> list[SeatingProblem]:
    needed = -(-players // size)
    if len(tables) == needed:
        return []
    template = gettext_noop(
        "Hanchan %(hanchan)d has %(tables)d tables; %(players)d players need %(needed)d. "
        "Check that no table is missing or listed twice."
    )
    params = {"hanchan": hanchan, "tables": len(tables), "players": players, "needed": needed}
    return [SeatingProblem("table_count", template, params, hanchan)]


def _table_sizes(hanchan: int, tables: Sequence[Sequence[int]], size: int) -> list[SeatingProblem]:
    four = gettext_noop("Hanchan %(hanchan)d, table %(table)d has %(count)d players; a table has four.")
    three = gettext_noop("Hanchan %(hanchan)d, table %(table)d has %(count)d players; a table has three.")
    template = four if size == SEATS else three
    sizes = {number: len(table) for number, table in enumerate(tables, 1) if len(table) != size}
    return [
        SeatingProblem("table_size", template, {"hanchan": hanchan, "table": table, "count": count}, hanchan, table)
        for table, count in sizes.items()
    ]


def _unknown(hanchan: int, seats: list[tuple[int, int]], players: int) -> list[SeatingProblem]:
    template = gettext_noop(
        "Hanchan %(hanchan)d, table %(table)d names player %(player)d; the players are numbered 1 to %(players)d."
    )
    return [
        SeatingProblem(
            "unknown_player",
            template,
            {"hanchan": hanchan, "table": table, "player": player, "players": players},
            hanchan,
            table,
        )
        for player, table in seats
        if not 1 <= player <= players
    ]


def _twice(hanchan: int, seats: list[tuple[int, int]]) -> list[SeatingProblem]:
    template = gettext_noop(
        "Hanchan %(hanchan)d: player %(player)d is seated %(count)d times, at tables %(tables)s. Keep one of the seats."
    )
    counts = Counter(player for player, _ in seats)
    faults = []
    for player, count in sorted(counts.items()):
        if count > 1:
            where = [table for other, table in seats if other == player]
            tables = ", ".join(map(str, where))
            params: dict[str, int | str] = {"hanchan": hanchan, "player": player, "count": count, "tables": tables}
            faults.append(SeatingProblem("seated_twice", template, params, hanchan, where[-1]))
    return faults


def _missing(hanchan: int, missing: list[int], twice: list[SeatingProblem]) -> list[SeatingProblem]:
    if len(missing) == len(twice) == 1:
        template = gettext_noop(
            "Hanchan %(hanchan)d: player %(player)d has no seat. One of the seats of player %(twice)d, "
            "at tables %(tables)s, is probably meant for player %(player)d."
        )
        params = {**twice[0].params, "player": missing[0], "twice": twice[0].params["player"]}
        return [SeatingProblem("not_seated", template, params, hanchan)]
    template = gettext_noop("Hanchan %(hanchan)d: player %(player)d has no seat.")
    return [
        SeatingProblem("not_seated", template, {"hanchan": hanchan, "player": player}, hanchan) for player in missing
    ]
