"""Minutes give the points; past the limit the hanchan is forfeited and a substitute plays (WRC 2025 §12.3.9)."""

from datetime import timedelta
from uuid import uuid4

import pytest

from tests.acts import with_act
from tests.events.rows import kept
from tests.factories import MORNING, make_user
from tests.tournament.standings.tables import USUAL, begin, come_late, finish, hanchan, put_in, small_event
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.players.actions import add_player
from tournament.results.models import Penalty, PenaltyKind
from tournament.results.penalties.actions import cancel
from tournament.results.penalties.lateness import LateComer, late_players
from tournament.results.penalties.queries import given_penalties, newest_penalty
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import lineup
from tournament.seats.stand_ins import stand_in
from tournament.standings.queries import forget, standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def event():
    tournament, people = small_event(hanchan_count=3)
    begin(tournament, 1)
    return tournament, people


@pytest.mark.parametrize(("minutes", "points"), [(1, 1_000), (7, 7_000), (10, 10_000)])
def test_each_full_minute_costs_one_p_up_to_ten(event, minutes, points):
    penalty = come_late(event[1][0], minutes)
    assert (penalty.kind, penalty.amount, penalty.minutes) == (PenaltyKind.LATE, points, minutes)


def test_less_than_a_minute_is_on_time(event):
    with pytest.raises(Refused, match="on time") as refused:
        come_late(event[1][0], timedelta(seconds=59))
    assert refused.value.field == "late"


def test_the_referee_who_decided_is_named(event):
    comers = [LateComer(event[1][0], timedelta(minutes=3))]
    with pytest.raises(Refused, match="name of the referee") as refused:
        late_players(hanchan=hanchan(event[0], 1), rows=comers, referee=" ", act=Act(by=None, at=MORNING))
    assert refused.value.field == "referee"
    assert not Penalty.objects.exists()


def test_a_second_past_ten_minutes_is_a_forfeit(event):
    penalty = come_late(event[1][0], timedelta(minutes=10, seconds=1), substitute="Kai Ohm")
    assert (penalty.kind, penalty.amount, penalty.minutes) == (PenaltyKind.FORFEIT, 30_000, 10)


def test_a_forfeit_is_no_points_and_thirty_p_and_the_substitute_is_scored_and_not_ranked(event):
    tournament, (aiko, *_) = event
    come_late(aiko, 12, substitute="Kai Ohm")
    seat = lineup(tournament, 1)[1][0]
    assert (seat.player.name, seat.absent) == ("Kai Ohm", aiko)
    assert seat.player.is_substitute
    put_in(tournament, 1, 1, USUAL)
    put_in(tournament, 1, 2, USUAL)
    tournament.refresh_from_db()
    rows = standings_of(tournament).by_number
    assert (rows[1].standing.total, rows[1].standing.table_total) == (-30_000, 0)
    assert (rows[9].standing.total, rows[9].standing.place) == (30_200, None)


def test_the_forfeit_replaces_the_minutes(event):
    """RULES 8.5: late 11 minutes, a substitute plays: -30.0, not -40."""
    tournament, (aiko, *_) = event
    minutes = come_late(aiko, 10)
    come_late(aiko, None, substitute="Kai Ohm")
    minutes.refresh_from_db()
    assert minutes.cancelled_reason == "Replaced by the forfeit of the hanchan."
    forget()
    assert standings_of(tournament).by_number[1].standing.penalties == 30_000


def test_minutes_that_were_wrong_are_replaced_not_added(event):
    aiko = event[1][0]
    come_late(aiko, 3)
    come_late(aiko, 5)
    assert list(aiko.penalties.filter(cancelled_at=None).values_list("amount", flat=True)) == [5_000]
    come_late(aiko, 2, number=2)
    assert aiko.penalties.filter(cancelled_at=None).count() == 2


def test_who_has_forfeited_cannot_come_late(event):
    come_late(event[1][0], 12, substitute="Kai Ohm")
    with pytest.raises(Refused, match="already forfeited hanchan 1"):
        come_late(event[1][0], 5)


def test_a_forfeit_needs_somebody_who_plays_the_seat(event):
    with pytest.raises(Refused, match="a substitute for the seat") as refused:
        come_late(event[1][0], 12)
    assert refused.value.field == "substitute"
    assert not Penalty.objects.exists()


def test_a_stand_in_who_is_there_already_is_enough(event):
    tournament, (aiko, *_) = event
    kai = add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Kai Ohm", is_substitute=True)
    stand_in(tournament=tournament, hanchan=1, absent=aiko, substitute=kai, act=Act(by=None, at=MORNING, reason="away"))
    assert come_late(aiko, 12).kind == PenaltyKind.FORFEIT


def test_somebody_with_a_seat_cannot_stand_in(event):
    tournament, people = event
    with pytest.raises(Refused, match="has a seat") as refused:
        come_late(people[0], 12, substitute=people[5])
    assert refused.value.field == "substitute"
    assert not Penalty.objects.exists() and not tournament.stand_ins.exists()


def test_a_forfeit_after_the_sheet_is_in_gives_its_points_to_the_substitute(event):
    tournament, (aiko, *_) = event
    put_in(tournament, 1, 1)
    before = standings_of(tournament).by_number[1].standing
    come_late(aiko, 12, substitute="Kai Ohm")
    forget()
    tournament.refresh_from_db()
    ranking = standings_of(tournament)
    left, kai = ranking.by_number[1].standing, ranking.substitutes[0]
    assert (left.total, left.table_total, left.hanchan[0]) == (-30_000, 0, None)
    assert (kai.player.name, kai.standing.hanchan[0]) == ("Kai Ohm", before.hanchan[0])
    version = accepted_version(tournament.hanchan.get(number=1), 1)
    assert (version.number, version.reason) == (2, "Kai Ohm plays the seat of Aiko Brandt.")


