"""The ways to close check-in, and what each makes of the seating."""

import pytest

from tests.factories import make_players, make_tournament
from tests.tournament.planning.check_in.halls import ACT, arrive, morning, names, put_on_list
from tournament.core.messages import Refused
from tournament.planning.basis import basis_of
from tournament.planning.commit import commit
from tournament.planning.proposal import way_of
from tournament.planning.sources.attendance import ClosingChoices, attendance, wrong_choice
from tournament.planning.sources.closing import CheckInClosing
from tournament.planning.sources.closing_ways import closing_ways
from tournament.players.actions import add_player, check_in, check_in_all, withdraw
from tournament.seats.seat_map import seated

pytestmark = pytest.mark.django_db


def ways_of(tournament, choices=None):
    basis = basis_of(tournament)
    there = attendance(basis)
    shapes = closing_ways(basis, there, choices or ClosingChoices())
    assert [shape.key for shape in shapes] == [way.key for way in closing(tournament, choices).ways(basis)]
    return {shape.key: shape for shape in shapes}


def closing(tournament, choices=None):
    missing = frozenset(player.pk for player in attendance(basis_of(tournament)).missing)
    return CheckInClosing(missing, tournament.id_offset, choices or ClosingChoices())


def proposal(tournament, key, choices=None):
    """A way as it is proposed, searched for."""
    return way_of(basis_of(tournament), closing(tournament, choices), key, run=True)


def proposed(tournament):
    return next(way for key, way in ways_of(tournament).items() if key != "keep")


def test_attendance_tells_who_is_missing_who_waits_and_who_could_stand_in():
    tournament = morning()
    there = attendance(basis_of(tournament))
    assert (there.first, len(there.playing), there.present) == (1, 16, 13)
    assert names(there.missing) == ["Marta Ruiz", "Oskar Lind", "Anna Kovács"]
    assert names(there.queue) == ["Waiting 1", "Waiting 2"]
    assert names(there.reserves()) == ["Waiting 1", "Waiting 2", "Local 1"]
    assert there.unseated == ()


def test_the_waiting_list_is_in_the_order_in_which_people_joined_it():
    tournament = morning(waiting=0)
    put_on_list(tournament, "Second", minutes=9)
    put_on_list(tournament, "First", minutes=5)
    assert names(attendance(basis_of(tournament)).queue) == ["First", "Second"]


def test_by_the_proposed_way_everybody_keeps_the_seat_and_the_waiting_list_comes_before_substitutes():
    tournament = morning()
    way = proposed(tournament)
    assert (way.key, way.players, way.tables, way.byes) == ("2-substitutes", 16, 4, 0)
    assert names(way.placed) == ["Waiting 1", "Waiting 2"]
    option = proposal(tournament, way.key)
    assert option.notes[-1] == "Nobody else moves." and option.notes[-2].startswith("Local 1 for ")
    before, after = attendance(basis_of(tournament)).now.draft, option.arranged.draft
    gone = {player.pk for player in way.withdrawn}
    for hanchan, tables in before.items():
        for table, seats in tables.items():
            kept = [(old, new) for old, new in zip(seats, after[hanchan][table], strict=True) if old not in gone]
            assert all(old == new for old, new in kept)
        assert not seated(after[hanchan]) & gone


def test_somebody_on_the_waiting_list_who_is_not_in_the_hall_gets_no_seat():
    tournament = morning(waiting=0, missing=1)
    put_on_list(tournament, "Far away", minutes=1)
    arrive(put_on_list(tournament, "At the door", minutes=2))
    assert names(proposed(tournament).placed) == ["At the door"]


def test_the_other_ways_are_byes_fewer_tables_and_to_seat_them_anyway():
    tournament = morning()
    ways = ways_of(tournament)
    shapes = {key: (way.players, way.tables, way.byes) for key, way in ways.items()}
    assert shapes == {
        "2-substitutes": (16, 4, 0),
        "keep": (16, 4, 0),
        "2-byes": (15, 3, 3),
        "2-byes-even": (15, 3, 3),
        "0-byes": (13, 3, 1),
        "0-byes-even": (13, 3, 1),
    }
    assert list(ways)[:2] == ["2-substitutes", "keep"]


def test_as_many_from_the_waiting_list_as_fill_tables_is_a_way_of_its_own():
    tournament = morning(20, missing=6, waiting=3, substitutes=0)
    ways = ways_of(tournament)
    assert (ways["2-tables"].players, ways["2-tables"].tables, ways["2-tables"].byes) == (16, 4, 0)
    assert (ways["3-byes"].players, ways["3-byes"].tables, ways["3-byes"].byes) == (17, 4, 1)
    assert (ways["0-byes"].players, ways["0-byes"].tables, ways["0-byes"].byes) == (14, 3, 2)
    assert "3-substitutes" not in ways and next(key for key in ways if key != "keep") == "3-byes"


def test_a_new_plan_seats_exactly_those_it_says():
    tournament = morning()
    way = ways_of(tournament)["2-byes"]
    arranged = proposal(tournament, "2-byes").arranged
    there = attendance(basis_of(tournament))
    everybody = {one.pk for one in there.playing if one not in way.withdrawn} | {one.pk for one in way.placed}
    for hanchan in (1, 2, 3):
        assert arranged.people(hanchan) == everybody and len(arranged.byes[hanchan]) == 3


