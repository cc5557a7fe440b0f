"""The second count: it agrees with the first on good seatings, and no single altered seat escapes it."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.seating.planner.seatings import replaced, shuffled
from tournament.seating.planner import measure, plan
from tournament.seating.planner.verify import canonical, digest, lines_of, recount, verify

SIZES = st.tuples(st.integers(1, 6).map(lambda tables: 4 * tables), st.integers(1, 6), st.integers(0, 10_000))
THREES = [[(1, 2, 3), (4, 5, 6)], [(4, 2, 6), (1, 5, 3)]]


def everybody(players, hanchan):
    return {number: range(1, players + 1) for number in range(1, hanchan + 1)}


def codes(found):
    return [one.code for one in found]


@given(SIZES)
def test_both_counts_give_the_same_figures(size):
    players, hanchan, seed = size
    rounds = shuffled(players, hanchan, seed)
    counted, said = recount(rounds), measure(rounds, players).to_json()
    assert len(counted) == 9
    assert counted == {name: said[name] for name in counted}


@given(st.integers(5, 23), st.integers(1, 6), st.integers(0, 10_000))
def test_both_counts_give_the_same_figures_when_people_sit_out(players, hanchan, seed):
    rounds = [tables[:-1] or tables for tables in shuffled(players // 4 * 4 + 4, hanchan, seed)]
    counted, said = recount(rounds), measure(rounds, len(rounds[0]) * 4).to_json()
    assert counted == {name: said[name] for name in counted}


def test_strangers_are_all_who_sit_in_any_hanchan():
    rounds = [[(1, 2, 3, 4)], [(5, 6, 7, 8)]]
    assert measure(rounds, 4).common_opponents == recount(rounds)["common_opponents"] == 0


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
def test_two_who_change_places_are_noticed(size, data):
    players, hanchan, seed = size
    lines = lines_of(shuffled(players, hanchan, seed))
    number = data.draw(st.integers(1, hanchan))
    here = [line for line in lines if line[0] == number]
    one, other = data.draw(st.lists(st.sampled_from(here), min_size=2, max_size=2, unique=True))
    swapped = [line for line in lines if line not in (one, other)]
    swapped += [(*one[:3], other[3]), (*other[:3], one[3])]
    assert digest(swapped) != digest(lines)


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


def test_the_figures_of_a_seating_counted_by_hand():
    rounds = [[(1, 2, 3, 4), (5, 6, 7, 8)], [(1, 2, 4, 3), (5, 6, 7, 8)], [(1, 5, 2, 6), (3, 7, 4, 8)]]
    assert recount(rounds) == {
        "repeats": 12 + 4,  # both tables again, then 1-2, 5-6, 3-4, 7-8 once more
        "clashes": 8 + 4 * 3,
        "most_meetings": 3,
        "common_opponents": 4,  # 1 and 7: both have met 3, 4, 5, 6
        "wind_gap": 3,  # player 1 is East three times
        "wind_gap_any": 3,
        "table_revisits": 8 + 4,  # 1, 2 stay at table 1, and 7, 8 at table 2
        "most_table_visits": 3,
        "consecutive_table": 8 + 4,
    }


def test_tables_of_three_are_tables_too():
    assert verify(THREES, everybody(6, 2)) == ()
    assert recount(THREES)["repeats"] == 2  # 4-6 and 1-3
    assert recount(THREES)["wind_gap"] == 2  # 2 is South twice, 1 East twice
    mixed = [[(1, 2, 3, 4), (5, 6, 7)]]
    assert [(one.code, one.table) for one in verify(mixed)] == [("winds", 2)]


def test_both_counts_of_tables_of_three_agree():
    for rounds in (THREES, [[(1, 2, 3), (4, 5, 6)], [(2, 3, 4), (5, 6, 1)], [(6, 1, 5), (3, 4, 2)]]):
        counted, said = recount(rounds), measure(rounds, 6).to_json()
        assert counted == {name: said[name] for name in counted}


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


@pytest.mark.parametrize(
    ("seats", "code", "words"),
    [
        ([(1, 1, "ESWN", 1)], "shape", "Row 1 is not a hanchan, a table, a wind and a player."),
        ([[], [(1, 2, 3, 4)]], "shape", "Hanchan 1 has no tables."),
        ([[(1, 2, 3, 4)], []], "shape", "Hanchan 2 has no tables."),
        ([[(1, 2, 3, 4), ()]], "shape", "Hanchan 1, table 2 is no list of players."),
        ([[(1, 2, 3, "x")]], "shape", "Hanchan 1, table 1 is no list of players."),
        ([[(1, 2, 3, None)]], "shape", "table 1 is no list"),
        ([[1, 2, 3, 4]], "shape", "Row 1 is not"),
        ([(1, 1, "E", 1), (1, 1, "S")], "shape", "Row 2 is not"),
        ([(1, 1, "E", 1), (1, "a", "S", 2)], "shape", "Row 2 is not"),
        ([(1, 1, "E", 1), [(1, 2, 3, 4)]], "shape", "Row 2 is not"),
        ([[(1, 2, 3, 4)], 7], "shape", "Hanchan 2 has no tables."),
        (["text"], "shape", "Hanchan 1 has no tables."),
        (7, "shape", "a list"),
        ([[(0, 2, 3, 4)]], "player", "player 0; numbers begin with 1."),
        ([[(-1, 2, 3, 4)]], "player", "player -1;"),
    ],
)
def test_what_is_not_even_made_like_a_seating_is_said_and_not_raised(seats, code, words):
    found = verify(seats)
    assert code in codes(found)
    assert words in " ".join(map(str, found))


def test_byes_that_are_none_are_said():
    assert codes(verify([[(1, 2, 3, 4)]], byes=[(1,), (1, "x")])) == ["shape", "shape"]


def test_a_hall_may_leave_a_table_out():
    assert verify([(1, table, wind, 4 * table + at) for table in (1, 3) for at, wind in enumerate("ESWN")]) == ()


NESTED = st.recursive(st.integers(-2, 9) | st.text("ESWN1", max_size=2) | st.none(), st.lists, max_leaves=12)


@given(st.lists(NESTED, max_size=4))
def test_whatever_is_asked_is_answered(seats):
    assert verify(seats) != () or recount(seats)


def test_the_digest_is_of_a_text_that_anybody_can_write():
    text = "1 1 E 3\n1 1 S 1\n1 1 W 2\n1 1 N 4\n1 - - 5\n2 1 E 10\n2 1 S 3\n2 1 W 1\n2 1 N 2\n"
    rounds = [[(3, 1, 2, 4)], [(10, 3, 1, 2)]]
    assert canonical(rounds, [(1, 5)]) == text
    assert digest(rounds, [(1, 5)]) == sha256(text.encode()).hexdigest()
    assert digest(lines_of(rounds)[::-1], [(1, 5)]) == digest(rounds, [(1, 5)])
