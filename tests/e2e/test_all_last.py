"""What does each player need? On a player's phone in the hall, by keyboard alone, and without script."""

import pytest
from playwright.sync_api import expect

from tests.factories import MORNING
from tests.tournament.standings.tables import USUAL, begin, play, small_event

PHONE = {"width": 390, "height": 844}
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def event(transactional_db):
    """Four tables; hanchan 1 is public, hanchan 2 plays. In South 4 table 1 is Tom, Aiko, Luc and Ewa from East on."""
    tournament, _people = small_event(hanchan_count=3, players=16)
    play(tournament, 1, dict.fromkeys(range(1, 5), USUAL))
    tournament.hanchan.update(seating_published_at=MORNING)
    begin(tournament, 2)
    return tournament


def fill(page, minus=("Aiko Brandt", "Luc Moreau", "Ewa Nowak")):
    """The deltas as they stand on the sheet: +6.2, ▲2.2, ▲1.0, ▲3.0."""
    for name, delta in (("Tom Okafor", "6.2"), ("Aiko Brandt", "2.2"), ("Luc Moreau", "1.0"), ("Ewa Nowak", "3.0")):
        page.get_by_label(f"Delta of {name}").fill(delta)
        page.get_by_label(f"Minus for {name}").set_checked(name in minus)


def test_a_player_asks_before_the_last_hand(page, live_server, event, no_serious_axe_findings):
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/t/spring-open/clock/")
    page.get_by_role("link", name="What does each player need?").click()
    page.get_by_label("Table").fill("1")
    page.get_by_role("button", name="Show the table").click()
    fill(page, minus=("Aiko Brandt", "Ewa Nowak"))
    page.get_by_role("button", name="Calculate").click()

    wrong = page.get_by_label("Delta of Luc Moreau")
    expect(wrong).to_be_focused()
    expect(page.locator("#wrong-W")).to_contain_text("Missing minus sign? −1.0 instead of 1.0")
    no_serious_axe_findings(page)
    page.get_by_label("Minus for Luc Moreau").check()
    wrong.press("Enter")

    luc = page.locator("li.box", has_text="Luc Moreau").filter(has=page.get_by_role("heading", name="Luc Moreau"))
    expect(luc.locator(".rule-above").first).to_contain_text("8,000")
    luc.get_by_text("The hands").click()
    expect(luc).to_contain_text("Off Aiko Brandt or Ewa Nowak mangan, 8,000.")
    expect(page.locator(".draw-board")).to_have_count(16)
    assert not page.evaluate(TOO_WIDE)
    no_serious_axe_findings(page)

    page.get_by_role("link", name="In the tournament").click()
    expect(page.get_by_text("The other tables are still playing.")).to_be_visible()
    assert not page.evaluate(TOO_WIDE)
    no_serious_axe_findings(page)


def test_by_keyboard_alone(page, live_server, event):
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/t/spring-open/all-last/?table=1")
    page.get_by_label("Minus for Tom Okafor").focus()
    for delta, below_zero in (("6.2", False), ("2.2", True), ("1.0", True), ("3.0", True)):
        if below_zero:
            page.keyboard.press("Space")
        page.keyboard.press("Tab")
        page.keyboard.type(delta)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="After a draw")).to_be_visible()
    again = page.get_by_text("Change the values")
    again.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Delta of Luc Moreau")).to_have_value("1.0")


def test_without_script(browser, live_server, event):
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto(f"{live_server.url}/t/spring-open/all-last/?table=1")
    fill(page)
    page.get_by_role("button", name="Calculate").click()
    expect(page.get_by_role("heading", name="After a draw")).to_be_visible()
    page.get_by_text("Change the values").click()
    page.get_by_label("Hand", exact=True).select_option(label="South 3")
    page.get_by_role("button", name="Show the table").click()
    expect(page.get_by_text("The names beside the values have changed.")).to_be_visible()
    expect(page.get_by_label("Delta of Ewa Nowak")).to_have_value("6.2")
    context.close()
