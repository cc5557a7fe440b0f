"""Hanchan made from base tables, recounted; the tables are facts from the literature, but for those of order 22."""

from itertools import combinations

import pytest

from seating.designs.difference_family import BASES, develop
from seating.rounds import MOST_HANCHAN

LONGEST = {order: min(order, MOST_HANCHAN) for order in BASES} | {22: 21}
"""By the number of tables: the most hanchan there are, one for each table wherever the base tables are published."""


@pytest.mark.parametrize(("order", "hanchan"), LONGEST.items())
def test_nobody_meets_or_comes_to_a_table_twice(order, hanchan):
    rounds = develop(order, hanchan)
    assert len(rounds) == hanchan
    assert all(sorted(point for table in tables for point in table) == [*range(4 * order)] for tables in rounds)
    met = [pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)]
    visits = [(point, number) for tables in rounds for number, table in enumerate(tables) for point in table]
    assert len(set(met)) == len(met) == 6 * order * hanchan
    assert len(set(visits)) == len(visits) == 4 * order * hanchan


@pytest.mark.parametrize(("order", "hanchan"), LONGEST.items())
def test_fewer_hanchan_are_the_first_of_them_and_there_are_no_more(order, hanchan):
    assert develop(order, 15) == develop(order, hanchan)[:15]
    assert develop(order, hanchan + 1) is None


def test_other_numbers_of_tables_have_none():
    assert develop(20, 5) is None


def test_people_of_one_class_meet_only_where_there_are_22_tables():
    def has_one_of_each(order):
        return all({point // order for point in table} == {0, 1, 2, 3} for table in develop(order, 1)[0])

    assert [order for order in BASES if not has_one_of_each(order)] == [22]
