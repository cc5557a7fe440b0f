"""The pages that merge two entries, and undo it: what they show before anybody merges, and what they ask for."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from tests.factories import MORNING, make_staff
from tests.tournament.persons.entries.events import act, both, merged, played_twice
from tests.tournament.rendering import unrendered
from tests.tournament.standings.tables import punish, small_event
from tournament.core.models import Role
from tournament.players.actions import add_player, edit_player
from tournament.players.duplicates.actions import tell_apart
from tournament.players.models import Player
from tournament.standings.actions import change_standing_rules

pytestmark = pytest.mark.django_db
DUPLICATES = "/manage/spring-open/players/duplicates/"
PAGE = f"{DUPLICATES}merge/?one=4&other=9"
PASSWORD = "two plain words"


@pytest.fixture
def event(client):
    tournament = played_twice()
    signed_in(client, tournament)
    return tournament


def signed_in(client, tournament, role=Role.ORGANISER):
    user = make_staff(tournament, role)
    user.set_password(PASSWORD)
    user.save()
    client.force_login(user)


def text_of(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def send(client, page, address=PAGE, **typed):
    """What the page's form sends."""
    form, fields = page.context["form"], {}
    if "shown" in page.context:
        chosen = {name: cell.number for name, _label, cells in form.rows for cell in cells if cell.is_chosen}
        fields = {"shown": page.context["shown"], "merge": "1", **chosen}
        fields |= {name: str(form[name].value()) for name in ("seen", "submission")}
    return client.post(address, {**fields, "reason": "One person.", "password": PASSWORD, **typed}, follow=True)


def lines(page):
    return [line.text for line in page.context["affected"]]


def test_the_two_entries_stand_beside_each_other_and_one_is_merged_into_the_other(client, event):
    page = client.get(PAGE)
    shown = text_of(page)
    for told in ("4 Tom Okafor", "9 Okafor Tom", "tom@example.org", "Leiden", "Hanchan with a seat 1 2–3"):
        assert told in shown
    assert "Number 9 gets the seats and sheets of hanchan 1." in shown
    done = send(client, page)
    assert "Number 4 is merged into Okafor Tom (9)." in text_of(done)
    assert [place.number for place in event.players.filter(number__in=(4, 9))] == [9]
    assert "merged two entries of one person" in text_of(client.get("/manage/spring-open/history/"))


def test_the_entry_with_more_hanchan_stays_unless_the_other_one_is_chosen(client, event):
    page = client.get(PAGE)
    assert page.context["form"].kept.number == 9
    assert [shift.player.number for shift in page.context["effect"].main] == [9, 4]
    other = send(client, page, kept="4")
    assert "You chose something else than the page had shown." in text_of(other)
    assert event.players.count() == 9 and other.context["form"].kept.number == 4
    send(client, other)
    assert not event.players.filter(number=9).exists()


@unrendered()
def test_the_standings_are_shown_before_and_after(client, event):
    effect = client.get(PAGE).context["effect"]
    rows = {shift.player.number: (shift.before, shift.after) for shift in effect.main}
    assert rows[9][1].total == rows[9][0].total + rows[4][0].total and rows[4][1] is None
    assert len(effect.after.rows) == 8


@unrendered()
def test_the_preview_names_the_cut_that_moves(client, event):
    change_standing_rules(tournament=event, rules=StandingRules(cuts=(Cut(after=2, sizes=(2,)),)), act=act())
    assert "The cut after hanchan 2 changes." in lines(client.get(PAGE))


@unrendered()
def test_what_is_empty_is_filled_from_the_other_entry_and_flags_are_those_of_the_one_that_stays(client, event):
    edit_player(player=both(event)[0], act=act(), is_newcomer=True, carried=2_000, reading="おかふぉる")
    form = client.get(PAGE).context["form"]
    cells = {name: [(cell.text, cell.is_chosen) for cell in found] for name, _label, found in form.rows}
    assert cells["carried"] == [("+2.0", True), ("0.0", False)]
    assert cells["is_newcomer"] == [("yes", False), ("no", True)]
    assert cells["name"] == [("Tom Okafor (おかふぉる)", False), ("Okafor Tom", True)]
    assert cells["country"] == [("United Kingdom", True), ("–", False)]
    assert form.chosen == ["country", "carried"]