def test_where_everybody_is_here_there_is_nothing_to_choose():
    tournament = morning(missing=0, waiting=1)
    assert list(ways_of(tournament)) == ["keep"]


def test_somebody_here_without_a_seat_needs_one():
    tournament = morning(missing=0, waiting=0, substitutes=3)
    arrive(add_player(tournament=tournament, act=ACT, name="Late Entry"))
    there = attendance(basis_of(tournament))
    assert names(there.unseated) == ["Late Entry"]
    ways = ways_of(tournament)
    assert (ways["0-tables"].players, ways["0-tables"].tables) == (20, 5)
    assert (ways["0-byes"].players, ways["0-byes"].byes) == (17, 1)
    assert "keep" not in ways and "0-substitutes" not in ways


def test_an_empty_seat_goes_first_to_who_has_a_place_and_no_seat():
    tournament = morning(missing=1, waiting=1)
    arrive(add_player(tournament=tournament, act=ACT, name="Late Entry"))
    way = proposed(tournament)
    assert way.placed == () and way.key == "0-substitutes"
    after = proposal(tournament, way.key).arranged.draft[1]
    assert tournament.players.get(name="Late Entry").pk in seated(after)


def test_a_seat_of_somebody_who_withdrew_before_is_filled_too():
    tournament = morning(missing=0, waiting=1)
    withdraw(player=tournament.players.get(number=5), act=ACT)
    way = proposed(tournament)
    assert way.withdrawn == () and names(way.placed) == ["Waiting 1"]


def test_before_there_is_a_seating_the_ways_change_the_list_only():
    tournament = make_tournament(hanchan_count=3)
    people = make_players(tournament, 16)
    for player in people[:14]:
        check_in(player=player, act=ACT)
    arrive(put_on_list(tournament, "Waiting 1", minutes=1))
    ways = ways_of(tournament)
    shapes = {key: (way.players, len(way.placed), len(way.withdrawn), way.tables) for key, way in ways.items()}
    assert shapes == {"1-list": (15, 1, 2, 4), "0-list": (14, 0, 2, 4), "keep": (16, 0, 0, 4)}
    assert next(iter(ways)) == "1-list"
    assert proposal(tournament, "1-list").seats_stay


def test_after_everybody_is_checked_in_a_list_without_a_seating_needs_nothing():
    tournament = make_tournament(hanchan_count=3)
    make_players(tournament, 16)
    check_in_all(tournament=tournament, act=ACT)
    assert list(ways_of(tournament)) == ["keep"]


def test_for_each_person_another_choice():
    tournament = morning()
    stays, leaves, swapped = attendance(basis_of(tournament)).missing
    local = tournament.players.get(name="Local 1")
    choices = ClosingChoices(frozenset({stays.pk}), {swapped.pk: local.pk})
    ways = ways_of(tournament, choices)
    way = next(iter(ways.values()))
    assert way.withdrawn == (leaves, swapped) and names(way.placed) == ["Waiting 1"]
    after = seated(proposal(tournament, way.key, choices).arranged.draft[1])
    assert {stays.pk, local.pk, way.placed[0].pk} <= after and not {leaves.pk, swapped.pk} & after
    assert "keep" not in ways


def test_when_all_are_replaced_by_name_nothing_else_is_to_choose():
    tournament = morning(missing=2)
    one, other = attendance(basis_of(tournament)).missing
    choices = ClosingChoices(frozenset({other.pk}), {one.pk: tournament.players.get(name="Waiting 2").pk})
    ways = ways_of(tournament, choices)
    assert list(ways) == ["named"]
    assert names(ways["named"].placed) == ["Waiting 2"] and ways["named"].withdrawn == (one,)
    arranged = proposal(tournament, "named", choices).arranged
    assert other.pk in seated(arranged.draft[1]) and one.pk not in seated(arranged.draft[1])
    all_stay = ClosingChoices(frozenset({one.pk, other.pk}))
    assert proposal(tournament, "named", all_stay).seats_stay


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ({14: "Nobody"}, "no-replacement"),
        ({14: "Waiting 1", 15: "Waiting 1"}, "replaces-two"),
        ({1: "Waiting 1"}, "no-replacement"),
    ],
)
def test_a_replacement_must_be_free_and_take_one_seat_of_somebody_missing(chosen, code):
    tournament = morning()
    known = {player.name: player.pk for player in tournament.players.all()}
    number = {player.number: player.pk for player in tournament.players.all()}
    instead = {number[leaving]: known.get(coming, 0) for leaving, coming in chosen.items()}
    assert wrong_choice(attendance(basis_of(tournament)), ClosingChoices(instead=instead)).code == code


def test_without_a_seating_nobody_can_take_a_seat():
    tournament = make_tournament(hanchan_count=3)
    people = make_players(tournament, 8)
    waiting = arrive(put_on_list(tournament, "Waiting 1"))
    choices = ClosingChoices(instead={people[0].pk: waiting.pk})
    assert wrong_choice(attendance(basis_of(tournament)), choices).code == "nothing-to-take"
    with pytest.raises(Refused, match="has no seat"):
        commit(tournament, closing(tournament, choices), ACT)
