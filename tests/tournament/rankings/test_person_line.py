"""The line on a person's page: what the frozen rankings of base ranks said of them."""

from datetime import date

import pytest
from django.utils import timezone

from tests.tournament.persons.events import finished_event
from tests.tournament.rankings.rows import act, link, make_person, make_ranking
from tournament.persons.actions import MergeChoice, PersonValues, merge
from tournament.persons.models import Person
from tournament.rankings import actions
from tournament.rankings.person_line import line_of

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bob", "Cleo", "Dan")


@pytest.fixture
def season():
    """Three events of four persons, each event a month after the one before; a ranking frozen after each."""
    people = {name: make_person(name, "PL") for name in ("Rob", "Robert", *NAMES)}
    events = []
    for month in (8, 9, 10):
        day = date(2026, month, 10)
        event = finished_event(f"Open {month}", [{"name": name} for name in NAMES], days=(day, day), seed=month)
        for name in NAMES:
            link(people[name], event)
        events.append(event)
    ranking = make_ranking(*events)
    for month in (8, 9, 10):
        actions.freeze(ranking=ranking, on=date(2026, month, 28), act=act())
    return people, ranking


def test_the_line_has_each_day_on_which_the_person_had_a_place(season, django_assert_num_queries):
    people, ranking = season
    line = line_of(people["Ann"])
    assert (line.name, line.slug) == (ranking.name, ranking.slug)
    assert [day.month for day, _value in line.steps] == [9, 10]  # two results are needed
    with django_assert_num_queries(2):
        assert line_of(people["Ann"]) == line


def test_no_line_is_drawn_of_a_ranking_that_is_not_public_or_counts_something_else(season):
    people, ranking = season
    assert line_of(make_person("Eve")) is None
    actions.set_details(ranking=ranking, name=ranking.name, is_public=False, act=act())
    assert line_of(people["Ann"]) is None


def test_who_was_merged_twice_has_the_line_of_the_first_entry(season):
    people, _ranking = season
    line = line_of(people["Bob"])
    for older in (people["Robert"], people["Rob"]):
        today = Person.objects.filter(links__player__name="Bob").distinct().get()
        merge(one=older, other=today, choice=MergeChoice(values=PersonValues(name="Bob")), act=act())
        assert line_of(older) == line


def test_the_page_of_a_person_draws_the_line_and_names_its_ranking(client, season, monkeypatch):
    people, ranking = season
    monkeypatch.setattr(timezone, "localdate", lambda: date(2026, 11, 29))
    page = client.get(people["Ann"].get_absolute_url())
    assert page.text.count("career-line") == 2
    assert ranking.get_absolute_url() in page.text
