"""What was changed outside of Sekigime is told to the staff wherever there are results, and by no public page."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.api.events import read, token_for
from tests.tournament.standings.tables import USUAL, play, small_event, vouch
from tournament.api.resources import STAFF_KEYS
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import set_public
from tournament.players.models import Player
from tournament.results.models import SheetLine

pytestmark = pytest.mark.django_db
BOX = "Something was changed outside of Sekigime"
NUMBERS = {
    "hanchan": [1],
    "standings_after": [1],
    "standings_player": [1],
    "public_player": [1],
    "public_standings_after": [1],
    "public_race_after": [1],
    "race_after": [1],
}
RESULTS = (
    "event_overview", "standings", "standings_after", "crosstable", "teams", "countries", "clubs", "standings_player",
    "statistics", "race", "race_after", "standing_ties", "prizes", "ceremony", "hanchan", "hanchan_list", "sheet_list",
    "exports",
)  # fmt: skip
PAPERS = ("print_standings", "print_certificates", "print_prizes", "print_seating_by_table", "seating_report_paper")
PUBLIC = (
    "public_standings", "public_standings_after", "public_crosstable", "public_teams", "public_countries",
    "public_player", "public_race", "public_race_after", "public_statistics", "public_prizes",
)  # fmt: skip


@kept
def event_with_groups():
    """One hanchan of eight players in teams, countries and clubs, released and public; nothing was changed."""
    tournament, people = small_event()
    for player in people:
        player.team, player.country, player.club = ("East", "DE", "Felt") if player.number < 5 else ("West", "NL", "Ro")
    Player.objects.bulk_update(people, ["team", "country", "club"])
    tournament.prizes.create(what="A cup")
    vouch(tournament, Player)
    set_public(tournament=tournament, act=Act(by=None, at=MORNING), is_public=True, prizes_public=True)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    vouch(tournament)
    return tournament


@pytest.fixture
def event():
    return event_with_groups()


def pages(client, tournament, names):
    """What each page says."""
    for name in names:
        answer = client.get(reverse(name, args=[tournament.slug, *NUMBERS.get(name, [])]))
        assert answer.status_code == 200, name
        yield name, answer.content.decode()


def alter(tournament):
    """Move a thousand points from one player to another, as somebody with the database file can."""
    one, other = SheetLine.rows_of(tournament).order_by("pk")[:2]
    SheetLine.objects.filter(pk=one.pk).update(points=F("points") + 1_000)
    SheetLine.objects.filter(pk=other.pk).update(points=F("points") - 1_000)


def test_every_page_and_print_of_results_tells_once_what_was_changed_outside(client, event):
    client.force_login(make_staff(event, Role.ORGANISER))
    alter(event)
    assert {name: page.count(BOX) for name, page in pages(client, event, RESULTS + PAPERS)} == dict.fromkeys(
        RESULTS + PAPERS, 1
    )


def test_where_all_is_whole_no_page_says_anything(client, event):
    client.force_login(make_staff(event, Role.ORGANISER))
    assert [name for name, page in pages(client, event, RESULTS + PAPERS) if BOX in page] == []


def test_no_public_page_tells(event):
    alter(event)
    assert [name for name, page in pages(Client(), event, PUBLIC) if BOX in page] == []


def test_a_page_asks_nothing_more_while_the_last_check_is_kept(client, event, monkeypatch):
    client.force_login(make_staff(event, Role.ORGANISER))
    address = reverse("prizes", args=[event.slug])
    client.get(address)
    with CaptureQueriesContext(connection) as kept_check:
        client.get(address)
    monkeypatch.setattr("tournament.core.audit_check.known_findings", lambda tournament: [])
    with CaptureQueriesContext(connection) as no_check:
        client.get(address)
    assert len(kept_check) == len(no_check)


def test_a_program_with_a_token_reads_how_much_was_changed_and_no_other_does(event):
    headers = token_for(event)
    before = {key: read(event, key, **headers).json() for key in STAFF_KEYS}
    assert {told["changed_outside"] for told in before.values() if "rows" in told} == {0}
    alter(event)
    cache.clear()
    for key, told in before.items():
        if "rows" in told:
            now = read(event, key, **headers).json()
            assert (now["changed_outside"], now["edition"] == told["edition"]) == (2, False), key
    assert "changed_outside" not in read(event, "standings").json()