@unrendered()
def test_penalties_and_a_better_status_are_named(client, event):
    punish(both(event)[0])
    Player.objects.filter(tournament=event, number=9).update(status="withdrawn")
    found = lines(client.get(PAGE))
    assert "1 penalty goes to number 9." in found and "The status of number 9 is: playing." in found
    assert "Number 4 leaves every list and is free again. Its badge opens the page of number 9." in found


def test_released_results_ask_for_the_password_and_every_merge_for_a_reason(client, event):
    page = client.get(PAGE)
    assert "enter your password" in text_of(send(client, page, password=""))
    nothing = send(client, page, reason="")
    assert nothing.status_code == 422 and "Enter a reason for the change." in text_of(nothing)
    assert event.players.count() == 9


def test_before_any_result_nothing_is_asked_but_the_reason(client):
    tournament, _people = small_event()
    for name in ("Jan Vos", "Vos Jan"):
        add_player(tournament=tournament, act=act(), name=name)
    signed_in(client, tournament)
    page = client.get(DUPLICATES)
    address = re.search(r'href="([^"]*merge/[^"]*)"', page.content.decode())[1].replace("&amp;", "&")
    page = client.get(address)
    assert page.context["effect"] is None and not page.context["is_reissue"]
    send(client, page, address, password="")
    assert tournament.players.count() == 9


def test_why_two_cannot_be_merged_stands_on_the_page_before_a_reason_is_typed(client, event):
    tell_apart(one=both(event)[0], other=both(event)[1], act=act())
    page = client.get(PAGE)
    assert "are marked as different people" in text_of(page) and 'name="merge"' not in page.content.decode()
    assert send(client, page).status_code == 422 and event.players.count() == 9


@unrendered()
def test_official_results_are_told_on_the_page(client, event):
    event.hanchan.filter(number=1).update(official_at=MORNING)
    assert client.get(PAGE).context["against"].codes == "results-official"


@pytest.mark.parametrize("asked", ["", "?one=4", "?one=4&other=4", "?one=4&other=77", "?one=x&other=9"])
def test_numbers_of_nobody_lead_back(client, event, asked):
    page = client.get(f"{DUPLICATES}merge/{asked}", follow=True)
    assert "Type the start numbers of two players of the list." in text_of(page)


def test_a_merge_is_undone_from_the_page_of_duplicates(client, event):
    entry = merged(event)
    page = client.get(DUPLICATES)
    assert "9 Okafor Tom is merged into 4 Tom Okafor" in text_of(page)
    address = reverse("players_merge_undo", args=[event.slug, entry.pk])
    assert address in page.content.decode()
    page = client.get(address)
    assert "The results of hanchan 2–3 are those of number 9." in text_of(page)
    assert send(client, page, address, reason="").status_code == 422
    assert "This is not your password." in text_of(send(client, page, address, password="other"))
    done = send(client, page, address)
    assert "Okafor Tom is number 9 again, with everything that number had." in text_of(done)
    assert client.get(address).status_code == 404


def test_the_undo_of_an_entry_without_seats_names_no_hanchan(client):
    tournament, _people = small_event()
    add_player(tournament=tournament, act=act(), name="Jan Vos")
    signed_in(client, tournament)
    entry = merged(tournament, 1, 9)
    page = client.get(reverse("players_merge_undo", args=[tournament.slug, entry.pk]))
    assert "The results of hanchan" not in text_of(page)


def test_the_next_page_names_the_printed_sheets_that_are_old(client, event):
    event.hanchan.filter(number=3).update(seating_published_at=MORNING)
    assert "hanchan 3" in text_of(send(client, client.get(PAGE))).lower()


@unrendered()
def test_only_the_organiser_merges(client, event):
    address = reverse("players_merge_undo", args=[event.slug, merged(event).pk])
    for role in (Role.DESK, Role.REFEREE):
        signed_in(client, event, role)
        assert client.get(PAGE).status_code == client.get(address).status_code == 403


def test_more_players_cost_no_more_queries(client, event):
    def queries():
        with CaptureQueriesContext(connection) as caught:
            client.get(PAGE)
        return len(caught)

    queries()
    few = queries()
    for number in range(20, 26):
        add_player(tournament=event, act=act(), name=f"Player {number}", number=number)
    queries()
    assert queries() == few
