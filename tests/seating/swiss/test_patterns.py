"""Tables that ranks alone decide, and those drawn within classes of ranks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seating.notes import CannotPlan
from seating.swiss import PairingTask, chunks, closeness, groups, parse_pattern, pots, seat_groups, sit_out, snake
from tests.seating.swiss.events import drawn


def test_the_snake_makes_tables_of_equal_strength():
    assert snake(16) == [[0, 7, 8, 15], [1, 6, 9, 14], [2, 5, 10, 13], [3, 4, 11, 12]]


@given(st.integers(1, 40), st.sampled_from([3, 4]))
def test_every_pattern_seats_every_rank_once(tables, size):
    for pattern in (chunks, snake):
        made = pattern(tables * size, size)
        assert sorted(one for table in made for one in table) == list(range(tables * size))
        assert {len(table) for table in made} == {size}


@pytest.mark.parametrize("pattern", [chunks, snake])
@pytest.mark.parametrize("count", [-4, 0, 1, 3, 5, 9])
def test_people_who_do_not_fill_tables_have_no_pattern(pattern, count):
    with pytest.raises(ValueError, match=f"{count} players do not fill tables of 4"):
        pattern(count)


@pytest.mark.parametrize("text", ["1-4-5-8 / 2-3-6-7", "1 4 5 8\n2 3 6 7", "1,4,5,8; 2,3,6,7;", "1–4–5–8/2–3–6–7"])
def test_a_pattern_is_read_however_it_is_written(text):
    assert parse_pattern(text, 8) == [[0, 3, 4, 7], [1, 2, 5, 6]]


def test_a_pattern_for_fewer_goes_on_below_them():
    assert parse_pattern("1-4-5-8 / 2-3-6-7", 16)[2:] == [[8, 11, 12, 15], [9, 10, 13, 14]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Enter which ranks sit together"),
        (" / ", "Enter which ranks sit together"),
        ("1-2-3", "Table 1 of the pattern has 3 ranks; a table has 4 players."),
        ("1-2-3-4 / 5-6-7-7", "More than once in the pattern: rank 7."),
        ("1-2-3-4 / 5-6-7-9", "Not in the pattern: rank 8; instead it has 9."),
        ("0-1-2-3", "Not in the pattern: rank 4; instead it has 0."),
        ("1-2-x-4", "“x” in “1-2-x-4” is not a rank"),
        ("1-2-3-4-99999", "“99999” in"),
        ("1-2-3-4 / 5-6-7-8 / 9-10-11-12", "seats 12 ranks, and 16 players cannot be divided into such groups"),
    ],
)
def test_what_is_wrong_with_a_pattern_is_said_with_the_place(text, message):
    with pytest.raises(CannotPlan) as refusal:
        parse_pattern(text, 16)
    assert message in str(refusal.value)


def test_in_groups_everybody_stays_in_the_group_and_meets_whom_he_has_not():
    past = drawn(48, 2)
    tables = groups(PairingTask(range(1, 49), past, seed=1, by_rank=True), 4)
    assert [{(player - 1) // 16 for player in table} for table in tables] == [{0}] * 4 + [{1}] * 4 + [{2}] * 4
    assert len(closeness(tables, range(1, 49), past).repeats) == 0


def test_the_last_group_is_what_is_left():
    tables = groups(PairingTask(range(1, 25), (), seed=1, by_rank=True), 4)
    assert {player for table in tables[4:] for player in table} == set(range(17, 25))


def test_from_each_pot_one_sits_at_each_table():
    tables = pots(PairingTask(range(1, 33), drawn(32, 2), seed=1))
    assert all(sorted((player - 1) // 8 for player in table) == [0, 1, 2, 3] for table in tables)
    assert not closeness(tables, range(1, 33), drawn(32, 2)).repeats


def test_another_seed_draws_others_from_the_pots():
    assert (
        pots(PairingTask(range(1, 17), (), seed=1))
        == pots(PairingTask(range(1, 17), (), seed=1))
        != pots(PairingTask(range(1, 17), (), seed=2))
    )


def test_people_who_sit_by_a_pattern_get_tables_and_winds_like_all_others():
    order = list(range(16, 0, -1))
    past = (tuple((at, at + 1, at + 2, at + 3) for at in range(1, 17, 4)),)
    tables = seat_groups([[order[at] for at in group] for group in chunks(16)], PairingTask(order, past, seed=1))
    assert sorted(map(sorted, tables)) == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]
    counted = closeness(tables, order, past)
    assert counted.stays == () and counted.uneven == () and len(counted.repeats) == 24


@given(st.permutations(range(1, 12)), st.dictionaries(st.integers(1, 11), st.integers(0, 3)))
def test_who_has_sat_out_already_is_last_in_line(order, byes):
    out = sit_out(order, byes)
    assert len(out) == 3
    assert max(byes.get(one, 0) for one in out) <= min(byes.get(one, 0) for one in order if one not in out)
