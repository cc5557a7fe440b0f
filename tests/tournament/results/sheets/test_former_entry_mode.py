"""An event from before 0.9.0 whose sheets another person compared with the paper: it is `checked` now."""

from importlib import import_module

import pytest
from django.apps import apps
from django.urls import reverse

from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import CLEAN, code_on, entered, hall, hanchan_of, typed
from tournament.core.audit import Act, audited_write
from tournament.core.audit_check import findings
from tournament.core.messages import Refused
from tournament.core.models import EntryMode, Role, Tournament, Verb
from tournament.events.history import details
from tournament.hanchan.actions import close
from tournament.results.models import Agreement, SheetState
from tournament.results.sheets.agreement import confirm, waive
from tournament.results.sheets.queries import unagreed_sheets

pytestmark = pytest.mark.django_db
migration = import_module("tournament.migrations.0003_settings")
OTHERWISE = (33_100, 41_200, 25_700, 20_000)


@pytest.fixture
def mina(event):
    return make_staff(event, Role.DESK, name="Mina Vogel")


@pytest.fixture
def mara(event):
    return make_staff(event, Role.DESK, name="Mara Lind")


@pytest.fixture
def event():
    return hall(players=4, entry_mode=EntryMode.BLIND)


def upgraded(event: Tournament) -> Tournament:
    """The event as the release before had it with its readings, and then this release."""
    with audited_write(event, Act(by=None, at=MORNING), Verb.CHANGED_SETTINGS):
        event.entry_mode = "sight"
        event.save(update_fields=["entry_mode"])
    migration.replace_sight(apps, None)
    return Tournament.objects.get(pk=event.pk)


def state(event):
    return event.hanchan.get(number=1).sheets.get(table=1).state


def type_in(client, event, person, points=CLEAN, places="1234"):
    """Type the sheet of table 1 on its page, with the places and the code that are written on it."""
    client.force_login(person)
    paper = {"written_places": places, "written_code": code_on(event, 1, 1)}
    client.post(reverse("sheet", args=[event.slug, 1, 1]), typed(hanchan_of(event), points=points, **paper))


def act(by, reason="", base=1):
    return Act(by=by, at=MORNING, reason=reason, base=base)


def test_the_history_says_so_and_its_chain_holds(event):
    now = upgraded(event)
    line = now.audit_entries.latest("id")
    assert (now.entry_mode, line.edition, line.actor_name) == (EntryMode.CHECKED, now.edition, "")
    assert details(line) == ["report sheets are entered: once, then compared by another person → once, with checks"]
    assert findings(now) == []


def test_other_events_stay_as_they_are(event):
    lines = event.audit_entries.count()
    migration.replace_sight(apps, None)
    event.refresh_from_db()
    assert (event.entry_mode, event.audit_entries.count()) == (EntryMode.BLIND, lines)


def test_a_reading_that_waits_does_not_count_until_another_person_confirms_it(client, event, mina, mara):
    entered(hanchan_of(event), by=mina)
    now = upgraded(event)
    assert unagreed_sheets([hanchan_of(now)]) == {1: {SheetState.ONCE: [1]}}
    with pytest.raises(Refused, match="Read by one person: table 1"):
        close(hanchan=hanchan_of(now), act=act(None))
    with pytest.raises(Refused, match="You typed the sheet"):
        confirm(hanchan=hanchan_of(now), table=1, act=act(mina))
    client.force_login(mara)
    sheet = reverse("sheet", args=[now.slug, 1, 1])
    assert "The paper says the same" in client.get(sheet).text
    client.post(reverse("sheet_confirm", args=[now.slug, 1, 1]), {"base_version": "1"})
    version = hanchan_of(now).sheets.get(table=1).accepted
    assert (version.agreement, version.agreed_by) == (Agreement.SIGHT, mara)
    close(hanchan=hanchan_of(now), act=act(None))
    assert findings(now) == []


def test_a_referee_who_is_alone_accepts_the_reading_that_waits(event, mina):
    entered(hanchan_of(event), by=mina)
    now = upgraded(event)
    waive(hanchan=hanchan_of(now), table=1, act=act(mina, "Nobody else is here."))
    assert state(now) == SheetState.ACCEPTED


def test_other_figures_than_those_that_wait_go_to_a_referee(client, event, mina, mara):
    entered(hanchan_of(event), by=mina)
    now = upgraded(event)
    type_in(client, now, mara, OTHERWISE, "2134")
    assert state(now) == SheetState.DIFFERS


def test_the_same_figures_from_another_person_agree(client, event, mina, mara):
    entered(hanchan_of(event), by=mina)
    now = upgraded(event)
    type_in(client, now, mara)
    assert state(now) == SheetState.ACCEPTED


def test_the_next_sheet_counts_with_its_checks(client, event, mina):
    now = upgraded(event)
    type_in(client, now, mina)
    assert state(now) == SheetState.ACCEPTED
