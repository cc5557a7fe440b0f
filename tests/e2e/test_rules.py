"""The rules in a browser: chosen, changed while one reads what they then mean, read by players, printed."""

import pytest
from playwright.sync_api import expect

from scoring.rules import preset
from scoring.rules.files import PRESETS
from tests.e2e.paper import Printed
from tests.factories import MORNING, make_staff, make_tournament, make_user
from tests.tournament.events.sent import sent
from tournament.core.audit import Act
from tournament.core.models import Role, Tournament
from tournament.events.actions import change_rules, set_public

FOUR = [key for key in PRESETS if preset(key).players == 4]
WIDE, DESK, PHONE = 320, 1280, 390


@pytest.fixture
def organiser(page, sign_in, transactional_db):
    """An organiser of a tournament by WRC 2022, signed in; gives the tournament."""
    tournament = make_tournament("Open")
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=MORNING))
    sign_in(page, make_staff(tournament, Role.ORGANISER))
    return tournament


def box(page, group, place):
    return page.get_by_role("group", name=group).get_by_label(place, exact=True)


def type_uma(page, *values):
    for place, value in zip(("1st", "2nd", "3rd", "4th"), values, strict=True):
        box(page, "Uma", place).fill(value)


def test_wrc_2025_with_another_uma_and_an_oka_from_the_set_up_to_the_players(page, live_server, sign_in, browser):
    sign_in(page, make_user("owner", superuser=True))
    page.goto(f"{live_server.url}/manage/new/")
    page.get_by_label("Name", exact=True).fill("Tulip Open")
    page.get_by_role("radio", name="WRC 2025").check()
    page.get_by_role("button", name="Set up").click()
    page.goto(f"{live_server.url}/manage/tulip-open/rules/")
    type_uma(page, "20", "10", "-10", "-20")
    page.get_by_label("Starting points").fill("25")
    said = page.get_by_role("region", name="The rules as edited")
    expect(said).to_contain_text("the winner gets an oka of 20P")
    expect(said).to_contain_text("Oka for the winner: from none → to 20P")
    expect(said.get_by_role("listitem").filter(has_text="Reset to WRC 2025")).to_have_count(3)
    expect(page.locator("#rules-unsaved")).to_contain_text("not saved yet")
    assert Tournament.objects.get().ruleset == preset("wrc-2025")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("WRC 2025, adapted")
    set_public(tournament=Tournament.objects.get(), is_public=True, act=Act(by=None, at=MORNING))
    phone = browser.new_page(viewport={"width": PHONE, "height": 844})
    phone.goto(f"{live_server.url}/t/tulip-open/rules/")
    expect(phone.get_by_role("main")).to_contain_text("Differences from WRC 2025")
    expect(phone.get_by_role("main")).to_contain_text("Everyone starts with 25,000 points.")
    expect(phone.get_by_role("main")).to_contain_text("The uma by place is +20.0, +10.0, −10.0, −20.0.")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE
    phone.close()


def test_the_uma_is_seen_without_scrolling_at_a_desk_and_what_one_types_does_not_move(page, live_server, organiser):
    page.set_viewport_size({"width": DESK, "height": 800})
    page.goto(f"{live_server.url}/manage/open/rules/")
    first = box(page, "Uma", "1st")
    before = first.bounding_box()
    assert before["y"] + before["height"] < 800
    type_uma(page, "20", "10", "-10", "-20")
    expect(page.get_by_role("region", name="The rules as edited")).to_contain_text("+20.0, +10.0")
    assert first.bounding_box() == before


def test_a_value_goes_back_to_the_preset_with_one_click_and_nothing_is_saved_yet(page, live_server, organiser):
    change_rules(tournament=organiser, start=25_000, chonbo=20_000, act=Act(by=None, at=MORNING))
    page.goto(f"{live_server.url}/manage/open/rules/")
    page.get_by_role("button", name="Reset Starting points to WRC 2022").click()
    expect(page.get_by_label("Starting points")).to_have_value("30,000")
    expect(page.locator("[data-connection]")).to_have_text("Not saved yet")
    assert Tournament.objects.get().ruleset.start == 25_000
    page.get_by_role("button", name="Save the rules").last.click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert Tournament.objects.get().ruleset.start == 30_000
    assert Tournament.objects.get().ruleset.chonbo == 20_000


def test_what_is_wrong_has_the_focus_and_its_section_is_open(page, live_server, organiser):
    page.goto(f"{live_server.url}/manage/open/rules/")
    page.get_by_text("Lateness and penalties").first.click()
    page.get_by_label("A chonbo costs").fill("0.05")
    page.keyboard.press("Enter")
    expect(page.get_by_label("A chonbo costs")).to_be_focused()
    expect(page.get_by_text("not a multiple of 100 points").first).to_be_visible()


