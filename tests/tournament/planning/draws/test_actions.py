"""A draw is committed, held and cancelled in public; nobody can do it twice, late, or in silence."""

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from seating import plan
from seating.notes import CannotPlan
from tests.acts import with_act
from tests.factories import MORNING, make_players
from tests.tournament.planning.draws.halls import LOTTERY, SECRET, committed, held, open_hall
from tests.tournament.planning.halls import begin
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament, Verb
from tournament.planning import actions as seating_actions
from tournament.planning.draws import actions as draw_actions
from tournament.planning.draws.actions import cancel, hold
from tournament.planning.draws.commitment import final_seed, fresh_secret, sha256_hex
from tournament.planning.draws.queries import SeatsMoved, held_of, moved_since
from tournament.planning.jobs import actions, worker
from tournament.planning.models import Draw, Wish
from tournament.planning.versions import Origin, new_version
from tournament.planning.wishes.actions import add_wish, bring_back, withdraw
from tournament.seats.models import Seating, SeatingSource
from tournament.seats.queries import draft_of, published_hanchan
from tournament.seats.seat_map import from_plan, rounds


@pytest.fixture
def hall(db):
    return open_hall()


def hold_it(draw, text=LOTTERY, **fields):
    return hold(draw=draw, public_text=text, **with_act(by=None, at=MORNING, **fields))


def test_a_secret_cannot_be_guessed_and_its_hash_is_the_commitment(hall):
    assert len(fresh_secret()) == 64 and fresh_secret() != fresh_secret()
    draw = committed(hall)
    assert (draw.number, draw.commitment) == (1, sha256_hex(SECRET))
    assert draw.drawn_at is None and draw.public_text == ""


def test_the_draw_seats_people_by_the_secret_and_what_everybody_saw(hall):
    draw = held(hall, "  7 13\t21 28 34 49 ")
    assert draw.public_text == LOTTERY
    seating = Seating.objects.get(draw=draw)
    hall.refresh_from_db()
    assert hall.seating == seating and seating.seed is None and seating.verified_at
    people = list(hall.players.order_by("number"))
    planned = plan(16, 4, sha256_hex(f"{SECRET}:{LOTTERY}"))
    assert rounds(draft_of(seating)) == tuple(
        tuple(tuple(people[one - 1].pk for one in table) for table in tables) for tables in planned.rounds
    )
    assert published_hanchan(hall) == [1, 2, 3, 4]
    assert draw.people == [[one.number, one.name, one.pk] for one in people]


@given(st.text(alphabet="0123456789", min_size=1, max_size=30), st.integers(0, 29), st.integers(1, 9))
def test_one_other_character_in_what_is_public_is_another_draw(text, at, more):
    at %= len(text)
    changed = text[:at] + str((int(text[at]) + more) % 10) + text[at + 1 :]
    assert final_seed(SECRET, changed) != final_seed(SECRET, text)
    assert plan(40, 1, final_seed(SECRET, changed)).rounds != plan(40, 1, final_seed(SECRET, text)).rounds


def test_composed_and_decomposed_letters_are_one_text():
    assert final_seed(SECRET, "Ine\u0302s  7") == final_seed(SECRET, " Inês 7")
    assert final_seed(SECRET, "Inès 7") != final_seed(SECRET, "Inês 7")


def test_a_commitment_that_nobody_could_see_is_refused(hall):
    type(hall).objects.update(is_public=False)
    with pytest.raises(Refused, match="Open the public page first"):
        committed(hall)
    assert not Draw.objects.exists()


def test_a_commitment_says_what_will_be_typed(hall):
    with pytest.raises(Refused) as refusal:
        committed(hall, announced="  ")
    assert refusal.value.field == "announced"


def test_a_double_click_commits_and_draws_once(hall):
    assert committed(hall) == committed(hall)
    draw = Draw.objects.get()
    first = hold_it(draw, base=0, submission="form 2")
    assert hold_it(Draw.objects.get(), base=0, submission="form 2") == first
    assert Seating.objects.count() == 1
    with pytest.raises(Conflict, match="Draw 1 was held in the meantime"):
        hold_it(Draw.objects.get(), "another text")
    assert Draw.objects.get().public_text == LOTTERY


