"""Names from the registration page are public when an organiser has confirmed them."""

import pytest
from django.urls import reverse

from tests.factories import make_players, make_staff, make_tournament
from tests.tournament.players.registration.test_actions import ACT, open_page, register
from tournament.core.messages import Refused
from tournament.core.models import Role
from tournament.events.actions import set_public
from tournament.planning.actions import plan_seating, publish, replace_player
from tournament.players.actions import edit_player
from tournament.players.models import Player
from tournament.players.queries import listed
from tournament.players.registration import actions
from tournament.seats.publication import publication_of
from tournament.seats.stand_ins import stand_in
from tournament.standings.queries import listed_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    made = make_tournament(slug="spring", hanchan_count=2)
    open_page(made)
    set_public(tournament=made, is_public=True, act=ACT)
    return made


def public_names(tournament):
    tournament.refresh_from_db()
    return {player.name for player in listed_players(tournament)}


def test_a_name_is_public_once_an_organiser_has_confirmed_it(tournament, client):
    anna, bob = (register(tournament, name).player for name in ("Anna", "Rude Word"))
    pages = [reverse(name, args=["spring"]) for name in ("public_players", "api_players", "public_standings")]
    assert public_names(tournament) == set()
    assert not publication_of(tournament).people
    assert not any("Anna" in client.get(page).content.decode() for page in pages)
    actions.confirm_names(tournament=tournament, numbers=[anna.number], act=ACT)
    assert public_names(tournament) == {"Anna"}
    assert "Anna" in client.get(pages[0]).content.decode()
    assert tournament.audit_entries.first().detail == {"names": [f"{anna.number} Anna"]}
    with pytest.raises(Refused) as refused:
        actions.confirm_names(tournament=tournament, numbers=[anna.number], act=ACT)
    assert refused.value.codes == "no-name-waits"
    assert Player.objects.get(pk=bob.pk).is_unlisted


def test_without_the_switch_a_name_is_public_at_once(tournament):
    open_page(tournament, names_wait=False)
    register(tournament, "Anna")
    assert public_names(tournament) == {"Anna"}


def test_who_is_entered_by_the_organiser_waits_for_nobody(tournament):
    player = make_players(tournament, 1)[0]
    assert list(listed(tournament)) == [player]


def test_another_name_waits_again_and_another_country_does_not(tournament):
    entry = register(tournament, "Anna", country="FR")
    actions.confirm_names(tournament=tournament, numbers=[entry.player.number], act=ACT)

    def correct(**fields):
        entry.player.refresh_from_db()
        actions.correct(registration=entry, act=ACT, seen=entry.player.stamp, **{"name": "Anna", **fields})

    correct(country="DE")
    assert public_names(tournament) == {"Anna"}
    open_page(tournament, names_wait=False)
    correct(name="Annie")
    assert public_names(tournament) == {"Annie"}
    open_page(tournament)
    correct(name="Rude Word")
    assert public_names(tournament) == set()


def test_several_are_removed_at_once_or_nobody(tournament):
    numbers = [register(tournament, f"Spam {n}", sent_from=str(n)).player.number for n in range(3)]
    by_hand = make_players(tournament, 4)
    actions.remove_registrations(tournament=tournament, numbers=[*numbers[:2], by_hand[0].number], act=ACT)
    assert tournament.players.count() == 5
    with pytest.raises(Refused) as refused:
        actions.remove_registrations(tournament=tournament, numbers=[by_hand[0].number], act=ACT)
    assert refused.value.codes == "nobody-online"
    make_players(tournament, 3)
    actions.confirm_names(tournament=tournament, numbers=numbers, act=ACT)
    plan_seating(tournament=tournament, seed=1, act=ACT)
    with pytest.raises(Refused) as refused:
        actions.remove_registrations(tournament=tournament, numbers=numbers, act=ACT)
    assert refused.value.codes == "player-has-traces"


