"""Drawing the winds of a table by its page, and cancelling a draw."""

import random
from collections import Counter
from itertools import permutations

import pytest
from django.db import IntegrityError, transaction

from tests.factories import MORNING, make_players, make_user
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tests.tournament.standings.tables import vouch
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.messages import Conflict, Refused
from tournament.core.models import HanchanState, Verb, WindMethod
from tournament.events.history import details
from tournament.results.models import DrawWay, WindDraw
from tournament.results.wind_draws.actions import cancel_draw, draw_winds
from tournament.results.wind_draws.queries import table_draw
from tournament.seats.models import StandIn
from tournament.seats.queries import places_at

pytestmark = pytest.mark.django_db


class Table:
    """Table 1 of a hanchan whose winds are drawn by the page."""

    def __init__(self, **fields):
        self.tournament = hall(**{"players": 8, "wind_method": WindMethod.PAGE, **fields})
        self.tournament.hanchan.update(seating_published_at=MORNING)
        self.hanchan = hanchan_of(self.tournament)

    @property
    def state(self):
        return table_draw(self.hanchan, 1, places_at(self.tournament, 1, 1))

    def draw(self, player=None, chance=lambda _n: 0):
        act = Act(by=None, at=MORNING, name=str(player or "table 1"))
        return draw_winds(hanchan=self.hanchan, table=1, player=player, random=chance, act=act)

    def cancel(self, draw, reason="table 2 drew here", by=None):
        cancel_draw(draw=draw, act=Act(by=by, at=MORNING, reason=reason))


@pytest.fixture
def table():
    return Table()


# --- drawing


def test_one_press_draws_for_everybody_and_the_sheet_begins_with_it(table):
    draw = table.draw()
    assert draw.way == DrawWay.PAGE and sorted(wind for wind, _player in draw.winds) == sorted("ESWN")
    assert WindDraw.winds_at(table.hanchan, 1, places_at(table.tournament, 1, 1)) == draw.wind_of


def test_a_draw_at_one_table_is_none_at_another(table):
    table.draw()
    assert table_draw(table.hanchan, 2, places_at(table.tournament, 1, 2)).draw is None


def test_each_order_is_drawn_equally_often(table):
    """Enumerated: 4 · 3 · 2 · 1 outcomes of the chance, and each gives another order."""
    found = Counter()
    for chance in ((a, b, c, 0) for a in range(4) for b in range(3) for c in range(2)):
        rolls = iter(chance)
        draw = table.draw(chance=lambda _n, rolls=rolls: next(rolls))
        found[tuple(wind for wind, _player in draw.winds)] += 1
        table.cancel(draw)
    assert found == dict.fromkeys(permutations("ESWN"), 1)


def test_the_server_asks_chance_for_no_more_than_there_is(table):
    asked = []
    table.draw(chance=lambda n: asked.append(n) or random.Random(1).randrange(n))
    assert asked == [4, 3, 2, 1]


def test_a_second_press_changes_nothing_and_says_who_drew(table):
    first, second, *_others = table.state.players
    draw = table.draw(first)
    with pytest.raises(Conflict, match=rf"The winds were drawn at 09:30 by {first.label}\."):
        table.draw(second, chance=lambda n: n - 1)
    assert WindDraw.objects.get().winds == draw.winds


def test_whoever_has_only_the_code_of_the_table_draws_in_its_name(table):
    table.draw()
    with pytest.raises(Conflict, match=r"The winds were drawn at 09:30 at table 1\."):
        table.draw()
    assert table.tournament.audit_entries.first().actor_name == "table 1"


def test_somebody_of_another_table_draws_nothing_here(table):
    stranger = places_at(table.tournament, 1, 2)[0].player
    with pytest.raises(Refused, match="does not sit at this table"):
        table.draw(stranger)
    assert not WindDraw.objects.exists()


def test_the_draw_is_one_line_of_the_history_that_vouches_for_it(table):
    vouch(table.tournament)
    lines = table.tournament.audit_entries.count()
    first, second, *_others = table.state.players
    draw = table.draw(first)
    assert table.tournament.audit_entries.count() == lines + 1
    line = table.tournament.audit_entries.first()
    assert (line.verb, line.actor_name, line.about) == (Verb.DREW_WINDS, str(first), "hanchan 1, table 1")
    assert details(line)[0].startswith(f"winds: E {first.number} {first.label}, S ")
    assert findings(table.tournament) == []
    for change in ({"winds": draw.winds[::-1]}, {"drawn_by": second}):
        with transaction.atomic():
            WindDraw._base_manager.filter(pk=draw.pk).update(**change)
        assert findings(table.tournament)
        WindDraw._base_manager.filter(pk=draw.pk).update(winds=draw.winds, drawn_by=first)


