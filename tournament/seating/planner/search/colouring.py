"""Colours for the edges of a bipartite graph, one by one: seats join a person's block of hanchan and a table, and get a
wind that neither has yet. Where none is free two colours change places along a path (König 1916).
"""

from collections.abc import Sequence

NO_SEAT = -1
BARRED = -2
"""In place of a seat, at a colour that a block must not have."""


class Colouring:
    """Colours of seats, a seat being an edge from a person's block to a table."""

    def __init__(self, size: int, tables: int, seats: Sequence[tuple[int, int]]) -> None:
        self.size, self.seats = size, seats
        self.at_table = [[NO_SEAT] * size for _ in range(tables)]
        self.ends: list[list[int]] = []
        """For each seat, the seats of its block by colour."""
        self.colour = [NO_SEAT] * len(seats)

    def insert(self, seat: int) -> None:
        """Colour one more seat, changing others if need be; leave it if that does not help."""
        block, table = self.ends[seat], self.at_table[self.seats[seat][0]]
        mine = [colour for colour in range(self.size) if block[colour] == NO_SEAT]
        free = [colour for colour in range(self.size) if table[colour] == NO_SEAT]
        both = [colour for colour in mine if colour in free]
        if both:
            self._set(seat, both[0])
            return
        for colour in mine:
            for other in free:
                path = self._path(table, colour, other)
                if path:
                    for step in path:
                        self._clear(step)
                    for place, step in enumerate(path):
                        self._set(step, colour if place % 2 else other)
                    self._set(seat, colour)
                    return

    def _path(self, table: list[int], colour: int, other: int) -> list[int]:
        """Seats of the two colours in turn, from the table on; empty where a barred colour is in the way."""
        path = [table[colour]]
        while True:
            onward = self.ends[path[-1]][other]
            if onward == BARRED:
                return []
            if onward == NO_SEAT:
                return path
            path.append(onward)
            onward = self.at_table[self.seats[onward][0]][colour]
            if onward == NO_SEAT:
                return path
            path.append(onward)

    def _set(self, seat: int, colour: int) -> None:
        self.colour[seat] = colour
        self.ends[seat][colour] = self.at_table[self.seats[seat][0]][colour] = seat

    def _clear(self, seat: int) -> None:
        colour = self.colour[seat]
        self.ends[seat][colour] = self.at_table[self.seats[seat][0]][colour] = NO_SEAT

    def fill(self) -> None:
        """Whoever is left over takes a wind that is free at the table, though it is not the right one."""
        for seat, colour in enumerate(self.colour):
            if colour == NO_SEAT:
                table = self.at_table[self.seats[seat][0]]
                self.colour[seat] = table.index(NO_SEAT)
                table[self.colour[seat]] = seat
