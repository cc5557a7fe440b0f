"""The worker takes a job alone, reports on it, gives it up or fails it; another one begins it again."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.utils import timezone
from django.utils.translation import gettext, override

from tests.factories import MORNING
from tests.tournament.planning.halls import begin, seated_hall
from tests.tournament.test_races import at_once
from tournament.core.audit import Act
from tournament.events.actions import change_settings
from tournament.planning.jobs import actions, worker
from tournament.planning.models import SILENT_AFTER, JobState, PlanningJob

pytestmark = pytest.mark.django_db
ANSWER = {"rounds": [], "unmet": []}


class Clock:
    """A second passes whenever it is looked at."""

    def __init__(self, start):
        self.at = start

    def __call__(self):
        self.at += timedelta(seconds=1)
        return self.at


@pytest.fixture
def job(now):
    """A job of a crowded event that is half played: there are always repeats left to search at."""
    return requested(now, 16)


def requested(now, players):
    event = seated_hall(players, 6)
    begin(event, 3)
    return actions.request_plan(tournament=event, seed=7, act=Act(by=None, at=now), moves=2000)


def beat_of(job, now):
    """The report of a worker that took the job, and a search that lasts as long as the test wants."""
    mine = PlanningJob.objects.filter(pk=job.pk, state=JobState.ACTIVE, attempts=job.attempts)
    return worker.Beat(mine, now)


def searching(monkeypatch, search=lambda *_: None):
    """Replace the planner; return the jobs' specifications that were searched for."""
    searched = []

    def answer(spec, watch):
        searched.append(spec)
        search(spec, watch)
        return ANSWER, False

    monkeypatch.setattr(worker, "answer", answer)
    return searched


def test_a_job_is_run_once_and_its_answer_kept(job, now):
    assert worker.run_next(now=Clock(now))
    job.refresh_from_db()
    assert (job.state, job.progress, job.attempts, len(job.best["rounds"])) == (JobState.DONE, 1000, 1, 3)
    assert not worker.run_next(now=Clock(now)) and not worker.run(job.pk, now=Clock(now))


def test_jobs_are_run_in_the_order_of_their_requests(now, monkeypatch):
    jobs = [requested(now, players) for players in (16, 20, 24)]
    searched = searching(monkeypatch)
    while worker.run_next(now=lambda: now):
        pass
    assert [len(spec.seated) for spec in searched] == [16, 20, 24]
    assert [job.state for job in PlanningJob.objects.order_by("id")] == [JobState.DONE] * len(jobs)


def test_progress_is_written_twice_a_second_at_most(job, now, django_assert_num_queries):
    beat = beat_of(job, lambda: now)
    with django_assert_num_queries(2):
        assert all(beat(0.25, 12) for _time in range(50))
    job.refresh_from_db()
    assert (job.progress, job.shortfall, job.beat_at) == (250, 12, now)


def test_a_job_that_was_discarded_ends_its_search(job, now):
    beat = beat_of(job, Clock(now))
    assert beat(0.25, 12)
    actions.discard(job=job, act=Act(by=None, at=now))
    assert not beat(0.5, 3) and not beat(0.75, 3)


def test_a_job_whose_worker_went_silent_is_begun_again_with_the_same_answer(job, now, monkeypatch):
    def die(spec, watch):
        assert watch(0.4, 5)
        raise SystemExit  # no release, as when the process is killed

    with monkeypatch.context() as patched, pytest.raises(SystemExit):
        searching(patched, die)
        worker.run(job.pk, now=lambda: now)
    assert not worker.run_next(now=lambda: now + SILENT_AFTER)
    assert worker.run_next(now=lambda: now + 2 * SILENT_AFTER)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.DONE, 2)
    again = requested(now, 16)
    assert worker.run(again.pk, now=timezone.now)
    again.refresh_from_db()
    assert again.best == job.best


