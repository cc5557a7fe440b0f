"""All sheets of a hanchan at once, as an event from a file has them: the same checks, one line of history."""

import pytest

from tests.events.rows import kept
from tests.factories import MORNING
from tests.tournament.standings.tables import USUAL, begin, finish, hanchan, put_in, small_event, vouch
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.messages import Refused
from tournament.core.models import AuditEntry, EntryMode, Tournament
from tournament.results.models import Sheet, SheetVersion
from tournament.results.sheets.checks import TypedSheet
from tournament.results.sheets.queries import tables_of
from tournament.results.sheets.whole_hanchan import enter_hanchan
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def event():
    tournament, _people = small_event(hanchan_count=2)
    begin(tournament, 1)
    return tournament


def sheets(tournament, points=USUAL) -> dict[int, TypedSheet]:
    return {
        table: TypedSheet.of([(p.wind, p.player.pk, own) for p, own in zip(places, points, strict=True)], 0)
        for table, places in lineup(tournament, 1).items()
    }


def enter_all(tournament, **changes):
    enter_hanchan(
        hanchan=hanchan(tournament, 1), sheets={**sheets(tournament), **changes}, act=Act(by=None, at=MORNING)
    )


def test_every_sheet_counts_and_the_history_vouches_for_each_row(event):
    vouch(event)  # the hall of the test is public past every action
    enter_all(event)
    assert [tuple(line.points for line in table.lines) for table in tables_of(event)] == [USUAL, USUAL]
    entry = AuditEntry.objects.latest("id")
    assert (entry.verb, entry.about, entry.detail) == ("entered a sheet", "hanchan 1", {"tables": 2})
    assert len(entry.figures) == 2 + 2 + 8
    assert findings(Tournament.objects.get()) == []


def test_a_row_that_is_altered_afterwards_is_found(event):
    enter_all(event)
    SheetVersion.objects.update(deposits=1)
    assert {one.code for one in findings(Tournament.objects.get())} == {"row-altered", "sum-broken"}


@pytest.mark.parametrize(
    ("prepare", "code"),
    [
        (lambda event: finish(event, 1), "hanchan-closed"),
        (lambda event: put_in(event, 1, 2), "sheets-in"),
        (lambda event: Tournament.objects.update(entry_mode=EntryMode.BLIND), "sheets-in"),
        (lambda event: event.hanchan.filter(number=1).update(official_at=MORNING, state="closed"), None),
    ],
)
def test_what_enter_refuses_is_refused(event, prepare, code):
    if code is None:
        finish(event, 1)
    prepare(event)
    before = Sheet.objects.count()
    with pytest.raises(Refused) as refused:
        event.refresh_from_db()
        enter_all(event)
    assert refused.value.messages[0].code == (code or "results-official")
    assert Sheet.objects.count() == before


def test_one_wrong_sheet_stops_all(event):
    wrong = sheets(event, (45_200, 31_100, 25_700, 17_000))
    with pytest.raises(Refused, match="missing"):
        enter_hanchan(hanchan=hanchan(event, 1), sheets={**sheets(event), 2: wrong[2]}, act=Act(by=None, at=MORNING))
    with pytest.raises(Refused, match="no table 9"):
        enter_hanchan(hanchan=hanchan(event, 1), sheets={9: wrong[2]}, act=Act(by=None, at=MORNING))
    assert not Sheet.objects.exists()


def test_fifty_tables_ask_no_more_often_than_two(event, django_assert_num_queries, django_assert_max_num_queries):
    with django_assert_max_num_queries(30) as few:
        enter_all(event)
    many, _people = small_event(hanchan_count=1, players=40, name="Autumn Open")
    begin(many, 1)
    with django_assert_num_queries(len(few)):
        enter_all(many)
