"""A photograph of the paper goes from a phone at the table to the desk, in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.factories import make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tests.tournament.results.paper.pictures import phone_picture
from tournament.core.models import Role
from tournament.results.paper_models import SheetPhotograph
from tournament.seats.queries import lineup

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


@pytest.fixture
def tournament():
    event = hall(preset="wrc-2025")
    entered(hanchan_of(event))
    return event


def file_of(content, name="IMG_0001.JPG"):
    return {"name": name, "mimeType": "image/jpeg", "buffer": content}


def test_from_the_phone_to_the_desk(page, browser, live_server, sign_in, tournament, no_serious_axe_findings):
    keiko = make_staff(tournament, Role.REFEREE, name="Keiko Mori")
    sign_in(page, keiko)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/manage/{tournament.slug}/sheets/1/1/")
    page.get_by_role("link", name="Hand-in checklist").click()
    field = page.get_by_label("Photograph of the paper")
    field.set_input_files(file_of(b"\0\0\0\x18ftypheic" + bytes(100)))
    page.get_by_role("button", name="Attach the photograph").click()
    expect(page.get_by_text("Browsers cannot show HEIC files.")).to_be_visible()
    no_serious_axe_findings(page)
    field.set_input_files(file_of(phone_picture((1600, 1200)).getvalue()))
    page.get_by_role("button", name="Attach the photograph").click()
    expect(page.get_by_text("The photograph is attached.")).to_be_visible()
    no_serious_axe_findings(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    first = str(lineup(tournament, 1)[1][0].player)
    page.get_by_role("group", name="Whose entries were corrected").get_by_label(first).check()
    page.get_by_role("group", name="Were the sticks reset").get_by_label("yes").check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="Proposed penalties")).to_be_visible()
    expect(page.get_by_text("−2.0P")).to_have_count(4)
    no_serious_axe_findings(page)

    mina = make_staff(tournament, Role.DESK, name="Mina Vogel")
    desk = browser.new_page(viewport=DESK)
    sign_in(desk, mina)
    desk.goto(f"{live_server.url}/manage/{tournament.slug}/sheets/1/1/history/")
    desk.get_by_role("link", name="1 photograph of the paper").click()
    shown = desk.get_by_role("img", name="Photograph 1 of the paper")
    shown.scroll_into_view_if_needed()
    desk.wait_for_function("() => document.querySelector('.photographs img')?.naturalWidth === 1200")
    expect(desk.get_by_text("Delete photograph 1")).to_have_count(0)
    no_serious_axe_findings(desk)
    assert SheetPhotograph.objects.get().attached_by == keiko
