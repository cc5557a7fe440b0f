"""Changing a seating."""

import pytest

from seating import Plan, plan
from tests.acts import with_act
from tests.factories import make_players, make_tournament
from tests.tournament.planning.halls import begin, seated_hall
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.planning import actions
from tournament.players.actions import withdraw
from tournament.seating_report.quality import quality_of
from tournament.seats.integrity import UnverifiedSeating
from tournament.seats.models import Seating
from tournament.seats.queries import draft_of, lineup, published_hanchan

pytestmark = pytest.mark.django_db


def holders(tournament, hanchan):
    return {place.holder.name for places in lineup(tournament, hanchan).values() for place in places}


def two_at_different_tables(tournament, hanchan=2):
    tables = lineup(tournament, hanchan)
    return tables[1][0].player, tables[2][1].player


# --- planning -----------------------------------------------------------------------------------------------


def test_the_same_seed_and_players_give_the_same_seating():
    one, other = seated_hall(seed=11), seated_hall(seed=11)
    names = [
        [
            [place.player.name for place in places]
            for hanchan in (1, 2, 3, 4)
            for places in lineup(hall, hanchan).values()
        ]
        for hall in (one, other)
    ]
    assert names[0] == names[1]


def test_a_plan_seats_everybody_once_in_every_hanchan_and_nobody_meets_twice():
    tournament = seated_hall(36, 8)
    assert all(len(holders(tournament, hanchan)) == 36 for hanchan in range(1, 9))
    quality = quality_of(tournament.seating).quality
    assert (quality.repeats, quality.wind_gap) == (0, 0)


def test_a_plan_is_hidden_until_it_is_published(now):
    tournament = seated_hall()
    actions.publish(tournament=tournament, hanchan=None, act=Act(by=None, at=now))
    actions.plan_seating(tournament=tournament, seed=8, act=Act(by=None, at=now))
    assert published_hanchan(tournament) == []


@pytest.mark.parametrize(("count", "words"), [(38, "add 2 substitutes"), (39, "add 1 substitute,"), (0, "Add players")])
def test_players_who_do_not_fill_tables_are_refused_with_the_remedy(count, words, now):
    tournament = make_tournament()
    make_players(tournament, count)
    with pytest.raises(Refused, match=words):
        actions.plan_seating(tournament=tournament, seed=1, act=Act(by=None, at=now))
    assert not Seating.objects.exists()


def test_substitutes_fill_the_last_table_and_the_others_wait(now):
    tournament = make_tournament(hanchan_count=3)
    make_players(tournament, 14)
    substitutes = make_players(tournament, 3, is_substitute=True)
    actions.plan_seating(tournament=tournament, seed=1, act=Act(by=None, at=now))
    seated = set(draft_of(tournament.seating)[1].values())
    people = {player for seats in seated for player in seats}
    assert [player.pk in people for player in substitutes] == [True, True, False]


def test_who_withdrew_gets_no_seat(now):
    tournament = make_tournament(hanchan_count=3)
    *_others, last = make_players(tournament, 17)
    withdraw(player=last, act=Act(by=None, at=now, reason="ill"))
    actions.plan_seating(tournament=tournament, seed=1, act=Act(by=None, at=now))
    assert len(lineup(tournament, 1)) == 4


def test_a_hall_with_too_few_tables_is_named(now):
    tournament = make_tournament(table_count=3)
    make_players(tournament, 16)
    with pytest.raises(Refused, match="need 4 tables, and the hall has 3"):
        actions.plan_seating(tournament=tournament, seed=1, act=Act(by=None, at=now))


def test_no_new_plan_once_a_hanchan_has_started(now):
    tournament = seated_hall()
    begin(tournament, 1)
    with pytest.raises(Refused, match="Swap two players, replace a player, or import"):
        actions.plan_seating(tournament=tournament, seed=9, act=Act(by=None, at=now))


def test_a_faulty_plan_is_never_stored(monkeypatch, now):
    tournament = seated_hall()
    good = plan(16, 4, 7)
    twice = ((good.rounds[0][0], good.rounds[0][0], *good.rounds[0][2:]), *good.rounds[1:])
    faulty = Plan(16, twice, 7, good.quality, good.layout)
    monkeypatch.setattr("tournament.planning.sources.plan.plan", lambda *args, **kwargs: faulty)
    with pytest.raises(UnverifiedSeating):
        actions.plan_seating(tournament=tournament, seed=7, act=Act(by=None, at=now))
    assert Seating.objects.count() == 1


