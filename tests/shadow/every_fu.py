"""Which fu there are, and with how many han at least: by building every hand of four sets and a pair.

A set is (name, fu, concealed, terminals or honours). Only han that the shape itself forces are counted; one more yaku
is always to be had, for the last tile if for nothing else.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

Set = tuple[str, int, bool, bool]
RUNS: list[Set] = [("run", 0, True, False), ("run", 0, False, False)]
TRIPLETS: list[Set] = [("triplet", 2, False, False), ("triplet", 4, True, False)]
QUADS: list[Set] = [("quad", 8, False, False), ("quad", 16, True, False)]
DEARER: list[Set] = [(name, 2 * fu, concealed, True) for name, fu, concealed, _ in TRIPLETS + QUADS]


@cache
def least_han() -> dict[tuple[int, bool], int]:
    """The least han by fu and whether the hand is won by self-draw. Seven pairs are no sets and always 25."""
    least = {(25, False): 2, (25, True): 3}
    for sets in combinations_with_replacement(RUNS + TRIPLETS + QUADS + DEARER, 4):
        for pair in (0, 2, 4):
            for self_draw in (False, True):
                for worth in won(sets, pair, self_draw):
                    fu, han = worth
                    least[fu, self_draw] = min(han, least.get((fu, self_draw), han))
    return least


def won(sets: tuple[Set, ...], pair: int, self_draw: bool) -> Iterator[tuple[int, int]]:
    """The fu and the han of the hand for each part that the last tile can have completed."""
    yield from counted(sets, pair, 2, self_draw, sets)  # the pair
    for at, (name, fu, concealed, dear) in enumerate(sets):
        if name == "run" and concealed:
            yield from counted(sets, pair, 0, self_draw, sets)
            yield from counted(sets, pair, 2, self_draw, sets)
        if name == "triplet" and concealed:
            # Completed by a discard it counts as if it had been called; the hand stays closed.
            as_counted = sets if self_draw else (*sets[:at], (name, fu // 2, False, dear), *sets[at + 1 :])
            yield from counted(as_counted, pair, 0, self_draw, sets)


def counted(
    sets: tuple[Set, ...], pair: int, wait: int, self_draw: bool, held: tuple[Set, ...]
) -> Iterator[tuple[int, int]]:
    """Nothing for a yakuman; `held` are the sets as they lay before the last tile."""
    concealed = sum(one[2] for one in sets if one[0] != "run")
    quads = sum(one[0] == "quad" for one in sets)
    runs = sum(one[0] == "run" for one in sets)
    if 4 in (concealed, quads):
        return
    closed = all(one[2] for one in held)
    pinfu = closed and runs == 4 and not pair and not wait
    bare = sum(one[1] for one in sets) + pair + wait
    fu = 20 + bare + (10 if closed and not self_draw else 0) + (2 if self_draw and not pinfu else 0)
    forced: dict[str, Any] = {
        "pinfu": pinfu,
        "by self-draw with a closed hand": self_draw and closed,
        "three concealed triplets": 2 * (concealed == 3),
        "three quads": 2 * (quads == 3),
        "all triplets": 2 * (runs == 0),
        "all terminals and honours": 2 * (pair > 0 and all(one[3] for one in sets)),
    }
    rounded = -(-fu // 10) * 10
    yield rounded if pinfu else max(rounded, 30), max(sum(forced.values()), 1)
