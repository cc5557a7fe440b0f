"""A player reports an error on a phone, the desk answers, results become official and are reopened: in a browser."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import make_players, make_staff, make_tournament
from tests.tournament.hanchan.test_actions import hanchan, play
from tournament.core.audit import Act
from tournament.core.models import Hanchan, Role
from tournament.events.actions import set_public
from tournament.planning.actions import plan_seating
from tournament.seats.queries import lineup

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
PASSWORD = "right horse battery"


@pytest.fixture
def event():
    act = Act(by=None, at=timezone.now())
    tournament = make_tournament("Open", hanchan_count=1, protest_minutes=15)
    make_players(tournament, 8)
    plan_seating(tournament=tournament, seed=7, act=act)
    tournament.refresh_from_db()
    set_public(tournament=tournament, is_public=True, act=act)
    play(tournament, 1, act.at)
    return tournament


@pytest.fixture
def organiser(event):
    user = make_staff(event, Role.ORGANISER, name="Aiko Brandt")
    user.set_password(PASSWORD)
    user.save()
    return user


def test_a_report_is_answered_and_official_results_stay(
    page, browser, live_server, sign_in, event, organiser, no_serious_axe_findings
):
    player = lineup(event, 1)[1][0].player
    own = f"{live_server.url}/t/open/player/{player.number}/"
    phone = browser.new_page(viewport=PHONE)
    phone.goto(own)
    no_serious_axe_findings(phone)
    phone.get_by_role("link", name="This is wrong").click()
    expect(phone.get_by_label("Hanchan 1, table 1")).to_be_checked()
    no_serious_axe_findings(phone)
    phone.get_by_role("button", name="Send to the desk").click()
    expect(phone.get_by_text("Choose what is wrong.").first).to_be_visible()
    no_serious_axe_findings(phone)
    phone.get_by_label("my points").check()
    phone.get_by_label("What it should be").fill("I had 42,100.")
    phone.get_by_label("Your name").fill("Luc")
    phone.get_by_role("button", name="Send to the desk").click()
    expect(phone.get_by_text("Your report has reached the desk.")).to_be_visible()
    expect(phone.get_by_text("the desk has not answered yet")).to_be_visible()

    sign_in(page, organiser)
    page.set_viewport_size(DESK)
    page.goto(f"{live_server.url}/manage/open/")
    page.get_by_role("link", name="Answer protests").click()
    no_serious_axe_findings(page)
    page.get_by_role("link", name=f"Hanchan 1, table 1: {player}").click()
    expect(page.get_by_text("I had 42,100.")).to_be_visible()
    no_serious_axe_findings(page)
    page.get_by_label("No: the results stand").check()
    page.get_by_label("Answer", exact=True).fill("The paper says 41,200.")
    page.get_by_role("button", name="Send the answer").click()
    expect(page.get_by_role("link", name="Protests", exact=True)).to_be_visible()

    phone.goto(own)
    expect(phone.get_by_text("The paper says 41,200.")).to_be_visible()
    expect(phone.get_by_text("I had 42,100.")).to_have_count(0)

    ended = timezone.now() - timedelta(minutes=1)
    Hanchan.objects.filter(tournament=event).update(protest_until=ended)
    phone.get_by_role("link", name="This is wrong").click()
    expect(phone.get_by_text("Go to the desk.")).to_be_visible()
    no_serious_axe_findings(phone)

    page.goto(f"{live_server.url}/manage/open/")
    page.get_by_role("link", name="Make results official").click()
    page.get_by_role("button", name="Make results official").click()
    expect(page.get_by_text("Official since")).to_be_visible()
    no_serious_axe_findings(page)
    phone.goto(own)
    expect(phone.get_by_text("Official since", exact=False).last).to_be_visible()
    expect(phone.get_by_role("link", name="This is wrong")).to_have_count(0)

    change_points(page, live_server)
    expect(page.get_by_text("The results of hanchan 1 have been official since").first).to_be_visible()
    page.goto(f"{live_server.url}/manage/open/hanchan/1/")
    page.get_by_label("Reason").fill("Table 1 was read again.")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Reopen the results").click()
    expect(page.get_by_text("Reopened, provisional")).to_be_visible()
    change_points(page, live_server)
    expect(page).to_have_url(f"{live_server.url}/manage/open/sheets/1/1/?saved=1")
    phone.goto(f"{live_server.url}/t/open/")
    expect(phone.locator("#as-of")).to_contain_text("reopened, provisional")
    assert hanchan(event).official_at is None
    phone.close()


def change_points(page, live_server):
    """The first player gets 100 points more, the second 100 less."""
    page.goto(f"{live_server.url}/manage/open/sheets/1/1/change/")
    page.locator("#id_points_0").fill("413")
    page.locator("#id_points_1").fill("329")
    page.locator("#id_reason").fill("Read again.")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("#save").click()
