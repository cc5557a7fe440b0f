"""Servers behind the proxy as deploy/ has them: one after the other is restarted while a hall works, and nobody
notices."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException
from itertools import chain
from pathlib import Path
from queue import Queue

import pytest
from django.conf import settings
from django.urls import reverse

from bench.database import address_of_the_database
from bench.kills import DESKS, HANCHAN, PLAYERS, Desk, Outcome, headers_of, losses, steps_of
from tests.factories import MORNING, make_user
from tests.tournament.desk.halls import hall, hanchan_of
from tournament.core.audit import Act
from tournament.core.models import EntryMode
from tournament.events.actions import set_public
from tournament.hanchan.actions import start

SLOW = pytest.mark.slow("servers that are restarted")
pytestmark = [pytest.mark.django_db(transaction=True), SLOW, pytest.mark.caddy]
ROOT = Path(__file__).parents[3]
SERVERS = {"gunicorn": 3, "serve": 2}
PATIENCE = 300  # seconds; a busy machine is slow, not wrong
PYTHON = Path(sys.executable)
KINDS = {
    "gunicorn": [str(PYTHON.with_name("gunicorn")), "--config", "deploy/gunicorn.conf.py"],
    "serve": [sys.executable, "manage.py", "serve", "--no-prepare", "--host", "127.0.0.1", "--port"],
}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answer(port, path):
    """Status and text, None for no answer."""
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request("GET", path)
        got = line.getresponse()
        return got.status, got.read().decode()
    except (OSError, HTTPException):
        return None
    finally:
        line.close()


def wait_for(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture
def playing():
    tournament = hall(players=PLAYERS, hanchan=HANCHAN, entry_mode=EntryMode.BLIND)
    for number in range(2, HANCHAN + 1):
        start(hanchan=hanchan_of(tournament, number), act=Act(by=None, at=MORNING, reason="both at once"))
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=MORNING))
    return tournament


class House:
    """The proxy and its servers, which are prepared once."""

    def __init__(self, kind, folder, stack):
        self.kind, self.stack = kind, stack
        self.ports = [free_port() for _ in range(SERVERS[kind])]
        self.proxy = free_port()
        self.environment = os.environ | {
            "DATABASE_URL": address_of_the_database(),
            "SECRET_KEY": settings.SECRET_KEY,
            "SEKIGIME_VAR": str(folder),
            "BACKUP_DIR": str(folder / "backups"),
            "TRUSTED_PROXIES": "127.0.0.1",
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
            "SEKIGIME_SITE": f"http://127.0.0.1:{self.proxy}",
            "SEKIGIME_SERVERS": " ".join(f"127.0.0.1:{port}" for port in self.ports),
            "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
            "XDG_DATA_HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
        }
        subprocess.run([sys.executable, "manage.py", "prepare"], cwd=ROOT, env=self.environment, check=True)
        self.servers = {port: self.begin(port) for port in self.ports}
        self.run(["caddy", "run", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"], self.environment)
        wait_for(lambda: (answer(self.proxy, "/healthz") or [0])[0] == 200)

    def run(self, command, environment):
        process = self.stack.enter_context(
            subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        )
        self.stack.callback(process.kill)
        return process

    def begin(self, port):
        command = KINDS[self.kind] if self.kind == "gunicorn" else [*KINDS[self.kind], str(port)]
        process = self.run(command, self.environment | {"SEKIGIME_BIND": f"127.0.0.1:{port}"})
        wait_for(lambda: answer(port, "/readyz") == (200, "ok\n"))
        return process

    def restart(self, port):
        """End one server in order and start it again, as `systemctl restart` does. Returns its exit code."""
        ended = self.servers[port]
        ended.send_signal(signal.SIGTERM)
        code = ended.wait(PATIENCE)
        self.servers[port] = self.begin(port)
        return code


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_notices_that_one_server_after_the_other_is_restarted(playing, kind, tmp_path):
    people = [make_user(name, superuser=True) for name in ("first", "second", "referee")]
    headers = [headers_of(person) for person in people]
    work = [*steps_of(playing, changes=400)]
    over, answers, read = threading.Event(), Queue(), Queue()
    page = reverse("public_standings", args=[playing.slug])
    with ExitStack() as stack:
        house = House(kind, tmp_path, stack)
        desks = [Desk(house.proxy, headers, [*chain(*work[at::DESKS])], over, answers) for at in range(DESKS)]

        def watch():
            while not over.is_set():
                read.put(answer(house.proxy, page))

        threads = [threading.Thread(target=one) for one in [watch, watch, *(desk.work for desk in desks)]]
        stack.callback(lambda: [thread.join() for thread in threads])
        stack.callback(over.set)
        for thread in threads:
            thread.start()
        for port in house.ports:
            for _ in range(5):  # between two restarts everybody is at work
                answers.get(timeout=PATIENCE)
                read.get(timeout=PATIENCE)
            assert house.restart(port) == 0
        over.set()
        for thread in threads:
            thread.join()
    assert [one for one in read.queue if one is None or one[0] != 200] == []
    assert sum(desk.unanswered for desk in desks) == 0
    outcome = Outcome([step for desk in desks for step in desk.saved], 0, [odd for desk in desks for odd in desk.odd])
    assert outcome.odd == []
    assert losses(playing, outcome) == []
