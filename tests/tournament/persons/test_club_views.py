"""Clubs: one from the start, and pages about them only for the owner until there is a second one."""

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_staff, make_tournament, make_user
from tournament.core.audit import Act
from tournament.core.models import Role, Tournament
from tournament.events.clubs import club_of, first_club, has_several_clubs
from tournament.events.models import Club, ClubMember
from tournament.persons import actions
from tournament.persons.club_actions import add_club
from tournament.persons.models import Person, PersonLink
from tournament.persons.queries import persons
from tournament.persons.rights import players_to_link
from tournament.players.actions import add_players

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@pytest.fixture(autouse=True)
def club():
    """The club that there is from the start; a test beside this one may have emptied the database."""
    return first_club()


@pytest.fixture
def owner(client):
    user = make_user("owner", superuser=True)
    client.force_login(user)
    return user


def event(name, *people):
    tournament = make_tournament(name)
    add_players(tournament=tournament, rows=[{"name": one} for one in people], act=ACT)
    return tournament


def test_there_is_one_club_from_the_start_and_everything_belongs_to_it():
    assert Club.objects.count() == 1
    assert not has_several_clubs()
    assert club_of(make_tournament()) == first_club()


def test_the_owner_makes_a_second_club_with_members_and_events(client, owner):
    address, ben = reverse("person_clubs"), make_user("ben")
    assert client.post(address, {"do": "add", "name": "Warsaw Riichi"}).status_code == 302
    club = Club.objects.get(slug="warsaw-riichi")
    first = first_club()
    member = {f"member{club.pk}-user": "ben", f"member{club.pk}-role": "keeper"}
    assert client.post(address, {"do": "member", "club_id": club.pk, **member}).status_code == 302
    assert ClubMember.objects.get().user == ben
    named = {"do": "name", "club_id": first.pk, f"name{first.pk}-name": "Utrecht"}
    assert client.post(address, named).status_code == 302
    assert first_club().name == "Utrecht"
    tournament = make_tournament()
    assert client.post(address, {"do": "event", "event": tournament.slug, "club": club.pk}).status_code == 302
    assert club_of(tournament) == club
    nobody = {f"member{club.pk}-user": "nobody", f"member{club.pk}-role": "keeper"}
    wrong = client.post(address, {"do": "member", "club_id": club.pk, **nobody})
    assert (wrong.status_code, "Nobody has this sign-in name." in wrong.content.decode()) == (422, True)
    left = {"do": "leave", "club_id": club.pk, "member": ClubMember.objects.get().pk}
    assert client.post(address, left).status_code == 302
    assert not ClubMember.objects.exists()
    assert add_club(name="Warsaw Riichi").slug == "warsaw-riichi-2"


def test_only_the_owner_sees_the_page_of_clubs(client):
    client.force_login(make_staff(make_tournament(), Role.ORGANISER))
    assert client.get(reverse("person_clubs")).status_code == 403


def test_with_two_clubs_keepers_change_their_persons_and_members_see_them(client, owner):
    here, there = event("Here", "Anna Rossi"), event("There", "Luc Moreau")
    club = add_club(name="Second")
    client.post(reverse("person_clubs"), {"do": "event", "event": there.slug, "club": club.pk})
    for one in (here, there):
        actions.find_persons(tournament=one, act=ACT)
    luc, anna = persons().get(name="Luc Moreau"), persons().get(name="Anna Rossi")
    organiser, keeper, member = make_staff(here, Role.ORGANISER), make_user("keeper"), make_user("member")
    ClubMember.objects.create(club=club, user=keeper, role="keeper")
    ClubMember.objects.create(club=club, user=member, role="member")
    expected = {organiser: (403, 403, 403), keeper: (200, 404, 302), member: (200, 404, 403)}
    for user, (own, other, change) in expected.items():
        client.force_login(user)
        assert client.get(reverse("person_edit", args=[luc.pk])).status_code == own
        assert client.get(reverse("person_edit", args=[anna.pk])).status_code == (other if own == 200 else own)
        assert client.post(reverse("person_edit", args=[luc.pk]), {"do": "hide"}).status_code == change
    client.force_login(owner)
    assert client.get(reverse("person_edit", args=[anna.pk])).status_code == 200
    assert client.get(reverse("person_edit", args=[luc.pk])).status_code == 404
    ClubMember.objects.create(club=club, user=owner, role="keeper")
    client.force_login(member)
    assert "<bdi>owner</bdi> (keeper)" in client.get(reverse("persons")).content.decode()
    client.force_login(owner)
    page = client.get(reverse("person_edit", args=[luc.pk])).content.decode()
    assert "Clubs" in page
    client.post(reverse("person_edit", args=[luc.pk]), {"do": "clubs", "club": [first_club().pk, club.pk]})
    assert Person.objects.get(pk=luc.pk).clubs.count() == 2


