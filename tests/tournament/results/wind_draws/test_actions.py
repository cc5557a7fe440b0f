"""Drawing the winds of a table: by all players, by the server, with tiles and dice; and everybody who cheats at it."""

import random
from collections import Counter
from itertools import permutations

import pytest
from django.db import IntegrityError, transaction

from scoring.draw import TraditionalDraw, read_row
from scoring.joint_draw import findings, press
from tests.factories import MORNING, make_players
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tests.tournament.standings.tables import vouch
from tournament.core.audit import Act
from tournament.core.audit_check import findings as altered
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Hanchan, Verb, WindMethod
from tournament.results.wind_draw_models import DrawPress, DrawWay, WindDraw
from tournament.results.wind_draws.actions import (
    MOST_ATTEMPTS,
    break_off,
    cancel_draw,
    draw_directly,
    draw_traditionally,
    press_for,
    press_tile,
    send_number,
)
from tournament.results.wind_draws.queries import table_draw
from tournament.seats.models import StandIn
from tournament.seats.queries import places_at

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING, name="Aiko Brandt")


class Table:
    """Table 1 of a hanchan whose winds are drawn, and what its phones do."""

    def __init__(self, **fields):
        self.tournament = hall(players=8, wind_method=WindMethod.DRAWN, **fields)
        self.tournament.hanchan.update(seating_published_at=MORNING)
        self.hanchan = hanchan_of(self.tournament)
        self.where = {"hanchan": self.hanchan, "table": 1}

    @property
    def state(self):
        return table_draw(self.hanchan, 1, places_at(self.tournament, 1, 1))

    def number(self, player):
        return f"{player.number:032x}"

    def press(self, player, number=None, bound_to=None):
        bound_to = bound_to or self.state.fingerprint
        sent = press(bound_to, player.number, number or self.number(player))
        press_tile(**self.where, player=player, sent=sent, bound_to=bound_to)

    def send(self, player, number=None, bound_to=None):
        bound_to = bound_to or self.state.fingerprint
        send_number(**self.where, player=player, number=number or self.number(player), bound_to=bound_to, act=ACT)

    def draw(self):
        for player in self.state.players:
            self.press(player)
        for player in self.state.players:
            self.send(player)
        return self.state.draw


@pytest.fixture
def table():
    return Table()


# --- by all players


def test_the_winds_follow_from_all_numbers_and_the_secret_that_was_bound_before(table):
    before = table.state.fingerprint
    draw = table.draw()
    assert draw.way == DrawWay.JOINT and sorted(wind for wind, _player in draw.winds) == sorted("ESWN")
    assert all(holds for holds, _says in findings(draw.published, before))
    assert WindDraw.winds_at(table.hanchan, 1, places_at(table.tournament, 1, 1)) == draw.wind_of
    assert not DrawPress.objects.exists()


def test_the_secret_is_stored_nowhere_before_the_draw_is_over(table):
    for player in table.state.players:
        table.press(player)
    secret = table.state.secret
    stored = [str(list(model.objects.values())) for model in (DrawPress, WindDraw, Hanchan)]
    stored.append(str(list(table.tournament.audit_entries.values())))
    assert not any(secret in rows for rows in stored)


def test_the_draw_is_one_line_of_the_history_that_vouches_for_it(table):
    vouch(table.tournament)
    lines = table.tournament.audit_entries.count()
    draw = table.draw()
    assert table.tournament.audit_entries.count() == lines + 1
    assert table.tournament.audit_entries.first().verb == Verb.DREW_WINDS
    assert altered(table.tournament) == []
    with transaction.atomic():
        WindDraw._base_manager.filter(pk=draw.pk).update(winds=draw.winds[::-1])
    assert altered(table.tournament)


def test_a_player_who_waits_for_the_others_numbers_cannot_change_the_own_one(table):
    """Three have sent their numbers; the last one has seen them and prefers another."""
    *others, last = table.state.players
    for player in table.state.players:
        table.press(player)
    for player in others:
        table.send(player)
    for other in (f"{n:032x}" for n in range(100, 110)):
        with pytest.raises(Refused) as refused:
            table.send(last, number=other)
        assert "wrong-number" in refused.value.codes
    assert table.state.draw is None
    table.send(last)
    assert table.state.draw is not None


def test_nobody_sends_a_number_before_all_have_pressed(table):
    first = table.state.players[0]
    table.press(first)
    with pytest.raises(Refused, match="Not everybody has pressed yet"):
        table.send(first)


def test_a_copied_press_opens_with_no_number(table):
    first, second, *rest = table.state.players
    table.press(first)
    press_tile(**table.where, player=second, sent=table.state.presses[0].press, bound_to=table.state.fingerprint)
    for player in rest:
        table.press(player)
    with pytest.raises(Refused, match="is not the one that was pressed"):
        table.send(second, number=table.number(first))


