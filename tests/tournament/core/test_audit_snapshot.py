"""A check of a long history looks closely at what is new, and finds what a check of everything finds."""

from collections import OrderedDict

import pytest

from tests.factories import MORNING
from tests.tournament.core.events import act, recorded_event
from tests.tournament.core.test_audit_check import KINDS, altered, fields_of, rows_of, undone
from tests.tournament.standings.tables import hanchan, punish
from tournament.core import audit_check, audit_snapshot
from tournament.core.audit import audited_write
from tournament.core.audit_check import findings
from tournament.core.models import AuditEntry, Tournament, Verb
from tournament.hanchan.actions import release, withhold
from tournament.results.models import Penalty, Sheet, SheetLine
from tournament.seats.models import Seat

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def every_history_is_long(monkeypatch):
    monkeypatch.setattr(audit_check, "LONG", 0)
    monkeypatch.setattr(audit_snapshot, "_whole", OrderedDict())


@pytest.fixture
def closely(monkeypatch):
    """How often everything was checked."""
    checks, check = [], audit_check._findings
    monkeypatch.setattr(audit_check, "_findings", lambda event: checks.append(1) or check(event))
    return checks


@pytest.fixture
def event():
    """An event that was checked once, and found whole."""
    event = recorded_event()
    assert findings(event) == []
    return event


def test_what_is_the_same_is_not_checked_again(event, closely):
    assert findings(event) == [] == closely


def test_what_new_lines_say_is_not_checked_against_the_old_ones(event, closely):
    for player in event.players.all():
        punish(player)
    withhold(hanchan=hanchan(event, 1), act=act())
    release(hanchan=hanchan(event, 1), act=act())
    assert findings(event) == [] == closely
    Penalty.objects.filter(pk=punish(event.players.first()).pk).first().delete()
    assert findings(event) and closely


def test_a_row_that_a_line_deletes_is_gone(event, closely):
    with audited_write(event, act(), Verb.CHANGED_SETTINGS):
        Penalty.rows_of(event).first().delete()
    assert findings(event) == [] == closely


def test_a_row_that_was_stored_again_after_its_line_deleted_it_is_found(event):
    penalty = Penalty.rows_of(event).first()
    with audited_write(event, act(), Verb.CHANGED_SETTINGS):
        Penalty.objects.filter(pk=penalty.pk).delete()
    penalty.save(force_insert=True)
    assert [one.code for one in findings(event)] == ["row-added"]


def test_a_row_that_is_gone_although_its_line_stored_it_is_found(event):
    penalty = punish(event.players.first())
    Penalty.objects.filter(pk=penalty.pk).delete()
    assert [one.code for one in findings(event)] == ["row-deleted"]


def test_a_row_that_was_put_back_to_what_it_was_before_the_new_line_is_found(event):
    penalty = Penalty.rows_of(event).filter(cancelled_at=None).first()
    before = penalty.amount
    with audited_write(event, act(), Verb.GAVE_PENALTY):
        penalty.amount = before + 100
        penalty.save(update_fields=["amount"])
    Penalty.objects.filter(pk=penalty.pk).update(amount=before)
    assert [one.code for one in findings(event)] == ["row-altered"]


def test_what_the_history_does_not_vouch_for_may_change(event, closely):
    event.players.filter(number=1).update(checked_in_at=MORNING)
    assert findings(event) == [] == closely


@pytest.mark.slow("every recorded field")
@pytest.mark.parametrize("model", KINDS, ids=lambda model: model._meta.model_name)
def test_each_field_that_is_altered_after_a_check_and_a_write_is_found(event, model):
    row, found = rows_of(model, event)[-1], {}
    punish(event.players.last())
    for field in fields_of(model):
        with undone():
            found[field.name] = bool(findings(event)) if altered(row, field) else True
    assert found and all(found.values()), found


def test_a_new_line_that_is_altered_is_found(event):
    punish(event.players.first())
    AuditEntry.objects.filter(pk=event.audit_entries.first().pk).update(reason="as I say")
    assert "line-altered" in [one.code for one in findings(event)]


def test_a_last_line_and_an_edition_that_are_missing_are_found(event):
    Tournament.objects.filter(pk=event.pk).update(edition=event.edition + 2)
    assert {one.code for one in findings(event)} == {"line-missing"}
    Tournament.objects.filter(pk=event.pk).update(edition=3)
    assert {one.code for one in findings(event)} == {"edition-lowered"}


def test_a_head_of_no_line_is_found(event):
    Tournament.objects.filter(pk=event.pk).update(public_head="f" * 64)
    assert [one.code for one in findings(event)] == ["head-unknown"]


def test_points_that_a_line_stores_and_that_do_not_add_up_are_found(event):
    line = SheetLine.rows_of(event).filter(version__accepted_by__isnull=False).first()
    with audited_write(event, act(), Verb.CHANGED_SHEET):
        SheetLine.objects.filter(pk=line.pk).update(points=line.points + 50_000)
    assert [one.code for one in findings(event)] == ["sum-broken"]


def test_seats_that_are_altered_are_found(event):
    seat = Seat.objects.filter(seating=event.seating_id).first()
    Seat.objects.filter(pk=seat.pk).update(table=90)
    assert "seats-altered" in {one.code for one in findings(event)}


def test_the_events_that_were_checked_last_are_kept(event):
    kept = audit_snapshot.last_whole(audit_snapshot.read_snapshot(event))
    for number in range(audit_snapshot.MOST):
        audit_snapshot.keep_whole(audit_snapshot.Snapshot((number,), 0, "", [], {}, []))
    assert kept and kept.chain and audit_snapshot.last_whole(kept) is None


def test_an_event_without_lines_is_kept_as_well():
    empty = Tournament.objects.create(slug="empty", name="Empty", rules={}, fouls={}, made_at=MORNING)
    assert audit_snapshot.read_snapshot(empty).chain == ""
    assert not Sheet.rows_of(empty)


def test_the_check_asks_as_often_for_many_new_lines_as_for_one(event, django_assert_num_queries):
    counts = []
    for players in (event.players.all()[:1], event.players.all()):
        for player in players:
            punish(player)
        with django_assert_num_queries(33) as asked:
            findings(event)
        counts.append(len(asked))
    assert len(set(counts)) == 1
