"""Two people change places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.seating.planner.seatings import shuffled
from tournament.seating.planner import plan, problems, swap, swap_cost


@given(st.integers(1, 8), st.integers(1, 6), st.data())
def test_swapping_twice_changes_nothing(tables, hanchan, data):
    players = 4 * tables
    rounds = shuffled(players, hanchan, data.draw(st.integers()))
    where = data.draw(st.integers(1, hanchan))
    one, other = data.draw(st.integers(1, players)), data.draw(st.integers(1, players))
    changed = swap(rounds, where, one, other)
    assert problems(changed, players) == ()
    assert swap(changed, where, one, other) == rounds
    assert [at for at, (a, b) in enumerate(zip(rounds, changed, strict=True), 1) if a != b] in ([], [where])


def test_a_swap_names_the_pairs_that_would_meet_again():
    rounds = plan(36, 8, seed=1).rounds
    one, other = rounds[4][0][0], rounds[4][1][0]
    before, after, sentences = swap_cost(rounds, 36, 5, one, other)
    assert before.repeats == 0
    assert after.repeats > 0
    said = {str(sentence) for sentence in sentences}
    for pair in after.repeated_pairs:
        first, second = pair.hanchan
        assert f"{pair.one} and {pair.other} would meet in hanchan {first}, {second}." in said


def test_a_swap_at_one_table_costs_only_winds():
    rounds = plan(36, 8, seed=1).rounds
    one, other = rounds[4][0][:2]
    cost = swap_cost(rounds, 36, 5, one, other)
    assert sorted(map(str, cost.sentences)) == sorted(
        f"{player}: the winds would differ by more than one." for player in (one, other)
    )


def test_a_swap_names_who_stays_at_a_table_and_who_comes_back_to_one():
    rounds = (
        ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)),
        ((5, 9, 1, 10), (2, 3, 11, 12), (6, 4, 8, 7)),
        ((11, 8, 6, 2), (10, 1, 4, 9), (3, 7, 12, 5)),
    )
    said = [str(sentence) for sentence in swap_cost(rounds, 12, 2, 5, 4).sentences]
    assert "4 would stay at table 1 from hanchan 1 to 2." in said
    assert "5 would stay at table 3 from hanchan 2 to 3." in said
    said = [str(sentence) for sentence in swap_cost(rounds, 12, 3, 11, 3).sentences]
    assert "3 would sit at table 1 more than once: in hanchan 1, 3." in said
    assert "11 would sit at table 3 more than once: in hanchan 1, 3." in said


def test_swapping_back_is_an_improvement():
    rounds = plan(36, 8, seed=1).rounds
    one, other = rounds[4][0][0], rounds[4][1][0]
    cost = swap_cost(swap(rounds, 5, one, other), 36, 5, one, other)
    assert "fewer in all" in str(cost.sentences[0])


def test_a_change_of_nothing_costs_nothing():
    rounds = plan(36, 8, seed=1).rounds
    assert [str(sentence) for sentence in swap_cost(rounds, 36, 5, 3, 3).sentences] == ["The change costs nothing."]


@pytest.mark.parametrize(("hanchan", "one", "other"), [(0, 1, 2), (9, 1, 2), (1, 1, 37), (1, 0, 2)])
def test_a_swap_of_seats_that_do_not_exist_is_an_error(hanchan, one, other):
    with pytest.raises(ValueError, match=r"no hanchan|no seat"):
        swap(plan(36, 8, seed=1).rounds, hanchan, one, other)
