"""Coming in by a link, setting up, and running a hanchan, in a browser and by keyboard."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import make_players, make_staff, make_tournament
from tests.tournament.hanchan.test_actions import enter_all, hanchan
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import set_public
from tournament.hanchan import actions
from tournament.planning.actions import plan_seating
from tournament.staff.actions import ensure_owner, make_sign_in_link


@pytest.fixture
def event(transactional_db):
    now = timezone.now()
    tournament = make_tournament("Open", hanchan_count=3)
    make_players(tournament, 8)
    plan_seating(tournament=tournament, seed=7, act=Act(by=None, at=now))
    tournament.refresh_from_db()
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=now))
    return tournament


@pytest.mark.journey
def test_from_the_link_in_the_terminal_to_a_tournament_by_keyboard_alone(page, live_server, transactional_db):
    _link, token = make_sign_in_link(user=ensure_owner(), at=timezone.now())
    page.goto(f"{live_server.url}/sign-in/{token}/")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("My account")
    page.get_by_label("New password").fill("felt and ivory")
    page.get_by_label("Repeat the password").fill("felt and ivory")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Set up a tournament").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Name", exact=True).fill("Tulip Open")
    page.keyboard.press("Enter")
    expect(page.locator("#step-players")).to_have_attribute("aria-current", "step")
    expect(page.get_by_role("link", name="Add or import players")).to_be_visible()


@pytest.mark.journey
def test_a_hanchan_is_started_and_the_clock_counts_down_on_a_phone(page, live_server, event, sign_in, browser):
    sign_in(page, make_staff(event, Role.REFEREE))
    page.goto(f"{live_server.url}/manage/open/hanchan/1/")
    page.get_by_role("button", name="Start hanchan 1").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-clock-face]")).to_contain_text("89:5")
    phone = browser.new_page(viewport={"width": 390, "height": 844})
    phone.goto(f"{live_server.url}/t/open/clock/")
    expect(phone.locator("[data-clock-face]")).to_contain_text("89:")
    expect(phone.get_by_text("ends at")).to_be_visible()
    page.get_by_role("button", name="Pause the clock").click()
    expect(phone.get_by_text("paused, time left")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.close()


def test_without_script_the_clock_says_when_the_time_ends(live_server, event, browser):
    one = hanchan(event)
    actions.start(hanchan=one, act=Act(by=None, at=timezone.now()))
    plain = browser.new_page(java_script_enabled=False)
    plain.goto(f"{live_server.url}/t/open/clock/")
    ends = timezone.localtime(timezone.now() + timedelta(minutes=90))
    said = plain.locator("[data-clock-face]").inner_text()
    assert said in {f"{ends:%H:%M}", f"{ends - timedelta(minutes=1):%H:%M}"}
    expect(plain.locator(".clock-label")).to_have_text("Ends at")
    plain.close()


def test_the_list_of_what_comes_next_follows_the_desk_by_itself(page, live_server, event, sign_in):
    sign_in(page, make_staff(event, Role.ORGANISER))
    actions.start(hanchan=hanchan(event), act=Act(by=None, at=timezone.now()))
    page.goto(f"{live_server.url}/manage/open/")
    expect(page.locator("#step-hanchan-1")).to_contain_text("2 of 2 sheets are missing")
    enter_all(hanchan(event), timezone.now())
    expect(page.get_by_role("link", name="Close hanchan 1")).to_be_visible()


STAFF_PAGES = (
    "", "settings/", "rules/", "hanchan/", "public/", "staff/", "history/", "hanchan/1/", "hanchan/2/", "hanchan/3/",
)  # fmt: skip
OPEN_PAGES = ("/", "/sign-in/", "/sign-in/no-such-token/", "/t/open/clock/", "/t/open/rules/", "/nowhere/")


def test_nobody_is_shut_out_of_these_pages_in_the_dark(page, live_server, event, sign_in, no_serious_axe_findings):
    actions.start(hanchan=hanchan(event, 1), act=Act(by=None, at=timezone.now() - timedelta(hours=2)))
    enter_all(hanchan(event, 1), timezone.now())
    actions.close(hanchan=hanchan(event, 1), act=Act(by=None, at=timezone.now()))
    actions.start(hanchan=hanchan(event, 2), act=Act(by=None, at=timezone.now() - timedelta(hours=2)))
    page.emulate_media(color_scheme="dark")
    for path in OPEN_PAGES:
        page.goto(live_server.url + path)
        no_serious_axe_findings(page)
    sign_in(page, make_staff(event, Role.ORGANISER))
    for path in (*(f"/manage/open/{name}" for name in STAFF_PAGES), "/", "/account/", "/manage/new/"):
        page.goto(live_server.url + path)
        no_serious_axe_findings(page)
