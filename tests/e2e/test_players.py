"""Players are pasted, found and checked in: by keyboard, on a phone, and without a script."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.factories import make_players, make_staff, make_tournament
from tournament.players.models import Player

LIST = "Nom;Prénom;Pays;EMA\nMoreau;Luc;France;4100170\nBrandt;Aiko;Allemagne;05100170\n"


@pytest.fixture
def at_work(page, live_server, sign_in):
    """The organiser in front of a page of the tournament's players."""

    def go(path="", players=0):
        tournament = make_tournament(slug="spring")
        make_players(tournament, players)
        sign_in(page, make_staff(tournament, "organiser", name="Mina Sato"))
        page.goto(f"{live_server.url}/manage/spring/players/{path}")

    return go


def test_pasted_rows_are_previewed_as_they_come_and_added(page, at_work, no_serious_axe_findings):
    at_work("import/")
    page.get_by_label("Paste rows here").fill(LIST + "Nowak;Ewa;Absurdie;12\n")
    expect(page.get_by_text("“Absurdie” is not a known country").first).to_be_visible()
    expect(page.get_by_role("button", name="Add players")).to_be_disabled()
    no_serious_axe_findings(page)
    page.get_by_label("Paste rows here").fill(LIST)
    page.get_by_role("button", name="Add 2 players").press("Enter")
    expect(page.get_by_text("2 players added")).to_be_visible()
    assert Player.objects.get(name="Luc Moreau").ema_number == "04100170"


def test_a_file_is_previewed_when_it_is_chosen(page, at_work):
    at_work("import/")
    file = {"name": "liste.csv", "mimeType": "text/csv", "buffer": LIST.encode("cp1252")}
    page.get_by_label("XLSX, ODS or CSV file").set_input_files(files=[file])
    expect(page.locator("#preview")).to_contain_text("Windows-1252")
    expect(page.get_by_role("button", name="Add 2 players")).to_be_visible()


@pytest.mark.journey
def test_a_player_is_checked_in_with_one_tap_and_the_next_name_replaces_the_last(
    page, at_work, no_serious_axe_findings
):
    page.set_viewport_size({"width": 390, "height": 844})
    at_work("check-in/", players=16)
    search = page.get_by_label("Name or number")
    search.press_sequentially("mor")
    expect(page.locator(".check-list li")).to_have_count(1)
    page.get_by_role("button", name=re.compile("Luc Moreau")).click()
    expect(page.get_by_text("2 Luc Moreau checked in.")).to_be_visible()
    expect(search).to_be_focused()
    search.press_sequentially("aiko")
    expect(page.get_by_role("button", name=re.compile("Aiko Brandt"))).to_be_visible()
    no_serious_axe_findings(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert Player.objects.get(name="Luc Moreau").checked_in_at


def test_a_list_asked_for_before_a_tap_does_not_take_the_place_of_its_answer(page, at_work):
    at_work("check-in/", players=16)
    search = page.get_by_label("Name or number")
    search.press_sequentially("luc")
    expect(page.locator(".check-list li")).to_have_count(1)
    late = []

    def answer_the_search_first(route):
        if route.request.method == "GET":
            late.append(route)
            return
        while late:
            late.pop().continue_()
        time.sleep(0.5)
        route.continue_()

    page.route(re.compile("/check-in/"), answer_the_search_first)
    with page.expect_request(re.compile("q=luc.+m")):
        search.press_sequentially(" m")
    page.get_by_role("button", name=re.compile("Luc Moreau")).click()
    expect(page.get_by_text("2 Luc Moreau checked in.")).to_be_visible()
    expect(page.locator("[data-connection]")).to_have_text(re.compile("saved"))


def test_enter_checks_in_the_only_one_left_and_an_undo_ends_what_was_said_before(page, at_work):
    at_work("check-in/", players=16)
    page.get_by_text("All players at once").click()
    page.get_by_role("button", name="Check everybody in").click()
    expect(page.get_by_text("16 players checked in.")).to_be_visible()
    page.get_by_role("button", name="Undo: Luc Moreau").click()
    expect(page.get_by_text("Check-in of 2 Luc Moreau undone.")).to_be_visible()
    expect(page.get_by_text("16 players checked in.")).to_have_count(0)
    search = page.get_by_label("Name or number")
    search.press_sequentially("mor")
    search.press("Enter")
    expect(page.get_by_text("2 Luc Moreau checked in.")).to_be_visible()
    expect(search).to_have_value("")
    expect(search).to_be_focused()
    expect(page.locator(".check-list li")).to_have_count(16)
    assert "q=" not in page.url


def test_the_list_narrows_while_one_types(page, at_work, no_serious_axe_findings):
    at_work(players=16)
    page.get_by_label("Search").press_sequentially("dvorak")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.get_by_label("Search")).to_be_focused()
    expect(page).to_have_url(re.compile("text=dvorak"))
    no_serious_axe_findings(page)


def test_everything_works_without_a_script(browser, live_server, client):
    tournament = make_tournament(slug="spring")
    make_players(tournament, 3)
    client.force_login(make_staff(tournament, "organiser"))
    context = browser.new_context(java_script_enabled=False)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    context.add_cookies([cookie])
    page = context.new_page()
    page.goto(f"{live_server.url}/manage/spring/players/import/")
    page.get_by_label("Paste rows here").fill("Zoé Petit\nNoé Dubois")
    page.get_by_role("button", name="Preview the rows").click()
    page.get_by_role("button", name="Add 2 players").click()
    expect(page.get_by_text("2 players added")).to_be_visible()
    page.goto(f"{live_server.url}/manage/spring/players/check-in/")
    page.get_by_label("Name or number").fill("nowak")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name=re.compile("Ewa Nowak")).click()
    expect(page.get_by_role("button", name="Undo: Ewa Nowak")).to_be_visible()
    context.close()
    assert Player.objects.count() == 5
    assert Player.objects.get(name="Ewa Nowak").checked_in_at
