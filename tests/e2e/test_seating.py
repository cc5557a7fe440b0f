"""The seating by keyboard alone, and on the screen in the hall."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import MORNING, make_staff
from tests.tournament.planning.halls import open_doors, seated_hall
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import change_hanchan
from tournament.planning.actions import publish, swap
from tournament.seats.models import Seating
from tournament.seats.queries import lineup

PAGES = (
    ("seating", (), "?player=3"),
    ("seating_plan", (), ""),
    ("seating_change", (), ""),
    ("seating_change", (), "?what=wrong&hanchan=2&who=1&who=20"),
    ("seating_change", (), "?what=wrong&hanchan=2&who=1"),
    ("seating_change", (), "?what=replace"),
    ("seating_change", (), "?what=back&version=1"),
    ("seating_change", (), "?what=file"),
    ("seating_versions", (), ""),
    ("seating_version", (1,), ""),
    ("public_seating", (), "?player=1"),
    ("public_seating", (), "?player=1&by=table"),
    ("screen_seating", (1,), ""),
    ("screen_seating", (2,), ""),
)


@pytest.fixture
def hall():
    tournament = open_doors(seated_hall(36, 8))
    publish(tournament=tournament, hanchan=1, act=Act(by=None, at=MORNING))
    return tournament


@pytest.fixture
def organiser(hall, page, sign_in, live_server):
    """The organiser's browser, and where each page is."""
    sign_in(page, make_staff(hall, Role.ORGANISER, name="Mina Sato"))
    return lambda name, *args: live_server.url + reverse(name, args=[hall.slug, *args])


@pytest.mark.journey
def test_two_seats_are_swapped_by_keyboard_alone(hall, page, organiser):
    first, second = (lineup(hall, 2)[table][0].player for table in (1, 2))
    page.goto(organiser("seating_hanchan", 2))
    page.locator("[data-swap] input[tabindex='0']").focus()
    for key in ("Space", "ArrowRight", "Space"):
        page.keyboard.press(key)
    expect(page.locator("[data-swap-chosen]")).to_have_text(f"{first.name} ↔ {second.name}")
    expect(page.locator("[data-swap-panel] li .name")).to_have_text([first.name, second.name])
    page.keyboard.press("Enter")
    expect(page.locator("[data-swap-panel]").get_by_role("button", name="Swap")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("twins")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Swapped")).to_be_visible()
    assert Seating.objects.get(number=2).reason == "twins"


def test_who_is_nobody_is_told_beside_the_field_which_has_the_focus(hall, page, organiser):
    page.goto(organiser("seating_change") + "?what=wrong")
    page.get_by_role("combobox", name="Hanchan").select_option("2")
    page.get_by_label("One", exact=True).fill("1")
    page.get_by_label("The other", exact=True).fill("Nobody")
    page.keyboard.press("Enter")
    wrong = page.get_by_role("combobox", name="The other")
    expect(wrong).to_be_focused()
    expect(wrong).to_have_accessible_description("No player matches “Nobody”. Enter the number or the full name.")
    expect(page.get_by_role("combobox", name="One")).to_have_value("1")


def focused_seat(page):
    """Where the focus is: the position of its table on the page, and of its seat at the table, both from 0."""
    return page.evaluate(
        """() => {
          const table = document.activeElement.closest("li");
          const boxes = [...table.querySelectorAll("input")];
          return [[...table.parentNode.children].indexOf(table), boxes.indexOf(document.activeElement)];
        }"""
    )


@pytest.mark.parametrize(("players", "preset", "last"), [(36, "wrc-2022", 3), (18, "tenhou-3", 2)])
def test_arrows_walk_from_seat_to_seat_of_any_table_size(page, sign_in, live_server, players, preset, last):
    tournament = seated_hall(players, 2, preset=preset)
    sign_in(page, make_staff(tournament, Role.ORGANISER))
    page.set_viewport_size({"width": 390, "height": 844})  # one table below the other
    page.goto(live_server.url + reverse("seating_hanchan", args=[tournament.slug, 2]))
    page.locator("[data-swap] input[tabindex='0']").focus()
    walk = [("ArrowRight", [1, 0]), ("ArrowDown", [1, 1]), ("ArrowLeft", [0, 1])]
    walk += [("ArrowDown", [0, seat]) for seat in range(2, last + 1)]
    walk += [("ArrowDown", [1, 0]), ("ArrowUp", [0, last]), ("ArrowRight", [1, last])]
    for key, place in walk:
        page.keyboard.press(key)
        assert focused_seat(page) == place, key


def test_arrows_stay_inside_the_hall_and_escape_lets_go(hall, page, organiser):
    page.goto(organiser("seating_hanchan", 2))
    page.locator("[data-swap] input[tabindex='0']").focus()
    for key in ("ArrowUp", "ArrowLeft", "Home", "End", "ArrowDown", "ArrowRight", "Space", "Escape"):
        page.keyboard.press(key)
    expect(page.locator("[data-swap] :checked")).to_have_count(0)
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "q"


def test_nobody_is_shut_out_and_the_phone_is_wide_enough(page, organiser, no_serious_axe_findings, hall):
    one, other = (lineup(hall, 3)[table][0].player for table in (1, 2))
    swap(
        tournament=hall, hanchan=3, one=one, other=other, act=Act(by=None, at=MORNING, reason="twins who live together")
    )
    for name, args, query in PAGES:
        page.goto(organiser(name, *args) + query)
        for width, height in ((1280, 800), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} at {width}"
        no_serious_axe_findings(page)


def test_the_screen_turns_its_pages_and_space_stops_them(hall, page, organiser):
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(organiser("screen_seating", 1))
    current = page.locator("[data-dots] [aria-current]")
    first = current.inner_text()
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    page.keyboard.press("ArrowRight")
    expect(current).not_to_have_text(first)
    page.keyboard.press("ArrowLeft")
    expect(current).to_have_text(first)
    expect(page.locator("[data-range]")).to_have_text(first)
    page.keyboard.press("Space")
    expect(page.locator("[data-pages-stop]")).to_have_text("Resume")


@pytest.mark.parametrize("picture", [(1024, 768), (1920, 1080)])
def test_the_longest_name_of_a_hanchan_fits_the_projector(hall, page, organiser, picture):
    limits = list(hall.hanchan.order_by("number").values_list("minutes", flat=True))
    names = ["決" * 40, *[""] * (len(limits) - 1)]
    change_hanchan(tournament=hall, minutes=limits, names=names, act=Act(by=None, at=MORNING))
    page.set_viewport_size({"width": picture[0], "height": picture[1]})
    page.goto(organiser("screen_seating", 1))
    heading = page.locator(".hall-head h1").bounding_box()
    assert heading["width"] > 0 and heading["x"] >= 0 and heading["x"] + heading["width"] <= picture[0]
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert page.evaluate(size) == list(picture)
