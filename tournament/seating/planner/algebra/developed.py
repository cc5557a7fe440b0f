"""Hanchan made from a few base tables by adding the elements of a group to everybody.

Four classes of g players, n of each are the elements of a group and g - n never move. Adding an element to a *moving*
hanchan, with the numbers of its tables, gives another: n in all. Adding all elements to one table gives n tables of a
*standing* hanchan, at which those who never move are not; they fill the other g - n by a design of their own.

With n = g that is a difference matrix, one table for each hanchan; with n < g a quasi-difference matrix. In both all
differences of two rows are distinct, the numbers of the tables being a row like the classes, so nobody meets or comes
to a table twice. Source: Colbourn and Dinitz, Handbook of Combinatorial Designs, ch. III.3.
"""

from collections.abc import Sequence
from random import Random

from ..words import Round, Table, table_of
from .bases import BASES
from .fields import Ring
from .starters import base_round
from .transversal import CLASSES, Transversal, linear

ONE_TABLE = Transversal(Ring(1), [[0]] * (CLASSES + 1))


def developed(order: int, hanchan: int) -> list[Round] | None:
    """The first of the hanchan with so many tables, over points 0..4g-1; None where none or not so many are kept."""
    if order not in BASES:
        return None
    group, moving, standing = BASES[order]
    ring = Ring(group)
    shifts = [[*ring.turned(by), *range(group, order)] for by in range(group)]
    rounds = [_moved(base_round(moving), shift) for shift in shifts] if moving else []
    if standing:
        tables = base_round(standing)
        rests = _of_those_who_never_move(group, order, len(tables))
        rounds += [
            (*(_shifted(table, shift) for shift in shifts), *rest) for table, rest in zip(tables, rests, strict=True)
        ]
    return rounds[:hanchan] if hanchan <= len(rounds) else None


def _moved(tables: Sequence[Sequence[int]], shift: Sequence[int]) -> Round:
    numbered = dict(zip(shift, tables, strict=True))
    return tuple(_shifted(numbered[number], shift) for number in range(len(tables)))


def _shifted(points: Sequence[int], shift: Sequence[int]) -> Table:
    order = len(shift)
    return table_of([point - point % order + shift[point % order] for point in points])


def _of_those_who_never_move(first: int, order: int, hanchan: int) -> list[Round]:
    """In each of the standing hanchan, the tables from number ``first`` on."""
    own = order - first
    if not own:
        return [()] * hanchan
    made = linear(own, hanchan, CLASSES + 1, Random(0)) or ONE_TABLE  # noqa: S311  no chance: always the same
    return [
        tuple(table_of([point // own * order + first + point % own for point in table]) for table in tables)
        for tables in made.rounds()
    ]
