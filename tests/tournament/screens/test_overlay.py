"""The overlay of a stream: one table with its points as last written, the clock and the standings."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.hanchan.last_hand.finals import ACT, enter, finals
from tests.tournament.planning.halls import seated_hall
from tests.tournament.standings.tables import USUAL, begin, finish, hanchan, play, put_in, small_event, vouch
from tournament.core.models import Role, Tournament
from tournament.events.actions import change_settings, set_public
from tournament.hanchan.actions import release
from tournament.results.all_last.actions import next_hand
from tournament.standings.queries import inputs_of
from tournament.standings.visibility import public_through

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def event(db):
    tournament, _people = small_event()
    return tournament


@pytest.fixture
def final():
    """A final whose first table is on the stream, a minute after its last figures."""
    event = finals()
    change_settings(tournament=event, act=ACT, stream_table=1)
    with time_machine.travel(MORNING + timedelta(minutes=1), tick=False):
        yield event


def overlay(event, **asked) -> str:
    return " ".join(ask(event, **asked).content.decode().split())


def ask(event, **asked):
    return Client().get(reverse("screen_overlay", args=[event.slug]), asked)


def shown(event, **asked):
    """The plates: wind, name, place, points."""
    return [
        (plate.row.seat.wind, plate.name.full, plate.row.place, plate.row.points)
        for plate in ask(event, **asked).context["plates"]
    ]


# --- the table on the stream ------------------------------------------------------------------------------------------


def test_the_table_has_its_points_by_current_wind_and_its_places_in_the_event(final):
    enter(final)
    assert shown(final) == [
        ("E", "Yuki Tanabe", 4, 23_500),
        ("S", "Noor van Dijk", 2, 8_300),
        ("W", "Oskar Lind", 3, 38_300),
        ("N", "Jonas Weber", 1, 49_900),
    ]
    page = overlay(final)
    assert "Hanchan 2, table 1" in page and "South 4" in page and "1 honba" in page and "Last hand" in page
    assert "places in the event if it ended now" in page and page.count("is-first") == 1
    assert "off <bdi>Weber</bdi>" not in page and "off <bdi>Weber</bdi>" in overlay(final, needs="on")


def test_before_the_first_figures_there_are_names_and_tiles(final):
    assert shown(final) == [
        ("E", "Noor van Dijk", None, None),
        ("S", "Oskar Lind", None, None),
        ("W", "Jonas Weber", None, None),
        ("N", "Yuki Tanabe", None, None),
    ]
    assert "if it ended now" not in overlay(final) and "–</span>" in overlay(final)


def test_another_hand_passes_the_winds_on_and_keeps_the_points(final):
    enter(final, hand=1, points=(25_000, 30_000, 35_000, 30_000), honba=0, is_last=False, round_wind="E")
    page = overlay(final)
    assert "East 1" in page and "Last hand" not in page
    next_hand(hanchan=hanchan(final, 2), table=1, player=None, act=ACT)
    assert [(wind, name, points) for wind, name, _place, points in shown(final)] == [
        ("E", "Oskar Lind", 30_000),
        ("S", "Jonas Weber", 35_000),
        ("W", "Yuki Tanabe", 30_000),
        ("N", "Noor van Dijk", 25_000),
    ]
    page = overlay(final, needs="on")
    assert "East 2" in page and "waiting for the points" in page and "if it ended now" not in page


def test_points_that_only_the_table_may_see_are_not_those_of_a_hanchan_that_is_released_while_it_plays(event):
    play(event, 1, {1: USUAL, 2: USUAL})
    finish(event, 1)
    begin(event, 2)
    event.hanchan.update(seating_published_at=MORNING)
    vouch(event)
    change_settings(tournament=event, act=ACT, stream_table=1)
    set_public(tournament=event, last_hand_shown="table", act=ACT)
    enter(event, hand=1, points=(40_000, 20_000, 30_000, 30_000), honba=0, deposits=0, is_last=False, round_wind="E")
    release(hanchan=hanchan(event, 2), act=ACT)
    event.refresh_from_db()
    assert public_through(inputs_of(event, public=True)) == 2
    assert {points for _wind, _name, _place, points in shown(event, hanchan=2)} == {None}


def test_figures_older_than_twenty_minutes_say_when_they_were_written(final):
    enter(final)
    first = ask(final)
    with time_machine.travel(MORNING + timedelta(minutes=21), tick=False):
        again = ask(final, since=first.context["mark"])
        assert again.status_code == 200 and "as of 09:30" in again.content.decode()
        assert "if it ended now" not in again.content.decode().split("overlay-plates")[0]


def test_a_finished_table_is_in_the_order_of_its_places(final):
    put_in(final, 2, 1, (48_500, 36_900, 20_800, 13_800))
    assert next((name, points) for _wind, name, _place, points in shown(final)) == ("Noor van Dijk", 48_500)
    page = overlay(final)
    assert ">final<" in page and "overlay-time" not in page


def test_a_choice_that_is_smaller_and_a_hidden_result_leave_the_names(final):
    enter(final)
    set_public(tournament=final, last_hand_shown="table", act=ACT)
    assert {points for *_seat, points in shown(final)} == {None}
    set_public(tournament=final, last_hand_shown="public", hidden_from=2, act=ACT)
    assert {(place, points) for *_seat, place, points in shown(final)} == {(None, None)}
    first = ask(final)
    enter(final, points=(23_500, 8_300, 38_200, 50_000))
    assert ask(final, since=first.context["mark"]).status_code == 204, "whatever the table enters"
    put_in(final, 2, 1, (48_500, 36_900, 20_800, 13_800))
    assert "48,500" not in overlay(final)


def test_a_table_of_an_earlier_hanchan_has_its_places_at_the_table(event):
    play(event, 1, {1: USUAL, 2: USUAL})
    begin(event, 2)
    event.hanchan.update(seating_published_at=MORNING)
    vouch(event)
    set_public(tournament=event, last_hand_shown="public", act=ACT)
    change_settings(tournament=event, act=ACT, stream_table=2)
    enter(event, 2, points=(20_000, 25_000, 35_000, 40_000), honba=0, deposits=0, hand=2, is_last=False)
    assert [place for _wind, _name, place, _points in shown(event)] == [4, 3, 2, 1]
    with time_machine.travel(MORNING, tick=False):
        assert "places at the table if it ended now" in overlay(event)


def test_between_hanchan_it_says_when_the_next_one_starts(event):
    play(event, 1, {1: USUAL, 2: USUAL})
    event.hanchan.filter(number=2).update(planned_at=MORNING + timedelta(hours=2), name="Final")
    vouch(event)
    page = overlay(event, table="1")
    assert "Hanchan 2 · Final" in page and "starts at" in page and "11:30" in page and "overlay-plate" not in page


def test_three_players_have_three_plates():
    event = seated_hall(9, 1, preset="tenhou-3")
    Tournament.objects.update(is_public=True)
    event.hanchan.update(seating_published_at=MORNING, state="playing", started_at=MORNING)
    assert overlay(event, table="1").count('class="overlay-plate"') == 3


def test_winds_that_are_still_drawn_are_on_no_tile(event):
    event.wind_method = "drawn"
    event.save()
    event.hanchan.update(seating_published_at=MORNING)
    vouch(event)
    assert "tile-blank" in overlay(event, table="1")


def test_the_address_says_how_it_looks(final):
    enter(final)
    assert "is-green" in overlay(final, bg="green") and "is-green" not in overlay(final)
    assert "moves.js" in overlay(final) and "moves.js" not in overlay(final, motion="off")
    assert [name for _wind, name, *_points in shown(final, names="family")] == ["Tanabe", "van Dijk", "Lind", "Weber"]


# --- the clock and the standings --------------------------------------------------------------------------------------


def test_the_overlay_shows_what_its_address_names_and_only_what_is_public(event):
    play(event, 1, {1: USUAL, 2: USUAL})
    begin(event, 2)
    put_in(event, 2, 1, (50_000, 30_000, 25_000, 15_000))
    assert overlay(event, show="standings", top="3").count('class="overlay-row"') == 3
    assert "table 1" not in overlay(event, table="1")
    event.hanchan.update(seating_published_at=MORNING)
    vouch(event)
    page = overlay(event, table="1")
    assert "Hanchan 2, table 1" in page and "50,000" not in page
    assert "+30.2" in page and "after hanchan 1 of 3" in page, "the standings, until there are points"
    assert "45,200" in overlay(event, table="1", hanchan="1")
    assert "overlay-time" not in overlay(event, show="table", table="1")
    assert overlay(event, table="99", hanchan="x", top="-5", show="nothing")


def test_of_the_first_places_alone_no_other_points_are_shown(event):
    play(event, 1, {1: USUAL, 2: USUAL})
    finish(event, 1)
    event.hanchan.update(seating_published_at=MORNING)
    vouch(event)
    set_public(tournament=event, shown_places=1, act=ACT)
    assert "45,200" not in overlay(event, table="1", hanchan="1")


def test_a_table_is_asked_for_with_few_queries(final, django_assert_max_num_queries):
    enter(final)
    mark = ask(final).context["mark"]
    with django_assert_max_num_queries(16):
        assert ask(final, since=mark).status_code == 204


def test_the_overlay_answers_only_when_something_changed(event):
    mark = ask(event).context["mark"]
    assert ask(event, since=mark).status_code == 204
    begin(event, 1)
    vouch(event)
    assert ask(event, since=mark).status_code == 200


# --- where the organiser finds it -------------------------------------------------------------------------------------


def test_the_organiser_chooses_the_table_and_copies_the_address(final, client):
    client.force_login(make_staff(final, Role.ORGANISER))
    page = client.get(reverse("screens", args=[final.slug])).content.decode()
    assert reverse("screen_overlay", args=[final.slug]) in page and "Enter them here" in page
    do = reverse("screens_do", args=[final.slug, "stream"])
    assert client.post(do, {"stream-stream_table": "2"}).status_code == 302
    assert Tournament.objects.get().stream_table == 2
    assert client.post(do, {"stream-stream_table": "400"}).status_code == 422
    set_public(tournament=final, last_hand_shown="table", act=ACT)
    assert "To show points on the stream" in client.get(reverse("screens", args=[final.slug])).content.decode()
    assert client.post(do, {"stream-stream_table": ""}).status_code == 302
    assert Tournament.objects.get().stream_table is None


def test_who_runs_the_hall_alone_does_not_choose_it(final, client):
    client.force_login(make_staff(final, Role.REFEREE))
    assert client.post(reverse("screens_do", args=[final.slug, "stream"]), {}).status_code == 403
