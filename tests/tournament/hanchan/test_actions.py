"""Starting, timing, closing, reopening and releasing a hanchan."""

from datetime import timedelta
from unittest.mock import Mock
from uuid import uuid4

import pytest

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_tournament, make_user
from tournament.core.audit import Act
from tournament.core.backup_request import WANTED
from tournament.core.messages import Conflict, Refused
from tournament.core.models import HanchanState, Tournament
from tournament.events.actions import change_hanchan, set_public
from tournament.hanchan import actions
from tournament.hanchan.queries import last_limit_change
from tournament.hanchan.start_conditions import start_notices
from tournament.planning.actions import plan_seating
from tournament.results.sheets.actions import enter
from tournament.results.sheets.checks import TypedSheet
from tournament.results.sheets.queries import board
from tournament.seats.queries import lineup
from tournament.standings.inputs import read_inputs
from tournament.standings.visibility import public_through

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def event(now):
    tournament = make_tournament(hanchan_count=3)
    make_players(tournament, 8)
    plan_seating(tournament=tournament, seed=7, act=Act(by=None, at=now))
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
            enter(hanchan=one, table=table, typed=TypedSheet.of(lines, 0), act=Act(by=None, at=now, submission=uuid4()))


def play(tournament, number, now):
    one = hanchan(tournament, number)
    actions.start(hanchan=one, act=Act(by=None, at=now))
    enter_all(one, now)
    actions.close(hanchan=one, act=Act(by=None, at=now))
    return one


def test_a_start_sets_the_clock_and_is_one_line_of_history(event, now):
    one = hanchan(event)
    actions.start(hanchan=one, act=Act(by=None, at=now))
    kept = hanchan(event)
    assert (kept.state, kept.started_at) == (HanchanState.PLAYING, now)
    entry = event.audit_entries.first()
    assert (entry.verb, entry.about) == ("started a hanchan", "hanchan 1")


def test_without_a_seating_nothing_starts(now):
    tournament = make_tournament()
    with pytest.raises(Refused, match="Hanchan 1 has no seating"):
        actions.start(hanchan=hanchan(tournament), act=Act(by=None, at=now))
    assert hanchan(tournament).state == HanchanState.PLANNED
    assert tournament.audit_entries.count() == 1


def test_a_hanchan_starts_once(event, now):
    actions.start(hanchan=hanchan(event), act=Act(by=None, at=now))
    with pytest.raises(Refused, match="is being played"):
        actions.start(hanchan=hanchan(event), act=Act(by=None, at=now + timedelta(minutes=1)))
    assert hanchan(event).started_at == now


def test_a_start_while_an_earlier_hanchan_is_open_needs_a_reason(event, now):
    actions.start(hanchan=hanchan(event, 1), act=Act(by=None, at=now))
    with pytest.raises(Refused, match="Hanchan 1 is not closed yet") as refused:
        actions.start(hanchan=hanchan(event, 2), act=Act(by=None, at=now))
    assert refused.value.field == "reason"
    actions.start(hanchan=hanchan(event, 2), act=Act(by=None, at=now, reason="  the desk is slow "))
    assert event.audit_entries.first().reason == "the desk is slow"
    assert hanchan(event, 2).state == HanchanState.PLAYING


def test_a_hanchan_that_was_left_out_needs_a_reason_too(event, now):
    with pytest.raises(Refused, match="Hanchan 1 has not been played"):
        actions.start(hanchan=hanchan(event, 2), act=Act(by=None, at=now))


def test_a_mistaken_start_is_taken_back_until_a_sheet_is_in(event, now):
    one = hanchan(event)
    actions.start(hanchan=one, act=Act(by=None, at=now))
    actions.pause(hanchan=one, act=Act(by=None, at=now))
    actions.undo_start(hanchan=one, act=Act(by=None, at=now))
    assert (hanchan(event).state, hanchan(event).started_at, hanchan(event).paused_at) == ("planned", None, None)
    actions.start(hanchan=one, act=Act(by=None, at=now))
    enter_all(one, now, tables={2})
    with pytest.raises(Refused, match="Sheets are already in"):
        actions.undo_start(hanchan=one, act=Act(by=None, at=now))


