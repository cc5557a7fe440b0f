"""Two seatings side by side."""

from hypothesis import given, settings
from hypothesis import strategies as st

from seating import measure, plan
from tests.tournament.seating_report.drawn import SEATINGS, players_of
from tournament.seating_report.differences import HanchanChanges, compare


def exchanged(rounds, hanchan, one, other):
    names = {one: other, other: one}
    return tuple(
        tuple(tuple(names.get(player, player) for player in table) for table in tables) if at == hanchan else tables
        for at, tables in enumerate(rounds, 1)
    )


def test_the_same_is_the_same():
    rounds = plan(20, 4, 1).rounds
    found = compare(rounds, rounds, 20)
    assert found.same and not found.repeats_gained and not found.repeats_lost


def test_two_who_change_places_move_and_meet_again():
    rounds = plan(20, 5, 1).rounds
    one, other = rounds[1][0][0], rounds[1][3][2]
    then = exchanged(rounds, 2, one, other)
    found = compare(rounds, then, 20)
    assert found.moved == (HanchanChanges(2, tuple(sorted((one, other))), ()),)
    assert len(found.repeats_gained) == measure(then, 20).repeats
    assert compare(then, rounds, 20).repeats_lost == found.repeats_gained


def test_a_change_of_winds_alone_is_told_apart():
    rounds = (((1, 2, 3, 4),),)
    assert compare(rounds, (((2, 1, 3, 4),),), 4).moved == (HanchanChanges(1, (), (1, 2)),)


def test_who_comes_and_who_goes_moves_and_a_new_hanchan_moves_everybody():
    found = compare((((1, 2, 3, 4),),), (((1, 2, 3, 5),), ((1, 2, 3, 5),)), 5)
    assert found.moved == (HanchanChanges(1, (4, 5), ()), HanchanChanges(2, (1, 2, 3, 5), ()))


@settings(max_examples=40)
@given(SEATINGS, st.data())
def test_pairs_gained_and_lost_add_up(rounds, data):
    players = players_of(rounds)
    people = st.integers(1, players)
    then = exchanged(rounds, data.draw(st.integers(1, len(rounds))), data.draw(people), data.draw(people))
    found = compare(rounds, then, players)
    back = compare(then, rounds, players)
    assert found.repeats_gained == back.repeats_lost and found.repeats_lost == back.repeats_gained
    assert [(moved.hanchan, moved.tables) for moved in found.moved] == [
        (moved.hanchan, moved.tables) for moved in back.moved
    ]
