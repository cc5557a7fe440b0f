"""Between two hanchan people withdraw: the ways out are compared, one is taken, and everybody sees it."""

import re
import threading
from unittest import mock
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import MORNING, make_players, make_staff
from tests.tournament.planning.halls import open_doors, seated_hall
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.planning.actions import publish
from tournament.planning.sources import searches
from tournament.seats.models import Seating
from tournament.seats.queries import byes_of, draft_of


@pytest.fixture
def hall():
    tournament = open_doors(seated_hall(16, 3))
    make_players(tournament, 1, is_substitute=True)
    publish(tournament=tournament, hanchan=None, act=Act(by=None, at=MORNING))
    tournament.hanchan.filter(number=1).update(state="closed", started_at=MORNING, closed_at=MORNING)
    return tournament


@pytest.fixture
def organiser(hall, page, sign_in, live_server):
    """The organiser's browser, and where each page is."""
    sign_in(page, make_staff(hall, Role.ORGANISER, name="Mina Sato"))
    return lambda name, *args: live_server.url + reverse(name, args=[hall.slug, *args])


def test_two_withdraw_the_ways_are_compared_one_is_taken_and_the_players_see_it(
    hall, page, organiser, no_serious_axe_findings
):
    before = draft_of(hall.seating)
    page.goto(organiser("player_act", 5, "withdraw"))
    page.locator("form.flow button[type=submit]").press("Enter")
    page.get_by_role("link", name="Fill the empty seat").press("Enter")
    page.wait_for_url("**/seating/change/**")
    page.locator("[name=who]").nth(1).focus()
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    page.wait_for_url("**who=6**")
    options = page.locator("li[id^=way-]")
    expect(options).to_have_count(3)
    expect(options.nth(0)).to_contain_text("3 tables, byes shared fairly, few players move")
    expect(options.nth(1)).to_contain_text("as even as possible")
    expect(options.nth(2)).to_contain_text("1 more substitute is needed")
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    no_serious_axe_findings(page)
    options.nth(0).get_by_role("link").press("Enter")
    page.locator(".change-preview").get_by_role("button", name="Use this option").press("Enter")
    page.wait_for_url(organiser("seating_hanchan", 2))
    expect(page.locator(".messages").get_by_role("link", name="Undo")).to_have_count(1)

    seating = Seating.objects.get(number=2)
    assert draft_of(seating)[1] == before[1]
    resting = hall.players.filter(pk__in=byes_of(seating)[2]).first()
    page.goto(organiser("public_seating") + f"?player={resting.number}")
    expect(page.locator(".next-seat")).to_have_text(re.compile(r"^\s*Next: you sit out"))
    page.goto(organiser("players"))
    expect(page.get_by_text("did not come").nth(1)).to_be_attached()


def test_who_really_sits_is_typed_by_keyboard_while_a_hanchan_is_played(hall, page, organiser, no_serious_axe_findings):
    hall.hanchan.filter(number=2).update(state="playing", started_at=MORNING)
    one, other = (draft_of(hall.seating)[2][table][0] for table in (1, 2))
    people = {player.pk: player for player in hall.players.all()}
    page.goto(organiser("seating_change") + "?what=tables")
    page.get_by_label("Tables").fill("1, 2")
    page.keyboard.press("Enter")
    page.locator("[name=seat-1]").first.fill(str(people[other].number))
    page.locator("[name=seat-2]").first.fill(str(people[one].number))
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Save the actual seats").wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    no_serious_axe_findings(page)
    page.get_by_role("button", name="Save the actual seats").press("Enter")
    page.wait_for_url(organiser("seating_hanchan", 2))
    assert draft_of(Seating.objects.get(number=2))[2][1][0] == other


def wrong_seats(hall):
    """The address that asks about two who sit at each other's table."""
    hall.hanchan.filter(number=2).update(state="playing", started_at=MORNING)
    draft, people = draft_of(hall.seating)[2], {player.pk: player.number for player in hall.players.all()}
    seats = {f"seat-{table}": [people[pk] for pk in draft[table]] for table in (1, 2)}
    seats["seat-1"][0], seats["seat-2"][0] = seats["seat-2"][0], seats["seat-1"][0]
    return "?" + urlencode({"what": "tables", "hanchan": 2, "tables": "1,2", **seats}, True)


def test_the_rest_after_wrong_seats_is_planned_beside_the_page(hall, page, organiser, no_serious_axe_findings):
    """The page stands with what is known while the search runs; the search is held until it was looked at."""
    held, search = threading.Event(), searches.PlanSearch.run

    def run(wanted):
        assert held.wait(30)
        return search(wanted)

    with mock.patch.object(searches.PlanSearch, "run", run):
        page.goto(organiser("seating_change") + wrong_seats(hall))
        options = page.locator("li[id^=way-]")
        expect(options).to_have_count(2)
        expect(page.get_by_role("button", name="Save the actual seats")).to_be_visible()
        expect(options.nth(1)).to_contain_text("Being calculated")
        expect(page.locator("#ways-progress")).to_contain_text("1 of 2 options ready")
        no_serious_axe_findings(page)
        held.set()
        expect(options.nth(1).get_by_role("link")).to_be_visible()
    expect(page.locator("#ways-progress")).to_have_text("All options are ready.")
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    no_serious_axe_findings(page)
    options.nth(1).get_by_role("link").press("Enter")
    page.wait_for_url("**way=replan**")
    page.get_by_role("button", name="Save the actual seats").press("Enter")
    page.wait_for_url(organiser("seating_hanchan", 2))
    assert Seating.objects.get(number=2).source == "repaired"


def test_without_a_script_the_rest_is_planned_on_request(hall, browser, sign_in, live_server):
    page = browser.new_context(java_script_enabled=False).new_page()
    sign_in(page, make_staff(hall, Role.ORGANISER))
    page.goto(live_server.url + reverse("seating_change", args=[hall.slug]) + wrong_seats(hall))
    page.get_by_role("link", name="Calculate").click()
    page.get_by_role("button", name="Save the actual seats").click()
    page.wait_for_url("**/seating/2/")
    assert Seating.objects.get(number=2).source == "repaired"
    page.context.close()
