"""A ranking from the database: the figures of the example, and that a ranking hides what an event hides."""

from datetime import date
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.rankings.ranking import two_decimals
from tests.tournament.rankings.rows import (
    act,
    finished_event,
    link,
    make_person,
    make_ranking,
    small_ranking,
    zofias_ranking,
)
from tests.tournament.rankings.seasons import EMA, JANUARY, NOVEMBER, zofia
from tournament.core.models import Tournament
from tournament.persons import actions as persons_actions
from tournament.persons.models import PersonAct, PersonLink
from tournament.rankings.actions import freeze, give_penalty
from tournament.rankings.event_results import final_results, forget_results
from tournament.rankings.person_rows import named_rows
from tournament.rankings.queries import administration_of, frozen_reckoning, matter_of, people_in, reckoning_of

pytestmark = pytest.mark.django_db
YEAR = date(2026, 12, 31)


def names(ranking, on=YEAR):
    found = reckoning_of(ranking, on)
    return [(one.row.place, one.person.name) for one in named_rows(found, people_in(found))]


@pytest.mark.slow("eleven events of up to 200 players")
def test_the_example_has_its_figures_through_the_database():
    ranking, person = zofias_ranking()
    for on, value in ((NOVEMBER, "911.59"), (JANUARY, "909.14")):
        (row,) = reckoning_of(ranking, on).rows
        assert (row.person, two_decimals(row.ranking, EMA)) == (str(person.pk), value)
    found = reckoning_of(ranking, NOVEMBER)
    assert [(one.own, one.age) for one in found.counting] == [(one.own, one.age) for one in zofia().counting]


def test_results_of_an_event_are_places_totals_and_what_a_weight_follows_from():
    event = finished_event(days=2)
    found = final_results(event)
    assert (found.slug, found.name, found.ended, found.days) == (event.slug, "Small Open", date(2026, 9, 13), 2)
    assert (found.players, found.substitutes, found.countries) == (4, 0, 1)
    assert [(one.place, one.total) for one in found.places] == [(1, 40_000), (2, 30_000), (3, 20_000), (4, 10_000)]


def test_a_season_adds_up_the_best_of_each_person():
    ranking, _, _ = small_ranking(["Ann", "Bob", "Cleo", "Dan"], ["Bob", "Ann", "Dan", "Eve"])
    assert names(ranking) == [(1, "Ann"), (1, "Bob"), (3, "Dan"), (4, "Cleo"), (5, "Eve")]


def test_a_ranking_hides_what_an_event_hides():
    ranking, (_first, second), _ = small_ranking(["Ann", "Bob", "Cleo", "Dan"], ["Bob", "Ann", "Dan", "Eve"])
    for hidden in ({"is_public": False}, {"standings_public": False}, {"hidden_from": 1}, {"shown_places": 2}):
        seen = {name: getattr(second, name) for name in hidden}
        Tournament.objects.filter(pk=second.pk).update(**hidden, edition=second.edition + 1)
        forget_results()
        matter = matter_of(ranking)
        assert [one.name for one in matter.contests] == ["Open 1"], hidden
        assert matter.hidden == 1
        assert "Eve" not in dict(map(reversed, names(ranking)))
        Tournament.objects.filter(pk=second.pk).update(**seen)


def test_provisional_results_do_not_count():
    ranking, (event,), _ = small_ranking(["Ann", "Bob", "Cleo", "Dan"])
    Tournament.objects.filter(pk=event.pk).update(protest_minutes=30, edition=event.edition + 1)
    assert matter_of(ranking).hidden == 1


def test_an_event_without_days_cannot_be_ranked_and_is_named():
    ranking, (event,), _ = small_ranking(["Ann", "Bob", "Cleo", "Dan"])
    Tournament.objects.filter(pk=event.pk).update(first_day=None, last_day=None, edition=event.edition + 1)
    matter = matter_of(ranking)
    assert (matter.contests, matter.without_days, matter.hidden) == ((), ("Open 1",), 0)


def test_players_without_a_person_are_counted_and_do_not_rank():
    event = finished_event()
    link(make_person("Bob"), event)
    ranking = make_ranking(event, rule="best-3-of-4")
    (unknown,) = matter_of(ranking).unknown
    assert (unknown.name, unknown.slug, unknown.count) == ("Small Open", event.slug, 3)
    assert names(ranking) == [(1, "Bob")]


