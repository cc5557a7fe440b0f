"""A referee at a table asks what a hand is worth: on a phone by tapping, by keyboard alone, and without script."""

import re

import pytest
from playwright.sync_api import expect

from tests.factories import MORNING, make_staff, make_tournament
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import set_public

PHONE = {"width": 390, "height": 844}
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
TOO_SMALL = """() => [...document.querySelectorAll("main :is(button, a, select, summary, label:has(input))")]
  .filter((one) => one.checkVisibility() && !one.matches(".visually-hidden") && one.closest("p") === null)
  .filter((one) => one.offsetHeight < 44).map((one) => one.outerHTML.slice(0, 90))"""


@pytest.fixture
def event(transactional_db):
    """A tournament whose pages for referees are public."""
    tournament = make_tournament()
    set_public(tournament=tournament, is_public=True, referee_public=True, act=Act(by=None, at=MORNING))
    return tournament


def tap(page, *names):
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()


def suit(numbers, name):
    return [f"{number} of {name}" for number in numbers]


def target(page, name):
    page.get_by_role("radio", name=name, exact=True).check()


def choose(page, question, answer):
    page.get_by_role("group", name=question).get_by_label(answer, exact=True).check()


def payments(page):
    """The points of East, South, West and North."""
    rows = page.get_by_role("table", name="Payments by current wind").get_by_role("row")
    return rows.locator("td.num").all_inner_texts()


def test_a_hand_is_tapped_on_a_phone_and_the_payments_read(page, live_server, sign_in, event, no_serious_axe_findings):
    sign_in(page, make_staff(event, Role.REFEREE))
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/manage/spring-open/")
    page.get_by_role("link", name="Floor", exact=True).click()
    page.get_by_role("link", name="Hands and fouls").click()
    expect(page.get_by_role("button", name="red dragon")).to_be_visible()
    page.wait_for_load_state()
    assert page.evaluate(TOO_SMALL) == []
    no_serious_axe_findings(page)

    target(page, "Pon")
    expect(page.get_by_text("Tap the tile of the triplet.")).to_be_visible()
    tap(page, "red dragon")
    expect(page.get_by_role("radio", name="Concealed", exact=True)).to_be_checked()
    tap(page, *suit((2, 3, 4, 6, 7, 8), "characters"), *suit((5, 5, 6, 7), "circles"))
    expect(page.get_by_text("Tap the winning tile.")).to_be_visible()
    tap(page, "8 of bamboos")
    tap(page, "8 of circles")
    target(page, "Dora indicator")
    tap(page, "1 of characters")
    held = page.get_by_role("group", name="The hand so far")
    expect(held.get_by_role("button")).to_have_count(13)
    expect(page).to_have_url(re.compile(r"tiles=234678m5567p&win=8p&sets=777z&dora=1m"))
    assert not page.evaluate(TOO_WIDE)
    assert page.evaluate(TOO_SMALL) == []
    no_serious_axe_findings(page)

    page.get_by_role("button", name="Show the value").last.click()
    expect(page.get_by_text("Choose the wind of the player who won.")).to_be_visible()
    expect(page.get_by_role("radio", name="East").first).to_be_focused()
    no_serious_axe_findings(page)
    choose(page, "Round wind", "East")
    choose(page, "Seat wind of the winner", "South")
    choose(page, "Won by self-draw", "North")
    page.get_by_label("Honba").fill("1")
    page.get_by_role("button", name="Show the value").last.click()

    expect(page.get_by_role("heading", name="2 han 30 fu")).to_be_visible()
    assert payments(page) == ["0", "+2,300", "0", "−2,300"]
    expect(page.get_by_role("row", name="Dora 1")).to_be_visible()
    assert not page.evaluate(TOO_WIDE)
    assert page.evaluate(TOO_SMALL) == []
    no_serious_axe_findings(page)

    page.get_by_text("Change the hand").click()
    tap(page, "Remove 1 of characters")
    expect(page.get_by_role("radio", name="Dora indicator")).to_be_checked()
    expect(page.get_by_role("heading", name="2 han 30 fu")).to_be_hidden()
    page.get_by_role("button", name="Show the value").last.click()
    expect(page.get_by_role("heading", name="1 han 30 fu")).to_be_visible()


