"""A projector in a browser: it follows the page of screens, and nobody touches it when the server goes away."""

import string

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import make_players, make_staff, make_tournament
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import set_public
from tournament.hanchan.actions import start
from tournament.planning.actions import plan_seating, publish
from tournament.screens.actions import add_screen, show


@pytest.fixture
def event(transactional_db):
    now = timezone.now()
    tournament = make_tournament("Open", hanchan_count=1)
    make_players(tournament, 8)
    plan_seating(tournament=tournament, seed=7, act=Act(by=None, at=now))
    tournament.refresh_from_db()
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=now))
    screen = add_screen(tournament=tournament, name="Stage", code="AAAAA", act=Act(by=None, at=now))
    put_on(screen, face="message", text="Welcome")
    return tournament


def put_on(screen, **part):
    act = Act(by=None, at=timezone.now())
    show(tournament=screen.tournament, screens=[screen], content=[part], act=act)


def seen(page):
    """The frame that is seen."""
    return page.frame_locator(".screen-face:not([hidden])").locator("body")


def test_a_projector_follows_and_recovers_by_itself(page, context, live_server, event, sign_in):
    page.goto(f"{live_server.url}/s/")
    page.get_by_label("Code of the screen").fill("aaaaa")
    page.get_by_role("button", name="Open").click()
    expect(seen(page)).to_contain_text("Welcome")
    page.evaluate("window.untouched = true")

    desk = context.browser.new_context().new_page()
    sign_in(desk, make_staff(event, Role.ORGANISER))
    desk.goto(f"{live_server.url}/manage/open/screens/")
    thumbnail = desk.frame_locator(".thumbnail iframe").frame_locator(".screen-face:not([hidden])")
    expect(thumbnail.locator("h1")).to_have_text("Welcome")
    desk.locator("#show").get_by_label("Message", exact=True).first.check()
    desk.locator("#show input[name=text]").fill("Lunch until 13:30")
    desk.get_by_role("button", name="Show", exact=True).click()
    expect(seen(page)).to_contain_text("Lunch until 13:30")

    page.evaluate("() => { const real = performance.now.bind(performance); performance.now = () => real() + 60_000; }")
    page.route("**/s/**", lambda route: route.abort())
    put_on(event.screens.get(), face="standings")
    expect(page.locator("[data-stale]")).to_contain_text("No connection since")
    expect(seen(page)).to_contain_text("Lunch until 13:30")

    page.unroute("**/s/**")
    expect(seen(page)).to_contain_text("No results yet")
    expect(page.locator("[data-stale]")).to_be_hidden()
    assert page.evaluate("window.untouched")


def test_with_ten_screens_the_button_that_shows_is_in_view_wherever_one_scrolls(page, live_server, event, sign_in):
    for letter in string.ascii_uppercase[1:10]:
        act = Act(by=None, at=timezone.now())
        add_screen(tournament=event, name=f"Screen {letter}", code=f"AAAA{letter}", act=act)
    sign_in(page, make_staff(event, Role.ORGANISER))
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_server.url}/manage/open/screens/")
    button = page.locator("#show").get_by_role("button", name="Show", exact=True)
    expect(button).to_be_in_viewport(ratio=1)
    page.get_by_label("Screen J").check()
    expect(button).to_be_in_viewport(ratio=1)
    page.get_by_text("Several in turn: seconds of each").click()
    expect(button).to_be_in_viewport(ratio=1)


def test_the_code_on_the_wall_opens_the_page_of_who_says_once_who_they_are(
    page, context, live_server, event, no_serious_axe_findings
):
    publish(tournament=event, hanchan=1, act=Act(by=None, at=timezone.now()))
    page.set_viewport_size({"width": 1920, "height": 1080})
    corners = set()
    for face in ("clock", "seating", "standings", "race", "teams"):
        page.goto(f"{live_server.url}/t/open/screen/{face}/")
        box = page.locator(".hall-code .qr").bounding_box()
        corners.add(tuple(round(value) for value in box.values()))
        assert 104 <= box["width"] <= 113 and abs(box["x"] + box["width"] - (1920 - 56)) <= 1, face
    assert len(corners) == 1
    path = page.locator(".hall-address > :last-child").text_content()

    phone = context.browser.new_context(viewport={"width": 320, "height": 700}).new_page()
    phone.goto(live_server.url + path)
    expect(phone.get_by_role("heading", name="Who are you?")).to_be_visible()
    no_serious_axe_findings(phone)
    phone.get_by_label("Name or number").fill("Aiko")
    phone.get_by_role("button", name="Find").click()
    expect(phone.get_by_text("You are Aiko Brandt")).to_be_visible()
    expect(phone.get_by_role("link", name="Now", exact=True)).to_have_attribute("aria-current", "page")
    no_serious_axe_findings(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320

    start(hanchan=event.hanchan.get(number=1), act=Act(by=None, at=timezone.now()))
    expect(phone.get_by_text("Time left")).to_be_visible()
    phone.get_by_role("link", name="I am not Aiko Brandt").click()
    expect(phone.get_by_role("heading", name="Who are you?")).to_be_visible()
