"""What is wrong with a seating made elsewhere."""

from hypothesis import given
from hypothesis import strategies as st

from seating import plan, problems
from tests.seating.seatings import replaced, shuffled


def found(rounds, players):
    return [(fault.code, fault.hanchan, fault.table) for fault in problems(rounds, players)]


def test_a_plan_has_no_problems():
    assert problems(plan(36, 8, seed=1).rounds, 36) == ()


def test_one_player_twice_and_another_not_at_all_is_located_and_the_cause_is_named():
    """The real case of an event of 36 players: two people share a first name, hanchan 4 lists one of them twice."""
    rounds = [[list(range(at, at + 4)) for at in range(1, 37, 4)] for _ in range(8)]
    rounds[3][6][2] = 3
    twice, missing = problems(rounds, 36)
    assert (twice.code, twice.hanchan, twice.table) == ("seated_twice", 4, 7)
    assert str(twice) == "Hanchan 4: player 3 is seated 2 times, at tables 1, 7. Keep one of the seats."
    assert (missing.code, missing.hanchan, missing.table) == ("not_seated", 4, None)
    assert str(missing) == (
        "Hanchan 4: player 27 has no seat. "
        "One of the seats of player 3, at tables 1, 7, is probably meant for player 27."
    )


def test_a_table_of_three_is_found_with_who_is_missing():
    rounds = replaced(shuffled(16, 3, seed=1), hanchan=2, table=3, seat=1, player=None)
    assert found(rounds, 16) == [("table_size", 2, 3), ("not_seated", 2, None)]


def test_a_number_nobody_has_is_found():
    rounds = replaced(shuffled(16, 3, seed=1), hanchan=3, table=1, seat=0, player=17)
    assert found(rounds, 16) == [("unknown_player", 3, 1), ("not_seated", 3, None)]


def test_a_missing_table_is_found():
    rounds = [tables[:-1] if number == 1 else tables for number, tables in enumerate(shuffled(16, 3, seed=1))]
    assert found(rounds, 16) == [("table_count", 2, None), *[("not_seated", 2, None)] * 4]


def test_one_table_and_one_player_are_said_in_the_singular():
    said = [str(fault) for fault in problems([[[1, 2, 3, 4]], [[1, 2, 3, 4], [5]]], 8)]
    assert said[0] == ("Hanchan 1 has 1 table; 8 players need 2. Check that no table is missing or listed twice.")
    assert "Hanchan 2, table 2 has 1 player; a table has four." in said


def test_no_hanchan_at_all_is_a_problem():
    assert [str(fault) for fault in problems((), 16)] == ["The seating has no hanchan."]


@given(st.integers(2, 10), st.integers(1, 6), st.data())
def test_every_wrong_seat_is_located(tables, hanchan, data):
    players = 4 * tables
    rounds = shuffled(players, hanchan, data.draw(st.integers()))
    where, table, seat = (
        data.draw(st.integers(1, hanchan)), data.draw(st.integers(1, tables)), data.draw(st.integers(0, 3))
    )  # fmt: skip
    rightful = rounds[where - 1][table - 1][seat]
    wrong = data.draw(st.integers(1, players).filter(lambda player: player != rightful))
    faults = problems(replaced(rounds, where, table, seat, wrong), players)
    assert {fault.hanchan for fault in faults} == {where}
    assert [(fault.code, fault.params["player"]) for fault in faults] == [
        ("seated_twice", wrong),
        ("not_seated", rightful),
    ]
