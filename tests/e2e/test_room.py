"""The room before the event: its figures are those of the screens themselves, and the page follows what is typed."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import make_staff
from tests.tournament.screens.halls import screen_event
from tournament.core.hall_distance import HallDistance
from tournament.core.models import Role
from tournament.screens.name_board import PAGE_SECONDS
from tournament.screens.room_plan import TEAM_ROWS, WIDE, Room, score_pages, seating
from tournament.screens.scoreboard import PAGE_SECONDS as SCORE_SECONDS

HALLS = ((140, 20), (140, 8), (140, 40), (200, 20), (100, 30), (56, 5), (300, 12))
"""Pictures by their height in cm, and the distance of the last row in m."""


def book(page, address):
    """How many pages a screen has, for how many seconds each, and the px of the first name on it."""
    page.goto(address)
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page.evaluate(
        """() => {
          const list = document.querySelector(".seat-rows, .score-rows");
          const far = parseFloat(getComputedStyle(list).fontSize);
          const name = list.dataset.size === "large" ? far : (far / 10.05) * 7.1 * 1.09;
          const pages = Math.max(document.querySelectorAll("[data-dots] li").length, 1);
          return [pages, Number(document.body.dataset.pageSeconds), Math.round(name)];
        }"""
    )


def test_the_plan_of_a_room_has_the_pages_that_the_screens_have(page, live_server):
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1920, "height": 1080})
    found, planned = {}, {}
    for players, hall in ((36, screen_event(36, 8, closed=7)), (200, screen_event(200, 2, closed=1, name="Large"))):
        for player in hall.players.all():
            hall.players.filter(pk=player.pk).update(team=f"Team {player.number % (players // 4)}")
        for height, metres in HALLS:
            size = f"?height={height}&distance={metres}"
            names = seating(Room(round(height * WIDE), metres, players))
            by_name = live_server.url + reverse("screen_seating", args=[hall.slug, 2])
            found["names", players, height, metres] = book(page, by_name + size)
            usual = pytest.approx(names.pixels, rel=0.05)  # a long heading is smaller, and leaves more room
            planned["names", players, height, metres] = [names.pages, PAGE_SECONDS, usual]
            scores = live_server.url + reverse("screen_standings", args=[hall.slug])
            found["scores", players, height, metres] = book(page, scores + size)[:2]
            pages = score_pages(HallDistance(height, metres), players)
            planned["scores", players, height, metres] = [pages, SCORE_SECONDS]
            groups = live_server.url + reverse("screen_teams", args=[hall.slug])
            found["teams", players, height, metres] = book(page, groups + size)[:2]
            pages = score_pages(HallDistance(height, metres), players // 4, TEAM_ROWS)
            planned["teams", players, height, metres] = [pages, SCORE_SECONDS]
    assert found == planned
    assert found["teams", 36, 140, 20][0] == 1, "nine teams are on one page"


def test_the_room_is_planned_as_it_is_typed_and_becomes_that_of_the_screens(page, live_server, sign_in):
    hall = screen_event(36, 2, closed=1)
    sign_in(page, make_staff(hall, Role.ORGANISER))
    page.goto(live_server.url + reverse("screens", args=[hall.slug]))
    page.get_by_role("link", name="Room").click()
    expect(page.get_by_role("status").filter(has_text="36 players take 2 pages")).to_be_visible()
    answer = page.locator("#room-answer")
    answer.evaluate("(one) => { window.region = one; }")
    page.get_by_label("Players").fill("200")
    expect(answer).to_contain_text("200 players take 6 pages: every name is back after 60 seconds.")
    page.get_by_label("Projectors for the seating").fill("2")
    expect(answer).to_contain_text("3 pages on each projector: every name is back after 30 seconds.")
    assert answer.evaluate("(one) => one === window.region"), "what is read aloud stays the same element"
    page.get_by_label("Picture width").fill("0")
    expect(answer).to_contain_text("Picture width:")
    expect(page.get_by_role("button", name="Use for the screens")).to_be_hidden()
    page.get_by_label("Picture width").fill("3.4")
    expect(page.get_by_role("img", name="50 tables")).to_be_visible()
    expect(page).to_have_url(re.compile("width=3.4"))
    page.get_by_role("button", name="Use for the screens").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.get_by_role("link", name="Room").click()
    expect(page.get_by_label("Picture width")).to_have_value("3.4")
    page.get_by_role("link", name="Show a test picture").click()
    expect(page.get_by_role("heading", name="Read this from the last row")).to_be_visible()
    assert page.locator("[data-dots] li").count() <= 1


def test_the_room_is_planned_without_script(browser, page, live_server, sign_in):
    hall = screen_event(36, 2, closed=1)
    sign_in(page, make_staff(hall, Role.ORGANISER))
    context = browser.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    plain = context.new_page()
    plain.goto(live_server.url + reverse("room", args=[hall.slug]))
    plain.get_by_label("Players").fill("200")
    plain.get_by_role("button", name="Calculate").click()
    expect(plain.get_by_text("200 players take 6 pages")).to_be_visible()
    expect(plain.locator(".room-table")).to_have_count(50)
