"""A draw from words, from the organiser's page to a phone and the hall."""

from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import make_players, make_staff, make_tournament
from tests.tournament.planning.halls import open_doors
from tournament.core.models import Role
from tournament.seats.word_draws import draw_of


def test_words_from_the_hall_seat_everybody_and_can_be_read_everywhere(
    page, live_server, sign_in, no_serious_axe_findings
):
    hall = open_doors(make_tournament(hanchan_count=4))
    make_players(hall, 48)
    sign_in(page, make_staff(hall, Role.ORGANISER))

    def address(name, *args):
        return live_server.url + reverse(name, args=[hall.slug, *args])

    def fits(width, height):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{page.url} at {width}"

    page.goto(address("seating_plan"))
    page.get_by_label("Words from the hall").press_sequentially("7  13 RED Five")
    expect(page.locator("#given")).to_contain_text("Counts as: 7 13 red five")
    fits(1024, 768)
    no_serious_axe_findings(page)
    page.get_by_role("button", name="Draw and publish").click()
    expect(page.get_by_text("Drawn from the words “7 13 red five”.")).to_be_visible()
    for name, *args in (("seating_hanchan", 1), ("public_seating",)):
        page.goto(address(name, *args))
        page.get_by_text("Recompute it", exact=True).click()
        expect(page.get_by_text('python -m seating draw draw.json "the words"')).to_be_visible()
        fits(390, 844)
        no_serious_axe_findings(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="draw.json").click()
    assert download.value.suggested_filename == "draw.json"
    page.goto(address("screen_seating", 1))
    expect(page.get_by_text(draw_of(hall).digest_in_groups)).to_be_visible()
