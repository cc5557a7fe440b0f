"""Starting, timing, closing, reopening and releasing a hanchan."""

from datetime import timedelta
from uuid import uuid4

import pytest

from tests.factories import make_players, make_tournament
from tournament.events.actions import change_hanchan, set_public
from tournament.events.models import HanchanState
from tournament.events.queries import public_hanchan
from tournament.problems import Refused
from tournament.rounds import actions
from tournament.seating.actions import plan_seating
from tournament.seating.queries import lineup
from tournament.sheets.actions import enter

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(now):
    tournament = make_tournament(hanchan_count=3)
    make_players(tournament, 8)
    plan_seating(tournament=tournament, seed=7, by=None, at=now)
    tournament.refresh_from_db()
    return tournament


def hanchan(tournament, number=1):
    found = tournament.hanchan.get(number=number)
    found.tournament = tournament
    return found


def enter_all(one, now, tables=None):
    for table, places in lineup(one.tournament, one.number).items():
        if tables is None or table in tables:
            points = (41_200, 33_000, 26_700, 19_100)
            lines = [(place.wind, place.player.pk, value) for place, value in zip(places, points, strict=True)]
            enter(hanchan=one, table=table, lines=lines, deposits=0, submission=uuid4(), by=None, at=now)


def play(tournament, number, now):
    one = hanchan(tournament, number)
    actions.start(hanchan=one, by=None, at=now)
    enter_all(one, now)
    actions.close(hanchan=one, by=None, at=now)
    return one


def test_a_start_sets_the_clock_and_is_one_line_of_history(event, now):
    one = hanchan(event)
    actions.start(hanchan=one, by=None, at=now)
    kept = hanchan(event)
    assert (kept.state, kept.started_at) == (HanchanState.PLAYING, now)
    entry = event.audit_entries.first()
    assert (entry.verb, entry.subject) == ("started a hanchan", "hanchan 1")


def test_without_a_seating_nothing_starts(now):
    tournament = make_tournament()
    with pytest.raises(Refused, match="Hanchan 1 has no seating"):
        actions.start(hanchan=hanchan(tournament), by=None, at=now)
    assert hanchan(tournament).state == HanchanState.PLANNED
    assert tournament.audit_entries.count() == 1


def test_a_hanchan_starts_once(event, now):
    actions.start(hanchan=hanchan(event), by=None, at=now)
    with pytest.raises(Refused, match="is being played"):
        actions.start(hanchan=hanchan(event), by=None, at=now + timedelta(minutes=1))
    assert hanchan(event).started_at == now


def test_a_start_while_an_earlier_hanchan_is_open_must_be_confirmed(event, now):
    actions.start(hanchan=hanchan(event, 1), by=None, at=now)
    with pytest.raises(Refused, match="Hanchan 1 is still open") as refused:
        actions.start(hanchan=hanchan(event, 2), by=None, at=now)
    assert refused.value.field == "confirmed"
    actions.start(hanchan=hanchan(event, 2), confirmed=True, by=None, at=now)
    assert hanchan(event, 2).state == HanchanState.PLAYING


def test_a_hanchan_that_was_left_out_must_be_confirmed_too(event, now):
    with pytest.raises(Refused, match="Hanchan 1 has not been played"):
        actions.start(hanchan=hanchan(event, 2), by=None, at=now)


def test_a_mistaken_start_is_taken_back_until_a_sheet_is_in(event, now):
    one = hanchan(event)
    actions.start(hanchan=one, by=None, at=now)
    actions.pause(hanchan=one, by=None, at=now)
    actions.take_back_start(hanchan=one, by=None, at=now)
    assert (hanchan(event).state, hanchan(event).started_at, hanchan(event).paused_at) == ("planned", None, None)
    actions.start(hanchan=one, by=None, at=now)
    enter_all(one, now, tables={2})
    with pytest.raises(Refused, match="sheet of table 2 is in"):
        actions.take_back_start(hanchan=one, by=None, at=now)


def test_a_pause_gives_the_time_back_and_pausing_twice_is_pausing_once(event, now):
    one = hanchan(event)
    actions.start(hanchan=one, by=None, at=now)
    actions.pause(hanchan=one, by=None, at=now + timedelta(minutes=10))
    actions.pause(hanchan=one, by=None, at=now + timedelta(minutes=12))
    actions.resume(hanchan=one, by=None, at=now + timedelta(minutes=15))
    actions.resume(hanchan=one, by=None, at=now + timedelta(minutes=16))
    kept = hanchan(event)
    assert (kept.paused_at, kept.paused_seconds) == (None, 300)
    assert kept.clock.ends_at() == now + timedelta(minutes=95)


