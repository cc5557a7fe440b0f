"""The staff's pages of persons: the list, the queue, one person, the players of an event."""

from datetime import date

import pytest
from django.urls import reverse

from tests.factories import MORNING, PASSWORD, make_staff, make_user
from tests.tournament.persons.events import finished_event
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.persons import actions
from tournament.persons.models import Person, PersonAct, PersonLink, PersonVerb
from tournament.persons.queries import persons
from tournament.players.models import Player

ACT = Act(by=None, at=MORNING)
ROWS = [
    {"name": "Anna Krawczyk", "country": "PL", "ema_number": "05100170"},
    {"name": "Luc Moreau", "country": "FR"},
    {"name": "Søren Holm", "country": "DK"},
    {"name": "山田 太郎", "reading": "やまだ たろう", "country": "JP"},
]
LATER = [
    {"name": "Anna Brandt", "country": "PL", "ema_number": "05100170"},
    {"name": "Luc Moreau", "country": "FR"},
    {"name": "Søren Holm", "country": "SE"},
    {"name": "Tom Okafor"},
]
pytestmark = pytest.mark.django_db
QUEUE = "/manage/persons/same/"


@pytest.fixture
def first(db):
    event = finished_event("First", ROWS, days=(date(2025, 5, 1), date(2025, 5, 2)))
    actions.find_persons(tournament=event, act=ACT)
    return event


@pytest.fixture
def second(first):
    return finished_event("Second", LATER)


@pytest.fixture
def anna(client, first):
    user = make_staff(first, Role.ORGANISER, name="Anna")
    client.force_login(user)
    return user


def person(name):
    return persons().get(name=name)


def with_password(client, user):
    user.set_password(PASSWORD)
    user.save()
    client.force_login(user)


def pairs(client):
    context = client.get(QUEUE, {"all": ""}, follow=True).context
    return {
        (band.value, one.first.name, one.second.name) for band, _n, shown, _more in context["bands"] for one in shown
    }


def texts(response):
    return [str(message) for message in response.context["messages"]]


def test_the_list_finds_a_name_in_any_spelling_and_a_number(client, anna):
    for text, name in [
        ("soren", "Søren Holm"),
        ("moreau luc", "Luc Moreau"),
        ("05100170", "Anna Krawczyk"),
        ("やまだ", "山田 太郎"),
    ]:
        found = client.get(reverse("persons"), {"q": text}).context["table"].data
        assert [one.name for one in found] == [name]
    page = client.get(reverse("persons"), {"q": "nobody"})
    assert "No person matches" in page.content.decode()


def test_the_list_names_events_whose_players_have_no_person_yet(client, anna, second):
    make_staff_of = second.memberships.create(user=anna, role=Role.ORGANISER)
    assert "4 players of Second have no person yet." in client.get(reverse("persons")).content.decode()
    page = client.get(reverse("persons_of_event", args=["second"]))
    finding = page.context["finding"]
    assert (len(finding.known), len(finding.new), len(finding.doubts)) == (0, 2, 2)
    done = client.post(reverse("persons_of_event", args=["second"]), follow=True)
    assert texts(done) == ["Known: 0. New: 2. To decide: 2."]
    assert "have no person yet" not in client.get(reverse("persons")).content.decode()
    assert "Every player has a person" not in client.get(reverse("persons_of_event", args=["second"])).content.decode()
    make_staff_of.delete()


def test_the_queue_asks_in_three_bands_and_an_answer_is_remembered(client, anna, second):
    actions.find_persons(tournament=second, act=ACT)
    assert pairs(client) == {
        ("certain", "Anna Krawczyk", "Anna Brandt"),
        ("likely", "Luc Moreau", "Luc Moreau"),
    }
    luc = Player.objects.get(tournament=second, name="Luc Moreau")
    key = f"{person('Luc Moreau').pk}-player{luc.pk}"
    done = client.post(QUEUE, {"pair": key, "do": "merge"}, follow=True)
    assert texts(done) == ["Luc Moreau is known now."]
    assert luc.person_link.person == person("Luc Moreau")
    brandt = Player.objects.get(tournament=second, name="Anna Brandt")
    key = f"{person('Anna Krawczyk').pk}-player{brandt.pk}"
    done = client.post(QUEUE, {"pair": key, "do": "apart"}, follow=True)
    assert texts(done) == ["Anna Krawczyk and Anna Brandt are two people."]
    assert pairs(client) == set()
    assert "No doubts" in client.get(QUEUE).content.decode()
    apart = PersonAct.objects.get(what=PersonVerb.APART)
    client.post(QUEUE, {"do": "undo", "act": apart.pk})
    assert pairs(client) == {("certain", "Anna Krawczyk", "Anna Brandt")}


