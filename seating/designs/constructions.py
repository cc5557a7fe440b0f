"""Resolvable designs: the social golfer problem from algebra, hanchan in which no two players meet twice.

Every construction gives hanchan over points 0..N-1 with the tables in a meaningful order where it has one, or None
when it does not cover the size. Any subset of the hanchan of a design is again a design (a resolvable or group
divisible one), so the ones to play are drawn. Sources: Bose 1939, Bush 1952 (transversal designs from fields); Colbourn
and Dinitz, Handbook of Combinatorial Designs, ch. III.3 (difference matrices); Aguado 2004 for the size 32.
"""

from collections.abc import Callable, Sequence
from random import Random

from seating.bounds import most_hanchan_without_repeat
from seating.chance import shuffled
from seating.designs import transversal
from seating.designs.difference_family import STARTERS, parse_blocks
from seating.designs.transversal import CLASSES
from seating.rounds import Round, table_of

ATTEMPTS = 8
"""Attempts at a difference matrix, as a search can go astray."""

Design = list[Round]
Construction = Callable[[int, int, Random], Design | None]


def design(players: int, hanchan: int, rng: Random) -> Design:
    """Return as many hanchan as the constructions give without a repeat; at least one."""
    for wanted in range(min(hanchan, most_hanchan_without_repeat(players)), 0, -1):
        for construct in CONSTRUCTIONS:
            found = construct(players, wanted, rng)
            if found:
                return found
    raise AssertionError("one hanchan is always possible")


def trivial(players: int, hanchan: int, rng: Random) -> Design | None:
    """One hanchan, everybody in order."""
    tables = tuple(table_of(range(start, start + 4)) for start in range(0, players, 4))
    return [tables] if hanchan == 1 else None


def placed_linear(players: int, hanchan: int, rng: Random) -> Design | None:
    """A transversal design over a product of fields of at least five elements each, with its tables numbered."""
    return _rounds(transversal.linear_transversal(players // 4, hanchan, CLASSES + 1, rng))


def linear(players: int, hanchan: int, rng: Random) -> Design | None:
    """The same where only four elements have invertible differences: tables are numbered afterwards."""
    return _rounds(transversal.linear_transversal(players // 4, hanchan, CLASSES, rng))


def placed_search(players: int, hanchan: int, rng: Random) -> Design | None:
    """A transversal design over the integers mod g, with its tables numbered; too slow from four fifths of g on."""
    order = players // 4
    return _searched(order, hanchan, CLASSES + 1, rng) if 5 * hanchan <= 4 * order else None


def searched(players: int, hanchan: int, rng: Random) -> Design | None:
    """The same without table numbers."""
    return _searched(players // 4, hanchan, CLASSES, rng)


def _searched(order: int, hanchan: int, rows: int, rng: Random) -> Design | None:
    tries = (transversal.search_transversal(order, hanchan, rows, rng) for _ in range(ATTEMPTS))
    return _rounds(next(filter(None, tries), None))


def _rounds(found: transversal.Transversal | None) -> Design | None:
    return found.rounds() if found else None


def starter(players: int, hanchan: int, rng: Random) -> Design | None:
    """Develop a stored base round, up to the greatest possible number of hanchan."""
    if players not in STARTERS:
        return None
    turning = most_hanchan_without_repeat(players)
    blocks = parse_blocks(STARTERS[players])
    return [rotate_blocks(blocks, turning, 3, by) for by in shuffled(range(turning), rng)[:hanchan]]


def rotate_blocks(blocks: Sequence[Sequence[int]], turning: int, orbits: int, by: int) -> Round:
    """Add `by` to the second part of each point (p div turning, p mod turning); points beyond the orbits are fixed."""

    def turn(point: int) -> int:
        orbit, place = divmod(point, turning)
        return orbit * turning + (place + by) % turning if orbit < orbits else point

    return tuple(table_of([turn(point) for point in block]) for block in blocks)


DOUBLE_ROUNDS = (((1, 1), (1, 2), (0, 0)), ((1, 3), (2, 1), (0, 3)), ((1, 2), (1, 3), (2, 2)), ((2, 1), (1, 1), (0, 2)))
"""(d, e, b) over Z4 x Z4: the sums b + {0, e, -d, e-d} of the four tile the group, so every cross pair meets once."""


def golfers_32(players: int, hanchan: int, rng: Random) -> Design | None:
    """The social golfer problem, 32 players and ten hanchan, over two copies of Z4 x Z4.

    Two hanchan of cosets within both copies, then four double hanchan of tables {a, a+d} and {a+b, a+b+e} with a in
    the kernel of a parity character that is odd on d and e, or in its complement.
    """
    if players != 32:
        return None
    rounds = [_cosets(1, 0), _cosets(0, 1), *(half for double in DOUBLE_ROUNDS for half in _double_round(*double))]
    return shuffled(rounds, rng)[:hanchan]


def _point(x: int, y: int, copy: int) -> int:
    return 16 * copy + 4 * (x % 4) + y % 4


def _cosets(dx: int, dy: int) -> Round:
    return tuple(
        table_of([_point(start * dy + step * dx, start * dx + step * dy, copy) for step in range(4)])
        for copy in (0, 1)
        for start in range(4)
    )


def _double_round(d: tuple[int, int], e: tuple[int, int], b: tuple[int, int]) -> list[Round]:
    """Tables {a, a+d} and {a+b, a+b+e}: with a in the kernel of a character that is odd on d and e, and in the rest."""
    odd = next((u, v) for u, v in ((1, 0), (0, 1), (1, 1)) if (u * d[0] + v * d[1]) % 2 and (u * e[0] + v * e[1]) % 2)
    halves: tuple[list[tuple[int, ...]], ...] = ([], [])
    for x in range(4):
        for y in range(4):
            across = (x + b[0], y + b[1])
            seats = (
                _point(x, y, 0),
                _point(x + d[0], y + d[1], 0),
                _point(*across, 1),
                _point(across[0] + e[0], across[1] + e[1], 1),
            )
            halves[(odd[0] * x + odd[1] * y) % 2].append(seats)
    return [tuple(map(table_of, half)) for half in halves]


def recursion(players: int, hanchan: int, rng: Random) -> Design | None:
    """A transversal design of all its g hanchan, then designs inside its four classes of g players, when 4 | g.

    16 = 4 x 4 gives the affine plane of order 4, 64 the space AG(3,4), 128 the 42 hanchan that are possible.
    """
    order = players // 4
    if order % 4:
        return None
    across = linear(players, min(order, hanchan), rng) or searched(players, min(order - 2, hanchan), rng)
    if not across:
        return None
    inside = design(order, hanchan - len(across), rng)
    if len(across) + len(inside) < hanchan:
        return None
    copies = [
        tuple(table_of([point + order * which for point in table]) for which in range(4) for table in tables)
        for tables in inside
    ]
    return shuffled([*across, *copies], rng)


CONSTRUCTIONS: tuple[Construction, ...] = (
    trivial,
    placed_linear,
    placed_search,
    starter,
    golfers_32,
    linear,
    searched,
    recursion,
)
"""In order of preference: first those that number the tables by construction."""
