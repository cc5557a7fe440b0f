"""Somebody registers on a phone, keeps the personal link and confirms the place."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from tests.factories import MORNING, make_tournament
from tournament.core.audit import Act
from tournament.events.actions import set_public
from tournament.players.registration import tokens
from tournament.players.registration.actions import set_page

PHONE = {"width": 390, "height": 844}
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
ACT = Act(by=None, at=MORNING)


@pytest.fixture
def event(transactional_db, monkeypatch):
    monkeypatch.setattr(tokens, "AT_LEAST", timedelta(0))
    tournament = make_tournament(slug="spring", capacity=24)
    set_public(tournament=tournament, act=ACT, is_public=True)
    asks = ["country", "club", "ema_number", "contact", "note"]
    set_page(tournament=tournament, act=ACT, is_open=True, closes_at=None, takes_waiting=True, asks=asks)
    return tournament


def looks_right(page, name, no_serious_axe_findings):
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)
    assert not page.evaluate(TOO_WIDE)
    no_serious_axe_findings(page)


@pytest.mark.journey
def test_a_player_registers_by_keyboard_and_confirms(page, live_server, event, no_serious_axe_findings):
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/t/spring/register/")
    looks_right(page, "Register", no_serious_axe_findings)
    page.get_by_role("textbox", name="Name").focus()
    for typed in ("山田 太郎 🀄", "Japan", "Club", "05100170", "taro@example.org", "vegan"):
        page.keyboard.type(typed)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    looks_right(page, "山田 太郎 🀄 is registered", no_serious_axe_findings)
    expect(page.get_by_text("Keep this link: it is shown only once.")).to_be_visible()
    page.locator(".link-line a").click()
    looks_right(page, "Your registration", no_serious_axe_findings)
    expect(page.get_by_text("You have a place.")).to_be_visible()
    page.get_by_role("button", name="Confirm my place").click()
    expect(page.get_by_text("You have a place, and you confirmed it.")).to_be_visible()
    page.get_by_role("textbox", name="Club").fill("Another club")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    player = event.players.get()
    assert (player.club, player.contact, player.country) == ("Another club", "taro@example.org", "JP")
