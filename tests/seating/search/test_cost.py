"""The price lists of a task: what the past has cost is paid, and each change is priced."""

from seating.search.cost import REPEAT, WEIGHTS, PairWishes, TaskCost
from seating.task import Task
from seating.wishes import Apart, Together, Weight


def test_what_the_past_cost_is_not_counted_again():
    past = (((1, 2, 3, 4), (5, 6, 7, 8)),) * 2
    prices = TaskCost(Task((frozenset(range(1, 9)),), past, (Apart((frozenset({1, 2}),)),)), range(1, 9))
    assert prices.pair[0][1][0b011] == 0
    assert prices.pair[0][1][0b111] > prices.pair[0][2][0b111] > REPEAT
    assert prices.pair[0][4][0b100] == 0


def test_changes_say_what_one_more_or_one_less_meeting_costs():
    terms = PairWishes(together=((Weight.MUST, 0b10),))
    task = Task((frozenset(range(1, 9)),) * 2, wishes=(Together(1, 2, 2, Weight.MUST),))
    prices = TaskCost(task, range(1, 9)).pair[0][1]
    assert prices.terms == terms
    assert prices.changes(0b00) == [0, -WEIGHTS[Weight.MUST]]
    assert prices.changes(0b10)[1] == WEIGHTS[Weight.MUST]
