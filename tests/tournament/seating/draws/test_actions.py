"""A draw is committed, held and cancelled in public; nobody can do it twice, late, or in silence."""

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import MORNING, make_players
from tests.tournament.seating.draws.halls import LOTTERY, SECRET, committed, held, open_hall
from tests.tournament.seating.halls import begin
from tournament.problems import Conflict, Refused
from tournament.seating import actions as seating_actions
from tournament.seating.draft import from_plan
from tournament.seating.draws.actions import cancel, hold
from tournament.seating.draws.models import Draw
from tournament.seating.draws.queries import Moved, moved_since
from tournament.seating.draws.seeds import final_seed, fresh_secret, hexed
from tournament.seating.models import Seating, SeatingSource
from tournament.seating.planner import plan
from tournament.seating.queries import draft_of, published_hanchan, rounds_of
from tournament.seating.revising import revise
from tournament.seating.wishes.actions import bring_back, wish, withdraw
from tournament.seating.wishes.models import Wish
from tournament.seating.work import actions as work_actions
from tournament.seating.work import running


@pytest.fixture
def hall(db):
    return open_hall()


def hold_it(draw, text=LOTTERY, **fields):
    return hold(draw=draw, public_text=text, by=None, at=MORNING, **fields)


def test_a_secret_cannot_be_guessed_and_its_hash_is_the_commitment(hall):
    assert len(fresh_secret()) == 64 and fresh_secret() != fresh_secret()
    draw = committed(hall)
    assert (draw.number, draw.commitment) == (1, hexed(SECRET))
    assert draw.drawn_at is None and draw.public_text == ""


