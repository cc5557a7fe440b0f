"""Two people of one name on every page, print, screen and file: wherever one is named, it says which one."""

import csv
import io
import re
from html.parser import HTMLParser

import pytest
from django.core.management import call_command
from django.urls import reverse
from openpyxl import load_workbook

from scoring.game import ScoreLine, Table
from scoring.winds import WINDS
from seating.wishes import Apart, Weight
from tests.events.rows import kept
from tests.factories import MORNING, NAMES, load_past_event, make_staff, make_user
from tests.tournament.test_every_page import address_of, all_pages
from tournament.archive.reading import PastEvent
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import set_public
from tournament.players.actions import delete_player, edit_player
from tournament.players.queries import players_of
from tournament.wishes.queries import planner_wishes

ANNA, TARO = "Anna Rossi", "山田 太郎"
PEOPLE = [
    {"name": ANNA, "number": 701, "club": "Tana Milano", "country": "IT", "team": "Reds"},
    {"name": ANNA, "number": 702, "club": "Riichi Roma", "country": "IT", "team": "Reds"},
    {"name": TARO, "number": 801, "country": "JP", "team": "Blues"},
    {"name": TARO, "number": 802, "country": "JP", "team": "Blues"},
    *({"name": name, "country": "PL"} for name in NAMES[:4]),
]
WORDS = {ANNA: ("Tana Milano", "Riichi Roma", "701", "702"), TARO: ("№ 801", "№ 802", "801", "802")}
ROWS = {"tr", "li", "p", "option", "h1", "h2", "h3", "title", "summary", "legend", "dd", "dt", "text", "caption", "div"}
SPOKEN = ("aria-label", "title")


@kept
def event_with_namesakes():
    """Eight players, the first of two hanchan closed, a table of the second missing, penalties for both Annas."""
    seats = [[(0, 1, 2, 3), (4, 5, 6, 7)], [(0, 2, 4, 6), (1, 3, 5, 7)]]
    tables = [
        Table(
            hanchan, table, tuple(ScoreLine(wind, player, 30_000) for wind, player in zip(WINDS, players, strict=True))
        )
        for hanchan, rounds in enumerate(seats, 1)
        for table, players in enumerate(rounds, 1)
    ]
    names = tuple(f"{n}" for n in range(1, 9))
    past = PastEvent(names, 2, tuple(tables), ((0, 1, 30_000), (1, 1, 30_000), (2, 1, 1_000), (3, 1, 1_000)), (), ())
    event = load_past_event(past, name="Small Open", closed=1, missing=[2], people=PEOPLE)
    act = Act(by=None, at=MORNING)
    set_public(tournament=event, is_public=True, referee_public=True, players_public=True, act=act)
    event.hanchan.filter(number=1).update(released_at=MORNING)
    make_staff(event, Role.ORGANISER)
    return event


@pytest.fixture
def event(db):
    return event_with_namesakes()


class Rows(HTMLParser):
    """The texts of a page, one for each row, paragraph or heading, and what a screen reader says besides."""

    def __init__(self, html: str):
        super().__init__()
        self.open: list[list[str]] = [[]]
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.feed(html)
        self.texts += [" ".join(piece) for piece in self.open]

    def handle_starttag(self, tag, attrs):
        self.texts += [value for name, value in attrs if name in SPOKEN and value]
        if tag in ROWS:
            self.tags.append(tag)
            self.open.append([])

    def handle_endtag(self, tag):
        if tag in ROWS and tag in self.tags:
            while self.tags.pop() != tag:
                self.open[-2] += self.open.pop()
            self.texts.append(" ".join(self.open.pop()))

    def handle_data(self, data):
        self.open[-1].append(data.strip())


def unclear(text: str) -> list[str]:
    """The names in a text that may mean either of two people."""
    found = []
    for name, words in WORDS.items():
        said = len(re.findall("|".join(rf"(?<!\d){word}(?!\d)" for word in words), text))
        if text.count(name) > said:
            found.append(name)
    return found


def addresses(event):
    """Every page, of player 701 or of both hanchan, and with the searches in QUERIES."""
    for page in all_pages():
        names = page.pattern.converters
        numbers = (701,) if page.name in BY_NUMBER else (1, 2) if "number" in names else (1,)
        for number in numbers:
            address = address_of(page, event)
            if set(names) <= {"slug", "number", "table", "act"}:
                known = {"slug": event.slug, "number": number, "table": number, "act": "withdraw"}
                address = reverse(page.name, kwargs={name: known[name] for name in names})
            for query in ("", *QUERIES.get(page.name, ())):
                yield page.name, f"{address}?{query}"


BY_NUMBER = {"player_edit", "player_act", "standings_player", "public_player", "seating_path"}
QUERIES = {
    "public_standings": ("me=rossi", "me=701", "sort=name"),
    "public_seating": ("q=rossi", "q=山田", "player=701", "by=table", "hanchan=1&player=801"),
    "seating": ("q=rossi", "player=701"),
    "seating_hanchan": ("q=rossi", "player=702"),
    "seating_change": (
        "what=wrong&hanchan=2&one=701&other=801",
        "what=missing&who=701",
        "what=missing&who=Anna+Rossi",
    ),
    "all_last": ("hanchan=2&table=1", "hanchan=2&table=2"),
    "public_all_last": ("hanchan=2&table=1",),
    "penalty_give": ("player=701", "hanchan=2"),
    "lateness": ("player=701&hanchan=2",),
    "check_in": ("text=rossi",),
    "players": ("text=rossi",),
}
NAMED_ON = {
    "players", "player_edit", "check_in", "public_standings", "public_seating", "public_players", "public_player",
    "screen_seating", "screen_standings", "standings", "crosstable", "sheet", "seating", "seating_report",
    "print_standings", "print_seating_by_player", "print_seating_by_table", "print_report_sheets", "penalties",
    "teams", "countries", "all_last", "sheet_people", "seating_matrix",
}  # fmt: skip
PLAIN = {"print_certificates"}
"""A certificate has the name alone, as its owner hangs it on the wall; nobody looks up a player there."""


