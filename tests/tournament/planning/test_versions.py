"""New versions of a seating: sent twice, sent twice at once, and what the list of versions keeps."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import MORNING, make_staff
from tests.tournament.planning.halls import seated_hall
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Role
from tournament.planning import actions, commit, versions


@pytest.fixture
def hall(db):
    return seated_hall()


def swap(hall, base, submission="a1", reason=""):
    one, other = hall.players.order_by("number")[:2]
    act = Act(by=None, at=MORNING, base=base, submission=submission, reason=reason)
    return actions.swap(tournament=hall, hanchan=1, one=one, other=other, act=act)


@pytest.mark.parametrize("base", [None, 1])
def test_a_form_sent_twice_makes_one_version(hall, base):
    assert swap(hall, base) == swap(hall, base)
    assert hall.seatings.count() == 2


@pytest.mark.parametrize("base", [None, 1])
def test_of_a_form_sent_twice_at_the_same_moment_both_get_the_one_version(hall, base, monkeypatch):
    first, entries = swap(hall, base), hall.audit_entries.count()
    search = versions.result_of
    answers = iter([None])  # at the first look the other sending has not been written yet
    monkeypatch.setattr(versions, "result_of", lambda *sent: next(answers, search(*sent)))
    monkeypatch.setattr(commit, "_was_sent", lambda *_sent: False)
    assert swap(hall, base) == first
    hall.refresh_from_db()
    assert (hall.seatings.count(), hall.audit_entries.count(), hall.seating) == (2, entries, first)


def test_another_form_with_an_old_base_is_a_conflict(hall):
    swap(hall, 1)
    with pytest.raises(Conflict, match="version 2 is now in use"):
        swap(hall, 1, submission="b2")
    assert hall.seatings.count() == 2


def test_a_refused_form_may_be_sent_again(hall):
    player = hall.players.first()
    act = Act(by=None, at=MORNING, base=1, submission="a1")
    with pytest.raises(Refused, match="two different players"):
        actions.swap(tournament=hall, hanchan=1, one=player, other=player, act=act)
    assert swap(hall, 1).number == 2


def test_the_reason_of_a_version_may_have_braces(hall):
    swap(hall, 1, reason="{odd} reason")
    with pytest.raises(Conflict, match=r"\{odd\} reason"):
        swap(hall, 1, submission="b2")


def test_the_list_of_versions_sorts_by_each_heading_at_a_constant_number_of_queries(hall, client):
    client.force_login(make_staff(hall, Role.ORGANISER))
    page = reverse("seating_versions", args=[hall.slug])
    swap(hall, 1)

    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert client.get(page).status_code == 200
        return len(captured)

    few = queries()
    for number in range(2, 6):
        swap(hall, number, submission=f"s{number}")
    assert queries() == few
    for key in ("number", "made_at", "made_by", "source", "repeats", "wind_gap"):
        found = client.get(page, {"sort": f"-{key}"}).context["table"]
        assert [row.record.number for row in found.rows] and found.order_by == (f"-{key}",)