def test_of_two_results_of_one_person_in_an_event_the_better_one_counts():
    event = finished_event()
    bob = make_person("Bob")
    link(bob, event)
    link(bob, event, "Dan")
    (row,) = reckoning_of(make_ranking(event, rule="best-3-of-4"), YEAR).rows
    assert [one.place for one in row.calculation.results] == [2]


def test_what_an_event_does_not_know_is_given_with_it():
    event = finished_event()
    link(make_person("Ann"), event)
    ranking = make_ranking(event, **{"Small Open": {"days": 3, "qualification": True, "weight": "3/2"}})
    (contest,) = matter_of(ranking).contests
    assert (contest.days, contest.qualification, str(contest.weight)) == (3, True, "3/2")


def queries_of(ranking):
    with CaptureQueriesContext(connection) as caught:
        found = reckoning_of(ranking, YEAR)
        named_rows(found, people_in(found))
    return len(caught)


def test_queries_do_not_grow_with_events_or_people():
    four = ["Ann", "Bob", "Cleo", "Dan"]
    few, _, _ = small_ranking(four)
    many, _, _ = small_ranking(
        *[[*four, *(f"P{n}" for n in range(4 * size))] for size in range(1, 4)], club=few.club, name="B"
    )
    for ranking in (few, many):
        reckoning_of(ranking, YEAR)  # reads the results of each event, once
    assert queries_of(few) == queries_of(many) <= 6


def test_the_results_of_an_event_are_read_once_for_each_edition(django_assert_num_queries):
    event = finished_event()
    final_results(event)
    with django_assert_num_queries(0):
        final_results(event)
    Tournament.objects.filter(pk=event.pk).update(edition=event.edition + 1)
    event.refresh_from_db()
    with CaptureQueriesContext(connection) as caught:
        final_results(event)
    assert 0 < len(caught) < 10


def merge(one, other):
    values = persons_actions.PersonValues.of(one)
    choice = persons_actions.MergeChoice(values=values)
    persons_actions.merge(one=one, other=other, choice=choice, act=act("one person"))


def test_who_is_hidden_after_two_merges_is_not_named_by_the_entry_between():
    first, second, third = (make_person("Ann", "PL") for _ in range(3))
    event = finished_event()
    link(third, event)
    ranking = make_ranking(event, rule="best-3-of-4")
    frozen = freeze(ranking=ranking, on=NOVEMBER, act=act())
    merge(second, third)
    merge(first, second)
    shown = people_in(frozen_reckoning(frozen))[str(third.pk)]
    assert (shown.key, shown.name) == (str(third.pk), "Ann")
    found = frozen_reckoning(frozen)
    assert [one.country for one in named_rows(found, people_in(found))] == ["PL"]
    persons_actions.hide(person=first, is_hidden=True, act=act())
    hidden = people_in(found)[str(third.pk)]
    assert (hidden.key, hidden.name) == ("", "Player hidden")
    assert [one.country for one in named_rows(found, people_in(found))] == [""]


def test_a_penalty_stays_with_a_person_who_is_merged_and_goes_back_when_that_is_undone():
    first, second = make_person("Ann"), make_person("Ann")
    event = finished_event()
    link(second, event)
    ranking = make_ranking(event, rule="best-3-of-4")
    give_penalty(ranking=ranking, person=second, amount=5_000, day=date(2026, 9, 14), act=act("late"))
    for change in (lambda: None, lambda: merge(first, second), undo_last):
        change()
        (row,) = reckoning_of(ranking, YEAR).rows
        assert (row.calculation.penalties, row.calculation.value) == (5_000, 35_000)
    merge(first, second)
    shown = administration_of(ranking, YEAR)
    assert [one.name for one in shown.penalties] == ["Ann"]
    assert shown.people == [(str(first.pk), "Ann")]


def undo_last():
    persons_actions.undo(done=PersonAct.objects.first(), act=act())


def test_a_place_is_shared_with_who_is_no_person_too():
    event = finished_event(names=("Ann", "Bob", "Cleo", "Dan"))
    event.players.filter(name="Bob").update(carried=40_000)
    Tournament.objects.filter(pk=event.pk).update(edition=event.edition + 1)
    ann, bob = make_person("Ann"), make_person("Bob")
    link(ann, event)
    ranking = make_ranking(event, rule="points-by-place")
    worths = []
    for _time in range(2):
        found = reckoning_of(ranking, YEAR).by_person[str(ann.pk)]
        worths.append(found.calculation.value)
        PersonLink.objects.get_or_create(player=event.players.get(name="Bob"), person=bob)
    assert worths == [Fraction(25 + 18, 2)] * 2
