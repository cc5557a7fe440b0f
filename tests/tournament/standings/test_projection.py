"""Live standings: the sheets of the hanchan in play beside the official figures, where the organiser shows them."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from scoring.game import ScoreLine, Table
from scoring.rules import preset
from scoring.winds import WINDS
from tests.factories import MORNING
from tests.tournament.standings.tables import USUAL, correct, finish, punish, put_in
from tests.tournament.standings.test_visibility import event_with_one_released_hanchan
from tournament.core.audit import Act
from tournament.events.actions import set_public
from tournament.results.models import PenaltyKind
from tournament.standings.announcement import announcement
from tournament.standings.inputs import HanchanInput, Inputs, PlayerName
from tournament.standings.queries import forget, projection_of
from tournament.standings.visibility import projected, released
from tournament.translation.formats import write_p

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    tournament, people = event_with_one_released_hanchan()
    set_public(tournament=tournament, live_public=True, act=Act(by=None, at=MORNING))
    tournament.refresh_from_db()
    return tournament, people


def page_of(tournament, query="") -> str:
    tournament.refresh_from_db()
    return Client().get(f"/t/{tournament.slug}/{query}").content.decode()


def live_of(tournament):
    tournament.refresh_from_db()
    found = projection_of(tournament)
    assert found
    return found


def columns(page: str, css: str) -> list[str]:
    cells = re.findall(rf'<td class="[^"]*{css}[^"]*">(.*?)</td>', page)
    return [" ".join(re.sub("<[^>]+>", " ", cell).split()) for cell in cells]


def test_live_figures_appear_with_the_first_sheet_and_leave_the_official_ones_alone(event):
    tournament, _people = event
    before = page_of(tournament)
    assert "Live" not in before
    put_in(tournament, 2, 1, USUAL)
    live = page_of(tournament)
    assert "hanchan 2, 1 of 2 tables in" in live
    for css in ("place", " total", "moved"):
        official = [cell.partition(" live ")[0] for cell in columns(live, css)]
        assert official == columns(before, css)
    assert "+60.4" in " ".join(columns(live, "live-total"))
    assert columns(live, "live-cell").count("table 2") == 4


def test_the_switch_hides_them_and_sorting_keeps_it_off(event):
    tournament, _people = event
    put_in(tournament, 2, 1, USUAL)
    page = page_of(tournament, "?live=0")
    assert "Show live figures" in page and columns(page, "live-total") == []
    assert "?sort=name&amp;live=0" in page


def test_who_polls_hears_of_a_sheet_that_came_in(event):
    tournament, _people = event
    put_in(tournament, 2, 1, USUAL)
    address = re.search(r'hx-get="([^"]+since=[^"]+)"', page_of(tournament))[1]
    poll = {"HTTP_HX_REQUEST": "true"}
    assert Client().get(address, **poll).status_code == 204
    put_in(tournament, 2, 2, USUAL)
    assert "2 of 2 tables in" in Client().get(address, **poll).content.decode()


def test_a_sheet_has_another_mark_once_it_is_corrected_and_only_that_sheet(event):
    tournament, _people = event
    put_in(tournament, 2, 1, USUAL)
    first = live_of(tournament)
    put_in(tournament, 2, 2, USUAL)
    both = live_of(tournament)
    correct(tournament, 2, 1, USUAL[::-1])
    corrected = live_of(tournament)
    assert first.sheet_marks.keys() == {1} and first.sheet_marks[1] == both.sheet_marks[1]
    assert both.sheet_marks[2] == corrected.sheet_marks[2]
    assert both.sheet_marks[1] != corrected.sheet_marks[1]
    mark = {number: first.sheet_mark(row) for number, row in first.ranking.by_number.items()}
    assert mark == {n: first.sheet_marks[1] if n <= 4 else "" for n in range(1, 9)}
    assert (first.is_complete, both.is_complete) == (False, True)


def test_a_sheet_is_announced_with_the_player_of_the_table_who_stands_highest(event):
    tournament, _people = event
    put_in(tournament, 2, 2, USUAL[::-1])
    live = live_of(tournament)
    said = {row.player.number: announcement(live, row) for row in live.ranking.rows}
    assert [number for number in said if said[number]] == [live.best[2].player.number]
    first = min((row for row in live.ranking.rows if row.player.number > 4), key=lambda row: row.standing.place)
    assert said[first.player.number] == f"Table 2: {first.player.name}, place 2, {write_p(first.standing.total)}"


def test_the_rows_of_the_public_list_carry_the_mark_of_the_live_sheet(event):
    tournament, _people = event
    assert "data-sheet" not in page_of(tournament)
    put_in(tournament, 2, 1, USUAL)
    page, mark = page_of(tournament), live_of(tournament).sheet_marks[1]
    assert page.count(f'data-sheet="{mark}"') == page.count("data-sheet=") == 4
    assert page.count("data-announced=") == 1
    assert "data-sheet" not in page_of(tournament, "?live=0")


def test_a_closed_hanchan_that_is_held_back_is_not_live(event):
    tournament, _people = event
    put_in(tournament, 2, 1, USUAL)
    finish(tournament, 2, released=False)
    forget()
    assert projection_of(tournament) is None


CLOSED = [{"live_public": False}, {"release_on_close": False}, {"standings_public": False}]
KEPT_FOR_THE_CEREMONY = [{"hidden_from": 2}, {"shown_places": 3}]


@pytest.mark.parametrize("change", CLOSED + KEPT_FOR_THE_CEREMONY)
def test_where_results_are_hidden_nothing_is_live(event, change):
    tournament, _people = event
    put_in(tournament, 2, 1, USUAL)
    set_public(tournament=tournament, act=Act(by=None, at=MORNING), **change)
    tournament.refresh_from_db()
    assert projection_of(tournament) is None and "Live at" not in page_of(tournament)


def test_penalties_of_the_hanchan_in_play_are_not_in_the_projection(event):
    tournament, people = event
    put_in(tournament, 2, 1, USUAL)
    punish(people[0], 8_000, number=2)
    punish(people[2], 0, number=2, kind=PenaltyKind.DISQUALIFICATION)
    tournament.refresh_from_db()
    rows = projection_of(tournament).ranking.rows
    assert all(row.standing.penalties == 0 and row.standing.ranked for row in rows)


def test_a_substitute_who_is_known_from_a_live_sheet_only_is_in_the_projection_and_not_in_the_standings():
    people = [PlayerName(n, n, f"Player {n}", "", "", "", n == 5, "playing") for n in range(1, 6)]
    tables = tuple(
        Table(number, 1, tuple(map(ScoreLine, WINDS, seats, USUAL)))
        for number, seats in ((1, (1, 2, 3, 4)), (2, (5, 2, 3, 4)))
    )
    hanchan = (HanchanInput(1, "closed", MORNING, MORNING), HanchanInput(2, "playing", None, MORNING))
    inputs = Inputs(preset("wrc-2022"), True, tuple(people), tables, (), hanchan, live_public=True)
    assert {player.id for player in projected(inputs).players} == {1, 2, 3, 4, 5}
    assert {player.id for player in released(inputs).players} == {1, 2, 3, 4}
    assert projected(replace(inputs, live_public=False)) is None
