"""Several small papers on a page, in an order in which the cut piles lie on each other."""

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def in_stacks(items: Sequence[Item], places: int, spare: Item) -> list[list[Item]]:
    """Pages with so many places: cut the stack, lay the piles on each other, and everything is in order.

    The first pile is that of the first place. Places that would stay empty are spares.

    >>> in_stacks([1, 2, 3, 4, 5], 2, "spare")
    [[1, 4], [2, 5], [3, 'spare']]
    >>> in_stacks([1, 2, 3], 4, "spare")
    [[1, 2, 3, 'spare']]
    """
    pages = -(-len(items) // places)
    filled = [*items, *[spare] * (pages * places - len(items))]
    return [filled[page::pages] for page in range(pages)]