def test_two_persons_are_merged_with_a_day_and_the_merge_is_undone(client, anna, second):
    actions.find_persons(tournament=second, act=ACT)
    brandt = Player.objects.get(tournament=second, name="Anna Brandt")
    own = actions.make_person(player=brandt, apart_from=person("Luc Moreau"), act=ACT)
    key = f"{person('Anna Krawczyk').pk}-{own.pk}"
    page = client.get(QUEUE, {"pair": key})
    assert page.context["pair"].middle == date(2025, 11, 8)
    sent = {"pair": key, "do": "merge", "name": "1", "ema_number": "0", "why": "changed", "since": ""}
    assert client.post(QUEUE, sent).status_code == 422
    done = client.post(QUEUE, sent | {"since": "2025-11-08"}, follow=True)
    assert texts(done) == ["Merged: Anna Brandt."]
    assert [(one.name, one.from_day) for one in person("Anna Brandt").names.all()] == [
        ("Anna Krawczyk", None),
        ("Anna Brandt", date(2025, 11, 8)),
    ]
    assert client.get(reverse("person", args=[own.pk])).url == reverse("person", args=[person("Anna Brandt").pk])
    act = PersonAct.objects.get(what=PersonVerb.MERGED)
    assert texts(client.post(QUEUE, {"do": "undo", "act": act.pk}, follow=True)) == ["Undone."]
    assert person("Anna Krawczyk").names.count() == 0


def test_who_is_slower_hears_who_merged_the_pair(client, anna, second):
    actions.find_persons(tournament=second, act=ACT)
    tom = person("Tom Okafor")
    key = f"{person('Luc Moreau').pk}-{tom.pk}"
    sent = {"pair": key, "do": "merge", "name": "0", "country": "0", "why": "misspelt"}
    client.post(QUEUE, sent)
    client.force_login(make_user("ben", superuser=True))
    assert texts(client.post(QUEUE, sent, follow=True))[-1] == "Anna merged these a minute ago."
    assert texts(client.post(QUEUE, sent | {"pair": "x-y"}, follow=True)) == ["One of the two is not there any more."]


def test_two_who_play_in_one_event_have_no_button_to_merge(client, anna):
    key = f"{person('Luc Moreau').pk}-{person('Søren Holm').pk}"
    page = client.get(QUEUE, {"one": person("Luc Moreau").pk, "other": person("Søren Holm").pk})
    assert "Both played hanchan 1, 2 of First" in page.content.decode()
    assert 'value="merge"' not in page.content.decode()
    client.post(QUEUE, {"pair": key, "do": "merge"})
    assert PersonAct.objects.filter(what=PersonVerb.MERGED).count() == 0


def test_a_conflict_asks_which_number_is_wrong(client, anna, first):
    rows = [{"name": "Tom Okafor", "ema_number": "05100170"}, *ROWS[1:]]
    other = finished_event("Other", rows)
    actions.find_persons(tournament=other, act=ACT)
    assert ("conflict", "Anna Krawczyk", "Tom Okafor") in pairs(client)
    tom = Player.objects.get(tournament=other, name="Tom Okafor")
    page = client.get(QUEUE, {"pair": f"{person('Anna Krawczyk').pk}-player{tom.pk}"}).content.decode()
    assert "Which number is wrong?" in page
    assert 'value="merge"' not in page


