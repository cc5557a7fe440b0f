"""The players of an earlier event as a list: who is offered, what comes along, and that it is an import like any."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import MORNING, make_players, make_staff, make_tournament, make_user
from tests.tournament.rendering import unrendered
from tournament.archive.removal.actions import remove_person
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Membership, Role, Verb
from tournament.players.actions import add_player, add_players, add_substitutes, disqualify, queue, withdraw
from tournament.players.importing.earlier_event import TAKEN, earlier_events, read_players
from tournament.players.models import ImportColumn, Player, PlayerStatus

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@pytest.fixture
def earlier():
    return make_tournament("Club night", slug="october", first_day=date(2025, 10, 4), last_day=date(2025, 10, 4))


@pytest.fixture
def tournament():
    return make_tournament("Club night", slug="november")


@pytest.fixture
def organiser(client, tournament, earlier):
    user = make_staff(tournament, Role.ORGANISER)
    Membership.objects.create(tournament=earlier, user=user, role=Role.ORGANISER)
    client.force_login(user)
    return user


def url(name="players_import"):
    return reverse(name, args=["november"])


def preview(client, slug="october"):
    return client.get(url(), {"from": slug})


def ticked(response, **more):
    """What the form of the preview sends with the ticks as they are shown."""
    plan = response.context["plan"]
    coming = [line.line for line in plan.lines if line.fate != "left-out"]
    return {"from": "october", "digest": plan.digest, "coming": coming, **more}


def send(client, sent, **headers):
    return client.post(url("players_import_apply"), sent, headers=headers)


def names(tournament):
    return [player.name for player in tournament.players.order_by("number")]


def offered(earlier):
    return [line.cells[0] for line in read_players(earlier).lines[1:]]


# --- what comes along ----------------------------------------------------------------------------------------------


def test_who_somebody_is_comes_along_and_what_somebody_was_there_stays(client, organiser, earlier, tournament):
    kept = {
        "name": "山田 太郎", "first_name": "太郎", "last_name": "山田", "legal_name": "Taro Yamada",
        "reading": "やまだ たろう", "pronouns": "he", "country": "JP", "club": "Nagoya", "ema_number": "19000001",
        "ara_id": "A-7",
    }  # fmt: skip
    assert set(kept) == set(TAKEN)
    left = {"team": "Dragons", "note": "Pays later", "contact": "+31 6 1", "is_newcomer": True, "is_substitute": True}
    player = add_player(tournament=earlier, act=ACT, number=40, carried=12_300, **left, **kept)
    Player.objects.filter(pk=player.pk).update(is_paid=True, confirmed_at=MORNING, checked_in_at=MORNING)
    send(client, ticked(preview(client), apply="yes"))
    taken = tournament.players.get()
    assert {name: getattr(taken, name) for name in kept} == kept
    assert (taken.number, taken.status, taken.carried, taken.is_paid) == (1, PlayerStatus.PLAYING, 0, False)
    assert {getattr(taken, name) for name in left} == {"", False}
    assert (taken.confirmed_at, taken.checked_in_at) == (None, None)


def test_a_name_with_the_family_name_first_keeps_its_parts(client, organiser, earlier, tournament):
    add_player(tournament=earlier, act=ACT, name="Nguyen Anh", first_name="Anh", last_name="Nguyen")
    send(client, ticked(preview(client), apply="yes"))
    taken = tournament.players.get()
    assert (taken.name, taken.first_name, taken.last_name) == ("Nguyen Anh", "Anh", "Nguyen")


def test_who_waited_withdrew_or_was_disqualified_comes_as_a_player_like_any_other(
    client, organiser, earlier, tournament
):
    people = make_players(earlier, 4)
    withdraw(player=people[0], act=ACT)
    disqualify(player=people[1], act=Act(by=None, at=MORNING, reason="Cheated."))
    queue(player=people[2], act=ACT)
    send(client, ticked(preview(client), apply="yes"))
    assert {player.status for player in tournament.players.all()} == {PlayerStatus.PLAYING}
    assert len(names(tournament)) == 4


def test_nobody_is_offered_whose_data_were_removed_or_who_only_filled_a_table(earlier):
    people = make_players(earlier, 3)
    add_player(tournament=earlier, act=ACT, name="Max Local", is_substitute=True)
    add_substitutes(tournament=earlier, count=2, act=ACT)
    remove_person(player=people[1], act=Act(by=None, at=MORNING, reason="They wrote to us."))
    assert offered(earlier) == ["Aiko Brandt", "Ewa Nowak", "Max Local"]


def test_an_entry_that_was_merged_into_another_is_not_offered(earlier):
    kept, merged = make_players(earlier, 2)
    Player.objects.filter(pk=merged.pk).update(merged_into=kept)
    assert offered(earlier) == ["Aiko Brandt"]


def test_a_name_that_no_organiser_has_confirmed_stays_behind_and_the_page_says_so(client, organiser, earlier):
    people = make_players(earlier, 3)
    Player.objects.filter(pk=people[1].pk).update(is_unlisted=True)
    page = preview(client).content.decode()
    assert "names that no organiser has confirmed, and that are left out: 1" in page.lower()
    assert people[1].name not in page


# --- which events --------------------------------------------------------------------------------------------------


def test_other_events_that_one_organises_and_that_have_players_are_offered_the_latest_first(
    organiser, earlier, tournament
):
    make_players(earlier, 1)
    make_players(tournament, 1)
    for name, role, players in (("Refereed", Role.REFEREE, 1), ("Nobody yet", Role.ORGANISER, 0), ("June", None, 1)):
        other = make_tournament(name)
        make_players(other, players)
        if role:
            Membership.objects.create(tournament=other, user=organiser, role=role)
    june = make_tournament("January", first_day=date(2026, 1, 4))
    make_players(june, 1)
    Membership.objects.create(tournament=june, user=organiser, role=Role.ORGANISER)
    assert [one.name for one in earlier_events(organiser, tournament)] == ["January", "Club night"]
    owner = make_user(superuser=True)
    assert {one.name for one in earlier_events(owner, tournament)} == {"Refereed", "June", "January", "Club night"}


@unrendered()
def test_an_event_that_one_does_not_organise_is_not_found(client, organiser, earlier):
    make_players(earlier, 2)
    sent = ticked(preview(client), apply="yes")
    for slug in ("november", "nowhere", "a\x00b"):
        assert preview(client, slug).status_code == 404
    Membership.objects.filter(tournament=earlier).update(role=Role.REFEREE)
    assert preview(client).status_code == 404
    assert send(client, sent).status_code == 404


def test_an_event_without_players_says_so_before_and_after_the_preview(client, organiser, earlier, tournament):
    response = preview(client)
    assert response.status_code == 422
    assert "Club night has no players to take along." in response.content.decode()
    make_players(earlier, 2)
    sent = ticked(preview(client), apply="yes")
    earlier.players.all().delete()
    assert send(client, sent).status_code == 422
    with pytest.raises(Refused):
        read_players(earlier)
    assert names(tournament) == []


def test_the_empty_list_of_players_leads_to_the_earlier_events_where_there_are_some(client, organiser, earlier):
    words, players = "Take players from an earlier event", reverse("players", args=["november"])
    assert words not in client.get(players).content.decode()
    assert 'id="earlier"' not in client.get(url()).content.decode()
    make_players(earlier, 1)
    assert words in client.get(players).content.decode()
    assert 'id="earlier"' in client.get(url()).content.decode()


# --- an import like any --------------------------------------------------------------------------------------------


def test_the_preview_says_who_is_new_who_is_there_and_who_may_be_somebody_else(client, organiser, earlier, tournament):
    make_players(earlier, 3)
    add_player(tournament=tournament, act=ACT, name="Aiko Brandt", country="DE")
    add_player(tournament=tournament, act=ACT, name="Luc Morau", country="FR")
    response = preview(client)
    assert [line.fate.value for line in response.context["plan"].lines] == ["same", "new", "new"]
    assert "Luc Morau (number 2) has a similar name." in response.content.decode()
    assert names(tournament) == ["Aiko Brandt", "Luc Morau"]


def test_only_who_is_ticked_is_added(client, organiser, earlier, tournament):
    make_players(earlier, 4)
    shown = preview(client)
    assert re.findall(r'name="coming"\s+value="(\d+)"[^>]*checked>', shown.content.decode()) == ["1", "2", "3", "4"]
    again = send(client, ticked(shown, coming=["2", "4"]), **{"HX-Request": "true", "HX-Target": "preview"})
    assert "Add 2 players" in again.content.decode()
    assert send(client, ticked(again, apply="yes")).url == reverse("players", args=["november"])
    assert names(tournament) == ["Luc Moreau", "Tom Okafor"]
    entry = tournament.audit_entries.filter(verb=Verb.IMPORTED_PLAYERS).get()
    assert entry.subject == "Club night, 2025"


def test_with_nobody_ticked_nobody_is_added(client, organiser, earlier, tournament):
    make_players(earlier, 2)
    none = send(client, ticked(preview(client), leave="1 2 "))
    assert "Nobody is left to be added." in none.content.decode()
    assert send(client, ticked(none, apply="yes")).status_code == 422
    assert names(tournament) == []


@unrendered()
def test_a_double_click_and_the_same_event_once_more_add_nobody_twice(client, organiser, earlier, tournament):
    make_players(earlier, 3)
    sent = ticked(preview(client), apply="yes")
    send(client, sent)
    assert send(client, sent).status_code == 409
    again = preview(client)
    assert [line.fate.value for line in again.context["plan"].lines] == ["same"] * 3
    assert len(names(tournament)) == 3


@unrendered()
def test_who_was_removed_there_since_the_preview_is_not_added(client, organiser, earlier, tournament):
    people = make_players(earlier, 3)
    sent = ticked(preview(client), apply="yes")
    remove_person(player=people[0], act=Act(by=None, at=MORNING, reason="They wrote to us."))
    response = send(client, sent)
    assert response.status_code == 409
    send(client, ticked(response, apply="yes"))
    assert names(tournament) == ["Luc Moreau", "Ewa Nowak"]


def test_namesakes_are_asked_about_and_letters_of_every_direction_stay(client, organiser, earlier, tournament):
    add_players(
        tournament=earlier,
        act=ACT,
        rows=[
            {"name": "Luc Moreau", "club": "Paris"},
            {"name": "ليلى حداد", "country": "LB", "club": "نادي بيروت"},
            {"name": "Luc Moreau", "club": "Nice"},
        ],
    )
    Player.objects.filter(tournament=earlier, number=3).update(club="")
    shown = preview(client)
    page = shown.content.decode()
    assert '<bdi class="name">ليلى حداد</bdi>' in page
    assert send(client, ticked(shown, apply="yes")).status_code == 422
    send(client, ticked(shown, apply="yes", distinct="3"))
    assert names(tournament) == ["Luc Moreau", "ليلى حداد", "Luc Moreau"]


@unrendered()
def test_rows_that_are_pasted_count_whatever_event_the_address_names(client, organiser, earlier, tournament):
    make_players(earlier, 2)
    shown = client.post(f"{url()}?from=october", {"pasted": "name\nMika Salo"})
    assert shown.context["earlier"] is None
    assert [line.name for line in shown.context["plan"].new] == ["Mika Salo"]


@unrendered()
def test_what_a_heading_meant_in_a_list_of_this_event_does_not_matter(client, organiser, earlier, tournament):
    add_player(tournament=earlier, act=ACT, name="Luc Moreau", club="Paris")
    ImportColumn.objects.create(tournament=tournament, heading="club", field="team")
    send(client, ticked(preview(client), apply="yes"))
    taken = tournament.players.get()
    assert (taken.club, taken.team) == ("Paris", "")
    assert ImportColumn.objects.count() == 1


# --- long lists ----------------------------------------------------------------------------------------------------


def rows_shown(response):
    return response.context["found"]


def test_a_long_list_is_searched_by_name_or_number_and_the_ticks_of_the_others_stay(
    client, organiser, earlier, tournament
):
    make_players(earlier, 30)
    shown = preview(client)
    assert 'type="search"' in shown.content.decode()
    by_name = send(client, ticked(shown, q="dvorak"))
    assert rows_shown(by_name) == [12]
    page = by_name.content.decode()
    assert "1 of 30 shown" in page and "Untick these" in page and "Add 30 players" in page
    by_number = send(client, ticked(by_name, q="7", leave="12 "))
    assert rows_shown(by_number) == [7]
    assert len(by_number.context["plan"].new) == 29
    everybody = send(client, {**ticked(by_number), "coming": [*ticked(by_number)["coming"], "12 7 "]})
    assert len(everybody.context["plan"].new) == 30


def test_a_short_list_has_no_search(client, organiser, earlier):
    make_players(earlier, 8)
    assert 'type="search"' not in preview(client).content.decode()


def test_two_hundred_players_take_as_many_queries_as_two(client, organiser, earlier):
    def queries():
        with CaptureQueriesContext(connection) as caught:
            assert preview(client).status_code == 200
        return len(caught)

    make_players(earlier, 2)
    few = queries()
    add_players(tournament=earlier, act=ACT, rows=[{"name": f"Somebody {n}"} for n in range(200)])
    assert queries() == few


@pytest.mark.slow("200 players")
def test_a_thousand_players_fit_through_the_form(client, organiser, earlier, tournament):
    add_players(tournament=earlier, act=ACT, rows=[{"name": f"Somebody {n}", "club": f"{n}"} for n in range(1_000)])
    assert send(client, ticked(preview(client), apply="yes")).status_code == 302
    assert tournament.players.count() == 1_000
