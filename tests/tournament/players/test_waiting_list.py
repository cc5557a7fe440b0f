"""The waiting list and those who declined: in order, in no count, in no result and on no public page."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.planning.halls import seated_hall
from tests.tournament.standings.tables import USUAL, play, small_event
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Role
from tournament.events.actions import set_public
from tournament.exports.book import table_of
from tournament.planning.actions import repair
from tournament.players.actions import (
    add_player,
    check_in,
    decline,
    disqualify,
    give_place,
    queue,
    renumber,
    set_statuses,
    withdraw,
)
from tournament.players.queries import counts_of, registered, waiting_list
from tournament.seats.publication import publication_of
from tournament.standings.queries import inputs_of

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


def later(minutes):
    return Act(by=None, at=MORNING + timedelta(minutes=minutes))


def names(players):
    return [player.name for player in players]


def test_who_joined_first_gets_the_next_place():
    tournament = make_tournament()
    one, two, three, _four = make_players(tournament, 4)
    for minutes, player in ((3, one), (1, two), (2, three)):
        queue(player=player, act=later(minutes))
    assert names(waiting_list(tournament.players.all())) == [two.name, three.name, one.name]
    give_place(player=two, act=later(4))
    queue(player=two, act=later(5))
    assert names(waiting_list(tournament.players.all())) == [three.name, one.name, two.name]


def test_nobody_on_the_waiting_list_is_counted_or_seated():
    tournament = make_tournament()
    people = make_players(tournament, 10)
    queue(player=people[9], act=ACT)
    decline(player=people[8], act=ACT)
    counts = counts_of(tournament)
    assert (counts.playing, counts.queued, counts.out, counts.all) == (8, 1, 0, 10)
    assert len(registered(tournament)) == 8


def test_no_result_no_file_and_no_public_page_knows_them(client):
    tournament, _people = small_event(players=16)
    set_public(tournament=tournament, is_public=True, players_public=True, act=ACT)
    secret = add_player(tournament=tournament, act=ACT, name="Secret Guest", country="IS", contact="+47 123456")
    quiet = add_player(tournament=tournament, act=ACT, name="Quiet Guest", country="IE")
    queue(player=secret, act=ACT)
    decline(player=quiet, act=ACT)
    play(tournament, 1, dict.fromkeys(range(1, 5), USUAL))
    tournament.refresh_from_db()
    public = inputs_of(tournament, public=True)
    assert not {secret.pk, quiet.pk} & public.names.keys()
    assert {secret.pk, quiet.pk} <= inputs_of(tournament).no_shows
    assert not {secret.pk, quiet.pk} & publication_of(tournament).people
    for name in ("public_players", "public_standings", "public_seating", "public_countries"):
        html = client.get(reverse(name, args=[tournament.slug])).content.decode()
        assert "Guest" not in html and "123456" not in html, name
    facts = {row[0]: row[1] for row in table_of(tournament, "event", at=MORNING).file_rows()}
    assert (facts["Registered"], facts["Did not come"], facts["Ranked players"]) == (16, 0, 16)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    for name in ("standings", "crosstable", "countries"):
        assert "Guest" not in client.get(reverse(name, args=[tournament.slug])).content.decode(), name


def test_who_has_a_seat_in_use_can_withdraw_but_not_decline():
    tournament = seated_hall(16, 2)
    player = tournament.players.get(number=3)
    for step in (queue, decline):
        with pytest.raises(Refused, match="Withdraw the player instead"):
            step(player=player, act=ACT)
    make_players(tournament, 1, is_substitute=True)
    repair(tournament=tournament, first=1, key="substitutes", leaving=[player], act=ACT)
    tournament.refresh_from_db()
    player = tournament.players.get(number=3)
    assert decline(player=player, act=ACT).status == "declined", "only an earlier version has a seat"


def test_who_has_played_cannot_be_put_on_the_waiting_list():
    tournament, people = small_event(players=16)
    play(tournament, 1, dict.fromkeys(range(1, 5), USUAL))
    with pytest.raises(Refused):
        queue(player=people[0], act=ACT)


def test_a_disqualification_is_lifted_first():
    tournament = make_tournament()
    player = make_players(tournament, 1)[0]
    disqualify(player=player, act=ACT.because("cheating"))
    for step in (queue, decline, withdraw):
        with pytest.raises(Refused, match="Lift the disqualification first"):
            step(player=player, act=ACT)


def test_renumbering_puts_them_last():
    tournament = make_tournament()
    people = make_players(tournament, 3)
    add_player(tournament=tournament, act=ACT, name="Zoë Local", is_substitute=True)
    queue(player=people[0], act=ACT)
    assert names(renumber(tournament=tournament, act=ACT)) == ["Ewa Nowak", "Luc Moreau", "Zoë Local", "Aiko Brandt"]


def test_they_can_check_in_at_the_door_and_stand_below_the_players(client):
    tournament = make_tournament(slug="spring")
    people = make_players(tournament, 5)
    queue(player=people[1], act=ACT)
    client.force_login(make_staff(tournament, Role.DESK))
    address = reverse("check_in", args=["spring"])
    html = client.post(address, {"q": "mor"}, headers={"HX-Request": "true"}).content.decode()
    assert "<strong>Luc Moreau</strong> checked in" in html and "4 missing" in html
    html = client.get(address).content.decode()
    assert "1 on the waiting list" in html and html.index("Tom Okafor") < html.index("1 on the waiting list")
    decline(player=people[2], act=ACT)
    with pytest.raises(Refused, match="declined"):
        check_in(player=people[2], act=ACT)
    assert "Ewa Nowak" not in client.get(address).content.decode()


def test_setting_nobodys_status_changes_nothing():
    tournament = make_tournament()
    make_players(tournament, 2)
    set_statuses(tournament, {})
    assert set(tournament.players.values_list("status", flat=True)) == {"playing"}


@pytest.mark.parametrize(
    ("contact", "telephone"),
    [
        ("+44 7700 900 182", "+447700900182"),
        ("someone@example.org", ""),
        ("12", ""),
        ("", ""),
        ("ask Lee, 0123456", ""),
    ],
)
def test_a_contact_that_is_a_number_can_be_dialled(contact, telephone):
    tournament = make_tournament()
    assert add_player(tournament=tournament, act=ACT, name="Kim", contact=contact).telephone == telephone
