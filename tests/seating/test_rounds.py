"""What several rooms count of a seating: winds had, tables come to, tables kept."""

from hypothesis import given
from hypothesis import strategies as st

from seating.rounds import size_of, stays, table_visits, winds_as_sat, winds_had
from tests.seating.seatings import shuffled

THREE_HANCHAN = [[(1, 2, 3, 4), (5, 6, 7, 8)], [(2, 5, 1, 6), (3, 7, 4, 8)], [(5, 3, 6, 4), (7, 1, 8, 2)]]


@given(st.integers(1, 8), st.integers(1, 6), st.integers(0, 999))
def test_everybody_has_had_as_many_winds_as_hanchan(tables, hanchan, seed):
    had = winds_had(shuffled(4 * tables, hanchan, seed))
    assert had.keys() == set(range(1, 4 * tables + 1))
    assert {sum(counts) for counts in had.values()} == {hanchan}


def test_winds_are_counted_as_they_were_sat():
    assert winds_had(THREE_HANCHAN)[5] == [2, 1, 0, 0]
    assert [tuple(counts) for player, counts in winds_as_sat(THREE_HANCHAN) if player == 1] == [
        (1, 0, 0, 0),
        (1, 0, 1, 0),
        (1, 1, 1, 0),
    ]


def test_tables_come_to_and_tables_kept_are_told_with_their_hanchan():
    visits = table_visits(THREE_HANCHAN)
    assert visits[1, 1] == [1, 2] and visits[1, 2] == [3]
    assert {stay for stay in stays(THREE_HANCHAN) if stay.player in (1, 8)} == {(1, 1, 1), (1, 2, 8), (2, 2, 8)}


def test_three_sit_at_a_table_where_nowhere_four_do():
    assert size_of([[(1, 2, 3)], [(3, 2, 1)]]) == 3
    assert size_of([[(1, 2, 3), (4, 5, 6, 7)]]) == size_of([]) == 4
