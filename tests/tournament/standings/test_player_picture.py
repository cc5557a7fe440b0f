"""The picture of a player: nothing falls out of its lane, and two pages compare."""

import re
from fractions import Fraction

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from hypothesis import given

from scoring.rules import preset
from tests.events.rows import kept
from tests.factories import MORNING
from tests.tournament.standings.tables import USUAL, begin, finish, play, punish, put_in, small_event
from tests.tournament.standings.test_race import facts, table
from tests.tournament.standings.test_ranking import events
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.events.actions import set_public
from tournament.planning.actions import publish
from tournament.seats.own_seats import published_places_of_all
from tournament.standings import views
from tournament.standings.cache import player_parts
from tournament.standings.head_to_head import average_place, best_hanchan, neighbours, opponents
from tournament.standings.inputs import HanchanInput, Inputs
from tournament.standings.player_card import card
from tournament.standings.player_picture import DESK, FEWEST, PHONE, picture
from tournament.standings.player_results import PlayerResults
from tournament.standings.ranking import ranking, running_in


def cards(inputs):
    ranked, running = ranking(1, inputs), [running_in(inputs, after) for after in range(1, inputs.played + 1)]
    for number in range(1, 9):
        found = card(inputs, ranked, running, number)
        if found:
            yield found, ranked


@given(inputs=events())
def test_every_mark_is_in_its_lane_and_in_the_column_of_its_hanchan(inputs):
    for found, ranked in cards(inputs):
        for layout in (DESK, PHONE):
            drawn = picture(found, ranked, layout)
            for marks, (top, height) in ((drawn.dots, layout.total), (drawn.places, layout.place)):
                assert all(top <= mark.y <= top + height for mark in marks)
            top, height = layout.score
            assert all(top <= bar.y and bar.y + bar.height <= top + height + 1 for bar in drawn.bars)
            assert all(layout.axis <= bar.x <= drawn.width for bar in drawn.bars)
            assert all(one.anchor == "start" for one in drawn.dot_labels if "label-last" in one.css)
            assert len(drawn.dots) == len(found.steps) and drawn.coming_x + drawn.coming <= drawn.width
            assert drawn.width >= layout.axis + FEWEST * layout.column, "letters of few hanchan are no larger"


@given(inputs=events())
def test_who_was_met_met_the_player_as_often_and_with_the_opposite_outcome(inputs):
    met = {found.row.player.number: opponents(found.steps) for found, _ranked in cards(inputs)}
    for number, others in met.items():
        for one in others:
            assert one.ahead + one.level + one.behind == len(one.hanchan)
            back = next((two for two in met.get(one.player.number, ()) if two.player.number == number), None)
            if one.player.number in met:
                assert back and (back.behind, back.level, back.hanchan) == (one.ahead, one.level, one.hanchan)


@given(inputs=events())
def test_neighbours_stand_beside_each_other_and_the_mean_place_is_between_1_and_4(inputs):
    for found, ranked in cards(inputs):
        near = neighbours(ranked, found.row.player.number)
        assert bool(near) == found.row.standing.ranked
        assert all(one.gap is None or (one.gap >= 0) == (n == 0) or one.gap == 0 for n, one in enumerate(near))
        average, best = average_place(found), best_hanchan(found)
        assert (average is None) == (best is None) and (average is None or 1 <= average <= 4)


def test_in_the_last_column_the_total_is_on_the_side_from_which_the_line_does_not_come():
    every = range(1, FEWEST + 1)
    tables = [table(n, at, *USUAL) for n in every for at in (1, 2)]
    inputs = facts(*tables, hanchan=tuple(HanchanInput(n, "closed", MORNING, MORNING) for n in every))
    last = {
        found.row.player.number: (drawn.dot_labels[-1].anchor, drawn.dot_labels[-1].y - drawn.dots[-1].y)
        for found, ranked in cards(inputs)
        for drawn in [picture(found, ranked, DESK)]
    }
    assert (last[1], last[4]) == (("end", -12), ("end", 24)), "one rises, the other falls"


def test_before_any_result_lanes_are_empty():
    inputs = small_inputs()
    drawn = picture(None, ranking(1, inputs, 0), DESK)
    assert (drawn.dots, drawn.bars, drawn.line, drawn.coming_x) == ((), (), "", DESK.axis)


