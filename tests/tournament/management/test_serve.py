"""`manage.py serve` and `manage.py sign_in_link`: what they say, and a real start."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_tournament, make_user
from tournament.management.commands.serve import EVERYWHERE, MOST_SENT, Command, listen, own_address
from tournament.staff.actions import ensure_owner, sign_in_with

ROOT = Path(__file__).parents[3]
PATIENCE = 300  # seconds; a busy machine is slow, not wrong


def greeting(host=EVERYWHERE[0], port=8000):
    command = Command()
    return "\n".join(command.greeting(host, port, command.first_link(own_address(host, port))))


@pytest.fixture
def hall(monkeypatch):
    monkeypatch.setattr("tournament.management.commands.serve.lan_address", lambda: "192.0.2.7")


@pytest.mark.django_db
def test_both_addresses_are_said_and_the_one_of_the_hall_has_a_code(hall):
    said = greeting()
    assert "http://localhost:8000/" in said
    assert "http://192.0.2.7:8000/" in said
    assert "█" in said


@pytest.mark.django_db
def test_served_for_this_machine_alone_no_other_address_is_said(hall):
    said = greeting(host="127.0.0.1")
    assert "http://127.0.0.1:8000/" in said
    assert "192.0.2.7" not in said


@pytest.mark.django_db
def test_without_a_network_that_is_said(monkeypatch):
    monkeypatch.setattr("tournament.management.commands.serve.lan_address", lambda: None)
    assert "no network found" in greeting()


@pytest.mark.django_db
def test_each_start_prints_a_link_that_works_until_the_organiser_has_a_password(now):
    first = re.search(r"/sign-in/([\w-]+)/", greeting())[1]
    second = re.search(r"/sign-in/([\w-]+)/", greeting())[1]
    assert first != second
    owner = ensure_owner()
    assert sign_in_with(token=second, at=owner.sign_in_links.last().made_at) == owner
    owner.set_password("felt and ivory")
    owner.save()
    said = greeting()
    assert "/sign-in/" not in said
    assert "manage.py sign_in_link" in said


@pytest.mark.django_db
def test_the_demo_is_offered_until_there_is_a_tournament():
    assert "Load the demo tournament" in greeting()
    make_tournament()
    assert "demo" not in greeting()


@pytest.mark.django_db
def test_where_the_data_is_and_how_to_stop_is_said(settings):
    said = greeting()
    assert "Kept in" in said and "Ctrl+C" in said


def test_a_port_that_is_taken_is_told_with_the_remedy():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} is taken.*manage.py serve --port {port + 1}"):
            listen("127.0.0.1", port)


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 99_999), ("203.0.113.9", 0)])
def test_an_address_that_cannot_be_is_told(host, port):
    with pytest.raises(CommandError, match="Cannot serve on"):
        listen(host, port)


@pytest.mark.django_db
def test_without_preparation_that_is_told_with_the_command(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    with pytest.raises(CommandError, match=r"Run first: \S+ manage\.py prepare"):
        call_command("serve", prepare=False, host="127.0.0.1", port=0, stdout=StringIO())


@pytest.mark.django_db
def test_a_link_is_printed_for_whoever_asks_at_the_machine(now):
    mina, out = make_user("mina", name="Mina Berg"), StringIO()
    call_command("sign_in_link", "MINA", stdout=out)
    token = re.search(r"/sign-in/([\w-]+)/", out.getvalue())[1]
    assert sign_in_with(token=token, at=mina.sign_in_links.get().made_at) == mina
    assert "Mina Berg" in out.getvalue()


@pytest.mark.django_db
def test_behind_a_proxy_the_link_is_at_the_address_that_browsers_know(settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://*.example", "https://mahjong.example"]
    said = StringIO()
    call_command("sign_in_link", stdout=said)
    assert re.findall(r"http\S+(?=/sign-in/)", said.getvalue()) == ["https://mahjong.example"]


@pytest.mark.django_db
def test_nobody_of_that_name_names_who_there_is():
    make_user("mina")
    with pytest.raises(CommandError, match=r"Nobody here is called “tom”\. Known are: mina"):
        call_command("sign_in_link", "tom")


@pytest.mark.django_db
def test_without_a_name_the_link_is_the_organisers():
    out = StringIO()
    call_command("sign_in_link", stdout=out)
    assert "Signs in organiser once" in out.getvalue()


def answer_to_a_form_of(size, port):
    """The server's answer to what says that it is so large, before any of it is sent."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    line.putrequest("POST", "/sign-in/")
    line.putheader("Content-Length", str(size))
    line.endheaders()
    status = line.getresponse().status
    line.close()
    return status


def hears_the_keyboard():
    """Whoever runs the tests in the background has Ctrl+C switched off, also for what the tests start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def worker_of(server):
    """The folder in /proc of the planning worker that the server has started."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for children in Path(f"/proc/{server.pid}/task").glob("*/children"):
            for process in map(Path("/proc").joinpath, children.read_text().split()):
                if "planning_worker" in (process / "cmdline").read_text():
                    return process
        time.sleep(0.05)
    raise AssertionError("no planning worker was started")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Where the data is kept: nothing at the first start, and at the second what the first has left."""
    return tmp_path_factory.mktemp("house")


@pytest.mark.slow("commands in a process of their own")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl+C", "terminate"])
def test_a_real_start_serves_a_page_with_its_style_and_stops_quietly(house, stop):
    environment = os.environ | {"SEKIGIME_VAR": str(house), "DATABASE_URL": "", "PYTHONUNBUFFERED": "1"}
    environment.pop("DATABASE_URL")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, preexec_fn=hears_the_keyboard
    ) as server:
        for line in server.stdout:
            if "Ctrl+C" in line:
                break
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
            html = answer.read().decode()
        style = re.search(r'href="(/static/[^"]+/tokens\.\w+\.css)"', html)[1]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{style}") as answer:
            assert answer.status == 200
        assert answer_to_a_form_of(MOST_SENT + 1, port) == 413
        worker = worker_of(server)
        server.send_signal(stop)
        rest, _ = server.communicate(timeout=PATIENCE)
    assert not worker.exists()
    assert server.returncode == 0
    assert "Everything is kept" in rest
    assert (house / "sekigime.sqlite3").exists()