def test_a_person_is_corrected_renamed_hidden_and_shown(client, anna):
    address = reverse("person_edit", args=[person("Luc Moreau").pk])
    fixed = {"do": "fix", "fix-name": " Luc  Morau ", "fix-country": "Japan", "fix-ema_number": "5100171"}
    assert client.post(address, fixed).status_code == 302
    luc = person("Luc Morau")
    assert (luc.country, luc.ema_number) == ("JP", "05100171")
    assert client.post(address, fixed | {"fix-country": "Nowhere", "fix-ema_number": "x"}).status_code == 422
    taken = client.post(address, fixed | {"fix-ema_number": "05100170"})
    assert "Anna Krawczyk has the number 05100170" in taken.content.decode()
    renamed = {"do": "rename", "rename-name": "Luc Martin", "rename-country": "FR", "rename-since": "2025-12-01"}
    assert client.post(address, renamed).status_code == 302
    assert "Since 1 December 2025" in client.get(address).content.decode()
    for step, is_hidden in (("hide", True), ("show", False)):
        client.post(address, {"do": step})
        assert Person.objects.get(pk=luc.pk).is_hidden is is_hidden
    act = PersonAct.objects.get(what=PersonVerb.RENAMED)
    client.post(address, {"do": "undo", "act": act.pk})
    assert person("Luc Morau").names.count() == 0
    assert texts(client.post(address, {"do": "clubs"}, follow=True))[-1] == "Choose a club."


def test_a_player_who_was_taken_for_somebody_else_is_separated(client, anna, second):
    actions.find_persons(tournament=second, act=ACT)
    luc = Player.objects.get(tournament=second, name="Luc Moreau")
    actions.link(player=luc, person=person("Luc Moreau"), act=ACT)
    client.post(reverse("person_edit", args=[luc.person_link.person_id]), {"do": "separate", "player": luc.pk})
    assert (
        PersonLink.objects.get(player=luc).person
        != PersonLink.objects.get(player__tournament__name="First", player__name="Luc Moreau").person
    )


def test_who_organises_nothing_sees_no_person(client, first):
    client.force_login(make_user("stranger"))
    for address in (reverse("persons"), QUEUE, reverse("person_edit", args=[person("Luc Moreau").pk])):
        assert client.get(address).status_code == 403
    assert "/manage/persons/" not in client.get("/").content.decode()
    client.force_login(make_staff(first, Role.ORGANISER))
    assert "/manage/persons/" in client.get("/").content.decode()


def test_the_data_of_a_person_are_removed_in_every_event(client, anna, first):
    who = person("Anna Krawczyk")
    address = reverse("person_remove", args=[who.pk])
    with_password(client, make_user("owner", superuser=True))
    assert "This cannot be undone" in client.get(address).content.decode()
    assert client.post(address, {"reason": ""}).status_code == 422
    assert client.post(address, {"reason": "asked", "password": PASSWORD}).status_code == 302
    player = Player.objects.get(tournament=first, number=1)
    assert (player.name, player.ema_number) == ("Player 1", "")
    assert Person.objects.get(pk=who.pk).name == f"Person {who.pk}"
    assert client.get(reverse("person_edit", args=[who.pk])).status_code == 404
    assert client.get(reverse("person", args=[who.pk])).status_code == 404


def test_the_data_of_a_person_are_not_removed_by_who_does_not_organise_the_event(client, anna, second):
    actions.find_persons(tournament=second, act=ACT)
    address = reverse("person_remove", args=[person("Tom Okafor").pk])
    with_password(client, anna)
    answer = client.post(address, {"reason": "asked", "password": PASSWORD})
    assert answer.status_code == 422
    assert "Second, which you do not organise" in answer.content.decode()


def test_the_names_of_a_pair_stand_beside_its_events_on_a_desk_and_above_them_on_a_phone(client, anna):
    one, other = persons()[:2]
    desk, phone = client.get(QUEUE, {"one": one.pk, "other": other.pk}).context["pair"].drawings
    assert (desk.is_wide, phone.is_wide) == (True, False)
    assert [line.name_y < line.y for line in (*desk.lines, *phone.lines)] == [False, False, True, True]
    assert [len(line.dots) for line in (*desk.lines, *phone.lines)] == [1, 1, 1, 1]


def test_finding_persons_is_undone_on_the_page_of_the_event(client, anna, second):
    make_staff_of = second.memberships.create(user=anna, role=Role.ORGANISER)
    page = reverse("persons_of_event", args=["second"])
    client.post(page)
    assert "2 players linked." in client.get(page).text
    assert texts(client.post(page, {"do": "undo"}, follow=True)) == ["Undone."]
    assert "players linked." not in client.get(page).text
    make_staff_of.delete()