def test_a_worker_that_was_only_asleep_has_lost_its_job_to_the_next(job, now, monkeypatch):
    def sleep(spec, watch):
        if len(searched) == 1:
            assert worker.run_next(now=lambda: now + 2 * SILENT_AFTER)
            assert not watch(0.9, 0)

    searched = searching(monkeypatch, sleep)
    assert worker.run(job.pk, now=lambda: now)
    job.refresh_from_db()
    assert (len(searched), job.state, job.attempts, job.progress) == (2, JobState.DONE, 2, 1000)


def test_a_job_that_killed_its_worker_twice_is_not_tried_a_third_time(job, now, monkeypatch):
    searched = searching(monkeypatch)
    PlanningJob.objects.update(attempts=2, beat_at=now)
    assert worker.run_next(now=lambda: now + 2 * SILENT_AFTER)
    job.refresh_from_db()
    assert searched == [] and job.state == JobState.FAILED
    assert job.message == "The planning service was stopped twice while it calculated this plan."


def test_why_there_is_no_plan_is_said_in_the_language_of_the_event(job, now, monkeypatch):
    change_settings(tournament=job.tournament, language="de", act=Act(by=None, at=MORNING))
    searching(monkeypatch)
    PlanningJob.objects.update(attempts=2, beat_at=now)
    assert worker.run_next(now=lambda: now + 2 * SILENT_AFTER)
    job.refresh_from_db()
    with override("de"):
        assert job.message == gettext("The planning service was stopped twice while it calculated this plan.")
    assert "stopped" not in job.message


def test_a_planner_that_fails_says_so_once(job, now, monkeypatch, caplog):
    def fail(spec, watch):
        raise ZeroDivisionError("no tables")

    searching(monkeypatch, fail)
    assert worker.run_next(now=lambda: now)
    assert not worker.run_next(now=lambda: now + 2 * SILENT_AFTER)
    job.refresh_from_db()
    assert (job.state, job.message) == (JobState.FAILED, "ZeroDivisionError: no tables")
    assert f"planning job {job.pk} failed" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_told_to_stop_leaves_its_job_to_be_begun_again_at_once(job, now, monkeypatch):
    def interrupt(spec, watch):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        searching(patched, interrupt)
        worker.run(job.pk, now=lambda: now)
    job.refresh_from_db()
    assert (job.state, job.beat_at, job.attempts) == (JobState.ACTIVE, None, 0)
    assert worker.run_next(now=lambda: now)


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_that_look_at_once_one_has_the_job(job, now, monkeypatch):
    searched = searching(monkeypatch)
    taken = at_once([lambda: worker.run(job.pk, now=lambda: now)] * 8)
    assert sorted(taken) == [False] * 7 + [True] and len(searched) == 1


@pytest.mark.django_db(transaction=True)
def test_a_worker_looks_less_and_less_often_until_there_is_a_job(job, now, monkeypatch):
    pauses = []

    def sleep(seconds):
        pauses.append(seconds)
        if len(pauses) == 7:
            PlanningJob.objects.update(state=JobState.ACTIVE, beat_at=None)
        if len(pauses) == 9:
            raise KeyboardInterrupt

    searched = searching(monkeypatch)
    monkeypatch.setattr(worker.time, "sleep", sleep)
    with pytest.raises(KeyboardInterrupt):
        worker.work(now=lambda: now)
    assert pauses == [0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0, 0.05, 0.1] and len(searched) == 2


@pytest.mark.parametrize("state", ["waiting", "running"])
def test_a_job_that_an_earlier_release_left_is_taken_up(job, now, state):
    PlanningJob.objects.update(state=state, beat_at=now, progress=400)
    import_module("tournament.migrations.0003_settings").hand_over(apps, None)
    assert worker.run_next(now=lambda: now)
    job.refresh_from_db()
    assert job.state == JobState.DONE


def test_a_layout_that_an_earlier_release_searched_for_a_draw_is_deleted(job):
    PlanningJob.objects.update(state="waiting", spec={**job.spec, "seed": "draw:5e5e"})
    import_module("tournament.migrations.0003_settings").hand_over(apps, None)
    assert not PlanningJob.objects.exists()
