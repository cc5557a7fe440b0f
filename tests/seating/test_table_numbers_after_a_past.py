"""Tables of planned hanchan are numbered against who has sat where."""

from random import Random

from seating import measure
from seating.table_numbers import EXACT, number_tables_after
from seating.task import Task
from tests.seating.seatings import shuffled


def numbered(task, rounds, seats=None):
    people = sorted(frozenset().union(*task.sitting))
    tables = [[[people.index(player) for player in table] for table in tables] for tables in rounds]
    cost = number_tables_after(task, people, tables, seats or [{} for _ in tables], Random(1))
    return tuple(tuple(tuple(people[person] for person in table) for table in made) for made in tables), cost


def test_nobody_returns_to_a_table_where_there_is_room():
    for players in (64, 4 * (EXACT + 4)):
        rounds = shuffled(players, 5, 3)
        task = Task((frozenset(range(1, players + 1)),) * 3, rounds[:2])
        made, cost = numbered(task, rounds[2:])
        assert cost == 0
        before = measure(rounds[:2], players).table_revisits
        assert measure(rounds[:2] + made, players).table_revisits == before


def test_the_groups_stay_together():
    rounds = shuffled(32, 3, 5)
    made, _ = numbered(Task((frozenset(range(1, 33)),) * 3), rounds)
    assert [{frozenset(t) for t in tables} for tables in made] == [{frozenset(t) for t in tables} for tables in rounds]


def test_wished_tables_come_first():
    rounds = shuffled(32, 3, 5)
    seats = [{0: [10 * (table != 4) for table in range(8)]} for _ in rounds]
    made, _ = numbered(Task((frozenset(range(1, 33)),) * 3), rounds, seats)
    assert all(1 in tables[4] for tables in made)
