"""Layouts with fixed tables: some players keep theirs throughout, hardly anybody else returns to one. Tabu search.

In a transversal design every table has one player of class 0. Let the row of class 0 be all 0 and the tables be
numbered by it: then class 0 never moves, and that the others come to no table twice is the same law as that they meet
nobody of class 0 twice. If fewer than all g tables are to be kept, the others of class 0 must move too: then people
change places until nothing is wrong, by a tabu search (Glover 1986) that counts a visit to a table like a meeting,
which neither the annealing of the search nor the tabu search of repairs does. That goes up to about g/2 hanchan. What
goes further was found by long search and is stored. Where nothing of this kind is known, any layout is numbered so that
some keep their table (`number_fixed_tables`): players who never meet, or as rarely as can be; who sits with whom stays
as it is.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

from seating.designs.transversal import CLASSES, Transversal, linear_transversal, search_transversal
from seating.rounds import Round, Rounds, table_of
from seating.stored import stored_fixed_tables, stored_nearly_fixed_tables
from seating.table_numbers import number_tables
from seating.winds.dealing import assign_winds


def fixed_tables(players: int, hanchan: int, count: int) -> Rounds | None:
    """A layout in which places 1..`count` sit at tables 1..`count` in every hanchan.

    Nobody meets twice, nobody else comes to a table twice, and winds are as even as in every layout. With all g tables
    kept there is one for up to g hanchan where 2 and 3 do not divide g or it is a power of a prime, else for up to
    about 0.85 g. With one to three kept up to g - 1 or close to it where there is a kept layout, else, and with more
    kept, up to about half of g. None for more: a layout with all g kept then has no repeat either, but those of class 0
    who are not pinned stay at their tables as well.

    Nor can there be one for more than g - `count` / 4 with fewer than g kept: at a table that nobody keeps, each of
    4 * `hanchan` visitors is another one of the 4g - `count` who are not pinned.
    """
    order = players // 4
    if players % 4 or not 0 <= count <= order or not 1 <= hanchan <= order:
        return None
    if count < order and 4 * hanchan + count > players:
        return None
    rng = Random(0)  # noqa: S311  no chance: always the same draws
    rounds = stored_fixed_tables(players, hanchan, count) or _mended_design(order, hanchan, count, rng)
    return assign_winds(rounds, rng) if rounds else None


def nearly_fixed_tables(players: int, hanchan: int, count: int) -> Rounds | None:
    """The same with few repeated tables for others, at most one each; None if none is stored."""
    rounds = stored_nearly_fixed_tables(players, hanchan, count)
    return assign_winds(rounds, Random(0)) if rounds else None  # noqa: S311  no chance: always the same


def _mended_design(order: int, hanchan: int, count: int, rng: Random) -> list[Round] | None:
    made = _design_of_draw(order, hanchan, rng)
    if made is None:
        return None
    if count == order:
        return stand_still(made, count, numbered=False)
    tried = (tabu_exchange(stand_still(made, count, numbered=numbered), count, rng) for numbered in (True, False))
    return next(filter(None, tried), None)


def _design_of_draw(order: int, hanchan: int, rng: Random) -> Transversal | None:
    for rows in (CLASSES + 1, CLASSES):
        made = linear_transversal(order, hanchan, rows, rng) or search_transversal(order, hanchan, rows, rng)
        if made:
            return made
    return None


def stand_still(made: Transversal, count: int, *, numbered: bool) -> list[Round]:
    """The hanchan of a design, places from 1, with places 1..`count` at their tables.

    Tables are numbered by the fifth row if so wanted and there is one, and then exchange their numbers with the tables
    of the pinned; else by class 0, of which then nobody moves.
    """
    rounds = []
    for shifts in zip(*made.rows, strict=True):
        seats = [made.group.turned(made.group.minus(shift, shifts[0])) for shift in shifts]
        order = len(seats[0])
        tables = [
            tuple(1 + which * order + points[at] for which, points in enumerate(seats[:CLASSES])) for at in range(order)
        ]
        if numbered and len(seats) > CLASSES:
            tables = [table for _, table in sorted(zip(seats[CLASSES], tables, strict=True))]
        for place in range(count):
            at = next(number for number, table in enumerate(tables) if table[0] == place + 1)
            tables[place], tables[at] = tables[at], tables[place]
        rounds.append(tuple(tables))
    return rounds


MOVES = 400
"""The most exchanges."""

BANNED = 12
"""Number of exchanges during which a player may not return to the table they left."""

Wrong = tuple[int, int]
"""Two people who meet more than once; or a person, and `~table` of a table that he or she comes to more than once."""


def tabu_exchange(rounds: Sequence[Round], fixed: int, rng: Random) -> list[Round] | None:
    """Return the hanchan without faults, people 1..`fixed` not moved; None if the search fails."""
    hall = _Hall(rounds, fixed)
    for move in range(MOVES):
        if not hall.wrong:
            return hall.rounds()
        hall.mend(move, rng)
    return None


class _Hall:
    """The seats, the meetings of each pair, and the visits of each player to each table."""

    def __init__(self, rounds: Sequence[Round], fixed: int) -> None:
        people = 4 * len(rounds[0]) + 1
        self.fixed = fixed
        self.tables = [[list(table) for table in tables] for tables in rounds]
        self.at = [[0] * people for _ in rounds]
        self.met = [[0] * people for _ in range(people)]
        self.been = [[0] * len(rounds[0]) for _ in range(people)]
        self.wrong: dict[Wrong, None] = {}
        self.banned: dict[tuple[int, int, int], int] = {}
        """By hanchan, person and table: up to which move."""
        for where, tables in zip(self.at, self.tables, strict=True):
            for number, table in enumerate(tables):
                for one, other in combinations(table, 2):
                    self._meet(one, other, 1)
                for person in table:
                    where[person] = number
                    self._visit(person, number, 1)

    def rounds(self) -> list[Round]:
        """The current hanchan."""
        return [tuple(map(table_of, tables)) for tables in self.tables]

    def _meet(self, one: int, other: int, change: int) -> None:
        self.met[one][other] += change
        self.met[other][one] += change
        self._note((min(one, other), max(one, other)), self.met[one][other])

    def _visit(self, person: int, table: int, change: int) -> None:
        if person > self.fixed:
            self.been[person][table] += change
            self._note((person, ~table), self.been[person][table])

    def _note(self, wrong: Wrong, times: int) -> None:
        if times > 1:
            self.wrong[wrong] = None
        else:
            self.wrong.pop(wrong, None)

    def mend(self, move: int, rng: Random) -> None:
        """Make one exchange that concerns a fault."""
        person, hanchan = self._concerned(rng)
        here = self.at[hanchan][person]
        choices = [
            (self._rise(hanchan, person, other) + rng.random() / 2, other)
            for there, table in enumerate(self.tables[hanchan])
            if there != here and self.banned.get((hanchan, person, there), 0) <= move
            for other in table
            if other > self.fixed and self.banned.get((hanchan, other, here), 0) <= move
        ]
        if choices:
            other = min(choices)[1]
            self.banned[hanchan, person, here] = self.banned[hanchan, other, self.at[hanchan][other]] = move + BANNED
            self._exchange(hanchan, person, other)

    def _concerned(self, rng: Random) -> tuple[int, int]:
        """Return a player who may move, and a hanchan with a fault."""
        person, other = list(self.wrong)[int(rng.random() * len(self.wrong))]
        if other < 0:
            hanchan = [number for number, where in enumerate(self.at) if where[person] == ~other]
        else:
            hanchan = [number for number, where in enumerate(self.at) if where[person] == where[other]]
            if person <= self.fixed or rng.random() < 1 / 2:
                person = other
        return person, hanchan[int(rng.random() * len(hanchan))]

    def _rise(self, hanchan: int, one: int, other: int) -> int:
        """Return the increase in faults when the two change places, each pair and visit counted with the earlier ones.

        The six pairs and two visits that are lost are in the counts themselves, each once.
        """
        where, tables = self.at[hanchan], self.tables[hanchan]
        mine, theirs = self.met[one], self.met[other]
        here, there = where[one], where[other]
        mates = [mate for mate in tables[here] if mate != one]
        others = [mate for mate in tables[there] if mate != other]
        gained = sum([mine[mate] for mate in others]) + sum([theirs[mate] for mate in mates])
        lost = sum([mine[mate] - 1 for mate in mates]) + sum([theirs[mate] - 1 for mate in others])
        come = self.been[one][there] + self.been[other][here]
        gone = self.been[one][here] - 1 + self.been[other][there] - 1
        return gained - lost + come - gone

    def _exchange(self, hanchan: int, one: int, other: int) -> None:
        where, tables = self.at[hanchan], self.tables[hanchan]
        here, there = where[one], where[other]
        for person, table, change in ((one, here, -1), (other, there, -1), (one, there, 1), (other, here, 1)):
            if change < 0:
                tables[table].remove(person)
            for mate in tables[table]:
                self._meet(person, mate, change)
            self._visit(person, table, change)
        tables[here].append(other)
        tables[there].append(one)
        where[one], where[other] = there, here


STEPS = 2_000
"""People tried in the search for people who never meet."""


def number_fixed_tables(rounds: Rounds, tables: Sequence[int], rng: Random) -> Rounds:
    """The same people at the same tables under other numbers: somebody sits at each of `tables` (from 1, different)
    in every hanchan, but where two of them meet.
    """
    staying = find_strangers(rounds, len(tables)) or rarely_meeting(rounds, len(tables))
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


def rarely_meeting(rounds: Rounds, count: int) -> list[int]:
    """Choose people who rarely meet each other: one after the other, the one who meets those before least often."""
    chosen: list[int] = []
    meetings = Counter({person: 0 for table in rounds[0] for person in table})
    while len(chosen) < count:
        person = min(meetings.keys() - set(chosen), key=lambda one: (meetings[one], one))
        chosen.append(person)
        meetings.update(mate for hanchan in rounds for table in hanchan if person in table for mate in table)
    return chosen


def find_strangers(rounds: Rounds, count: int) -> list[int] | None:
    """Find people no two of whom ever meet; None after STEPS tries."""
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
