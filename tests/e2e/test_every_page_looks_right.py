"""Every page, in a browser: quiet, as wide as its window, one main heading, a keyboard's first stop one can see.

Of a tournament just set up, of a small event, and of one with 200 players at 50 tables; at a desk and on a phone.
`make test` opens only the pages that one fills in, as wide as they are used most.
"""

import re
from base64 import b64encode
from dataclasses import replace

import pytest

from bench.event import past_event
from tests.factories import MORNING, load_past_event, make_staff, make_tournament, make_user
from tests.tournament.test_every_page import address_of, all_pages, small_event
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import set_public

LONG = "The invitational championship of Wolfeschlegelsteinhausenbergerdorff"
PATIENCE = 180_000
"""Milliseconds until a page counts as hung: the sheets of a whole event, 500 of them, are one page."""
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}

LOOK = """() => {
  const html = document.documentElement;
  const headings = document.querySelectorAll("h1").length;
  const faults = [];
  const [wide, room] = [html.scrollWidth, html.clientWidth];
  if (wide > room) faults.push(`${wide} px wide in a window of ${room}`);
  if (headings !== 1) faults.push(`${headings} main headings`);
  if (!html.lang || !document.title.trim()) faults.push("no language or no title");
  return faults;
}"""
FIRST_STOP = """() => {
  const here = document.activeElement, box = here.getBoundingClientRect(), style = getComputedStyle(here);
  const inside = box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight;
  const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const seen = inside && ring && style.clipPath === "none";
  return {tag: here.outerHTML.slice(0, 80), skip: here.classList.contains("skip"), seen};
}"""


class Reader:
    """Opens one page after another, looks at each as wide as a desk and as a phone, and writes down what is wrong."""

    def __init__(self, page, site):
        self.page, self.site, self.address, self.answer = page, site, "", None
        self.faults: list[str] = []
        self.debugger = page.context.new_cdp_session(page)
        self.debugger.on("Fetch.requestPaused", self.give)
        self.debugger.send("Fetch.enable", {"patterns": [{"urlPattern": f"{site}/*", "resourceType": "Document"}]})
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.note(f"script: {error}"))
        page.on("request", lambda asked: asked.url.startswith(site) or self.note(f"asks for {asked.url}"))

    def note(self, fault):
        self.faults.append(f"{self.address}: {fault}")

    def hear(self, said):
        """Everything the console is told, but that a page which refuses says so in its status."""
        status = self.answer.status_code
        expected = status >= 400 and f"status of {status}" in said.text
        if said.type in ("error", "warning") and not expected:
            self.note(f"console: {said.text}")

    def give(self, paused):
        """The answer that is being looked at. Through the debugger: `page.route` would switch off the browser's cache,
        and every page would ask for the style sheets and scripts of all again."""
        headers = [{"name": name, "value": value} for name, value in self.answer.items()]
        given = {"responseCode": self.answer.status_code, "responseHeaders": headers}
        body = b64encode(self.answer.content).decode()
        self.debugger.send("Fetch.fulfillRequest", {"requestId": paused["requestId"], **given, "body": body})

    def read(self, address, answer, axe=None, in_both=False, windows=(DESK, PHONE)):
        """Look at the answer as it is: a browser that asked again would let it be made twice. `in_both` windows axe
        looks, else where the page is used most."""
        self.address, self.answer = address, answer
        staff = address.startswith("/manage/")
        self.page.set_viewport_size(windows[0])
        self.page.goto(self.site + address, timeout=PATIENCE)
        # The browser gives an `autofocus` its focus with the next picture, perhaps after the page is there.
        if self.page.locator("[autofocus]").count():
            self.page.locator(":focus").wait_for(state="attached")
        at_top = self.page.evaluate("document.activeElement === document.body")
        for window in windows:
            for_axe = staff == (window is DESK)
            if window is not windows[0]:
                self.page.set_viewport_size(window)
            for fault in self.page.evaluate(LOOK):
                self.note(fault)
            if axe and (for_axe or in_both):
                self.ask(axe)
        self.press_tab(at_top)

    def press_tab(self, at_top):
        """The first stop is the skip link, unless the page has put the focus where one types."""
        self.page.keyboard.press("Tab")
        stop = self.page.evaluate(FIRST_STOP)
        if not stop["seen"] or (at_top and not stop["skip"]):
            self.note(f"the keyboard's first stop is {stop['tag']}")

    def ask(self, axe):
        try:
            axe(self.page)
        except AssertionError as found:
            self.note(str(found))


def pages_of(tournament, client):
    """Address and answer of every whole page: no file, no part of a page, nothing that is only sent to."""
    for page in all_pages():
        address = address_of(page, tournament)
        answer = client.get(address)
        if not answer.streaming and answer.content.lstrip().startswith(b"<!DOCTYPE html>"):
            yield address, answer


@pytest.fixture
def reader(page, live_server, sign_in):
    """The owner of the machine, who may open every page."""
    sign_in(page, make_user("owner", superuser=True))
    return Reader(page, live_server.url)


def opened(tournament):
    make_staff(tournament, Role.REFEREE)
    shown = {"is_public": True, "referee_public": True, "prizes_public": True}
    set_public(tournament=tournament, act=Act(by=None, at=MORNING), **shown)
    return tournament


def filled_in(answer):
    """Whether the page has a form of three fields or more."""
    forms = re.findall(r'<form[^>]*method="post"(.*?)</form>', answer.content.decode(), re.DOTALL)
    return any(len(re.findall(r'<select|<textarea|<input(?![^>]*type="hidden")', form)) >= 3 for form in forms)


def test_every_page_that_one_fills_in(reader, client, no_serious_axe_findings):
    pages = [page for page in pages_of(opened(small_event()), client) if filled_in(page[1])]
    assert len(pages) > 20
    for address, answer in pages:
        windows = [DESK if address.startswith("/manage/") else PHONE]
        reader.read(address, answer, axe=no_serious_axe_findings, windows=windows)
    assert reader.faults == [], "\n".join(reader.faults)


def test_every_page_of_a_tournament_that_was_just_set_up(reader, client):
    for address, answer in pages_of(opened(make_tournament(LONG)), client):
        reader.read(address, answer)
    assert reader.faults == [], "\n".join(reader.faults)


def test_every_page_of_a_small_event(reader, client, no_serious_axe_findings):
    for address, answer in pages_of(opened(small_event()), client):
        reader.read(address, answer, axe=no_serious_axe_findings)
    assert reader.faults == [], "\n".join(reader.faults)


def test_every_page_of_an_event_with_200_players(reader, client):
    past = replace(past_event(200, 10), penalties=((3, 1, 30_000),))
    people = [{"name": f"{LONG.split()[-1]} {number}", "club": LONG} for number in range(1, 201)]
    tournament = load_past_event(past, people=people, name=LONG, closed=2, missing=(3, 7, 50))
    for address, answer in pages_of(opened(tournament), client):
        reader.read(address, answer)
    assert reader.faults == [], "\n".join(reader.faults)