def small_inputs():
    return Inputs(preset("wrc-2022"), True, (), (), (), (HanchanInput(1, "planned", None, None),))


@pytest.fixture
@kept
def event(db):
    tournament, people = small_event(hanchan_count=3)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    return tournament, people


def text_of(response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_the_page_has_the_picture_for_desk_and_phone_and_everything_in_words(client, event):
    _tournament, people = event
    punish(people[0], 8_000, number=1)
    page = client.get("/t/spring-open/player/1/")
    html, text = page.content.decode(), text_of(page)
    assert len(re.findall(r'<svg class="lanes [^"]+"[^>]+role="img"', html)) == 2 and "style=" not in html
    assert "−8.0" in text and "Best hanchan +30.2" in text and "Average place 1.00" in text
    assert "Head to head" in text and "Around this place" in text
    assert page.context["average"] == f"{float(Fraction(1)):.2f}"


def test_before_the_results_the_page_shows_the_published_seats(client, db):
    tournament, _people = small_event(hanchan_count=2)
    assert client.get("/t/spring-open/player/1/").status_code == 200  # the list of players is public
    set_public(tournament=tournament, players_public=False, act=Act(by=None, at=MORNING))
    assert client.get("/t/spring-open/player/1/").status_code == 404
    tournament.hanchan.filter(number=1).update(seating_published_at=MORNING)
    tournament.refresh_from_db()
    set_public(tournament=tournament, referee_public=True, act=Act(by=None, at=MORNING))
    assert "Table 1 East next, hanchan 1" in text_of(client.get("/t/spring-open/player/1/"))


def test_a_players_page_takes_as_many_queries_in_a_large_event_as_in_a_small_one(client, db, django_assert_num_queries):
    firsts = set()
    for size, slug in ((8, "spring-open"), (32, "summer-open")):
        tournament, _ = small_event(players=size, name=slug.replace("-", " ").title())
        play(tournament, 1, dict.fromkeys(range(1, size // 4 + 1), USUAL))
        tournament.hanchan.update(seating_published_at=MORNING)
        with CaptureQueriesContext(connection) as first:
            client.get(f"/t/{slug}/player/1/")
        firsts.add(len(first))
        with django_assert_num_queries(3):  # while nothing else is published, everybody's places are known
            client.get(f"/t/{slug}/player/2/")
    assert len(firsts) == 1


def test_seats_that_changed_while_they_were_read_are_read_again(client, db, monkeypatch):
    tournament, _ = small_event()
    tournament.hanchan.update(seating_published_at=MORNING)
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=MORNING))
    asked = []

    def read(hanchan):
        asked.append(1)
        if len(asked) == 1:
            Tournament.objects.update(edition=F("edition") + 1)
        return published_places_of_all(hanchan)

    monkeypatch.setattr(views, "published_places_of_all", read)
    for _turn in range(3):
        assert client.get("/t/spring-open/player/1/").status_code == 200
    assert len(asked) == 2


def test_in_a_large_field_the_page_is_the_same_and_reads_no_seats_of_others(client, db, monkeypatch):
    tournament, _ = small_event()
    play(tournament, 1, {1: USUAL, 2: USUAL})
    publish(tournament=tournament, hanchan=2, act=Act(by=None, at=MORNING))
    usual = client.get("/t/spring-open/player/1/").content
    assert b"own-seats-list" in usual
    monkeypatch.setattr(views, "MOST_AT_ONCE", 7)
    monkeypatch.setattr(views, "publication_of", lambda _tournament: pytest.fail("read everybody's seats"))
    player_parts.clear()
    assert client.get("/t/spring-open/player/1/").content == usual


def test_a_sheet_that_nobody_may_see_makes_no_player_be_drawn_again(client, db, monkeypatch):
    tournament, _ = small_event()
    play(tournament, 1, {1: USUAL, 2: USUAL})
    page = client.get("/t/spring-open/player/1/").content
    begin(tournament, 2)
    shown = client.get("/t/spring-open/player/1/").content
    with monkeypatch.context() as changed:
        changed.setattr(PlayerResults, "context", lambda _self: pytest.fail("drawn again"))
        put_in(tournament, 2, 1)
        assert client.get("/t/spring-open/player/1/").content == shown
    put_in(tournament, 2, 2)
    finish(tournament, 2)
    assert client.get("/t/spring-open/player/1/").content not in (page, shown)
