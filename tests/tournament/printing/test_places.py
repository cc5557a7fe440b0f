"""Standings on paper: shared places, what was told apart, and the line of a cut."""

import pytest

from scoring.standings.cut import HALF, NOTHING, Cut
from scoring.standings.rules import StandingRules
from scoring.standings.ties import Breaker
from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.standings.tables import USUAL, play, small_event
from tests.tournament.standings.test_public_views import text_of
from tournament.core.audit import Act
from tournament.players.actions import edit_player
from tournament.standings.actions import change_standing_rules

pytestmark = pytest.mark.django_db
PAPER = "/manage/spring-open/print/standings/"


@kept
def played():
    """Forty players whose two hanchan end alike at every table: a page and a bit."""
    tournament, _people = small_event(hanchan_count=3, players=40)
    for number in (1, 2):
        play(tournament, number, dict.fromkeys(range(1, 11), USUAL))
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def event(client):
    tournament = played()
    client.force_login(make_staff(tournament, "desk"))
    return tournament


def rank(tournament, **rules):
    change_standing_rules(tournament=tournament, rules=StandingRules(**rules), act=Act(by=None, at=MORNING))


def test_shared_places_are_marked_as_shared_and_nothing_else(client, event):
    page = text_of(client.get(PAPER))
    assert "1= Aiko Brandt" in page and "*" not in page


def test_places_that_a_breaker_decided_are_marked_and_the_mark_is_explained_on_every_page(client, event):
    rank(event, breakers=(Breaker.FIRSTS, Breaker.SEED))
    page = text_of(client.get(PAPER))
    assert "1* Aiko Brandt" in page and "2* Noor van Dijk" in page
    assert page.count("* Ties broken by: seed.") == 2


def test_a_line_for_the_marks_takes_the_room_of_a_row_and_no_row_stands_alone_on_a_page(client, event):
    assert [len(rows) for rows in client.get(PAPER).context["pages"]] == [40]
    rank(event, breakers=(Breaker.SEED,))
    assert [len(rows) for rows in client.get(PAPER).context["pages"]] == [20, 20]


def test_thirty_six_players_fit_on_one_page_of_either_paper(client):
    tournament, _people = small_event(hanchan_count=3, players=36)
    client.force_login(make_staff(tournament, "desk"))
    play(tournament, 1, dict.fromkeys(range(1, 10), USUAL))
    for paper in ("a4", "letter"):
        assert [len(rows) for rows in client.get(f"{PAPER}?paper={paper}").context["pages"]] == [36]


def test_the_line_of_a_cut_is_drawn_and_says_what_it_is_in_the_columns_of_every_list(client, event):
    rank(event, cuts=(Cut(after=1, sizes=(10,), above=HALF, below=NOTHING),))
    page = client.get(PAPER)
    html = page.content.decode()
    assert html.count("line-row") == 1 and 'class="wall ranks' in html
    assert "Cut after hanchan 1" in text_of(page)
    assert [len(rows) for rows in page.context["pages"]] == [20, 20], "the line and the marks take the room of rows"
    assert "Totals include scores carried over the cut." in text_of(page)


def test_a_carried_score_is_named_where_somebody_has_one(client, event):
    assert "Totals begin with" not in text_of(client.get(PAPER))
    edit_player(player=event.players.get(number=1), act=Act(by=None, at=MORNING), carried=12_300)
    assert "Totals begin with a score carried from an earlier event." in text_of(client.get(PAPER))


def test_a_first_place_stands_out_as_long_as_there_are_scores(client, event):
    page = client.get(PAPER)
    assert page.content.decode().count('<b class="won">') == 20, "one at each of ten tables in each of two hanchan"
    assert "First at the table." in text_of(page)


def test_a_score_that_does_not_count_is_struck(client, event):
    rank(event, best=1, of=2)
    page = client.get(PAPER)
    assert page.content.decode().count("<s>") == 40
    assert "Struck-through scores do not count." in text_of(page)