def test_no_seating_shows_a_name_that_waits(client, tournament):
    make_players(tournament, 7)
    waiting = register(tournament, "Rude Word").player
    plan_seating(tournament=tournament, seed=1, act=ACT)
    with pytest.raises(Refused) as refused:
        publish(tournament=tournament, hanchan=None, act=ACT)
    assert refused.value.codes == "names-unconfirmed"
    client.force_login(make_staff(tournament, Role.ORGANISER))
    address = reverse("seating", args=[tournament.slug])
    page = client.get(address).content.decode()
    assert refused.value.message in page and "Publish all hanchan" not in page
    assert f'href="{reverse("registrations", args=[tournament.slug])}">Registrations</a>' in page
    actions.confirm_names(tournament=tournament, numbers=[waiting.number], act=ACT)
    assert "Publish all hanchan" in client.get(address).content.decode()
    publish(tournament=tournament, hanchan=None, act=ACT)


def test_nobody_whose_name_waits_takes_a_seat_that_is_public(tournament):
    people = make_players(tournament, 8)
    waiting = register(tournament, "Rude Word").player
    edit_player(player=waiting, act=ACT, is_substitute=True)
    plan_seating(tournament=tournament, seed=1, act=ACT)
    publish(tournament=tournament, hanchan=None, act=ACT)
    waiting.refresh_from_db()
    one, late = people[0], ACT.because("late")
    for act in (
        lambda: stand_in(tournament=tournament, hanchan=1, absent=one, substitute=waiting, act=late),
        lambda: replace_player(tournament=tournament, leaving=one, coming=waiting, from_hanchan=1, act=late),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.codes == "names-unconfirmed"


# --- the pages --------------------------------------------------------------------------------------------------------


@pytest.fixture
def organiser(tournament, client):
    client.force_login(make_staff(tournament, Role.ORGANISER))
    return reverse("registrations", args=[tournament.slug])


def test_names_are_confirmed_one_by_one_several_and_all_at_once(tournament, client, organiser):
    one, two, three, _four = (register(tournament, f"Player {name}", sent_from=name).player.number for name in "ABCD")
    assert "4 names from the registration page are not public yet" in client.get(organiser).content.decode()
    client.post(organiser, {"do": f"names-{one}"})
    assert public_names(tournament) == {"Player A"}
    client.post(organiser, {"do": "names", "who": [two, three]})
    assert public_names(tournament) == {"Player A", "Player B", "Player C"}
    answer = client.post(organiser, {"do": "names-all"}, follow=True)
    assert "Public now: Player D." in answer.content.decode()
    assert "not public yet" not in answer.content.decode()


def test_several_are_removed_after_a_question(tournament, client, organiser):
    numbers = [register(tournament, f"Spam {n}", sent_from=str(n)).player.number for n in range(2)]
    assert "Tick the registrations" in client.post(organiser, {"do": "remove"}, follow=True).content.decode()
    asked = client.post(organiser, {"do": "remove", "who": numbers}).content.decode()
    assert "Remove 2 registrations" in asked and "Spam 1" in asked and tournament.players.count() == 2
    answer = client.post(organiser, {"do": "removal", "who": numbers}, follow=True)
    assert "Removed: Spam 0, Spam 1." in answer.content.decode()
    assert not tournament.players.exists()


def test_who_registers_is_told_that_the_name_waits(tournament, client):
    page = reverse("public_register", args=["spring"])
    assert "not public before an organiser has confirmed it" in client.get(page).content.decode()
    open_page(tournament, names_wait=False)
    assert "has confirmed it" not in client.get(page).content.decode()


def test_what_next_leads_to_the_names_that_wait(tournament, client, organiser):
    register(tournament, "Anna")
    page = client.get(reverse("event_overview", args=[tournament.slug])).content.decode()
    assert "1 name from the registration page waits for you to confirm it." in page and organiser in page
