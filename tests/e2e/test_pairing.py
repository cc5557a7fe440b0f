"""Seating a hanchan by the standings in a real browser: by keyboard, on a phone, for everybody."""

import pytest
from django.urls import reverse

from tests.tournament.planning.pairing.events import played_event
from tournament.seats.models import Seating, SeatingSource


@pytest.fixture
def event():
    return played_event(16, 4)


@pytest.fixture
def address(event, page, sign_in, live_server):
    sign_in(page, event.memberships.get().user)
    door = live_server.url + reverse("seating_change", args=[event.slug])
    return lambda number, asked="": f"{door}?what=standings&hanchan={number}{asked}"


@pytest.mark.parametrize(
    ("number", "asked"),
    [(3, "&seed=1"), (3, "&seed=1&way=chunks"), (3, "&seed=1&way=pattern&pattern=1-1"), (4, ""), (1, "")],
)
def test_nobody_is_shut_out_and_the_phone_is_wide_enough(page, address, no_serious_axe_findings, number, asked):
    page.goto(address(number, asked))
    no_serious_axe_findings(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.journey
def test_another_way_is_chosen_and_taken_over_by_keyboard_alone(page, address):
    page.goto(address(3, "&seed=1"))
    page.get_by_label("How").focus()
    page.keyboard.type("Snake")
    page.get_by_role("button", name="Preview the change").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**way=snake**")
    page.get_by_role("button", name="Use this seating for hanchan 3").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/seating/3/")
    assert Seating.objects.order_by("number").last().source == SeatingSource.STANDINGS


def test_going_back_and_sending_again_makes_no_second_version(page, address):
    page.goto(address(3, "&seed=1"))
    page.get_by_role("button", name="Use this seating for hanchan 3").click()
    page.wait_for_url("**/seating/3/")
    page.go_back()
    page.get_by_text("Hanchan 3 already has exactly these seats.").wait_for()
    assert Seating.objects.count() == 2
