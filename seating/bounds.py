"""Lower bounds on the faults of any seating: the pigeonhole principle, and designs that do not exist.

N players sit at g = N/4 tables. A player meets three people per hanchan, so without a repeat there are at most
(N-1)/3 hanchan. Where three sit at a table (`size` 3) it is g = N/3, two people and (N-1)/2 hanchan.
"""

from math import comb

from seating.rounds import Seating, times_met

NON_EXISTING = {8: 1, 12: 1, 20: 5}
"""8 and 12: a table of four drawn from fewer than four old tables holds an old pair. 20: OEIS A107431 T(5,4) = 5,
the group divisible design of type 2^10 that six hanchan would need does not exist."""

NON_EXISTING_OF_THREE = {6: 1, 12: 4}
"""Tables of three: for every multiple of 3 but 6 and 12 there are (N-1)/2 hanchan, rounded down, without a repeat:
Kirkman triple systems where N is odd (Lu 1965; Ray-Chaudhuri, Wilson 1971), nearly Kirkman ones where it is even
(Rees, Stinson 1987)."""

REACHED_UP_TO = 150
"""Up to this many players, seatings with the greatest number of hanchan without a repeat are known for every size:
Miller, Valkov, Abel, Symmetry 18(2) 269 (2026)."""

SHARED_BY_TWO_HANCHAN = {4: 6, 8: 4, 12: 3}
"""Pairs that any two hanchan have in common when there are fewer than four tables (pigeonhole)."""

SHARED_BY_TWO_HANCHAN_OF_THREE = {3: 3, 6: 2}
"""The same with fewer than three tables of three."""

COUNTED_OUT = {(8, 9): 160, (8, 10): 204, (8, 11): 252, (8, 12): 304}
"""Fewest double meetings where the two general bounds are too low, by going through all cases.

Eight players have 35 hanchan; two of them share 4 pairs, 6 (three of a table stay together) or 12 (the same again).
Some hanchan can always be left out so that the rest are at least as good on average, so all good parts can be built
up one hanchan at a time; a test does it."""

STAYS = {4: 4, 8: 4, 12: 3, 16: 4}
"""Players who stay at their table from one hanchan to the next, at least, when no more pairs than must meet again
at once. 4: the one table. 8: a table takes two people from either old one. 12 and 16: a table takes somebody from
every old one, so also from its own."""

STAYS_OF_THREE = {3: 3, 6: 2, 9: 3}
"""The same where three sit at a table: from twelve on a new table has nobody of some old one, and the numbers can be
dealt so that this is its own."""

OTHERS_RETURN = {16: 3, 20: 1}
"""By players: if so many of them or fewer keep a table and nobody meets twice, somebody else comes back to one. 16
players of four tables are spread over all four; 20 when one keeps a table leave three companions for four others."""