def test_players_who_change_while_the_plan_is_made_are_a_conflict(monkeypatch, now):
    tournament = seated_hall()
    players = list(tournament.players.all())

    def slow_plan(*args, **kwargs):
        withdraw(player=players[0], act=Act(by=None, at=now, reason="ill"))
        return plan(*args, **kwargs)

    monkeypatch.setattr("tournament.planning.sources.plan.plan", slow_plan)
    with pytest.raises(Refused, match="do not fill tables"):
        actions.plan_seating(tournament=tournament, seed=7, act=Act(by=None, at=now))
    assert Seating.objects.count() == 1


def test_a_form_sent_twice_plans_once(now):
    tournament = seated_hall()
    again = {"tournament": tournament, "seed": 5, "by": None, "at": now, "base": 1, "submission": "one form"}
    assert actions.plan_seating(**with_act(**again)) == actions.plan_seating(**with_act(**again))
    assert Seating.objects.count() == 2


def test_planning_again_hides_every_hanchan_that_was_published(now):
    tournament = seated_hall()
    tournament.hanchan.update(seating_published_at=now)
    actions.plan_seating(tournament=tournament, seed=6, act=Act(by=None, at=now))
    assert set(tournament.hanchan.values_list("seating_published_at", flat=True)) == {None}


# --- swapping -----------------------------------------------------------------------------------------------


def test_a_swap_makes_a_new_version_with_its_reason_and_keeps_the_old_one(now):
    tournament = seated_hall()
    first = tournament.seating
    before = draft_of(first)
    one, other = two_at_different_tables(tournament)
    made = actions.swap(
        tournament=tournament, hanchan=2, one=one, other=other, act=Act(by=None, at=now, reason="twins")
    )
    assert (made.number, made.reason, made.source) == (2, "twins", "changed")
    assert lineup(tournament, 2)[1][0].player == other
    assert draft_of(first) == before
    assert draft_of(made)[1] == before[1]


def test_a_swap_bumps_the_edition_once_and_stands_in_the_history(now):
    tournament = seated_hall()
    edition = tournament.edition
    one, other = two_at_different_tables(tournament)
    actions.swap(tournament=tournament, hanchan=2, one=one, other=other, act=Act(by=None, at=now))
    entry = tournament.audit_entries.first()
    assert tournament.edition == edition + 1 == entry.edition
    assert entry.verb == "swapped two seats" and one.name in entry.about


def test_nobody_swaps_in_a_hanchan_that_has_started(now):
    tournament = seated_hall()
    begin(tournament, 2)
    one, other = two_at_different_tables(tournament)
    with pytest.raises(Refused, match="has started"):
        actions.swap(tournament=tournament, hanchan=2, one=one, other=other, act=Act(by=None, at=now))


def test_who_saw_an_older_version_is_told_what_counts_now(now):
    tournament = seated_hall()
    one, other = two_at_different_tables(tournament)
    actions.swap(
        tournament=tournament, hanchan=2, one=one, other=other, act=Act(by=None, at=now, reason="twins", base=1)
    )
    with pytest.raises(Conflict, match=r"version 2 is now in use \(twins\)"):
        actions.swap(tournament=tournament, hanchan=2, one=one, other=other, act=Act(by=None, at=now, base=1))


def test_a_swap_at_one_table_says_nothing_when_winds_are_drawn(now):
    tournament = seated_hall(wind_method="drawn")
    east, south, *_rest = lineup(tournament, 1)[1]
    with pytest.raises(Refused, match="nothing would change"):
        actions.swap(tournament=tournament, hanchan=1, one=east.player, other=south.player, act=Act(by=None, at=now))


def test_people_of_whom_one_has_no_seat_are_refused(now):
    tournament = seated_hall()
    guest = make_players(tournament, 1, name="Guest Gast")[0]
    one, _other = two_at_different_tables(tournament)
    with pytest.raises(Refused, match="Guest Gast has no seat in hanchan 2"):
        actions.swap(tournament=tournament, hanchan=2, one=one, other=guest, act=Act(by=None, at=now))


# --- replacing ----------------------------------------------------------------------------------------------


def test_a_late_replacement_has_the_seats_from_its_hanchan_on(now):
    tournament = seated_hall()
    begin(tournament, 1)
    leaving = lineup(tournament, 1)[1][0].player
    coming = make_players(tournament, 1, name="Late Lena")[0]
    actions.replace_player(
        tournament=tournament, leaving=leaving, coming=coming, from_hanchan=2, act=Act(by=None, at=now, reason="ill")
    )
    assert leaving.name in holders(tournament, 1) and leaving.name not in holders(tournament, 2)
    assert all("Late Lena" in holders(tournament, hanchan) for hanchan in (2, 3, 4))
    assert quality_of(tournament.seating).quality.repeats == 0


