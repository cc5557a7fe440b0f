"""The clock of the hall in a browser: right whatever happens to the laptop, the network and the server."""

import re
import time
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import MORNING, make_players, make_tournament
from tests.tournament.hanchan.test_actions import enter_all, hanchan
from tests.tournament.standings.tables import small_event
from tournament.core.audit import Act
from tournament.core.models import Hanchan
from tournament.events.actions import set_public
from tournament.hanchan import actions
from tournament.planning.actions import plan_seating

POLLS = "**/screen/clock/?since=*"
HALL = {"width": 1920, "height": 1080}


@pytest.fixture
def event(transactional_db):
    """Ninety minutes of WRC 2022, ten of them played; table 1 has two more; the next hanchan is planned."""
    now = timezone.now()
    tournament = make_tournament("Open", hanchan_count=2)
    make_players(tournament, 8)
    plan_seating(tournament=tournament, seed=7, act=Act(by=None, at=now))
    tournament.refresh_from_db()
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=now))
    actions.start(hanchan=hanchan(tournament), act=Act(by=None, at=now - timedelta(minutes=10)))
    actions.add_minutes(hanchan=hanchan(tournament), minutes=2, table=1, act=Act(by=None, at=now))
    Hanchan.objects.filter(number=2).update(planned_at=now + timedelta(hours=3))
    return tournament


def seconds_left(page):
    text = page.locator("[data-face]").inner_text()
    parts = [int(part) for part in re.findall(r"\d+", text)]
    whole = sum(part * 60**power for power, part in enumerate(reversed(parts)))
    return -whole if text.startswith("+") else whole


def truth(event, number=1):
    clock = hanchan(event, number).clock
    return clock.left(timezone.now()).total_seconds()


def becomes_right(page, event, why, later=0, number=1):
    """Wait until the face says what the server's clock says."""
    deadline = time.monotonic() + 20
    while abs(seconds_left(page) - (truth(event, number) - later)) >= 2:
        assert time.monotonic() < deadline, why
        page.wait_for_timeout(100)


def test_a_laptop_whose_clock_is_wrong_a_sleep_and_a_server_set_anew_are_right_at_once(page, live_server, event):
    page.add_init_script(
        "const real = performance.now.bind(performance); let behind = 0;"
        "performance.now = () => real() - behind; window.sleep = (ms) => { behind += ms; };"
        "const day = Date.now; let wrong = 3600000; Date.now = () => day() + wrong;"
        "window.set = (ms) => { wrong = ms; };"
    )
    page.set_viewport_size(HALL)
    page.goto(f"{live_server.url}/t/open/screen/clock/")
    becomes_right(page, event, "an hour wrong on the laptop")
    page.evaluate("window.set(-7200000)")
    page.evaluate("window.sleep(20 * 60000)")
    becomes_right(page, event, "twenty minutes of sleep")

    said = {"status": 204, "headers": {"Server-Time": str(time.time() + 3600)}}
    page.route(POLLS, lambda route: route.fulfill(**said))
    page.evaluate("window.hall.refresh()")
    becomes_right(page, event, "the server's clock set an hour on", later=3600)


def test_the_hall_sees_each_state_without_the_server_and_is_told_that_it_is_away(page, live_server, event):
    page.clock.install()
    page.set_viewport_size(HALL)
    page.goto(f"{live_server.url}/t/open/screen/clock/")
    screen = page.locator("[data-clock]")
    expect(screen).to_have_attribute("data-phase", "play")
    page.route(POLLS, lambda route: route.abort())
    before = seconds_left(page)
    page.clock.run_for("01:00")
    assert before - 63 <= seconds_left(page) <= before - 59
    expect(page.locator("[data-stale]")).to_be_visible()
    page.clock.fast_forward(1000 * (seconds_left(page) - 299))
    page.clock.run_for(500)
    expect(screen).to_have_attribute("data-phase", "gold")
    expect(page.get_by_text("5 minutes", exact=True)).to_be_visible()
    page.clock.fast_forward("05:10")
    page.clock.run_for(500)
    expect(screen).to_have_attribute("data-phase", "over")
    expect(page.get_by_text("Time is up")).to_be_visible()
    expect(page.get_by_text("Between hands, one more.", exact=True)).to_be_visible()
    assert seconds_left(page) < 0
    expect(page.locator("[data-own]")).to_have_text(re.compile(r"^1:\d\d left$"))
    page.clock.fast_forward("02:00")
    page.clock.run_for(500)
    expect(page.locator("[data-own]")).to_have_text(re.compile(r"^\+0:\d\d$"))
    page.clock.fast_forward("15:00")
    page.clock.run_for(500)
    expect(screen).to_have_attribute("data-phase", "quiet")
    expect(page.get_by_text("Hanchan 2 at").first).to_be_visible()
    assert Hanchan.objects.get(number=1).state == "playing", "a clock closes nothing"
    page.unroute(POLLS)
    page.clock.run_for("00:31")
    expect(page.locator("[data-stale]")).to_be_hidden()
    expect(screen).to_have_attribute("data-phase", "play")