def test_the_pauses_of_a_start_that_is_undone_do_not_move_the_next_end(event, now):
    one = hanchan(event)
    actions.start(hanchan=one, act=Act(by=None, at=now))
    actions.pause(hanchan=one, act=Act(by=None, at=now + timedelta(minutes=1)))
    actions.resume(hanchan=one, act=Act(by=None, at=now + timedelta(minutes=6)))
    actions.undo_start(hanchan=one, act=Act(by=None, at=now + timedelta(minutes=7)))
    actions.start(hanchan=one, act=Act(by=None, at=now + timedelta(minutes=20)))
    assert hanchan(event).clock.ends_at() == now + timedelta(minutes=110)


def test_a_pause_gives_the_time_back_and_pausing_twice_is_pausing_once(event, now):
    one = hanchan(event)
    actions.start(hanchan=one, act=Act(by=None, at=now))
    actions.pause(hanchan=one, act=Act(by=None, at=now + timedelta(minutes=10)))
    actions.pause(hanchan=one, act=Act(by=None, at=now + timedelta(minutes=12)))
    actions.resume(hanchan=one, act=Act(by=None, at=now + timedelta(minutes=15)))
    actions.resume(hanchan=one, act=Act(by=None, at=now + timedelta(minutes=16)))
    kept = hanchan(event)
    assert (kept.paused_at, kept.paused_seconds) == (None, 300)
    assert kept.clock.ends_at() == now + timedelta(minutes=95)


def test_a_pause_pressed_on_an_old_page_does_not_move_the_first(event, now):
    first, second = hanchan(event), hanchan(event)
    actions.start(hanchan=first, act=Act(by=None, at=now))
    second.refresh_from_db()
    actions.pause(hanchan=first, act=Act(by=None, at=now + timedelta(minutes=10)))
    actions.pause(hanchan=second, act=Act(by=None, at=now + timedelta(minutes=12)))
    assert hanchan(event).paused_at == now + timedelta(minutes=10)


def test_minutes_are_added_and_taken_and_end_at_one(event, now):
    one = hanchan(event)
    actions.start(hanchan=one, act=Act(by=None, at=now))
    actions.add_minutes(hanchan=one, minutes=5, act=Act(by=None, at=now))
    actions.add_minutes(hanchan=one, minutes=-1, act=Act(by=None, at=now))
    assert hanchan(event).minutes == 94
    with pytest.raises(Refused, match="between 1 and 600"):
        actions.add_minutes(hanchan=one, minutes=-94, act=Act(by=None, at=now))


def test_no_minutes_are_added_where_there_is_no_limit(event, now):
    change_hanchan(tournament=event, minutes=[None, 90, 90], act=Act(by=None, at=now))
    one = hanchan(event)
    actions.start(hanchan=one, act=Act(by=None, at=now))
    with pytest.raises(Refused, match="no time limit"):
        actions.add_minutes(hanchan=one, minutes=5, act=Act(by=None, at=now))


def test_a_close_is_refused_while_sheets_are_missing_and_names_the_tables(event, now):
    one = hanchan(event)
    actions.start(hanchan=one, act=Act(by=None, at=now))
    enter_all(one, now, tables={1})
    with pytest.raises(Refused, match="Missing sheets: table 2"):
        actions.close(hanchan=one, act=Act(by=None, at=now))
    assert hanchan(event).state == HanchanState.PLAYING


def test_a_close_asks_for_a_backup_once_it_is_committed(event, now, django_capture_on_commit_callbacks):
    WANTED.clear()
    with django_capture_on_commit_callbacks(execute=True):
        play(event, 1, now)
        assert not WANTED.is_set()
    assert WANTED.is_set()
    WANTED.clear()


