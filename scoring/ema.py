"""The European ranking (EMA, "MERS"): the weight of a tournament, and each player's base rank.

Read on EMA's pages and in the tests of its portal (RULES.md 4.9, 4.10). Both are estimates until EMA publishes its own.
"""

from collections.abc import Sequence
from fractions import Fraction

HALF = Fraction(1, 2)
MOST_DAYS, MOST_SUBSTITUTES = 3, 3
BEST = 1_000
COUNTRIES = (6, 10)
"""From so many countries on an event weighs ½ more, and another ½."""


def mers_weight(
    days: int,
    players: int,
    countries: int,
    *,
    substitutes: int = 0,
    qualification: bool = False,
    steps: Sequence[int] = COUNTRIES,
) -> Fraction:
    """Return the weight of an event: 1 to 3 for its days; 0, ½ or 1 for up to 40, up to 80 or more players, of whom up
    to three may be substitutes; ½ for each of the `steps` that the number of countries reaches; 1 for a required
    qualification.

    >>> mers_weight(2, 84, 8)
    Fraction(7, 2)
    """
    counted = players + min(substitutes, MOST_SUBSTITUTES)
    crowd = HALF * ((counted > 40) + (counted > 80))
    nations = HALF * sum(countries >= step for step in steps)
    return min(days, MOST_DAYS) + crowd + nations + int(qualification)


def base_rank(place: int, ranked: int, substitutes: int = 0) -> int:
    """Return 1,000 for the first of `ranked` players, 0 for the last, in even steps between, halves rounded up (A23).
    Up to three substitutes count as players, behind the others (EMA basics: base ranks).

    Raises ValueError for a place outside 1 to `ranked`.

    >>> base_rank(15, 64), base_rank(32, 60), base_rank(4, 8, substitutes=2)
    (778, 475, 667)
    """
    if not 1 <= place <= ranked:
        raise ValueError(f"place {place} of {ranked}")
    last = ranked + min(substitutes, MOST_SUBSTITUTES)
    if last == 1:
        return BEST
    return (2 * BEST * (last - place) + last - 1) // (2 * (last - 1))