def test_a_pause_pressed_on_an_old_page_does_not_move_the_first(event, now):
    first, second = hanchan(event), hanchan(event)
    actions.start(hanchan=first, by=None, at=now)
    second.refresh_from_db()
    actions.pause(hanchan=first, by=None, at=now + timedelta(minutes=10))
    actions.pause(hanchan=second, by=None, at=now + timedelta(minutes=12))
    assert hanchan(event).paused_at == now + timedelta(minutes=10)


def test_minutes_are_added_and_taken_and_end_at_one(event, now):
    one = hanchan(event)
    actions.start(hanchan=one, by=None, at=now)
    actions.add_minutes(hanchan=one, minutes=5, by=None, at=now)
    actions.add_minutes(hanchan=one, minutes=-1, by=None, at=now)
    assert hanchan(event).minutes == 94
    with pytest.raises(Refused, match="between 1 and 600"):
        actions.add_minutes(hanchan=one, minutes=-94, by=None, at=now)


def test_no_minutes_are_added_where_there_is_no_limit(event, now):
    change_hanchan(tournament=event, minutes=[None, 90, 90], by=None, at=now)
    one = hanchan(event)
    actions.start(hanchan=one, by=None, at=now)
    with pytest.raises(Refused, match="no time limit"):
        actions.add_minutes(hanchan=one, minutes=5, by=None, at=now)


def test_a_close_is_refused_while_sheets_are_missing_and_names_the_tables(event, now):
    one = hanchan(event)
    actions.start(hanchan=one, by=None, at=now)
    enter_all(one, now, tables={1})
    with pytest.raises(Refused, match="Sheets are missing: table 2"):
        actions.close(hanchan=one, by=None, at=now)
    assert hanchan(event).state == HanchanState.PLAYING


def test_a_closed_hanchan_is_public_at_once_or_when_it_is_released(event, now):
    play(event, 1, now)
    assert public_hanchan(event) == 1
    set_public(tournament=event, release_on_close=False, by=None, at=now)
    two = play(event, 2, now)
    assert public_hanchan(event) == 1
    actions.release(hanchan=two, by=None, at=now)
    assert public_hanchan(event) == 2


def test_withheld_results_take_the_later_ones_with_them(event, now):
    one, _two = play(event, 1, now), play(event, 2, now)
    actions.withhold(hanchan=one, by=None, at=now)
    assert public_hanchan(event) == 0
    actions.release(hanchan=one, by=None, at=now)
    assert public_hanchan(event) == 2


def test_results_of_a_hanchan_that_plays_are_public_only_when_somebody_releases_them(event, now):
    one = hanchan(event)
    with pytest.raises(Refused, match="has not started"):
        actions.release(hanchan=one, by=None, at=now)
    actions.start(hanchan=one, by=None, at=now)
    assert public_hanchan(event) == 0
    actions.release(hanchan=one, by=None, at=now)
    assert public_hanchan(event) == 1


def test_a_hanchan_is_reopened_with_a_reason_and_its_results_leave_the_public(event, now):
    one = play(event, 1, now)
    with pytest.raises(Refused) as refused:
        actions.reopen(hanchan=one, reason=" ", by=None, at=now)
    assert refused.value.field == "reason"
    actions.reopen(hanchan=one, reason="table 2 played on", by=None, at=now)
    assert (hanchan(event).state, hanchan(event).closed_at) == (HanchanState.PLAYING, None)
    assert public_hanchan(event) == 0
    assert event.audit_entries.first().reason == "table 2 played on"
    actions.close(hanchan=one, by=None, at=now)
    assert public_hanchan(event) == 1


def test_a_reason_is_kept_without_signs_that_no_database_or_reader_wants(event, now):
    one = play(event, 1, now)
    actions.reopen(hanchan=one, reason="a\x00b \u202e" + "x" * 600, by=None, at=now)
    reason = event.audit_entries.first().reason
    assert reason.startswith("a b x") and len(reason) == 500


@pytest.mark.parametrize("act", [actions.close, actions.take_back_start, actions.pause])
def test_a_planned_hanchan_has_nothing_to_close_take_back_or_pause(event, now, act):
    with pytest.raises(Refused, match="has not started yet"):
        act(hanchan=hanchan(event), by=None, at=now)


def test_every_act_bumps_the_edition_once(event, now):
    one, before = hanchan(event), event.edition
    actions.start(hanchan=one, by=None, at=now)
    actions.pause(hanchan=one, by=None, at=now)
    actions.resume(hanchan=one, by=None, at=now)
    event.refresh_from_db()
    assert event.edition == before + 3
