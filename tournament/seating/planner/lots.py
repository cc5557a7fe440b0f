"""Lots: who takes which place of a plan. Simple enough to be recomputed by anybody, in any language.

The people of the list are numbered from 1. Each number, written after the seed and a colon, is hashed with SHA-256;
the people in the order of their hashes take the places 1, 2, 3, ...
"""

from hashlib import sha256


def lots(seed: int | str, count: int) -> tuple[int, ...]:
    """The place of each of ``count`` people, in the order of the list."""
    drawn = sorted(range(count), key=lambda one: (ticket(seed, one + 1), one))
    places = [0] * count
    for place, one in enumerate(drawn, start=1):
        places[one] = place
    return tuple(places)


def ticket(seed: int | str, number: int) -> str:
    """The hash by which the person with this number is drawn; of half characters, which UTF-8 has not, as they are.

    >>> ticket("x", 1)[:8]
    '0b788078'
    """
    return sha256(f"{seed}:{number}".encode(errors="surrogatepass")).hexdigest()