def test_a_closed_hanchan_is_public_at_once_or_when_it_is_released(event, now):
    play(event, 1, now)
    assert public_through(read_inputs(event)) == 1
    set_public(tournament=event, release_on_close=False, act=Act(by=None, at=now))
    two = play(event, 2, now)
    assert public_through(read_inputs(event)) == 1
    actions.release(hanchan=two, act=Act(by=None, at=now))
    assert public_through(read_inputs(event)) == 2


def test_withheld_results_take_the_later_ones_with_them(event, now):
    one, _two = play(event, 1, now), play(event, 2, now)
    actions.withhold(hanchan=one, act=Act(by=None, at=now))
    assert public_through(read_inputs(event)) == 0
    actions.release(hanchan=one, act=Act(by=None, at=now))
    assert public_through(read_inputs(event)) == 2


def test_results_of_a_hanchan_that_plays_are_public_only_when_somebody_releases_them(event, now):
    one = hanchan(event)
    with pytest.raises(Refused, match="has not started"):
        actions.release(hanchan=one, act=Act(by=None, at=now))
    actions.start(hanchan=one, act=Act(by=None, at=now))
    assert public_through(read_inputs(event)) == 0
    actions.release(hanchan=one, act=Act(by=None, at=now))
    assert public_through(read_inputs(event)) == 1


def test_a_hanchan_is_reopened_with_a_reason_and_its_results_leave_the_public(event, now):
    one = play(event, 1, now)
    with pytest.raises(Refused) as refused:
        actions.reopen(hanchan=one, act=Act(by=None, at=now, reason=" "))
    assert refused.value.field == "reason"
    actions.reopen(hanchan=one, act=Act(by=None, at=now, reason="table 2 played on"))
    assert (hanchan(event).state, hanchan(event).closed_at) == (HanchanState.PLAYING, None)
    assert public_through(read_inputs(event)) == 0
    assert event.audit_entries.first().reason == "table 2 played on"
    actions.close(hanchan=one, act=Act(by=None, at=now))
    assert public_through(read_inputs(event)) == 1


def test_a_reason_is_kept_without_signs_that_no_database_or_reader_wants(event, now):
    one = play(event, 1, now)
    actions.reopen(hanchan=one, act=Act(by=None, at=now, reason="a\x00b \u202e" + "x" * 600))
    reason = event.audit_entries.first().reason
    assert reason.startswith("a b x") and len(reason) == 500


@pytest.mark.parametrize("act", [actions.close, actions.undo_start, actions.pause])
def test_a_planned_hanchan_has_nothing_to_close_undo_or_pause(event, now, act):
    with pytest.raises(Refused, match="has not started yet"):
        act(hanchan=hanchan(event), act=Act(by=None, at=now))


def test_every_act_bumps_the_edition_once(event, now):
    one, before = hanchan(event), event.edition
    actions.start(hanchan=one, act=Act(by=None, at=now))
    actions.pause(hanchan=one, act=Act(by=None, at=now))
    actions.resume(hanchan=one, act=Act(by=None, at=now))
    event.refresh_from_db()
    assert event.edition == before + 3


def test_a_clock_that_runs_and_results_that_are_out_or_withheld_stay_as_they_are(event, now):
    one = hanchan(event)
    actions.start(hanchan=one, act=Act(by=None, at=now))
    entries = event.audit_entries.count()
    actions.resume(hanchan=one, act=Act(by=None, at=now))
    actions.withhold(hanchan=one, act=Act(by=None, at=now))
    assert event.audit_entries.count() == entries
    actions.release(hanchan=one, act=Act(by=None, at=now))
    actions.release(hanchan=one, act=Act(by=None, at=now + timedelta(minutes=1)))
    assert event.audit_entries.count() == entries + 1
    assert hanchan(event).released_at == now


def start_texts(event):
    return [str(one.message) for one in start_notices(hanchan(event), lineup(event, 1), MORNING)]


