"""Any layout with its tables numbered so that some keep theirs: who sits with whom stays as it is, so no repeat comes.

They are people who never meet, or as rarely as can be: then the first keeps the table, and the other is elsewhere once.
In every hanchan the table of each gets the number that is wished; the others are numbered so that as few people as
possible come back to a table (:func:`..tables.number_tables`).
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from ..tables import number_tables
from ..words import Rounds

STEPS = 2_000
"""So many people are tried in the search for people who never meet."""


def keeping(rounds: Rounds, tables: Sequence[int], rng: Random) -> Rounds:
    """The same people at the same tables under other numbers: somebody sits at each of ``tables`` (from 1, different)
    in every hanchan, but where two of them meet.
    """
    staying = strangers(rounds, len(tables)) or hardly_meeting(rounds, len(tables))
    placed = []
    for hanchan in rounds:
        order = list(hanchan)
        kept: set[int] = set()
        for person, table in zip(staying, tables, strict=True):
            at = next(number for number, seats in enumerate(order) if person in seats)
            if at not in kept:
                order[at], order[table - 1] = order[table - 1], order[at]
                kept.add(table - 1)
        placed.append(tuple(order))
    players = sum(map(len, rounds[0]))
    return tuple(number_tables(placed, players, rng, frozenset(table - 1 for table in tables)))


def hardly_meeting(rounds: Rounds, count: int) -> list[int]:
    """So many people who meet each other rarely: one after the other, whoever meets those before least often."""
    chosen: list[int] = []
    meetings = Counter({person: 0 for table in rounds[0] for person in table})
    while len(chosen) < count:
        person = min(meetings.keys() - set(chosen), key=lambda one: (meetings[one], one))
        chosen.append(person)
        meetings.update(mate for hanchan in rounds for table in hanchan if person in table for mate in table)
    return chosen


def strangers(rounds: Rounds, count: int) -> list[int] | None:
    """So many people no two of whom ever meet; None where none were found in STEPS tries."""
    players = sum(map(len, rounds[0]))
    met = [1 << person for person in range(players + 1)]
    for hanchan in rounds:
        for table in hanchan:
            company = sum(1 << person for person in table)
            for person in table:
                met[person] |= company
    left = STEPS

    def extend(chosen: list[int], possible: int) -> list[int] | None:
        nonlocal left
        if len(chosen) == count:
            return chosen
        while possible.bit_count() >= count - len(chosen) and left > 0:
            left -= 1
            lowest = possible & -possible
            possible ^= lowest
            person = lowest.bit_length() - 1
            found = extend([*chosen, person], possible & ~met[person])
            if found:
                return found
        return None

    return extend([], (1 << players + 1) - 2)
