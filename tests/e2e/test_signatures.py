"""Players type and sign their sheet on phones at the table, in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.tournament.desk.halls import hall, hanchan_of
from tournament.core.models import EntryMode
from tournament.desk.signatures.links import table_token
from tournament.players.badges.links import personal_token
from tournament.results.models import Agreement
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import lineup

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def table():
    """Table 1 of a hall where players sign: the tournament, the players, the path of the phone page."""
    tournament = hall(entry_mode=EntryMode.SIGNED)
    people = [place.player for place in lineup(tournament, 1)[1]]
    return tournament, people, f"/t/{tournament.slug}/table/1/1/{table_token(tournament, 1, 1)}/"


@pytest.mark.journey
def test_one_phone_types_another_one_signs(page, browser, live_server, table, no_serious_axe_findings):
    tournament, people, path = table
    page.set_viewport_size(PHONE)
    page.goto(live_server.url + path)
    no_serious_axe_findings(page)
    for person, typed in zip(people, ("412", "331", "257", "200"), strict=True):
        page.get_by_role("textbox", name=str(person)).fill(typed)
    page.get_by_role("radio", name=str(people[0])).check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Now another player signs, on their own phone.")).to_be_visible()
    no_serious_axe_findings(page)

    other = browser.new_context(viewport=PHONE).new_page()
    other.goto(f"{live_server.url}/p/{personal_token(people[2])}/sheet/")
    expect(other.get_by_role("cell", name="41,200")).to_be_visible()
    other.get_by_role("button", name="I sign").click()
    expect(other.get_by_text("This sheet is accepted.")).to_be_visible()
    no_serious_axe_findings(other)
    version = accepted_version(hanchan_of(tournament), 1)
    assert (version.agreement, version.entered_player, version.agreed_player) == (
        Agreement.SIGNATURE,
        people[0],
        people[2],
    )
