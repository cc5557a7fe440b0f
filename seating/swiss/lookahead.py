"""Tables of people who have not met: exact, by filling the hall with companies of strangers.

Annealing fails silently where nearly everybody has met. There few companies of strangers are left, so all of them are
written down and fitted together, whoever has the fewest first: that says in milliseconds whether a hanchan without a
repeat is left, and after it another. Companies and halls are bits of people, who are counted from 0.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from seating.swiss.patterns import Groups

MOST = 3_000
"""With more companies of strangers than this, new opponents are plentiful."""
NODES = 1_500
"""Tables that one search tries at most: a few hundredths of a second."""
FEW = 200
"""Halls compared to find the cheapest."""


class NodeBudget:
    """The number of tables that may still be tried."""

    def __init__(self, nodes: int = NODES) -> None:
        self.left = nodes


def stranger_groups(strangers: Sequence[int], size: int) -> list[int] | None:
    """Every set of people for a table no two of whom have met, None where there are more than MOST.

    `strangers` has for each person the bits of those whom he or she has not met.
    """
    found = list(islice(_grown(strangers, 0, (1 << len(strangers)) - 1, size), MOST + 1))
    return found if len(found) <= MOST else None


def _grown(strangers: Sequence[int], company: int, possible: int, missing: int) -> Iterator[int]:
    if not missing:
        yield company
        return
    while possible:
        lowest = possible & -possible
        possible ^= lowest
        yield from _grown(strangers, company | lowest, possible & strangers[lowest.bit_length() - 1], missing - 1)


def hanchan_of_strangers(known: Sequence[int], people: int, budget: NodeBudget) -> Iterator[tuple[int, ...]]:
    """Companies that seat all the bits of `people`, each hall once, until the budget is used up."""
    if not people:
        yield ()
        return
    rarest = min(_bits(people), key=lambda one: sum(1 for company in known if company & one))
    for company in known:
        if company & rarest and budget.left > 0:
            budget.left -= 1
            rest = [other for other in known if not other & company]
            for others in hanchan_of_strangers(rest, people & ~company, budget):
                yield (company, *others)


def hanchan_without_repeat(
    strangers: Sequence[int], size: int, price: Callable[[Groups], int], budget: NodeBudget
) -> Groups | None:
    """The cheapest of the first halls without a repeat; None: there is none, none was found, or there are too many
    companies to look at."""
    known = stranger_groups(strangers, size) or ()
    found = islice(hanchan_of_strangers(known, (1 << len(strangers)) - 1, budget), FEW)
    return min(map(tables_of, found), key=price, default=None)


def hanchan_left(strangers: Sequence[int], size: int, wanted: int, budget: NodeBudget) -> int:
    """Return how many hanchan without a repeat were found to be left one after the other, at most `wanted`."""
    known = stranger_groups(strangers, size) if wanted else None
    if known is None:
        return wanted
    most = 0
    for hall in hanchan_of_strangers(known, (1 << len(strangers)) - 1, budget):
        most = max(most, 1 + hanchan_left(after_meeting(strangers, tables_of(hall)), size, wanted - 1, budget))
        if most == wanted:
            break
    return most


def tables_of(hall: Sequence[int]) -> Groups:
    """The people of each company."""
    return [[one.bit_length() - 1 for one in _bits(company)] for company in hall]


def _bits(people: int) -> Iterator[int]:
    while people:
        lowest = people & -people
        yield lowest
        people ^= lowest


def strangers_of(prices: Sequence[Sequence[int]]) -> list[int]:
    """Return for each person the bits of those whom they meet at no cost."""
    return [
        sum(1 << other for other, price in enumerate(row) if not price and other != one)
        for one, row in enumerate(prices)
    ]


def after_meeting(strangers: Sequence[int], tables: Sequence[Sequence[int]]) -> list[int]:
    """Return who are still strangers after these tables."""
    left = list(strangers)
    for table in tables:
        company = sum(1 << one for one in table)
        for one in table:
            left[one] &= ~company
    return left
