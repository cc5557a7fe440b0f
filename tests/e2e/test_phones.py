"""One of four phones draws the winds of the table, and a fifth looks on."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import MORNING
from tests.tournament.desk.halls import hall, hanchan_of
from tournament.core.models import EntryMode, WindMethod
from tournament.phones.links import card_token
from tournament.players.badges.links import personal_token
from tournament.results.calls.models import RefereeCall
from tournament.results.wind_draws.queries import table_draw
from tournament.seats.queries import places_at

PHONE = {"width": 390, "height": 844}
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def event(transactional_db):
    tournament = hall(players=8, wind_method=WindMethod.PAGE, entry_mode=EntryMode.SIGNED)
    tournament.hanchan.update(seating_published_at=MORNING)
    type(tournament).objects.update(is_public=True)
    tournament.refresh_from_db()
    return tournament


def state(tournament):
    return table_draw(hanchan_of(tournament), 1, places_at(tournament, 1, 1))


@pytest.fixture
def phones(browser, live_server, event):
    """A phone for each player of table 1, each with its player's page open and its own storage."""
    contexts = [browser.new_context(viewport=PHONE, base_url=live_server.url) for _player in state(event).players]
    pages = []
    for context, player in zip(contexts, state(event).players, strict=True):
        page = context.new_page()
        page.goto(reverse("personal_page", args=[personal_token(player)]))
        pages.append(page)
    yield pages
    for context in contexts:
        context.close()


def test_one_press_draws_the_winds_on_every_phone_and_in_the_sheet(
    phones, page, live_server, event, no_serious_axe_findings
):
    first, second, *_others = phones
    expect(first.get_by_text("Table 1", exact=True)).to_be_visible()
    no_serious_axe_findings(first)
    for phone in phones:
        phone.get_by_role("link", name="Draw the winds").click()
    no_serious_axe_findings(first)

    # Who only looks on acts nowhere; the second phone presses on a page from before.
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}{reverse('public_table', args=[event.slug, 1])}")
    expect(page.get_by_text("Not drawn yet.")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("button")).to_have_count(0)
    second.route("**/table/?since=*", lambda route: route.abort())
    first.get_by_role("button", name="Draw the winds").click()
    who = state(event).players[0].label
    for phone in (*phones[2:], page, first):
        expect(phone.get_by_text(f"by {who}.")).to_be_visible(timeout=15_000)
        assert not phone.evaluate(TOO_WIDE)
    winds = state(event).draw.wind_of
    second.get_by_role("button", name="Draw the winds").click()
    expect(second.get_by_role("alert")).to_contain_text(f"by {who}.")
    expect(second.get_by_role("button", name="Draw the winds")).to_have_count(0)
    assert state(event).draw.wind_of == winds and sorted(winds.values()) == sorted("ESWN")
    no_serious_axe_findings(first)

    # The code on the sign calls a referee; the sheet begins with what was drawn.
    page.goto(f"{live_server.url}{reverse('table_card', args=[event.slug, 1, card_token(event, 1)])}")
    page.get_by_role("button", name="Call a referee").click()
    expect(page.get_by_text("A referee was called at")).to_be_visible()
    assert RefereeCall.objects.get().table == 1
    no_serious_axe_findings(page)
    first.get_by_role("link", name="Type or sign the report sheet").click()
    for player, wind in winds.items():
        name = event.players.get(pk=player).label
        expect(first.get_by_label(f"Wind of {name}")).to_have_value(wind.value)