@pytest.mark.slow("every page")
@pytest.mark.words
def test_every_page_says_which_of_two_namesakes_it_names(client, event):
    named, wrong = set(), []
    for user in (None, make_user("owner", superuser=True)):
        if user:
            client.force_login(user)
        for name, address in addresses(event):
            answer = client.get(address)
            if "text/html" not in answer["Content-Type"] or answer.status_code not in (200, 422):
                continue
            for text in Rows(answer.content.decode()).texts:
                wrong += [f"{address}: {text}"] if name not in PLAIN and unclear(text) else []
                named |= {name} if ANNA in text else set()
    assert wrong == []
    assert NAMED_ON - named == set()


@pytest.mark.slow("every page")
def test_every_csv_file_says_which_of_two_namesakes_it_names(client, event):
    client.force_login(make_user("owner", superuser=True))
    for key in (
        *("standings", "teams", "countries", "crosstable", "tables", "penalties", "players", "seating", "ara"),
        "certificates",
    ):
        answer = client.get(reverse("export_csv", args=[event.slug, key]))
        rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
        named = [row for row in rows if any(name in cell for cell in row for name in WORDS)]
        assert named, key
        for row in named:
            assert unclear(" | ".join(row)) == [], f"{key}: {row}"


@pytest.mark.slow("every page")
def test_every_sheet_of_the_workbook_says_which_of_two_namesakes_it_names(client, event):
    client.force_login(make_user("owner", superuser=True))
    book = load_workbook(io.BytesIO(client.get(reverse("export_workbook", args=[event.slug])).content))
    for sheet in book:
        for row in sheet.iter_rows(values_only=True):
            assert unclear(" | ".join(str(cell) for cell in row if cell is not None)) == [], f"{sheet.title}: {row}"


def test_the_standings_in_the_terminal_tell_them_apart(event, capsys):
    call_command("standings", event.slug)
    printed = capsys.readouterr().out
    assert "Anna Rossi · Tana Milano" in printed and "Anna Rossi · Riichi Roma" in printed
    assert "山田 太郎 · № 801" in printed


# --- a search with several hits ------------------------------------------------------------------------------------


def test_a_reader_chooses_between_namesakes_in_the_standings(client, event):
    page = client.get(f"/t/{event.slug}/", {"me": "rossi"}).content.decode()
    hits = page.split('class="hits ')[1].split("</ul>")[0]
    assert re.findall(r'href="\?me=(\d+)"', hits) == ["701", "702"] or re.findall(r'href="\?me=(\d+)"', hits) == [
        "702",
        "701",
    ]
    assert "Tana Milano" in hits and "Riichi Roma" in hits and "IT" in hits
    assert 'aria-invalid="true"' not in page
    assert "me" not in client.get(f"/t/{event.slug}/", {"me": "rossi"}).cookies
    assert client.get(f"/t/{event.slug}/", {"me": "702"}).cookies["me"].value == "702"


def test_the_word_that_is_shown_finds_the_person(client, event):
    assert client.get(f"/t/{event.slug}/", {"me": "rossi roma"}).cookies["me"].value == "702"


def test_a_reader_chooses_between_namesakes_in_the_seating(client, event):
    hits = client.get(f"/t/{event.slug}/seating/", {"q": "山田"}).content.decode().split('class="hits ')[1]
    assert "player=801" in hits and "player=802" in hits


# --- the word stays true -------------------------------------------------------------------------------------------


def labels(event):
    return {player.number: player.label for player in players_of(event) if player.number > 700}


def test_the_word_follows_every_change(event):
    act = Act(by=None, at=MORNING)
    one = event.players.get(number=701)
    edit_player(player=one, act=act, club="Riichi Roma")
    assert labels(event)[701] == "Anna Rossi · № 701" and labels(event)[702] == "Anna Rossi · № 702"
    edit_player(player=one, act=act, number=709)
    assert labels(event)[709] == "Anna Rossi · № 709"
    edit_player(player=one, act=act, name="Anna Bianchi")
    assert labels(event)[709] == "Anna Bianchi" and labels(event)[702] == "Anna Rossi"
    edit_player(player=one, act=act, name="ROSSI Anna")
    assert labels(event)[702] == "Anna Rossi · № 702", "the same name in the other order"


def test_the_word_goes_with_the_namesake(db):
    from tests.factories import make_tournament
    from tournament.players.actions import add_player

    event, act = make_tournament(), Act(by=None, at=MORNING)
    one = add_player(tournament=event, act=act, name="山田太郎", club="天鳳")
    other = add_player(tournament=event, act=act, name="山田 太郎")
    assert [player.label for player in players_of(event)] == ["山田太郎 · 天鳳", "山田 太郎 · № 2"]
    delete_player(player=one, act=act)
    other.refresh_from_db()
    assert other.label == "山田 太郎"


# --- the planner ---------------------------------------------------------------------------------------------------


def test_the_planner_keeps_namesakes_apart_if_it_costs_nothing(event):
    people = list(players_of(event))
    number = {player.number: at for at, player in enumerate(people, start=1)}
    assert planner_wishes((), people) == (
        Apart((frozenset({number[701], number[702]}),), None, Weight.SOFT, ANNA),
        Apart((frozenset({number[801], number[802]}),), None, Weight.SOFT, TARO),
    )
