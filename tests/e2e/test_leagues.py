"""An evening of a league in a real browser: two phones enter and sign a game, and the desk puts up the next table."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from scoring.points import Unit
from tests.factories import make_user
from tests.tournament.leagues.games import make_league, play
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.leagues.evening_actions import come
from tournament.leagues.models import TableInPlay
from tournament.leagues.queries import league_of
from tournament.players.badges.links import personal_token
from tournament.players.registration.actions import set_page
from tournament.results.models import Agreement, Sheet

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def league():
    """A public league in which the first four played last week."""
    league, people = make_league()
    play(league, people[:4], at=timezone.now() - timedelta(days=7))
    Tournament.objects.filter(pk=league.pk).update(is_public=True)
    return league, people


@pytest.mark.journey
def test_one_phone_enters_the_game_of_the_last_four_and_another_signs(
    page, browser, live_server, league, no_serious_axe_findings
):
    league, people = league
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/p/{personal_token(people[0])}/")
    no_serious_axe_findings(page)
    page.get_by_role("link", name="Enter a game").click()
    for row, typed in enumerate(("452", "311", "257", "180")):
        expect(page.locator(f"[name=player_{row}]")).to_have_value(str(people[row].number))
        for digit in typed:
            page.get_by_role("button", name=digit, exact=True).click()
        page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_text("✓ 120,000")).to_be_visible()
    no_serious_axe_findings(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Now another player signs, on their own phone.")).to_be_visible()
    assert league_of(Tournament.objects.get(pk=league.pk)).games == 1

    other = browser.new_context(viewport=PHONE).new_page()
    other.goto(f"{live_server.url}/p/{personal_token(people[2])}/")
    other.get_by_role("link", name="Game 2").click()
    other.get_by_role("button", name="I sign").click()
    expect(other.get_by_text("This sheet is accepted.")).to_be_visible()
    version = Sheet.objects.get(hanchan__number=2, hanchan__tournament=league).accepted
    assert (version.agreement, version.agreed_player) == (Agreement.SIGNATURE, people[2])
    assert league_of(Tournament.objects.get(pk=league.pk)).games == 2


@pytest.mark.journey
def test_the_desk_puts_up_the_next_table_and_enters_its_game_with_the_keyboard(
    page, live_server, sign_in, league, no_serious_axe_findings
):
    league, people = league
    for player in people[:3]:
        come(player=player, act=Act(by=None, at=timezone.now()))
    sign_in(page, make_user(superuser=True))
    page.goto(live_server.url + reverse("league_evening", args=[league.slug]))
    expect(page.get_by_text("1 more player needed for a table.")).to_be_visible()
    page.get_by_role("combobox", name="Player").fill(str(people[5].number))
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="Tables now")).to_be_visible()
    no_serious_axe_findings(page)
    page.get_by_role("link", name="Enter the game").click()
    for row, typed in enumerate(("452", "311", "257", "180")):
        page.locator(f"[name=points_{row}]").fill(typed)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Game 2 counts")).to_be_visible()
    assert not TableInPlay.objects.exists()


def test_a_name_is_tapped_seats_are_exchanged_and_somebody_new_is_typed(page, live_server, league):
    league, people = league
    set_page(
        tournament=league,
        is_open=True,
        closes_at=None,
        takes_waiting=False,
        asks=[],
        act=Act(by=None, at=timezone.now()),
    )
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/p/{personal_token(people[0])}/game/")
    page.get_by_role("button", name="Player, South").click()
    page.get_by_role("button", name=str(people[5])).click()
    expect(page.locator("[name=player_1]")).to_have_value(str(people[5].number))
    page.get_by_role("button", name="Exchange with the next seat").first.click()
    expect(page.locator("[name=player_0]")).to_have_value(str(people[5].number))
    expect(page.locator("[name=player_1]")).to_have_value(str(people[0].number))
    page.get_by_role("button", name="Player, North").click()
    page.get_by_role("button", name="Somebody new").click()
    page.keyboard.type("Fatima Zahra")
    page.locator("[name=points_0]").focus()
    page.get_by_role("button", name="Minus").click()
    for digit in ("1", "0", "00"):
        page.get_by_role("button", name=digit, exact=True).click()
    page.get_by_role("button", name="Delete the last digit").click()
    expect(page.locator("[name=points_0]")).to_have_value("−100")
    for row, typed in ((1, "400"), (2, "400"), (3, "400")):
        page.locator(f"[name=points_{row}]").fill(typed)
    expect(page.get_by_text("10,000 missing")).to_be_visible()
    page.locator("[name=points_3]").fill("500")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Signatures: 1 of 2")).to_be_visible()


def test_scores_in_thousands_add_up_to_the_point(page, live_server, league):
    league, people = league
    Tournament.objects.filter(pk=league.pk).update(point_unit=Unit.THOUSANDS)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/p/{personal_token(people[0])}/game/")
    for row, typed in enumerate(("32.2", "32.2", "32.2", "23.4")):
        page.locator(f"[name=points_{row}]").fill(typed)
    expect(page.get_by_text("✓ 120,000")).to_be_visible()
