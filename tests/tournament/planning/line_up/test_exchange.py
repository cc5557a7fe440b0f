"""Who has a seat and who plays it, after a correction: as values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.planning.line_up.exchange import PlayedSeat, holders, people, stand_ins, touched, with_people

OUTSIDE = range(100, 103)


def hall(*tables, absent=None):
    """Tables of ids; `absent` maps a substitute to whose seat it is."""
    return {
        number: tuple(PlayedSeat((absent or {}).get(player, player), player) for player in seats)
        for number, seats in enumerate(tables, start=1)
    }


TWO = hall((1, 2, 3, 4), (5, 6, 7, 8))


def test_two_exchanged_people_sit_at_each_others_tables():
    now = with_people(TWO, {2: 7, 7: 2}, ())
    assert holders(now) == {1: (1, 7, 3, 4), 2: (5, 6, 2, 8)}
    assert stand_ins(now) == {}


def test_a_substitute_in_the_place_of_a_player_stands_in():
    now = with_people(TWO, {2: 100}, {100})
    assert (holders(now)[1], stand_ins(now)) == ((1, 2, 3, 4), {2: 100})


def test_somebody_else_in_the_place_of_a_player_has_the_seat():
    now = with_people(TWO, {2: 100}, ())
    assert (holders(now)[1], stand_ins(now)) == ((1, 100, 3, 4), {})


def test_at_the_end_of_a_chain_the_one_who_leaves_is_stood_in_for():
    now = with_people(TWO, {2: 100, 7: 2}, {100})
    assert holders(now) == {1: (1, 7, 3, 4), 2: (5, 6, 2, 8)}
    assert stand_ins(now) == {7: 100}


def test_a_substitute_who_is_exchanged_goes_on_playing_for_the_same_person():
    played = hall((1, 2, 3, 100), (5, 6, 7, 8), absent={100: 4})
    now = with_people(played, {100: 5, 5: 100}, {100})
    assert holders(now) == {1: (1, 2, 3, 5), 2: (4, 6, 7, 8)}
    assert stand_ins(now) == {4: 100}


def test_who_was_there_after_all_has_the_own_seat_again():
    played = hall((1, 2, 3, 100), absent={100: 4})
    now = with_people(played, {100: 4}, {100})
    assert (holders(now)[1], stand_ins(now)) == ((1, 2, 3, 4), {})


def test_who_was_there_after_all_in_another_seat_leaves_the_own_one_to_the_substitute():
    played = hall((1, 2, 3, 100), (5, 6, 7, 8), absent={100: 4})
    now = with_people(played, {5: 4}, {100})
    assert (holders(now), stand_ins(now)) == ({1: (1, 2, 3, 100), 2: (4, 6, 7, 8)}, {})


def test_only_tables_with_another_name_are_touched():
    assert list(touched(TWO, {2: 3, 3: 2})) == [1]
    assert list(touched(TWO, {2: 7, 7: 2})) == [1, 2]


@st.composite
def corrections(draw):
    """Three tables, some seats played by substitutes, and any people exchanged or brought in."""
    ids = list(range(1, 13))
    absent = {50 + at: ids[at] for at in draw(st.sets(st.integers(0, 11), max_size=3))}
    names = {holder: substitute for substitute, holder in absent.items()}
    seats = [names.get(one, one) for one in ids]
    played = hall(*(tuple(seats[at : at + 4]) for at in (0, 4, 8)), absent=absent)
    moving = draw(st.lists(st.sampled_from(seats), unique=True, max_size=6))
    around = draw(st.permutations([*moving, *draw(st.sets(st.sampled_from([*OUTSIDE, *absent.values()]), max_size=3))]))
    who = {listed: real for listed, real in zip(moving, around, strict=False) if listed != real}
    staying = set(seats) - set(who)
    return played, {} if staying & set(who.values()) else who, {*absent, *OUTSIDE[:2]}


@given(corrections())
def test_everybody_sits_once_where_they_played_and_has_one_seat(correction):
    played, who, substitutes = correction
    now = with_people(played, who, substitutes)
    before = [seat.player for seats in played.values() for seat in seats]
    after = [seat.player for seats in now.values() for seat in seats]
    assert after == [who.get(player, player) for player in before]
    assert len(set(after)) == len(before)
    kept = [seat.holder for seats in now.values() for seat in seats]
    assert len(set(kept)) == len(kept)
    standing = stand_ins(now)
    assert not set(standing.values()) & set(kept)
    assert set(standing.values()) <= substitutes
    assert len(people(now)) == len(before)


@given(corrections())
def test_a_correction_taken_back_leaves_who_played_as_it_was(correction):
    played, who, substitutes = correction
    back = with_people(with_people(played, who, substitutes), {real: one for one, real in who.items()}, substitutes)
    assert people(back) == people(played)


@pytest.mark.parametrize("substitutes", [(), {100}])
def test_nobody_corrected_is_nothing_changed(substitutes):
    assert with_people(TWO, {}, substitutes) == TWO
