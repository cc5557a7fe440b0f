"""Two servers on one database: both start, one writes, the other shows it at once."""

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from bench.database import address_of_the_database
from tests.factories import MORNING
from tests.tournament.standings.test_visibility import event_with_one_released_hanchan
from tournament.core.audit import Act
from tournament.core.models import Tournament, User
from tournament.events.actions import set_public
from tournament.players.actions import edit_player

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).parents[3]
SERVERS = 2
TOKEN = "the token of the operator"


@pytest.fixture
def event():
    tournament, _players = event_with_one_released_hanchan()
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=MORNING))
    return tournament


@pytest.fixture
def servers(event, tmp_path):
    """The ports of two servers that were started at the same moment, as `manage.py serve` starts them."""
    environment = os.environ | {
        "DATABASE_URL": address_of_the_database(),
        "SECRET_KEY": settings.SECRET_KEY,
        "PYTHONUNBUFFERED": "1",
        "METRICS_TOKEN": TOKEN,
        "BACKUP_DIR": str(tmp_path / "backups"),
    }
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port"]
    with ExitStack() as stack:
        started = []
        for number in range(SERVERS):
            own = environment | {"SEKIGIME_VAR": str(tmp_path / str(number))}  # each collects its own static files
            port = free_port()
            server = subprocess.Popen([*command, str(port)], cwd=ROOT, env=own, stdout=subprocess.PIPE, text=True)
            started.append((port, stack.enter_context(server)))
            stack.callback(server.send_signal, signal.SIGTERM)
        for _port, server in started:
            assert any("Ctrl+C" in line for line in server.stdout), "a server did not start"
        yield [port for port, _server in started]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def page(server, address, **headers):
    line = HTTPConnection("127.0.0.1", server)
    line.request("GET", address, headers=headers)
    with closing(line), line.getresponse() as answer:
        assert answer.status == 200
        return answer.read().decode()


@pytest.mark.slow("commands in a process of their own")
def test_every_server_shows_at_once_what_was_written_elsewhere(servers, event):
    address, before = reverse("public_standings", args=[event.slug]), event.edition
    names = ["Zoë Ångström", "Ada Nilsson", "Ida Berg"]
    for name in names:
        edit_player(player=event.players.order_by("number").first(), act=Act(by=None, at=MORNING), name=name)
        for server in servers:
            pages = [page(server, address) for _ in range(3)]  # the first is made, the others are kept
            assert [bool(re.search(name, one)) for one in pages] == [True] * 3
    assert User.objects.count() == 1  # the owner, whom either of them made
    assert Tournament.objects.get().edition == before + len(names)
    for (
        server
    ) in servers:  # each has counted its own: as many as it was asked, the one that it made and two kept for each
        figures = page(server, "/metrics", Authorization=f"Bearer {TOKEN}").splitlines()
        asked = 'sekigime_requests_total{method="GET",route="public_standings",status="2xx"} 9.0'
        assert {asked, 'sekigime_kept_answers_total{result="hit"} 6.0', "sekigime_database_up 1.0"} <= set(figures)