def test_who_plays_in_an_event_of_another_club_is_asked_about_there_alone(client, owner):
    here, there = event("Here", "Anna Rossi"), event("There", "Luc Moreau")
    second = add_club(name="Second")
    client.post(reverse("person_clubs"), {"do": "event", "event": there.slug, "club": second.pk})
    for one in (here, there):
        actions.find_persons(tournament=one, act=ACT)
    later = event("Later", "Tom Okafor")
    client.post(reverse("person_clubs"), {"do": "event", "event": later.slug, "club": second.pk})
    actions.find_persons(tournament=later, act=ACT)
    add_players(tournament=later, rows=[{"name": "Anna Rosi"}], act=ACT)
    anna, player = persons().get(name="Anna Rossi"), later.players.get(name="Anna Rosi")
    pair = f"{anna.pk}-player{player.pk}"
    for club, sees in ((first_club(), False), (second, True)):
        keeper = make_user(club.slug)
        ClubMember.objects.create(club=club, user=keeper, role="keeper")
        anna.clubs.add(club)
        client.force_login(keeper)
        answer = client.get(reverse("persons_same"), {"pair": pair})
        assert (answer.context["pair"] is not None, answer.context["count"]) == (sees, int(sees))
        client.post(reverse("persons_same"), {"pair": pair, "do": "merge"})
        assert PersonLink.objects.filter(player=player, person=anna).exists() is sees


def test_a_keeper_of_the_first_club_asks_about_players_of_events_without_a_club(client, owner):
    here = event("Here", "Anna Rossi")
    actions.find_persons(tournament=here, act=ACT)
    add_club(name="Second")
    add_players(tournament=here, rows=[{"name": "Luc Moreau"}], act=ACT)
    keeper, member = make_user("keeper"), make_user("member")
    ClubMember.objects.create(club=first_club(), user=keeper, role="keeper")
    ClubMember.objects.create(club=first_club(), user=member, role="member")
    assert [one.name for one in players_to_link(keeper)] == ["Anna Rossi", "Luc Moreau"]
    assert list(players_to_link(member)) == []


def test_a_keeper_takes_a_person_from_no_other_club(client, owner):
    here, second = event("Here", "Anna Rossi"), add_club(name="Second")
    actions.find_persons(tournament=here, act=ACT)
    anna, keeper = persons().get(), make_user("keeper")
    anna.clubs.add(second)
    ClubMember.objects.create(club=second, user=keeper, role="keeper")
    client.force_login(keeper)
    client.post(reverse("person_edit", args=[anna.pk]), {"do": "clubs", "club": [second.pk]})
    assert set(anna.clubs.all()) == {first_club(), second}


def test_the_page_of_a_person_names_no_event_of_another_club_that_is_not_public(client, owner):
    here, there = event("Here", "Anna Rossi"), event("There", "Anna Rossi")
    second = add_club(name="Second")
    client.post(reverse("person_clubs"), {"do": "event", "event": there.slug, "club": second.pk})
    actions.find_persons(tournament=here, act=ACT)
    anna, player = persons().get(), there.players.get()
    actions.link(player=player, person=anna, act=ACT)
    address = reverse("person_edit", args=[anna.pk])

    def links():
        return [one.player.tournament for one in client.get(address).context["links"]]

    assert links() == [here]
    assert client.post(address, {"do": "separate", "player": player.pk}).status_code == 404
    assert PersonLink.objects.filter(player=player, person=anna).exists()
    Tournament.objects.filter(pk=there.pk).update(is_public=True)
    assert set(links()) == {here, there}
    Tournament.objects.filter(pk=there.pk).update(is_public=False)
    ClubMember.objects.create(club=second, user=owner, role="member")
    assert set(links()) == {here, there}
