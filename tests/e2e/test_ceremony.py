"""The ceremony at the prize giving: the key reveals, the hall's screen follows, a correction waits for a decision."""

import pytest
from playwright.sync_api import expect

from tests.factories import make_staff
from tests.tournament.hanchan.test_ceremony_conditions import in_play
from tests.tournament.hanchan.test_ceremony_corrections import at_place
from tests.tournament.standings.tables import hanchan, punish, put_in
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.hanchan.actions import close

POINTS = {1: (40_000, 36_000, 22_000, 22_000), 2: (30_000, 29_000, 31_100, 29_900)}


@pytest.fixture
def event(transactional_db):
    return in_play()


def test_a_ceremony_with_a_correction(page, context, live_server, event, sign_in, no_serious_axe_findings):
    sign_in(page, make_staff(event, Role.ORGANISER))
    address = f"{live_server.url}/manage/{event.slug}/ceremony/"
    page.goto(address)
    expect(page.get_by_text("Close hanchan 2 first")).to_be_visible()
    expect(page.get_by_role("button", name="Start the ceremony")).to_have_count(0)
    no_serious_axe_findings(page)

    for table, points in POINTS.items():
        put_in(event, 2, table, points)
    close(hanchan=hanchan(event, 2), act=Act(by=None, at=event.made_at))
    event.refresh_from_db()
    page.reload()
    page.get_by_role("button", name="Start the ceremony").click()

    hall = context.browser.new_context().new_page()
    hall.goto(f"{live_server.url}/t/{event.slug}/screen/ceremony/")
    expect(hall.get_by_text("8 players, from the last place to the first.")).to_be_visible()
    expect(page.get_by_role("button", name="Reveal place 8")).to_be_focused()
    for place in (8, 7, 6):
        expect(page.get_by_role("button", name=f"Reveal place {place}")).to_be_visible()
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Reveal place 5")).to_be_visible()
    sixth = at_place(event, 6).name
    expect(hall.locator(".reveal-latest")).to_contain_text(sixth)

    fallen = at_place(event, 1)
    punish(fallen, 200_000, number=2)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("The results were corrected")).to_have_count(1)
    expect(page.get_by_role("row", name=fallen.name)).to_contain_text("Appears on the screen")
    no_serious_axe_findings(page)
    expect(hall.locator(".reveal-latest")).to_contain_text(sixth)
    expect(hall.get_by_text(fallen.name)).to_have_count(0)

    page.get_by_role("button", name="Continue with the corrected places").click()
    expect(page.get_by_role("button", name="Reveal place 5")).to_be_visible()
    expect(hall.get_by_text(fallen.name)).to_be_visible()

    hall.set_viewport_size({"width": 390, "height": 844})
    hall.goto(f"{live_server.url}/t/{event.slug}/ceremony/")
    head, main = (hall.locator(part).bounding_box() for part in ("header", "main"))
    assert main["y"] - (head["y"] + head["height"]) < 2, "nothing is between the head and the page"
    no_serious_axe_findings(hall)
