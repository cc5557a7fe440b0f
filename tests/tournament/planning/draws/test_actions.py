"""The list of a draw is closed, the draw held and cancelled in public; nobody can do it twice, late, or in silence."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from seating import plan
from seating.layouts.layout import layout
from seating.notes import CannotPlan
from tests.acts import with_act
from tests.factories import MORNING, make_players
from tests.tournament.planning.draws.halls import (
    EVENING,
    LOTTERY,
    SIX_OF_49,
    closed,
    held,
    open_hall,
    opened_by_an_earlier_release,
)
from tests.tournament.planning.halls import begin
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament, Verb
from tournament.planning import actions as seating_actions
from tournament.planning.draws import actions as draw_actions
from tournament.planning.draws.actions import broken_names, cancel, close_list, hold, layout_job, request_layout
from tournament.planning.draws.commitment import sha256_hex
from tournament.planning.draws.queries import SeatsMoved, held_of, moved_since
from tournament.planning.draws.statement import DrawInput, draw_input, layout_of
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


def hold_it(draw, number=LOTTERY, **fields):
    return hold(draw=draw, public_number=number, **with_act(by=None, at=EVENING, **fields))


def test_closing_the_list_freezes_everything_under_one_fingerprint(hall):
    draw = closed(hall)
    assert draw.fingerprint == sha256_hex(draw.statement)
    assert [line.split(" ")[0] for line in draw.statement.splitlines()] == [
        "sekigime", "draw", "players", "hanchan", "list", "wishes", "groups", "layout", "groups", "number", "announced",
        "earliest",
    ]  # fmt: skip
    assert "number numbers 6 1 49\nannounced the lottery of Saturday\n" in draw.statement
    assert (draw.number, draw.secret, draw.drawn_at, draw.public_text) == (1, "", None, "")
    assert draw.people == [[one.number, one.name, one.pk] for one in hall.players.order_by("number")]
    assert layout_of(draw) == layout(16, 4)


def test_the_draw_seats_the_closed_list_by_the_fingerprint_and_the_public_number(hall):
    draw = held(hall, "  34, 13;7\t21 28 049 ")
    assert draw.public_text == LOTTERY
    seating = Seating.objects.get(draw=draw)
    hall.refresh_from_db()
    assert hall.seating == seating and seating.seed is None and seating.verified_at
    people = list(hall.players.order_by("number"))
    planned = plan(16, 4, sha256_hex(f"{draw.fingerprint}:{LOTTERY}"))
    assert rounds(draft_of(seating)) == tuple(
        tuple(tuple(people[one - 1].pk for one in table) for table in tables) for tables in planned.rounds
    )
    assert published_hanchan(hall) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda hall: hall.players.filter(number=1).update(name="Aiko Brandt-Weber"), "the list of players"),
        (lambda hall: hall.players.filter(number=16).update(number=99), "the list of players"),
        (lambda hall: make_players(hall, 4), "the number of players, the list of players"),
        (lambda hall: hall.hanchan.filter(number=4).delete(), "the number of hanchan"),
        (lambda hall: Draw.objects.update(places=["1 2 3 4 | 5 6 7 8 | 9 10 11 12 | 13 14 15 16"] * 4), "the database"),
        (lambda hall: Draw.objects.update(groups=[[1], list(range(2, 17))]), "the database"),
        (lambda hall: Draw.objects.update(number_form="numbers 6 1 50"), "the database"),
        (lambda hall: Draw.objects.update(earliest=MORNING), "the database"),
        (lambda hall: Draw.objects.update(statement="sekigime draw 2\n"), "the database"),
        (lambda hall: Draw.objects.update(fingerprint="0" * 64), "the database"),
    ],
)
def test_any_later_change_breaks_the_draw_and_undoing_it_mends_it(hall, change, part):
    closed(hall)
    change(hall)
    draw = Draw.objects.get()
    with pytest.raises(Refused, match="Draw 1 is broken") as refusal:
        hold_it(draw)
    assert part in str(refusal.value)
    assert Draw.objects.get().drawn_at is None and not Seating.objects.exists()


def test_a_change_that_is_undone_leaves_the_draw_whole(hall):
    draw = closed(hall)
    name = hall.players.get(number=1).name
    hall.players.filter(number=1).update(name="Somebody Else")
    assert broken_names(draw) == ["the list of players"]
    hall.players.filter(number=1).update(name=name)
    assert broken_names(draw) == []
    assert hold_it(draw).number == 1


def test_a_statement_with_another_number_of_lines_is_broken(hall):
    draw = closed(hall)
    text = draw.statement + "one more\n"
    Draw.objects.update(statement=text, fingerprint=sha256_hex(text))
    with pytest.raises(Refused, match="Draw 1 is broken"):
        hold_it(Draw.objects.get())


def test_a_club_that_changes_breaks_a_draw_with_a_wish_about_clubs(hall):
    hall.players.filter(number__in=(1, 2)).update(club="Kappa")
    add_wish(tournament=hall, kind="same", shared="club", act=Act(by=None, at=MORNING))
    draw = closed(hall)
    assert broken_names(draw) == []
    hall.players.filter(number=2).update(club="Tanuki")
    assert broken_names(draw) == ["the wishes, or who shares a club, country or team"]


def test_nobody_draws_before_the_announced_time(hall):
    draw = closed(hall)
    early = EVENING - timedelta(minutes=1)
    with pytest.raises(Refused, match="or later") as refusal:
        hold(draw=draw, public_number=LOTTERY, act=Act(by=None, at=early))
    assert refusal.value.messages[0].code == "too-early"
    with pytest.raises(IntegrityError), transaction.atomic():
        Draw.objects.update(public_text=LOTTERY, drawn_at=early)


def test_a_list_is_closed_some_time_before_the_draw(hall):
    with pytest.raises(Refused, match="10 minutes from now") as refusal:
        closed(hall, earliest=MORNING + timedelta(minutes=9))
    assert refusal.value.messages[0].field == "earliest"
    assert closed(hall, earliest=MORNING + timedelta(minutes=10)).number == 1


def test_a_draw_of_an_earlier_release_can_only_be_cancelled(hall):
    draw = opened_by_an_earlier_release(hall)
    with pytest.raises(Refused, match="opened by an earlier release"):
        hold_it(draw)
    assert broken_names(draw) == []
    cancel(draw=draw, act=Act(by=None, at=MORNING, reason="the list was not frozen"))
    assert closed(hall).number == 2


def test_with_wishes_the_layout_is_searched_for_first_and_nobody_chooses_its_seed(hall):
    two_apart(hall, weight="must")
    with pytest.raises(Refused, match="Calculate the layout"):
        close_list(
            tournament=hall, announced="the lottery", form=SIX_OF_49, earliest=EVENING, act=Act(by=None, at=MORNING)
        )
    job = request_layout(tournament=hall, act=Act(by=None, at=MORNING))
    worker.run(job.pk, now=lambda: MORNING)
    job.refresh_from_db()
    known = draw_input(hall)
    assert job.spec["seed"] == known.layout_seed and layout_job(hall, known) == job
    with pytest.raises(Refused, match="layout for a public draw"):
        actions.use_plan(job=job, act=Act(by=None, at=MORNING))
    two_apart(hall, kind="together", people=(3, 4))
    assert layout_job(hall, draw_input(hall)) is None


def test_wishes_that_change_while_the_list_is_closed_stop_it(hall, monkeypatch):
    planned = DrawInput.planned

    def plan_and_add(known):
        make_players(hall, 4)
        return planned(known)

    monkeypatch.setattr(DrawInput, "planned", plan_and_add)
    with pytest.raises(Conflict, match="changed meanwhile"):
        closed(hall)
    assert not Draw.objects.exists()


def test_a_fingerprint_that_nobody_could_see_is_refused(hall):
    type(hall).objects.update(is_public=False)
    with pytest.raises(Refused, match="Open the public page first"):
        closed(hall)
    assert not Draw.objects.exists()


def test_the_public_event_is_named(hall):
    with pytest.raises(Refused) as refusal:
        closed(hall, announced="  ")
    assert refusal.value.field == "announced"


def test_a_double_click_closes_and_draws_once(hall):
    assert closed(hall) == closed(hall)
    draw = Draw.objects.get()
    first = hold_it(draw, base=0, submission="form 2")
    assert hold_it(Draw.objects.get(), base=0, submission="form 2") == first
    assert Seating.objects.count() == 1
    with pytest.raises(Conflict, match="Draw 1 was held in the meantime"):
        hold_it(Draw.objects.get(), "1 2 3 4 5 6")
    assert Draw.objects.get().public_text == LOTTERY


def test_two_draws_cannot_be_open_even_past_the_action(hall):
    closed(hall)
    with pytest.raises(Refused, match="The list of draw 1 is already closed"):
        closed(hall, "form 2")
    with pytest.raises(IntegrityError), transaction.atomic():
        Draw.objects.create(tournament=hall, number=2, committed_at=MORNING)


def test_who_looked_at_an_older_seating_does_not_draw(hall):
    draw = closed(hall)
    seating_actions.plan_seating(tournament=hall, seed=1, act=Act(by=None, at=MORNING))
    with pytest.raises(Conflict, match="version 1 is now in use"):
        hold_it(draw, base=0)
    draw.refresh_from_db()
    assert draw.drawn_at is None and Seating.objects.count() == 1


def test_nothing_is_half_drawn(hall, monkeypatch):
    draw = closed(hall)
    monkeypatch.setattr("tournament.planning.versions.certify", lambda *args, **kwargs: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        hold_it(draw)
    assert not Seating.objects.exists() and published_hanchan(hall) == []
    assert Draw.objects.get().drawn_at is None


def test_a_number_of_another_form_or_people_left_over_are_refused(hall):
    draw = closed(hall)
    with pytest.raises(Refused) as refusal:
        hold_it(draw, " \t ")
    assert refusal.value.messages[0].field == "public_number"
    make_players(hall, 1)
    with pytest.raises(Refused, match="add 3 substitutes"):
        hold_it(draw)


def test_after_the_start_nothing_is_closed_drawn_or_cancelled(hall):
    draw = closed(hall)
    begin(hall, 1)
    with pytest.raises(Refused, match="has started"):
        hold_it(draw)
    cancel(draw=draw, act=Act(by=None, at=MORNING, reason="play began"))
    with pytest.raises(Refused, match="Hanchan 1"):
        closed(hall, "form 2")


def test_a_draw_that_is_played_cannot_be_cancelled(hall):
    draw = held(hall)
    begin(hall, 1)
    with pytest.raises(Refused, match="has started"):
        cancel(draw=draw, act=Act(by=None, at=MORNING, reason="I lost"))
    assert Draw.objects.get().cancelled_at is None


def test_nobody_draws_or_plans_again_in_silence(hall):
    draw = held(hall)
    with pytest.raises(Refused, match="Draw 1 was held"):
        closed(hall, "form 2")
    with pytest.raises(Refused, match="Draw 1 seated the players in public"):
        seating_actions.plan_seating(tournament=hall, seed=1, act=Act(by=None, at=MORNING))
    with pytest.raises(Refused) as refusal:
        cancel(draw=draw, act=Act(by=None, at=MORNING, reason=" "))
    assert refusal.value.field == "reason"
    cancel(draw=draw, act=Act(by=None, at=MORNING, reason="two people were missing"))
    cancel(draw=draw, act=Act(by=None, at=MORNING, reason="another reason"))
    assert Draw.objects.get().reason == "two people were missing"
    assert closed(hall, "form 2").number == 2


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
    closed(hall)
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


def two_apart(hall, people=(1, 2), **fields):
    chosen = list(hall.players.filter(number__in=people).order_by("number"))
    return add_wish(
        tournament=hall, **with_act(**{"kind": "apart", "players": chosen, "by": None, "at": MORNING, **fields})
    )


def test_wishes_that_cannot_be_had_together_are_told_before_the_list_is_closed(hall):
    for kind in ("apart", "together"):
        two_apart(hall, kind=kind, weight="must")
    with pytest.raises(Refused) as refusal:
        closed(hall)
    assert "Aiko Brandt" in str(refusal.value)
    assert not Draw.objects.exists()


def test_from_the_closed_list_to_the_draw_wishes_are_locked(hall):
    kept, gone = two_apart(hall, weight="must"), two_apart(hall, kind="together")
    withdraw(wish=gone, act=Act(by=None, at=MORNING))
    draw = closed(hall)
    assert draw.wishes_digest == sha256_hex("apart must people 1 2\n")
    for change in (
        lambda: two_apart(hall, kind="together"),
        lambda: withdraw(wish=kept, act=Act(by=None, at=MORNING)),
        lambda: bring_back(wish=gone, act=Act(by=None, at=MORNING)),
    ):
        with pytest.raises(Refused, match="The list of draw 1 was closed with these wishes"):
            change()
    hold_it(draw)
    withdraw(wish=kept, act=Act(by=None, at=MORNING))
    assert draw.planner_wishes == [{"kind": "apart", "groups": [[1, 2]], "before": None, "name": "", "weight": "must"}]


def test_a_draw_that_is_cancelled_lets_wishes_go(hall):
    cancel(draw=closed(hall), act=Act(by=None, at=MORNING, reason="a wish was forgotten"))
    two_apart(hall)
    assert closed(hall, "form 2").wishes_digest == sha256_hex("apart strong people 1 2\n")


@pytest.mark.parametrize("behind_our_back", ["slipped in", "somebody deleted", "another hanchan"])
def test_wishes_that_changed_behind_the_actions_stop_the_draw(hall, behind_our_back):
    one = two_apart(hall)
    closed(hall)
    if behind_our_back == "slipped in":
        Wish.objects.create(tournament=hall, kind="tables", tables=[1], made_at=MORNING)
    elif behind_our_back == "somebody deleted":
        one.players.remove(hall.players.get(number=2))
    else:
        Wish.objects.update(hanchan=3)
    with pytest.raises(Refused, match=r"broken: the wishes"):
        hold_it(Draw.objects.get())
    assert Draw.objects.get().drawn_at is None


def test_a_player_who_changes_while_the_draw_is_written_stops_it(hall, monkeypatch):
    draw = closed(hall)
    written = draw_actions.new_version

    def rename_and_write(*args, **kwargs):
        hall.players.filter(number=1).update(name="Somebody Else")
        return written(*args, **kwargs)

    monkeypatch.setattr(draw_actions, "new_version", rename_and_write)
    with pytest.raises(Refused, match="Draw 1 is broken"):
        hold_it(draw)
    assert Draw.objects.get().drawn_at is None and not Seating.objects.exists()


def test_a_size_that_cannot_be_planned_stops_the_closing_with_the_reason(hall, monkeypatch):
    def refuse(_known):
        raise CannotPlan.because("too-long", "Nobody plays {hanchan} hanchan.", hanchan=99)

    monkeypatch.setattr(DrawInput, "planned", refuse)
    with pytest.raises(Refused, match="Nobody plays 99 hanchan"):
        closed(hall)
    assert not Draw.objects.exists()


def test_a_draw_that_somebody_cancelled_in_the_meantime_is_not_held(hall):
    draw = closed(hall)
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
