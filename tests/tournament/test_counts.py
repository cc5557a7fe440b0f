"""Every page that says how many play says the same, whatever happened to the list."""

import re
from html import unescape

import pytest
from django.utils.html import strip_tags

from scoring.rules import preset
from tests.factories import MORNING, make_staff
from tests.tournament.standings.tables import USUAL, begin, come_late, play, small_event
from tests.tournament.test_every_page import address_of, all_pages
from tournament.core.audit import Act
from tournament.core.models import Role, Tournament
from tournament.events.actions import set_public
from tournament.exports.book import table_of
from tournament.planning.actions import repair
from tournament.players.actions import add_player, check_in, withdraw
from tournament.players.queries import counts_of

pytestmark = [pytest.mark.words, pytest.mark.django_db]

ACT = Act(by=None, at=MORNING)
ELSE = r"(?<!\d)(?<!out )(?<!Hanchan )(?<!added players )(?<!added players: )(?<!closed check-in: )"
COUNT = re.compile(
    ELSE + r"(\d+)(?: of (\d+))? (?:players?(?: to seat| ?\|| ?:| ?,| ·| do not fill| checked)|playing|checked in)"
)
BLOCKS = re.compile(r"</?(?:p|div|li|t[dhr]|h\d|d[dtl]|[uo]l|section|a|button|form|main|summary)\b[^>]*>")
SHOWING = {"check_in", "event_overview", "players", "public_players"}
"""The pages that say it in every case."""


def said(html: str) -> set[int]:
    """The numbers of players that a page says; of "15 of 16 checked in" the second, as the first is who is here."""
    html = BLOCKS.sub("|", re.sub(r"(?s)<(script|style|head).*?</\1>", " ", html))
    text = re.sub(r"\s+", " ", unescape(strip_tags(html)))
    found = set()
    for match in COUNT.finditer(text):
        one, of = match.groups()
        if of or "checked in" not in match.group():
            found.add(int(of or one))
    return found


def no_change(tournament: Tournament, people: list) -> int:
    return 16


def one_stand_in(tournament: Tournament, people: list) -> int:
    """Somebody is late for the whole of hanchan 2, and a new substitute plays."""
    play(tournament, 1, dict.fromkeys(range(1, 5), USUAL))
    begin(tournament, 2)
    come_late(people[0], preset("wrc-2022").lateness.minutes + 1, number=2, substitute="Max Local")
    return 16


def one_no_show(tournament: Tournament, people: list) -> int:
    withdraw(player=people[3], act=ACT)
    return 15


def a_no_show_replaced(tournament: Tournament, people: list) -> int:
    add_player(tournament=tournament, act=ACT, name="Max Local", is_substitute=True)
    repair(tournament=tournament, first=1, key="substitutes", leaving=people[3:4], act=ACT)
    return 16


def byes(tournament: Tournament, people: list) -> int:
    repair(tournament=tournament, first=1, key="byes", leaving=people[3:4], act=ACT)
    return 15


@pytest.mark.slow("every page")
@pytest.mark.parametrize("happens", [no_change, one_stand_in, one_no_show, a_no_show_replaced, byes])
def test_every_page_that_says_how_many_play_says_the_same(client, happens):
    tournament, people = small_event(players=16)
    set_public(tournament=tournament, is_public=True, players_public=True, act=ACT)
    check_in(player=people[5], act=ACT)
    expected = happens(tournament, people)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    pages = {}
    for page in all_pages():
        answer = client.get(address_of(page, tournament))
        if answer.status_code == 200 and "text/html" in answer["Content-Type"] and page.name not in {"home", "demo"}:
            pages[page.name] = said(answer.content.decode())
    assert {name: numbers for name, numbers in pages.items() if numbers - {expected}} == {}
    assert {name for name, numbers in pages.items() if numbers} >= SHOWING
    tournament.refresh_from_db()
    assert counts_of(tournament).playing == expected


def test_after_a_stand_in_nobody_is_asked_to_add_substitutes(client):
    tournament, people = small_event(players=16)
    one_stand_in(tournament, people)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    page = client.get(f"/manage/{tournament.slug}/players/").content.decode()
    assert "more needed" not in page and "players_substitutes" not in page and "Add 3 substitutes" not in page


def test_the_workbook_tells_who_did_not_come_and_ranks_the_others():
    tournament, people = small_event(players=16)
    a_no_show_replaced(tournament, people)
    play(tournament, 1, dict.fromkeys(range(1, 5), USUAL))
    tournament.refresh_from_db()
    facts = {row[0]: row[1] for row in table_of(tournament, "event", at=MORNING).file_rows()}
    assert (facts["Registered"], facts["Did not come"], facts["Ranked players"]) == (17, 1, 15)
    assert facts["Substitutes who played"] == 1
    assert [row[3] for row in table_of(tournament, "standings", at=MORNING).file_rows()]
