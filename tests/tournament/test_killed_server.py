"""`kill -9` while sheets come in: what was answered as saved is there, whole, once, and counted."""

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from bench.kills import HANCHAN, PLAYERS, Outcome, killed, losses
from tests.factories import MORNING, make_user
from tests.tournament.desk.halls import hall, hanchan_of
from tournament.core.audit import Act
from tournament.core.models import AuditEntry, EntryMode
from tournament.hanchan.actions import start
from tournament.results.models import SheetLine, SheetVersion

pytestmark = pytest.mark.slow("a server that is killed")
KILLS = 10
ROOT = Path(__file__).parents[2]


@pytest.fixture
def playing():
    """All hanchan play, and two people read each sheet."""
    tournament = hall(players=PLAYERS, hanchan=HANCHAN, entry_mode=EntryMode.BLIND)
    for number in range(2, HANCHAN + 1):
        start(hanchan=hanchan_of(tournament, number), act=Act(by=None, at=MORNING, reason="both at once"))
    return tournament


@pytest.mark.django_db(transaction=True)
def test_nothing_that_was_answered_as_saved_is_lost_when_the_server_is_killed(playing):
    people = [make_user(name, superuser=True) for name in ("first", "second", "referee")]
    outcome = killed(playing, people, KILLS, random.Random(7))
    assert outcome.odd == []
    assert outcome.unanswered > 0, "no kill met a request that was being answered"
    assert len(outcome.saved) >= KILLS
    assert set(Counter(step.kind for step in outcome.saved)) >= {"entry", "agreement", "change"}
    assert losses(playing, outcome) == []
    check_that_losses_are_found(playing, outcome)


def check_that_losses_are_found(tournament, outcome: Outcome):
    """The harness itself: figures that changed, a version and a line of history that are gone are told."""
    step = next(one for one in outcome.saved if one.kind == "change")
    version = SheetVersion.objects.get(submission=step.form["submission"])
    SheetLine.objects.filter(version=version, wind="E").update(points=1_000)
    assert any("other figures" in one for one in losses(tournament, outcome))
    AuditEntry.objects.filter(submission=step.form["submission"]).delete()
    assert any("not in the history" in one for one in losses(tournament, outcome))


@pytest.mark.caddy
@pytest.mark.redis
@pytest.mark.initdb
def test_nothing_is_lost_when_processes_behind_a_proxy_and_their_postgresql_are_killed():
    command = [sys.executable, "-m", "bench", "kills", "--processes", "--kills", "8", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert (sum(told["kills"].values()), told["odd"], told["lost"]) == (8, 0, 0)
    assert {"server", "postmaster"} <= told["kills"].keys()
    assert told["unanswered"] > 0, "no kill met a request that was being answered"
    assert told["answered"]["entry"] > 0
