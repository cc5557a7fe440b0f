"""Left, right and opposite of those who meet again, evened out without touching who sits where or the law of winds.

In a block of four hanchan everybody has each wind at most once. When two people of a table exchange two winds, each
may then have one of them twice in the block, so they exchange them at that other table too, and so on: a chain that
closes or ends, after which the law holds again (Kempe). Chains are annealed.
"""

from math import comb, exp
from random import Random

from seating.rounds import Rounds, table_of

BLOCK = 4


class Seats:
    """The seats as they change, and `price`: the sum over pairs and sides of n(n-1)/2 for n meetings that way."""

    def __init__(self, rounds: Rounds, players: int) -> None:
        self.tables = [[list(table) for table in tables] for tables in rounds]
        self.at = [{player: number for number, table in enumerate(now) for player in table} for now in rounds]
        self.counts = [[[0] * BLOCK for _ in range(players + 1)] for _ in range(players + 1)]
        self.price = 0
        for table in (table for tables in self.tables for table in tables):
            self._count(table, 1)

    def rounds(self) -> Rounds:
        return tuple(tuple(table_of(table) for table in tables) for tables in self.tables)

    def _count(self, table: list[int], step: int) -> None:
        for seat, one in enumerate(table):
            for side in range(1, BLOCK):
                other = table[(seat + side) % BLOCK]
                if one < other:
                    counts = self.counts[one][other]
                    self.price -= comb(counts[side], 2)
                    counts[side] += step
                    self.price += comb(counts[side], 2)

    def exchange(self, hanchan: int, number: int, one: int, other: int) -> None:
        """Two winds (0..3) of a table, and of all tables that this forces; doing it again undoes it."""
        chain = self._chain(hanchan, number, one, other)
        for table in chain:
            self._count(table, -1)
            table[one], table[other] = table[other], table[one]
        for table in chain:
            self._count(table, 1)

    def _chain(self, hanchan: int, number: int, one: int, other: int) -> list[list[int]]:
        start = hanchan - hanchan % BLOCK
        block = range(start, min(start + BLOCK, len(self.tables)))
        found = {(hanchan, number)}
        waiting = [(hanchan, number)]
        while waiting:
            now, at = waiting.pop()
            for wind, wanted in ((one, other), (other, one)):
                player = self.tables[now][at][wind]
                for elsewhere in block:
                    place = (elsewhere, self.at[elsewhere][player])
                    if place not in found and self.tables[elsewhere][place[1]][wanted] == player:
                        found.add(place)
                        waiting.append(place)
        return [self.tables[now][at] for now, at in sorted(found)]


def evened(rounds: Rounds, players: int, moves: int, rng: Random, warm: float = 1.5, cold: float = 0.2) -> Rounds:
    """The best seats met with in so many moves."""
    seats = Seats(rounds, players)
    best, lowest = seats.rounds(), seats.price
    for move in range(moves):
        temperature = warm * (cold / warm) ** (move / moves)
        before = seats.price
        hanchan, number = rng.randrange(len(rounds)), rng.randrange(len(rounds[0]))
        one, other = rng.sample(range(BLOCK), 2)
        seats.exchange(hanchan, number, one, other)
        rise = seats.price - before
        if rise > 0 and rng.random() >= exp(-rise / temperature):
            seats.exchange(hanchan, number, one, other)
        elif seats.price < lowest:
            best, lowest = seats.rounds(), seats.price
    return best
