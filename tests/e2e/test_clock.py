"""The clock in a browser as its minutes pass."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import make_players, make_tournament
from tests.tournament.rounds.test_actions import hanchan
from tournament.events.actions import set_public
from tournament.rounds import actions
from tournament.seating.actions import plan_seating


@pytest.fixture
def event(transactional_db):
    """EMA 2016, a gong 15 minutes before the end; ten minutes of ninety are played."""
    now = timezone.now()
    tournament = make_tournament("Open", preset="ema-2016", hanchan_count=1)
    make_players(tournament, 4)
    plan_seating(tournament=tournament, seed=7, by=None, at=now)
    tournament.refresh_from_db()
    set_public(tournament=tournament, is_public=True, by=None, at=now)
    actions.start(hanchan=hanchan(tournament), by=None, at=now - timedelta(minutes=10))
    return tournament


def test_the_signal_is_told_when_it_sounds_and_gives_way_to_the_end(page, live_server, event):
    page.clock.install()
    page.goto(f"{live_server.url}/t/open/clock/")
    told, over = page.locator("[data-clock-announced]"), page.locator("[data-clock-over]")
    expect(told).to_be_hidden()
    page.clock.fast_forward("01:06:00")
    expect(told).to_be_visible()
    expect(told).to_have_text("The signal has sounded: only the last hands are played.")
    expect(over).to_be_hidden()
    page.clock.fast_forward("15:00")
    expect(over).to_be_visible()
    expect(told).to_be_hidden()
