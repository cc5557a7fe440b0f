"""Running planning jobs: in a process of their own, or within the request (`SEATING_WORK`)."""

import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone

from seating import CannotPlan, Note, Rounds, plan
from seating.search.priorities import solve_by_priority
from tournament.planning.jobs.spec import PlanSpec
from tournament.planning.models import JobState, PlanningJob
from tournament.planning.sentences import refusal_of

_children: list["subprocess.Popen[bytes]"] = []


def start(job: PlanningJob) -> None:
    """Start a requested job; call it after the transaction of the request."""
    reap()
    if settings.SEATING_WORK == "inline":
        run(job.pk, now=timezone.now)
    else:
        _children.append(_process(job.pk))


def _process(pk: int) -> "subprocess.Popen[bytes]":
    """A process that outlives the server: its result is there when the server is started again."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "work_seating", str(pk)]
    return subprocess.Popen(  # noqa: S603  # words of ours and a number
        command,
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def reap() -> None:
    """Let the system forget processes that have ended."""
    _children[:] = [child for child in _children if child.poll() is None]


BEAT = timedelta(milliseconds=500)
MOST_SHORTFALL = 2_147_483_647
Now = Callable[[], datetime]


def run(pk: int, *, now: Now) -> None:
    """Run a waiting job and store its answer; nothing when it is gone or already running."""
    waiting = PlanningJob.objects.filter(pk=pk, state=JobState.WAITING)
    if not waiting.update(state=JobState.RUNNING, beat_at=now()):
        return
    job = PlanningJob.objects.get(pk=pk)
    watch = Beat(pk, now)
    try:
        best, stopped = answer(PlanSpec.from_json(job.spec), watch)
    except CannotPlan as refusal:
        _end(pk, now, state=JobState.FAILED, message=refusal_of(refusal).message)
    except Exception as error:
        _end(pk, now, state=JobState.FAILED, message=f"{type(error).__name__}: {error}"[:500])
        raise
    else:
        state = JobState.STOPPED if stopped else JobState.DONE
        _end(pk, now, state=state, best=best, **({} if stopped else {"progress": 1000}))


def answer(spec: PlanSpec, watch: "Beat | None" = None) -> tuple[dict[str, Any], bool]:
    """The planner's answer as plain values, and whether it was stopped; deterministic."""
    if spec.past:
        found = solve_by_priority(spec.task(), spec.seed, moves=spec.moves, watch=watch)
        return _plain(found.rounds, found.unmet), found.stopped
    made = plan(len(spec.seated), spec.hanchan, spec.seed, wishes=spec.wishes, watch=watch, size=spec.size)
    best = _plain(made.rounds, made.unmet) | {"layout": made.layout, "groups": made.interchangeable}
    return best, made.stopped


def _plain(rounds: Rounds, unmet: tuple[Note, ...]) -> dict[str, Any]:
    return {"rounds": rounds, "unmet": [[note.code, note.text, dict(note.params)] for note in unmet]}


def _end(pk: int, now: Now, **values: Any) -> None:
    """End a job, unless it was discarded or given up in the meantime."""
    PlanningJob.objects.filter(pk=pk, state=JobState.RUNNING).update(ended_at=now(), **values)


class Beat:
    """The planner's watch: store the progress and read whether to stop; False to stop."""

    def __init__(self, pk: int, now: Now):
        self.pk, self.now = pk, now
        self.last: datetime | None = None
        self.goes_on = True

    def __call__(self, done: float, shortfall: int) -> bool:
        at = self.now()
        if self.goes_on and (self.last is None or at - self.last >= BEAT):
            self.last = at
            self.goes_on = self._beat(at, done, shortfall)
        return self.goes_on

    def _beat(self, at: datetime, done: float, shortfall: int) -> bool:
        running = PlanningJob.objects.filter(pk=self.pk, state=JobState.RUNNING)
        progress = min(1000, max(0, int(done * 1000)))
        try:
            if not running.update(progress=progress, shortfall=min(shortfall, MOST_SHORTFALL), beat_at=at):
                return False  # discarded: nobody waits for the answer
            return not running.filter(stop_requested_at__isnull=False).exists()
        except (InterfaceError, OperationalError):
            connection.close()  # a database that is busy or restarts is asked again at the next beat
            return True
