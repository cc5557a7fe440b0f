"""Servers behind the proxy as deploy/ has them: one after the other is restarted while a hall works, and nobody
notices."""

import threading
from contextlib import ExitStack
from http.client import HTTPConnection
from itertools import chain
from queue import Queue

import pytest
from django.conf import settings
from django.urls import reverse

from bench.house import PATIENCE, House, answer
from bench.kills import DESKS, HANCHAN, PLAYERS, TOKEN, Desk, Outcome, headers_of, losses, steps_of
from tests.factories import MORNING, make_user
from tests.tournament.desk.halls import hall, hanchan_of
from tournament.api.tokens import MOST_WRONG
from tournament.core.audit import Act
from tournament.core.models import EntryMode
from tournament.events.actions import set_public
from tournament.hanchan.actions import start

SLOW = pytest.mark.slow("servers that are restarted")
pytestmark = [pytest.mark.django_db(transaction=True), SLOW, pytest.mark.caddy, pytest.mark.redis]
SERVERS = {"gunicorn": 3, "serve": 2}


@pytest.fixture
def playing():
    tournament = hall(players=PLAYERS, hanchan=HANCHAN, entry_mode=EntryMode.BLIND)
    for number in range(2, HANCHAN + 1):
        start(hanchan=hanchan_of(tournament, number), act=Act(by=None, at=MORNING, reason="both at once"))
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=MORNING))
    return tournament


@pytest.mark.parametrize(
    "kind", [pytest.param("gunicorn", marks=pytest.mark.postgres), pytest.param("serve", marks=pytest.mark.sqlite)]
)
def test_nobody_notices_that_one_server_after_the_other_is_restarted(playing, kind, tmp_path):
    people = [make_user(name, superuser=True) for name in ("first", "second", "referee")]
    headers = [headers_of(person) for person in people]
    work = [*steps_of(playing, changes=400)]
    over, answers, read = threading.Event(), Queue(), Queue()
    page = reverse("public_standings", args=[playing.slug])
    with ExitStack() as stack:
        house = House(kind, SERVERS[kind], tmp_path, stack)
        desks = [Desk(house.port, headers, [*chain(*work[at::DESKS])], over, answers) for at in range(DESKS)]

        def watch():
            while not over.is_set():
                read.put(answer(house.port, page))

        threads = [threading.Thread(target=one) for one in [watch, watch, *(desk.work for desk in desks)]]
        stack.callback(lambda: [thread.join() for thread in threads])
        stack.callback(over.set)
        for thread in threads:
            thread.start()
        for port in house.ports:
            for _ in range(5):  # between two restarts everybody is at work
                answers.get(timeout=PATIENCE)
                read.get(timeout=PATIENCE)
            assert house.restart(port) == 0
        over.set()
        for thread in threads:
            thread.join()
    assert [one for one in read.queue if one is None or one[0] != 200] == []
    assert sum(desk.unanswered for desk in desks) == 0
    outcome = Outcome([step for desk in desks for step in desk.saved], 0, [odd for desk in desks for odd in desk.odd])
    assert outcome.odd == []
    assert losses(playing, outcome) == []


def refused(port, method, path, form="", **headers):
    """The status that somebody behind the proxy gets of one process."""
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request(method, path, form, {"X-Forwarded-For": "203.0.113.9", **headers})
        return line.getresponse().status
    finally:
        line.close()


def test_what_is_wrong_at_one_process_counts_at_the_others(playing, tmp_path):
    make_user("mina")
    form = {"Cookie": f"csrftoken={TOKEN}", "X-CSRFToken": TOKEN, "Content-Type": "application/x-www-form-urlencoded"}
    page = reverse("api_tournament", args=[playing.slug])
    with ExitStack() as stack:
        ports = House("gunicorn", 2, tmp_path, stack).ports

        def password(n):
            return refused(ports[n % 2], "POST", reverse("sign_in"), "username=mina&password=guess", **form)

        def token(n):
            return refused(ports[n % 2], "GET", page, Authorization="Bearer sekigime_guess")

        passwords = [password(n) for n in range(settings.AXES_FAILURE_LIMIT + 2)]
        tokens = [token(n) for n in range(MOST_WRONG + 2)]
    assert passwords == [422] * (settings.AXES_FAILURE_LIMIT - 1) + [429] * 3
    assert tokens == [401] * MOST_WRONG + [429] * 2
