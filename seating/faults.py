"""Validation of seatings from elsewhere: all faults at once."""

from collections import Counter
from collections.abc import Sequence

from seating.notes import Note, gettext_noop
from seating.rounds import Seating

SEATS = 4


def problems(rounds: Seating, players: int, size: int = SEATS) -> tuple[Note, ...]:
    """Return a note for everything that makes these hanchan no seating of players 1..`players`; none if valid.

    Everyone sits exactly once in each hanchan, `size` to a table. Repeats are not faults; `measure` counts them.
    """
    if not rounds:
        return (Note("no_hanchan", gettext_noop("The seating has no hanchan.")),)
    return tuple(fault for number, tables in enumerate(rounds, 1) for fault in _hanchan(number, tables, players, size))


def _hanchan(hanchan: int, tables: Sequence[Sequence[int]], players: int, size: int) -> list[Note]:
    seats = [(player, number) for number, table in enumerate(tables, 1) for player in table]
    faults = [*_table_count(hanchan, tables, players, size), *_table_sizes(hanchan, tables, size)]
    faults += _unknown(hanchan, seats, players)
    twice = _twice(hanchan, seats)
    seated = {player for player, _ in seats}
    missing = [player for player in range(1, players + 1) if player not in seated]
    return [*faults, *twice, *_missing(hanchan, missing, twice)]


def _table_count(hanchan: int, tables: Sequence[Sequence[int]], players: int, size: int) -> list[Note]:
    needed = -(-players // size)
    if len(tables) == needed:
        return []
    template = gettext_noop(
        "Hanchan {hanchan} has {tables} tables; {players} players need {needed}. "
        "Check that no table is missing or listed twice."
    )
    if len(tables) == 1:
        template = gettext_noop(
            "Hanchan {hanchan} has 1 table; {players} players need {needed}. "
            "Check that no table is missing or listed twice."
        )
    params = {"hanchan": hanchan, "tables": len(tables), "players": players, "needed": needed}
    return [Note("table_count", template, params, hanchan)]


def _table_sizes(hanchan: int, tables: Sequence[Sequence[int]], size: int) -> list[Note]:
    four = (
        gettext_noop("Hanchan {hanchan}, table {table} has 1 player; a table has four."),
        gettext_noop("Hanchan {hanchan}, table {table} has {count} players; a table has four."),
    )
    three = (
        gettext_noop("Hanchan {hanchan}, table {table} has 1 player; a table has three."),
        gettext_noop("Hanchan {hanchan}, table {table} has {count} players; a table has three."),
    )
    one, several = four if size == SEATS else three
    sizes = {number: len(table) for number, table in enumerate(tables, 1) if len(table) != size}
    return [
        Note(
            "table_size",
            one if count == 1 else several,
            {"hanchan": hanchan, "table": table, "count": count},
            hanchan,
            table,
        )
        for table, count in sizes.items()
    ]


def _unknown(hanchan: int, seats: list[tuple[int, int]], players: int) -> list[Note]:
    template = gettext_noop(
        "Hanchan {hanchan}, table {table} names player {player}; the players are numbered 1 to {players}."
    )
    return [
        Note(
            "unknown_player",
            template,
            {"hanchan": hanchan, "table": table, "player": player, "players": players},
            hanchan,
            table,
        )
        for player, table in seats
        if not 1 <= player <= players
    ]


def _twice(hanchan: int, seats: list[tuple[int, int]]) -> list[Note]:
    template = gettext_noop(
        "Hanchan {hanchan}: player {player} is seated {count} times, at tables {tables}. Keep one of the seats."
    )
    counts = Counter(player for player, _ in seats)
    faults = []
    for player, count in sorted(counts.items()):
        if count > 1:
            where = [table for other, table in seats if other == player]
            tables = ", ".join(map(str, where))
            params: dict[str, int | str] = {"hanchan": hanchan, "player": player, "count": count, "tables": tables}
            faults.append(Note("seated_twice", template, params, hanchan, where[-1]))
    return faults


def _missing(hanchan: int, missing: list[int], twice: list[Note]) -> list[Note]:
    if len(missing) == len(twice) == 1:
        template = gettext_noop(
            "Hanchan {hanchan}: player {player} has no seat. One of the seats of player {twice}, "
            "at tables {tables}, is probably meant for player {player}."
        )
        params = {**twice[0].params, "player": missing[0], "twice": twice[0].params["player"]}
        return [Note("not_seated", template, params, hanchan)]
    template = gettext_noop("Hanchan {hanchan}: player {player} has no seat.")
    return [Note("not_seated", template, {"hanchan": hanchan, "player": player}, hanchan) for player in missing]
