"""A planning job is requested, stopped, used and discarded."""

from dataclasses import replace

import pytest
from django.db import IntegrityError
from django.utils import timezone

from tests.acts import with_act
from tests.factories import make_players, make_tournament
from tests.tournament.planning.halls import begin, seated_hall
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.planning.basis import basis_of
from tournament.planning.jobs import actions, worker
from tournament.planning.jobs.views import latest_job, mark
from tournament.planning.models import SILENT_AFTER, JobState, PlanningJob
from tournament.planning.plan_spec import PlanSpec, plan_spec
from tournament.players.actions import withdraw
from tournament.seating_report.quality import quality_of
from tournament.seats.models import Seating
from tournament.seats.queries import draft_of, published_hanchan
from tournament.seats.seat_map import seated
from tournament.wishes.actions import add_wish

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    tournament = make_tournament(hanchan_count=4)
    make_players(tournament, 16)
    return tournament


@pytest.fixture
def ask(now):
    return lambda event, seed=7, **more: actions.request_plan(
        tournament=event, seed=seed, **with_act(**{"moves": 2000, "by": None, "at": now, **more})
    )


def done(job):
    worker.run(job.pk, now=timezone.now)
    job.refresh_from_db()
    return job


def half_played():
    event = seated_hall(20, 6)
    begin(event, 3)
    return event


# --- asking -------------------------------------------------------------------------------------------------


def test_what_is_asked_is_kept_whole(event, ask, now):
    add_wish(
        tournament=event, kind="apart", players=list(event.players.all()[:2]), weight="must", act=Act(by=None, at=now)
    )
    job = ask(event)
    assert job.state == JobState.ACTIVE
    spec = PlanSpec.from_json(job.spec)
    assert spec == replace(plan_spec(basis_of(event), 7), moves=2000)
    assert (len(spec.seated), spec.hanchan, len(spec.wishes), spec.past) == (16, 4, 1, ())


def test_after_the_start_the_past_is_asked_with_those_who_left(ask, now):
    event = half_played()
    gone = list(event.players.order_by("number")[:4])
    for player in gone:
        withdraw(player=player, act=Act(by=None, at=now, reason="ill"))
    spec = PlanSpec.from_json(ask(event).spec)
    assert (len(spec.past), len(spec.seated), spec.planned) == (3, 16, range(4, 7))
    assert set(spec.left) == {player.pk for player in gone}
    assert {number for tables in spec.past for table in tables for number in table} == set(range(1, 21))


def test_only_one_plan_is_made_at_a_time(event, ask):
    first = ask(event)
    with pytest.raises(Conflict, match="already being calculated"):
        ask(event, seed=8)
    assert [job.pk for job in PlanningJob.objects.all()] == [first.pk]
    with pytest.raises(IntegrityError):
        PlanningJob.objects.create(tournament=event, requested_at=first.requested_at)


def test_another_event_plans_meanwhile(event, ask):
    other = make_tournament("Other", hanchan_count=2)
    make_players(other, 8)
    assert ask(event).tournament != ask(other).tournament


def test_a_double_click_asks_once(event, ask):
    assert ask(event, submission="a1") == ask(event, submission="a1")


def test_two_clicks_in_the_same_moment_start_one_job(event, ask, monkeypatch):
    first = ask(event, submission="a1")
    search = actions.result_of
    answers = iter([None])  # at the first look the other click has not been written yet
    monkeypatch.setattr(actions, "result_of", lambda *sent: next(answers, search(*sent)))
    assert ask(event, submission="a1") == first
    assert event.planning_jobs.count() == 1
    assert PlanningJob.objects.count() == 1


@pytest.mark.parametrize(("players", "started", "words"), [(15, 0, "add 1 sub"), (16, 4, "Every hanchan has started")])
def test_what_cannot_be_planned_is_refused_with_the_remedy(ask, players, started, words):
    event = seated_hall(16, 4)
    begin(event, started)
    event.players.filter(number__gt=players).update(status="withdrawn")
    with pytest.raises(Refused, match=words):
        ask(event)


# --- doing --------------------------------------------------------------------------------------------------


def test_the_played_hanchan_stay_and_the_rest_is_planned_anew(ask, now):
    event = half_played()
    before = draft_of(event.seating)
    for player in event.players.order_by("number")[:4]:
        withdraw(player=player, act=Act(by=None, at=now, reason="ill"))
    job = done(ask(event))
    actions.use_plan(job=job, act=Act(by=None, at=now, base=1))
    event.refresh_from_db()
    after = draft_of(event.seating)
    assert all(after[number] == before[number] for number in (1, 2, 3))
    assert all(len(seated(after[number])) == 16 for number in (4, 5, 6))


# --- stopping -----------------------------------------------------------------------------------------------


def test_who_stops_the_work_has_a_whole_plan_all_the_same(ask, now):
    event = half_played()
    job = ask(event, moves=None)
    actions.stop(job=job, act=Act(by=None, at=now))
    assert done(job).state == JobState.STOPPED
    assert actions.use_plan(job=job, act=Act(by=None, at=now)).number == 2
    assert quality_of(Seating.objects.get(number=2)).quality.hanchan == 6


def test_stopping_after_the_end_changes_nothing(event, ask, now):
    job = done(ask(event))
    actions.stop(job=job, act=Act(by=None, at=now))
    job.refresh_from_db()
    assert (job.state, job.stop_requested_at) == (JobState.DONE, None)


# --- taking over --------------------------------------------------------------------------------------------


def test_the_answer_becomes_a_hidden_version_once_however_often_it_is_taken(event, ask, now):
    event.hanchan.update(seating_published_at=now)
    job = done(ask(event))
    for _time in range(2):
        seating = actions.use_plan(job=job, act=Act(by=None, at=now, submission="b7", base=0))
        assert (seating.number, seating.source, seating.seed) == (1, "planned", 7)
    assert published_hanchan(event) == []
    assert latest_job(event) is None


def test_nothing_is_taken_over_before_there_is_an_answer(event, ask, now):
    with pytest.raises(Refused, match="no plan to use"):
        actions.use_plan(job=ask(event), act=Act(by=None, at=now))


def test_a_plan_for_other_people_or_hanchan_is_not_taken_over(event, ask, now):
    job = done(ask(event))
    withdraw(player=event.players.first(), act=Act(by=None, at=now, reason=""))
    with pytest.raises(Conflict, match="changed since the plan was requested"):
        actions.use_plan(job=job, act=Act(by=None, at=now))
    job.refresh_from_db()
    assert job.used_at is None and not Seating.objects.exists()


def test_a_hanchan_that_started_meanwhile_stops_the_job(ask, now):
    event = half_played()
    job = done(ask(event))
    begin(event, 4)
    with pytest.raises(Conflict, match="Plan again"):
        actions.use_plan(job=job, act=Act(by=None, at=now))


def test_the_mark_moves_with_everything_the_page_shows(event, ask, now):
    job = ask(event)
    marks = {mark(job, now), mark(job, now + 2 * SILENT_AFTER)}
    for field, value in (("progress", 5), ("shortfall", 3), ("stop_requested_at", now), ("state", JobState.DONE)):
        setattr(job, field, value)
        marks.add(mark(job, now))
    assert len(marks) == 6
