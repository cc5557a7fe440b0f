"""`kill -9` while sheets come in: what was answered as saved is there, whole, once, and counted."""

import http.client
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.db import connection
from django.urls import reverse

from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import hall, hanchan_of, typed
from tournament.core.audit import Act
from tournament.core.models import AuditEntry, Role
from tournament.hanchan.actions import start
from tournament.results.models import Sheet, SheetVersion
from tournament.results.sheets.queries import tables_of

pytestmark = pytest.mark.django_db(transaction=True)
KILLS, DESKS, HANCHAN, PLAYERS = 10, 3, 4, 96
MOST_BETWEEN = 8  # saves that are answered from one kill to the next
HANGS = 300  # seconds without any answer: then the server is broken, not slow
TOKEN = "c" * 32
POINTS = (("412", "331", "257", "200"), ("331", "412", "257", "200"), ("200", "257", "331", "412"))


@dataclass
class Desk:
    """Somebody who types one sheet after the other and sends again whatever was not answered."""

    port: int
    headers: dict[str, str]
    forms: list[tuple[str, list[dict[str, str]]]]
    over: threading.Event
    answers: Queue[str]
    saved: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    unanswered: int = 0
    odd: list[object] = field(default_factory=list)

    def work(self) -> None:
        for address, versions in self.forms:
            for number, form in enumerate(versions):
                self.send(address if number == 0 else f"{address}change/", form)
                if self.over.is_set():
                    return

    def send(self, address: str, form: dict[str, str]) -> None:
        while not self.over.is_set():
            try:
                answer = self.ask(address, form)
            except (OSError, http.client.HTTPException):
                self.unanswered += 1
                continue
            if answer[0] == 302 and "saved=" in answer[1]:
                self.saved.append((form["submission"], tuple(form[f"points_{row}"] for row in range(4))))
            else:
                self.odd.append((address, form, answer))
            self.answers.put(form["submission"])
            return

    def ask(self, address: str, form: dict[str, str]) -> tuple[int, str]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            line.request("POST", address, urlencode(form), self.headers)
            answer = line.getresponse()
            return answer.status, answer.headers.get("Location", "")
        finally:
            line.close()


def forms_of(tournament):
    """Every sheet of the event as it is entered and then changed twice."""
    for number in range(1, HANCHAN + 1):
        for table in range(1, PLAYERS // 4 + 1):
            versions = [typed(hanchan_of(tournament, number), table, points) for points in POINTS]
            changes = [{**one, "base_version": str(at), "reason": "misread"} for at, one in enumerate(versions)]
            yield reverse("sheet", args=[tournament.slug, number, table]), [versions[0], *changes[1:]]


@pytest.fixture
def server():
    name = connection.settings_dict["NAME"]
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{name}", "SECRET_KEY": settings.SECRET_KEY}
    command = [sys.executable, "-m", "tests.tournament.served"]
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        command, cwd=root, env=environment | {"DJANGO_SETTINGS_MODULE": "tournament.settings"},
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True,
    ) as parent:  # fmt: skip
        yield parent
        os.killpg(parent.pid, signal.SIGKILL)


def kill_again_and_again(server, answers, chance):
    """Kill each child once it has answered some desks, while the others wait; the next child comes by itself."""
    for _ in range(KILLS):
        child = int(server.stdout.readline())
        for _ in range(chance.randint(1, MOST_BETWEEN)):
            answers.get(timeout=HANGS)
        os.kill(child, signal.SIGKILL)


def test_nothing_that_was_answered_as_saved_is_lost_when_the_server_is_killed(client, server):
    tournament = hall(players=PLAYERS, hanchan=HANCHAN)
    for number in range(2, HANCHAN + 1):
        start(hanchan=hanchan_of(tournament, number), act=Act(by=None, at=MORNING), confirmed=True)
    client.force_login(make_staff(tournament, Role.REFEREE))
    cookies = f"sessionid={client.cookies['sessionid'].value}; csrftoken={TOKEN}"
    headers = {"Cookie": cookies, "X-CSRFToken": TOKEN, "Content-Type": "application/x-www-form-urlencoded"}
    forms, port, over = list(forms_of(tournament)), int(server.stdout.readline()), threading.Event()
    answers = Queue()
    desks = [Desk(port, headers, forms[at::DESKS], over, answers) for at in range(DESKS)]
    threads = [threading.Thread(target=desk.work) for desk in desks]
    for thread in threads:
        thread.start()
    try:
        kill_again_and_again(server, answers, random.Random(7))
    finally:
        over.set()
        for thread in threads:
            thread.join()

    assert [desk.odd for desk in desks] == [[]] * DESKS
    assert sum(desk.unanswered for desk in desks) > 0, "no kill met a sheet that was being saved"
    saved = dict(one for desk in desks for one in desk.saved)
    check_kept(saved)
    check_whole(tournament)


def check_kept(saved):
    """Every answer is one version with these points."""
    assert len(saved) >= KILLS
    kept = {str(one.submission): one for one in SheetVersion.objects.prefetch_related("lines")}
    for submission, points in saved.items():
        found = {line.wind: line.points for line in kept[submission].lines.all()}
        assert found == dict(zip("ESWN", (int(text) * 100 for text in points), strict=True))


def check_whole(tournament):
    """Four lines to a version, versions without gaps, the last one counts, one line of history for each write."""
    versions = SheetVersion.objects.count()
    for sheet in Sheet.objects.prefetch_related("versions__lines"):
        rows = list(sheet.versions.all())
        assert [one.number for one in rows] == list(range(1, len(rows) + 1))
        assert sheet.accepted_id == rows[-1].pk
        assert {len(one.lines.all()) for one in rows} == {4}
    tournament.refresh_from_db()
    entries = list(AuditEntry.objects.filter(tournament=tournament).order_by("id"))
    assert [entry.edition for entry in entries] == list(range(1, tournament.edition + 1))
    verbs = Counter(entry.verb for entry in entries)
    assert verbs["entered a sheet"] + verbs["changed a sheet"] == versions
    assert len(tables_of(tournament)) == Sheet.objects.count()
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert cursor.execute("PRAGMA foreign_key_check").fetchall() == []
