"""The public draw as everybody sees it: on a desk, on a phone, in the hall."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import MORNING, make_staff
from tests.tournament.planning.draws.halls import closed, held, open_hall
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.planning.draws.actions import cancel

SIZES = ((1280, 800), (390, 844))


@pytest.fixture
def hall():
    return open_hall(48, 4)


@pytest.fixture
def address(hall, live_server):
    return lambda name: live_server.url + reverse(name, args=[hall.slug])


def look(page, axe):
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{page.url} at {width}"
    axe(page)


def test_every_state_fits_and_shuts_nobody_out(hall, page, address, sign_in, no_serious_axe_findings):
    sign_in(page, make_staff(hall, Role.ORGANISER))
    for happen in (
        lambda: None,
        lambda: closed(hall, "first"),
        lambda: cancel(draw=hall.draws.get(), act=Act(by=None, at=MORNING, reason="The lottery was not held")),
        lambda: held(hall),
    ):
        happen()
        for name in ("public_draw", "seating_draw", "screen_draw"):
            page.goto(address(name))
            look(page, no_serious_axe_findings)


def test_the_places_and_the_steps_are_numbered(hall, page, address):
    held(hall)
    page.goto(address("public_draw"))
    page.get_by_text("Places drawn").click()
    for numbered in (".draw-how", ".draw-people >> nth=0", ".draw-places"):
        expect(page.locator(numbered)).to_have_css("list-style-type", "decimal")