def test_a_replacement_needs_a_reason_and_a_free_person(now):
    tournament = seated_hall()
    one, other = two_at_different_tables(tournament)
    people = {"tournament": tournament, "leaving": one, "coming": other, "from_hanchan": 2, "by": None, "at": now}
    with pytest.raises(Refused) as refusal:
        actions.replace_player(**with_act(reason=" ", **people))
    assert refusal.value.field == "reason"
    with pytest.raises(Refused, match="already has a seat in hanchan 2–4"):
        actions.replace_player(**with_act(reason="ill", **people))


def test_a_hanchan_that_has_started_is_not_replaced_in(now):
    tournament = seated_hall()
    begin(tournament, 2)
    coming = make_players(tournament, 1, name="Late Lena")[0]
    with pytest.raises(Refused, match="Hanchan 2"):
        actions.replace_player(
            tournament=tournament,
            leaving=lineup(tournament, 2)[1][0].player,
            coming=coming,
            from_hanchan=2,
            act=Act(by=None, at=now, reason="ill"),
        )


# --- going back ---------------------------------------------------------------------------------------------


def test_going_back_makes_a_new_version_and_leaves_started_hanchan_alone(now):
    tournament = seated_hall()
    original = draft_of(tournament.seating)
    for hanchan in (1, 3):
        one, other = two_at_different_tables(tournament, hanchan)
        actions.swap(tournament=tournament, hanchan=hanchan, one=one, other=other, act=Act(by=None, at=now))
    swapped = draft_of(tournament.seating)
    begin(tournament, 1)
    made = actions.restore(tournament=tournament, number=1, act=Act(by=None, at=now))
    assert made.number == 4
    assert draft_of(made) == {**original, 1: swapped[1]}


def test_going_back_to_what_is_already_there_is_refused(now):
    tournament = seated_hall()
    with pytest.raises(Refused, match="nothing would change"):
        actions.restore(tournament=tournament, number=1, act=Act(by=None, at=now))


# --- publishing ---------------------------------------------------------------------------------------------


def test_hanchan_are_published_and_hidden_one_by_one_or_all_at_once(now):
    tournament = seated_hall()
    actions.publish(tournament=tournament, hanchan=2, act=Act(by=None, at=now))
    assert published_hanchan(tournament) == [2]
    actions.publish(tournament=tournament, hanchan=None, act=Act(by=None, at=now))
    assert published_hanchan(tournament) == [1, 2, 3, 4]
    actions.publish(tournament=tournament, hanchan=1, act=Act(by=None, at=now), public=False)
    assert published_hanchan(tournament) == [2, 3, 4]


def test_what_has_no_seats_cannot_be_published(now):
    tournament = make_tournament()
    for hanchan in (1, None):
        with pytest.raises(Refused, match="no seating to publish"):
            actions.publish(tournament=tournament, hanchan=hanchan, act=Act(by=None, at=now))


# --- importing ----------------------------------------------------------------------------------------------


def test_an_import_changes_its_hanchan_and_no_others(now):
    tournament = seated_hall()
    actions.publish(tournament=tournament, hanchan=None, act=Act(by=None, at=now))
    before = draft_of(tournament.seating)
    actions.import_seating(tournament=tournament, draft={4: before[1]}, act=Act(by=None, at=now))
    assert draft_of(tournament.seating) == {**before, 4: before[1]}
    assert published_hanchan(tournament) == [1, 2, 3]
    assert tournament.seating.source == "imported"


def test_an_import_that_changes_a_started_hanchan_is_refused(now):
    tournament = seated_hall()
    begin(tournament, 1)
    before = draft_of(tournament.seating)
    with pytest.raises(Refused, match="Hanchan 1"):
        actions.import_seating(tournament=tournament, draft={1: before[2]}, act=Act(by=None, at=now))


def test_an_import_with_problems_says_all_of_them_and_saves_nothing(now):
    tournament = seated_hall()
    tables = draft_of(tournament.seating)[1]
    broken = {**tables, 1: (*tables[1][:3], tables[2][0]), 3: tables[3][:3]}
    with pytest.raises(Refused) as refusal:
        actions.import_seating(tournament=tournament, draft={1: broken}, act=Act(by=None, at=now))
    assert {message.code for message in refusal.value.messages[1:]} == {"table-size", "twice", "missing"}
    assert Seating.objects.count() == 1
