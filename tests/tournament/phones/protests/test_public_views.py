"""“This is wrong” on a player's page: the form, what it refuses, and what everybody reads afterwards."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.factories import make_players, make_staff, make_tournament
from tests.tournament.hanchan.test_actions import hanchan, play
from tournament.core.audit import Act
from tournament.core.models import Hanchan, Role
from tournament.events.actions import set_public
from tournament.hanchan.actions import make_official
from tournament.planning.actions import plan_seating
from tournament.results.protests.actions import answer

pytestmark = pytest.mark.django_db

PAGE, PLAYER = "/t/open/player/1/wrong/", "/t/open/player/1/"


@pytest.fixture
def event():
    act = Act(by=None, at=timezone.now())
    tournament = make_tournament("Open", hanchan_count=2, protest_minutes=15)
    make_players(tournament, 8)
    plan_seating(tournament=tournament, seed=7, act=act)
    tournament.refresh_from_db()
    set_public(tournament=tournament, is_public=True, act=act)
    play(tournament, 1, act.at)
    return tournament


def fields(**changes):
    sent = {"hanchan": "1", "about": "points", "text": "SECRET 42,100", "reporter": "TYPED NAME"}
    return {**sent, "submission": str(uuid4()), **changes}


def text(answer):
    return answer.content.decode()


def end_window(event):
    ended = timezone.now() - timedelta(minutes=1)
    Hanchan.objects.filter(tournament=event, number=1).update(protest_until=ended)


def test_a_player_page_leads_to_the_form_with_the_hanchan_chosen(client, event):
    assert f'href="{PAGE}?hanchan=1"' in text(client.get(PLAYER))
    answer = client.get(PAGE, {"hanchan": "1"})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert "Hanchan 1, table" in text(answer)
    assert "checked" in text(answer)


def test_a_report_goes_to_the_desk_and_back_to_the_page(client, event):
    answer = client.post(PAGE, fields())
    assert (answer.status_code, answer["Location"]) == (302, f"{PLAYER}#h1")
    protest = event.protests.get()
    assert (protest.text, protest.reporter, protest.player.number) == ("SECRET 42,100", "TYPED NAME", 1)
    assert protest.sent_from and "127.0.0.1" not in protest.sent_from
    html = text(client.get(PLAYER))
    assert "Your report has reached the desk." in html
    assert "Error report: the desk has not answered yet." in html


def test_nothing_that_a_reporter_typed_is_public(client, event):
    client.post(PAGE, fields())
    protest = event.protests.get()
    referee = make_staff(event, Role.REFEREE, name="Zoe Quint")
    act = Act(by=referee, at=timezone.now(), base=0)
    answer(protest=protest, outcome="rejected", text="The sheet says 41,200.", act=act)
    html = text(client.get(PLAYER))
    assert "Error report, rejected at" in html
    assert "The sheet says 41,200." in html
    for address in (PLAYER, PAGE, "/t/open/", "/t/open/player/2/", "/t/open/crosstable/"):
        html = text(client.get(address))
        assert "SECRET" not in html, address
        assert "TYPED" not in html, address
        assert "Quint" not in html, address


def test_a_wrong_form_is_shown_again_with_what_was_typed(client, event):
    answer = client.post(PAGE, fields(about="", reporter=""))
    assert answer.status_code == 422
    assert "Choose what is wrong." in text(answer)
    assert "Enter your name." in text(answer)
    assert "SECRET 42,100" in text(answer)
    assert client.post(PAGE, fields(hanchan="7")).status_code == 422
    assert client.post(PAGE, fields(text="x" * 501)).status_code == 422
    assert not event.protests.exists()


def test_after_the_deadline_the_page_says_where_to_go(client, event):
    end_window(event)
    for page, status in ((client.get(PAGE, {"hanchan": "1"}), 200), (client.post(PAGE, fields()), 409)):
        assert page.status_code == status
        assert "Go to the desk." in text(page)
        assert "The time to report errors of hanchan 1 ended at" in text(page)
        assert "Send to the desk" not in text(page)
    assert "The time to report errors of hanchan 1 ended at" in text(client.get(PAGE))


def test_a_form_that_was_opened_in_time_is_refused_when_the_results_are_official(client, event):
    end_window(event)
    make_official(hanchan=hanchan(event), act=Act(by=None, at=timezone.now()))
    answer = client.post(PAGE, fields())
    assert answer.status_code == 409
    assert "cannot be reported here" in text(answer)
    assert "This is wrong" not in text(client.get(PLAYER))


def test_another_hanchan_is_still_open_when_one_has_ended(client, event):
    play(event, 2, timezone.now())
    end_window(event)
    html = text(client.get(PAGE, {"hanchan": "1"}))
    assert "The time to report errors of hanchan 1 ended at" in html
    assert "Send to the desk" in html


def test_too_many_reports_are_refused_with_the_way_to_the_desk(client, event):
    for _ in range(3):
        assert client.post(PAGE, fields()).status_code == 302
    answer = client.post(PAGE, fields())
    assert answer.status_code == 429
    assert "For another one, go to the desk." in text(answer)


def test_without_a_window_or_a_public_result_there_is_no_form(client, event):
    assert client.get("/t/open/player/99/wrong/").status_code == 404
    event.hanchan.update(protest_until=None)
    html = text(client.get(PAGE))
    assert "Errors of hanchan 1 cannot be reported here. Go to the desk." in html
    assert "Send to the desk" not in html
    set_public(tournament=event, standings_public=False, act=Act(by=None, at=timezone.now()))
    assert client.get(PAGE).status_code == 404


def test_a_player_page_asks_one_query_more(client, event, django_assert_max_num_queries):
    client.get(PLAYER)
    client.post(PAGE, fields())
    client.get(PLAYER)
    with django_assert_max_num_queries(10):
        client.get(PLAYER)
