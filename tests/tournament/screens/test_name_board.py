"""The seating for the hall: sorted by family name and reading, namesakes told apart, changes marked."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_tournament
from tests.tournament.planning.halls import open_doors, seated_hall
from tests.tournament.screens.halls import screen_event
from tournament.core.audit import Act
from tournament.core.models import Hanchan
from tournament.planning.actions import import_seating, publish, swap
from tournament.players.name_order import romanised
from tournament.screens.actions import add_screen, show
from tournament.screens.models import Face
from tournament.screens.name_board import name_board
from tournament.seats.queries import lineup
from tournament.seats.stand_ins import stand_in

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)
LATER = MORNING + timedelta(minutes=5)


def hanchan(tournament, number=1):
    found = Hanchan.objects.get(tournament=tournament, number=number)
    found.tournament = tournament
    return found


@pytest.fixture
@kept
def hall():
    tournament = open_doors(seated_hall(16, 3))
    publish(tournament=tournament, hanchan=1, act=ACT)
    tournament.refresh_from_db()
    return tournament


def test_family_names_sort_with_accents_folded_and_kanji_by_their_reading():
    event = screen_event(36, 3, closed=1)
    rows = name_board(event, hanchan(event, 2)).rows
    order = [row.name.family for row in rows]
    assert len(rows) == 36
    assert order.index("Castellanos") < order.index("Červenka") < order.index("Chen")
    known = [order.index(one) for one in ("de Albuquerque e Vasconcelos", "佐藤", "von Hohenfels-Schwarzenberg")]
    assert known == sorted(known)
    by_family = {row.name.family: row for row in rows}
    assert by_family["Červenka"].letter == "C"
    assert (by_family["佐藤"].letter, by_family["佐藤"].reading) == ("S", "Satou")
    assert by_family["von Hohenfels-Schwarzenberg"].name.initials == "M.-L."


def test_in_japanese_names_with_a_reading_come_first_under_its_kana_and_others_under_their_letter():
    event = screen_event(36, 3, closed=1)
    with override("ja"):
        board = name_board(event, hanchan(event, 2))
        letters = [row.letter for row in board.rows]
        families = {row.name.family: row.letter for row in board.rows}
        in_kana = ["ぁ" <= letter <= "ゖ" for letter in letters]
        assert in_kana == sorted(in_kana, reverse=True)
        assert (families["佐藤"], families["Červenka"]) == ("さ", "C")
        assert all(board.part(part) for part in ("1/2", "2/2"))


def test_namesakes_carry_what_tells_them_apart():
    event = screen_event(36, 3, closed=1)
    rows = name_board(event, hanchan(event, 2)).rows
    assert {row.name.distinction for row in rows if row.name.full == "Wei Chen"} == {"Leiden", "Taipei"}
    assert {row.name.distinction for row in rows if row.name.family == "山田"} == {"天鳳", "雀荘"}


def test_two_screens_divide_everybody_between_two_letters(hall):
    board = name_board(hall, hanchan(hall))
    first, second = board.part("1/2"), board.part("2/2")
    assert (*first, *second) == board.rows
    assert first[-1].letter != second[0].letter
    assert abs(len(first) - len(second)) <= 6
    for nonsense in ("", "3/2", "0/2", "1/0", "x", "1/99", "²/2"):
        assert board.part(nonsense) == board.rows


def test_two_projectors_show_a_half_each_of_everybody(hall, client):
    screens = [add_screen(tournament=hall, name=code, code=code, act=ACT) for code in ("AAAAA", "BBBBB")]
    for screen, face in zip(screens, (Face.SEATING_FIRST, Face.SEATING_SECOND), strict=True):
        show(tournament=hall, screens=[screen], content=[{"face": face.value}], act=ACT)
    shown = [client.get(reverse("screen_state", args=[one.code])).json()["faces"][0]["address"] for one in screens]
    first, second = (client.get(address).context["rows"] for address in shown)
    assert first and second and (*first, *second) == name_board(hall, hanchan(hall)).rows


def test_a_swap_after_the_publication_is_marked_until_the_hanchan_starts(hall):
    one, other = (lineup(hall, 1)[table][0].player for table in (1, 2))
    assert not any(row.is_changed for row in name_board(hall, hanchan(hall)).rows)
    swap(tournament=hall, hanchan=1, one=one, other=other, act=Act(by=None, at=LATER, reason="twins"))
    hall.refresh_from_db()
    board = name_board(hall, hanchan(hall))
    assert {row.player for row in board.rows if row.is_changed} == {one, other}
    assert board.as_of == LATER
    hall.hanchan.filter(number=1).update(state="playing", started_at=LATER)
    assert not any(row.is_changed for row in name_board(hall, hanchan(hall)).rows)


def test_a_substitute_has_the_seat_and_the_absent_player_is_told_so_in_words(client, hall):
    sub = make_players(hall, 1, name="Sub Sabine", is_substitute=True)[0]
    absent = lineup(hall, 1)[1][0].player
    stand_in(tournament=hall, hanchan=1, absent=absent, substitute=sub, act=Act(by=None, at=LATER, reason="ill"))
    rows = {row.player: row for row in name_board(hall, hanchan(hall)).rows}
    assert (rows[sub].table, rows[sub].is_changed) == (1, True)
    assert (rows[absent].table, rows[absent].has_substitute) == (None, True)
    assert "substitute" in client.get(reverse("screen_seating", args=[hall.slug, 1])).content.decode()


def test_the_screen_waits_for_the_publication_and_shows_the_current_hanchan_without_a_number(client, hall):
    waiting = client.get(reverse("screen_seating", args=[hall.slug, 3]))
    assert "The seating of hanchan 3 is not published yet" in " ".join(waiting.content.decode().split())
    mark = waiting.context["mark"]
    assert client.get(reverse("screen_seating", args=[hall.slug, 3]), {"since": mark}).status_code == 204
    assert client.get(reverse("screen_seating", args=[hall.slug, 99])).status_code == 404
    assert client.get(reverse("screen_seating_now", args=[hall.slug])).context["hanchan"].number == 1


def test_who_sits_out_stands_after_the_tables(client):
    event = open_doors(make_tournament(hanchan_count=1))
    people = [player.pk for player in make_players(event, 18)]
    draft = {1: {table: tuple(people[at : at + 4]) for table, at in enumerate(range(0, 16, 4), 1)}}
    import_seating(tournament=event, draft=draft, byes={1: people[16:]}, act=ACT)
    publish(tournament=event, hanchan=1, act=ACT)
    event.refresh_from_db()
    *tables, out = name_board(event, hanchan(event)).tables
    assert [table.number for table in tables] == [1, 2, 3, 4]
    assert (out.number, len(out.rows), {row.wind for row in out.rows}) == (None, 2, {None})
    shown = client.get(reverse("screen_seating", args=[event.slug, 1]), {"by": "table"}).text
    assert all(row.name.family in shown for row in out.rows)


def test_drawn_winds_are_not_shown(client):
    tournament = open_doors(seated_hall(16, 1, wind_method="drawn"))
    publish(tournament=tournament, hanchan=None, act=ACT)
    for query in ({}, {"by": "table"}):
        html = client.get(reverse("screen_seating_now", args=[tournament.slug]), query).content.decode()
        assert 'class="tile' not in html and "winds are drawn at the table" in html


def test_forty_cost_as_many_queries_as_sixteen(client, hall):
    large = open_doors(seated_hall(40, 1))
    publish(tournament=large, hanchan=None, act=ACT)
    counts = []
    for tournament in (hall, large):
        address = reverse("screen_seating_now", args=[tournament.slug])
        client.get(address)
        with CaptureQueriesContext(connection) as caught:
            assert client.get(address).status_code == 200
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 14


@pytest.mark.parametrize(
    ("kana", "latin"),
    [
        ("きゃりー ぱみゅぱみゅ", "Kyari Pamyupamyu"),
        ("じゅんいち", "Junichi"),
        ("まっちゃ", "Matcha"),
        ("김 민수", "김 민수"),
    ],
)
def test_readings_in_kana_are_written_in_latin_letters(kana, latin):
    assert romanised(kana) == latin