def test_two_draws_cannot_be_open_even_past_the_action(hall):
    committed(hall)
    with pytest.raises(Refused, match="Draw 1 is already open"):
        committed(hall, "form 2")
    with pytest.raises(IntegrityError), transaction.atomic():
        Draw.objects.create(tournament=hall, number=2, secret="a", commitment="b", committed_at=MORNING)


def test_who_looked_at_an_older_seating_does_not_draw(hall):
    draw = committed(hall)
    seating_actions.plan_seating(tournament=hall, seed=1, act=Act(by=None, at=MORNING))
    with pytest.raises(Conflict, match="version 1 is now in use"):
        hold_it(draw, base=0)
    draw.refresh_from_db()
    assert draw.drawn_at is None and Seating.objects.count() == 1


def test_nothing_is_half_drawn(hall, monkeypatch):
    draw = committed(hall)
    monkeypatch.setattr("tournament.planning.versions.certify", lambda *args, **kwargs: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        hold_it(draw)
    assert not Seating.objects.exists() and published_hanchan(hall) == []
    assert Draw.objects.get().drawn_at is None


def test_a_draw_without_anything_public_or_with_people_left_over_is_refused(hall):
    draw = committed(hall)
    with pytest.raises(Refused) as refusal:
        hold_it(draw, " \t ")
    assert refusal.value.field == "public_text"
    make_players(hall, 1)
    with pytest.raises(Refused, match="add 3 substitutes"):
        hold_it(draw)


def test_a_secret_that_was_exchanged_in_the_database_is_noticed(hall):
    draw = committed(hall)
    Draw.objects.update(secret="ff" * 32)
    with pytest.raises(Refused, match="does not match its commitment"):
        hold_it(Draw.objects.get())
    assert draw.seatings.count() == 0


def test_after_the_start_nothing_is_committed_drawn_or_cancelled(hall):
    draw = committed(hall)
    begin(hall, 1)
    with pytest.raises(Refused, match="has started"):
        hold_it(draw)
    cancel(draw=draw, act=Act(by=None, at=MORNING, reason="play began"))
    with pytest.raises(Refused, match="Hanchan 1"):
        committed(hall, "form 2")


def test_a_draw_that_is_played_cannot_be_cancelled(hall):
    draw = held(hall)
    begin(hall, 1)
    with pytest.raises(Refused, match="has started"):
        cancel(draw=draw, act=Act(by=None, at=MORNING, reason="I lost"))
    assert Draw.objects.get().cancelled_at is None


def test_nobody_draws_or_plans_again_in_silence(hall):
    draw = held(hall)
    with pytest.raises(Refused, match="Draw 1 was held"):
        committed(hall, "form 2")
    with pytest.raises(Refused, match="Draw 1 seated the players in public"):
        seating_actions.plan_seating(tournament=hall, seed=1, act=Act(by=None, at=MORNING))
    with pytest.raises(Refused) as refusal:
        cancel(draw=draw, act=Act(by=None, at=MORNING, reason=" "))
    assert refusal.value.field == "reason"
    cancel(draw=draw, act=Act(by=None, at=MORNING, reason="two people were missing"))
    cancel(draw=draw, act=Act(by=None, at=MORNING, reason="another reason"))
    assert Draw.objects.get().reason == "two people were missing"
    assert committed(hall, "form 2", secret="7d" * 32).number == 2


def planned_elsewhere(hall):
    """A plan of the whole event as the pages for planning jobs have it, ready to be used."""
    job = actions.request_plan(tournament=hall, seed=3, moves=2000, act=Act(by=None, at=MORNING))
    worker.run(job.pk, now=lambda: MORNING)
    job.refresh_from_db()
    return job


def test_a_plan_that_waited_does_not_take_the_place_of_a_draw(hall):
    job = planned_elsewhere(hall)
    draw = held(hall)
    with pytest.raises(Refused, match="Draw 1 seated"):
        actions.use_plan(job=job, act=Act(by=None, at=MORNING))
    hall.refresh_from_db()
    job.refresh_from_db()
    assert hall.seating.draw == draw and published_hanchan(hall) == [1, 2, 3, 4] and not job.used_at
    cancel(draw=draw, act=Act(by=None, at=MORNING, reason="two people were missing"))
    assert actions.use_plan(job=job, act=Act(by=None, at=MORNING)).number == 2


def test_neither_an_import_nor_an_earlier_version_takes_the_place_of_a_draw(hall):
    earlier = seating_actions.plan_seating(tournament=hall, seed=1, act=Act(by=None, at=MORNING))
    draw = held(hall)
    whole = draft_of(earlier)
    with pytest.raises(Refused, match="Draw 1 seated"):
        seating_actions.import_seating(tournament=hall, draft=whole, act=Act(by=None, at=MORNING))
    with pytest.raises(Refused, match="Draw 1 seated"):
        seating_actions.restore(tournament=hall, number=1, act=Act(by=None, at=MORNING))
    cancel(draw=draw, act=Act(by=None, at=MORNING, reason="two people were missing"))
    assert seating_actions.restore(tournament=hall, number=1, act=Act(by=None, at=MORNING)).number == 3


def test_what_is_imported_or_put_back_after_the_draw_is_told(hall):
    earlier = draft_of(seating_actions.plan_seating(tournament=hall, seed=1, act=Act(by=None, at=MORNING)))
    draw = held(hall)
    seating_actions.import_seating(tournament=hall, draft={2: earlier[2]}, act=Act(by=None, at=MORNING))
    seating_actions.publish(tournament=hall, hanchan=2, act=Act(by=None, at=MORNING))
    assert [one.hanchan for one in moved_since(draw, hall)] == [2]
    seating_actions.restore(tournament=hall, number=2, act=Act(by=None, at=MORNING))
    assert moved_since(draw, hall) == []


def test_a_repair_seats_nobody_anew_while_everybody_stays(hall):
    drawn = draft_of(held(hall).seatings.get())
    people = tuple(sorted(player for seats in drawn[1].values() for player in seats))
    other = from_plan(plan(16, 4, 5).rounds, people)
    act = Act(by=None, at=MORNING)
    repaired = Origin(source=SeatingSource.REPAIRED, verb=Verb.REPAIRED, subject="")
    with pytest.raises(Refused, match="Draw 1 seated"):
        new_version(hall, lambda old: other, repaired, act)
    assert new_version(hall, lambda old: {**old.draft, 1: other[1]}, repaired, act).number == 2


def test_a_draw_without_a_reason_for_its_end_cannot_be_in_the_database(hall):
    committed(hall)
    with pytest.raises(IntegrityError), transaction.atomic():
        Draw.objects.update(cancelled_at=MORNING)


def test_a_change_after_the_draw_is_told(hall):
    draw = held(hall)
    assert moved_since(draw, hall) == []
    one, other = hall.players.all()[:2]
    seating_actions.swap(tournament=hall, hanchan=3, one=one, other=other, act=Act(by=None, at=MORNING))
    moved = [SeatsMoved(3, 2, ((one.number, one.name), (other.number, other.name)))]
    assert moved_since(draw, hall) == moved


def test_wishes_are_met_by_people_drawn_among_those_who_are_alike(hall):
    chosen = list(hall.players.order_by("number")[:2])
    add_wish(tournament=hall, kind="apart", weight="must", players=chosen, act=Act(by=None, at=MORNING))
    draw = held(hall)
    assert draw.groups == [list(range(3, 17)), [1, 2]] or draw.groups == [[1, 2], list(range(3, 17))]
    together = [
        set(table) >= {one.pk for one in chosen} for tables in rounds(draft_of(draw.seatings.get())) for table in tables
    ]
    assert not any(together)


def two_apart(hall, **fields):
    chosen = list(hall.players.order_by("number")[:2])
    return add_wish(
        tournament=hall, **with_act(**{"kind": "apart", "players": chosen, "by": None, "at": MORNING, **fields})
    )


def test_wishes_that_cannot_be_had_together_are_told_before_anybody_commits(hall):
    for kind in ("apart", "together"):
        two_apart(hall, kind=kind, weight="must")
    with pytest.raises(Refused) as refusal:
        committed(hall)
    assert "Aiko Brandt" in str(refusal.value)
    assert not Draw.objects.exists()


def test_from_the_commitment_to_the_draw_wishes_hold_still(hall):
    kept, gone = two_apart(hall, weight="must"), two_apart(hall, kind="together")
    withdraw(wish=gone, act=Act(by=None, at=MORNING))
    draw = committed(hall)
    assert draw.wishes_digest == sha256_hex("apart must people 1 2\n")
    for change in (
        lambda: two_apart(hall, kind="together"),
        lambda: withdraw(wish=kept, act=Act(by=None, at=MORNING)),
        lambda: bring_back(wish=gone, act=Act(by=None, at=MORNING)),
    ):
        with pytest.raises(Refused, match="Draw 1 was committed with the wishes of that moment"):
            change()
    hold_it(draw)
    withdraw(wish=kept, act=Act(by=None, at=MORNING))
    assert draw.planner_wishes == [{"kind": "apart", "groups": [[1, 2]], "before": None, "name": "", "weight": "must"}]


def test_a_draw_that_is_cancelled_lets_wishes_go(hall):
    cancel(draw=committed(hall), act=Act(by=None, at=MORNING, reason="a wish was forgotten"))
    two_apart(hall)
    assert committed(hall, "form 2", secret="7d" * 32).wishes_digest == sha256_hex("apart strong people 1 2\n")


@pytest.mark.parametrize("behind_our_back", ["slipped in", "somebody deleted", "in the draw"])
def test_wishes_that_changed_behind_the_actions_stop_the_draw(hall, behind_our_back):
    one = two_apart(hall)
    draw = committed(hall)
    if behind_our_back == "slipped in":
        Wish.objects.create(tournament=hall, kind="tables", tables=[1], made_at=MORNING)
    elif behind_our_back == "somebody deleted":
        one.players.remove(hall.players.get(number=2))
    else:
        Wish.objects.update(hanchan=3)
        Draw.objects.update(wishes=[{**draw.wishes[0], "hanchan": 3}])
    with pytest.raises(Refused, match=r"differ from those of the commitment\. Cancel draw 1"):
        hold_it(Draw.objects.get())
    assert Draw.objects.get().drawn_at is None


def test_a_player_who_is_added_while_the_draw_is_computed_stops_it(hall, monkeypatch):
    draw = committed(hall)
    planned = draw_actions.plan

    def plan_and_add(*args, **kwargs):
        make_players(hall, 1, name="Late Luc")
        return planned(*args, **kwargs)

    monkeypatch.setattr(draw_actions, "plan", plan_and_add)
    with pytest.raises(Conflict, match="The players changed during the draw"):
        hold_it(draw)
    assert Draw.objects.get().drawn_at is None and not Seating.objects.exists()


def test_a_size_that_cannot_be_planned_stops_the_draw_with_the_reason(hall, monkeypatch):
    draw = committed(hall)

    def refuse(*_args, **_kwargs):
        raise CannotPlan.because("too-long", "Nobody plays {hanchan} hanchan.", hanchan=99)

    monkeypatch.setattr(draw_actions, "plan", refuse)
    with pytest.raises(Refused, match="Nobody plays 99 hanchan"):
        hold_it(draw)
    assert Draw.objects.get().drawn_at is None


def test_a_draw_that_somebody_cancelled_in_the_meantime_is_not_held(hall):
    draw = committed(hall)
    cancel(draw=Draw.objects.get(), act=Act(by=None, at=MORNING, reason="two people were missing"))
    with pytest.raises(Conflict, match="Draw 1 was cancelled in the meantime"):
        hold_it(draw)
    assert not Seating.objects.exists()


def test_a_draw_whose_seating_was_deleted_has_no_result(hall):
    draw = held(hall)
    assert held_of(draw) is not None
    Tournament.objects.update(seating=None)
    Seating.objects.all().delete()
    assert held_of(Draw.objects.get()) is None
