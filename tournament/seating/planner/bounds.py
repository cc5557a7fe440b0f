"""What no seating can do better than.

N players sit at g = N/4 tables. A player meets three people per hanchan, so without a repeat there are at most
(N-1)/3 hanchan.
"""

from math import comb

from .words import Seating

NON_EXISTING = {8: 1, 12: 1, 20: 5}
"""8 and 12: a table of four drawn from fewer than four old tables holds an old pair. 20: OEIS A107431 T(5,4) = 5,
the group divisible design of type 2^10 that six hanchan would need does not exist."""

REACHED_UP_TO = 150
"""For so many players seatings with the greatest number of hanchan without a repeat are known for every size:
Miller, Valkov, Abel, Symmetry 18(2) 269 (2026)."""

SHARED_BY_TWO_HANCHAN = {4: 6, 8: 4, 12: 3}
"""Pairs that any two hanchan have in common when there are fewer than four tables (pigeonhole)."""


def most_hanchan_without_repeat(players: int) -> int:
    """The upper bound on hanchan in which no pair meets twice."""
    if players == 4:
        return 1
    return NON_EXISTING.get(players, (players - 1) // 3)


def repeats_bound(players: int, hanchan: int) -> int:
    """Fewest repeated meetings (sum over pairs of meetings - 1) that any seating can have.

    There are only N(N-1)/2 pairs to meet; with few tables each further hanchan repeats pairs of the first.
    """
    if hanchan < 1:
        return 0
    too_many = 6 * (players // 4) * hanchan - comb(players, 2)
    few_tables = SHARED_BY_TWO_HANCHAN.get(players, 0) * (hanchan - 1)
    impossible = 1 if hanchan > most_hanchan_without_repeat(players) else 0
    return max(too_many, few_tables, impossible, 0)


def clashes_bound(players: int, hanchan: int) -> int:
    """Fewest clashes (sum over pairs of m(m-1)/2 for m meetings) that any seating can have.

    Counted by players (meetings spread evenly over all pairs) and by pairs of hanchan; the larger holds.
    """
    each, more = divmod(3 * hanchan, players - 1)
    by_players = players * ((players - 1 - more) * comb(each, 2) + more * comb(each + 1, 2)) // 2
    by_hanchan = comb(hanchan, 2) * SHARED_BY_TWO_HANCHAN.get(players, 0)
    return max(by_players, by_hanchan, repeats_bound(players, hanchan))


def table_revisits_bound(players: int, hanchan: int) -> int:
    """Fewest returns to a table one has sat at before, all players together."""
    return players * max(0, hanchan - players // 4)


def clashes_of(rounds: Seating) -> int:
    """Clashes of a seating: pairs at one table, counted once for every earlier meeting of theirs."""
    met: dict[tuple[int, int], int] = {}
    clashes = 0
    for tables in rounds:
        for table in tables:
            people = sorted(table)
            for place, one in enumerate(people):
                for other in people[place + 1 :]:
                    before = met.get((one, other), 0)
                    clashes += before
                    met[one, other] = before + 1
    return clashes