# --- when there is nothing to draw


@pytest.mark.parametrize("method", [WindMethod.FIXED, WindMethod.DRAWN])
def test_where_the_page_does_not_draw_it_cannot_be_made_to(method):
    table = Table(wind_method=method)
    with pytest.raises(Refused, match="The page of the table does not draw the winds"):
        table.draw()


def test_winds_that_the_seating_fixes_are_read_from_no_draw():
    tournament = hall(players=8)
    assert WindDraw.winds_at(hanchan_of(tournament), 1, ()) == {}


def test_before_the_seats_are_published_nothing_is_drawn(table):
    table.tournament.hanchan.update(seating_published_at=None)
    with pytest.raises(Refused, match="are not published"):
        table.draw()


def test_while_another_hanchan_is_played_nothing_is_drawn_for_the_next(table):
    two = hanchan_of(table.tournament, 2)
    act = Act(by=None, at=MORNING, name="table 1")
    with pytest.raises(Refused, match="Hanchan 1 is still being played"):
        draw_winds(hanchan=two, table=1, player=None, random=lambda _n: 0, act=act)
    table.tournament.hanchan.filter(number=1).update(state=HanchanState.CLOSED, closed_at=MORNING)
    assert draw_winds(hanchan=two, table=1, player=None, random=lambda _n: 0, act=act).hanchan == two


def test_once_the_hanchan_is_closed_nothing_is_drawn(table):
    table.tournament.hanchan.filter(number=1).update(state=HanchanState.CLOSED, closed_at=MORNING)
    with pytest.raises(Refused, match="is closed"):
        table.draw()


def test_once_the_sheet_is_in_its_winds_count(table):
    entered(table.hanchan)
    with pytest.raises(Refused, match="the winds on it count"):
        table.draw()


# --- cancelling


def test_a_cancelled_draw_is_drawn_again_and_both_stay(table):
    draw, referee = table.draw(), make_user("mina")
    with pytest.raises(Refused, match="Enter a reason"):
        table.cancel(draw, reason=" ")
    table.cancel(draw, by=referee)
    with pytest.raises(Conflict):
        table.cancel(draw, reason="again")
    again = table.draw()
    assert (again.attempt, [one.cancelled_reason for one in table.state.before]) == (2, ["table 2 drew here"])
    line = table.tournament.audit_entries.filter(verb=Verb.CANCELLED_WIND_DRAW).get()
    assert (line.by, line.about, line.reason) == (referee, "hanchan 1, table 1", "table 2 drew here")


def test_the_database_keeps_one_draw_for_a_table(table):
    draw = table.draw()
    with pytest.raises(IntegrityError), transaction.atomic():
        WindDraw.objects.create(hanchan=draw.hanchan, table=1, attempt=2, way=DrawWay.PAGE, drawn_at=MORNING)


# --- substitutes, and draws of earlier releases


def test_a_substitute_has_the_wind_of_the_seat(table):
    draw = table.draw()
    absent = table.state.players[0]
    substitute = make_players(table.tournament, 1, is_substitute=True)[0]
    StandIn.objects.create(
        tournament=table.tournament, hanchan=table.hanchan, absent=absent, substitute=substitute, made_at=MORNING
    )
    found = WindDraw.winds_at(table.hanchan, 1, places_at(table.tournament, 1, 1))
    assert found[substitute.pk] == draw.wind_of[absent.pk]


def test_a_draw_of_an_earlier_release_counts_and_says_how_it_was_made(table):
    winds = [[wind, player.pk] for wind, player in zip("WNES", table.state.players, strict=True)]
    old = {"hanchan": table.hanchan, "table": 1, "drawn_at": MORNING, "way": DrawWay.JOINT}
    WindDraw.objects.create(**old, attempt=1, proof={"secret": "0" * 64}, cancelled_at=MORNING)
    WindDraw.objects.create(**old, attempt=2, winds=winds, proof={"secret": "1" * 64})
    state = table.state
    assert [one.was_drawn for one in state.before] == [False]
    assert str(state.draw.origin) == "The winds were drawn at 09:30: by all players on their phones."
    assert sorted(WindDraw.winds_at(table.hanchan, 1, places_at(table.tournament, 1, 1)).values()) == sorted("ESWN")
    with pytest.raises(Conflict, match="by all players on their phones"):
        table.draw()
