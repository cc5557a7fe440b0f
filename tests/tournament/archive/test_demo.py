"""The demo tournament looks alive."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from scoring.rules import preset
from tests.events.rows import kept
from tests.factories import make_user
from tests.tournament.standings.tables import GOLDEN
from tournament.archive.demo import DEMO_PLAYERS, InTheHall, demo_event, make_demo
from tournament.archive.reading import read_event
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.models import Tournament
from tournament.hanchan.last_hand.queries import last_hands
from tournament.hanchan.timetable import next_start
from tournament.results.models import SheetVersion
from tournament.results.sheets.queries import missing_tables
from tournament.standings.queries import standings_of, teams_of
from tournament.standings.teams import Grouping

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 5, 17, 12, 40, tzinfo=UTC)


@kept
def demo():
    return make_demo(act=Act(by=None, at=NOW))


def test_the_figures_are_the_real_events():
    real = read_event((GOLDEN / "wrc-36x8.csv").read_text(), preset("wrc-2022"))
    assert (demo_event().tables, demo_event().penalties) == (real.tables, real.penalties)


def test_six_hanchan_are_over_the_seventh_plays_and_three_sheets_are_missing():
    tournament = demo()
    states = list(tournament.hanchan.values_list("state", flat=True))
    assert states == [*["closed"] * 6, "playing", "planned"]
    assert missing_tables(tournament.hanchan.get(number=7)) == [4, 8, 9]
    assert tournament.is_demo and tournament.is_public
    assert standings_of(tournament, public=True).after == 6


def test_the_clock_has_about_twenty_minutes_left():
    clock = demo().hanchan.get(number=7).clock
    assert clock.left(NOW) == timedelta(minutes=20)


def test_two_tables_play_their_last_hand_and_the_hall_reads_what_each_needs():
    tournament = demo()
    found = last_hands(tournament)
    assert [board.table for board in found.boards] == [4, 8] and tournament.stream_table == 4
    assert all(row.need for board in found.boards for row in board.rows)
    assert all(board.is_cut and board.goal == 8 for board in found.boards)


def test_times_go_forward_and_none_is_in_the_future():
    tournament = demo()
    acts = list(tournament.audit_entries.order_by("id").values_list("at", flat=True))
    assert acts == sorted(acts)
    assert acts[-1] < NOW
    assert len(set(SheetVersion.objects.values_list("entered_at", flat=True))) == 60


@pytest.mark.slow("whole events")
@pytest.mark.parametrize("hour", [0, 7, 12, 23])
def test_it_makes_sense_at_every_hour_of_the_day(hour):
    now = NOW.replace(hour=hour)
    times = InTheHall(now, playing=7, a_day=3)
    moments = [moment for n in range(1, 8) for moment in (times.started(n), times.sheet(n, 8), times.closed(n))]
    assert moments[:-2] == sorted(moments[:-2])
    days = [timezone.localtime(times.started(n)).date() for n in range(1, 7)]
    today = timezone.localtime(now).date()
    assert days == [today - timedelta(days=2)] * 3 + [today - timedelta(days=1)] * 3


@pytest.mark.slow("whole events")
def test_each_try_is_a_tournament_of_its_own():
    demo()
    make_demo(act=Act(by=None, at=NOW))
    assert list(Tournament.objects.order_by("id").values_list("slug", flat=True)) == [
        "spring-riichi-open-demo",
        "spring-riichi-open-demo-2",
    ]


def test_everything_that_a_newcomer_looks_for_is_there():
    tournament = demo()
    [cut] = standings_of(tournament, public=True).by.cuts
    assert (cut.after, cut.sizes) == (7, (8,))
    seventh, last = tournament.hanchan.filter(number__gt=6).order_by("number")
    assert last.seating_published_at is None, "who plays the final is not known yet"
    assert timedelta(minutes=5) <= seventh.started_at - seventh.planned_at < timedelta(minutes=10)
    assert next_start(tournament.hanchan.order_by("number"), NOW).late >= 5
    shown = {screen.name: [part["face"] for part in screen.content] for screen in tournament.screens.all()}
    assert shown == {"Stage": ["clock"], "Entrance": ["seating"], "Bar": ["standings", "race", "teams"]}
    teams = teams_of(tournament, Grouping.TEAMS, public=True)
    assert {len(row.members) for row in teams.rows} == {4} and len(teams.rows) == 9
    assert findings(tournament) == [], "its history is whole"


@pytest.mark.slow("whole events")
@pytest.mark.parametrize("hour", range(24))
def test_planned_starts_are_in_order_at_every_hour_of_the_day(hour):
    times = InTheHall(NOW.replace(hour=hour), playing=7, a_day=3)
    planned = [times.planned(n) for n in range(1, 9)]
    assert planned == sorted(set(planned))


def test_the_people_are_invented_and_different():
    assert len({(first, last) for first, last, *_ in DEMO_PLAYERS}) == 36


@pytest.mark.slow("whole events")
def test_the_button_makes_it_and_leads_there(client):
    boss = make_user("boss", superuser=True)
    client.force_login(boss)
    answer = client.post("/manage/new/demo/")
    assert answer["Location"] == "/manage/spring-riichi-open-demo/"
    assert boss.memberships.filter(tournament__slug="spring-riichi-open-demo", role="organiser").exists()


def test_the_button_is_not_for_everybody_and_looking_makes_nothing(client):
    assert client.post("/manage/new/demo/").status_code == 302
    client.force_login(make_user("somebody"))
    assert client.post("/manage/new/demo/").status_code == 403
    client.force_login(make_user("owner", superuser=True))
    assert client.get("/manage/new/demo/").status_code == 405
    assert not Tournament.objects.exists()
