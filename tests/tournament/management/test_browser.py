"""Who starts Sekigime by a double click gets its page, the second time with a new link; a page needs a browser."""

import re
import webbrowser
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from threading import Thread

import pytest
from django.core.management import call_command

from tournament.management import browser
from tournament.management.browser import is_served, open_page
from tournament.management.commands import serve
from tournament.staff.actions import ensure_owner, sign_in_with


class Answer(BaseHTTPRequestHandler):
    server_version, sys_version = "Sekigime", ""

    def do_HEAD(self):
        self.send_response_only(200)
        self.send_header("Server", self.server.title)
        self.end_headers()


@pytest.fixture(params=["Sekigime"])
def running(request):
    """The port of a server that calls itself so."""
    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        server.title = request.param
        Thread(target=server.serve_forever, args=[0.01]).start()
        yield server.server_port
        server.shutdown()


@pytest.fixture
def opened(monkeypatch):
    """The pages that the browser was asked for."""
    pages = []
    monkeypatch.setattr(webbrowser, "open", pages.append)
    return pages


def test_a_sekigime_that_runs_is_known(running):
    assert is_served(running)


@pytest.mark.parametrize("running", ["another"], indirect=True)
def test_another_server_is_none(running):
    assert not is_served(running)


def test_nobody_at_the_port_is_none():
    with HTTPServer(("127.0.0.1", 0), Answer) as gone:
        port = gone.server_port
    assert not is_served(port)


def test_a_machine_without_a_browser_serves_all_the_same(monkeypatch):
    def nothing(address):
        raise webbrowser.Error

    monkeypatch.setattr(browser.webbrowser, "open", nothing)
    open_page("http://localhost:8000/")


@pytest.mark.django_db
def test_a_second_start_opens_a_new_link_of_the_owner(running, opened):
    owner, out = ensure_owner(), StringIO()
    owner.set_password("felt and ivory")
    owner.save()
    call_command("serve", "--browser", "--port", running, stdout=out)
    (page,) = opened
    assert page.startswith(f"http://localhost:{running}/sign-in/") and page in out.getvalue()
    token = re.search(r"/sign-in/([\w-]+)/", page)[1]
    assert sign_in_with(token=token, at=owner.sign_in_links.get().made_at) == owner


@pytest.mark.django_db
@pytest.mark.parametrize("has_password", [False, True])
def test_a_first_start_opens_the_link_and_later_ones_the_start_page(opened, monkeypatch, has_password):
    owner = ensure_owner()
    if has_password:
        owner.set_password("felt and ivory")
        owner.save()
    for name in ("run", "call_command", "PlanningProcess", "BackupWatch"):
        monkeypatch.setattr(serve, name, lambda *_given, **_more: Nothing())
    call_command("serve", "--browser", "--host", "127.0.0.1", "--port", 0, stdout=StringIO())
    (page,) = opened
    assert bool(re.fullmatch(r"http://127\.0\.0\.1:\d+/sign-in/[\w-]+/", page)) is not has_password
    assert bool(re.fullmatch(r"http://127\.0\.0\.1:\d+/", page)) is has_password


class Nothing:
    """Stands in for what runs beside the pages."""

    def start(self):
        """Do nothing."""

    stop = start
