"""Everything that is given out of events and rankings, before a merge, after it, and after it was undone."""

from datetime import date

import pytest
import time_machine
from django.urls import reverse

from tests.factories import MORNING, make_user
from tests.tournament.api.events import token_for
from tests.tournament.persons.events import finished_event
from tests.tournament.rankings.rows import act, link, make_person, make_ranking
from tournament.api.ranking_views import RANKING_RESOURCES
from tournament.api.resources import RESOURCES, STAFF_KEYS
from tournament.persons import actions
from tournament.persons.actions import MergeChoice, PersonValues
from tournament.persons.models import PersonAct, PersonVerb
from tournament.rankings.actions import freeze

pytestmark = pytest.mark.django_db

FROZEN, ON = date(2026, 3, 31), date(2026, 12, 31)


def given_out(client, event, token):
    """Every file and answer of an event, by address; one file has all lists as CSV."""
    places = [reverse(name, args=[event.slug]) for name in ("export_workbook", "export_zip", "event_export")]
    places += [reverse(f"api_{key}", args=[event.slug]) for key in ("tournament", "sheets", *RESOURCES, *STAFF_KEYS)]
    return answers(client, places, token)


def of_ranking(client, ranking, on):
    """Every file and answer of a ranking of a day, by address."""
    places = [reverse(name, args=[ranking.slug]) for name in ("ranking_csv", "ranking_xlsx")]
    places += [reverse(f"api_ranking_{key}", args=[ranking.slug]) for key in RANKING_RESOURCES]
    return answers(client, [f"{place}?on={on}" for place in places])


def answers(client, places, headers=None):
    found = {}
    for place in dict.fromkeys(places):
        answer = client.get(place, headers=headers)
        assert answer.status_code in (200, 404), place  # 404 of what an event does not have, as a league
        found[place] = answer.getvalue()
    return found


@pytest.fixture
def season():
    """Two events, in one of which Anna was entered as Ann; a ranking of both, frozen after the first."""
    events, people = [], {}
    for number, names in enumerate((("Ann", "Bob", "Cleo", "Dan"), ("Anna", "Bob", "Cleo", "Dan"))):
        day = date(2026, number + 3, 10)
        event = finished_event(f"Open {number}", [{"name": one} for one in names], days=(day, day), seed=number)
        for name in names:
            link(people.setdefault(name, make_person(name, "PL")), event)
        events.append(event)
    ranking = make_ranking(*events, rule="points-by-place")
    freeze(ranking=ranking, on=FROZEN, act=act())
    return events[0], people, ranking


@pytest.mark.slow("every file of an event, three times")
def test_a_merge_changes_no_file_of_an_event_and_its_undo_none_of_a_ranking(client, season):
    event, people, ranking = season
    client.force_login(make_user(superuser=True))
    token = token_for(event)

    def everything():
        with time_machine.travel(MORNING, tick=False):  # a workbook says when it was made
            return given_out(client, event, token), *(of_ranking(client, ranking, on) for on in (FROZEN, ON))

    before = of_event, frozen, asked = everything()
    choice = MergeChoice(values=PersonValues(name="Anna", country="PL"))
    actions.merge(one=people["Ann"], other=people["Anna"], choice=choice, act=act())
    of_merged, frozen_then, merged = everything()
    assert of_merged == of_event
    table, *_others = asked
    assert (asked[table].count(b"\n"), merged[table].count(b"\n")) == (6, 5)
    renamed = {place: content.replace(b"Ann,", b"Anna,") for place, content in frozen.items()}
    (frozen_table, *_others) = frozen
    assert frozen_then[frozen_table] == renamed[frozen_table]
    actions.undo(done=PersonAct.objects.get(what=PersonVerb.MERGED), act=act())
    assert everything() == before