def test_the_draw_seats_people_by_the_secret_and_what_everybody_saw(hall):
    draw = held(hall, "  7 13\t21 28 34 49 ")
    assert draw.public_text == LOTTERY
    seating = Seating.objects.get(draw=draw)
    hall.refresh_from_db()
    assert hall.seating == seating and seating.seed is None and seating.verified_at
    people = list(hall.players.order_by("number"))
    planned = plan(16, 4, hexed(f"{SECRET}:{LOTTERY}"))
    assert rounds_of(seating) == tuple(
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
    with pytest.raises(Conflict, match="Draw 1 was held meanwhile"):
        hold_it(Draw.objects.get(), "another text")
    assert Draw.objects.get().public_text == LOTTERY


def test_two_draws_cannot_be_open_even_past_the_action(hall):
    committed(hall)
    with pytest.raises(Refused, match="Draw 1 is open already"):
        committed(hall, "form 2")
    with pytest.raises(IntegrityError), transaction.atomic():
        Draw.objects.create(tournament=hall, number=2, secret="a", commitment="b", committed_at=MORNING)


def test_who_looked_at_an_older_seating_does_not_draw(hall):
    draw = committed(hall)
    seating_actions.plan_seating(tournament=hall, seed=1, by=None, at=MORNING)
    with pytest.raises(Conflict, match="version 1 counts now"):
        hold_it(draw, base=0)
    draw.refresh_from_db()
    assert draw.drawn_at is None and Seating.objects.count() == 1


def test_nothing_is_half_drawn(hall, monkeypatch):
    draw = committed(hall)
    monkeypatch.setattr("tournament.seating.revising.certify", lambda *args, **kwargs: 1 / 0)
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
    with pytest.raises(Refused, match="not the one that was committed"):
        hold_it(Draw.objects.get())
    assert draw.seatings.count() == 0


def test_after_the_start_nothing_is_committed_drawn_or_cancelled(hall):
    draw = committed(hall)
    begin(hall, 1)
    with pytest.raises(Refused, match="Already started"):
        hold_it(draw)
    cancel(draw=draw, reason="play began", by=None, at=MORNING)
    with pytest.raises(Refused, match="Already started: hanchan 1"):
        committed(hall, "form 2")


def test_a_draw_that_is_played_cannot_be_cancelled(hall):
    draw = held(hall)
    begin(hall, 1)
    with pytest.raises(Refused, match="Already started"):
        cancel(draw=draw, reason="I lost", by=None, at=MORNING)
    assert Draw.objects.get().cancelled_at is None


def test_nobody_draws_or_plans_again_in_silence(hall):
    draw = held(hall)
    with pytest.raises(Refused, match="Draw 1 has seated everybody"):
        committed(hall, "form 2")
    with pytest.raises(Refused, match="Draw 1 has seated everybody in public"):
        seating_actions.plan_seating(tournament=hall, seed=1, by=None, at=MORNING)
    with pytest.raises(Refused) as refusal:
        cancel(draw=draw, reason=" ", by=None, at=MORNING)
    assert refusal.value.field == "reason"
    cancel(draw=draw, reason="two people were missing", by=None, at=MORNING)
    cancel(draw=draw, reason="another reason", by=None, at=MORNING)
    assert Draw.objects.get().reason == "two people were missing"
    assert committed(hall, "form 2", secret="7d" * 32).number == 2


def planned_elsewhere(hall):
    """A plan of the whole event as the pages for long work have it, ready to be taken over."""
    work = work_actions.ask(tournament=hall, seed=3, moves=2000, by=None, at=MORNING)
    running.run(work.pk, now=lambda: MORNING)
    work.refresh_from_db()
    return work


def test_a_plan_that_waited_does_not_take_the_place_of_a_draw(hall):
    work = planned_elsewhere(hall)
    draw = held(hall)
    with pytest.raises(Refused, match="Draw 1 has seated everybody"):
        work_actions.take_over(work=work, by=None, at=MORNING)
    hall.refresh_from_db()
    work.refresh_from_db()
    assert hall.seating.draw == draw and published_hanchan(hall) == [1, 2, 3, 4] and not work.taken_over_at
    cancel(draw=draw, reason="two people were missing", by=None, at=MORNING)
    assert work_actions.take_over(work=work, by=None, at=MORNING).number == 2


def test_neither_an_import_nor_an_earlier_version_takes_the_place_of_a_draw(hall):
    earlier = seating_actions.plan_seating(tournament=hall, seed=1, by=None, at=MORNING)
    draw = held(hall)
    whole = draft_of(earlier)
    with pytest.raises(Refused, match="Draw 1 has seated everybody"):
        seating_actions.import_seating(tournament=hall, draft=whole, by=None, at=MORNING)
    with pytest.raises(Refused, match="Draw 1 has seated everybody"):
        seating_actions.restore(tournament=hall, number=1, by=None, at=MORNING)
    cancel(draw=draw, reason="two people were missing", by=None, at=MORNING)
    assert seating_actions.restore(tournament=hall, number=1, by=None, at=MORNING).number == 3


def test_what_is_imported_or_put_back_after_the_draw_is_told(hall):
    earlier = draft_of(seating_actions.plan_seating(tournament=hall, seed=1, by=None, at=MORNING))
    draw = held(hall)
    seating_actions.import_seating(tournament=hall, draft={2: earlier[2]}, by=None, at=MORNING)
    seating_actions.publish(tournament=hall, hanchan=2, by=None, at=MORNING)
    assert [one.hanchan for one in moved_since(draw, hall)] == [2]
    seating_actions.restore(tournament=hall, number=2, by=None, at=MORNING)
    assert moved_since(draw, hall) == []


def test_a_repair_seats_nobody_anew_while_everybody_stays(hall):
    drawn = draft_of(held(hall).seatings.get())
    people = tuple(sorted(player for seats in drawn[1].values() for player in seats))
    other = from_plan(plan(16, 4, 5).rounds, people)
    about = {"source": SeatingSource.REPAIRED, "verb": "repaired", "subject": "", "by": None, "at": MORNING}
    with pytest.raises(Refused, match="Draw 1 has seated everybody"):
        revise(hall, lambda old: other, **about)
    assert revise(hall, lambda old: {**old, 1: other[1]}, **about).number == 2


def test_a_draw_without_a_reason_for_its_end_cannot_be_in_the_database(hall):
    committed(hall)
    with pytest.raises(IntegrityError), transaction.atomic():
        Draw.objects.update(cancelled_at=MORNING)


def test_a_change_after_the_draw_is_told(hall):
    draw = held(hall)
    assert moved_since(draw, hall) == []
    one, other = hall.players.all()[:2]
    seating_actions.swap(tournament=hall, hanchan=3, one=one, other=other, by=None, at=MORNING)
    moved = [Moved(3, 2, ((one.number, one.name), (other.number, other.name)))]
    assert moved_since(draw, hall) == moved


def test_wishes_are_met_by_people_drawn_among_those_who_are_alike(hall):
    chosen = list(hall.players.order_by("number")[:2])
    wish(tournament=hall, kind="apart", weight="must", players=chosen, by=None, at=MORNING)
    draw = held(hall)
    assert draw.kinds == [list(range(3, 17)), [1, 2]] or draw.kinds == [[1, 2], list(range(3, 17))]
    together = [
        set(table) >= {one.pk for one in chosen} for tables in rounds_of(draw.seatings.get()) for table in tables
    ]
    assert not any(together)


def two_apart(hall, **fields):
    chosen = list(hall.players.order_by("number")[:2])
    return wish(tournament=hall, **{"kind": "apart", "players": chosen, "by": None, "at": MORNING, **fields})


def test_wishes_that_cannot_be_had_together_are_told_before_anybody_commits(hall):
    for kind in ("apart", "together"):
        two_apart(hall, kind=kind, weight="must")
    with pytest.raises(Refused) as refusal:
        committed(hall)
    assert "Aiko Brandt" in " ".join([refusal.value.message, *map(str, refusal.value.problems)])
    assert not Draw.objects.exists()


def test_from_the_commitment_to_the_draw_wishes_hold_still(hall):
    kept, gone = two_apart(hall, weight="must"), two_apart(hall, kind="together")
    withdraw(wish=gone, by=None, at=MORNING)
    draw = committed(hall)
    assert draw.wishes_digest == hexed("apart must people 1 2\n")
    for change in (
        lambda: two_apart(hall, kind="together"),
        lambda: withdraw(wish=kept, by=None, at=MORNING),
        lambda: bring_back(wish=gone, by=None, at=MORNING),
    ):
        with pytest.raises(Refused, match="Draw 1 is committed with the wishes of that moment"):
            change()
    hold_it(draw)
    withdraw(wish=kept, by=None, at=MORNING)
    assert draw.asked == [{"kind": "apart", "groups": [[1, 2]], "before": None, "name": "", "weight": "must"}]


def test_a_draw_that_is_cancelled_lets_wishes_go(hall):
    cancel(draw=committed(hall), reason="a wish was forgotten", by=None, at=MORNING)
    two_apart(hall)
    assert committed(hall, "form 2", secret="7d" * 32).wishes_digest == hexed("apart strong people 1 2\n")


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
    with pytest.raises(Refused, match=r"not those of the commitment\. Cancel draw 1"):
        hold_it(Draw.objects.get())
    assert Draw.objects.get().drawn_at is None
