"""The last hand, live: typed on the phones of a table, read in the hall within a few seconds."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.tournament.hanchan.last_hand.finals import ACT, enter, finals
from tests.tournament.screens.halls import screen_event
from tests.tournament.standings.tables import put_in
from tournament.core.models import Tournament
from tournament.phones.links import card_token
from tournament.players.badges.links import personal_token
from tournament.results.all_last.models import AllLastSheet
from tournament.seats.queries import lineup

PHONE = {"width": 390, "height": 844}
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
# Rows and lines that leave their room, on the page that is shown.
FAULTS = """() => [...document.querySelectorAll(".last-row, .last-head, .last-need, .hall-name")]
  .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent.trim())"""

# Whether the names of each table begin below each other, with one figure before them or two.
IN_LINE = """() => [...document.querySelectorAll(".last-rows")].every((rows) => {
  const starts = [...rows.querySelectorAll(".hall-name")].map((name) => Math.round(name.getBoundingClientRect().left));
  return new Set(starts).size === 1;
})"""


@pytest.fixture
def event(transactional_db):
    return finals()


def fill(page, deltas=("6.5", "21.7", "8.3", "19.9")):
    people = ("Yuki Tanabe", "Noor van Dijk", "Oskar Lind", "Jonas Weber")
    for name, delta in zip(people, deltas, strict=True):
        page.get_by_label(f"Delta of {name}").fill(delta)
        page.get_by_label(f"Minus for {name}").set_checked(name in people[:2])


def row(page, name):
    return page.locator(".last-row", has_text=name)


def test_a_table_types_four_deltas_and_the_hall_reads_them(page, live_server, event, no_serious_axe_findings):
    wall = page.context.new_page()
    wall.clock.install()
    wall.emulate_media(reduced_motion="reduce")
    wall.set_viewport_size({"width": 1920, "height": 1080})
    wall.goto(live_server.url + reverse("screen_last_hand", args=[event.slug]))
    expect(wall.get_by_text("waiting for the deltas").first).to_be_visible()

    page.set_viewport_size(PHONE)
    page.goto(live_server.url + reverse("table_card", args=[event.slug, 1, card_token(event, 1)]))
    page.get_by_role("link", name="Last hand: what does each player need?").click()
    expect(page.get_by_text("seen by everybody and in the hall")).to_be_visible()
    page.get_by_label("Honba", exact=True).fill("1")
    fill(page)
    page.get_by_label("Minus for Noor van Dijk").uncheck()
    page.get_by_role("button", name="Show in the hall").click()
    expect(page.locator("#wrong-S")).to_contain_text("Missing minus sign?")
    no_serious_axe_findings(page)
    page.get_by_label("Minus for Noor van Dijk").check()
    page.get_by_role("button", name="Show in the hall").click()
    expect(page.locator(".needs")).to_contain_text("3,200 off Weber or 1,300/2,600")
    assert not page.evaluate(TOO_WIDE)
    no_serious_axe_findings(page)

    wall.clock.run_for(5_000)
    expect(row(wall, "Noor van Dijk")).to_contain_text("3,200 off Weber or 1,300/2,600")
    expect(row(wall, "Jonas Weber")).to_have_class("last-row is-leading")
    assert wall.evaluate(FAULTS) == []
    no_serious_axe_findings(wall)

    page.get_by_role("button", name="The dealer repeats").click()
    expect(page.get_by_label("Honba", exact=True)).to_have_value("2")
    wall.clock.run_for(5_000)
    expect(wall.locator(".last-board.is-old")).to_contain_text("2 honba")
    put_in(event, 2, 1, (13_800, 36_900, 48_500, 20_800))
    wall.clock.run_for(5_000)
    expect(row(wall, "Noor van Dijk")).to_contain_text("−31.2")


def test_a_second_phone_sees_the_values_of_the_first_and_is_told_what_came_meanwhile(page, live_server, event):
    oskar = event.players.get(number=2)
    page.set_viewport_size(PHONE)
    page.goto(live_server.url + reverse("personal_last_hand", args=[personal_token(oskar)]))
    enter(event, player=event.players.get(number=3), act=ACT)
    fill(page, ("6.5", "21.7", "8.4", "19.8"))
    page.get_by_label("Honba", exact=True).fill("1")
    page.get_by_role("button", name="Show in the hall").click()
    expect(page.get_by_role("alert")).to_contain_text("Jonas Weber entered other values at")
    expect(page.get_by_label("Delta of Oskar Lind")).to_have_value("8.4")
    page.get_by_role("button", name="Show in the hall").click()
    expect(page.get_by_text("entered by Oskar Lind,")).to_be_visible()
    assert AllLastSheet.objects.get().number == 2


def test_digits_take_their_point_and_the_sum_is_told_before_it_is_sent(page, live_server, event):
    page.set_viewport_size(PHONE)
    page.goto(live_server.url + reverse("table_card_last_hand", args=[event.slug, 1, card_token(event, 1)]))
    typed = {"Yuki Tanabe": "-65", "Noor van Dijk": "217", "Oskar Lind": "83", "Jonas Weber": "199"}
    for name, digits in typed.items():
        page.get_by_label(f"Delta of {name}").press_sequentially(digits)
    expect(page.get_by_label("Delta of Jonas Weber")).to_have_value("19.9")
    expect(page.get_by_label("Minus for Yuki Tanabe")).to_be_checked()
    chip = page.locator("[data-sum]")
    expect(chip).to_have_text("sum 43.4: one sign?")
    page.get_by_label("Minus for Noor van Dijk").check()
    expect(chip).to_have_text("sum 0.0 ✓")
    page.get_by_role("button", name="Riichi deposits: one more").click()
    expect(chip).to_have_text("sum 0.0, not ▲1.0")
    page.get_by_role("button", name="Riichi deposits: one less").click()
    page.get_by_role("button", name="Honba: one more").click()
    page.get_by_role("button", name="Show in the hall").click()
    expect(page.locator(".needs")).to_contain_text("3,200 off Weber or 1,300/2,600")
    assert AllLastSheet.objects.get().honba == 1


def test_it_is_entered_without_script(browser, live_server, event):
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto(live_server.url + reverse("table_card_last_hand", args=[event.slug, 1, card_token(event, 1)]))
    fill(page)
    page.get_by_label("Honba", exact=True).fill("1")
    page.get_by_label("Delta of Jonas Weber").press("Enter")
    expect(page.locator(".needs")).to_contain_text("18,000 off Weber or 8,000 all")
    context.close()


def test_one_three_and_four_tables_with_long_names_stay_on_the_picture(page, live_server, transactional_db):
    event = screen_event(36, 8, closed=7)
    Tournament.objects.filter(pk=event.pk).update(last_hand_shown="hall")
    event.hanchan.filter(number=8).update(state="playing", started_at=event.made_at)
    page.emulate_media(reduced_motion="reduce")
    last, points = event.hanchan.get(number=8), (-12_300, 52_300, 48_900, 30_100)
    for count, (table, places) in enumerate(list(lineup(event, 8).items())[:4], start=1):
        seats = [[own, False, place.player.pk] for own, place in zip(points, places, strict=True)]
        last.all_last_sheets.create(table=table, hand=4, honba=3, deposits=1, seats=seats, entered_at=event.made_at)
        Tournament.objects.filter(pk=event.pk).update(edition=event.edition + count)
        for width, height in ((1920, 1080), (1024, 768)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(live_server.url + reverse("screen_last_hand", args=[event.slug]))
            page.wait_for_function("() => document.fonts.status === 'loaded'")
            for _ in range(max(page.locator("[data-dots] li").count(), 1)):
                assert page.evaluate(FAULTS) == [] and page.evaluate(IN_LINE), (count, width)
                page.keyboard.press("ArrowRight")
            assert not page.evaluate("document.documentElement.scrollHeight > innerHeight")