def test_who_has_no_seat_cannot_forfeit(event):
    tournament, _ = event
    kai = add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Kai Ohm", is_substitute=True)
    with pytest.raises(Refused, match="no seat in hanchan 1"):
        come_late(kai, 12, substitute="Lea Roth")


def test_cancelling_a_forfeit_gives_the_seat_back(event):
    tournament, (aiko, *_) = event
    penalty = come_late(aiko, 12, substitute="Kai Ohm")
    cancel(penalty=penalty, act=Act(by=None, at=MORNING, reason="was here after all"))
    assert lineup(tournament, 1)[1][0].player == aiko


def test_cancelling_a_forfeit_leaves_the_seat_to_the_substitute_who_has_played(event):
    tournament, (aiko, *_) = event
    penalty = come_late(aiko, 12, substitute="Kai Ohm")
    put_in(tournament, 1, 1)
    put_in(tournament, 1, 2)
    finish(tournament, 1)
    cancel(penalty=penalty, act=Act(by=None, at=MORNING, reason="excused"))
    assert lineup(tournament, 1)[1][0].player.name == "Kai Ohm"
    forget()
    tournament.refresh_from_db()
    assert standings_of(tournament).by_number[1].standing.total == 0


def test_several_late_players_are_entered_together_or_not_at_all(event):
    tournament, people = event
    rows = [
        LateComer(people[0], timedelta(minutes=4)),
        LateComer(people[1], timedelta(seconds=30)),
        LateComer(people[2], timedelta(minutes=12)),
    ]
    act = {"hanchan": hanchan(tournament, 1), "referee": "Mina", "by": None, "at": MORNING}
    with pytest.raises(Refused) as refused:
        late_players(rows=rows, **with_act(submission=uuid4(), **act))
    assert [(one.params["row"], one.field) for one in refused.value.messages] == [(1, "late"), (2, "substitute")]
    assert not Penalty.objects.exists()
    form = uuid4()
    good = [rows[0], LateComer(people[2], None, "Kai Ohm")]
    given = late_players(rows=good, **with_act(submission=form, **act))
    assert [one.amount for one in given] == [4_000, 30_000]
    assert late_players(rows=good, **with_act(submission=form, **act)) == given
    assert Penalty.objects.count() == 2 and tournament.players.filter(name="Kai Ohm").count() == 1


def test_the_name_of_a_player_makes_no_second_person(event):
    tournament, people = event
    resting = add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Marie-Hélène François")
    come_late(people[0], None, substitute="François")
    assert lineup(tournament, 1)[1][0].player == resting
    assert tournament.players.filter(name__contains="François").count() == 1


def test_who_sits_out_and_stands_in_may_not_be_ranked_for_the_hanchan(event):
    tournament, people = event
    resting = add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Marie-Hélène François")
    come_late(people[0], None, substitute=resting, is_ranked=False)
    put_in(tournament, 1, 1)
    row = standings_of(tournament).by_number[resting.number].standing
    assert tournament.stand_ins.get().counts is False
    assert (row.total, row.uncounted, row.hanchan[0].score) == (0, (1,), 30_200)


def test_two_forfeits_at_one_table_have_two_substitutes(event):
    tournament, people = event
    come_late(people[0], 12, substitute="Kai Ohm")
    come_late(people[1], None, substitute="Lea Roth")
    assert [place.player.name for place in lineup(tournament, 1)[1]][:2] == ["Kai Ohm", "Lea Roth"]


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(1, "1 minute"), (10, "10 minutes"), (timedelta(minutes=10, seconds=1), "more than 10 minutes"), (None, "")],
)
def test_ten_minutes_that_have_a_price_are_not_said_of_a_forfeit(event, minutes, words):
    tournament, (aiko, *_) = event
    given = come_late(aiko, minutes, substitute="Kai Ohm")
    assert given.how_late == given_penalties(tournament)[0].how_late == words


def test_minutes_that_somebody_else_entered_meanwhile_are_not_replaced_in_silence(event):
    player = event[1][0]
    known = newest_penalty(event[0])
    first = come_late(player, 4, by=make_user(name="Dora Ito"))
    with pytest.raises(Conflict, match=f"Dora Ito entered {player} as late 1 second ago: 4 minutes"):
        come_late(player, 5, base=known)
    assert come_late(player, 5, base=first.pk).minutes == 5


def test_of_several_late_players_one_known_meanwhile_is_a_question_and_one_that_is_wrong_is_not(event):
    tournament, people = event
    known, number = newest_penalty(tournament), hanchan(tournament, 1)
    come_late(people[0], 4)
    rows = [LateComer(people[0], timedelta(minutes=5)), LateComer(people[1], timedelta(minutes=3))]
    act = Act(by=None, at=MORNING, base=known)
    with pytest.raises(Conflict):
        late_players(hanchan=number, rows=rows, referee="Mina", act=act)
    with pytest.raises(Refused) as refused:
        late_players(hanchan=number, rows=[*rows, LateComer(people[2], timedelta(0))], referee="Mina", act=act)
    assert not isinstance(refused.value, Conflict)
