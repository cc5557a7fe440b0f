"""What a change moves."""

from hypothesis import given
from hypothesis import strategies as st

from seating.repair import moves_between
from tests.seating.seatings import shuffled

BEFORE = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)))


def test_two_who_change_places_are_the_two_who_move():
    after = (BEFORE[0], ((1, 5, 2, 3), (6, 7, 4, 8)))
    moves = moves_between(BEFORE, after)
    assert (moves.moved, moves.seats) == ((3, 6), 2)
    assert moves.by_hanchan == {2: 2}


def test_who_leaves_and_who_comes_do_not_move():
    after = (BEFORE[0], ((1, 5, 2, 9), (3, 7, 4, 8)))
    moves = moves_between(BEFORE, after)
    assert (moves.moved, moves.seats) == ((), 0)


def test_another_order_at_a_table_is_nothing_where_winds_are_drawn():
    after = (((4, 3, 2, 1), (5, 6, 7, 8)), BEFORE[1])
    assert moves_between(BEFORE, after).seats == 4
    assert moves_between(BEFORE, after, winds=False).seats == 0


@given(st.integers(1, 5), st.integers(1, 6), st.integers(0, 99), st.integers(0, 99))
def test_a_change_and_its_way_back_move_the_same_people(tables, hanchan, one, other):
    there, back = (shuffled(4 * tables, hanchan, seed) for seed in (one, other))
    assert moves_between(there, back) == moves_between(back, there)
    assert moves_between(there, there).seats == 0
