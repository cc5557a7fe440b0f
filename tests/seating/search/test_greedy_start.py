"""Tables put together one person after the other."""

from seating.search.cost import REPEAT, TaskCost
from seating.search.greedy_start import LOOKED_AT, GreedyTables, take_cheapest
from seating.task import Task

EIGHT = frozenset(range(1, 9))


def test_joining_a_table_costs_whom_one_has_met_in_the_past_or_just_now():
    task = Task((EIGHT, EIGHT), (((1, 2, 3, 4), (5, 6, 7, 8)),))
    gathering = GreedyTables(TaskCost(task, task.people), 1)
    assert gathering.joining([4, 5], 0) == 0
    assert gathering.joining([1, 5], 0) > REPEAT
    gathering.close([[0, 4, 1, 5], [2, 3, 6, 7]])
    assert gathering.joining([4], 0) > REPEAT
    assert gathering.joining([6], 0) == 0


def test_the_cheapest_of_the_last_who_wait_is_taken():
    prices = {1: 5, 2: 0, 3: 7, 4: 0, 5: 9}
    waiting = [1, 2, 3, 4, 5]
    assert take_cheapest(waiting, prices.__getitem__) == 4
    assert waiting == [1, 2, 3, 5]


def test_nobody_is_looked_at_who_waits_too_far_ahead():
    waiting = list(range(LOOKED_AT + 1))
    assert take_cheapest(waiting, lambda person: person + 1) == 1
