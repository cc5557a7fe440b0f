"""The planning worker beside the server: a process of its own, so that a search slows no page down.

It is started again when it dies. It ends with the server, even a killed one: its standard input is a pipe that only the
server holds open.
"""

import logging
import subprocess
from collections.abc import Sequence
from threading import Event, Thread

from tournament.installation import program

COMMAND = (*program(), "planning_worker", "--until-eof")
EVERY = 1.0  # seconds

logger = logging.getLogger("tournament.planning")


class PlanningProcess:
    """Keeps one worker running between `start` and `stop`."""

    def __init__(self, command: Sequence[str] = COMMAND, *, every: float = EVERY) -> None:
        self.command, self.every = command, every
        self.ended = Event()
        self.thread = Thread(target=self._keep, name="planning", daemon=True)
        self.start = self.thread.start

    def stop(self) -> None:
        """End the worker, and wait until it has left its job to be begun again."""
        self.ended.set()
        self.thread.join()

    def _keep(self) -> None:
        while not self.ended.is_set():
            try:
                self._run()
            except OSError:  # no memory or no process free: it is tried again
                logger.exception("the planning worker cannot be started")
                self.ended.wait(self.every)

    def _run(self) -> None:
        # A session of its own: Ctrl+C reaches the server, which then ends the worker by closing its input.
        with subprocess.Popen(self.command, stdin=subprocess.PIPE, start_new_session=True) as worker:  # noqa: S603  # our own command
            while not self.ended.wait(self.every) and worker.poll() is None:
                pass
