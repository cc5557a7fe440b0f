"""Two registrars decide about the same persons at one moment: one does it, and the other hears of that."""

from collections import Counter

import pytest
from django.db import IntegrityError, transaction

from tests.factories import MORNING, make_user
from tests.tournament.persons.test_actions import event, found, two_persons
from tests.tournament.test_races import at_once
from tournament.core.audit import Act
from tournament.core.messages import Conflict
from tournament.persons import actions
from tournament.persons.actions import MergeChoice, PersonValues
from tournament.persons.models import Person, PersonAct, PersonLink, PersonVerb
from tournament.persons.queries import newest_act, of_today, persons

pytestmark = pytest.mark.django_db(transaction=True)
CHOICE = MergeChoice(values=PersonValues(name="Anna Brandt"))


def act_of(name, base=None):
    return Act(by=make_user(name=name), at=MORNING, base=base)


def merge(one, other, act):
    return lambda: actions.merge(one=one, other=other, choice=CHOICE, act=act).pk


def kinds(results):
    return Counter(type(one).__name__ for one in results)


def test_of_four_who_merge_the_same_two_one_does_and_the_others_hear_who():
    one, other = two_persons()
    results = at_once([merge(one, other, act_of(name)) for name in ("Mina", "Jonas", "Ewa", "Tom")])
    assert kinds(results) == {"int": 1, "Conflict": 3}
    done = PersonAct.objects.get(what=PersonVerb.MERGED)
    assert {str(error) for error in results if isinstance(error, Conflict)} == {f"{done.by} merged these a minute ago."}
    assert [link.person_id for link in PersonLink.objects.all()] == [one.pk, one.pk]


def test_a_merge_and_its_contrary_are_not_both_done():
    one, other = two_persons()
    seen = newest_act(one, other)

    def apart():
        actions.tell_apart(one=one, other=other, act=act_of("Jonas", seen))

    results = at_once([merge(one, other, act_of("Mina", seen)), apart])
    assert kinds(results) in ({"int": 1, "Conflict": 1}, {"Conflict": 1, "NoneType": 1})
    done = PersonAct.objects.filter(what__in=(PersonVerb.MERGED, PersonVerb.APART))
    assert done.count() == 1


def test_merges_that_have_a_person_in_common_leave_nobody_in_a_circle():
    one, other = two_persons()
    third, _players = event("Third", "Kim Min-jun")
    found(third)
    kim = persons().get(name="Kim Min-jun")
    results = at_once([merge(*pair, act_of("Mina")) for pair in ((one, other), (other, kim), (kim, one))])
    assert set(kinds(results)) <= {"int", "Conflict"}
    today = {of_today(person).pk for person in Person.objects.all()}
    assert (
        today == set(persons().values_list("pk", flat=True)) >= set(PersonLink.objects.values_list("person", flat=True))
    )


def test_a_player_is_one_person_whoever_decides_at_once():
    first, _players = event("First", "Anna Rossi", "Luc Moreau")
    found(first)
    _second, (player,) = event("Second", "Anna Rossi")
    anna, luc = persons().order_by("name")
    results = at_once(
        [
            lambda: actions.link(player=player, person=anna, act=act_of("Mina")),
            lambda: actions.link(player=player, person=luc, act=act_of("Jonas")),
            lambda: actions.make_person(player=player, apart_from=anna, act=act_of("Ewa")).pk,
        ]
    )
    errors = [one for one in results if isinstance(one, Conflict)]
    assert [str(one) for one in errors] == ["Somebody else has decided this meanwhile."] * 2
    assert PersonLink.objects.filter(player=player).count() == 1


def test_players_of_two_events_are_found_at_once_and_a_number_makes_one_person():
    rows = [{"name": f"Player {chr(at)}", "ema_number": f"0510017{at - 65}"} for at in range(65, 71)]
    events = [event(name, *rows)[0] for name in ("First", "Second")]
    at_once([lambda one=one: found(one) for one in (*events, *events)])
    assert (persons().count(), PersonLink.objects.count()) == (6, 12)


def test_the_database_itself_keeps_one_person_of_a_number_and_one_link_of_a_player():
    tournament, (player,) = event("First", {"name": "Anna Rossi", "ema_number": "05100170"})
    found(tournament)
    for guarded in (
        lambda: Person.objects.create(name="Anna", ema_number="05100170", made_at=MORNING),
        lambda: PersonLink.objects.create(person=Person.objects.create(name="Anna", made_at=MORNING), player=player),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            guarded()
