"""What *Same person?* says of rankings: the places of two entries, and of the one person that they would be."""

from datetime import date

import pytest
from django.urls import reverse

from tests.factories import make_user
from tests.tournament.rankings.rows import act, finished_event, make_keeper, make_person, make_ranking, small_ranking
from tests.tournament.rankings.test_games import season
from tournament.persons.actions import MergeChoice, PersonValues, merge
from tournament.persons.models import PersonLink
from tournament.rankings import actions
from tournament.rankings.merges import merged_places
from tournament.rankings.queries import reckoning_of

pytestmark = pytest.mark.django_db
ON = date(2026, 12, 31)


@pytest.fixture
def owner():
    return make_user(superuser=True)


def said(first, second, user):
    return [(*one.places, one.merged) for one in merged_places(first, second, ON, make_keeper(user))]


@pytest.fixture
def two():
    """Ann was second once, and third as Anna; the ranking of both events, and the people."""
    ranking, _events, people = small_ranking(
        ("Bob", "Ann", "Cleo", "Dan"), ("Bob", "Cleo", "Anna", "Dan"), rule="points-by-place"
    )
    return ranking, people


def test_the_places_of_two_persons_become_the_place_that_a_merge_then_gives(owner, two):
    ranking, people = two
    actions.give_penalty(ranking=ranking, person=people["Anna"], amount=1, day=date(2026, 1, 1), act=act("Late"))
    ((first, second, merged),) = said(people["Ann"], people["Anna"], owner)
    choice = MergeChoice(values=PersonValues(name="Ann"))
    kept = merge(one=people["Ann"], other=people["Anna"], choice=choice, act=act())
    assert (first, second) == (4, 5)
    assert reckoning_of(ranking, ON).by_person[str(kept.pk)].place == merged == 3


def test_a_player_without_a_person_adds_a_result(owner, two):
    _ranking, people = two
    player = PersonLink.objects.get(person=people["Anna"]).player
    player.person_link.delete()
    player.refresh_from_db()
    assert said(people["Ann"], player, owner) == [(4, None, 2)]


def test_a_ranking_that_says_the_same_is_not_named_and_one_of_others_is_not_computed(owner):
    _league, _people, persons, ranking = season()
    make_ranking(finished_event(), name="Others", rule="best-3-of-4", club=ranking.club)
    assert said(persons["Bob"], make_person("Eve"), owner) == []


def test_the_part_of_the_page_is_for_who_may_keep_both(client, owner, two):
    _ranking, people = two
    address = reverse("persons_same_rankings")
    pair = f"{people['Ann'].pk}-{people['Anna'].pk}"
    client.force_login(make_keeper(owner))
    assert "European riichi ranking" in client.get(address, {"pair": pair}).text
    assert client.get(address, {"pair": "x"}).status_code == 404
    whole = client.get(reverse("persons_same"), {"pair": pair}).text
    assert f"{address}?pair={pair}" in whole
    assert client.get(address, {"pair": f"{people['Ann'].pk}-{people['Bob'].pk}"}).status_code == 404