def test_by_keyboard_alone_the_focus_stays_where_one_taps(page, live_server, event):
    page.goto(f"{live_server.url}/t/spring-open/referee/")
    key = page.get_by_role("button", name="5 of circles", exact=True)
    key.focus()
    for held in range(1, 5):
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Remove 5 of circles")).to_have_count(held)
        expect(key).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("There are four of 5p, not 5.")).to_be_visible()
    page.get_by_role("button", name="Remove 5 of circles").last.focus()
    for left in (3, 2):
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Remove 5 of circles")).to_have_count(left)
        expect(page.get_by_role("button", name="Remove 5 of circles").last).to_be_focused()
    page.get_by_text("Type the tiles").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Concealed tiles").fill("234567m23455p78s")
    page.get_by_label("Concealed tiles").press("Enter")
    missing = "The winning tile is missing: choose “Winning tile” and tap it."
    expect(page.get_by_role("alert").filter(has_text=missing)).to_be_focused()


def test_without_script(browser, live_server, event):
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto(f"{live_server.url}/t/spring-open/referee/?tiles=234567m23455p78s&riichi=riichi")
    tap(page, "9 of bamboos")
    expect(page).to_have_url(re.compile(r"win=9s.*#entry$"))
    for question, answer in (("Round wind", "East"), ("Seat wind", "South"), ("Won by self-draw", "self-draw")):
        choose(page, question, answer)
    page.get_by_role("button", name="Show the value").last.click()
    expect(page.get_by_role("heading", name="3 han 20 fu")).to_be_visible()
    assert payments(page) == ["−1,300", "+2,700", "−700", "−700"]

    page.get_by_role("link", name="Fouls").click()
    page.get_by_label("Word").fill("revealed")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Tiles wrongly revealed").click()
    page.get_by_label("of the wall", exact=True).check()
    page.get_by_role("button", name="Next question").click()
    page.get_by_label("7 tiles or more").check()
    page.get_by_role("button", name="Next question").click()
    expect(page.get_by_text("chonbo, 30P").first).to_be_visible()
    context.close()


def test_a_foul_is_found_while_a_word_is_typed_and_given_with_its_answers(
    page, live_server, sign_in, event, no_serious_axe_findings
):
    sign_in(page, make_staff(event, Role.REFEREE))
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/manage/spring-open/referee/fouls/")
    page.get_by_label("Word").press_sequentially("revealed")
    expect(page.get_by_role("link", name="Noten riichi")).to_be_hidden()
    no_serious_axe_findings(page)
    page.get_by_role("link", name="Tiles wrongly revealed").click()
    page.get_by_label("of the wall", exact=True).check()
    page.get_by_label("7 tiles or more").check()
    expect(page.get_by_text("chonbo, 30P").first).to_be_visible()
    assert page.evaluate(TOO_SMALL) == []
    no_serious_axe_findings(page)
    page.get_by_role("link", name="Give this penalty").click()
    expect(page.get_by_role("heading", name="Tiles wrongly revealed")).to_be_visible()
    expect(page.get_by_label("Points taken off, in P")).to_have_value("30")


def test_a_choice_made_while_a_tap_is_on_its_way_counts_for_the_next_tile(page, live_server, sign_in, event):
    """The answers are held back: to the tap until the choice was made, to the choice until the next tap."""
    sign_in(page, make_staff(event, Role.REFEREE))
    page.goto(f"{live_server.url}/manage/spring-open/referee/?tiles=123456789m1122p")
    held = []
    page.route(re.compile("tap=3p|to=dora"), lambda route: held.append(route), times=2)
    with page.expect_request(re.compile("tap=3p")):
        tap(page, "3 of circles")
    target(page, "Dora indicator")
    with page.expect_request(re.compile("to=dora")):
        held[0].continue_()
    expect(page.get_by_text("Winning tile").first).to_be_visible()
    expect(page.get_by_role("radio", name="Dora indicator", exact=True)).to_be_checked()
    tap(page, "1 of characters")
    held[1].continue_()
    expect(page).to_have_url(re.compile("win=3p.*dora=1m"))
    expect(page.get_by_role("radio", name="Dora indicator", exact=True)).to_be_checked()
