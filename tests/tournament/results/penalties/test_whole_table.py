"""A wrong report sheet: the four at a table pay in one act, and the act is cancelled whole."""

from uuid import uuid4

import pytest

from tests.acts import with_act
from tests.events.rows import kept
from tests.factories import MORNING
from tests.tournament.standings.tables import begin, hanchan, punish, small_event
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.results.penalties.actions import cancel
from tournament.results.penalties.queries import deductions, given_penalties, newest_penalty
from tournament.results.penalties.whole_table import cancel_for_table, give_to_table, given_with

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def event():
    tournament, people = small_event(hanchan_count=3)
    begin(tournament, 1)
    return tournament, people


def wrong_sheet(tournament, table=2, **fields):
    act = {
        "hanchan": hanchan(tournament, 1),
        "table": table,
        "foul": "REPORT",
        "amount": 2_000,
        "reason": "",
        "referee": "Mina",
        "submission": uuid4(),
        "by": None,
        "at": MORNING,
    }
    return give_to_table(tournament=tournament, **with_act(**act | fields))


def test_a_wrong_report_sheet_costs_all_four_in_one_act(event):
    tournament, people = event
    form = uuid4()
    edition = type(tournament).objects.get().edition
    given = wrong_sheet(tournament, submission=form)
    assert [one.player for one in given] == people[4:8]
    assert wrong_sheet(tournament, submission=form) == given
    assert type(tournament).objects.get().edition == edition + 1
    tournament.refresh_from_db()
    taken = deductions(given_penalties(tournament))
    assert [(one.player, one.amount) for one in taken] == [(p.pk, 2_000) for p in people[4:8]]
    with pytest.raises(Refused, match="no table 9"):
        wrong_sheet(tournament, table=9)


def test_only_the_four_of_one_act_belong_together(event):
    """Also where another table, or somebody alone, paid for the same foul in the same second."""
    tournament, people = event
    four, others = wrong_sheet(tournament), wrong_sheet(tournament, table=1)
    alone = punish(people[4], 2_000, foul="REPORT")
    assert given_with(four[2]) == four and given_with(others[0]) == others
    assert given_with(alone) == [alone]


def test_the_whole_table_is_cancelled_in_one_act_with_one_reason(event):
    tournament, _people = event
    first, *others = wrong_sheet(tournament)
    cancel(penalty=first, act=Act(by=None, at=MORNING, reason="was not there"))
    edition = type(tournament).objects.get().edition
    assert cancel_for_table(penalty=others[1], act=Act(by=None, at=MORNING, reason=" right after all ")) == others
    assert type(tournament).objects.get().edition == edition + 1
    reasons = list(tournament.penalties.order_by("id").values_list("cancelled_reason", flat=True))
    assert reasons == ["was not there", *["right after all"] * 3]
    assert deductions(given_penalties(tournament)) == ()
    entry = tournament.audit_entries.first()
    assert (entry.verb, entry.about) == ("cancelled a penalty", "hanchan 1, the whole table")
    assert entry.detail["players"] == ["Jonas Weber", "Mika Salo", "Inês Duarte"]


def test_a_table_cancelled_twice_is_cancelled_once(event):
    tournament, _people = event
    first, *_ = wrong_sheet(tournament)
    cancel_for_table(penalty=first, act=Act(by=None, at=MORNING, reason="right after all"))
    edition = type(tournament).objects.get().edition
    assert cancel_for_table(penalty=first, act=Act(by=None, at=MORNING, reason="again")) == []
    assert type(tournament).objects.get().edition == tournament.edition == edition
    assert not tournament.penalties.filter(cancelled_reason="again").exists()


def test_a_table_is_cancelled_only_with_a_reason(event):
    first, *_ = wrong_sheet(event[0])
    with pytest.raises(Refused, match="Enter a reason") as refused:
        cancel_for_table(penalty=first, act=Act(by=None, at=MORNING, reason=" "))
    assert refused.value.field == "reason"
    assert len(given_with(first)) == 4


def test_a_wrong_sheet_that_somebody_else_punished_meanwhile_is_asked_about(event):
    known = newest_penalty(event[0])
    first = wrong_sheet(event[0])
    with pytest.raises(Conflict, match="for the same foul 1 second ago"):
        wrong_sheet(event[0], base=known)
    wrong_sheet(event[0], base=first[-1].pk)
    assert len(given_penalties(event[0])) == 8
