"""A real Chromium against a real server. Without a Chromium on the machine these tests are left out, but not in CI."""

import os
import threading

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db import connection
from django.db.backends.signals import connection_created
from playwright.sync_api import expect

from tests.browser import CHROMIUM

# The live server runs in threads of the test's process while playwright keeps an event loop in it.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

expect.set_options(timeout=30_000)  # as patient as every other step: a machine with two cores may be busy


LONGEST = ("test_every_page_looks_right", "test_whole_event", "test_printing", "test_rules")
"""The files whose tests take longest: the others fill up the time while the last of these runs."""


def pytest_itemcollected(item):
    """Journeys that carry an event are marked as such and run in `make test`, everything else in `make test-all`."""
    item.add_marker("browser")
    item.add_marker(pytest.mark.django_db(transaction=True))
    if not item.get_closest_marker("journey"):
        item.add_marker(pytest.mark.slow("journeys and pages in a browser"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: (bool(item.get_closest_marker("browser")), item.path.stem not in LONGEST))


ANSWERED = 30
"""Seconds within which every request of a closed page has its answer, on a busy machine."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": ["--no-sandbox", "--disable-gpu", *quiet]}


@pytest.fixture(autouse=True)
def _nobody_waits_for_the_disk(transactional_db):
    """A browser sees what was committed, on the disk or not; that it gets there is tested in `test_database`."""

    def hurry(connection, **_more):
        connection.cursor().execute("PRAGMA synchronous=OFF")

    connection_created.connect(hurry)
    hurry(connection)
    yield
    connection_created.disconnect(hurry)
    connection.close()


@pytest.fixture(autouse=True)
def _no_request_outlives_its_test(request, transactional_db):
    """Pages ask again every few seconds: they are closed and have their last answer before the database is taken away.

    A test's `page` is closed already; the windows that it opened with `browser.new_context()` are not.
    """
    browser = request.getfixturevalue("browser") if "browser" in request.fixturenames else None
    yield
    for window in browser.contexts if browser else ():
        window.close()
    for thread in threading.enumerate():
        if thread.name.endswith("(process_request_thread)"):
            thread.join(timeout=ANSWERED)


@pytest.fixture
def sign_in(live_server, client):
    """`sign_in(page, user)`: the browser carries the session of that user from now on."""

    def put_session_into(page, user):
        client.force_login(user)
        cookie = client.cookies["sessionid"]
        page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": live_server.url}])

    return put_session_into


@pytest.fixture
def no_serious_axe_findings():
    """`no_serious_axe_findings(page)`: fails with the serious and critical findings of the page as it stands.

    The checker comes in through the browser's own debugger, so the page keeps its strict policy.
    """

    def check(page):
        found = Axe().run(page).response["violations"]
        serious = [v for v in found if v["impact"] in ("serious", "critical")]
        told = [f"{v['id']}: {v['help']} {[node['target'] for node in v['nodes'][:3]]}" for v in serious]
        assert not serious, "\n".join(told)

    return check
