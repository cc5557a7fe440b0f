"""The report of an event: there once all results are public, and not a moment before."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.events.rows import kept
from tests.tournament.hanchan.test_ceremony import ACT, frozen_event
from tests.tournament.leagues.games import make_league
from tests.tournament.standings.tables import USUAL, finish, play, small_event, vouch
from tournament.archive.static_site import static_site
from tournament.core.response_mark import KEPT
from tournament.events.actions import change_settings, set_public
from tournament.hanchan.actions import make_official
from tournament.hanchan.ceremony import end_ceremony, start_ceremony
from tournament.players.models import Player, PlayerStatus
from tournament.standings.cache import forget_pages
from tournament.standings.event_report.queries import event_report
from tournament.standings.prizes.actions import set_newcomers, set_prize
from tournament.standings.queries import forget, standings_of

pytestmark = pytest.mark.django_db
OTHER = (40_000, 36_000, 22_000, 22_000)


@kept
def ended(players=8):
    """Two hanchan of everybody, both public; nobody held a ceremony."""
    tournament, people = small_event(hanchan_count=2, players=players, name=f"Open of {players}", place="Utrecht")
    tables = range(1, players // 4 + 1)
    play(tournament, 1, {table: (45_200 + 400 * table, 31_100 - 400 * table, 25_700, 18_000) for table in tables})
    play(tournament, 2, dict.fromkeys(tables, OTHER))
    tournament.players.filter(number__lte=4).update(country="NL", team="Felt", club="Grachten")
    tournament.players.filter(number__gt=4).update(country="JP", team="Ivory")
    vouch(tournament, Player)
    tournament.refresh_from_db()
    return tournament, people


def get(tournament, client=None, **asked):
    return (client or Client()).get(reverse("public_report", args=[tournament.slug]), asked)


def text(html):
    """The words of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_the_page_says_who_won_with_roads_teams_figures_the_race_and_all_places():
    tournament, _people = ended()
    page = get(tournament).content.decode()
    words = text(page)
    first, second, third, *_others = standings_of(tournament).ranked
    for row in (first, second, third):
        assert f"{row.player.name} {row.player.origin} {row.standing.total / 1000:+.1f}" in words
    assert "Open of 8 Utrecht · 8 players, 2 hanchan ·" in words and "· Final standings" in words
    assert page.count('class="road"') == 3 and "2 firsts in 2, best hanchan" in words
    for told in ("Felt", "In numbers most points at a table 46,000", "The race after hanchan 2 of 2"):
        assert told in words
    places = words[words.index("Final places") :]
    for row in standings_of(tournament).ranked:
        assert row.player.name in places
    assert reverse("public_card", args=[tournament.slug]) in page


def test_the_standings_and_the_race_lead_to_the_report_once_it_is_there(client):
    tournament, _people = ended()
    link = f'href="{reverse("public_report", args=[tournament.slug])}"'
    pages = [reverse(name, args=[tournament.slug]) for name in ("public_standings", "public_race")]
    pages.append(reverse("public_standings_after", args=[tournament.slug, 1]))
    assert all(link in client.get(page).content.decode() for page in pages)
    finish(tournament, 2, released=False)
    vouch(tournament)
    assert not any(link in client.get(page).content.decode() for page in pages[:2])


@pytest.mark.parametrize(
    "hidden",
    [
        lambda event: finish(event, 2, released=False),
        lambda event: event.hanchan.filter(number=2).update(state="playing", closed_at=None, released_at=None),
        lambda event: type(event).objects.update(standings_public=False),
        lambda event: type(event).objects.update(shown_places=3),
        lambda event: type(event).objects.update(hidden_from=2),
        lambda event: type(event).objects.update(is_public=False),
        lambda event: event.players.update(status=PlayerStatus.WITHDRAWN, out_from=1),
    ],
)
def test_there_is_no_report_while_anything_is_hidden(hidden):
    tournament, _people = ended()
    hidden(tournament)
    vouch(tournament, Player)
    assert get(tournament).status_code == 404


def test_no_page_and_no_photograph_is_there_of_an_event_that_everybody_left():
    tournament, _people = ended()
    photograph = tournament.report_photographs.create(
        position=1, caption="The hall", content=b"jpeg", width=1, height=1, added_at=ACT.at
    )
    tournament.players.update(status=PlayerStatus.WITHDRAWN, out_from=1)
    vouch(tournament, Player)
    link = reverse("public_report", args=[tournament.slug])
    for name in ("public_standings", "public_race"):
        assert link not in Client().get(reverse(name, args=[tournament.slug])).content.decode()
    address = reverse("public_report_photograph", args=[tournament.slug, photograph.pk])
    assert Client().get(address).status_code == 404
    assert "report/index.html" not in {one.path for one in static_site(tournament)}


