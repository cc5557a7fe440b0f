"""Lots: who takes which place of a layout. Simple enough for anybody to recompute, in any language.

The players of a list are numbered from 1. Each number, written after the seed and a colon, is hashed with SHA-256; the
players in the order of their hashes take the places 1, 2, 3, ...

With wishes, only *interchangeable* players are drawn among each other: those with the same memberships in every wish
(the members of one club with no other wish, say, or everybody without a wish). The places of the plan are numbered so
that the places of such a class carry the very numbers of its players.
"""

from collections.abc import Sequence
from hashlib import sha256

from seating.wishes import Apart, AtTables, Wish


def lots(seed: int | str, count: int) -> tuple[int, ...]:
    """Return the place of each of `count` people, in the order of the list."""
    drawn = sorted(range(count), key=lambda one: (ticket(seed, one + 1), one))
    places = [0] * count
    for place, one in enumerate(drawn, start=1):
        places[one] = place
    return tuple(places)


def ticket(seed: int | str, number: int) -> str:
    """Return the hash by which the person with this number is drawn; lone surrogates are kept as they are.

    >>> ticket("x", 1)[:8]
    '0b788078'
    """
    return sha256(f"{seed}:{number}".encode(errors="surrogatepass")).hexdigest()


Interchangeable = tuple[tuple[int, ...], ...]
"""The numbers of each class in order, the class of the lowest number first; every number once."""


def interchangeable_players(players: int, wishes: Sequence[Wish]) -> Interchangeable:
    """Return the classes of players 1..`players` who are alike for all wishes.

    >>> interchangeable_players(5, (Apart((frozenset({2, 4}), frozenset({3}))),))
    ((1, 3, 5), (2, 4))
    """
    classes: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for player in range(1, players + 1):
        classes.setdefault(tuple(_memberships(player, wishes)), []).append(player)
    return tuple(map(tuple, classes.values()))


def _memberships(player: int, wishes: Sequence[Wish]) -> list[tuple[int, int]]:
    """Return which group of which wish; a group of one has no wish."""
    found = []
    for number, wish in enumerate(wishes):
        if isinstance(wish, Apart):
            found += [(number, which) for which, group in enumerate(wish.groups) if player in group and len(group) > 1]
        elif player in (wish.players if isinstance(wish, AtTables) else (wish.one, wish.other)):
            found.append((number, 0))
    return found


def draw_places(seed: int | str, classes: Interchangeable) -> tuple[int, ...]:
    """Return the place of each player 1, 2, ...: with one class the same as `lots`.

    The players of each class, ordered by the SHA-256 of seed, colon and number, take the places of the class from the
    lowest number on.
    """
    places = [0] * sum(map(len, classes))
    for alike in classes:
        drawn = sorted(alike, key=lambda player: (ticket(seed, player), player))
        for place, player in zip(alike, drawn, strict=True):
            places[player - 1] = place
    return tuple(places)
