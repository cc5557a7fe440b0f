"""A player finds their own row among the others, opens a table from a cell, and is known on the other tabs."""

import re

import pytest
from playwright.sync_api import expect

from tests.factories import MORNING
from tests.tournament.standings.tables import USUAL, play, small_event

PHONE = {"width": 390, "height": 844}


@pytest.mark.journey
def test_what_is_typed_narrows_the_rows_and_who_is_chosen_is_known_on_every_tab(
    page, live_server, db, no_serious_axe_findings
):
    tournament, people = small_event(hanchan_count=3)
    people[4].name, people[4].reading = "大野 忍", "おおの しのぶ"
    people[4].save()
    play(tournament, 1, {1: USUAL, 2: (40_000, 36_000, 22_000, 22_000)})
    tournament.hanchan.filter(number=2).update(seating_published_at=MORNING)
    page.goto(f"{live_server.url}/t/spring-open/")
    rows = page.locator("#standings tbody tr[id]:visible")
    expect(rows).to_have_count(8)
    find = page.get_by_role("searchbox", name="Name, number or country")
    find.press_sequentially("LUC")
    expect(rows).to_have_count(1)
    for typed in ("ohno", "Ōno sinobu", "オオノ", "ｵｵﾉ", "大", "ｏｏｎｏ"):
        find.fill(typed)
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text("大野 忍")
    find.fill("nobody")
    expect(page.get_by_text("No player matches this.")).to_be_visible()
    find.fill("luc")
    page.get_by_role("button", name="Show me first").click()
    expect(page.locator("tr.is-own")).to_contain_text("you")
    no_serious_axe_findings(page)

    page.locator("tr.is-own td.heat a").click()
    expect(page).to_have_url(re.compile(r"/player/2/#h1$"))
    expect(page.locator("#h1")).to_be_in_viewport()
    page.set_viewport_size(PHONE)
    for tab in ("Seating", "Clock", "Rules"):
        page.get_by_role("link", name=tab, exact=True).click()
        expect(page.locator("#own-seats")).to_contain_text("Table 1 South")
        no_serious_axe_findings(page)
    page.get_by_role("link", name="Now", exact=True).click()
    page.get_by_role("link", name="I am not Luc Moreau").click()
    page.get_by_role("link", name="Standings", exact=True).click()
    expect(page.locator("#own-seats")).to_have_count(0)
    expect(page.locator("tr.is-own")).to_have_count(0)
