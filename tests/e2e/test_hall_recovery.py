"""A screen whose server is killed keeps its picture, says so, and goes on by itself with what has changed meanwhile."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.own_server import OwnServer
from tests.tournament.screens.halls import ACT, screen_event
from tournament.hanchan.actions import withhold


@pytest.fixture
def server():
    server = OwnServer()
    server.start()
    yield server
    server.kill()


def test_a_killed_server_is_said_and_its_return_shows_what_is_public_now(page, server):
    event = screen_event(16, 3, closed=1)
    page.clock.install()
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(server.url + reverse("screen_standings", args=[event.slug]))
    rows, sign = page.locator(".score-rows > li:visible"), page.locator("[data-stale]")
    expect(rows.first).to_be_visible()
    server.kill()
    page.clock.run_for("00:40")
    expect(sign).to_be_visible()
    expect(sign).to_contain_text("Not up to date: no answer since")
    assert rows.count() > 0, "pages turn on"
    withhold(hanchan=event.hanchan.get(number=1), act=ACT)
    server.start()
    while not page.get_by_text("No results yet").is_visible():  # the server may be busy: the screen asks again
        page.clock.run_for("00:05")
        page.wait_for_timeout(100)
    expect(page.get_by_text("No results yet")).to_be_visible()
    expect(sign).to_be_hidden()