def most_hanchan_without_repeat(players: int, size: int = 4) -> int:
    """Return an upper bound on the number of hanchan without a repeat."""
    if players == size:
        return 1
    return (NON_EXISTING if size == 4 else NON_EXISTING_OF_THREE).get(players, (players - 1) // (size - 1))


def late_from(players: int, hanchan: int, size: int = 4) -> int:
    """Return the hanchan (from 1) from which a repeat counts as late: it is unavoidable by then, or it is the last."""
    return max(min(most_hanchan_without_repeat(players, size) + 1, hanchan), 1)


def most_meetings_bound(players: int, hanchan: int, repeats: int, size: int = 4) -> int:
    """Somebody meets somebody at least so often: (N-1) people share the seats of 3R (of 2R at tables of three), and
    `repeats` are forced."""
    if hanchan < 1 or players < size:
        return 0
    return max(-(-(size - 1) * hanchan // (players - 1)), 2 if repeats else 1)


def shared_by_two_hanchan(players: int, size: int = 4) -> int:
    """Return the fewest pairs that any two hanchan have in common."""
    return (SHARED_BY_TWO_HANCHAN if size == 4 else SHARED_BY_TWO_HANCHAN_OF_THREE).get(players, 0)


def repeats_bound(players: int, hanchan: int, size: int = 4) -> int:
    """Return the fewest repeated pairings (sum over pairs of meetings - 1) that any seating can have.

    There are only N(N-1)/2 pairs to meet; with few tables each further hanchan repeats pairs of the first. Where
    neither says anything but no seating without a repeat exists (six hanchan of 20), one is certain and no more is
    proved: 6 is the least known there. So too 24 players and eight hanchan, bound 12: with seven hanchan whose
    strangers fall into threes, the eighth has at most three new pairs at each of six tables, so 18 is the least after
    them; other sevens might allow less, none is known.
    """
    if hanchan < 1:
        return 0
    too_many = comb(size, 2) * (players // size) * hanchan - comb(players, 2)
    few_tables = shared_by_two_hanchan(players, size) * (hanchan - 1)
    impossible = 1 if hanchan > most_hanchan_without_repeat(players, size) else 0
    return max(too_many, few_tables, impossible, 0)


def double_meetings_bound(players: int, hanchan: int, size: int = 4) -> int:
    """Return the fewest double meetings (sum over pairs of m(m-1)/2 for m meetings) that any seating can have.

    Counted by players (meetings spread evenly over all pairs) and by pairs of hanchan; the larger holds.
    """
    each, more = divmod((size - 1) * hanchan, players - 1)
    by_players = players * ((players - 1 - more) * comb(each, 2) + more * comb(each + 1, 2)) // 2
    by_hanchan = comb(hanchan, 2) * shared_by_two_hanchan(players, size)
    by_cases = COUNTED_OUT.get((players, hanchan), 0) if size == 4 else 0
    return max(by_players, by_hanchan, repeats_bound(players, hanchan, size), by_cases)


def table_revisits_bound(players: int, hanchan: int, size: int = 4) -> int:
    """Fewest repeated tables, summed over all players."""
    return players * max(0, hanchan - players // size)


def most_visits_bound(players: int, hanchan: int, size: int = 4) -> int:
    """Fewest visits to one table by the player with the most."""
    return -(-hanchan // (players // size))


def stays_bound(players: int, hanchan: int, size: int = 4) -> int:
    """Fewest times that a player has the same table twice running, if as few pairs as possible meet twice running.

    With five tables or more, and no pair meeting twice running, a new table has people of four old ones and those of
    an old table go to four new ones: the tables that neither share leave everybody a new number (König), so 0.
    """
    return (STAYS if size == 4 else STAYS_OF_THREE).get(players, 0) * max(0, hanchan - 1)


def running_bound(players: int, hanchan: int, size: int = 4) -> int:
    """Return the fewest running repeats, summed over the hanchan."""
    return shared_by_two_hanchan(players, size) * max(0, hanchan - 1)


def common_opponents_bound(players: int, hanchan: int, size: int = 4) -> int | None:
    """Return an upper bound on the fewest opponents in common of strangers, without repeats; None if all meet.

    A player's 3R opponents meet 3R others each: one of them is that player, two sat at the table too. The 3R(3R-3)
    meetings left are with opponents or strangers, so on average a stranger shares at most that over N-1-3R, and
    nobody shares more than the 3R opponents there are. At tables of three the same with two for three.
    """
    met = (size - 1) * hanchan
    strangers = players - 1 - met
    if strangers <= 0:
        return None
    return min(met, met * (met - size + 1) // strangers)


def club_bound(people: int, tables: int) -> int:
    """Return the fewest pairs of one group that share a table in a hanchan: the group spread evenly over the tables.

    >>> club_bound(30, 25)
    5
    """
    each, more = divmod(people, tables)
    return tables * comb(each, 2) + more * each


def count_double_meetings(rounds: Seating) -> int:
    """Count the double meetings of a seating: each meeting of a pair counts its earlier meetings."""
    return sum(comb(times, 2) for times in times_met(rounds).values())
