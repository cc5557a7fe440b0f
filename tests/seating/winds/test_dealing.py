"""Winds are even after every hanchan, whoever meets whom."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from seating import measure
from seating.winds.dealing import assign_winds, halves
from tests.seating.seatings import shuffled


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 15), st.integers(1, 13), st.integers())
def test_everybody_sits_every_wind_once_in_each_block_of_four(tables, hanchan, seed):
    rounds = shuffled(4 * tables, hanchan, seed)
    seated = assign_winds(rounds, Random(seed))
    assert [[set(table) for table in tables] for tables in seated] == [[set(t) for t in tables] for tables in rounds]
    for start in range(0, hanchan, 4):
        block = seated[start : start + 4]
        for player in range(1, 4 * tables + 1):
            winds = [table.index(player) for tables in block for table in tables if player in table]
            assert len(set(winds)) == len(block)
    assert measure(seated, 4 * tables).wind_gap_any <= 1


@given(st.sets(st.tuples(st.integers(0, 8), st.integers(-9, -1)), max_size=40))
def test_a_graph_is_halved_at_every_vertex(edges):
    one, other = halves(sorted(edges))
    assert sorted([*one, *other]) == sorted(edges)
    for vertex in {vertex for edge in edges for vertex in edge}:
        assert abs(sum(vertex in edge for edge in one) - sum(vertex in edge for edge in other)) <= 1
