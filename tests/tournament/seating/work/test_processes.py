"""Long work in a process of its own: pages answer meanwhile; it is stopped, killed, thrown away; nothing is left."""

import time
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.conf import settings as known
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_staff
from tests.tournament.seating.halls import begin, seated_hall
from tournament.seating.work import actions, running, starting
from tournament.seating.work.asked import Asked, rounds_from
from tournament.seating.work.models import SeatingWork, WorkState
from tournament.staff.models import Role

pytestmark = pytest.mark.django_db(transaction=True)
ENDLESS = 30_000_000
PATIENCE = 60  # seconds; a busy machine is slow, not wrong


@pytest.fixture
def event(settings, monkeypatch):
    """Crowded, and half played: there are always repeats left to search at."""
    settings.SEATING_WORK = "process"
    monkeypatch.setenv("DATABASE_URL", address_of_the_database())
    monkeypatch.setenv("SECRET_KEY", known.SECRET_KEY)
    tournament = seated_hall(16, 10)
    begin(tournament, 2)
    yield tournament
    SeatingWork.objects.all().delete()  # whoever still works ends by itself
    for child in starting._children:
        child.wait(PATIENCE)
    starting.reap()
    assert starting._children == []


def address_of_the_database():
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    if database["HOST"].startswith("/"):  # a socket of the machine
        return f"postgres:///{database['HOST']}/{database['NAME']}"
    host, port = database["HOST"], f":{database['PORT']}" if database["PORT"] else ""
    who = f"{quote(database['USER'])}:{quote(database['PASSWORD'])}@" if database["USER"] else ""
    return f"postgres://{who}{host}{port}/{database['NAME']}"


def ask(event, moves=ENDLESS):
    work = actions.ask(tournament=event, seed=7, by=None, at=timezone.now(), base=1, moves=moves)
    starting.start(work)
    return work


def until(work, reached):
    """The row, as soon as it is as wanted."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        work.refresh_from_db()
        if reached(work):
            return work
        time.sleep(0.05)
    raise AssertionError(f"still {work.state}, {work.progress}, {work.message}")


def test_pages_answer_while_a_plan_is_made_and_stopping_keeps_a_verified_one(event, client):
    client.force_login(make_staff(event, Role.ORGANISER))
    work = until(ask(event), lambda row: row.shortfall is not None)
    for name in ("seating", "seating_plan", "seating_wishes", "players"):
        assert client.get(reverse(name, args=[event.slug])).status_code == 200
    page = reverse("seating_work", args=[event.slug, work.pk])
    assert 'hx-trigger="every 1s"' in client.get(page).content.decode()
    work.refresh_from_db()
    assert work.state == WorkState.RUNNING
    client.post(page, {"do": "stop"})
    until(work, lambda row: row.state == WorkState.STOPPED)
    assert actions.take_over(work=work, by=None, at=timezone.now(), base=1).number == 2


def test_a_process_that_is_killed_is_started_again_with_the_same_answer(event):
    work = until(ask(event), lambda row: row.state == WorkState.RUNNING)
    starting._children[-1].kill()
    starting._children[-1].wait(PATIENCE)
    assert until(work, lambda row: row.state == WorkState.RUNNING).best is None
    SeatingWork.objects.update(asked=Asked.to_json(shorter(work)))
    work.refresh_from_db()
    later = timezone.now() + timedelta(seconds=30)
    again = actions.again(work=work, by=None, at=later)
    starting.start(again)
    until(again, lambda row: row.state == WorkState.DONE)
    assert rounds_from(again.best["rounds"]) == rounds_from(running.answer(shorter(work))[0]["rounds"])


def shorter(work):
    return Asked.from_json({**work.asked, "moves": 3000})


def test_a_process_whose_work_was_thrown_away_ends(event):
    work = until(ask(event), lambda row: row.shortfall is not None)
    actions.throw_away(work=work, by=None, at=timezone.now())
    assert starting._children[-1].wait(PATIENCE) == 0
    assert not SeatingWork.objects.exists()
