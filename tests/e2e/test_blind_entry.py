"""Blind second entry, byte by byte: all that the second person's browser receives before two people agree."""

import re
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import expect

from tests.e2e.test_sheet_entry import Desk
from tests.e2e.wire import ENDED, Wire
from tests.factories import make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tests.tournament.desk.test_readings import TOKENS
from tournament.core.models import EntryMode, Role
from tournament.results.models import SheetState
from tournament.results.sheets.queries import accepted_version

FIRST = (41_300, 28_700, 19_700, 30_300)  # no figure is a status of HTTP
SCORES = ("26.3", "6.3", "25.3", "5.3")  # of the first figures under the rules of the tournament, without signs
OTHERWISE = ("365", "345", "240", "250")


def ways(points):
    """How a score may be written: in full with any mark between thousands, in hundreds, in thousands."""
    thousands, rest = divmod(points, 1_000)
    marks = ("", ",", ".", " ", "'", "’", "\u00a0", "\u202f", "\u2009", "&nbsp;", "&#x27;")
    full = [f"{thousands}{mark}{rest:03}" for mark in marks]
    return [*full, str(points // 100), str(Decimal(points) / 1_000), f"{thousands},{rest // 100}"]


WRITTEN = "|".join(re.escape(way) for way in [*(way for points in FIRST for way in ways(points)), *SCORES])
FIGURE = re.compile(rf"(?<![0-9A-Za-z.,])(?:{WRITTEN})(?![0-9A-Za-z])")


class SecondDesk(Desk):
    """The desk of a second person, with every byte that its browser has received."""

    def __init__(self, page, wire, tournament):
        super().__init__(page, wire.url, tournament)
        self.wire = wire

    def received(self):
        """Each answer as (path, head and body); a file of the program is the one on the disk, whoever asks for it."""
        for path, answer in self.wire.answers:
            if path.startswith("/static/"):
                stored = Path(finders.find(path.removeprefix("/static/"))).read_bytes()
                assert answer.partition(ENDED)[2] in (b"", stored), path
            else:
                yield path, answer.decode()

    def leaks(self):
        """What was received of the first figures."""
        found = [(path, FIGURE.findall(TOKENS.sub("", text))) for path, text in self.received()]
        return [(path, figures) for path, figures in found if figures]

    def visit(self, path):
        assert self.page.goto(f"{self.root.removesuffix('sheets')}{path}").status == 200


@pytest.fixture
def tournament():
    found = hall(players=8, entry_mode=EntryMode.BLIND)
    mina = make_staff(found, name="Mina Aalto")
    for table in (1, 2):  # typed now: an age in days may be one of the figures
        entered(hanchan_of(found), table=table, by=mina, points=FIRST, at=datetime.now(UTC))
    return found


@pytest.fixture
def desk(page, live_server, client, tournament):
    client.force_login(make_staff(tournament, Role.REFEREE, name="Aino Salo"))
    with Wire(live_server.url) as wire:
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": wire.url}
        page.context.add_cookies([cookie])
        yield SecondDesk(page, wire, tournament)


def test_no_byte_of_the_first_figures_reaches_the_second_browser_before_they_agree(desk, tournament):
    desk.open()
    desk.press("1", "Enter")
    desk.at_table(1)
    desk.page.get_by_text("second reading").wait_for()
    desk.page.route(re.compile(r"/sheets/1/1/$"), lambda route: route.abort(), times=1)
    with desk.page.expect_response("**/kept/") as kept:  # lost on its way, it goes out of the outbox
        desk.type(*OTHERWISE)
    assert kept.value.json()["outcome"] == "differs"
    desk.page.get_by_text("Table 1: the two readings differ.").wait_for()
    assert hanchan_of(tournament).sheets.get(table=1).state == SheetState.DIFFERS
    with desk.page.expect_response("**/board/*"):
        desk.open("1/1/")
    desk.page.get_by_text("Somebody else typed this sheet differently.").wait_for()
    for path in ("sheets/1/1/history/", "sheets/all/", "sheets/1/2/history/", "standings/", "hanchan/1/", "history/"):
        desk.visit(path)
    desk.open("1/2/")
    desk.page.get_by_text("second reading").wait_for()
    desk.type(*OTHERWISE[:3])
    expect(desk.page.locator("#note-2")).to_have_text("24,000")
    assert len(list(desk.received())) > 15
    assert desk.leaks() == []


def test_the_same_search_finds_the_figures_once_two_people_agree(desk, tournament):
    desk.open("1/2/")
    desk.type("413", "287", "197", "303")
    desk.page.get_by_text("Table 2 was already entered with the same figures").wait_for()
    desk.wire.answers.clear()
    desk.open("1/2/")
    assert accepted_version(hanchan_of(tournament), 2).agreed_by
    found = {figure for _url, figures in desk.leaks() for figure in figures}
    assert found >= {"41,300", "28,700", "19,700", "30,300", *SCORES}


def test_who_signs_in_next_in_the_same_tab_finds_nothing_of_what_was_typed_there(page, live_server, sign_in):
    tournament = hall(players=8, entry_mode=EntryMode.BLIND)
    mina, mara = (make_staff(tournament, name=name) for name in ("Mina Aalto", "Mara Lind"))
    desk = Desk(page, live_server.url, tournament)
    sign_in(page, mina)
    desk.open("1/1/")
    desk.type("413", "287", "197", "303")  # saved, and waits for a second person
    desk.at_table(2)
    desk.type("413")  # not saved
    sign_in(page, mara)
    for table in (1, 2):
        desk.open(f"1/{table}/")
        desk.at_table(table)
        desk.focus("#id_points_0")
        expect(page.locator("#id_points_0")).to_have_value("")
        expect(page.locator("[data-restored]")).to_be_hidden()
    sign_in(page, mina)
    desk.open("1/2/")
    expect(page.locator("#id_points_0")).to_have_value("413")
