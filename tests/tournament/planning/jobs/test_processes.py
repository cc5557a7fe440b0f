"""Real workers: one is killed, one loses its server, one is told to stop; the next finishes with the same answer."""

import os
import signal
import subprocess
import time

import pytest
from django.conf import settings
from django.utils import timezone

from bench.database import address_of_the_database
from tests.tournament.planning.halls import begin, seated_hall
from tournament.core.audit import Act
from tournament.management.planning_process import COMMAND
from tournament.planning.jobs import actions, worker
from tournament.planning.models import SILENT_AFTER, JobState, PlanningJob
from tournament.planning.plan_spec import PlanSpec

pytestmark = [pytest.mark.slow("real processes"), pytest.mark.django_db(transaction=True)]
ENDLESS = 30_000_000  # moves
PATIENCE = 300  # seconds; a busy machine is slow, not wrong


@pytest.fixture
def job():
    """An endless search in a crowded event that is half played: there are always repeats left."""
    event = seated_hall(16, 10)
    begin(event, 2)
    return actions.request_plan(tournament=event, seed=7, act=Act(by=None, at=timezone.now(), base=1), moves=ENDLESS)


@pytest.fixture
def start():
    """Start a worker as `serve` does."""
    environment = os.environ | {"DATABASE_URL": address_of_the_database(), "SECRET_KEY": settings.SECRET_KEY}
    started = []

    def start():
        started.append(subprocess.Popen(COMMAND, stdin=subprocess.PIPE, env=environment))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def until(job, reached):
    """The row, as soon as it is as wanted."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        job.refresh_from_db()
        if reached(job):
            return job
        time.sleep(0.05)
    raise AssertionError(f"still {job.state}, {job.progress}, {job.message}")


def test_a_worker_that_is_killed_is_followed_by_one_with_the_same_answer(job, start):
    first = start()
    until(job, lambda row: row.shortfall is not None)
    first.kill()
    first.wait(PATIENCE)
    spec = PlanSpec.from_json({**job.spec, "moves": 3000})
    PlanningJob.objects.update(spec=spec.to_json(), beat_at=timezone.now() - 2 * SILENT_AFTER)
    start()
    until(job, lambda row: row.state == JobState.DONE)
    assert job.attempts == 2
    assert PlanSpec.from_json(job.spec) == spec and job.best["rounds"] == as_stored(worker.answer(spec)[0]["rounds"])


def as_stored(rounds):
    return [[list(table) for table in tables] for tables in rounds]


@pytest.mark.parametrize("is_told", [True, False], ids=["told to stop", "without its server"])
def test_a_worker_that_is_told_to_stop_or_loses_its_server_leaves_its_job_to_be_begun_again(job, start, is_told):
    process = start()
    until(job, lambda row: row.shortfall is not None)
    if is_told:
        process.send_signal(signal.SIGTERM)
    else:
        process.stdin.close()
    assert process.wait(PATIENCE) == 0
    job.refresh_from_db()
    assert (job.state, job.beat_at, job.attempts) == (JobState.ACTIVE, None, 0)
