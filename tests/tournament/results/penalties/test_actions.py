"""Giving and cancelling: amounts from the catalogue, one act for one form, everything reversible and in the history."""

from datetime import timedelta
from uuid import uuid4

import pytest

from tests.acts import with_act
from tests.events.rows import kept
from tests.factories import MORNING, make_user
from tests.tournament.standings.tables import USUAL, begin, hanchan, play, small_event
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.players.actions import reinstate, withdraw
from tournament.players.models import PlayerStatus
from tournament.results.models import Penalty, PenaltyKind
from tournament.results.penalties.actions import cancel, give
from tournament.results.penalties.queries import (
    deductions,
    earlier_offences,
    earlier_penalties,
    given_penalties,
    newest_penalty,
    times_given,
)
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def event():
    tournament, people = small_event(hanchan_count=3)
    begin(tournament, 1)
    return tournament, people


def give_to(player, kind, *, foul="", amount=None, number=1, **fields):
    fields = {"reason": "as seen", "referee": "Mina", "submission": uuid4(), "by": None, "at": MORNING, **fields}
    where = hanchan(player.tournament, number) if number else None
    return give(
        tournament=player.tournament,
        player=player,
        hanchan=where,
        kind=kind,
        foul=foul,
        amount=amount,
        **with_act(**fields),
    )


def test_a_chonbo_costs_what_the_rule_set_says(event):
    assert give_to(event[1][0], PenaltyKind.CHONBO).amount == 30_000
    other, people = small_event(preset="ema-2025", name="Ema Open")
    begin(other, 1)
    assert give_to(people[0], PenaltyKind.CHONBO).amount == 20_000
    assert give_to(people[0], PenaltyKind.CHONBO, foul="NOTEN_RIICHI").amount == 20_000


def test_the_catalogue_gives_the_points_of_a_foul(event):
    penalty = give_to(event[1][0], PenaltyKind.POINTS, foul="ALL_LAST", reason="")
    assert (penalty.amount, penalty.scheduled_amount, penalty.deviation) == (8_000, 8_000, None)
    assert penalty.foul_title == "Wrong all-last sheet"


def test_other_points_than_the_catalogues_need_a_reason_and_are_kept_as_a_deviation(event):
    with pytest.raises(Refused, match="enter a reason") as refused:
        give_to(event[1][0], PenaltyKind.POINTS, foul="ALL_LAST", amount=5_000, reason="")
    assert refused.value.field == "reason"
    penalty = give_to(event[1][0], PenaltyKind.POINTS, foul="ALL_LAST", amount=5_000, reason="half the impact")
    assert penalty.deviation == 8_000


def test_warnings_and_dead_hands_are_rows_without_points(event):
    tournament, (aiko, *_) = event
    give_to(aiko, PenaltyKind.WARNING, foul="CONFUSING", reason="")
    give_to(aiko, PenaltyKind.DEAD_HAND, foul="SWAP", reason="")
    assert [one.amount for one in aiko.penalties.all()] == [0, 0]
    assert deductions(given_penalties(tournament)) == ()


def test_nothing_escalates_by_itself_and_a_repetition_is_no_deviation():
    tournament, (aiko, *_) = small_event(preset="wrc-2025")
    begin(tournament, 1)
    for _n in range(3):
        assert give_to(aiko, PenaltyKind.WARNING, foul="TENPAI_WRONG", reason="").amount == 0
    assert len(earlier_offences(aiko, "TENPAI_WRONG")) == 3
    cancel(penalty=aiko.penalties.first(), act=Act(by=None, at=MORNING, reason="seen wrong"))
    assert len(earlier_offences(aiko, "TENPAI_WRONG")) == 2
    repeated = give_to(aiko, PenaltyKind.POINTS, foul="TENPAI_WRONG", amount=5_000, reason="")
    assert repeated.deviation is None


def test_the_price_of_a_repetition_needs_a_repetition():
    tournament, (aiko, *_) = small_event(preset="wrc-2025")
    begin(tournament, 1)
    penalty = give_to(aiko, PenaltyKind.POINTS, foul="ALL_LAST", amount=5_000, reason="no great impact")
    assert penalty.deviation == 8_000
    assert earlier_offences(aiko, "") == []


