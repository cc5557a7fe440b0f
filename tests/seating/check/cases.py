"""Seatings to verify, and the codes of what is found."""

from hypothesis import strategies as st

SIZES = st.tuples(st.integers(1, 6).map(lambda tables: 4 * tables), st.integers(1, 6), st.integers(0, 10_000))
"""Players, hanchan and a seed."""

THREES = [[(1, 2, 3), (4, 5, 6)], [(4, 2, 6), (1, 5, 3)]]


def codes(found):
    return [one.code for one in found]
