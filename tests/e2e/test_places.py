"""How places are decided: by keyboard, while one types, without script, and for those who hear the page."""

import re

import pytest
from playwright.sync_api import expect

from scoring.standings.ties import Breaker
from tests.factories import PASSWORD, make_staff
from tests.tournament.standings.tables import USUAL, play, small_event
from tournament.core.models import Tournament
from tournament.results.models import TieDecision

PAGE = "/manage/spring-open/standings/rules/"
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@pytest.fixture
def event(page, sign_in):
    """Two hanchan that end alike at two tables: everybody shares a place with somebody."""
    tournament, people = small_event(hanchan_count=4)
    for player in people:
        player.team = "Felt" if player.number % 2 else "Ivory"
        player.save()
    for number in (1, 2):
        play(tournament, number, {1: USUAL, 2: USUAL})
    sign_in(page, make_staff(tournament, "organiser", name="Ola Berg", password=PASSWORD))
    return tournament


def test_a_chain_is_chosen_by_keyboard_and_shows_what_it_moves_while_one_chooses(page, live_server, event):
    page.goto(live_server.url + PAGE)
    rows = page.locator(".chain-row")
    row = rows.filter(has=page.locator("#id_order_seed"))
    row.get_by_role("button", name="Use").press("Enter")
    expect(page.locator("#preview")).to_contain_text("the lower start number")
    expect(page.locator("#preview")).to_contain_text("Noor van Dijk")
    page.get_by_label("Your password").fill(PASSWORD)
    rows.filter(has=page.locator("#id_order_best")).get_by_role("button", name="Use").press("Enter")
    row.get_by_role("button", name="Down").press("Enter")
    expect(rows.locator("input").nth(1)).to_have_id("id_order_seed")
    expect(row.get_by_role("button", name="Remove")).to_be_focused()
    row.get_by_role("button", name="Up").press("Enter")
    rows.filter(has=page.locator("#id_order_best")).get_by_role("button", name="Remove").press("Enter")
    expect(page.locator("#preview")).not_to_contain_text("best hanchan")
    expect(page.get_by_label("Your password")).to_have_value(PASSWORD)
    page.get_by_role("button", name="Save").last.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(live_server.url + PAGE)
    expect(page.locator("main")).to_contain_text("Saved.")
    assert Tournament.objects.get(pk=event.pk).ranked_by.breakers == (Breaker.SEED,)


def test_without_script_the_same_page_shows_first_and_then_saves(browser, live_server, event, page):
    context = browser.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    plain = context.new_page()
    plain.goto(live_server.url + PAGE)
    plain.fill("#id_order_seed", "1")
    plain.locator("button.btn-primary").click()
    expect(plain.locator("main")).to_contain_text("Not saved yet.")
    plain.get_by_label("Your password").fill(PASSWORD)
    plain.locator("button.btn-primary").click()
    expect(plain.locator("main")).to_contain_text("Saved.")
    context.close()
    assert Tournament.objects.get(pk=event.pk).ranked_by.breakers == (Breaker.SEED,)


def test_a_referee_decides_a_tie_on_a_phone(page, live_server, event):
    page.set_viewport_size(PHONE)
    page.goto(live_server.url + "/manage/spring-open/standings/ties/")
    page.get_by_role("link", name=re.compile("Decide\\s+place 1")).click()
    page.get_by_label("Place 1").select_option(label="5 Noor van Dijk")
    page.get_by_label("Place 2").select_option(label="1 Aiko Brandt")
    page.get_by_label("How it was decided").fill("a play-off")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Decide").click()
    expect(page.locator("main")).to_contain_text("Decided: Noor van Dijk, Aiko Brandt")
    assert TieDecision.objects.get().reason == "a play-off"
    page.goto(live_server.url + "/t/spring-open/")
    expect(page.locator(".why-row").first).to_contain_text("the referee put Noor van Dijk above Aiko Brandt")


def test_the_members_of_a_team_open_with_the_keyboard(page, live_server, event):
    page.goto(live_server.url + "/t/spring-open/teams/")
    page.locator("summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".team li").first).to_be_visible()


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize(
    "address", [PAGE, "/manage/spring-open/standings/ties/", "/manage/spring-open/standings/ties/2/1/",
                "/manage/spring-open/standings/teams/", "/t/spring-open/teams/"],
)  # fmt: skip
def test_the_pages_are_quiet_for_those_who_hear_them(
    page, live_server, event, no_serious_axe_findings, address, window
):
    page.set_viewport_size(window)
    page.goto(live_server.url + address)
    no_serious_axe_findings(page)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
