"""No text lies on another: pages from a phone to a wide desk, the pictures of the hall, and paper."""

from dataclasses import replace

import pytest
from django.urls import reverse

from bench.event import past_event
from scoring.game import ScoreLine, Table
from scoring.winds import WINDS
from tests.e2e.paper import Printed
from tests.e2e.text_boxes import page_faults, paper_faults, print_faults
from tests.events.rows import kept
from tests.factories import load_past_event, make_user
from tests.tournament.screens.halls import ACT, people
from tournament.events.actions import change_settings, set_public
from tournament.management.catalogs import languages
from tournament.planning.actions import publish

WIDTHS = (320, 390, 599, 600, 640, 768, 900, 1023, 1024, 1100, 1180, 1240, 1280, 1366, 1440, 1680, 1920, 2560)
IN_EACH_LANGUAGE = (320, 390, 768, 1024, 1280)
FAR = (140_000, 60_000, 5_000, -85_000)
"""Final points whose scores are beyond ±100 under WRC rules: +125.0, +35.0, −30.0, −130.0."""

LINES = """() => [...document.querySelectorAll(".hall-name")]
  .filter((box) => box.clientHeight / parseFloat(getComputedStyle(box).lineHeight) > 2.4)
  .map((box) => `more than two lines: ${box.textContent.trim()}`)"""
PICTURES = ((1920, 1080), (1366, 768), (1024, 768))
COUNTRIES = ("HU", "IT", "DE", "PT", "BG", "US", "NL", "FR", "GB", "NO", "SE", "JP", "KR")
PAPERS = ("print_standings", "print_seating_by_player", "print_seating_by_table", "print_check_in")


@kept
def event_of(hanchan, players=16, closed=None):
    """An event with scores beyond ±100, penalties, countries and long names; the hanchan after `closed` has sheets."""
    past = past_event(players, hanchan)
    far = tuple(
        Table(
            table.hanchan,
            table.table,
            tuple(ScoreLine(w, line.player, x) for w, line, x in zip(WINDS, table.lines, FAR, strict=True)),
        )
        if table.table == 1
        else table
        for table in past.tables
    )
    named = [row | {"country": COUNTRIES[n % len(COUNTRIES)]} for n, row in enumerate(people(players))]
    past = replace(past, tables=far, penalties=((3, 1, 30_000), (5, 2, 120_000)))
    past = replace(past, players=tuple(str(row["name"]) for row in named))
    name = f"Figures {hanchan}"
    tournament = load_past_event(past, name=name, closed=closed or hanchan - 1, missing=[2], people=named)
    set_public(tournament=tournament, is_public=True, players_public=True, live_public=True, act=ACT)
    publish(tournament=tournament, hanchan=None, act=ACT)
    return tournament


@pytest.fixture
def look(page, live_server):
    """`look(name, tournament, widths, …)`: what is wrong with a page at these widths."""
    page.emulate_media(reduced_motion="reduce")

    def look_at(name, tournament, widths, *more, query=""):
        faults = []
        page.goto(live_server.url + reverse(name, args=[tournament.slug, *more]) + query)
        for width in widths:
            page.set_viewport_size({"width": width, "height": 900})
            where = f"{name} {tournament.name}{query} at {width}"
            faults += [f"{where}: {fault}" for fault in page_faults(page)]
        return faults

    return look_at


def told(faults):
    return "\n".join([f"{len(faults)} faults", *faults[:60]])


PAGES = (
    ("public_standings", ()),
    ("public_standings_after", (2,)),
    ("public_player", (1,)),
    ("public_player", (3,)),
    ("public_player", (11,)),
    ("public_crosstable", ()),
    ("public_countries", ()),
    ("public_race", ()),
    ("public_players", ()),
    ("public_seating", ()),
)


@pytest.mark.parametrize("hanchan", [4, 5, 8, 10, 13, 16])
def test_no_text_lies_on_another_on_public_pages_of_any_width(look, hanchan):
    tournament = event_of(hanchan)
    faults = [
        fault
        for name, more in PAGES
        for query in (("", "?live=0") if name == "public_standings" else ("",))
        for fault in look(name, tournament, WIDTHS, *more, query=query)
    ]
    faults += look("public_now", tournament, WIDTHS, query="?me=3")
    assert faults == [], told(faults)


@pytest.fixture
def printed(page, live_server, tmp_path):
    """`printed(name, tournament, …)`: what is wrong with a public page on paper."""

    def print_it(name, tournament, *more, query=""):
        page.goto(live_server.url + reverse(name, args=[tournament.slug, *more]) + query)
        found = print_faults(page, tmp_path / "page.pdf")
        return [f"{name} {tournament.name} on paper: {fault}" for fault in found]

    return print_it


