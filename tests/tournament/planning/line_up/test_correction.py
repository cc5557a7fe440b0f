"""What a correction of who played does to the standings, before it is applied."""

from uuid import uuid4

import pytest

from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from tests.factories import MORNING
from tests.tournament.planning.line_up.halls import corrected, played_hall, seated_at
from tests.tournament.standings.tables import play, small_event
from tournament.core.audit import Act
from tournament.standings.actions import change_standing_rules, decide_tie
from tournament.standings.correction import Correction
from tournament.standings.queries import inputs_of, standings_of

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


def effect_of(tournament, *pair, number=1):
    one, other = (player.pk for player in pair)
    tournament.refresh_from_db()
    return correction(tournament, {one: other, other: one}, number)


def correction(tournament, who, number=1):
    inputs = inputs_of(tournament)
    people = frozenset({*who, *who.values()})
    return Correction(tournament.pk, inputs, inputs.with_people(number, who, {}), number, people)


def cut(tournament, *sizes, after=1):
    rules = StandingRules(cuts=(Cut(after=after, sizes=sizes),))
    change_standing_rules(tournament=tournament, rules=rules, act=ACT)


def sides(effect):
    return [(one.player.name, one.was_in, one.is_in) for one in effect.main]


@pytest.fixture
def played():
    """Sixteen people who have played hanchan 1; nobody is equal."""
    return played_hall()


def winner_and_loser(tournament):
    """The first and the last in the standings, who sat at one table."""
    return seated_at(tournament, 4)[0], seated_at(tournament, 4)[2]


def test_what_is_shown_is_what_the_standings_say_afterwards(played):
    one, other = seated_at(played, 1)[0], seated_at(played, 3)[2]
    shown = effect_of(played, one, other)
    corrected(played, {one: other, other: one})
    played.refresh_from_db()
    now = {row.player.id: row.standing for row in standings_of(played).rows}
    assert {one.player.id: one.after for one in shown.shifts} == now


def test_without_a_cut_those_exchanged_are_shown_and_the_others_are_counted(played):
    one, other = winner_and_loser(played)
    effect = effect_of(played, one, other)
    assert [(shift.player.id, shift.places) for shift in effect.main] == [(other.pk, (16, 1)), (one.pk, (1, 16))]
    assert effect.cut is None
    assert effect.others == ()
    assert {shift.gain for shift in effect.main} == {15, -15}
    assert (effect.main[0].rise, effect.main[0].fall, effect.main[1].fall) == (15, 0, 15)


def test_who_crosses_the_cut_is_shown_with_the_last_one_inside(played):
    cut(played, 4)
    one, other = winner_and_loser(played)
    effect = effect_of(played, one, other)
    assert effect.is_made
    assert effect.cut_changes
    last = standings_of(played).ranked[3].player.name
    assert sides(effect) == [(str(other), False, True), (last, True, True), (str(one), True, False)]
    assert [shift.is_first_out for shift in effect.main] == [False, False, True]


def test_a_cut_that_stays_as_it_is_has_no_last_one_inside(played):
    cut(played, 15)
    one, other = seated_at(played, 4)[0], seated_at(played, 3)[0]
    effect = effect_of(played, one, other)
    assert not effect.cut_changes
    assert sides(effect) == [(str(other), True, True), (str(one), True, True)]


def test_a_cut_that_comes_later_is_shown_as_it_would_be_now(played):
    cut(played, 4, after=2)
    effect = effect_of(played, *winner_and_loser(played))
    assert not effect.is_made
    assert effect.cut_changes


def test_a_cut_before_the_hanchan_does_not_depend_on_it():
    tournament = played_hall(closed=1)
    cut(tournament, 4)
    one, other = seated_at(tournament, 4, 2)[0], seated_at(tournament, 4, 2)[2]
    effect = effect_of(tournament, one, other, number=2)
    assert effect.cut is None
    assert {shift.is_in for shift in effect.shifts} == {None}


def test_a_cut_that_was_made_divides_also_the_standings_after_it():
    tournament = played_hall(closed=1)
    cut(tournament, 4)
    one, other = winner_and_loser(tournament)
    effect = effect_of(tournament, one, other)
    crossing = {shift.player.id: (shift.was_in, shift.is_in) for shift in effect.shifts if shift.crosses}
    assert crossing[one.pk] == (True, False)
    assert crossing[other.pk] == (False, True)
    assert effect.before.after == 2


def test_who_goes_from_one_division_to_another_below_the_first_line_crosses_too(played):
    cut(played, 1, 4, 8)
    rows = standings_of(played).rows
    sixth, twelfth = (rows[place - 1].player for place in (6, 12))
    people = {player.pk: player for player in played.players.all()}
    effect = effect_of(played, people[sixth.id], people[twelfth.id])
    crossing = {shift.player.id: (shift.old_division, shift.division) for shift in effect.shifts if shift.crosses}
    assert crossing[sixth.id] == (2, 3) and crossing[twelfth.id] == (3, 2)
    assert effect.cut_changes
    assert not any(shift.is_in or shift.was_in for shift in effect.shifts if shift.crosses)


def test_those_tied_across_the_line_are_on_neither_side():
    tournament, people = small_event()
    play(tournament, 1, {1: (45_200, 31_100, 25_700, 18_000), 2: (45_200, 31_100, 25_700, 18_000)})
    cut(tournament, 1)
    effect = effect_of(tournament, people[1], people[3])
    assert {shift.player.id for shift in effect.shifts if shift.is_in is None} == {people[0].pk, people[4].pk}
    assert effect.after.tied


def test_a_decision_about_a_tie_that_is_none_any_more_is_named():
    tournament, people = small_event()
    play(tournament, 1, {1: (45_200, 31_100, 25_700, 18_000), 2: (45_200, 31_100, 25_700, 18_000)})
    act = Act(by=None, at=MORNING, reason="by lot", submission=uuid4())
    decide_tie(tournament=tournament, after=1, order=[people[4], people[0]], referee="Mina", act=act)
    assert [one.order for one in effect_of(tournament, people[0], people[1]).lost_ties] == [
        (people[4].pk, people[0].pk)
    ]
    assert effect_of(tournament, people[1], people[2]).lost_ties == ()
    assert effect_of(tournament, people[0], people[4]).lost_ties == ()


def test_the_arcs_go_up_for_who_rises_and_down_for_who_falls(played):
    cut(played, 4)
    one, other = winner_and_loser(played)
    strip = effect_of(played, one, other).strip
    assert (strip.count, strip.line, strip.width) == (16, 4, 16 * 34)
    up, down = strip.arcs
    assert (up.rises, down.rises) == (True, False)
    assert up.path == "M527 54C527 10 17 10 17 54"
    assert up.name == other.name.rpartition(" ")[2]
    kinds = {place: kind for place, _x, kind in strip.cells if kind}
    assert kinds == {1: "up", 16: "down"}
    assert strip.line_x == 4 * 34


def test_nobody_who_moves_needs_no_arc(played):
    one = seated_at(played, 1)[0]
    effect = correction(played, {one.pk: seated_at(played, 2)[0].pk}, 2)
    assert effect.strip is None
    assert not effect.order_changes
