"""The clock in a browser as its minutes pass."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import make_players, make_tournament
from tests.tournament.hanchan.test_actions import hanchan
from tournament.core.audit import Act
from tournament.events.actions import set_public
from tournament.hanchan import actions
from tournament.planning.actions import plan_seating


@pytest.fixture
def event(transactional_db):
    """EMA 2016, a gong 15 minutes before the end; ten minutes of ninety are played."""
    now = timezone.now()
    tournament = make_tournament("Open", preset="ema-2016", hanchan_count=1)
    make_players(tournament, 4)
    plan_seating(tournament=tournament, seed=7, act=Act(by=None, at=now))
    tournament.refresh_from_db()
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=now))
    actions.start(hanchan=hanchan(tournament), act=Act(by=None, at=now - timedelta(minutes=10)))
    return tournament


POLLS = "**/?since=*"


def seconds_left(page):
    minutes, seconds = page.locator("[data-clock-face]").inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


def test_setting_the_clock_of_the_computer_moves_no_minute(page, live_server, event):
    page.route(POLLS, lambda route: route.abort())
    page.goto(f"{live_server.url}/t/open/clock/")
    before = seconds_left(page)
    page.evaluate("() => { const real = Date.now; Date.now = () => real() + 20 * 60_000; }")
    page.wait_for_timeout(600)
    assert before - 60 < seconds_left(page) <= before


def test_a_clock_that_slept_is_put_right_by_the_next_answer_of_the_server(page, live_server, event):
    page.add_init_script(
        "const real = performance.now.bind(performance); let behind = 0;"
        "performance.now = () => real() - behind; window.sleep = (ms) => { behind += ms; };"
    )
    page.goto(f"{live_server.url}/t/open/clock/")
    before = seconds_left(page)
    page.evaluate("window.sleep(20 * 60_000)")
    page.wait_for_function("() => parseInt(document.querySelector('[data-clock-face]').textContent) > 90")
    page.wait_for_function("() => parseInt(document.querySelector('[data-clock-face]').textContent) <= 80")
    assert before - 60 < seconds_left(page) <= before


def test_the_signal_is_told_when_it_sounds_and_gives_way_to_the_end(page, live_server, event):
    page.clock.install()
    page.route(POLLS, lambda route: route.abort())  # the server's time does not move with the browser's
    page.goto(f"{live_server.url}/t/open/clock/")
    told, over = page.locator("[data-clock-announced]"), page.locator("[data-clock-over]")
    expect(told).to_be_hidden()
    page.clock.fast_forward("01:06:00")
    expect(told).to_be_visible()
    expect(told).to_have_text("The signal has sounded: play only the last hands.")
    expect(over).to_be_hidden()
    page.clock.fast_forward("15:00")
    expect(over).to_be_visible()
    expect(told).to_be_hidden()