def test_a_tile_is_pressed_by_one_phone_and_twice_by_the_same_one(table):
    first = table.state.players[0]
    table.press(first)
    table.press(first)
    with pytest.raises(Conflict, match="pressed on another phone"):
        table.press(first, number="f" * 32)
    assert DrawPress.objects.count() == 1


def test_somebody_of_another_table_presses_nothing_here(table):
    stranger = places_at(table.tournament, 1, 2)[0].player
    with pytest.raises(Refused, match="does not sit at this table"):
        table.press(stranger)


@pytest.mark.parametrize("sent", ["", "x" * 64, "0" * 63, "0" * 65])
def test_what_is_no_press_is_refused(table, sent):
    with pytest.raises(Refused, match="Load the page again"):
        press_tile(**table.where, player=table.state.players[0], sent=sent, bound_to=table.state.fingerprint)


def test_a_phone_without_script_leaves_its_number_to_the_server(table):
    *others, last = table.state.players
    for player in others:
        table.press(player)
    press_for(**table.where, player=last, bound_to=table.state.fingerprint, random=random.Random(1).randrange, act=ACT)
    for player in others:
        table.send(player)
    assert all(holds for holds, _says in findings(table.state.draw.published))


def test_four_phones_without_script_draw(table):
    for player in table.state.players:
        press_for(
            **table.where, player=player, bound_to=table.state.fingerprint, random=random.Random(1).randrange, act=ACT
        )
    assert table.state.draw is not None


def test_what_comes_after_the_draw_changes_nothing(table):
    fingerprint = table.state.fingerprint
    draw = table.draw()
    first = table.state.players[0]
    table.send(first, bound_to=fingerprint)
    with pytest.raises(Conflict):
        table.press(first, bound_to=fingerprint)
    break_off(**table.where, bound_to=fingerprint, act=ACT)
    assert [one.pk for one in WindDraw.objects.all()] == [draw.pk]


# --- starting again


def test_an_attempt_that_is_broken_off_stays_on_record_and_the_next_has_another_secret(table):
    first, *_others = table.state.players
    table.press(first)
    before, secret = table.state.fingerprint, table.state.secret
    break_off(**table.where, bound_to=before, act=ACT)
    assert table.state.attempt == 2 and table.state.fingerprint != before and table.state.secret != secret
    (broken,) = table.state.before
    assert (broken.winds, broken.proof["secret"], broken.proof["fingerprint"]) == ([], secret, before)
    with pytest.raises(Conflict, match="gone on meanwhile"):
        table.press(first, bound_to=before)
    assert table.draw().attempt == 2


def test_a_second_press_of_start_again_breaks_nothing_off(table):
    table.press(table.state.players[0])
    before = table.state.fingerprint
    break_off(**table.where, bound_to=before, act=ACT)
    break_off(**table.where, bound_to=before, act=ACT)
    break_off(**table.where, bound_to=table.state.fingerprint, act=ACT)
    assert WindDraw.objects.count() == 1


def test_a_server_that_says_start_again_knows_nothing_that_helps_it(table):
    """It knows every number only after the presses; each attempt leaves a line, and is counted on the page."""
    for player in table.state.players:
        table.press(player)
    break_off(**table.where, bound_to=table.state.fingerprint, act=ACT)
    assert table.tournament.audit_entries.filter(verb=Verb.BROKE_OFF_WIND_DRAW).count() == 1
    assert [one.was_drawn for one in table.state.before] == [False]


def test_who_plays_with_the_button_is_stopped(table):
    first = table.state.players[0]
    for _attempt in range(MOST_ATTEMPTS):
        table.press(first)
        break_off(**table.where, bound_to=table.state.fingerprint, act=ACT)
    with pytest.raises(Refused, match="Draw with tiles"):
        table.press(first)
    assert draw_directly(**table.where, random=lambda _n: 0, act=ACT).was_drawn


# --- the other ways


def test_the_server_draws_each_order_equally_often():
    """Enumerated: 4 · 3 · 2 · 1 outcomes of the chance, and each gives another order."""
    table = Table()
    found = Counter()
    for chance in ((a, b, c, 0) for a in range(4) for b in range(3) for c in range(2)):
        rolls = iter(chance)
        draw = draw_directly(**table.where, random=lambda _n, rolls=rolls: next(rolls), act=ACT)
        found[tuple(wind for wind, _player in draw.winds)] += 1
        cancel_draw(draw=draw, act=Act(by=None, at=MORNING, reason="again"))
    assert found == dict.fromkeys(permutations("ESWN"), 1)