@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        ({"kind": PenaltyKind.POINTS, "amount": 0}, "amount", "points to take off"),
        ({"kind": PenaltyKind.POINTS, "amount": 2_550}, "amount", "steps of 0.1P"),
        ({"kind": PenaltyKind.POINTS, "amount": -2_000}, "amount", "steps of 0.1P"),
        ({"kind": PenaltyKind.DISQUALIFICATION, "amount": 5_000}, "amount", "not ranked"),
        ({"kind": PenaltyKind.WARNING, "reason": " "}, "reason", "what happened"),
        ({"kind": PenaltyKind.WARNING, "referee": " "}, "referee", "referee"),
        ({"kind": PenaltyKind.WARNING, "foul": "NOPE"}, "foul", "no such foul"),
        ({"kind": PenaltyKind.LATE, "amount": 1_000}, None, "Late or absent"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_saved(event, fields, field, message):
    with pytest.raises(Refused, match=message) as refused:
        give_to(event[1][0], **fields)
    assert refused.value.field == field
    assert not Penalty.objects.exists()


def test_people_and_hanchan_of_another_tournament_are_refused(event):
    other, people = small_event(name="Other Open")
    with pytest.raises(Refused, match="not in this tournament"):
        give(
            tournament=event[0],
            player=people[0],
            hanchan=None,
            kind="warning",
            referee="Mina",
            act=Act(by=None, at=MORNING, reason="x", submission=uuid4()),
        )
    with pytest.raises(Refused, match="not part of this tournament"):
        give(
            tournament=event[0],
            player=event[1][0],
            hanchan=hanchan(other, 1),
            kind="warning",
            referee="Mina",
            act=Act(by=None, at=MORNING, reason="x", submission=uuid4()),
        )


def test_the_same_form_sent_twice_is_one_penalty_and_one_edition(event):
    tournament, (aiko, *_) = event
    form = uuid4()
    first = give_to(aiko, PenaltyKind.CHONBO, submission=form)
    tournament.refresh_from_db()
    again = give_to(aiko, PenaltyKind.CHONBO, submission=form)
    assert again.pk == first.pk
    assert tournament.edition == type(tournament).objects.get().edition
    assert Penalty.objects.count() == 1


def test_a_penalty_and_its_end_are_in_the_history(event):
    tournament, (aiko, *_) = event
    penalty = give_to(aiko, PenaltyKind.CHONBO, foul="NOTEN_RIICHI", reason="")
    cancel(penalty=penalty, act=Act(by=None, at=MORNING, reason="was tenpai"))
    entries = list(tournament.audit_entries.all()[:2])
    assert [(entry.verb, entry.subject) for entry in entries] == [
        ("cancelled a penalty", "1 Aiko Brandt"),
        ("gave a penalty", "1 Aiko Brandt"),
    ]
    assert entries[0].reason == "was tenpai" and entries[1].detail["points"] == 30_000


def test_a_cancelled_penalty_stays_with_its_reason_and_counts_nowhere(event):
    tournament, (aiko, *_) = event
    penalty = give_to(aiko, PenaltyKind.CHONBO)
    with pytest.raises(Refused, match="Enter a reason"):
        cancel(penalty=penalty, act=Act(by=None, at=MORNING, reason="  "))
    cancel(penalty=penalty, act=Act(by=None, at=MORNING, reason="wrong table"))
    cancel(penalty=penalty, act=Act(by=None, at=MORNING, reason="again"))
    penalty.refresh_from_db()
    assert penalty.cancelled_reason == "wrong table"
    assert deductions(given_penalties(tournament)) == ()
    assert Penalty.objects.count() == 1


@pytest.mark.parametrize("before", [PlayerStatus.PLAYING, PlayerStatus.WITHDRAWN])
def test_a_disqualification_sets_the_status_and_its_end_restores_what_was(event, before):
    aiko = event[1][0]
    if before == PlayerStatus.WITHDRAWN:
        withdraw(player=aiko, act=Act(by=None, at=MORNING))
    penalty = give_to(aiko, PenaltyKind.DISQUALIFICATION, foul="CHEAT", reason="")
    aiko.refresh_from_db()
    assert aiko.status == PlayerStatus.DISQUALIFIED
    with pytest.raises(Refused, match="already disqualified"):
        give_to(aiko, PenaltyKind.DISQUALIFICATION, foul="CHEAT")
    cancel(penalty=penalty, act=Act(by=None, at=MORNING, reason="a mix-up"))
    aiko.refresh_from_db()
    assert aiko.status == before


def test_who_was_reinstated_already_keeps_the_status_when_the_disqualification_is_cancelled(event):
    aiko = event[1][0]
    penalty = give_to(aiko, PenaltyKind.DISQUALIFICATION, foul="CHEAT", reason="")
    aiko.refresh_from_db()
    reinstate(player=aiko, act=Act(by=None, at=MORNING, reason="an appeal"))
    entries = aiko.tournament.audit_entries.filter(verb="reinstated a player").count()
    cancel(penalty=penalty, act=Act(by=None, at=MORNING, reason="a mix-up"))
    aiko.refresh_from_db()
    assert aiko.status == PlayerStatus.PLAYING
    assert aiko.tournament.audit_entries.filter(verb="reinstated a player").count() == entries


def test_penalties_change_neither_table_scores_nor_places_at_the_table():
    tournament, (aiko, *_) = small_event(name="May Open")
    play(tournament, 1, {1: USUAL, 2: USUAL})
    before = standings_of(tournament).by_number[1].standing
    give_to(aiko, PenaltyKind.CHONBO)
    tournament.refresh_from_db()
    after = standings_of(tournament).by_number[1].standing
    assert after.hanchan == before.hanchan and after.table_total == before.table_total
    assert after.total == before.total - 30_000


def test_what_people_were_given_before_is_found_in_one_query_without_what_was_cancelled(
    event, django_assert_num_queries
):
    tournament, people = event
    first = give_to(people[0], PenaltyKind.WARNING, foul="DRAW")
    second = give_to(people[0], PenaltyKind.CHONBO, foul="TILES")
    gone = give_to(people[1], PenaltyKind.CHONBO, foul="TILES")
    cancel(penalty=gone, act=Act(by=None, at=MORNING, reason="another player"))
    with django_assert_num_queries(1):
        assert earlier_penalties(people) == {people[0].pk: [first, second]}
    with django_assert_num_queries(1):
        assert times_given(tournament) == {first.foul: 1, second.foul: 1}


# --- two people at once -----------------------------------------------------------------------------------------------


def test_a_second_penalty_for_the_same_foul_asks_who_did_not_know_of_the_first(event):
    player, dora = event[1][0], make_user(name="Dora Ito")
    known = newest_penalty(event[0])
    first = give_to(player, PenaltyKind.CHONBO, foul="NOTEN_RIICHI", by=dora)
    later = {"foul": "NOTEN_RIICHI", "at": MORNING + timedelta(seconds=20)}
    with pytest.raises(Conflict) as asked:
        give_to(player, PenaltyKind.CHONBO, base=known, **later)
    assert asked.value.message == (
        f"Dora Ito gave {player} a penalty for the same foul 20 seconds ago (chonbo). If it is the same one, give "
        "nothing. If it is a second one, give it as well."
    )
    assert Penalty.objects.count() == 1
    give_to(player, PenaltyKind.CHONBO, base=first.pk, **later)
    assert Penalty.objects.count() == 2


def test_another_player_foul_or_hanchan_and_a_penalty_taken_back_ask_nothing(event):
    player, other = event[1][:2]
    known = newest_penalty(event[0])
    first = give_to(player, PenaltyKind.WARNING)
    give_to(other, PenaltyKind.WARNING, base=known)
    give_to(player, PenaltyKind.WARNING, number=2, base=known)
    give_to(player, PenaltyKind.CHONBO, base=known)
    give_to(player, PenaltyKind.CHONBO, foul="NOTEN_RIICHI", base=known)
    with pytest.raises(Conflict):
        give_to(player, PenaltyKind.WARNING, base=known)
    cancel(penalty=first, act=Act(by=None, at=MORNING, reason="wrong player"))
    give_to(player, PenaltyKind.WARNING, base=known)
