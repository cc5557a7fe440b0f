"""The work itself, wherever it runs: the planner is asked, and what it says is kept about twice a second.

Time decides only when something is written down, never what the answer is.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import InterfaceError, OperationalError, connection
from django.utils.translation import gettext as _

from tournament.seating.planner import CannotPlan, Rounds, Sentence, plan
from tournament.seating.planner.search import solve
from tournament.seating.work.asked import Asked
from tournament.seating.work.models import SeatingWork, WorkState

BEAT = timedelta(milliseconds=500)
MOST_SHORTFALL = 2_147_483_647
Now = Callable[[], datetime]


def run(pk: int, *, now: Now) -> None:
    """Do one piece of work that waits, and keep its answer; nothing when it is gone or another does it already."""
    waiting = SeatingWork.objects.filter(pk=pk, state=WorkState.WAITING)
    if not waiting.update(state=WorkState.RUNNING, beat_at=now()):
        return
    work = SeatingWork.objects.get(pk=pk)
    watch = Beat(pk, now)
    try:
        best, stopped = answer(Asked.from_json(work.asked), watch)
    except CannotPlan as refusal:
        _end(pk, now, state=WorkState.FAILED, message=_(refusal.template) % refusal.params)
    except Exception as error:
        _end(pk, now, state=WorkState.FAILED, message=f"{type(error).__name__}: {error}"[:500])
        raise
    else:
        state = WorkState.STOPPED if stopped else WorkState.DONE
        _end(pk, now, state=state, best=best, **({} if stopped else {"progress": 1000}))


def answer(asked: Asked, watch: "Beat | None" = None) -> tuple[dict[str, Any], bool]:
    """The planner's answer as plain values, and whether it was stopped: the same for the same question."""
    if asked.past:
        found = solve(asked.task(), asked.seed, moves=asked.moves, watch=watch)
        return _plain(found.rounds, found.unmet), found.stopped
    made = plan(len(asked.seated), asked.hanchan, asked.seed, wishes=asked.wishes, watch=watch, size=asked.size)
    return _plain(made.rounds, made.unmet), made.stopped


def _plain(rounds: Rounds, unmet: tuple[Sentence, ...]) -> dict[str, Any]:
    return {"rounds": rounds, "unmet": [[sentence.template, dict(sentence.params)] for sentence in unmet]}


def _end(pk: int, now: Now, **values: Any) -> None:
    """Work that was thrown away or given up meanwhile stays so."""
    SeatingWork.objects.filter(pk=pk, state=WorkState.RUNNING).update(ended_at=now(), **values)


class Beat:
    """The planner's watch: writes down how far it is and reads whether to stop; False when it should."""

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
        mine = SeatingWork.objects.filter(pk=self.pk, state=WorkState.RUNNING)
        progress = min(1000, max(0, int(done * 1000)))
        try:
            if not mine.update(progress=progress, shortfall=min(shortfall, MOST_SHORTFALL), beat_at=at):
                return False  # thrown away: nobody waits for the answer
            return not mine.filter(stop_asked_at__isnull=False).exists()
        except (InterfaceError, OperationalError):
            connection.close()  # a database that is busy or restarts is asked again at the next beat
            return True
