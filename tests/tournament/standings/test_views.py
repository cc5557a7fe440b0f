"""The staff's standings: hidden results too, a running hanchan too."""

from datetime import timedelta

import pytest

from tests.events.rows import kept
from tests.factories import MORNING, make_staff, make_user
from tests.tournament.standings.tables import USUAL, begin, come_late, play, punish, put_in, small_event
from tests.tournament.standings.test_public_views import text_of
from tournament.core.audit import Act
from tournament.players.actions import edit_player

pytestmark = pytest.mark.django_db


@kept
def played():
    tournament, people = small_event(hanchan_count=3)
    play(tournament, 1, {1: USUAL, 2: USUAL}, released=False)
    tournament.refresh_from_db()
    return tournament, people


@pytest.fixture
def event(client):
    tournament, people = played()
    client.force_login(make_staff(tournament, "desk", name="Mina Costa"))
    return tournament, people


def test_the_staff_see_what_is_still_hidden(client, event):
    page = text_of(client.get("/manage/spring-open/standings/"))
    assert "+30.2" in page and "nothing is public yet" in page


def test_a_running_hanchan_counts_and_names_the_missing_tables(client, event):
    begin(event[0], 2)
    put_in(event[0], 2, 1)
    page = text_of(client.get("/manage/spring-open/standings/"))
    assert "after hanchan 2 of 3" in page and "Not including table 2" in page
    assert "after hanchan 1 of 3" in text_of(client.get("/manage/spring-open/standings/after/1/"))
    assert client.get("/manage/spring-open/standings/after/3/").status_code == 404


def test_penalties_stand_apart_from_the_tables(client, event):
    punish(event[1][0], 8_000)
    page = text_of(client.get("/manage/spring-open/standings/"))
    assert "+30.2 −8.0 +22.2" in page


def carry(people, *scores):
    for player, score in zip(people, scores, strict=False):
        edit_player(player=player, act=Act(by=None, at=MORNING), carried=score)


def test_a_carried_score_has_a_column_where_somebody_has_one(client, event):
    pages = [f"/manage/spring-open/standings/{name}" for name in ("", "crosstable/", "player/1/")]
    assert not any("carried in" in text_of(client.get(page)).lower() for page in pages)
    carry(event[1], 12_300, -4_500)
    standings, cross, card = (text_of(client.get(page)) for page in pages)
    assert "+12.3 +30.2 +42.5" in standings and "−4.5 +6.1 +1.6" in standings
    assert "+12.3 +42.5" in cross
    assert "table score +30.2 · carried in +12.3" in card and "+42.5" in card


def test_the_line_of_a_player_begins_with_the_carried_score(client, event):
    def drawn():
        return client.get("/manage/spring-open/standings/player/1/").context["pictures"][0]

    def height_of_begin(one):
        return int(one.line.split()[0].split(",")[1])

    plain = drawn()
    carry(event[1], 12_300)
    carried = drawn()
    assert [height_of_begin(plain)] == [rule.y for rule in plain.total_rules if rule.is_zero]
    assert height_of_begin(carried) < next(rule.y for rule in carried.total_rules if rule.is_zero)
    assert [dot.text for dot in carried.dots] == ["+42.5"]


def test_the_poll_hears_204_until_something_was_written(client, event):
    tournament, people = event
    address = f"/manage/spring-open/standings/?since={tournament.edition}"
    assert client.get(address, HTTP_HX_REQUEST="true").status_code == 204
    punish(people[0], 8_000)
    answer = client.get(address, HTTP_HX_REQUEST="true")
    assert answer.status_code == 200 and b"<html" not in answer.content


def test_a_players_page_links_the_sheets(client, event):
    page = client.get("/manage/spring-open/standings/player/1/").content.decode()
    assert 'href="/manage/spring-open/sheets/1/1/"' in page
    assert client.get("/manage/spring-open/standings/player/77/").status_code == 404


def test_the_crosstable_links_the_sheets(client, event):
    assert (
        'href="/manage/spring-open/sheets/1/2/"'
        in client.get("/manage/spring-open/standings/crosstable/").content.decode()
    )


def test_an_event_without_results_says_what_to_do(client):
    tournament, _ = small_event()
    client.force_login(make_staff(tournament, "desk"))
    assert "Enter report sheets" in text_of(client.get("/manage/spring-open/standings/"))
    assert "No results yet" in text_of(client.get("/manage/spring-open/standings/crosstable/"))


def test_who_does_not_work_there_stays_outside(client, event):
    client.force_login(make_user())
    assert client.get("/manage/spring-open/standings/").status_code == 403
    client.logout()
    assert client.get("/manage/spring-open/standings/").status_code == 302


def test_a_forfeit_reads_more_than_the_limit_on_the_players_page(client, event):
    luc = event[1][1]
    come_late(luc, timedelta(minutes=10, seconds=1), number=2, substitute="Kai Ohm")
    assert ", more than 10 minutes: −30.0" in text_of(client.get("/manage/spring-open/standings/player/2/"))


def names_in_order(client, query=""):
    page = client.get(f"/manage/spring-open/standings/{query}")
    return [row.player.name for row in page.context["table"].records]


def test_the_standings_sort_by_any_heading(client, event):
    play(event[0], 2, {1: (18_000, 25_700, 31_100, 45_200), 2: USUAL})
    punish(event[1][2], 8_000)
    by_place = names_in_order(client)
    assert names_in_order(client, "?sort=-place")[-1] == by_place[0]
    assert names_in_order(client, "?sort=-hanchan_2")[0] in (event[1][3].name, event[1][4].name)
    assert names_in_order(client, "?sort=-penalties")[0] == event[1][2].name
    assert names_in_order(client, "?sort=-first_places")[0] == event[1][4].name
    assert names_in_order(client, "?sort=nothing&sort=") == by_place


def test_a_sorted_heading_says_so_and_the_poll_keeps_the_order(client, event):
    page = client.get("/manage/spring-open/standings/?sort=-hanchan_1").content.decode()
    assert page.count('aria-sort="descending"') == 1
    assert 'hx-get="/manage/spring-open/standings/?sort=-hanchan_1&amp;since=' in page
    part = client.get("/manage/spring-open/standings/?sort=-hanchan_1&since=0", HTTP_HX_REQUEST="true").content.decode()
    assert 'aria-sort="descending"' in part and "since=0" not in part.split("<table")[1]