def test_without_script_one_previews_floats_the_uma_and_saves(browser, live_server, organiser, sign_in):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_in(page, make_staff(organiser, Role.ORGANISER))
    page.goto(f"{live_server.url}/manage/open/rules/")
    page.get_by_role("button", name="Floating").click()
    page.get_by_label("1 at the goal, 1st", exact=True).fill("25")
    page.get_by_label("1 at the goal, 4th", exact=True).fill("-25")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#rules-explained")).to_contain_text("+25.0, +5.0, −5.0, −25.0")
    page.locator("#rules-form").get_by_role("button", name="Save the rules").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("WRC 2022, adapted")
    context.close()


@pytest.mark.parametrize("width", [WIDE, PHONE, DESK])
def test_with_everything_open_the_form_is_as_wide_as_its_window_and_can_be_used_by_everybody(
    page, live_server, organiser, no_serious_axe_findings, width
):
    change_rules(tournament=organiser, preset="jpml-a-2012", chonbo=20_000, act=Act(by=None, at=MORNING))
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{live_server.url}/manage/open/rules/")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    no_serious_axe_findings(page)


def test_all_rule_sets_of_the_set_up_page_can_be_used_by_everybody(page, live_server, sign_in, no_serious_axe_findings):
    sign_in(page, make_user("owner", superuser=True))
    page.set_viewport_size({"width": PHONE, "height": 844})
    page.goto(f"{live_server.url}/manage/new/")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    no_serious_axe_findings(page)


# Boxes of the page whose content is larger than they are: on paper it would be cut.
CUT = """() => [...document.querySelectorAll(".paper, .paper *")]
  .filter((box) => getComputedStyle(box).display !== "inline" && !box.closest(".visually-hidden"))
  .filter((box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
  .map((box) => `${box.tagName}.${box.className}: ${box.textContent.trim().slice(0, 60)}`)"""


def test_a_club_may_call_its_rules_by_120_letters(page, live_server, organiser):
    rules = preset("friendly").replace(title=("Friendly rules of the Upper Rhine " * 4)[:119] + "e")
    change_rules(tournament=organiser, rules=rules, act=Act(by=None, at=MORNING))
    page.goto(f"{live_server.url}/manage/open/print/rules/")
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == []


def test_the_rules_of_every_set_fill_the_pages_that_are_counted(page, live_server, organiser, tmp_path):
    for key in FOUR:
        change_rules(tournament=organiser, preset=key, act=Act(by=None, at=MORNING))
        change_rules(
            tournament=organiser, start=29_900, goal=31_000, hand={"red_fives": 4}, act=Act(by=None, at=MORNING)
        )
        for paper in ("a4", "letter"):
            page.goto(f"{live_server.url}/manage/open/print/rules/?paper={paper}")
            page.emulate_media(media="print")
            assert page.evaluate(CUT) == [], key
            page.pdf(path=tmp_path / "printed.pdf", prefer_css_page_size=True)
            printed = Printed(tmp_path / "printed.pdf").words
            assert len(printed) == page.locator(".paper").count(), key
            assert all("Open" in {word[4] for word in one} for one in printed), key
        organiser.refresh_from_db()


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_what_players_ask_is_on_one_page_for_every_rule_set(page, live_server, organiser, tmp_path, paper):
    for key in PRESETS:
        change_rules(tournament=organiser, preset=key, act=Act(by=None, at=MORNING))
        page.goto(f"{live_server.url}/manage/open/print/rules/?paper={paper}&short=1")
        page.pdf(path=tmp_path / "printed.pdf", prefer_css_page_size=True)
        printed = Printed(tmp_path / "printed.pdf")
        assert len(printed.pages) == 1, key
        assert printed.too_small() == set() and printed.overlaps() == [], key
        organiser.refresh_from_db()


def test_on_a_phone_the_rules_are_four_screens_and_every_rule_is_one_tap_away(page, live_server, organiser):
    page.set_viewport_size({"width": PHONE, "height": 844})
    page.goto(f"{live_server.url}/t/open/rules/")
    assert page.evaluate("document.documentElement.scrollHeight") < 4 * 844
    rare = page.get_by_text("Yakitori is not played.")
    expect(rare).to_be_hidden()
    page.get_by_role("group").filter(has=page.get_by_role("heading", name="The end of the game")).locator(
        "summary"
    ).click()
    expect(rare).to_be_visible()


def test_the_form_that_is_sent_is_the_form_that_is_read(page, live_server, organiser, client):
    """The helper of the other tests reads a form as the browser does."""
    page.goto(f"{live_server.url}/manage/open/rules/")
    browsers = page.evaluate("[...new FormData(document.getElementById('rules-form'))].map(([name]) => name)")
    read = sent(page.content(), "rules-form")
    assert sorted(set(browsers)) == sorted(read)
