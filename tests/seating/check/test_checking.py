"""Whatever does not add up is said with its place: no single altered seat escapes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seating import measure, plan
from seating.check import digest, lines_of, recount, verify
from tests.seating.check.cases import SIZES, THREES, codes
from tests.seating.seatings import replaced, shuffled


def everybody(players, hanchan):
    return {number: range(1, players + 1) for number in range(1, hanchan + 1)}


@given(SIZES, st.data())
def test_a_seat_with_another_player_is_noticed_whichever_it_is(size, data):
    players, hanchan, seed = size
    rounds = shuffled(players, hanchan, seed)
    assert verify(rounds, everybody(players, hanchan)) == ()
    where = (data.draw(st.integers(1, hanchan)), data.draw(st.integers(1, players // 4)), data.draw(st.integers(0, 3)))
    other = data.draw(
        st.integers(0, players + 1).filter(lambda one: one != rounds[where[0] - 1][where[1] - 1][where[2]])
    )
    altered = replaced(rounds, *where, other)
    assert digest(altered) != digest(rounds)
    found = verify(altered, everybody(players, hanchan))
    assert {one.hanchan for one in found} == {where[0]}
    assert "missing" in codes(found)
    assert any("twice" in one.code or "stranger" in one.code for one in found)


def test_a_plan_is_verified_with_its_figures():
    planned = plan(20, 5, "any text")
    assert verify(planned.rounds, everybody(20, 5), claims=planned.quality.to_json()) == ()


@given(SIZES, st.data())
def test_a_seat_that_is_lost_is_noticed_with_its_table(size, data):
    players, hanchan, seed = size
    lines = lines_of(shuffled(players, hanchan, seed))
    lost = data.draw(st.sampled_from(lines))
    found = verify([line for line in lines if line != lost], everybody(players, hanchan))
    assert found
    assert digest([line for line in lines if line != lost]) != digest(lines)
    assert lost[0] in {one.hanchan for one in found} | {None}


@given(st.sampled_from(sorted(recount(THREES))), st.integers(1, 3))
def test_every_figure_that_is_given_wrongly_is_noticed(figure, more):
    rounds = shuffled(16, 5, 1)
    right = measure(rounds, 16).to_json()
    assert verify(rounds, claims=right) == ()
    found = verify(rounds, claims={**right, figure: right[figure] + more})
    assert codes(found) == ["claim"]
    assert figure in str(found[0]) and str(right[figure] + more) in str(found[0])


def test_tables_of_three_are_tables_too():
    assert verify(THREES, everybody(6, 2)) == ()
    assert recount(THREES)["repeats"] == 2  # 4-6 and 1-3
    assert recount(THREES)["wind_gap"] == 2  # 2 is South twice, 1 East twice
    mixed = [[(1, 2, 3, 4), (5, 6, 7)]]
    assert [(one.code, one.table) for one in verify(mixed)] == [("winds", 2)]


def test_people_who_sit_out_are_expected_nowhere_and_have_no_seat():
    rounds = [[(1, 2, 3, 4)], [(5, 2, 3, 4)]]
    sitting = {1: {1, 2, 3, 4}, 2: {2, 3, 4, 5}}
    assert verify(rounds, sitting, byes=[(1, 5), (2, 1)]) == ()
    assert codes(verify(rounds, sitting, byes=[(1, 5), (2, 5)])) == ["bye"]
    assert codes(verify(rounds, sitting, byes=[(1, 5), (1, 5)])) == ["bye"]
    assert codes(verify(rounds, sitting, byes=[(3, 5)])) == ["bye"]
    assert digest(rounds, [(1, 5)]) != digest(rounds) != digest(rounds, [(2, 1)])


@pytest.mark.parametrize(
    ("lines", "code", "words"),
    [
        ([], "empty", "no seat"),
        ([(2, 1, wind, at) for at, wind in enumerate("ESWN")], "hanchan", "Hanchan 1 is missing"),
        ([(1, 0, wind, at) for at, wind in enumerate("ESWN")], "table", "from 1"),
        ([(1, 1, wind, at) for at, wind in enumerate("ESWW")], "winds", "table 1 has the winds ESWW, not ESWN"),
        ([(1, 1, wind, at) for at, wind in enumerate("ESWNN")], "winds", "ESWNN"),
    ],
)
def test_what_is_not_a_seating_is_said_with_its_place(lines, code, words):
    found = verify(lines)
    assert code in codes(found)
    assert words in " ".join(map(str, found))


def test_a_hall_may_leave_a_table_out():
    assert verify([(1, table, wind, 4 * table + at) for table in (1, 3) for at, wind in enumerate("ESWN")]) == ()
