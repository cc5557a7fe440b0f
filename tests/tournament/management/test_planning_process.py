"""The planning worker beside the server is started again when it dies, and ends with the server."""

import os
import signal
import sys

import pytest

from tournament.management.planning_process import PlanningProcess

WRITE_ITS_NUMBER = """
import os, sys
with open(sys.argv[1], "w") as pipe:
    print(os.getpid(), file=pipe)
sys.stdin.read()
"""


@pytest.fixture
def numbers(tmp_path):
    """The pipe to which each worker writes its process number; reading waits for the next worker."""
    path = tmp_path / "numbers"
    os.mkfifo(path)
    return path


def test_a_worker_that_dies_is_followed_by_another_which_ends_with_the_server(numbers):
    planning = PlanningProcess([sys.executable, "-S", "-c", WRITE_ITS_NUMBER, str(numbers)], every=0.01)
    planning.start()
    first = int(numbers.read_text())
    os.kill(first, signal.SIGKILL)
    second = int(numbers.read_text())
    assert second != first
    planning.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(second, 0)


def test_a_worker_that_cannot_be_started_is_tried_again(numbers, tmp_path):
    program = tmp_path / "python"
    planning = PlanningProcess([str(program), "-S", "-c", WRITE_ITS_NUMBER, str(numbers)], every=0.01)
    planning.start()
    program.symlink_to(sys.executable)
    assert int(numbers.read_text())
    planning.stop()