def test_a_start_warns_of_a_seating_that_needs_more_tables_than_the_hall_has(event):
    event.table_count = 1
    event.save(update_fields=["table_count"])
    assert "The seating needs 2 tables, but the hall has 1." in start_texts(event)
    event.table_count = 2
    event.save(update_fields=["table_count"])
    assert not any("the hall has" in text for text in start_texts(event))


def test_a_start_on_the_day_before_is_told_when_it_was_planned(event):
    event.hanchan.update(planned_at=MORNING + timedelta(hours=2))
    assert not any("Planned for" in text for text in start_texts(event))
    event.hanchan.update(planned_at=MORNING + timedelta(days=1))
    assert any(text.startswith("Planned for ") for text in start_texts(event))


def test_a_start_has_no_notice_once_everybody_is_checked_in_and_the_seating_is_published(event, now):
    event.players.update(checked_in_at=now)
    event.hanchan.update(seating_published_at=now)
    assert start_texts(event) == []


REFUSED = {
    "no-seating": lambda one, act: actions.start(hanchan=one, act=act),
    "is-planned": lambda one, act: actions.close(hanchan=one, act=act),
    "reason-missing": lambda one, act: actions.reopen(hanchan=one, act=act),
}


@pytest.mark.parametrize("code", REFUSED)
def test_a_refusal_is_logged_once(now, caplog, code):
    one = hanchan(make_tournament())
    with caplog.at_level("INFO", "tournament.actions"), pytest.raises(Refused) as refused:
        REFUSED[code](one, Act(by=None, at=now))
    assert refused.value.codes == code
    assert [record.getMessage().rpartition(": ")[2] for record in caplog.records] == [code]


# --- one table --------------------------------------------------------------------------------------------------------


def test_one_table_is_given_minutes_and_only_its_sheet_is_expected_later(event, now):
    one = hanchan(event)
    actions.start(hanchan=one, act=Act(by=None, at=now))
    actions.add_minutes(hanchan=one, minutes=5, table=2, act=Act(by=None, at=now))
    actions.add_minutes(hanchan=one, minutes=2, table=2, act=Act(by=None, at=now))
    kept = hanchan(event)
    assert (kept.minutes, kept.added_minutes, kept.extended) == (90, 0, {2: 7})
    cards = board(kept, now + timedelta(minutes=95))
    assert [(card.table, card.state, card.minutes) for card in cards] == [(1, "not-back", 5), (2, "playing", 2)]
    entry = event.audit_entries.first()
    assert (entry.about, entry.detail) == (
        "hanchan 1, table 2",
        {"changes": {"table_minutes": [5, 7]}, "clock": [1, 2]},
    )


def test_the_minutes_of_a_table_are_taken_off_again_and_never_more(event, now):
    one = hanchan(event)
    actions.start(hanchan=one, act=Act(by=None, at=now))
    actions.add_minutes(hanchan=one, minutes=5, table=2, act=Act(by=None, at=now))
    with pytest.raises(Refused, match="Table 2 has 5 minutes of its own"):
        actions.add_minutes(hanchan=one, minutes=-6, table=2, act=Act(by=None, at=now))
    actions.add_minutes(hanchan=one, minutes=-5, table=2, act=Act(by=None, at=now))
    assert hanchan(event).table_minutes == {}