def test_one_machine_sounds_the_end_and_controls_hide_until_they_are_wanted(page, live_server, event):
    page.clock.install()
    page.set_viewport_size(HALL)
    page.goto(f"{live_server.url}/t/open/screen/clock/")
    bar = page.locator("[data-bar]")
    expect(bar).to_have_css("opacity", "0")
    page.mouse.move(900, 900)
    page.mouse.move(901, 901)
    expect(bar).to_have_css("opacity", "1")
    page.get_by_role("button", name="Sound on this machine: off").click()
    expect(page.get_by_role("button", name="Sound on this machine: on")).to_have_attribute("aria-pressed", "true")
    page.reload()
    page.keyboard.press("x")  # a browser lets itself be heard after a key
    expect(page.get_by_role("button", name="Sound on this machine: on")).to_have_count(1)
    expect(page.locator("[data-sound-ask]")).to_be_hidden()
    Hanchan.objects.filter(number=1).update(started_at=timezone.now() - timedelta(minutes=88))
    event.refresh_from_db()
    set_public(tournament=event, is_public=True, prizes_public=True, act=Act(by=None, at=timezone.now()))
    page.evaluate("window.hall.refresh()")
    expect(page.locator("[data-face]")).to_have_text(re.compile(r"^\s*0?[01]:"))
    page.route(POLLS, lambda route: route.abort())  # the server's time does not move with the browser's
    page.clock.run_for("02:01")
    expect(page.locator("body")).to_have_attribute("data-sounded", "end")
    page.keyboard.press("f")
    page.wait_for_function("() => document.fullscreenElement !== null")


def things_of(page):
    """How many nodes and listeners the page keeps once what is not needed was thrown away.

    Nodes that an answer has just replaced wait for a timer of the page, so it is counted until two counts are equal.
    """
    before, now = None, _counted(page)
    while now != before:
        page.clock.run_for(1000)
        before, now = now, _counted(page)
    return now


def _counted(page):
    debugger = page.context.new_cdp_session(page)
    debugger.send("Performance.enable")
    debugger.send("HeapProfiler.collectGarbage")
    counted = {one["name"]: one["value"] for one in debugger.send("Performance.getMetrics")["metrics"]}
    debugger.detach()
    return counted["Nodes"] + counted["JSEventListeners"]


def test_twelve_hours_of_hanchan_and_breaks_are_shown_by_one_page(page, live_server, transactional_db):
    """Laptop and server go through a day of six hanchan, two hours apart, a quarter of an hour at each step."""
    tournament, _people = small_event(hanchan_count=6)
    page.clock.install(time=MORNING)
    page.set_viewport_size(HALL)
    with time_machine.travel(MORNING, tick=True) as today:
        page.goto(f"{live_server.url}/t/{tournament.slug}/screen/clock/")
        page.evaluate("window.opened = true")
        kept = []
        for step in range(48):
            number, quarter = step // 8 + 1, step % 8
            if quarter == 0:
                actions.start(hanchan=hanchan(tournament, number), act=Act(by=None, at=timezone.now()))
            if quarter == 7:
                enter_all(hanchan(tournament, number), timezone.now())
                actions.close(hanchan=hanchan(tournament, number), act=Act(by=None, at=timezone.now()))
            page.evaluate("window.hall.refresh()")
            page.clock.run_for(500)
            if quarter < 7:
                becomes_right(page, tournament, f"step {step}", number=number)
            phase = (*["play"] * 6, "over", "quiet")[quarter]
            expect(page.locator("[data-clock]")).to_have_attribute("data-phase", phase)
            if quarter == 7:
                kept.append(things_of(page))
            today.shift(timedelta(minutes=15))
            page.clock.fast_forward("15:00")
        assert page.evaluate("window.opened"), "the page was loaded again"
    assert max(kept[1:]) <= kept[1] * 1.05
