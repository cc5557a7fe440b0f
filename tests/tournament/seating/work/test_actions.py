"""Long work is asked for, done, stopped, asked for again, taken over and thrown away."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.utils import timezone

from tests.factories import make_players, make_tournament
from tests.tournament.seating.halls import begin, seated_hall
from tournament.players.actions import withdraw
from tournament.problems import Conflict, Refused
from tournament.seating.draft import seated
from tournament.seating.models import Seating
from tournament.seating.queries import draft_of, measured_of, published_hanchan
from tournament.seating.wishes.actions import wish
from tournament.seating.work import actions, running
from tournament.seating.work.asked import Asked, asked_of, rounds_from
from tournament.seating.work.models import SeatingWork, WorkState
from tournament.seating.work.queries import is_lost, last_work, mark, silent_for

pytestmark = pytest.mark.django_db
A_WHILE = timedelta(seconds=11)


@pytest.fixture
def event():
    tournament = make_tournament(hanchan_count=4)
    make_players(tournament, 16)
    return tournament


@pytest.fixture
def ask(now):
    return lambda event, seed=7, **more: actions.ask(
        tournament=event, seed=seed, by=None, at=now, **{"moves": 2000, **more}
    )


def done(work):
    running.run(work.pk, now=timezone.now)
    work.refresh_from_db()
    return work


def half_played(players=32):
    event = seated_hall(players, 6)
    begin(event, 3)
    return event


# --- asking -------------------------------------------------------------------------------------------------


def test_what_is_asked_is_kept_whole(event, ask, now):
    wish(tournament=event, kind="apart", players=list(event.players.all()[:2]), weight="must", by=None, at=now)
    work = ask(event)
    assert work.state == WorkState.WAITING
    asked = Asked.from_json(work.asked)
    assert asked == replace(asked_of(event, 7), moves=2000)
    assert (len(asked.seated), asked.hanchan, len(asked.wishes), asked.past) == (16, 4, 1, ())


def test_after_the_start_the_past_is_asked_with_those_who_left(ask, now):
    event = half_played()
    gone = list(event.players.order_by("number")[:4])
    for player in gone:
        withdraw(player=player, reason="ill", by=None, at=now)
    asked = Asked.from_json(ask(event).asked)
    assert (len(asked.past), len(asked.seated), asked.planned) == (3, 28, range(4, 7))
    assert set(asked.left) == {player.pk for player in gone}
    assert {number for tables in asked.past for table in tables for number in table} == set(range(1, 33))


def test_only_one_plan_is_made_at_a_time(event, ask):
    first = ask(event)
    with pytest.raises(Conflict, match="being made already"):
        ask(event, seed=8)
    assert [work.pk for work in SeatingWork.objects.all()] == [first.pk]
    with pytest.raises(IntegrityError):
        SeatingWork.objects.create(tournament=event, asked_at=first.asked_at)


def test_another_event_plans_meanwhile(event, ask):
    other = make_tournament("Other", hanchan_count=2)
    make_players(other, 8)
    assert ask(event).tournament != ask(other).tournament


def test_a_double_click_asks_once(event, ask):
    assert ask(event, submission="a1") == ask(event, submission="a1")
    assert SeatingWork.objects.count() == 1


@pytest.mark.parametrize(("players", "started", "words"), [(15, 0, "add 1 sub"), (16, 4, "Every hanchan has started")])
def test_what_cannot_be_planned_is_refused_with_the_remedy(ask, players, started, words):
    event = seated_hall(16, 4)
    begin(event, started)
    event.players.filter(number__gt=players).update(status="withdrawn")
    with pytest.raises(Refused, match=words):
        ask(event)


# --- doing --------------------------------------------------------------------------------------------------


def test_work_is_done_once_and_its_answer_kept(event, ask):
    work = done(ask(event))
    assert (work.state, work.progress, len(work.best["rounds"])) == (WorkState.DONE, 1000, 4)
    before = work.ended_at
    assert done(work).ended_at == before


def test_the_played_hanchan_stay_and_the_rest_is_planned_anew(ask, now):
    event = half_played()
    before = draft_of(event.seating)
    for player in event.players.order_by("number")[:4]:
        withdraw(player=player, reason="ill", by=None, at=now)
    work = done(ask(event))
    actions.take_over(work=work, by=None, at=now, base=1)
    event.refresh_from_db()
    after = draft_of(event.seating)
    assert all(after[number] == before[number] for number in (1, 2, 3))
    assert all(len(seated(after[number])) == 28 for number in (4, 5, 6))


def test_the_same_question_has_the_same_answer(ask):
    event = half_played()
    first = done(ask(event))
    actions.throw_away(work=first, by=None, at=first.asked_at)
    assert done(ask(event)).best == first.best
    assert first.best["rounds"]


def test_a_killed_process_is_noticed_and_the_same_asked_again(ask, now):
    event = half_played()
    lost = ask(event)
    SeatingWork.objects.filter(pk=lost.pk).update(state=WorkState.RUNNING, beat_at=now, progress=400)
    lost.refresh_from_db()
    assert not is_lost(lost, now + timedelta(seconds=5)) and is_lost(lost, now + A_WHILE)
    with pytest.raises(Conflict):
        actions.again(work=lost, by=None, at=now + timedelta(seconds=5))
    work = done(actions.again(work=lost, by=None, at=now + A_WHILE))
    lost.refresh_from_db()
    assert (lost.state, lost.message) == (WorkState.FAILED, actions.LOST)
    assert rounds_from(work.best["rounds"]) == rounds_from(running.answer(Asked.from_json(lost.asked))[0]["rounds"])


def test_a_process_that_never_began_is_noticed_too(ask, now):
    work = ask(half_played())
    SeatingWork.objects.filter(pk=work.pk).update(asked_at=now)
    work.refresh_from_db()
    assert (work.state, work.beat_at) == (WorkState.WAITING, None)
    assert silent_for(work, now + timedelta(seconds=2)) is None and silent_for(work, now + timedelta(seconds=6)) == 6
    assert done(actions.again(work=work, by=None, at=now + A_WHILE)).state == WorkState.DONE


def test_what_no_longer_fits_the_event_is_not_asked_again(event, ask, now):
    work = done(ask(event))
    withdraw(player=event.players.first(), reason="", by=None, at=now)
    with pytest.raises(Conflict, match="Plan again"):
        actions.again(work=work, by=None, at=now)


# --- stopping -----------------------------------------------------------------------------------------------


class Clock:
    """A second passes whenever it is looked at."""

    def __init__(self, start):
        self.at = start

    def __call__(self):
        self.at += timedelta(seconds=1)
        return self.at


def test_who_stops_the_work_has_a_whole_plan_all_the_same(ask, now):
    event = half_played()
    work = ask(event, moves=None)
    actions.stop(work=work, by=None, at=now)
    running.run(work.pk, now=Clock(now))
    work.refresh_from_db()
    assert work.state == WorkState.STOPPED
    assert actions.take_over(work=work, by=None, at=now).number == 2
    assert measured_of(Seating.objects.get(number=2)).quality.hanchan == 6


def test_work_that_was_thrown_away_ends_by_itself(ask, now):
    work = ask(half_played())
    beat = running.Beat(work.pk, Clock(now))
    SeatingWork.objects.update(state=WorkState.RUNNING)
    assert beat(0.25, 12)
    work.refresh_from_db()
    assert (work.progress, work.shortfall) == (250, 12)
    actions.throw_away(work=work, by=None, at=now)
    assert not beat(0.5, 3) and not beat(0.75, 3)
    assert not SeatingWork.objects.exists()


def test_the_beat_is_written_twice_a_second_at_most(ask, now, django_assert_num_queries):
    work = ask(half_played())
    SeatingWork.objects.update(state=WorkState.RUNNING)
    beat = running.Beat(work.pk, lambda: now)
    with django_assert_num_queries(2):
        assert all(beat(0.1, 5) for _time in range(50))


def test_stopping_after_the_end_changes_nothing(event, ask, now):
    work = done(ask(event))
    actions.stop(work=work, by=None, at=now)
    work.refresh_from_db()
    assert (work.state, work.stop_asked_at) == (WorkState.DONE, None)


def test_a_planner_that_fails_says_so_and_leaves_nothing_running(event, ask, monkeypatch):
    def broken(*args, **kwargs):
        raise ZeroDivisionError("no tables")

    monkeypatch.setattr(running, "plan", broken)
    work = ask(event)
    with pytest.raises(ZeroDivisionError):
        running.run(work.pk, now=timezone.now)
    work.refresh_from_db()
    assert (work.state, work.message) == (WorkState.FAILED, "ZeroDivisionError: no tables")


# --- taking over --------------------------------------------------------------------------------------------


def test_the_answer_becomes_a_hidden_version_once_however_often_it_is_taken(event, ask, now):
    event.hanchan.update(seating_published_at=now)
    work = done(ask(event))
    for _time in range(2):
        seating = actions.take_over(work=work, by=None, at=now, base=0, submission="b7")
        assert (seating.number, seating.source, seating.seed) == (1, "planned", 7)
    assert published_hanchan(event) == []
    assert last_work(event) is None


def test_nothing_is_taken_over_before_there_is_an_answer(event, ask, now):
    with pytest.raises(Refused, match="no plan to take over"):
        actions.take_over(work=ask(event), by=None, at=now)


def test_a_plan_for_other_people_or_hanchan_is_not_taken_over(event, ask, now):
    work = done(ask(event))
    withdraw(player=event.players.first(), reason="", by=None, at=now)
    with pytest.raises(Conflict, match="changed since the plan was asked for"):
        actions.take_over(work=work, by=None, at=now)
    work.refresh_from_db()
    assert work.taken_over_at is None and not Seating.objects.exists()


def test_a_hanchan_that_started_meanwhile_stops_the_take_over(ask, now):
    event = half_played()
    work = done(ask(event))
    begin(event, 4)
    with pytest.raises(Conflict, match="Plan again"):
        actions.take_over(work=work, by=None, at=now)


def test_the_mark_moves_with_everything_the_page_shows(event, ask, now):
    work = ask(event)
    marks = {mark(work, now), mark(work, now + A_WHILE)}
    for field, value in (("progress", 5), ("shortfall", 3), ("stop_asked_at", now), ("state", WorkState.DONE)):
        setattr(work, field, value)
        marks.add(mark(work, now))
    assert len(marks) == 6
