"""A table calls a referee, and a referee answers."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.hanchan.test_actions import hanchan
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Role
from tournament.hanchan import actions as running
from tournament.planning.actions import plan_seating
from tournament.results.calls.actions import answer_call, call_referee
from tournament.results.calls.models import RefereeCall
from tournament.results.calls.queries import call_at, last_call, open_calls

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def event():
    tournament = make_tournament(hanchan_count=2)
    make_players(tournament, 8)
    plan_seating(tournament=tournament, seed=7, act=Act(by=None, at=MORNING))
    tournament.refresh_from_db()
    running.start(hanchan=hanchan(tournament), act=Act(by=None, at=MORNING))
    return tournament


def at(minutes=0, by=None):
    return Act(by=by, at=MORNING + timedelta(minutes=minutes))


def called(event, table=2, minutes=10, number=1):
    return call_referee(tournament=event, hanchan=hanchan(event, number), table=table, act=at(minutes))


def test_calls_are_answered_in_the_order_they_came(event, django_assert_num_queries):
    second, first = called(event, 1, 12), called(event, 2, 11)
    with django_assert_num_queries(1):
        assert [(call.table, call.hanchan.number) for call in open_calls(event)] == [(2, 1), (1, 1)]
    keiko = make_staff(event, Role.REFEREE, name="Keiko Moriyama")
    answer_call(call=first, act=at(13, keiko))
    assert open_calls(event) == [second] and call_at(hanchan(event), 2) is None
    playing = hanchan(event)
    with django_assert_num_queries(1):
        assert last_call(playing, 2).answered_by == keiko
    entry = event.audit_entries.first()
    assert (entry.get_verb_display(), entry.about) == ("answered the call of a table", "hanchan 1, table 2")
    assert str(first) == f"call {first.pk}" and not findings(event)


def test_a_table_that_presses_again_has_one_call_and_writes_nothing(event):
    first, edition = called(event), event.edition
    assert called(event, minutes=14) == first
    event.refresh_from_db()
    assert event.edition == edition and event.referee_calls.count() == 1
    answer_call(call=first, act=at(15))
    assert called(event, minutes=16) != first


def test_two_phones_of_a_table_at_once_make_one_call(event, monkeypatch):
    first = called(event)
    found = iter([None, first])
    monkeypatch.setattr("tournament.results.calls.actions.call_at", lambda *_: next(found))
    assert called(event) == first and event.referee_calls.count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        RefereeCall.objects.create(tournament=event, hanchan=hanchan(event), table=2, called_at=MORNING)


def test_a_call_that_somebody_else_answered_says_who(event):
    call, same = called(event), called(event)
    keiko, mara = (make_staff(event, Role.REFEREE, name=name) for name in ("Keiko Moriyama", "Mara Vogel"))
    answer_call(call=call, act=at(11, keiko))
    answer_call(call=same, act=at(12, keiko))
    assert same.answered_at == MORNING + timedelta(minutes=11)
    with pytest.raises(Conflict, match="Keiko Moriyama answered the call of table 2"):
        answer_call(call=same, act=at(12, mara))


@pytest.mark.parametrize(("number", "table", "words"), [(2, 1, "is not being played"), (1, 3, "There is no table 3")])
def test_only_tables_that_play_can_call(event, number, table, words):
    with pytest.raises(Refused, match=words):
        called(event, table, number=number)
    assert not event.referee_calls.exists()


def test_calls_end_with_their_hanchan(event):
    called(event)
    running.undo_start(hanchan=hanchan(event), act=at(11))
    assert open_calls(event) == []


def test_who_called_by_their_own_page_is_named(event):
    act = Act(by=None, at=MORNING, name="Aiko Brandt")
    call_referee(tournament=event, hanchan=hanchan(event), table=1, act=act)
    assert event.audit_entries.first().actor_name == "Aiko Brandt"
