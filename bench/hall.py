"""Everybody's seats in all hanchan, with the price of them, for annealing: see `bench.layouts`.

Everything that a good layout avoids has a price. Two players of a hanchan change places, or two tables their numbers,
or two hanchan theirs; each of these is people leaving their tables and sitting down at others, and the price is kept
count of. Hanchan and tables are indices here, players 1..N.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from random import Random

from seating.rounds import Round, Rounds, table_of


@dataclass(frozen=True, slots=True)
class Prices:
    """The price of each thing that is better avoided; the larger ones are settled first as it gets colder."""

    clash: int = 1000
    """Two hanchan in which a pair meets."""
    running: int = 400
    """More, when the second follows the first."""
    early: int = 2
    """More, for each hanchan that is still to come after the second."""
    in_front: int = 200
    """More, when both are among the hanchan that could do without a repeat."""
    back: int = 5
    """A visit to a table one has been at."""
    often: int = 30
    """More, when it is one visit more than everybody must have to some table."""
    stay: int = 60
    """Two hanchan running at a table."""


@dataclass(frozen=True, slots=True)
class Turning:
    """A symmetry to keep: `by` hanchan in a row are one, with the players turned a step further each time.

    Players 1..by turn among themselves, so do by+1..2*by, and so on for `cycles` cycles; the others stay.
    """

    by: int = 1
    cycles: int = 0

    def turned(self, player: int, steps: int) -> int:
        cycle, place = divmod(player - 1, self.by)
        return cycle * self.by + (place + steps) % self.by + 1 if cycle < self.cycles else player


class Hall:
    """The seating as it changes, and `price`, of everything that could be better."""

    def __init__(self, rounds: Rounds, players: int, in_front: int, prices: Prices) -> None:
        count, tables = len(rounds), len(rounds[0])
        self.prices, self.must = prices, -(-count // tables)
        self.clash = [[self._pair_price(one, other, count, in_front) for other in range(count)] for one in range(count)]
        self.tables: list[list[list[int]]] = [[[] for _ in range(tables)] for _ in rounds]
        self.at = [[-1] * (players + 1) for _ in rounds]
        self.met = [[0] * (players + 1) for _ in range(players + 1)]
        self.visits = [[0] * tables for _ in range(players + 1)]
        self.price = 0
        for hanchan, tables_now in enumerate(rounds):
            for number, table in enumerate(tables_now):
                for player in table:
                    self.sit(hanchan, player, number)

    def _pair_price(self, one: int, other: int, count: int, in_front: int) -> int:
        first, second = sorted((one, other))
        prices = self.prices
        running = prices.running if second - first == 1 else 0
        front = prices.in_front if second < in_front else 0
        return prices.clash + running + front + prices.early * (count - 1 - second)

    def rounds(self) -> Rounds:
        return tuple(tuple(table_of(table) for table in tables) for tables in self.tables)

    def leave(self, hanchan: int, player: int) -> int:
        """The player stands up; the number of the table."""
        number = self.at[hanchan][player]
        table = self.tables[hanchan][number]
        table.remove(player)
        for mate in table:
            self.met[player][mate] ^= 1 << hanchan
            self.met[mate][player] ^= 1 << hanchan
        self.at[hanchan][player] = -1
        self.visits[player][number] -= 1
        self.price -= self._costs(hanchan, player, number)
        return number

    def sit(self, hanchan: int, player: int, number: int) -> None:
        """The player sits down at a table."""
        table = self.tables[hanchan][number]
        self.price += self._costs(hanchan, player, number)
        for mate in table:
            self.met[player][mate] ^= 1 << hanchan
            self.met[mate][player] ^= 1 << hanchan
        table.append(player)
        self.at[hanchan][player] = number
        self.visits[player][number] += 1

    def _costs(self, hanchan: int, player: int, number: int) -> int:
        """Return the price of seating a standing player there."""
        prices, clash, met = self.prices, self.clash[hanchan], self.met[player]
        visits = self.visits[player][number]
        cost = (prices.back if visits else 0) + prices.often * max(0, visits - self.must + 1)
        for beside in (hanchan - 1, hanchan + 1):
            if 0 <= beside < len(self.at) and self.at[beside][player] == number:
                cost += prices.stay
        for mate in self.tables[hanchan][number]:
            meetings = met[mate]
            while meetings:
                lowest = meetings & -meetings
                cost += clash[lowest.bit_length() - 1]
                meetings ^= lowest
        return cost

    def change_places(self, hanchan: int, one: int, other: int) -> None:
        here, there = self.leave(hanchan, one), self.leave(hanchan, other)
        self.sit(hanchan, one, there)
        self.sit(hanchan, other, here)

    def change_numbers(self, hanchan: int, one: int, other: int) -> None:
        """Two tables of a hanchan."""
        people = [(player, there) for here, there in ((one, other), (other, one)) for player in self._at(hanchan, here)]
        for player, _ in people:
            self.leave(hanchan, player)
        for player, number in people:
            self.sit(hanchan, player, number)

    def change_hanchan(self, one: int, other: int) -> None:
        both = (one, other)
        seats = [[(player, self.leave(hanchan, player)) for player in self._everybody(hanchan)] for hanchan in both]
        for hanchan, people in zip(both, reversed(seats), strict=True):
            for player, number in people:
                self.sit(hanchan, player, number)

    def _at(self, hanchan: int, number: int) -> list[int]:
        return list(self.tables[hanchan][number])

    def _everybody(self, hanchan: int) -> list[int]:
        return [player for table in self.tables[hanchan] for player in table]


def polished(hall: Hall, moves: int, warm: float, cold: float, turning: Turning, rng: Random) -> Rounds:
    """The best seating met with in so many moves, as warmth goes from `warm` to `cold`, in units of the prices."""
    best, lowest = hall.rounds(), hall.price
    for move in range(moves):
        warmth = warm * (cold / warm) ** (move / moves)
        before = hall.price
        undo = _changed(hall, turning, rng)
        rise = hall.price - before
        if rise > 0 and rng.random() >= exp(-rise / warmth):
            undo()
        elif hall.price < lowest:
            best, lowest = hall.rounds(), hall.price
    return best


def _changed(hall: Hall, turning: Turning, rng: Random) -> Callable[[], None]:
    """Do one change at random; how to undo it."""
    count, tables, players = len(hall.tables), len(hall.tables[0]), len(hall.visits) - 1
    kind, hanchan = rng.random(), rng.randrange(count)
    if turning.by == 1 and kind < 0.3 and tables > 1:
        one, other = rng.sample(range(tables), 2)
        hall.change_numbers(hanchan, one, other)
        return lambda: hall.change_numbers(hanchan, one, other)
    if turning.by == 1 and kind < 0.301 and count > 1:
        one, other = rng.sample(range(count), 2)
        hall.change_hanchan(one, other)
        return lambda: hall.change_hanchan(one, other)
    one, other = rng.sample(range(1, players + 1), 2)
    return _places_changed(hall, hanchan, one, other, turning)


def _places_changed(hall: Hall, hanchan: int, one: int, other: int, turning: Turning) -> Callable[[], None]:
    """The same change in all hanchan that turn together."""
    first = hanchan - hanchan % turning.by
    together = turning.by if first + turning.by <= len(hall.tables) else 1
    hanchan = first if together > 1 else hanchan
    changes = [(hanchan + step, turning.turned(one, step), turning.turned(other, step)) for step in range(together)]

    def change() -> None:
        for places in changes:
            hall.change_places(*places)

    change()
    return change


def by_chance(players: int, hanchan: int, turning: Turning, rng: Random) -> Rounds:
    """People seated at random; hanchan that turn together are turned."""
    rounds: list[Round] = []
    while len(rounds) < hanchan:
        people = rng.sample(range(1, players + 1), players)
        together = turning.by if len(rounds) + turning.by <= hanchan else 1
        for step in range(together):
            seats = [turning.turned(player, step) for player in people]
            rounds.append(tuple(table_of(seats[at : at + 4]) for at in range(0, players, 4)))
    return tuple(rounds)
