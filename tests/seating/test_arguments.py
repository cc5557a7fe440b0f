"""Wrong types are refused at the door, with the name of the argument."""

import pytest

from seating import Apart, AtTables, Task, Together, plan
from seating.search.solve import solve

EVERYBODY = frozenset(range(1, 17))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: plan(16.0, 4, 1), "players must be a whole number, not 16.0"),
        (lambda: plan(16, "4", 1), "hanchan must be a whole number, not '4'"),
        (lambda: plan(True, 4, 1), "players must be a whole number, not True"),
        (lambda: plan(16, 4, None), "seed must be a whole number or text, not None"),
        (lambda: plan(16, 4, b"x"), "seed must be a whole number or text, not b'x'"),
        (lambda: plan(16, 4, 1.5), "seed must be a whole number or text, not 1.5"),
        (lambda: plan(16, 4, 1, wishes=[{1, 2}]), "each of wishes must be an Apart, a Together or an AtTables"),
        (lambda: solve(Task((EVERYBODY,)), None), "seed must be a whole number or text, not None"),
        (lambda: Apart(({1, "2"},)), "each of the players of a group must be a whole number, not '2'"),
        (lambda: Apart(({1, 2},), before="3"), "before must be a whole number, not '3'"),
        (lambda: Apart(({1, 2},), weight="must"), "weight must be a Weight, not 'must'"),
        (lambda: Together("1", 2), "one must be a whole number, not '1'"),
        (lambda: AtTables("12", {1}), "players must be a set of whole numbers, not '12'"),
    ],
)
def test_a_wrong_type_is_refused_with_the_name_of_the_argument(call, words):
    with pytest.raises(TypeError) as refusal:
        call()
    assert words in str(refusal.value)


def test_sets_and_lists_become_frozen_values():
    wish = Apart([[1, 2], {3, 4}])
    assert wish == Apart((frozenset({1, 2}), frozenset({3, 4})))
    assert AtTables([1], [2]) == AtTables(frozenset({1}), frozenset({2}))
    assert plan(16, 3, "x", wishes=[wish]).unmet == ()
