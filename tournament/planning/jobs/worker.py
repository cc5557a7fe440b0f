"""The worker: takes planning jobs one after the other, runs them, and stores their progress and answers.

A job is taken by one guarded update, so that no two workers run it at once. One whose worker has died is taken by the
next, which begins again: the search is deterministic, so the answer is the same.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Never

from django.db import InterfaceError, OperationalError, connection
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from seating import CannotPlan, Note, Rounds, plan
from seating.search.priorities import solve_by_priority
from tournament.core.languages import spoken_at_event
from tournament.core.messages import Refused
from tournament.planning.models import SILENT_AFTER, JobState, PlanningJob
from tournament.planning.plan_spec import PlanSpec
from tournament.seating_report.sentences import refusal_of

SHORTEST_PAUSE, LONGEST_PAUSE = 0.05, 1.0  # seconds between two looks for a job
BEAT = timedelta(milliseconds=500)
MOST_ATTEMPTS = 2
"""A job whose worker died so often is not tried again: it may be what killed them."""
MOST_SHORTFALL = 2_147_483_647
Now = Callable[[], datetime]
logger = logging.getLogger("tournament.planning")


def work(*, now: Now = timezone.now) -> Never:
    """Run jobs as they come, until a KeyboardInterrupt; the job that is running then is left to be begun again."""
    pause = SHORTEST_PAUSE
    while True:
        if run_next(now=now):
            pause = SHORTEST_PAUSE
        else:
            connection.close()  # a restore must not find the database in use by a worker that waits
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def run_next(*, now: Now) -> bool:
    """Run the oldest job that is free; return whether there was one."""
    return any(run(pk, now=now) for pk in list(_free(now()).values_list("pk", flat=True)))


def _free(at: datetime) -> QuerySet[PlanningJob]:
    """The active jobs that no worker has, or whose worker has not reported for too long."""
    return PlanningJob.objects.filter(Q(beat_at=None) | Q(beat_at__lt=at - SILENT_AFTER), state=JobState.ACTIVE)


def run(pk: int, *, now: Now) -> bool:
    """Take a job, run it and store its answer; return False when it is gone, has ended, or another worker has it."""
    free = _free(at := now()).filter(pk=pk)
    job = free.first()
    taken = {"beat_at": at, "attempts": F("attempts") + 1, "progress": 0, "shortfall": None}
    if job is None or not free.filter(attempts=job.attempts).update(**taken):
        return False
    mine = PlanningJob.objects.filter(pk=pk, state=JobState.ACTIVE, attempts=job.attempts + 1)
    try:
        mine.update(**_outcome(job, Beat(mine, now)))
    except KeyboardInterrupt:
        connection.close()  # it may have been interrupted in the middle of a query
        mine.update(beat_at=None, attempts=F("attempts") - 1)
        raise
    return True


def _outcome(job: PlanningJob, watch: "Beat") -> dict[str, object]:
    """Run a job; return what is stored at its end."""
    try:
        if job.attempts >= MOST_ATTEMPTS:
            raise Refused.of("worker-died", _("The planning service was stopped twice while it calculated this plan."))
        best, stopped = answer(PlanSpec.from_json(job.spec), watch)
    except (CannotPlan, Refused) as error:
        refusal = error if isinstance(error, Refused) else refusal_of(error)
        with spoken_at_event(job.tournament):  # a worker has no reader
            return {"state": JobState.FAILED, "message": refusal.message}
    except Exception as error:
        logger.exception("planning job %s failed", job.pk)
        return {"state": JobState.FAILED, "message": f"{type(error).__name__}: {error}"[:500]}
    if stopped:
        return {"state": JobState.STOPPED, "best": best}
    return {"state": JobState.DONE, "best": best, "progress": 1000}


def answer(spec: PlanSpec, watch: "Beat | None" = None) -> tuple[dict[str, object], bool]:
    """The planner's answer as plain values, and whether it was stopped; deterministic."""
    if spec.past:
        found = solve_by_priority(spec.task(), spec.seed, moves=spec.moves, watch=watch)
        return _plain(found.rounds, found.unmet), found.stopped
    made = plan(len(spec.seated), spec.hanchan, spec.seed, wishes=spec.wishes, watch=watch, size=spec.size)
    return _plain(made.rounds, made.unmet), made.stopped


def _plain(rounds: Rounds, unmet: tuple[Note, ...]) -> dict[str, object]:
    return {"rounds": rounds, "unmet": [[note.code, note.text, dict(note.params)] for note in unmet]}


class Beat:
    """The planner's watch: store the progress and read whether to stop; False to stop."""

    def __init__(self, mine: QuerySet[PlanningJob], now: Now):
        self.mine, self.now = mine, now
        self.last: datetime | None = None
        self.goes_on = True

    def __call__(self, done: float, shortfall: int) -> bool:
        at = self.now()
        if self.goes_on and (self.last is None or at - self.last >= BEAT):
            self.last = at
            self.goes_on = self._beat(at, done, shortfall)
        return self.goes_on

    def _beat(self, at: datetime, done: float, shortfall: int) -> bool:
        try:
            if not self.mine.update(progress=int(done * 1000), shortfall=min(shortfall, MOST_SHORTFALL), beat_at=at):
                return False  # discarded, or taken by another worker: nobody waits for this answer
            return not self.mine.filter(stop_requested_at__isnull=False).exists()
        except (InterfaceError, OperationalError):
            connection.close()  # a database that is busy or restarts is asked again at the next beat
            return True
