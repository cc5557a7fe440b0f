"""The clock of the hall as a value: what is told in which state, and that it tells nothing that nobody may see."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.rules import preset
from tests.events.rows import kept
from tests.factories import MORNING
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tournament.core.audit import Act
from tournament.core.models import Hanchan
from tournament.events.actions import set_public
from tournament.hanchan.actions import add_minutes, close, pause
from tournament.hanchan.clock_display import ClockDisplay
from tournament.screens.hall_clock import HallClock, hall_clock, last_hands

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


def after(minutes):
    return MORNING + timedelta(minutes=minutes)


@pytest.fixture
@kept
def event():
    tournament = hall(players=16, hanchan=2)
    set_public(tournament=tournament, is_public=True, act=ACT)
    Hanchan.objects.filter(tournament=tournament, number=2).update(planned_at=after(120))
    return tournament


@pytest.mark.parametrize(
    ("minutes", "phase"),
    [(0, "play"), (84, "play"), (85, "gold"), (89.9, "gold"), (90, "over"), (104.9, "over"), (105, "quiet")],
)
def test_the_look_follows_the_time(event, minutes, phase):
    assert hall_clock(event, after(minutes)).phase == phase


def test_fifteen_minutes_over_it_stays_red_where_nothing_follows_or_a_table_plays_on(event):
    add_minutes(hanchan=hanchan_of(event), minutes=20, table=3, act=ACT)
    assert hall_clock(event, after(106)).phase == "over"
    assert hall_clock(event, after(111)).phase == "quiet"
    event.hanchan.filter(number=2).update(state="closed")
    assert hall_clock(event, after(200)).phase == "over"


def test_a_pause_is_gold_and_counts_nothing(event):
    pause(hanchan=hanchan_of(event), act=Act(by=None, at=after(30)))
    clock = hall_clock(event, after(200))
    assert (clock.phase, clock.clock.text) == ("paused", "60:00")


def test_tables_with_more_minutes_come_latest_first_until_their_sheet_is_in(event):
    for table, minutes in ((1, 3), (2, 6), (3, 2)):
        add_minutes(hanchan=hanchan_of(event), minutes=minutes, table=table, act=ACT)
    assert [one.table for one in hall_clock(event, after(91)).tables] == [2, 1, 3]
    entered(hanchan_of(event), 1)
    clock = hall_clock(event, after(91))
    assert [one.table for one in clock.tables] == [2, 3]
    assert (clock.done, clock.seated) == (1, 4)


def test_with_every_sheet_in_the_hall_hears_what_comes_next(event):
    for table in (1, 2, 3, 4):
        entered(hanchan_of(event), table)
    clock = hall_clock(event, after(80))
    assert (clock.state, clock.phase) == ("finished", "quiet")
    assert clock.follows == "Hanchan 2 at <time>11:30</time>"
    close(hanchan=hanchan_of(event), act=Act(by=None, at=after(95)))
    assert hall_clock(event, after(96)).follows == "Hanchan 2 at <time>11:30</time>"
    assert hall_clock(event, after(127)).follows == "Hanchan 2 at about <time>11:37</time>"


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        ("wrc-2025", ("Finish this hand.", "Between hands, one more.")),
        ("wrc-2015", ("Finish this hand.", "No more hands.")),
        ("ema-2025", ("One more hand after this one.",)),
        ("tori-open-2026", ("Finish this hand, then one more.", "Between hands, two more.")),
    ],
)
def test_the_words_are_those_of_the_rules_one_line_each(rules, lines):
    assert last_hands(preset(rules).time) == lines


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("wrc-2025", "At 0:00 finish this hand. Between hands, play one more."),
        ("wrc-2015", "At 0:00 finish this hand. No more hands."),
        ("ema-2025", "At 0:00 play one more hand after this one."),
        ("tori-open-2026", "At 0:00: Finish this hand, then one more. Between hands, two more."),
    ],
)
def test_while_the_time_runs_nothing_says_that_it_is_up(rules, sentence):
    clock = HallClock(None, 0, "running", ClockDisplay("running", None), preset(rules).time)
    assert clock.sentence == sentence


def address(event):
    return reverse("screen_clock", args=[event.slug])


def test_every_answer_has_the_servers_time_also_that_nothing_changed(client, event):
    first = client.get(address(event))
    assert abs(float(first["Server-Time"]) - float(first.context["now"])) < 60
    assert b"data-live" in first.content
    again = client.get(address(event), {"since": first.context["mark"]})
    assert again.status_code == 204 and float(again["Server-Time"]) >= float(first["Server-Time"])


def test_the_sizes_come_from_the_address_before_the_event(client, event):
    usual = client.get(address(event)).context["hall"]
    assert (usual.height, usual.metres, usual.arc) == (140, 20, 0.5716)
    near = client.get(address(event), {"height": "100", "distance": "5"}).context["hall"]
    assert (near.height, near.metres) == (100, 5)
    nonsense = client.get(address(event), {"height": "0", "distance": "x"}).context["hall"]
    assert nonsense == usual


def test_it_shows_how_many_tables_are_done_and_nothing_of_their_sheets(client, event):
    before = client.get(address(event)).content
    entered(hanchan_of(event), 1)
    one = client.get(address(event))
    assert b"1 of 4 tables done" in one.content and before != one.content
    assert b"41,200" not in one.content and b"Aiko" not in one.content


def test_it_costs_the_same_for_any_number_of_tables(client, event):
    large = hall(players=40, hanchan=2, name="Large")
    set_public(tournament=large, is_public=True, act=ACT)
    counts = []
    for tournament in (event, large):
        client.get(address(tournament))
        with CaptureQueriesContext(connection) as caught:
            client.get(address(tournament))
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 10
