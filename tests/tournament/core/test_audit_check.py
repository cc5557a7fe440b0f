"""The check of a history: whatever somebody alters in the database by hand is named."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import DataError, IntegrityError, connection, models, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.factories import MORNING, make_staff, make_tournament
from tests.tournament.core.events import act, recorded_event
from tests.tournament.standings.tables import begin, hanchan, punish, put_in, small_event, vouch
from tournament.core.audit import audited_write
from tournament.core.audit_check import findings, known_findings, last_value
from tournament.core.chain import first_value
from tournament.core.messages import sentence
from tournament.core.models import AuditEntry, Tournament, Verb
from tournament.core.records import Recorded
from tournament.hanchan.actions import release, withhold
from tournament.results.models import Penalty, Sheet, SheetLine, SheetVersion
from tournament.results.sheets.actions import change
from tournament.results.sheets.checks import typed_sheet
from tournament.results.sheets.queries import accepted_version

pytestmark = pytest.mark.django_db
KINDS = [AuditEntry, *Recorded.__subclasses__()]


@pytest.fixture
def event():
    return recorded_event()


def codes(tournament: Tournament) -> set[str]:
    return {one.code for one in findings(tournament)}


@contextmanager
def undone() -> Iterator[None]:
    """Nothing of the block stays. Who edits a file is not held up by foreign keys."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def other_value(field: models.Field, value):
    """Some other value that the field could hold."""
    match field:
        case models.ForeignKey():
            return field.remote_field.model._base_manager.exclude(pk=value).values_list("pk", flat=True).last()
        case models.BooleanField():
            return not value
        case models.IntegerField():
            return (value or 0) + 100
        case models.DateTimeField():
            return (value or MORNING) + timedelta(seconds=1)
        case models.DateField():
            return (value or MORNING.date()) + timedelta(days=1)
        case models.UUIDField():
            return uuid4()
        case models.JSONField():
            return [*value, 1] if isinstance(value, list) else {**value, "x": 1}
    others = [one for one, _label in field.choices or () if one != value]
    return others[-1] if others else f"{value}x"


def fields_of(model: type[models.Model]) -> list[models.Field]:
    unrecorded = getattr(model, "unrecorded", frozenset()) | getattr(model, "private", frozenset())
    return [field for field in model._meta.concrete_fields if not field.primary_key and field.name not in unrecorded]


def rows_of(model: type[models.Model], tournament: Tournament) -> list[models.Model]:
    rows = tournament.audit_entries.all() if model is AuditEntry else model.rows_of(tournament)
    return list(rows.order_by("pk"))


def altered(row: models.Model, field: models.Field) -> bool:
    """Put another value into the database; False where a constraint refuses it, or there is no other value."""
    try:
        with transaction.atomic():
            value = other_value(field, getattr(row, field.attname))
            if value == getattr(row, field.attname):  # there is no other draw or person
                return False
            type(row)._base_manager.filter(pk=row.pk).update(**{field.attname: value})
    except (IntegrityError, DataError):
        return False
    return True


def test_a_history_that_nobody_touched_is_whole(event):
    assert findings(event) == []
    assert all(rows_of(model, event) for model in KINDS)


@pytest.mark.parametrize("model", KINDS, ids=lambda model: model._meta.model_name)
def test_each_field_that_is_altered_is_found(event, model):
    row, found = rows_of(model, event)[-1], {}
    for field in fields_of(model):
        with undone():
            found[field.name] = bool(findings(event)) if altered(row, field) else True
    assert found and all(found.values()), found


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_field_of_any_row_that_is_altered_is_found(event, data):
    model = data.draw(st.sampled_from(KINDS))
    row = data.draw(st.sampled_from(rows_of(model, event)))
    with undone():
        assert not altered(row, data.draw(st.sampled_from(fields_of(model)))) or findings(event)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_line_of_history_that_is_deleted_is_named(event, data):
    entries = rows_of(AuditEntry, event)
    gone = data.draw(st.lists(st.sampled_from(entries), min_size=1, max_size=3, unique_by=lambda entry: entry.pk))
    with undone():
        AuditEntry.objects.filter(pk__in=[entry.pk for entry in gone]).delete()
        named = {one.params["line"] for one in findings(event) if one.code == "line-missing"}
        assert named == {entry.edition for entry in gone}


@pytest.mark.parametrize("model", [SheetLine, Penalty], ids=lambda model: model._meta.model_name)
def test_a_row_that_is_deleted_is_named_with_the_line_that_stored_it(event, model):
    row = rows_of(model, event)[0]
    model.objects.filter(pk=row.pk).delete()
    assert "row-deleted" in codes(event)


def test_points_moved_between_two_players_are_named_with_what_they_were(event):
    line = SheetLine.rows_of(event).filter(version__accepted_by__hanchan__number=2, points=45_200).first()
    SheetLine.objects.filter(pk=line.pk).update(points=25_200)
    SheetLine.objects.filter(version=line.version_id, points=31_100).update(points=51_100)
    assert codes(event) == {"row-altered"}
    texts = [sentence(one) for one in findings(event)]
    assert any("entered a report sheet: hanchan 2, table 1) says 45200, but the database now says 25200" in text
               for text in texts)  # fmt: skip


