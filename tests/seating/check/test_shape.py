"""What is not even made like a seating is said, never raised."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seating.check import recount, verify
from tests.seating.check.cases import codes

NESTED = st.recursive(st.integers(-2, 9) | st.text("ESWN1", max_size=2) | st.none(), st.lists, max_leaves=12)


@pytest.mark.parametrize(
    ("seats", "code", "words"),
    [
        ([(1, 1, "ESWN", 1)], "shape", "Row 1 is not a hanchan, a table, a wind and a player."),
        ([[], [(1, 2, 3, 4)]], "shape", "Hanchan 1 has no tables."),
        ([[(1, 2, 3, 4)], []], "shape", "Hanchan 2 has no tables."),
        ([[(1, 2, 3, 4), ()]], "shape", "Hanchan 1, table 2 is not a list of players."),
        ([[(1, 2, 3, "x")]], "shape", "Hanchan 1, table 1 is not a list of players."),
        ([[(1, 2, 3, None)]], "shape", "table 1 is not a list"),
        ([[1, 2, 3, 4]], "shape", "Row 1 is not"),
        ([(1, 1, "E", 1), (1, 1, "S")], "shape", "Row 2 is not"),
        ([(1, 1, "E", 1), (1, "a", "S", 2)], "shape", "Row 2 is not"),
        ([(1, 1, "E", 1), [(1, 2, 3, 4)]], "shape", "Row 2 is not"),
        ([[(1, 2, 3, 4)], 7], "shape", "Hanchan 2 has no tables."),
        (["text"], "shape", "Hanchan 1 has no tables."),
        (7, "shape", "a list"),
        ([[(0, 2, 3, 4)]], "player", "there is no player 0; players are numbered from 1."),
        ([[(-1, 2, 3, 4)]], "player", "player -1;"),
    ],
)
def test_what_is_not_even_made_like_a_seating_is_said_and_not_raised(seats, code, words):
    found = verify(seats)
    assert code in codes(found)
    assert words in " ".join(map(str, found))


def test_byes_that_are_none_are_said():
    assert codes(verify([[(1, 2, 3, 4)]], byes=[(1,), (1, "x")])) == ["shape", "shape"]


@given(st.lists(NESTED, max_size=4))
def test_whatever_is_asked_is_answered(seats):
    assert verify(seats) != () or recount(seats)
