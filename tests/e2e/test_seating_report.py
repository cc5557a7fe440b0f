"""The report on a seating in a browser: wide and narrow, by keyboard, with names that are not Latin."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import MORNING, make_staff
from tests.tournament.planning.halls import seated_hall
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.planning.actions import swap
from tournament.planning.importing.reading import as_text
from tournament.seats.queries import draft_of, lineup

PAGES = (
    ("seating_report", ()),
    ("seating_matrix", ()),
    ("seating_paths", ()),
    ("seating_path", (5,)),
    ("seating_compare", ()),
    ("seating_check", ()),
    ("seating_report_paper", ()),
)


@pytest.fixture
def hall():
    tournament = seated_hall(36, 8)
    tournament.players.filter(number=5).update(name="نور الدين", club="Łódź")
    tournament.players.filter(number=7).update(name="🀄 Wolfeschlegelsteinhausenbergerdorff the very last", club="Łódź")
    one, other = (lineup(tournament, 3)[table][0].player for table in (1, 2))
    swap(tournament=tournament, hanchan=3, one=one, other=other, act=Act(by=None, at=MORNING, reason="twins"))
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def organiser(hall, page, sign_in, live_server):
    """The organiser's browser, and where each page is."""
    sign_in(page, make_staff(hall, Role.ORGANISER, name="Mina Sato"))
    return lambda name, *args: live_server.url + reverse(name, args=[hall.slug, *args])


def look(page, axe):
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{page.url} at {width}"
    axe(page)


def test_every_part_fits_and_shuts_nobody_out(page, organiser, no_serious_axe_findings):
    for name, args in PAGES:
        page.goto(organiser(name, *args))
        look(page, no_serious_axe_findings)


def test_paper_is_white_in_the_dark_scheme_too(page, organiser, no_serious_axe_findings):
    page.emulate_media(color_scheme="dark")
    page.goto(organiser("seating_report_paper"))
    page.locator("body[data-fitted]").wait_for()
    assert page.locator(".paper").first.evaluate("it => getComputedStyle(it).backgroundColor") == "rgb(255, 255, 255)"
    no_serious_axe_findings(page)


def test_a_pasted_seating_is_checked_by_keyboard_alone(page, organiser, no_serious_axe_findings, hall):
    page.goto(organiser("seating_check"))
    rows = as_text(draft_of(hall.seating), list(hall.players.all()))
    page.locator("[name=pasted]").fill(rows)
    page.locator("[name=pasted]").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("Both versions seat everybody the same way.").wait_for()
    look(page, no_serious_axe_findings)


def test_the_picture_is_for_wide_windows_and_a_list_for_narrow_ones(page, organiser):
    page.goto(organiser("seating_matrix"))
    expect(page.locator(".matrix-box")).to_be_visible()
    expect(page.locator(".matrix-phone")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".matrix-box")).to_be_hidden()
    expect(page.locator(".matrix-phone")).to_be_visible()
    page.locator(".matrix-phone a").click()
    page.get_by_role("link", name="نور الدين").click()
    expect(page.locator(".report-path > li")).to_have_count(8)
