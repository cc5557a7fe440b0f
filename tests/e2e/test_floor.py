"""The referee's phone in a real browser: a call comes in by itself, three taps, undo, and what axe finds."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import make_players, make_staff, make_tournament
from tests.tournament.hanchan.test_actions import hanchan
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.hanchan import actions as running
from tournament.planning.actions import plan_seating
from tournament.results.calls.actions import call_referee
from tournament.seats.queries import lineup


def playing():
    now = Act(by=None, at=timezone.now())
    event = make_tournament(slug="spring", hanchan_count=2)
    make_players(event, 16)
    plan_seating(tournament=event, seed=7, act=now)
    event.refresh_from_db()
    running.start(hanchan=hanchan(event), act=now)
    return event


@pytest.mark.journey
def test_from_a_call_to_a_penalty_by_three_taps_and_back(page, live_server, sign_in, no_serious_axe_findings):
    event = playing()
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, make_staff(event, Role.REFEREE, name="Keiko Moriyama"))
    page.goto(f"{live_server.url}/manage/spring/floor/")
    expect(page.get_by_text("No table is calling.")).to_be_visible()
    call_referee(tournament=event, hanchan=hanchan(event), table=3, act=Act(by=None, at=timezone.now()))
    expect(page.locator("[data-floor-said]")).to_have_text("Table 3 calls a referee.")
    no_serious_axe_findings(page)
    page.get_by_role("button", name="Go to table 3").click()

    player = lineup(event, 1)[3][1].player
    page.locator(".penalty-who label", has_text=player.name).click()
    expect(page.get_by_role("button", name="Choose a foul")).to_be_visible()
    page.get_by_label("Search the fouls").fill("noten")
    page.keyboard.press("Enter")
    give = page.get_by_role("button", name=f"Give chonbo to {player.name}")
    expect(give).to_be_in_viewport()
    no_serious_axe_findings(page)
    give.click()
    expect(page.locator("form.panel-ok")).to_contain_text(player.name)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Cancelled:")).to_be_visible()
    assert event.penalties.get().cancelled_at is not None
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_foul_with_a_question_is_given_with_the_answer(page, live_server, sign_in):
    event = playing()
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, make_staff(event, Role.REFEREE))
    page.goto(f"{live_server.url}/manage/spring/floor/3/")
    page.locator(".penalty-who label").first.click()
    page.get_by_label("Search the fouls").fill("all last")
    page.keyboard.press("Enter")
    page.locator("#cost").get_by_role("radio").first.check()
    page.get_by_role("button", name="Give ").wait_for()
    page.get_by_text("What exactly?").click()
    page.locator("#cost").get_by_role("radio").last.check()
    expect(page.locator("#cost").get_by_role("radio").last).to_be_hidden()
    page.get_by_role("button", name="Give ").click()
    expect(page.locator("form.panel-ok")).to_have_count(1)
    assert event.penalties.get().answers.keys() == {"influence"}


def test_a_call_comes_into_what_next_and_the_rail_by_itself(page, live_server, sign_in):
    event = playing()
    sign_in(page, make_staff(event, Role.ORGANISER))
    page.goto(f"{live_server.url}/manage/spring/")
    expect(page.locator(".rail")).to_contain_text("Floor")
    act = Act(by=None, at=timezone.now() - timedelta(minutes=7))
    call_referee(tournament=event, hanchan=hanchan(event), table=3, act=act)
    expect(page.locator(".rail")).to_contain_text("Floor (1) 7 min")
    page.get_by_role("link", name="Go to the floor").click()
    expect(page.get_by_role("button", name="Go to table 3")).to_be_visible()


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 360, "height": 640}])
def test_the_list_of_fouls_is_never_hidden_by_the_panel_below_it(page, live_server, sign_in, size):
    event = playing()
    page.set_viewport_size(size)
    sign_in(page, make_staff(event, Role.REFEREE))
    page.goto(f"{live_server.url}/manage/spring/floor/3/")
    page.locator(".penalty-who label").first.click()
    page.get_by_text("All other fouls").click()
    panel, fouls = page.locator("#cost"), page.locator(".foul")

    fouls.last.click()
    expect(page.get_by_text("What happened?")).to_be_visible()
    expect(fouls.last).to_be_in_viewport(ratio=1)
    in_view(page, fouls.last)
    page.keyboard.press("ArrowUp")
    expect(fouls.nth(-2).locator("input")).to_be_focused()
    in_view(page, fouls.nth(-2))

    asked = fouls.filter(has_text="Wrong tile drawn")
    asked.click()  # an outcome with all it says, at its longest
    expect(panel.locator("[name=was_foul]")).to_have_value(asked.locator("input").get_attribute("value"))
    expect(page.get_by_role("button", name="Answer the question")).to_be_visible()
    panel.get_by_role("radio").first.check()
    expect(page.get_by_role("button", name="Answer the question")).to_have_count(0)
    page.get_by_text("What exactly?").click()
    page.get_by_text("Add a note").click()
    in_view(page, page.get_by_role("link", name="A penalty that is not in the schedule"), at_end=True)


def in_view(page, what, at_end=False):
    """Wait until it is between the head of the page and the top of the panel, at the end of a page that still grows."""
    page.wait_for_function(
        """([what, atEnd]) => {
          if (atEnd) scrollTo(0, document.documentElement.scrollHeight);
          const edge = (name) => document.querySelector(name).getBoundingClientRect();
          const box = what.getBoundingClientRect();
          return box.top >= edge(".floor-head").bottom && box.bottom <= edge("#cost").top;
        }""",
        arg=[what.element_handle(), at_end],
        timeout=5_000,
    )
