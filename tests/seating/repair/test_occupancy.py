"""What it costs to sit somewhere: another table than planned, a stay, a return, another wind."""

from seating.repair.occupancy import RETURN, STAY, TURNED, CurrentSeats
from seating.search.cost import MOVED, TaskCost
from seating.task import Task

PAST = (((1, 2, 3, 4), (5, 6, 7, 8)), ((5, 6, 1, 2), (7, 8, 3, 4)))
PLANNED = (((7, 1, 8, 3), (2, 5, 4, 6)),)


def whereabouts():
    task = Task((frozenset(range(1, 9)),), PAST, keep=PLANNED)
    return CurrentSeats(task, task.people, TaskCost(Task(task.sitting, PAST), task.people))


def test_the_planned_table_costs_only_that_one_has_been_there():
    places = whereabouts()
    assert places.seat_cost(0, 6, 0) == 0, "player 7 has been at the other table twice"
    assert places.seat_cost(0, 0, 0) == 2 * RETURN + STAY, "player 1 was here twice, just now too"


def test_another_table_costs_a_move_and_who_stays_or_returns_more():
    places = whereabouts()
    assert places.seat_cost(0, 0, 1) == MOVED
    assert places.seat_cost(0, 6, 1) == MOVED + 2 * RETURN + STAY


def test_only_another_wind_than_planned_costs_something():
    assert [whereabouts().wind_cost(0, 6, seat) for seat in range(4)] == [0, TURNED, TURNED, TURNED]


def test_whoever_goes_to_another_table_is_no_longer_at_the_first():
    places = whereabouts()
    for table in (0, 1):
        places.go(0, 6, table)
    assert places.at[2] == {6: 1}
    assert places.visits[6] == {0: 0, 1: 3}
