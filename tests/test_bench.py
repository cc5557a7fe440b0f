"""The measurements: each of them still runs, and the event that they use."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench.__main__ import LONG, NAMES
from bench.event import add_neighbours, big_event
from tournament.core.audit_check import findings
from tournament.core.models import Tournament

ROOT = Path(__file__).resolve().parent.parent
BY_HAND = {
    "recipes": ("1", "72"),
    "layouts": ("--players", "16", "--hanchan", "2", "--moves", "10"),
    "mutants": ("seating/designs/fields.py", "--sample", "1", "--workers", "1"),
    "sweep": ("--sample", "1"),
}
"""Commands that `python -m bench` does not run, each with the smallest thing that it can do."""


@pytest.mark.django_db
def test_the_measured_event_loads_closed_or_with_sheets_still_missing():
    assert {one.state for one in big_event(16, 2).hanchan.all()} == {"closed"}
    waiting = big_event(16, 3, closed=1, missing=[2])
    assert [one.state for one in waiting.hanchan.order_by("number")] == ["closed", "playing", "planned"]


@pytest.mark.django_db
def test_the_neighbours_of_an_event_are_whole_events_whose_histories_hold():
    tournament = big_event(16, 2)
    for count in (1, 3):
        add_neighbours(tournament, count)
        near = Tournament.objects.filter(slug__startswith="near-")
        assert [one.players.count() for one in near] == [16] * count
        assert [findings(one) for one in near] == [[]] * count
    near[0].players.update(name="Another")
    assert findings(near[0])


@pytest.mark.slow("measurements")
@pytest.mark.parametrize("name", [*NAMES, *LONG])
def test_each_measurement_makes_one_short_step(prepared, name):
    ran("-m", "bench", "--small", "--empty", str(prepared), name)


@pytest.mark.slow("measurements")
@pytest.mark.caddy
@pytest.mark.redis
@pytest.mark.initdb
def test_watchers_behind_the_proxy_make_one_short_step(prepared):
    ran("-m", "bench", "--small", "--empty", str(prepared), "watchers", "--processes")


@pytest.mark.slow("measurements")
def test_arrivals_with_screens_in_a_browser_make_one_short_step(prepared):
    ran("-m", "bench", "--small", "--empty", str(prepared), "arrivals", "--screens")


@pytest.mark.slow("measurements")
@pytest.mark.parametrize("name", BY_HAND)
def test_each_command_that_is_run_by_hand_makes_one_short_step(name):
    ran("-m", f"bench.{name}", *BY_HAND[name])


def test_every_module_that_can_be_run_is_run_here():
    modules = {path.stem for path in (ROOT / "bench").glob("*.py") if "__name__ ==" in path.read_text("utf-8")}
    servers = {"server", "restarted_server"}  # started by the measurements
    assert modules - servers - {"__main__"} == {*NAMES, *LONG, *BY_HAND}


def ran(*command: str) -> None:
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
