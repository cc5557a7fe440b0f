"""The last hand on the wall: tables side by side, and what it says where the hall may not see them."""

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from tests.factories import MORNING
from tests.tournament.hanchan.last_hand.finals import ACT, enter, finals
from tests.tournament.standings.tables import finish, hanchan, put_in
from tournament.core.response_mark import KEPT
from tournament.events.actions import set_public
from tournament.hanchan.actions import undo_start
from tournament.hanchan.last_hand.queries import last_hands
from tournament.results.all_last.actions import repeat_hand
from tournament.screens.last_hand_board import board_pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return finals()


def wall(client, event, **asked):
    return client.get(reverse("screen_last_hand", args=[event.slug]), asked)


def text(answer):
    return " ".join(answer.content.decode().split())


def test_two_tables_stand_side_by_side(client, event):
    enter(event)
    page = text(wall(client, event))
    assert "plays for place 1" in page and page.index("Table 1") < page.index("Table 2")
    assert "is-2" in page and "waiting for the deltas" in page and "1 honba" in page
    assert "<strong>3,200</strong> off <bdi>Weber</bdi> or <strong>1,300/2,600</strong>" in page
    assert "<small>▲</small>21.7" in page


def test_a_wall_that_has_it_already_needs_nothing(client, event):
    enter(event)
    first = wall(client, event)
    assert wall(client, event, since=first.context["mark"]).status_code == 204
    repeat_hand(hanchan=hanchan(event, 2), table=1, player=None, act=ACT)
    page = text(wall(client, event, since=first.context["mark"]))
    assert "<strong>South 4,</strong> 2 honba" in page and "is-old" in page and "<head>" not in page
    put_in(event, 2, 1)
    assert "finished 09:30" in text(wall(client, event))


def test_below_the_hall_it_says_that_the_last_hand_is_played_and_the_time(client, event):
    enter(event)
    set_public(tournament=event, last_hand_shown="public", act=ACT)
    with time_machine.travel(MORNING, tick=False) as clock:
        first = wall(client, event)
        page = text(first)
        assert "The last hand is being played" in page and "09:30" in page
        assert "Weber" not in page and "Table 1" not in page
        assert KEPT not in first, "another minute is another answer"
        enter(event, points=(23_500, 8_300, 38_200, 50_000))
        assert wall(client, event, since=first.context["mark"]).status_code == 204, "whatever the tables enter"
        clock.shift(timedelta(minutes=1))
        assert "09:31" in text(wall(client, event, since=first.context["mark"]))


def test_a_freeze_keeps_it_from_the_wall(client, event):
    enter(event)
    set_public(tournament=event, hidden_from=2, act=ACT)
    assert "Weber" not in text(wall(client, event))


def test_a_result_that_is_kept_is_no_last_hand_any_more(client, event):
    set_public(tournament=event, release_on_close=False, act=ACT)
    put_in(event, 2, 1)
    put_in(event, 2, 2)
    finish(event, 2, released=False)
    assert "No last hand is being played" in text(wall(client, event))


def test_while_no_last_hand_is_played_it_says_so(client):
    event = finals(sizes=())
    undo_start(hanchan=hanchan(event, 2), act=ACT)
    assert "No last hand is being played" in text(wall(client, event))


def test_without_a_final_it_waits_for_the_first_table(client):
    event = finals(sizes=())
    page = text(wall(client, event))
    assert "The last hand is being played" in page and "waiting for the deltas" in page


def test_three_tables_are_beside_each_other_and_four_on_two_pages(event):
    boards = [one for one in last_hands(event).boards for _twice in range(2)]
    assert [len(page) for page in board_pages(boards[:1])] == [1]
    assert [len(page) for page in board_pages(boards[:3])] == [3]
    assert [len(page) for page in board_pages(boards)] == [2, 2]
    assert board_pages([]) == []


def test_the_named_hanchan_is_called_by_its_name(client, event):
    event.hanchan.filter(number=2).update(name="Final")
    assert "Final" in text(wall(client, event))
