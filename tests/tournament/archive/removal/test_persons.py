"""What is removed of a player or an event is in no link and no person any more."""

from datetime import date

import pytest

from tests.factories import MORNING
from tests.tournament.persons.events import finished_event
from tournament.archive.removal.actions import delete_event, remove_everywhere, remove_person
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.persons import actions
from tournament.persons.models import Person, PersonAct, PersonLink
from tournament.persons.queries import persons
from tournament.players.models import Player

ACT = Act(by=None, at=MORNING, reason="asked")
PEOPLE = [{"name": name, "ema_number": f"0510{n:04}"} for n, name in enumerate(("Anna Rossi", "Luc", "Tom", "Ewa"))]
pytestmark = pytest.mark.django_db


@pytest.fixture
def events():
    made = []
    for n, name in enumerate(("First", "Second"), 1):
        made.append(finished_event(name, PEOPLE, days=(date(2026, n, 1), date(2026, n, 2)), seed=n))
        actions.find_persons(tournament=made[-1], act=ACT)
    return made


def anna_in(event):
    return Player.objects.get(tournament=event, number=1)


def test_a_player_whose_data_are_removed_is_nobodys_and_the_last_one_takes_the_person_along(events):
    first, second = events
    person = persons().get(name="Anna Rossi")
    remove_person(player=anna_in(first), act=ACT)
    assert [link.player.tournament for link in PersonLink.objects.filter(person=person)] == [second]
    assert persons().get(pk=person.pk).name == "Anna Rossi"
    remove_person(player=anna_in(second), act=ACT)
    assert "Anna" not in repr([list(Person.objects.values()), list(PersonAct.objects.values())])


def test_a_person_is_removed_in_every_event_and_the_results_stay_valid(events):
    person = persons().get(name="Anna Rossi")
    remove_everywhere(person=person, act=ACT)
    assert [anna_in(event).name for event in events] == ["Player 1", "Player 1"]
    assert "Anna" not in repr([list(Person.objects.values()), list(PersonAct.objects.values())])
    for event in events:
        event.refresh_from_db()
        assert list(findings(event)) == []


def test_somebody_whose_events_are_gone_is_removed_too(events):
    person = anna_in(events[0]).person_link.person
    for event in events:
        delete_event(tournament=event, typed=event.name, act=ACT)
    remove_everywhere(person=person, act=ACT)
    person.refresh_from_db()
    assert person.erased_at is not None and "Anna" not in person.name


def test_a_deleted_event_leaves_no_link_and_its_people_stay(events):
    delete_event(tournament=events[0], typed="First", act=ACT)
    assert PersonLink.objects.count() == 4
    assert persons().count() == 4