def test_the_ceremony_comes_before_the_report_and_phones_go_on_to_it():
    tournament, _people = frozen_event()
    ceremony, report = (reverse(name, args=[tournament.slug]) for name in ("public_ceremony", "public_report"))
    assert (Client().get(ceremony).status_code, Client().get(report).status_code) == (404, 404)
    start_ceremony(tournament=tournament, act=ACT)
    assert Client().get(report)["Location"] == ceremony
    assert Client().get(ceremony).status_code == 200
    end_ceremony(tournament=tournament, act=ACT)
    poll = Client().get(ceremony, {"since": "before"})
    assert (poll.status_code, poll["HX-Redirect"], poll.content) == (200, report, b"")
    assert Client().get(ceremony)["Location"] == report
    page = Client().get(report)
    assert page.status_code == 200 and page[KEPT] == str(tournament.pk)


def test_a_league_has_a_table_instead():
    tournament, _people = make_league()
    type(tournament).objects.update(is_public=True)
    assert get(tournament)["Location"] == reverse("public_league", args=[tournament.slug])


def with_prizes(tournament):
    for kind, place in (("place", 1), ("newcomer", 1), ("newcomer", 2), ("hanchan", 1), ("team", 5)):
        set_prize(tournament=tournament, kind=kind, place=place, what=f"Prize for {kind} {place}", act=ACT)
    set_newcomers(tournament=tournament, numbers=[3, 4], act=ACT)
    tournament.refresh_from_db()


def test_prizes_are_there_once_they_are_public_and_the_results_official():
    tournament, _people = ended()
    with_prizes(tournament)
    assert event_report(tournament).prizes == ()
    set_public(tournament=tournament, prizes_public=True, act=ACT)
    change_settings(tournament=tournament, protest_minutes=0, act=ACT)
    tournament.refresh_from_db()
    assert "Provisional standings" in text(get(tournament).content.decode())
    assert event_report(tournament).prizes == ()
    for one in tournament.hanchan.all():
        one.tournament = tournament
        make_official(hanchan=one, act=ACT)
    tournament.refresh_from_db()
    told = [(one.kind, one.place, one.is_one) for one in event_report(tournament).prizes]
    assert told == [("place", 1, False), ("newcomer", 1, False), ("newcomer", 2, False), ("hanchan", 1, True)]
    words = text(get(tournament).content.decode())
    winner = standings_of(tournament).ranked[0]
    assert f"{winner.player.name} {winner.standing.total / 1000:+.1f} Place 1 · Prize for place 1" in words
    assert "New player 2 · Prize for newcomer 2" in words and "Biggest hanchan · Prize for hanchan 1" in words
    assert "Prize for team 5" not in words


def test_prizes_that_the_ceremony_announced_stay_public():
    tournament, _people = frozen_event()
    set_prize(tournament=tournament, kind="hanchan", place=1, what="A bottle", act=ACT)
    tournament.refresh_from_db()
    start_ceremony(tournament=tournament, act=ACT)
    end_ceremony(tournament=tournament, act=ACT)
    assert "Biggest hanchan · A bottle" in text(get(tournament).content.decode())


def test_the_reader_is_marked_in_the_list_and_in_the_race():
    tournament, _people = ended()
    client = Client()
    client.get(reverse("public_standings", args=[tournament.slug]), {"me": "6"})
    page = get(tournament, client).content.decode()
    assert page.count("place-row is-own") == 1 and "(you)" in text(page) and "race-own" in page
    client.get(reverse("public_standings", args=[tournament.slug]), {"me": ""})
    assert "race-own" not in get(tournament, client).content.decode()


def test_names_that_are_written_from_right_to_left_stand_by_themselves():
    tournament, _people = ended()
    winner = standings_of(tournament).ranked[0].player
    tournament.players.filter(number=winner.number).update(name="محمد العبدالله", club="نادي")
    vouch(tournament, Player)
    page = get(tournament).content.decode()
    assert '<bdi class="name">محمد العبدالله</bdi>' in page and re.search(r"<bdi>\w+ · نادي</bdi>", page)


def test_those_who_share_a_place_stand_beside_each_other():
    tournament, _people = small_event(hanchan_count=1)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    tournament.players.update(country="", club="")
    vouch(tournament, Player)
    report, page = event_report(tournament), get(tournament).content.decode()
    assert [one.row.place for one in report.podium] == [1, 1, 3, 3] and page.count("is-winner") == 2
    assert report.teams == () and "1=" in page


def test_sixteen_players_cost_as_many_queries_as_eight():
    counts = []
    for size in (8, 16):
        tournament, _people = ended(size)
        for forgotten in (cache.clear, forget, forget_pages):
            forgotten()
        with CaptureQueriesContext(connection) as caught:
            assert get(tournament).status_code == 200
        counts.append(len(caught))
    assert counts[0] == counts[1] and counts[0] <= 16


def test_a_static_site_has_the_report_where_there_is_one():
    tournament, _people = ended()
    files = {one.path: one.content.decode() for one in static_site(tournament) if one.path.endswith(".html")}
    assert "report/index.html" in files and 'href="report/index.html"' in files["index.html"]
    assert "card.png" not in files["report/index.html"]