def test_a_table_that_no_longer_adds_up_is_named(event):
    line = SheetLine.rows_of(event).filter(version__accepted_by__hanchan__number=2).first()
    SheetLine.objects.filter(pk=line.pk).update(points=line.points + 50_000)
    assert codes(event) == {"row-altered", "sum-broken"}


def test_a_table_whose_sum_a_referee_overrode_is_no_finding():
    tournament, _people = small_event()
    begin(tournament, 1)
    put_in(tournament, 1, 1)
    one = hanchan(tournament, 1)
    typed = typed_sheet(accepted_version(one, 1))
    wrong = replace(typed, lines=(replace(typed.lines[0], points=46_200), *typed.lines[1:]))
    change(hanchan=one, table=1, typed=wrong, act=act(base=1), override=True)
    vouch(tournament)
    assert findings(tournament) == []


def test_a_version_that_counts_although_no_line_says_so_is_found(event):
    sheet = Sheet.rows_of(event).get(hanchan__number=1, table=1)
    Sheet.objects.filter(pk=sheet.pk).update(accepted=SheetVersion.objects.get(sheet=sheet, number=1))
    assert codes(event) == {"row-altered"}


def test_a_sheet_that_was_stored_past_the_history_is_found(event):
    Sheet.objects.create(hanchan=hanchan(event, 3), table=2)
    assert codes(event) == {"row-added"}


def test_lines_that_changed_places_are_found(event):
    last = event.audit_entries.order_by("-id").first()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournament_auditentry SET id = -1 WHERE id = %s", [last.pk])
    assert "line-displaced" in codes(event)


def test_a_last_line_that_was_deleted_together_with_its_number_shows_only_by_the_head(event):
    head = last_value(event)
    AuditEntry.objects.filter(pk=event.audit_entries.first().pk).delete()
    assert codes(event) >= {"line-missing"}
    Tournament.objects.filter(pk=event.pk).update(edition=event.edition - 1)
    assert "line-missing" not in codes(event)
    assert last_value(event) != head


def test_an_edition_below_the_last_line_is_found(event):
    Tournament.objects.filter(pk=event.pk).update(edition=3)
    assert codes(event) == {"edition-lowered"}


def test_a_history_that_was_written_again_has_lost_the_head_that_was_published(event):
    withhold(hanchan=hanchan(event, 1), act=act())
    release(hanchan=hanchan(event, 1), act=act())
    event.refresh_from_db()
    assert event.public_head and findings(event) == []
    entries = list(event.audit_entries.order_by("id"))
    entries[2].reason = "as I say"
    previous = first_value(event.pk, event.made_at)
    for entry in entries:
        entry.previous = previous
        entry.chain = entry.value()
        entry.save()
        previous = entry.chain
    assert codes(event) == {"head-unknown"}


def test_pages_are_told_what_the_last_check_found(event):
    assert known_findings(event) == []
    Penalty.rows_of(event).update(amount=100)
    assert known_findings(event) == []
    found = findings(event)
    assert found and known_findings(event) == found


def test_the_check_asks_as_often_for_a_long_history_as_for_a_short_one(event, django_assert_num_queries):
    with django_assert_num_queries(27):
        findings(event)
    for player in event.players.all():
        punish(player)
    with django_assert_num_queries(27):
        findings(event)


def test_an_event_without_a_history_is_whole_and_has_no_head():
    empty = Tournament.objects.create(slug="empty", name="Empty", rules={}, fouls={}, made_at=MORNING)
    assert last_value(empty) == ""
    Tournament.objects.filter(pk=empty.pk).delete()


def test_what_a_write_within_a_write_stores_later_counts_there(event):
    penalty = Penalty.rows_of(event).filter(cancelled_at=None).first()
    with audited_write(event, act(), Verb.GAVE_PENALTY):
        penalty.amount = 100
        penalty.save(update_fields=["amount"])
        with audited_write(event, act(submission=None), Verb.GAVE_PENALTY):
            penalty.amount = 200
            penalty.save(update_fields=["amount"])
    assert findings(event) == []


def test_the_chain_begins_with_the_event_whatever_its_address(event):
    first = event.audit_entries.order_by("id").first()
    assert first.previous == first_value(event.pk, event.made_at)
    Tournament.objects.filter(pk=event.pk).update(slug="elsewhere", name="Elsewhere")
    event.refresh_from_db()
    assert findings(event) == []


def test_a_line_has_the_name_of_then_and_the_sign_in_name():
    tournament = make_tournament()
    aiko = make_staff(tournament, username="aiko", name="Aiko Brandt")
    with audited_write(tournament, act(by=aiko), Verb.CHANGED_SETTINGS):
        pass
    aiko.first_name, aiko.last_name = "Ewa", "Nowak"
    aiko.save()
    entry = tournament.audit_entries.first()
    assert (entry.actor_name, entry.actor_login) == ("Aiko Brandt", "aiko")


def test_a_field_that_no_line_names_is_not_vouched_for(event):
    for entry in event.audit_entries.order_by("id"):
        for values in entry.figures.values():
            (values or {}).pop("carried", None)
        previous = event.audit_entries.filter(id__lt=entry.id).order_by("-id").values_list("chain", flat=True).first()
        entry.previous = previous or first_value(event.pk, event.made_at)
        entry.chain = entry.value()
        entry.save()
    event.players.filter(number=1).update(carried=100)
    assert findings(event) == []
