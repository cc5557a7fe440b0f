"""What next, the page of a hanchan, and the public clock."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.events.rows import kept
from tests.factories import make_players, make_staff, make_tournament
from tests.tournament.hanchan.test_actions import enter_all, hanchan, play
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.models import EntryMode, HanchanState, Role
from tournament.events.actions import change_hanchan, set_public
from tournament.hanchan import actions
from tournament.planning.actions import plan_seating
from tournament.players.actions import withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def event(now):
    tournament = make_tournament("Open", hanchan_count=3)
    make_players(tournament, 8)
    plan_seating(tournament=tournament, seed=7, act=Act(by=None, at=now))
    tournament.refresh_from_db()
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=now))
    return tournament


@pytest.fixture
def referee(client, event):
    user = make_staff(event, Role.REFEREE, name="Jonas Weber")
    client.force_login(user)
    return user


@pytest.fixture
def organiser(client, event):
    user = make_staff(event, Role.ORGANISER, name="Aiko Brandt")
    client.force_login(user)
    return user


def page(client, path):
    return client.get(path).content.decode()


def test_the_overview_leads_to_where_the_next_step_is_done(client, event, organiser):
    html = page(client, "/manage/open/")
    assert 'href="/manage/open/players/check-in/"' in html
    assert "0 of 8 players checked in" in html


def test_somebody_at_the_desk_sees_the_steps_without_the_links_that_are_not_theirs(client, event):
    client.force_login(make_staff(event, Role.DESK))
    html = page(client, "/manage/open/")
    assert 'href="/manage/open/staff/"' not in html
    assert 'id="go-hanchan-1-1"' not in html
    assert 'href="/manage/open/players/check-in/"' in html


def test_the_overview_answers_204_until_something_was_written(client, event, organiser):
    event.refresh_from_db()
    assert client.get("/manage/open/", {"since": event.edition}).status_code == 204
    answer = client.get("/manage/open/", {"since": event.edition - 1})
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()
    assert 'id="live"' in answer.content.decode()


def test_a_since_that_is_no_number_gives_the_fragment_not_an_error(client, event, organiser):
    assert client.get("/manage/open/", {"since": "x"}).status_code == 200


def test_while_a_hanchan_plays_the_overview_shows_its_clock_and_sheets(client, event, referee, now):
    one = hanchan(event)
    actions.start(hanchan=one, act=Act(by=None, at=timezone.now()))
    enter_all(one, now, tables={1})
    html = page(client, "/manage/open/")
    assert "1 of 2 sheets is missing: table 2" in html
    assert "1 of 2 sheets in" in html
    assert 'data-clock="running"' in html


def test_the_overview_asks_as_much_for_eighty_players_and_ten_hanchan_as_for_eight_and_three(client, now):
    counts = []
    for players, hanchan_count in ((8, 3), (80, 10)):
        tournament = make_tournament(f"Size {players}", hanchan_count=hanchan_count)
        make_players(tournament, players)
        plan_seating(tournament=tournament, seed=1, act=Act(by=None, at=now))
        client.force_login(make_staff(tournament, Role.ORGANISER))
        findings(tournament)  # is known for some seconds, and asks as much for any event
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/manage/{tournament.slug}/")
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 29


def test_a_hanchan_is_started_paused_and_closed_by_its_buttons(client, event, referee, now):
    client.post("/manage/open/hanchan/1/start/")
    assert hanchan(event).state == HanchanState.PLAYING
    assert "Pause the clock" in page(client, "/manage/open/hanchan/1/")
    client.post("/manage/open/hanchan/1/pause/")
    assert "Resume the clock" in page(client, "/manage/open/hanchan/1/")
    client.post("/manage/open/hanchan/1/resume/")
    client.post("/manage/open/hanchan/1/minutes/", {"minutes": "5"})
    assert hanchan(event).minutes == 95
    enter_all(hanchan(event), now)
    client.post("/manage/open/hanchan/1/close/")
    assert "Results are public." in page(client, "/manage/open/hanchan/1/")


def test_missing_sheets_are_listed_with_links_and_a_close_is_refused(client, event, referee, now):
    actions.start(hanchan=hanchan(event), act=Act(by=None, at=now))
    enter_all(hanchan(event), now, tables={1})
    html = page(client, "/manage/open/hanchan/1/")
    assert 'href="/manage/open/sheets/1/2/"' in html
    assert 'href="/manage/open/sheets/1/1/"' not in html
    assert "Missing sheets: table 2." in html and re.search(r'id="close"[^>]* disabled', html)
    answer = client.post("/manage/open/hanchan/1/close/")
    assert answer.status_code == 409
    assert "Missing sheets: table 2" in answer.content.decode()


def test_a_close_waits_for_a_second_reading_on_the_page_as_it_is_refused(client, event, referee, now):
    event.entry_mode = EntryMode.BLIND
    event.save(update_fields=["entry_mode"])
    actions.start(hanchan=hanchan(event), act=Act(by=None, at=now))
    assert 'id="undo-start"' in page(client, "/manage/open/hanchan/1/")
    enter_all(hanchan(event), now)
    html = page(client, "/manage/open/hanchan/1/")
    assert "Read by one person: table 1–2." in html and "Missing sheets" not in html
    assert re.search(r'id="close"[^>]* disabled', html)
    assert 'id="undo-start"' not in html, "a start is not undone over readings"
    answer = client.post("/manage/open/hanchan/1/close/")
    shown = [row.condition.message for row in answer.context["closing"].rows]
    assert shown == list(answer.context["refused"].messages)


def test_results_that_are_kept_for_the_ceremony_are_not_offered_for_release(client, event, referee, now):
    play(event, 1, now)
    actions.withhold(hanchan=hanchan(event), act=Act(by=None, at=now))
    assert 'id="release"' in page(client, "/manage/open/hanchan/1/")
    set_public(tournament=event, hidden_from=1, act=Act(by=None, at=now))
    html = page(client, "/manage/open/hanchan/1/")
    assert "The results from hanchan 1 on stay hidden until the ceremony." in html and 'id="release"' not in html
    answer = client.post("/manage/open/hanchan/1/release/")
    shown = [row.condition.message for row in answer.context["releasing"].rows]
    assert shown == list(answer.context["refused"].messages)


def test_a_start_before_the_earlier_one_is_closed_needs_a_reason(client, event, referee, now):
    actions.start(hanchan=hanchan(event), act=Act(by=None, at=now))
    assert "Hanchan 1 is not closed yet" in page(client, "/manage/open/hanchan/2/")
    assert client.post("/manage/open/hanchan/2/start/").status_code == 409
    client.post("/manage/open/hanchan/2/start/", {"reason": "the desk is slow"})
    assert hanchan(event, 2).state == HanchanState.PLAYING


def test_what_should_be_known_before_a_start_is_said(client, event, referee, now):
    withdraw(player=event.players.get(number=1), act=Act(by=None, at=now, reason="ill"))
    html = page(client, "/manage/open/hanchan/1/")
    assert "Out of the tournament but still seated: Aiko Brandt." in html
    assert "Not checked in (7): " in html
    assert "The seating is not published" in html


def test_without_a_seating_the_page_leads_to_the_seating(client, event, referee, now):
    change_hanchan(tournament=event, minutes=[90] * 4, act=Act(by=None, at=now))
    html = page(client, "/manage/open/hanchan/4/")
    assert "Hanchan 4 has no seating" in html
    assert "/manage/open/hanchan/4/start/" not in html


def test_reopening_without_a_reason_is_refused_and_with_one_it_is_done(client, event, referee, now):
    play(event, 1, now)
    assert client.post("/manage/open/hanchan/1/reopen/", {"reason": ""}).status_code == 409
    client.post("/manage/open/hanchan/1/reopen/", {"reason": "closed too early"})
    assert hanchan(event).state == HanchanState.PLAYING


def test_results_are_hidden_and_released_again(client, event, referee, now):
    play(event, 1, now)
    client.post("/manage/open/hanchan/1/withhold/")
    assert hanchan(event).released_at is None
    client.post("/manage/open/hanchan/1/release/")
    assert hanchan(event).released_at is not None


def test_minutes_that_are_no_number_are_refused(client, event, referee, now):
    actions.start(hanchan=hanchan(event), act=Act(by=None, at=now))
    assert client.post("/manage/open/hanchan/1/minutes/", {"minutes": "many"}).status_code == 409


def test_somebody_at_the_desk_may_look_but_not_act(client, event):
    client.force_login(make_staff(event, Role.DESK))
    assert "Start hanchan 1" not in page(client, "/manage/open/hanchan/1/")
    assert client.post("/manage/open/hanchan/1/start/").status_code == 403
    assert hanchan(event).state == HanchanState.PLANNED


def test_a_hanchan_that_is_not_there_is_not_found(client, event, referee):
    assert client.get("/manage/open/hanchan/9/").status_code == 404
    assert client.post("/manage/open/hanchan/9/start/").status_code == 404


def test_nothing_is_started_by_a_link(client, event, referee):
    assert client.get("/manage/open/hanchan/1/start/").status_code == 405


def test_the_public_clock_says_the_end_without_script_and_what_happens_when_time_is_up(client, event, settings):
    settings.TIME_ZONE = "UTC"
    started = timezone.now().replace(second=0, microsecond=0) - timedelta(minutes=10)
    actions.start(hanchan=hanchan(event), act=Act(by=None, at=started))
    html = page(client, "/t/open/clock/")
    assert f"{started + timedelta(minutes=90):%H:%M}" in html
    assert "Hanchan 1 of 3" in html
    assert "one more hand is played" in html


def test_the_public_clock_names_the_next_hanchan_before_it_starts(client, event):
    html = page(client, "/t/open/clock/")
    assert "Not started yet." in html and "Time limit: 90 minutes." in html


def test_the_public_clock_knows_pauses_hanchan_without_limit_and_the_end_of_the_event(client, event, now):
    change_hanchan(tournament=event, minutes=[90, None, 90], act=Act(by=None, at=now))
    actions.start(hanchan=hanchan(event), act=Act(by=None, at=timezone.now()))
    actions.pause(hanchan=hanchan(event), act=Act(by=None, at=timezone.now()))
    assert "Paused, time left" in page(client, "/t/open/clock/")
    actions.resume(hanchan=hanchan(event), act=Act(by=None, at=timezone.now()))
    enter_all(hanchan(event), now)
    actions.close(hanchan=hanchan(event), act=Act(by=None, at=now))
    actions.start(hanchan=hanchan(event, 2), act=Act(by=None, at=now))
    assert "No time limit" in page(client, "/t/open/clock/")
    enter_all(hanchan(event, 2), now)
    actions.close(hanchan=hanchan(event, 2), act=Act(by=None, at=now))
    play(event, 3, now)
    assert "All hanchan have been played." in page(client, "/t/open/clock/")


def test_the_public_clock_answers_204_while_nothing_is_new(client, event):
    mark = client.get("/t/open/clock/").context["mark"]
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/t/open/clock/", {"since": mark}).status_code == 204
    assert len(queries) == 1


def test_the_page_of_a_hanchan_says_what_a_referee_reads_out_when_the_time_ends(client, event, referee):
    """S2 Time limit."""
    actions.start(hanchan=hanchan(event), act=Act(by=None, at=timezone.now()))
    html = page(client, "/manage/open/hanchan/1/")
    assert "Finish this hand; do not start another." in html
    assert 'href="/t/open/last-hand/"' in html


KEYS = "hanchan state started_at closed_at released_at tables sheets points_and_deposits expected scores penalties"


@pytest.mark.parametrize("key", KEYS.split())
def test_the_list_of_hanchan_sorts_by_every_heading(client, event, referee, now, key):
    play(event, 1, now)
    actions.start(hanchan=hanchan(event, 2), act=Act(by=None, at=now))
    answer = client.get("/manage/open/hanchan/all/", {"sort": key})
    assert len(answer.context["table"].rows) == 3
    assert f'href="?sort=-{key}"' in answer.content.decode()
    assert 'aria-sort="ascending"' in answer.content.decode()


def test_the_list_of_hanchan_links_each_of_them_and_shows_that_its_points_add_up(client, event, referee, now):
    play(event, 1, now)
    html = page(client, "/manage/open/hanchan/all/")
    assert 'href="/manage/open/hanchan/3/"' in html
    assert html.count("240,000") == 2  # points and deposits, points at the start: two tables of 120,000
    assert 'href="/manage/open/hanchan/all/"' in page(client, "/manage/open/")


def test_the_list_of_hanchan_asks_as_much_for_ten_hanchan_as_for_three(client, now):
    counts = []
    for players, hanchan_count in ((8, 3), (40, 10)):
        tournament = make_tournament(f"Size {players}", hanchan_count=hanchan_count)
        make_players(tournament, players)
        plan_seating(tournament=tournament, seed=1, act=Act(by=None, at=now))
        client.force_login(make_staff(tournament, Role.DESK))
        findings(tournament)  # kept for some seconds, as by the page before
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/manage/{tournament.slug}/hanchan/all/")
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 20


# --- time -------------------------------------------------------------------------------------------------------------


def test_a_table_is_given_minutes_from_the_page_of_the_hanchan_and_from_the_phone(client, event, referee):
    actions.start(hanchan=hanchan(event), act=Act(by=None, at=timezone.now()))
    client.post("/manage/open/hanchan/1/minutes/", {"minutes": "5", "table": "2"})
    assert "Table 2: 5 more minutes, until" in page(client, "/manage/open/hanchan/1/")
    phone = page(client, "/manage/open/referee/last-hand/")
    assert 'action="/manage/open/hanchan/1/minutes/"' in phone and "Table 2: 5 more minutes" in phone
    typed = {"minutes": "2", "table": "2", "back": "referee_last_hand", "base": str(edition(event))}
    assert client.post("/manage/open/hanchan/1/minutes/", typed)["Location"] == "/manage/open/referee/last-hand/"
    assert hanchan(event).extended == {2: 7}
    refused = client.post("/manage/open/hanchan/1/minutes/", {"minutes": "5", "table": "x"})
    assert refused.status_code == 409 and "There is no table 0" in refused.content.decode()


def test_who_adds_minutes_on_an_old_page_is_told_who_did_and_an_undo_takes_them_off(client, event, referee):
    actions.start(hanchan=hanchan(event), act=Act(by=None, at=timezone.now()))
    base = str(edition(event))
    client.post("/manage/open/hanchan/1/minutes/", {"minutes": "5", "base": base})
    said = page(client, "/manage/open/hanchan/1/")
    assert f"{referee} changed the time limit from 90 to 95 minutes, 1 second ago." in said and "Undo" in said
    refused = client.post("/manage/open/hanchan/1/minutes/", {"minutes": "5", "base": base})
    assert refused.status_code == 409 and "If more is needed, press again." in refused.content.decode()
    phone = {"minutes": "5", "base": base, "table": "2", "back": "floor_table"}
    assert client.post("/manage/open/hanchan/1/minutes/", phone)["Location"] == "/manage/open/floor/2/?part=time"
    told = client.post("/manage/open/hanchan/1/minutes/", phone, follow=True).content.decode()
    assert "changed the extra minutes of table 2 from 0 to 5" in told and hanchan(event).extended == {2: 5}
    undo = {"minutes": "-5", "base": str(edition(event)), "table": "2", "back": "floor_table"}
    client.post("/manage/open/hanchan/1/minutes/", undo)
    assert hanchan(event).extended == {} and hanchan(event).minutes == 95


def edition(event):
    event.refresh_from_db()
    return event.edition


def test_the_phone_offers_no_minutes_where_nothing_is_played_or_nothing_limits_it(client, event, referee):
    assert "more-time" not in page(client, "/manage/open/referee/last-hand/")
    change_hanchan(tournament=event, minutes=[None, 90, 90], act=Act(by=None, at=timezone.now()))
    actions.start(hanchan=hanchan(event), act=Act(by=None, at=timezone.now()))
    assert "more-time" not in page(client, "/manage/open/referee/last-hand/")


def test_the_public_clock_names_the_tables_that_play_longer(client, event):
    actions.start(hanchan=hanchan(event), act=Act(by=None, at=timezone.now()))
    mark = client.get("/t/open/clock/").context["mark"]
    assert client.get("/t/open/clock/", {"since": mark}).status_code == 204
    event.refresh_from_db()
    actions.add_minutes(hanchan=hanchan(event), minutes=5, table=2, act=Act(by=None, at=timezone.now()))
    assert "Table 2: 5 more minutes" in client.get("/t/open/clock/", {"since": mark}).content.decode()


def test_a_planned_start_and_its_delay_stand_beside_what_is_next(client, event, referee):
    due = timezone.now() - timedelta(minutes=12, seconds=5)
    event.hanchan.filter(number=1).update(planned_at=due, name="Opening")
    html = page(client, "/manage/open/")
    assert "12 minutes late: Hanchan 1 · Opening at about" in html
    assert "Hanchan 1 · Opening" in html
    assert "12 minutes late" in page(client, "/manage/open/hanchan/1/")
    again = {"since": event.edition + 10, "due": int(timezone.now().timestamp()) - 1}
    assert client.get("/manage/open/", again).status_code == 200


def test_the_list_of_all_hanchan_has_planned_and_real_starts_and_the_minutes_between(client, event, referee):
    assert "Late" not in page(client, "/manage/open/hanchan/all/")
    actions.start(hanchan=hanchan(event), act=Act(by=None, at=timezone.now()))
    started = hanchan(event).started_at
    event.hanchan.filter(number=1).update(planned_at=started - timedelta(minutes=7))
    html = page(client, "/manage/open/hanchan/all/")
    assert "Late" in html
    assert re.findall(r'<td class="num">\s*(\d*)\s*</td>\s*<td class="nowrap">', html)[:3] == ["7", "", ""]
