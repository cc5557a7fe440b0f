"""A sheet that is accepted moves the wall: its table and its rows light up, and the rows are at their new places."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.tournament.screens.halls import ACT
from tests.tournament.standings.tables import USUAL, correct, put_in
from tests.tournament.standings.test_visibility import event_with_one_released_hanchan
from tournament.events.actions import set_public

PICTURE = {"width": 1920, "height": 1080}
COUNT_MOTION = """() => {
  const animate = Element.prototype.animate;
  window.motions = 0;
  Element.prototype.animate = function (...given) {
    window.motions += 1;
    return animate.apply(this, given);
  };
}"""


@pytest.fixture
def event(transactional_db):
    """Two tables of hanchan 2 are in play, and everybody may see their sheets."""
    tournament, _people = event_with_one_released_hanchan()
    set_public(tournament=tournament, live_public=True, act=ACT)
    tournament.refresh_from_db()
    return tournament


def keys(page) -> list[str]:
    return page.locator(".score-rows > [data-key]").evaluate_all("all => all.map((row) => row.dataset.key)")


def test_a_sheet_that_comes_in_lights_its_table_and_its_rows_which_have_moved(
    page, live_server, event, no_serious_axe_findings
):
    page.set_viewport_size(PICTURE)
    put_in(event, 2, 1, USUAL)
    page.goto(live_server.url + reverse("screen_standings", args=[event.slug]))
    expect(page.locator(".score-square.is-in")).to_have_text(["Table 1 in"])
    expect(page.locator(".is-lit")).to_have_count(0)
    before = keys(page)
    page.evaluate(COUNT_MOTION)
    put_in(event, 2, 2, USUAL[::-1])
    expect(page.locator(".score-square.is-lit")).to_have_text(["Table 2 in"])
    lit = page.locator(".score-row.is-lit:not(.is-leaving)")
    assert set(lit.evaluate_all("all => all.map((row) => row.dataset.key)")) == {"5", "6", "7", "8"}
    expect(page.locator("[data-arrived]")).to_have_text("Table 2 just in")
    expect(page.locator("[data-arrived]")).to_be_visible()
    expect(page.locator("[data-announcements]")).to_contain_text("Table 2: ")
    assert keys(page) != before
    assert page.evaluate("() => window.motions") > 0
    risen = [key for key in keys(page) if key in "5678" and keys(page).index(key) < before.index(key)]
    assert page.locator(f'[data-key="{risen[0]}"] .move-trail').count() == 1
    no_serious_axe_findings(page)
    expect(page.locator(".is-lit")).to_have_count(0)
    expect(page.locator(".score-tables")).to_be_hidden()

    correct(event, 2, 2, USUAL)
    expect(page.locator("[data-arrived]")).to_have_text("Table 2 corrected")
    set_public(tournament=event, hidden_from=2, act=ACT)
    expect(page.locator(".score-square")).to_have_count(0)
    expect(page.get_by_text("after hanchan 1 of 3")).to_be_visible()


def test_with_reduced_motion_and_on_a_quiet_screen_the_new_state_is_there_at_once(page, live_server, event):
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(PICTURE)
    put_in(event, 2, 1, USUAL)
    page.goto(live_server.url + reverse("screen_standings", args=[event.slug]))
    expect(page.locator(".score-square.is-in")).to_have_count(1)
    page.evaluate(COUNT_MOTION)
    put_in(event, 2, 2, USUAL[::-1])
    expect(page.locator(".score-row.is-lit")).to_have_count(4)
    assert page.evaluate("() => window.motions") == 0
    expect(page.locator(".is-lit")).to_have_count(0)

    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("() => document.body.toggleAttribute('data-quiet', true)")
    page.clock.install()
    figure = page.locator('[data-key="5"] .score-last')
    was = figure.inner_text()
    correct(event, 2, 2, USUAL)
    with page.expect_response(lambda answer: "since=" in answer.url and answer.status == 200):
        page.clock.run_for("00:05")
    expect(figure).to_have_text(was)
    page.clock.run_for("00:13")
    expect(figure).not_to_have_text(was)
    expect(page.locator(".is-lit")).to_have_count(0)


def test_a_phone_that_watches_lights_the_same_rows(page, live_server, event):
    page.set_viewport_size({"width": 390, "height": 844})
    put_in(event, 2, 1, USUAL)
    page.goto(f"{live_server.url}/t/{event.slug}/?sort=-live_total")
    rows = page.locator("#standings tbody tr[id]")
    expect(rows).to_have_count(8)
    before = rows.evaluate_all("all => all.map((row) => row.id)")
    put_in(event, 2, 2, USUAL[::-1])
    lit = page.locator("#standings tr.is-lit")
    expect(lit).to_have_count(4)
    assert set(lit.evaluate_all("all => all.map((row) => row.id)")) == {"p5", "p6", "p7", "p8"}
    assert rows.evaluate_all("all => all.map((row) => row.id)") != before
    expect(page.locator("[data-announcements]")).to_contain_text("Table 2: ")
    expect(lit).to_have_count(0)
