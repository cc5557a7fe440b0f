"""The overlay of a stream: what a table types is in the film in a few seconds, wide and upright, with long names."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.tournament.hanchan.last_hand.finals import ACT, enter, finals
from tests.tournament.screens.halls import screen_event
from tournament.core.models import Tournament
from tournament.events.actions import change_settings
from tournament.seats.queries import places_at

WIDE, UPRIGHT = {"width": 1920, "height": 1080}, {"width": 1080, "height": 1920}
# Bars, plates and lines that leave their room or the picture.
FAULTS = """() => [
  ...document.querySelectorAll(".overlay-bar, .overlay-plate, .hall-name, .overlay-need, .overlay-part"),
].filter((one) => {
    const {right, bottom} = one.getBoundingClientRect();
    const isOut = right > innerWidth || bottom > innerHeight;
    return one.clientWidth && (isOut || one.scrollWidth > one.clientWidth + 1);
  }).map((one) => one.textContent.trim())"""


def address(live_server, event, asked=""):
    return live_server.url + reverse("screen_overlay", args=[event.slug]) + asked


@pytest.mark.journey
def test_what_a_table_types_is_in_the_film(page, live_server, transactional_db, no_serious_axe_findings):
    event = finals()
    change_settings(tournament=event, act=ACT, stream_table=1)
    enter(event, points=(25_000, 18_000, 37_000, 40_000), honba=0)
    page.clock.install()
    page.set_viewport_size(WIDE)
    page.goto(address(live_server, event))
    plate = page.locator(".overlay-plate", has_text="Noor van Dijk")
    expect(plate).to_contain_text("18,000")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    enter(event)
    page.clock.run_for(3_500)
    expect(plate.locator("[data-change]")).to_have_text("−9,700")
    page.clock.run_for(7_000)
    expect(plate).to_contain_text("8,300")
    expect(plate.locator("[data-change]")).to_be_hidden()
    no_serious_axe_findings(page)


def test_long_names_stay_on_their_plates(page, live_server, transactional_db):
    event = screen_event(36, 8, closed=7)
    Tournament.objects.filter(pk=event.pk).update(last_hand_shown="public", stream_table=1)
    last = event.hanchan.get(number=8)
    event.hanchan.filter(pk=last.pk).update(state="playing", started_at=event.made_at, name="Grand final of everybody")
    players = [place.player.pk for place in places_at(event, 8, 1)]
    seats = [[own, False, pk] for own, pk in zip((-12_300, 102_300, 18_900, 10_100), players, strict=True)]
    last.all_last_sheets.create(table=1, hand=4, honba=3, deposits=1, seats=seats, entered_at=event.made_at)
    Tournament.objects.filter(pk=event.pk).update(edition=event.edition + 1)
    for size in (WIDE, UPRIGHT):
        page.set_viewport_size(size)
        for asked in ("", "?needs=on&names=family", "?show=clock,table,standings&side=right", "?show=clock,standings"):
            page.goto(address(live_server, event, asked))
            page.wait_for_function("() => document.fonts.status === 'loaded'")
            assert page.evaluate(FAULTS) == [], (size, asked)
