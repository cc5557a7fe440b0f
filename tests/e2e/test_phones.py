"""Four phones draw the winds of a table from their badges, a fifth looks on; a server that cheats is found out."""

import json

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
    tournament = hall(players=8, wind_method=WindMethod.DRAWN, entry_mode=EntryMode.SIGNED)
    tournament.hanchan.update(seating_published_at=MORNING)
    type(tournament).objects.update(is_public=True)
    tournament.refresh_from_db()
    return tournament


def state(tournament):
    return table_draw(hanchan_of(tournament), 1, places_at(tournament, 1, 1))


@pytest.fixture
def phones(browser, live_server, event):
    """A phone for each player of table 1, with the own page open: every one keeps its own storage."""
    contexts = [browser.new_context(viewport=PHONE, base_url=live_server.url) for _player in state(event).players]
    pages = []
    for context, player in zip(contexts, state(event).players, strict=True):
        page = context.new_page()
        page.goto(reverse("personal_page", args=[personal_token(player)]))
        pages.append(page)
    yield pages
    for context in contexts:
        context.close()


def press(page):
    page.get_by_role("button", name="Press").click()


def test_four_phones_draw_the_winds_and_the_sheet_has_them(phones, page, live_server, event, no_serious_axe_findings):
    first = phones[0]
    expect(first.get_by_text("Table 1", exact=True)).to_be_visible()
    no_serious_axe_findings(first)
    for phone in phones:
        phone.get_by_role("link", name="Draw the winds").click()
    no_serious_axe_findings(first)

    first.context.set_offline(True)
    press(first)
    expect(first.get_by_text("Not sent: the server was not reached. Press again.")).to_be_visible()
    expect(first.get_by_text("what you see may be out of date")).to_be_visible()
    first.context.set_offline(False)
    for phone in phones:
        press(phone)
        expect(phone.get_by_text("✓ pressed").first).to_be_visible()
    for phone in phones:
        expect(phone.get_by_text("Recomputed on this phone")).to_be_visible()
        assert not phone.evaluate(TOO_WIDE)
    no_serious_axe_findings(first)
    winds = state(event).draw.wind_of
    assert sorted(winds.values()) == sorted("ESWN")

    # Who only looks on recomputes as well, and acts nowhere; the code on the sign calls a referee.
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}{reverse('public_table', args=[event.slug, 1])}")
    expect(page.get_by_text("Recomputed on this phone")).to_be_visible()
    expect(page.get_by_role("button", name="Call a referee")).to_have_count(0)
    page.goto(f"{live_server.url}{reverse('table_card', args=[event.slug, 1, card_token(event, 1)])}")
    page.get_by_role("button", name="Call a referee").click()
    expect(page.get_by_text("A referee was called at")).to_be_visible()
    assert RefereeCall.objects.get().table == 1
    no_serious_axe_findings(page)

    first.get_by_role("link", name="Type or sign the report sheet").click()
    for player, wind in winds.items():
        name = event.players.get(pk=player).label
        expect(first.get_by_label(f"Wind of {name}")).to_have_value(wind.value)


def test_a_phone_finds_out_a_server_that_changes_the_winds(phones, event):
    """Between server and phone somebody gives the first player East: the record no longer follows."""
    last = phones[-1]

    def cheat(route):
        answer = route.fetch()
        body = answer.text()
        if (draw := state(event).draw) is not None:
            winds = json.dumps(draw.published["winds"])
            other = json.dumps(draw.published["winds"][::-1])
            body = body.replace(winds.replace('"', "&quot;"), other.replace('"', "&quot;"))
        route.fulfill(response=answer, body=body)

    for phone in phones:
        phone.get_by_role("link", name="Draw the winds").click()
    last.route("**/table/**", cheat)
    for phone in phones:
        press(phone)
    expect(phones[0].get_by_text("Recomputed on this phone")).to_be_visible()
    expect(last.get_by_text("The winds do not follow from what was pressed.")).to_be_visible()
    expect(last.get_by_text("Recomputed on this phone")).to_be_hidden()
