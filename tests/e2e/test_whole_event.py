"""The main job, end to end, in a real browser: a real event from the player list to the workbook.

Thirty-six players are pasted, their seating is imported, 72 report sheets are typed on the keyboard, three chonbo are
given, eight hanchan are started and closed. The standings and the workbook then say what was published, to the tenth.
"""

import csv
from collections import defaultdict
from io import BytesIO
from pathlib import Path

import pytest
from django.utils import timezone
from openpyxl import load_workbook
from playwright.sync_api import expect

from scoring.points import Unit, type_back
from tests.factories import make_user
from tournament.core.models import Tournament
from tournament.staff.actions import make_sign_in_link
from tournament.standings.queries import standings_of

GOLDEN = Path(__file__).parents[1] / "scoring" / "golden"
ROWS = list(csv.DictReader((GOLDEN / "wrc-36x8.csv").open(encoding="utf-8")))
PUBLISHED = [
    (int(row["rank"]), int(row["player"]), round(float(row["total_p"]) * 1000))
    for row in csv.DictReader((GOLDEN / "wrc-36x8-standings.csv").open(encoding="utf-8"))
]


EVENT = "/manage/real-event"
NUMBERS = range(1, 37)


def sheets():
    """hanchan -> table -> its four rows, East first."""
    found = defaultdict(lambda: defaultdict(list))
    for row in ROWS:
        found[int(row["round"])][int(row["table"])].append(row)
    return found


class Organiser:
    """Somebody with a laptop: every step through the pages, sheets on the keyboard alone."""

    def __init__(self, page, site):
        self.page, self.site = page, site

    def open(self, path):
        self.page.goto(f"{self.site}{path}")

    def press(self, button):
        self.page.get_by_role("button", name=button).click()

    def sign_in(self, token):
        self.open(f"/sign-in/{token}/")
        self.press("Sign in")
        self.page.wait_for_url("**/account/**")

    def set_up(self):
        self.open("/manage/new/")
        self.page.get_by_label("Name", exact=True).fill("Real Event")
        self.page.get_by_label("Each sheet is typed").check()
        self.press("Set up")
        self.page.wait_for_url(f"**{EVENT}/")

    def paste_players(self):
        self.open(f"{EVENT}/players/import/")
        self.page.get_by_label("Paste rows here").fill(
            "Number\tName\n" + "\n".join(f"{n}\tPlayer {n}" for n in NUMBERS)
        )
        self.press("Add 36 players")
        self.page.wait_for_url(f"**{EVENT}/players/**")

    def import_seating(self):
        rows = "\n".join(f"{row['round']}\t{row['table']}\t{row['wind']}\t{row['player']}" for row in ROWS)
        self.open(f"{EVENT}/seating/change/?what=file")
        self.page.locator("textarea").fill(f"hanchan\ttable\twind\tplayer\n{rows}")
        self.press("Preview the change")
        self.press("Import this seating")
        self.page.wait_for_url(f"**{EVENT}/seating/1/**")

    def play(self, hanchan, tables):
        self.open(f"{EVENT}/hanchan/{hanchan}/")
        self.press(f"Start hanchan {hanchan}")
        self.page.wait_for_url(f"**/hanchan/{hanchan}/**")
        self.open(f"{EVENT}/sheets/{hanchan}/1/")
        for table in sorted(tables):
            self.type_sheet(hanchan, table, tables[table])
        for row in (row for rows in tables.values() for row in rows if float(row["penalty_p"])):
            self.give_chonbo(hanchan, row["player"])
        self.open(f"{EVENT}/hanchan/{hanchan}/")
        self.press(f"Close hanchan {hanchan}")
        self.page.wait_for_url(f"**/hanchan/{hanchan}/**")

    def type_sheet(self, hanchan, table, rows):
        """Keys only: the page for the next table comes up by itself with the first field in focus.

        No key before that: the heading is there sooner than the focus, and the script hides the button without it.
        """
        self.page.get_by_role("heading", name=f"Table {table}", exact=True).wait_for()
        self.page.locator("[data-check]").wait_for(state="hidden")
        self.page.locator("[data-step]:focus").wait_for()
        keyboard = self.page.keyboard
        for row in sorted(rows, key=lambda row: "ESWN".index(row["wind"])):
            keyboard.type(type_back(int(row["points"]), Unit.HUNDREDS))
            keyboard.press("Enter")
        if (deposits := rows[0]["deposits_left_on_table"]) != "0":
            self.page.locator("[name=deposits]:focus").wait_for()
            keyboard.type(deposits)
            keyboard.press("Enter")
        if any(not -30_000 <= int(row["points"]) <= 100_000 for row in rows):  # -45,000 is worth a second look
            self.page.locator("[data-tick]:focus").wait_for()
            keyboard.press("Enter")
            self.page.locator("#save:focus").wait_for()
            keyboard.press("Enter")
        self.page.wait_for_url(f"**saved={table}*")

    def give_chonbo(self, hanchan, player):
        self.open(f"{EVENT}/penalties/give/")
        self.page.get_by_label("Player", exact=True).fill(player)
        self.page.locator("select[name=hanchan]").select_option(label=str(hanchan))
        self.page.get_by_role("radio", name="Noten riichi").check()
        expect(self.page.locator("#id_amount")).to_have_value("30")
        self.press(f"Give chonbo to Player {player}")
        self.page.get_by_text(f"Player {player}: chonbo, −30.0P").wait_for()

    def download_workbook(self):
        self.open(f"{EVENT}/export/")
        with self.page.expect_download() as download:
            self.page.get_by_role("link", name="Workbook (XLSX)").click()
        return load_workbook(BytesIO(Path(download.value.path()).read_bytes()))


@pytest.mark.django_db(transaction=True)
def test_a_real_event_from_the_player_list_to_the_workbook(page, live_server):
    organiser = Organiser(page, live_server.url)
    _link, token = make_sign_in_link(user=make_user("organiser", superuser=True), at=timezone.now())
    organiser.sign_in(token)
    organiser.set_up()
    organiser.paste_players()
    organiser.import_seating()
    for hanchan, tables in sorted(sheets().items()):
        organiser.play(hanchan, tables)

    ranking = standings_of(Tournament.objects.get(slug="real-event"))
    computed = [(row.standing.place, row.player.number, row.standing.total) for row in ranking.rows]
    assert computed == PUBLISHED
    book = organiser.download_workbook()
    assert told_by(book["Standings"]) == PUBLISHED


def told_by(sheet):
    """(place, number, total in points) of each row of the workbook's standings."""
    heading, *rows = sheet.iter_rows(values_only=True)
    place, number, total = (heading.index(name) for name in ("Place", "Number", "Total P"))
    return [(row[place], row[number], round(row[total] * 1000)) for row in rows]
