"""Which entries may be one person, and in which band."""

import pytest

from tests.factories import MORNING, make_tournament, make_user
from tournament.core.audit import Act
from tournament.events.clubs import first_club
from tournament.events.models import Club, ClubEvent, ClubMember
from tournament.persons import actions
from tournament.persons.career_chart import DESK, PHONE
from tournament.persons.likeness import Band, PersonEntry, band_of, same_person_pairs
from tournament.persons.models import PersonLink, PersonName
from tournament.persons.pair import pair_of
from tournament.persons.queries import persons
from tournament.persons.rights import clubs_of
from tournament.players.actions import add_players
from tournament.players.models import Player

ACT = Act(by=None, at=MORNING)


def entry(pk, name, *, country="", number="", reading="", events=()):
    numbers = frozenset([("ema_number", number)]) if number else frozenset()
    return PersonEntry(pk, False, (name,), reading, country, numbers, frozenset(events))


def test_a_name_is_alike_in_any_order_by_its_reading_or_but_for_a_letter():
    anna = entry(1, "Anna Rossi", reading="あんな")
    for name in ("ROSSI Anna", "Anna Rosi"):
        assert anna.is_alike(entry(2, name))
    assert anna.is_alike(entry(2, "安奈", reading="アンナ"))
    assert not anna.is_alike(entry(2, "Anna Krawczyk"))


def test_the_band_is_told_by_the_numbers_and_a_name_in_common():
    anna = entry(1, "Anna Rossi", number="05100170")
    assert band_of(anna, entry(2, "Anna Brandt", number="05100170")) == Band.CERTAIN
    assert band_of(anna, entry(2, "Tom Okafor", number="05100170")) == Band.CONFLICT
    assert band_of(anna, entry(2, "Anna Rossi")) == Band.LIKELY
    assert anna.contradicts(entry(2, "Anna Rossi", number="05100171"))


def event(name, *rows):
    tournament = make_tournament(name)
    add_players(tournament=tournament, rows=list(rows), act=ACT)
    actions.find_persons(tournament=tournament, act=ACT)


def pairs():
    return [(one.first.name, one.second.name, one.band) for one in same_person_pairs()]


@pytest.mark.django_db
def test_two_persons_whose_names_become_alike_are_asked_about_and_answered_for_good():
    event("First", {"name": "Anna Rossi", "country": "IT"})
    event("Second", {"name": "Luc Moreau", "country": "FR"})
    anna, luc = persons()
    assert pairs() == []
    actions.fix(person=luc, values=actions.PersonValues(name="Anna Rosi", country="IT"), act=ACT)
    assert pairs() == [("Anna Rossi", "Anna Rosi", Band.LIKELY)]
    assert same_person_pairs()[0].facts == "IT · 1 + 1 events"
    pair = pair_of(f"{luc.pk}-{anna.pk}", persons(), Player.objects.all())
    assert (pair.key, pair.player, pair.can_merge) == (f"{anna.pk}-{luc.pk}", None, True)
    actions.tell_apart(one=luc, other=anna, act=ACT)
    actions.tell_apart(one=anna, other=luc, act=ACT)
    assert pairs() == []
    event("Third", {"name": "Kim Okafor"})
    kim = persons().get(name="Kim Okafor")
    choice = actions.MergeChoice(values=actions.PersonValues(name="Anna Rosi", country="IT"))
    actions.merge(one=luc, other=kim, choice=choice, act=ACT)
    assert pairs() == []


@pytest.mark.django_db
def test_a_hidden_person_is_not_offered():
    event("First", {"name": "Anna Rossi"})
    event("Second", {"name": "Luc Moreau"})
    anna, luc = persons()
    actions.fix(person=luc, values=actions.PersonValues(name="Anna Rosi"), act=ACT)
    actions.hide(person=anna, is_hidden=True, act=ACT)
    assert pairs() == []


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", "-", "x-y", "1-", "1-playerx", f"{'9' * 30}-1", "1-1", "1-player7"])
def test_a_key_that_names_no_pair_gives_none(key):
    event("First", {"name": "Anna Rossi"})
    assert pair_of(key.replace("1-", f"{persons()[0].pk}-"), persons(), Player.objects.all()) is None


@pytest.mark.django_db
def test_rows_are_told_by_what_people_know_of_them():
    event("First", {"name": "Anna Rossi"})
    anna, tournament = persons()[0], make_tournament("Second")
    actions.rename(person=anna, name="Anna Bianchi", country="", since=MORNING.date(), act=ACT)
    club = first_club()
    club.name = "Utrecht"
    user = make_user(name="Ben Lind")
    member = ClubMember.objects.create(club=club, user=user, role="member")
    assert str(member) == "Ben Lind: member"
    assert str(Club(name="Utrecht")) == "Utrecht"
    assert str(ClubEvent(club=club, tournament=tournament)) == "Utrecht: Second"
    assert str(PersonName.objects.first()) == "Anna Rossi"
    assert str(PersonLink.objects.get()) == "Anna Bianchi: Anna Rossi"
    assert str(persons()[0].acts.first()) == "recorded a change of name: Anna Bianchi"
    assert list(clubs_of(user, to_keep=True)) == []
    assert list(clubs_of(user, to_keep=False)) == [first_club()]
    assert DESK.width > PHONE.width
