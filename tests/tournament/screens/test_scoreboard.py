"""The scoreboard: moves, gaps, the cut, what does not count yet, and bars on one scale."""

import pytest
from django.urls import reverse

from tests.tournament.screens.halls import ACT, screen_event
from tournament.core.models import Hanchan, HanchanState
from tournament.hanchan.actions import withhold
from tournament.screens.scoreboard import bars, scoreboard
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def event(django_db_setup, django_db_blocker):
    """36 players, six of eight hanchan, a cut of 16 after the seventh; read only."""
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        yield screen_event(36, 8)
        transaction.set_rollback(True)


def board_of(event, after=6):
    before = standings_of(event, after - 1, public=True) if after > 1 else None
    ranking = standings_of(event, after, public=True)
    return ranking, scoreboard(ranking, before, list(event.hanchan.order_by("number")))


def test_each_row_says_how_far_it_moved_and_how_far_the_next_place_is(event):
    ranking, board = board_of(event)
    earlier = standings_of(event, 5, public=True)
    for above, one in zip(board.rows, board.rows[1:], strict=False):
        old = earlier.by_number[one.row.player.number].standing.place
        assert one.moved == old - one.row.standing.place
        assert one.behind == above.row.standing.total - one.row.standing.total
        assert one.last == one.row.scores[5]
    assert board.rows[0].behind is None
    assert len(board.rows) == len(ranking.rows) == 36


def test_after_one_hanchan_nothing_has_moved_and_there_are_no_bars(event):
    _ranking, board = board_of(event, 1)
    assert {one.moved for one in board.rows} == {None}
    assert {one.bars for one in board.rows} == {""}


def test_the_last_place_that_goes_on_has_its_lead_over_the_next(event):
    _ranking, board = board_of(event)
    last, following = board.rows[15], board.rows[16]
    assert (board.cut.size, board.line, board.cut.row) == (16, 16, last)
    assert board.cut.lead == last.row.standing.total - following.row.standing.total
    assert board.cut.following == 17


def test_what_does_not_count_yet_is_named(event):
    _ranking, board = board_of(event)
    assert board.uncounted == (7,)


def test_all_bars_have_one_scale_and_are_cut_above_it():
    svg = bars([10_000, -50_000, None, 80_000])
    assert svg.count("<path") == 4
    assert 'class="is-up" d="M0 35h28v-7.0h-28z"' in svg
    assert 'class="is-down" d="M34 35h28v35.0h-28z"' in svg
    assert 'class="is-up is-last" d="M102 35h28v-28h-28zM102 4h28v-4h-28z"' in svg
    assert 'aria-label="+10.0 −50.0 – +80.0"' in svg


def test_the_page_tells_what_is_hidden_and_before_the_first_result_when_it_starts(client):
    event = screen_event(16, 3, closed=1, name="Hidden")
    address = reverse("screen_standings", args=[event.slug])
    text = " ".join(client.get(address).content.decode().split())
    assert "after hanchan 1 of 3" in text and "provisional" in text and "Hanchan 2 is not counted yet" in text
    one = Hanchan.objects.get(tournament=event, number=1)
    assert one.state == HanchanState.CLOSED
    withhold(hanchan=one, act=ACT)
    text = " ".join(client.get(address).content.decode().split())
    assert "No results yet" in text and "Hanchan 1–2 are not counted yet" in text
    assert "Wei" not in text
