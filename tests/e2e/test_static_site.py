"""The static site in a browser: opened from disk and from a plain file server, without Sekigime."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.tournament.archive.event_file.events import act
from tests.tournament.test_every_page import small_event
from tournament.archive.site_folder import write_folder
from tournament.archive.static_site import static_site
from tournament.events.actions import set_public


@pytest.fixture
def folder(transactional_db, tmp_path):
    tournament = small_event()
    set_public(tournament=tournament, is_public=True, act=act())
    write_folder(tmp_path, static_site(tournament))
    return tmp_path


@pytest.fixture(params=["disk", "server"])
def start(request, folder):
    """The address of the first page."""
    if request.param == "disk":
        yield (folder / "index.html").as_uri()
        return
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_it_is_read_like_the_pages_of_the_event(page, start, no_serious_axe_findings):
    asked, said = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(start)
    page.locator("#standings tr[id] th a, #standings tr[id] td a").first.click()
    page.get_by_role("heading", level=1).first.wait_for()
    assert "/player/" in page.url
    page.get_by_role("link", name="Seating").click()
    page.get_by_role("link", name="By table").click()
    assert page.get_by_role("heading", name="Hanchan 2").count() == 1
    page.get_by_role("link", name="Rules").click()
    page.get_by_role("link", name="Standings").click()
    assert page.locator("#standings tr[id]").count() == 8
    base = start.removesuffix("index.html")
    assert {url for url in asked if not url.startswith(base)} == set()
    assert said == []
    no_serious_axe_findings(page)  # last: it asks for the style sheets by itself
