"""The page of pictures and statistics, for everybody and for the staff."""

import re
from datetime import timedelta

import pytest

from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.standings.tables import USUAL, begin, play, punish, put_in, small_event
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.results.penalties.actions import cancel
from tournament.standings.statistics.queries import penalty_figures, sheet_figures, typists

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def event():
    tournament, people = small_event(hanchan_count=3)
    play(tournament, 1, {1: USUAL, 2: (40_000, 36_000, 22_000, 22_000)})
    tournament.refresh_from_db()
    return tournament, people


def text_of(response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_before_the_results_there_are_no_pictures(client):
    small_event()
    assert "Pictures appear with the first results." in text_of(client.get("/t/spring-open/statistics/"))


def test_everybody_sees_pictures_with_words_beside_them_and_nothing_of_sheets(client, event):
    page = client.get("/t/spring-open/statistics/")
    html, text = page.content.decode(), text_of(page)
    pictures = re.findall(r'<svg class="(?:line-chart|histogram)"[^>]*aria-label="([^"]+)"', html, re.DOTALL)
    assert len(pictures) == 2 and all(pictures) and "style=" not in html
    assert "45,200" in text and "By starting wind" in text and "Head to head" in text
    assert "Report sheets" not in text and "Overridden" not in text


def test_hidden_results_change_nothing(client, event):
    tournament, people = event
    before = client.get("/t/spring-open/statistics/").content
    begin(tournament, 2)
    put_in(tournament, 2, 1)
    punish(people[0], 8_000, number=2)
    assert client.get("/t/spring-open/statistics/").content == before


def test_the_readers_own_line_is_marked(client, event):
    client.cookies["me"] = "3"
    page = client.get("/t/spring-open/statistics/").content.decode()
    assert len(re.findall(r'class="chart-line[^"]*is-own', page)) == 1


def test_the_organiser_sees_sheets_and_penalties(client, event):
    tournament, people = event
    punish(people[0], 8_000, number=1)
    punish(people[1], 0, number=1, kind="warning")
    cancel(penalty=punish(people[2], 8_000, number=1), act=Act(by=None, at=MORNING, reason="wrong player"))
    client.force_login(make_staff(tournament, Role.DESK))
    text = text_of(client.get("/manage/spring-open/standings/statistics/"))
    assert "Report sheets" in text and "1 penalty was cancelled." in text
    (first,) = sheet_figures(tournament)
    assert (first.hanchan, first.counted, first.changed, first.overridden, first.first) == (1, 2, 0, 0, 0)
    assert [one.versions for one in typists(tournament)] == [2]
    found = penalty_figures(tournament)
    assert sorted((one.count, one.amount) for one in found.fouls) == [(1, 0), (1, 8_000)]
    assert found.by_hanchan == [(1, 2)] and found.cancelled == 1


def test_a_hanchan_that_was_dropped_has_no_figures(event):
    tournament, _people = event
    numbers = {one.hanchan for one in sheet_figures(tournament)}
    tournament.hanchan.filter(number=1).update(is_dropped=True)
    assert {one.hanchan for one in sheet_figures(tournament)} == numbers - {1} != numbers


@pytest.mark.parametrize("sort", ["-average", "name", "-times_1", "best", "nobody"])
def test_the_table_sorts(client, event, sort):
    assert client.get("/t/spring-open/statistics/", {"sort": sort}).status_code == 200


def test_the_page_takes_as_many_queries_for_many_players_as_for_few(client, django_assert_num_queries):
    for size, slug in ((8, "spring-open"), (32, "summer-open")):
        tournament, _ = small_event(players=size, name=slug.replace("-", " ").title())
        play(tournament, 1, dict.fromkeys(range(1, size // 4 + 1), USUAL))
        client.get(f"/t/{slug}/statistics/")
        with django_assert_num_queries(1):
            client.get(f"/t/{slug}/statistics/")


def test_where_the_start_is_not_known_no_minutes_are_told(event):
    tournament, _people = event
    late = MORNING + timedelta(days=1)  # as a clock that was set wrong has written it
    tournament.hanchan.filter(number=1).update(started_at=late, closed_at=late)
    (figures,) = [one for one in sheet_figures(tournament) if one.hanchan == 1]
    assert (figures.first, figures.last) == (None, None)