def test_minutes_that_somebody_else_added_meanwhile_are_not_added_again(event, now):
    """The hall and each table have a limit of their own: only who wants to change the same one is asked."""
    one, dora = hanchan(event), make_user(name="Dora Ito")
    actions.start(hanchan=one, act=Act(by=None, at=now))
    seen = Tournament.objects.get().edition
    actions.add_minutes(hanchan=one, minutes=5, act=Act(by=dora, at=now, base=seen))
    later = {"by": None, "at": now + timedelta(seconds=20)}
    with pytest.raises(Conflict, match="Dora Ito changed the time limit from 90 to 95 minutes, 20 s") as asked:
        actions.add_minutes(hanchan=hanchan(event), minutes=5, act=Act(base=seen, **later))
    assert "If more is needed, press again." in asked.value.message
    actions.add_minutes(hanchan=hanchan(event), minutes=5, table=2, act=Act(base=seen, **later))
    assert (hanchan(event).minutes, hanchan(event).extended) == (95, {2: 5})
    with pytest.raises(Conflict, match="extra minutes of table 2 from 0 to 5"):
        actions.add_minutes(hanchan=hanchan(event), minutes=5, table=2, act=Act(base=seen, **later))
    actions.add_minutes(hanchan=hanchan(event), minutes=5, act=Act(base=one.tournament.edition, **later))
    assert hanchan(event).minutes == 100


def test_the_last_change_of_the_limit_is_known_for_five_minutes_and_of_this_start_alone(event, now):
    one = hanchan(event)
    assert last_limit_change(one, now) is None
    actions.start(hanchan=one, act=Act(by=None, at=now))
    actions.add_minutes(hanchan=one, minutes=5, table=2, act=Act(by=None, at=now))
    change = last_limit_change(one, now + timedelta(minutes=5))
    assert (change.table, change.before, change.after, change.minutes_back) == (2, 0, 5, -5)
    assert last_limit_change(one, now + timedelta(minutes=6)) is None
    actions.start(hanchan=(two := hanchan(event, 2)), act=Act(by=None, at=now, reason="early"))
    assert last_limit_change(two, now) is None
    actions.undo_start(hanchan=one, act=Act(by=None, at=now + timedelta(minutes=1)))
    actions.start(hanchan=one, act=Act(by=None, at=now + timedelta(minutes=2)))
    assert last_limit_change(one, now + timedelta(minutes=2)) is None


def test_a_table_that_there_is_not_and_a_limit_beyond_all_bounds_are_refused(event, now):
    one = hanchan(event)
    actions.start(hanchan=one, act=Act(by=None, at=now))
    with pytest.raises(Refused, match="There is no table 3 in hanchan 1"):
        actions.add_minutes(hanchan=one, minutes=5, table=3, act=Act(by=None, at=now))
    with pytest.raises(Refused, match="between 1 and 600"):
        actions.add_minutes(hanchan=one, minutes=511, table=2, act=Act(by=None, at=now))


def test_an_undone_start_takes_all_added_minutes_back(event, now):
    one = hanchan(event)
    actions.start(hanchan=one, act=Act(by=None, at=now))
    actions.add_minutes(hanchan=one, minutes=5, act=Act(by=None, at=now))
    actions.add_minutes(hanchan=one, minutes=5, table=2, act=Act(by=None, at=now))
    actions.undo_start(hanchan=one, act=Act(by=None, at=now))
    kept = hanchan(event)
    assert (kept.minutes, kept.added_minutes, kept.table_minutes) == (90, 0, {})
    change_hanchan(tournament=event, minutes=[None, 90, 90], act=Act(by=None, at=now))
    one = hanchan(event)
    actions.start(hanchan=one, act=Act(by=None, at=now))
    actions.undo_start(hanchan=one, act=Act(by=None, at=now))
    assert hanchan(event).minutes is None


def test_a_cancelled_hanchan_that_cannot_be_closed_leaves_the_edition_as_it_was(event, now, monkeypatch):
    one = hanchan(event)
    actions.start(hanchan=one, act=Act(by=None, at=now))
    before = one.tournament.edition
    refusal = Refused.of("count", "The second count differs.")
    monkeypatch.setattr(actions, "check_recount", Mock(side_effect=refusal))
    with pytest.raises(Refused):
        actions.cancel(hanchan=one, void=True, act=Act(by=None, at=now, reason="Fire alarm"))
    assert one.tournament.edition == before == Tournament.objects.get(pk=event.pk).edition
