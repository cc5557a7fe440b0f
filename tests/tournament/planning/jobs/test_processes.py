"""A planning job in its own process: pages answer meanwhile; it is stopped, killed, discarded; nothing is left."""

import time
from datetime import timedelta

import pytest
from django.conf import settings as known
from django.urls import reverse
from django.utils import timezone

from bench.database import address_of_the_database
from tests.factories import make_staff
from tests.tournament.planning.halls import begin, seated_hall
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.planning.jobs import actions, worker
from tournament.planning.jobs.spec import PlanSpec, parse_rounds
from tournament.planning.models import JobState, PlanningJob

pytestmark = pytest.mark.django_db(transaction=True)
ENDLESS = 30_000_000
PATIENCE = 300  # seconds; a busy machine is slow, not wrong


@pytest.fixture
def event(settings, monkeypatch):
    """Crowded, and half played: there are always repeats left to search at."""
    settings.SEATING_WORK = "process"
    monkeypatch.setenv("DATABASE_URL", address_of_the_database())
    monkeypatch.setenv("SECRET_KEY", known.SECRET_KEY)
    tournament = seated_hall(16, 10)
    begin(tournament, 2)
    yield tournament
    PlanningJob.objects.all().delete()  # whoever still works ends by itself
    for child in worker._children:
        child.wait(PATIENCE)
    worker.reap()
    assert worker._children == []


def ask(event, moves=ENDLESS):
    job = actions.request_plan(tournament=event, seed=7, act=Act(by=None, at=timezone.now(), base=1), moves=moves)
    worker.start(job)
    return job


def until(job, reached):
    """The row, as soon as it is as wanted."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        job.refresh_from_db()
        if reached(job):
            return job
        time.sleep(0.05)
    raise AssertionError(f"still {job.state}, {job.progress}, {job.message}")


def test_pages_answer_while_a_plan_is_made_and_stopping_keeps_a_verified_one(event, client):
    client.force_login(make_staff(event, Role.ORGANISER))
    job = until(ask(event), lambda row: row.shortfall is not None)
    for name in ("seating", "seating_plan", "seating_wishes", "players"):
        assert client.get(reverse(name, args=[event.slug])).status_code == 200
    page = reverse("seating_job", args=[event.slug, job.pk])
    assert 'hx-trigger="every 1s"' in client.get(page).content.decode()
    job.refresh_from_db()
    assert job.state == JobState.RUNNING
    client.post(page, {"do": "stop"})
    until(job, lambda row: row.state == JobState.STOPPED)
    assert actions.use_plan(job=job, act=Act(by=None, at=timezone.now(), base=1)).number == 2


def test_a_process_that_is_killed_is_started_again_with_the_same_answer(event):
    job = until(ask(event), lambda row: row.state == JobState.RUNNING)
    worker._children[-1].kill()
    worker._children[-1].wait(PATIENCE)
    assert until(job, lambda row: row.state == JobState.RUNNING).best is None
    PlanningJob.objects.update(spec=PlanSpec.to_json(shorter(job)))
    job.refresh_from_db()
    later = timezone.now() + timedelta(seconds=30)
    again = actions.repeat_plan(job=job, act=Act(by=None, at=later))
    worker.start(again)
    until(again, lambda row: row.state == JobState.DONE)
    assert parse_rounds(again.best["rounds"]) == parse_rounds(worker.answer(shorter(job))[0]["rounds"])


def shorter(job):
    return PlanSpec.from_json({**job.spec, "moves": 3000})


def test_a_process_whose_work_was_thrown_away_ends(event):
    job = until(ask(event), lambda row: row.shortfall is not None)
    actions.discard(job=job, act=Act(by=None, at=timezone.now()))
    assert worker._children[-1].wait(PATIENCE) == 0
    assert not PlanningJob.objects.exists()
