"""People who are alike for all wishes, and the lots by which they are drawn into the places of their kind.

A *kind* is the people with the same memberships in every wish: the members of one club who are wished nothing else,
say, or all who are wished nothing at all. Nobody could tell them apart in the plan, so lots decide between them. The
places of the plan are numbered so that the places of a kind carry the very numbers of its people.
"""

from collections.abc import Sequence

from .lots import ticket
from .wishes import Apart, AtTables, Wish

Kinds = tuple[tuple[int, ...], ...]
"""The numbers of each kind in order, the kind of the lowest number first; every number once."""


def kinds_of(players: int, wishes: Sequence[Wish]) -> Kinds:
    """The kinds of players 1..``players``.

    >>> kinds_of(5, (Apart((frozenset({2, 4}), frozenset({3}))),))
    ((1, 3, 5), (2, 4))
    """
    kinds: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for player in range(1, players + 1):
        kinds.setdefault(tuple(_memberships(player, wishes)), []).append(player)
    return tuple(map(tuple, kinds.values()))


def _memberships(player: int, wishes: Sequence[Wish]) -> list[tuple[int, int]]:
    """Which group of which wish; a group of one is wished nothing."""
    found = []
    for number, wish in enumerate(wishes):
        if isinstance(wish, Apart):
            found += [(number, which) for which, group in enumerate(wish.groups) if player in group and len(group) > 1]
        elif player in (wish.players if isinstance(wish, AtTables) else (wish.one, wish.other)):
            found.append((number, 0))
    return found


def draw(seed: int | str, kinds: Kinds) -> tuple[int, ...]:
    """The place of each player 1, 2, ...: with one kind the same as :func:`.lots.lots`.

    The people of each kind, ordered by the SHA-256 of seed, colon and number, take the places of the kind from the
    lowest number on.
    """
    places = [0] * sum(map(len, kinds))
    for kind in kinds:
        drawn = sorted(kind, key=lambda player: (ticket(seed, player), player))
        for place, player in zip(kind, drawn, strict=True):
            places[player - 1] = place
    return tuple(places)
