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
from tournament.core.models import Tournament
from tournament.results.models import SheetVersion
from tournament.results.sheets.queries import missing_tables
from tournament.standings.queries import standings_of

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