@pytest.mark.parametrize("hanchan", [5, 8, 10, 16])
def test_no_text_lies_on_another_on_public_pages_that_are_printed(printed, hanchan):
    tournament = event_of(hanchan, players=36)
    faults = [fault for name, more in PAGES for fault in printed(name, tournament, *more)]
    assert faults == [], told(faults)


@pytest.fixture
def watch(page, live_server):
    """`watch(name, tournament, …)`: what is wrong with each page of a screen of the hall, in each picture."""
    page.emulate_media(reduced_motion="reduce")

    def watch_it(name, tournament, *more, query=""):
        faults = []
        for width, height in PICTURES:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(live_server.url + reverse(name, args=[tournament.slug, *more]) + query)
            for number in range(max(page.locator("[data-dots] li").count(), 1)):
                where = f"{name}{query} {tournament.name} at {width}, page {number + 1}"
                found = [*page_faults(page, air=8, within=True), *page.evaluate(LINES)]
                faults += [f"{where}: {fault}" for fault in found]
                page.keyboard.press("ArrowRight")
        return faults

    return watch_it


@pytest.fixture
def paper(page, live_server, sign_in, tmp_path):
    """`paper(name, tournament)`: what is wrong with a list of the staff on paper."""

    def print_it(name, tournament):
        sign_in(page, make_user(superuser=True))
        page.goto(live_server.url + reverse(name, args=[tournament.slug]))
        page.locator("body[data-fitted]").wait_for()
        page.pdf(path=tmp_path / "paper.pdf", prefer_css_page_size=True)
        return [f"{name} {tournament.name}: {fault}" for fault in paper_faults(Printed(tmp_path / "paper.pdf"))]

    return print_it


@pytest.mark.parametrize(("players", "hanchan"), [(36, 8), (200, 10), (16, 5)])
def test_no_text_lies_on_another_in_the_hall(watch, players, hanchan):
    tournament = event_of(hanchan, players)
    faults = []
    for height in (140, 112):
        change_settings(tournament=tournament, picture_height=height, act=ACT)
        for name in ("screen_standings", "screen_race", "screen_seating_now", "screen_teams", "screen_clock"):
            faults += [f"{height} cm, {fault}" for fault in watch(name, tournament)]
        faults += [f"{height} cm, {fault}" for fault in watch("screen_seating_now", tournament, query="?by=table")]
    assert faults == [], told(faults)


@pytest.mark.parametrize(("players", "hanchan"), [(200, 8), (36, 10), (36, 13)])
def test_no_figures_run_together_on_the_lists_of_the_staff(paper, players, hanchan):
    tournament = event_of(hanchan, players)
    faults = [fault for name in PAPERS for fault in paper(name, tournament)]
    assert faults == [], told(faults)


PAPERS_WITH_BOXES = ("print_report_sheets", "print_all_last_sheets", "print_slips", "print_rules", "print_penalties")


@kept
def event_in_any_language():
    return event_of(8, players=36)


@pytest.fixture
def spoken(request, db):
    """An event in the language of the test, on its screens and papers with a second one where that is most foreign."""
    tournament = event_in_any_language()
    second = {"ja": "en", "fr": "ja"}.get(request.param, "")
    change_settings(
        tournament=tournament,
        language=request.param,
        second_language=second,
        picture_height=140,
        act=ACT,
    )
    return tournament


in_each_language = pytest.mark.parametrize("spoken", languages(), indirect=True)
"""The words are longer in German and wider in Japanese."""


@in_each_language
def test_no_text_lies_on_another_on_public_pages_in_any_language(look, spoken):
    query = f"?lang={spoken.language}"
    faults = [fault for name, more in PAGES for fault in look(name, spoken, IN_EACH_LANGUAGE, *more, query=query)]
    assert faults == [], told(faults)


@in_each_language
def test_no_text_lies_on_another_on_public_pages_that_are_printed_in_any_language(printed, spoken):
    query = f"?lang={spoken.language}"
    faults = [fault for name, more in PAGES[:3] for fault in printed(name, spoken, *more, query=query)]
    assert faults == [], told(faults)


@in_each_language
def test_no_text_lies_on_another_in_the_hall_in_any_language(watch, spoken):
    names = ("screen_standings", "screen_seating_now", "screen_clock")
    faults = [fault for name in names for fault in watch(name, spoken)]
    assert faults == [], told(faults)


@in_each_language
def test_no_text_lies_on_another_on_papers_in_any_language(paper, spoken):
    faults = [fault for name in (*PAPERS, *PAPERS_WITH_BOXES) for fault in paper(name, spoken)]
    assert faults == [], told(faults)