def test_a_second_tap_returns_the_first_draw(table):
    first = draw_directly(**table.where, random=lambda _n: 0, act=ACT)
    assert draw_directly(**table.where, random=lambda n: n - 1, act=ACT) == first


def test_tiles_and_dice_give_the_winds_of_the_rules(table):
    draw = TraditionalDraw(read_row(["N", "1p", "E", "W", "2p", "S"]), (5,))
    seats = table.state.players[::-1]
    kept = draw_traditionally(**table.where, draw=draw, seats=seats, act=ACT)
    assert [kept.wind_of[player.pk] for player in seats] == list(draw.winds)
    assert kept.proof == {"row": "N 1p E W 2p S", "rolls": [5], "seats": [player.number for player in seats]}


def test_with_tiles_each_player_sat_somewhere(table):
    draw = TraditionalDraw(read_row(["N", "1p", "E", "W", "2p", "S"]), (5,))
    with pytest.raises(Refused, match="Name each player of the table once"):
        draw_traditionally(**table.where, draw=draw, seats=[table.state.players[0]] * 4, act=ACT)


def test_no_other_way_while_tiles_are_pressed(table):
    table.press(table.state.players[0])
    with pytest.raises(Refused, match="Start again first"):
        draw_directly(**table.where, random=lambda _n: 0, act=ACT)


# --- when there is nothing to draw


def test_where_the_seating_gives_the_winds_nothing_is_drawn():
    tournament = hall(players=8)
    tournament.hanchan.update(seating_published_at=MORNING)
    with pytest.raises(Refused, match="The seating assigns the winds"):
        draw_directly(hanchan=hanchan_of(tournament), table=1, random=lambda _n: 0, act=ACT)
    assert WindDraw.winds_at(hanchan_of(tournament), 1, ()) == {}


def test_before_the_seats_are_published_nothing_is_drawn(table):
    table.tournament.hanchan.update(seating_published_at=None)
    with pytest.raises(Refused, match="are not published"):
        draw_directly(**table.where, random=lambda _n: 0, act=ACT)


def test_once_the_hanchan_is_closed_nothing_is_drawn(table):
    table.tournament.hanchan.filter(number=1).update(state="closed", closed_at=MORNING)
    with pytest.raises(Refused, match="is closed"):
        table.press(table.state.players[0])


def test_once_the_sheet_is_in_its_winds_count(table):
    entered(table.hanchan)
    with pytest.raises(Refused, match="its winds count"):
        draw_directly(**table.where, random=lambda _n: 0, act=ACT)


# --- cancelling


def test_a_cancelled_draw_is_drawn_again_and_both_stay(table):
    draw = table.draw()
    with pytest.raises(Refused, match="Enter a reason"):
        cancel_draw(draw=draw, act=Act(by=None, at=MORNING, reason=" "))
    cancel_draw(draw=draw, act=Act(by=None, at=MORNING, reason="table 2 drew here"))
    with pytest.raises(Conflict):
        cancel_draw(draw=draw, act=Act(by=None, at=MORNING, reason="again"))
    again = table.draw()
    assert (again.attempt, [one.cancelled_reason for one in table.state.before]) == (2, ["table 2 drew here"])


def test_the_database_keeps_one_draw_for_a_table(table):
    draw = table.draw()
    with pytest.raises(IntegrityError), transaction.atomic():
        WindDraw.objects.create(hanchan=draw.hanchan, table=1, attempt=2, way="direct", drawn_at=MORNING)


# --- three at a table, and substitutes


def test_a_substitute_has_the_wind_of_the_seat(table):
    draw = table.draw()
    absent = table.state.players[0]
    substitute = make_players(table.tournament, 1, is_substitute=True)[0]
    StandIn.objects.create(
        tournament=table.tournament, hanchan=table.hanchan, absent=absent, substitute=substitute, made_at=MORNING
    )
    found = WindDraw.winds_at(table.hanchan, 1, places_at(table.tournament, 1, 1))
    assert found[substitute.pk] == draw.wind_of[absent.pk]


def test_other_players_than_those_that_pressed_start_again(table):
    first, second, *_rest = table.state.players
    table.press(first)
    substitute = make_players(table.tournament, 1, is_substitute=True)[0]
    StandIn.objects.create(
        tournament=table.tournament, hanchan=table.hanchan, absent=first, substitute=substitute, made_at=MORNING
    )
    assert table.state.are_others
    with pytest.raises(Conflict):
        table.press(second)
    break_off(**table.where, bound_to=table.state.fingerprint, act=ACT)
    assert table.draw().attempt == 2


def test_a_number_that_was_sent_twice_counts_once(table):
    players = table.state.players
    for player in players:
        table.press(player)
    for player in (players[0], *players):
        table.send(player)
    assert table.state.draw is not None
