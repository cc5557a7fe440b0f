"""Three of sixteen do not come: check-in is closed in one act while the door is still open, and undone."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import make_staff
from tests.tournament.planning.check_in.halls import ACT, morning
from tests.tournament.planning.halls import open_doors
from tournament.core.models import Role
from tournament.planning.actions import publish
from tournament.players.actions import check_in
from tournament.seats.queries import draft_of


@pytest.fixture
def hall():
    tournament = open_doors(morning())
    publish(tournament=tournament, hanchan=None, act=ACT)
    return tournament


@pytest.fixture
def organiser(hall, page, sign_in, live_server):
    """The organiser's browser, and where each page is."""
    sign_in(page, make_staff(hall, Role.ORGANISER, name="Mina Sato"))
    return lambda name, *args: live_server.url + reverse(name, args=[hall.slug, *args])


def test_check_in_is_closed_from_what_next_and_undone(hall, page, organiser, no_serious_axe_findings):
    before = draft_of(hall.seating)
    page.goto(organiser("event_overview"))
    expect(page.get_by_text("Missing: Marta Ruiz, Oskar Lind, Anna Kovács")).to_be_visible()
    page.get_by_role("link", name="Close check-in").press("Enter")
    page.wait_for_url("**/check-in/close/")
    expect(page.locator("#close-form tr[hx-get]")).to_have_count(0)
    expect(page.get_by_text("change tables").first).to_be_visible()
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    no_serious_axe_findings(page)

    page.locator("body").press("2")
    expect(page.get_by_text("Nothing changes")).to_be_visible()
    expect(page.locator("#choose-keep")).to_be_checked()
    expect(page.get_by_text("Who moves")).to_have_count(0)
    page.locator("body").press("1")
    expect(page.get_by_text("Local 1 for Anna Kovács")).to_be_visible()
    expect(page.locator("#choose-2-substitutes")).to_be_focused()

    check_in(player=hall.players.get(number=16), act=ACT)
    expect(page.get_by_text("Anna Kovács has just checked in.")).to_be_visible()
    expect(page.locator("#close-people")).to_contain_text("14 of 16")
    page.get_by_role("button", name="Close check-in and seat 16").press("Enter")
    expect(page.get_by_text("Check-in is closed.").first).to_be_visible()
    hall.refresh_from_db()
    assert hall.seating.number == 2 and draft_of(hall.seating) != before
    assert dict(hall.players.values_list("name", "status"))["Anna Kovács"] == "playing"

    page.get_by_role("link", name="Undo", exact=True).press("Enter")
    page.get_by_role("button", name="Undo: reopen check-in").press("Enter")
    expect(page.get_by_text("Check-in is open again.")).to_be_visible()
    hall.refresh_from_db()
    assert draft_of(hall.seating) == before
    assert set(hall.players.filter(name__startswith="Waiting").values_list("status", flat=True)) == {"waiting"}


def test_without_a_script_a_way_is_shown_and_taken(hall, browser, live_server, client, organiser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    client.force_login(hall.memberships.get().user)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    page.goto(organiser("check_in_close"))
    page.locator("#choose-keep").check()
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("button", name=re.compile("Close check-in and seat 16"))).to_be_visible()
    page.get_by_role("button", name=re.compile("Close check-in and seat 16")).click()
    expect(page.get_by_text("Check-in is closed.").first).to_be_visible()
    hall.refresh_from_db()
    assert hall.seating.number == 1 and hall.check_in_closed_at
    context.close()
