"""Layouts in which some keep their table for the whole tournament, and nobody else comes to a table twice.

In a transversal design (:mod:`..algebra.transversal`) every table has one player of class 0. Let the row of class 0
be all 0 and the tables be numbered by it: then class 0 never moves, and that the others come to no table twice is the
same law as that they meet nobody of class 0 twice. If fewer than all g tables are to be kept, the others of class 0
must move too: then people change places until nothing is wrong (:mod:`.exchanges`), which goes up to about g/2 hanchan.
What goes further was found by long search (:mod:`.staying`).
"""

from random import Random

from ..algebra.transversal import CLASSES, Transversal, linear, searched
from ..winds import assign_winds
from ..words import Round, Rounds
from .exchanges import exchanged
from .staying import nearly, staying


def pinned(players: int, hanchan: int, count: int) -> Rounds | None:
    """A layout in which places 1..``count`` sit at tables 1..``count`` in every hanchan.

    Nobody meets twice, nobody else comes to a table twice, and winds are as even as in every layout. With all g tables
    kept there is one for up to g hanchan where 2 and 3 do not divide g or it is a power of a prime, else for up to
    about 0.85 g. With one to three kept up to g - 1 or close to it where there is a kept layout, else, and with more
    kept, up to about half of g. None for more: a layout with all g kept then has no repeat either, but those of class 0
    who are not pinned stay at their tables as well.

    Nor can there be one for more than g - ``count`` / 4 with fewer than g kept: at a table that nobody keeps, each of
    4 * ``hanchan`` visitors is another one of the 4g - ``count`` who are not pinned.
    """
    order = players // 4
    if players % 4 or not 0 <= count <= order or not 1 <= hanchan <= order:
        return None
    if count < order and 4 * hanchan + count > players:
        return None
    rng = Random(0)  # noqa: S311  no chance: always the same draws
    rounds = staying(players, hanchan, count) or _exchanged(order, hanchan, count, rng)
    return assign_winds(rounds, rng) if rounds else None


def nearly_pinned(players: int, hanchan: int, count: int) -> Rounds | None:
    """The same where few others come back to a table, none of them twice to the same; None where none is kept."""
    rounds = nearly(players, hanchan, count)
    return assign_winds(rounds, Random(0)) if rounds else None  # noqa: S311  no chance: always the same


def _exchanged(order: int, hanchan: int, count: int, rng: Random) -> list[Round] | None:
    made = _drawn(order, hanchan, rng)
    if made is None:
        return None
    if count == order:
        return standing(made, count, numbered=False)
    tried = (exchanged(standing(made, count, numbered=numbered), count, rng) for numbered in (True, False))
    return next(filter(None, tried), None)


def _drawn(order: int, hanchan: int, rng: Random) -> Transversal | None:
    for rows in (CLASSES + 1, CLASSES):
        made = linear(order, hanchan, rows, rng) or searched(order, hanchan, rows, rng)
        if made:
            return made
    return None


def standing(made: Transversal, count: int, *, numbered: bool) -> list[Round]:
    """The hanchan of a design, places from 1, with places 1..``count`` at their tables.

    Tables are numbered by the fifth row if so wanted and there is one, and then exchange their numbers with the tables
    of the pinned; else by class 0, of which then nobody moves.
    """
    rounds = []
    for shifts in zip(*made.rows, strict=True):
        seats = [made.group.turned(made.group.minus(shift, shifts[0])) for shift in shifts]
        order = len(seats[0])
        tables = [
            tuple(1 + which * order + points[at] for which, points in enumerate(seats[:CLASSES])) for at in range(order)
        ]
        if numbered and len(seats) > CLASSES:
            tables = [table for _, table in sorted(zip(seats[CLASSES], tables, strict=True))]
        for place in range(count):
            at = next(number for number, table in enumerate(tables) if table[0] == place + 1)
            tables[place], tables[at] = tables[at], tables[place]
        rounds.append(tuple(tables))
    return rounds
