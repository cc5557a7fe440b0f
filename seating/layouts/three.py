"""Tables of three (sanma): the layout of a size.

Three classes of g players, in each hanchan a table takes one of each class, with a fourth row to number the tables:
nobody meets twice and nobody comes back to a table, up to about g hanchan. Where that ends, some sizes go on to the
last hanchan in which everybody can meet somebody new (`kirkman`). Beyond, the hanchan of the design are kept and
the others are searched for, so that what repeats comes last. Winds are dealt at the end, whatever the tables.
"""

from dataclasses import replace

from seating.chance import chance
from seating.designs.kirkman import kirkman
from seating.designs.transversal import Cyclic, Transversal, linear_transversal, search_transversal
from seating.layouts.over_full import to_places
from seating.rounds import Round, Rounds
from seating.search.solve import solve
from seating.table_numbers import number_tables, table_cost
from seating.task import Task
from seating.winds.dealing import assign_winds

CLASSES = 3
DRAWS = 6
"""Draws of a design that are tried before it gets fewer hanchan."""

MOVES = 40_000
"""Changes tried for the hanchan that no design gives: a second at most."""

TWO_TABLES, FEW_MOVES = 6, 1_500
"""Six players at two tables meet in ever new sets of hanchan, all to be priced; more changes find nothing better."""


def layout_of_three(players: int, hanchan: int) -> Rounds:
    """The layout of tables of three for places 1..`players`: tables in order, seats East, South, West."""
    systems = kirkman(players)[:hanchan]
    made = _longest(players // CLASSES, hanchan, len(systems))
    is_numbered = made is not None and len(made.rows) > CLASSES
    rounds = to_places(made.rounds() if made else systems)
    if len(rounds) < hanchan:
        rounds = _longer(rounds, players, hanchan)
    if not is_numbered or len(rounds) > players // CLASSES:
        rounds = min(rounds, number_tables(rounds, players, chance(1)), key=table_cost)
    return assign_winds(rounds, chance(1))


def _longer(rounds: list[Round], players: int, hanchan: int) -> list[Round]:
    """Search for more hanchan after these, with as few repeats as possible."""
    everybody = frozenset(range(1, players + 1))
    more = Task((everybody,) * (hanchan - len(rounds)), past=tuple(rounds), size=CLASSES, winds=False)
    return [*rounds, *solve(more, 1, moves=FEW_MOVES if players == TWO_TABLES else MOVES).rounds]


def _longest(order: int, hanchan: int, besides: int) -> Transversal | None:
    """The design of the most hanchan up to `hanchan`, with its tables numbered where such a one is as long; None
    when `besides` hanchan are known that are more.
    """
    for wanted in range(min(hanchan, order), max(1, besides - 1), -1):
        for rows in (CLASSES + 1, CLASSES):
            for draw in range(DRAWS):
                made = _drawn(order, wanted, rows, draw)
                if made:
                    return made
    return None if besides else Transversal(Cyclic(order), [[0]] * CLASSES, CLASSES)


def _drawn(order: int, hanchan: int, rows: int, draw: int) -> Transversal | None:
    rng = chance(f"three {draw}")
    made = linear_transversal(order, hanchan, rows, rng) or search_transversal(order, hanchan, rows, rng)
    return replace(made, classes=CLASSES) if made else None
