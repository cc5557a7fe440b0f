"""The race of places: a slider on the public page, a wall that plays by itself."""

import re

import pytest
from playwright.sync_api import expect

from tests.tournament.standings.tables import USUAL, begin, finish, play, put_in, small_event

ORDERS = (USUAL, (18_000, 25_700, 31_100, 45_200), (31_100, 45_200, 18_000, 25_700))


@pytest.fixture
def event(db):
    tournament, people = small_event(hanchan_count=4)
    for number, points in enumerate(ORDERS, start=1):
        play(tournament, number, {1: points, 2: (40_000, 36_000, 22_000, 22_000)})
    tournament.refresh_from_db()
    return tournament, people


def leader(page):
    return page.locator(".race-list:visible .race-row").first


@pytest.mark.journey
def test_the_strip_is_a_slider_and_the_readers_own_line_is_bold(page, live_server, event, no_serious_axe_findings):
    _tournament, people = event
    page.goto(f"{live_server.url}/t/spring-open/race/")
    page.get_by_role("searchbox", name="Your name or number").fill(people[6].name)
    page.get_by_role("button", name="Show my line").click()
    own = page.locator(".race-line.is-own path[id]")
    expect(own).to_have_css("stroke-width", "6px")
    expect(page.locator(".race-own .race-row:visible")).to_contain_text(people[6].name)

    slider = page.get_by_role("slider", name="After hanchan")
    expect(slider).to_have_attribute("aria-valuetext", "after hanchan 3 of 4")
    slider.focus()
    for key, after in (("Home", 1), ("ArrowLeft", 1), ("ArrowRight", 2), ("ArrowUp", 3), ("ArrowDown", 2), ("End", 3)):
        page.keyboard.press(key)
        expect(slider).to_have_attribute("aria-valuenow", str(after))
        expect(slider).to_have_attribute("aria-valuetext", f"after hanchan {after} of 4")
        expect(page.get_by_role("heading", name="The race after")).to_contain_text(f"after hanchan {after} of 4")
        expect(page.locator(".race-list:visible")).to_have_attribute("data-at", str(after))
        expect(page.locator(".race-line.is-leader")).to_have_count(1)
        expect(own).to_have_css("stroke-width", "6px")
    no_serious_axe_findings(page)

    page.locator("[data-to]").first.click()
    expect(page).to_have_url(re.compile(r"/race/after/1/"))
    first = leader(page).inner_text()
    page.reload()
    assert leader(page).inner_text() == first, "the address is that of the hanchan"
    page.keyboard.press("Tab")


@pytest.mark.journey
def test_a_tap_on_a_line_says_whose_it_is(page, live_server, event):
    page.goto(f"{live_server.url}/t/spring-open/race/")
    box = page.locator(".race-line.is-leader path[id]").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 2, box["y"])
    name = leader(page).locator(".name").inner_text()
    expect(page.locator("[data-named]")).to_contain_text(f"{name}: ")
    expect(page.locator(".race-line.is-named title")).to_contain_text(name)


def test_a_hanchan_that_is_released_meanwhile_is_drawn(page, live_server, event):
    page.clock.install()
    tournament, _people = event
    page.goto(f"{live_server.url}/t/spring-open/race/")
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuemax", "3")
    play(tournament, 4, {1: USUAL, 2: USUAL})
    page.clock.fast_forward(10_000)
    expect(slider).to_have_attribute("aria-valuemax", "4")
    expect(slider).to_have_attribute("aria-valuetext", "after hanchan 4 of 4")


@pytest.mark.journey
def test_the_wall_plays_by_itself_and_plays_the_last_step_when_a_hanchan_was_closed(page, live_server, event):
    page.clock.install()
    page.emulate_media(reduced_motion="reduce")
    tournament, _people = event
    page.goto(f"{live_server.url}/t/spring-open/screen/race/")
    heading = page.get_by_role("heading", level=1)
    for after in (1, 2, 3):
        expect(heading).to_contain_text(f"after hanchan {after} of 4")
        page.clock.run_for(4_000)
    expect(heading).to_contain_text("after hanchan 3 of 4"), "it rests at the last one"
    page.clock.run_for(8_000)
    expect(heading).to_contain_text("after hanchan 1 of 4")
    page.keyboard.press(" ")
    page.keyboard.press("ArrowLeft")
    expect(heading).to_contain_text("after hanchan 3 of 4")
    begin(tournament, 4)
    for table in (1, 2):
        put_in(tournament, 4, table)
    finish(tournament, 4)
    page.evaluate("hall.refresh()")
    expect(page.locator("[data-to]")).to_have_count(4)
    expect(heading).to_contain_text("after hanchan 3 of 4")
    page.keyboard.press("ArrowRight")
    expect(heading).to_contain_text("after hanchan 4 of 4")


def test_a_short_time_on_the_wall_is_the_time_of_the_last_hanchan(page, live_server, event):
    page.goto(f"{live_server.url}/t/spring-open/screen/race/?seconds=16")
    expect(page.get_by_role("heading", level=1)).to_contain_text("after hanchan 2 of 4")
