"""The race of places: laws on facts that hypothesis makes up, and the line of the cut."""

from dataclasses import replace

from hypothesis import given

from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from tests.tournament.standings.tables import USUAL
from tests.tournament.standings.test_race import facts, table
from tests.tournament.standings.test_ranking import events
from tournament.standings.inputs import Freeze
from tournament.standings.place_race import RaceLine, place_race
from tournament.standings.ranking import ranking, running_in
from tournament.standings.visibility import public_through, released

ODD = (40_000, 36_000, 22_000, 22_000)


def race_of(inputs):
    return place_race(inputs, [running_in(inputs, after) for after in range(1, inputs.played + 1)])


def four_hanchan(**more):
    """Eight players at two tables, who play four hanchan."""
    sheets = (USUAL, ODD, (18_000, 25_700, 31_100, 45_200), USUAL)
    tables = [table(n, at, *points) for n, points in enumerate(sheets, start=1) for at in (1, 2)]
    return facts(*tables, **more)


@given(inputs=events())
def test_places_after_each_hanchan_are_numbered_with_ties(inputs):
    race = race_of(inputs)
    for after, order in enumerate(race.orders, start=1):
        running = [race.racers[number].places[after - 1] for number in order]
        places = [one.place for one in running]
        assert places == sorted(places) and len(set(order)) == len(order)
        for one in running:
            assert one.place == 1 + sum(place < one.place for place in places)
            assert one.shared == (places.count(one.place) > 1)


@given(inputs=events())
def test_each_column_is_the_standings_after_its_hanchan(inputs):
    race = race_of(inputs)
    assert race.played == inputs.played
    for after in range(1, race.played + 1):
        rows = ranking(1, inputs, after).ranked
        assert race.orders[after - 1] == tuple(row.player.number for row in rows)
        for row in rows:
            running = race.racers[row.player.number].places[after - 1]
            assert (running.place, running.shared, running.total) == (
                row.standing.place, row.standing.shared, row.standing.total,
            )  # fmt: skip


@given(inputs=events())
def test_moves_add_up_from_the_first_place_to_the_last(inputs):
    race = race_of(inputs)
    for racer in race.racers.values():
        if racer.places and all(racer.places):
            moved = sum(racer.moved(after) for after in range(2, race.played + 1))
            assert racer.place(1) - moved == racer.place(race.played)
        assert all(racer.moved(1) is None for _one in racer.places[:1])


@given(inputs=events())
def test_the_public_race_ends_before_the_first_hidden_hanchan_and_knows_nothing_of_it(inputs):
    race = race_of(released(inputs))
    assert race.played <= public_through(inputs)
    later = replace(inputs, tables=tuple(one for one in inputs.tables if one.hanchan <= public_through(inputs)))
    hidden = [one for one in inputs.penalties if one.hanchan is None or one.hanchan <= public_through(inputs)]
    assert race.mark == race_of(released(replace(later, penalties=tuple(hidden)))).mark


def test_the_strip_has_all_hanchan_or_those_before_the_first_one_that_waits_for_the_ceremony():
    assert race_of(four_hanchan()).columns == 4
    early = facts(table(1, 1, *USUAL), table(1, 2, *ODD))
    assert (race_of(early).played, race_of(early).columns) == (1, 4)
    frozen = replace(four_hanchan(), freeze=Freeze(hidden_from=3))
    assert (race_of(released(frozen)).played, race_of(released(frozen)).columns) == (2, 2)
    assert race_of(frozen).columns == 4, "the staff see all of them"


def test_who_did_not_sit_in_a_hanchan_missed_it():
    race = race_of(facts(table(1, 1, *USUAL), table(1, 2, *ODD), table(2, 1, *USUAL)))
    assert race.racers[1].missed == frozenset() and race.racers[8].missed == {2}
    assert race.racers[8].place(2) is not None


def test_the_line_is_that_of_the_next_cut_and_afterwards_of_the_last():
    by = StandingRules(cuts=(Cut(after=1, sizes=(6,)), Cut(after=3, sizes=(4,))))
    race = race_of(four_hanchan(by=by))
    lines = [race.line(after) for after in range(1, 5)]
    assert lines == [RaceLine(6, False), RaceLine(4, False), RaceLine(4, False), RaceLine(4, True)]
    assert race_of(four_hanchan()).line(2) is None
    assert race_of(four_hanchan(by=StandingRules(cuts=(Cut(after=3, sizes=(8,)),)))).line(2) is None, "all go on"


def test_before_the_first_result_there_is_no_race():
    race = race_of(facts())
    assert (race.played, race.orders, dict(race.racers), race.places) == (0, (), {}, 2)


def test_the_mark_follows_what_is_shown():
    inputs = four_hanchan()
    assert race_of(inputs).mark == race_of(four_hanchan()).mark
    renamed = replace(inputs, players=(replace(inputs.players[0], name="Zoë"), *inputs.players[1:]))
    cut = replace(inputs, by=StandingRules(cuts=(Cut(after=3, sizes=(4,)),)))
    assert len({race_of(one).mark for one in (inputs, renamed, cut)}) == 3
