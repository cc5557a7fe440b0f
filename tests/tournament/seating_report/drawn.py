"""Seatings drawn at random for the laws, and the plainest way to say who sits together."""

from hypothesis import strategies as st

from tests.seating.seatings import shuffled

SEATINGS = st.builds(shuffled, st.integers(1, 9).map(lambda tables: 4 * tables), st.integers(1, 7), st.integers(0, 999))


def players_of(rounds):
    return 4 * len(rounds[0])


def sit_together(rounds, one, other):
    """The hanchan in which both are at one table."""
    return tuple(
        number for number, tables in enumerate(rounds, 1) if any(one in table and other in table for table in tables)
    )
