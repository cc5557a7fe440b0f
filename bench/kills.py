"""`kill -9` while sheets are entered, agreed and changed and players imported: nothing that was answered is lost.

    python -m bench kills                 1,000 kills
    python -m bench kills --kills 50      fewer

A server is killed at random moments and started again at once. Desks type sheets that two people must read, change
them, and import lists of players; what is not answered they send again, as a page does. At the end every answer must be
in the database, whole and once, and the audit chain without a gap.
"""

import argparse
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from uuid import uuid4

from bench import sized

if TYPE_CHECKING:  # Django is set up later
    from tournament.core.models import Tournament, User

ROOT = Path(__file__).resolve().parent.parent
DESKS, PLAYERS, HANCHAN = 3, 96, 4
MOST_BETWEEN = 8  # answers from one kill to the next
HANGS = 300  # seconds without any answer: then the server is broken, not slow
TOKEN = "c" * 32
POINTS = ((412, 331, 257, 200), (331, 412, 257, 200), (200, 257, 331, 412))
NEWCOMERS = 3  # players of each imported list
Answered = tuple[int, str, str]  # status, Location, page


@dataclass(frozen=True)
class Step:
    """One thing that a desk saves: `person` is the index of who is signed in."""

    kind: str
    address: str
    form: dict[str, str]
    person: int = 0


@dataclass
class Desk:
    """Somebody who saves one thing after the other and sends again whatever was not answered."""

    port: int
    people: list[dict[str, str]]
    steps: list[Step]
    over: threading.Event
    answers: "Queue[str]"
    saved: list[Step] = field(default_factory=list)
    unanswered: int = 0
    odd: list[tuple[Step, Answered]] = field(default_factory=list)

    def work(self) -> None:
        for step in self.steps:
            if self.over.is_set():
                return
            answer = self.imported(step) if step.kind == "import" else self.sent(step, step.address, step.form)
            if answer is None:
                continue
            if answer[0] == 302:
                self.saved.append(step)
            else:
                self.odd.append((step, answer))
            self.answers.put(step.kind)

    def imported(self, step: Step) -> Answered | None:
        """Preview and apply: again where another desk's list came between, or where that was not answered. A list that
        is refused then had been added."""
        again = False
        while page := self.sent(step, step.address, step.form):
            hidden = dict(re.findall(r'name="(sealed|digest)" value="([^"]*)"', page[2]))
            try:
                answer = self.ask(step, f"{step.address}apply/", {**hidden, "apply": "1"})
            except (OSError, http.client.HTTPException):
                self.unanswered += 1
                again = True
            else:
                if answer[0] != 409:
                    return None if again and answer[0] == 422 else answer
        return None

    def sent(self, step: Step, address: str, form: dict[str, str]) -> Answered | None:
        """The answer, after as many tries as it takes; None when the measurement is over."""
        while not self.over.is_set():
            try:
                return self.ask(step, address, form)
            except (OSError, http.client.HTTPException):
                self.unanswered += 1
        return None

    def ask(self, step: Step, address: str, form: dict[str, str]) -> Answered:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            line.request("POST", address, urlencode(form), self.people[step.person])
            answer = line.getresponse()
            return answer.status, answer.headers.get("Location", ""), answer.read().decode()
        finally:
            line.close()


@contextmanager
def restarted_server() -> Iterator["subprocess.Popen[str]"]:
    """A server on this process's database whose parent starts it again whenever it dies."""
    from django.conf import settings

    from bench.database import address_of_the_database

    environment = {
        **os.environ,
        "DATABASE_URL": address_of_the_database(),
        "SECRET_KEY": settings.SECRET_KEY,
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
    }
    with subprocess.Popen(
        [sys.executable, "-m", "bench.restarted_server"], cwd=ROOT, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True,
    ) as parent:  # fmt: skip
        yield parent
        os.killpg(parent.pid, signal.SIGKILL)


def kill_again_and_again(
    server: "subprocess.Popen[str]", kills: int, answers: "Queue[str]", chance: random.Random
) -> None:
    """Kill each server once it has answered some desks, while the others wait; the next comes by itself."""
    assert server.stdout
    for _ in range(kills):
        child = int(server.stdout.readline())
        for _ in range(chance.randint(1, MOST_BETWEEN)):
            answers.get(timeout=HANGS)
        os.kill(child, signal.SIGKILL)


def steps_of(tournament: "Tournament", changes: int) -> Iterator[list[Step]]:
    """For each table: its sheet typed by one person and by another, then changed so often; now and then a list."""
    from django.urls import reverse

    from tournament.seats.queries import lineup

    lists = reverse("players_import", args=[tournament.slug])
    for number in range(1, HANCHAN + 1):
        for table, seats in lineup(tournament, number).items():
            players = ",".join(str(place.player.pk) for place in seats)
            address = reverse("sheet", args=[tournament.slug, number, table])

            def typed(version: int, players: str = players) -> dict[str, str]:
                points = {f"points_{row}": str(own) for row, own in enumerate(POINTS[version % len(POINTS)])}
                return {"players": players, "submission": str(uuid4()), "deposits": "0", **points}

            rows = "\n".join(f"Newcomer {number:02}{table:02}x{one}" for one in range(NEWCOMERS))
            yield [
                Step("entry", address, typed(0)),
                Step("agreement", address, typed(0), person=1),
                Step("import", lists, {"pasted": f"name\n{rows}"}, person=2),
                *(
                    Step("change", f"{address}change/", {**typed(at), "base_version": str(at), "reason": "misread"}, 2)
                    for at in range(1, changes + 1)
                ),
            ]


def headers_of(person: "User") -> dict[str, str]:
    """Return the headers that the browser of somebody who is signed in sends."""
    from django.test import Client

    client = Client()
    client.force_login(person)
    cookies = f"sessionid={client.cookies['sessionid'].value}; csrftoken={TOKEN}"
    return {"Cookie": cookies, "X-CSRFToken": TOKEN, "Content-Type": "application/x-www-form-urlencoded"}


@dataclass(frozen=True)
class Outcome:
    """The steps answered as saved, the number of requests left unanswered by a kill, and answers that are none."""

    saved: list[Step]
    unanswered: int
    odd: list[tuple[Step, Answered]]


def killed(tournament: "Tournament", people: "list[User]", kills: int, chance: random.Random) -> Outcome:
    """Let three desks work while the server is killed so often. All `HANCHAN` hanchan play, in blind entry."""
    sheets = HANCHAN * PLAYERS // 4
    work = [*steps_of(tournament, changes=2 + kills * MOST_BETWEEN // sheets)]
    over, answers = threading.Event(), Queue[str]()
    headers = [headers_of(person) for person in people]
    with restarted_server() as server:
        assert server.stdout
        port = int(server.stdout.readline())
        desks = [Desk(port, headers, [*chain(*work[at::DESKS])], over, answers) for at in range(DESKS)]
        threads = [threading.Thread(target=desk.work) for desk in desks]
        for thread in threads:
            thread.start()
        try:
            kill_again_and_again(server, kills, answers, chance)
        finally:
            over.set()
            for thread in threads:
                thread.join()
    odd = [one for desk in desks for one in desk.odd]
    return Outcome([one for desk in desks for one in desk.saved], sum(desk.unanswered for desk in desks), odd)


def losses(tournament: "Tournament", outcome: Outcome) -> list[str]:
    """Return what was answered and is not in the database, whole and once; and what is there and broken."""
    return [*_lost(tournament, outcome), *_broken(tournament)]


def _lost(tournament: "Tournament", outcome: Outcome) -> Iterator[str]:
    from tournament.core.models import AuditEntry
    from tournament.results.models import SheetVersion

    lines = set(AuditEntry.objects.filter(tournament=tournament).values_list("submission", flat=True))
    versions = SheetVersion.objects.prefetch_related("lines").filter(sheet__hanchan__tournament=tournament)
    kept = {str(one.submission): {line.wind: line.points for line in one.lines.all()} for one in versions}
    names = Counter(tournament.players.values_list("name", flat=True))
    for step in outcome.saved:
        if step.kind == "import":
            if any(names[name] != 1 for name in step.form["pasted"].splitlines()[1:]):
                yield f"import of {step.form['pasted']!r}"
        elif step.form["submission"] not in lines:
            yield f"{step.kind} {step.form['submission']} at {step.address} is not in the history"
        elif step.kind != "agreement" and kept.get(step.form["submission"]) != {
            wind: int(step.form[f"points_{row}"]) * 100 for row, wind in enumerate("ESWN")
        }:
            yield f"{step.kind} {step.form['submission']} at {step.address} has other figures"
    agreed = versions.exclude(agreed_by=None).count()
    answered = sum(step.kind == "agreement" for step in outcome.saved)
    if agreed < answered:
        yield f"{answered - agreed} agreements"


def _broken(tournament: "Tournament") -> Iterator[str]:
    """Four lines to a version, versions without gaps, lists whole or not at all, one line of history a write."""
    from django.db import connection

    from tournament.core.audit_check import findings
    from tournament.core.models import AuditEntry
    from tournament.results.models import Sheet

    for sheet in Sheet.objects.filter(hanchan__tournament=tournament).prefetch_related("versions__lines"):
        rows = list(sheet.versions.all())
        if [one.number for one in rows] != list(range(1, len(rows) + 1)) or {len(one.lines.all()) for one in rows} - {
            4
        }:
            yield f"the versions of {sheet}"
    batches = Counter(
        name.rpartition("x")[0]
        for name in tournament.players.filter(name__startswith="Newcomer").values_list("name", flat=True)
    )
    yield from (f"half of the list {batch}" for batch, count in batches.items() if count != NEWCOMERS)
    tournament.refresh_from_db()
    editions = list(AuditEntry.objects.filter(tournament=tournament).order_by("id").values_list("edition", flat=True))
    if editions != list(range(editions[0], tournament.edition + 1)):
        yield "the numbers of the history"
    yield from map(str, findings(tournament))
    if connection.vendor != "sqlite":  # it looks after its files and keys itself
        return
    with connection.cursor() as cursor:
        if cursor.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            yield "the database file"
        if cursor.execute("PRAGMA foreign_key_check").fetchall():
            yield "a foreign key"


def said(page: str) -> str:
    """The refusal on a page."""
    found = re.search(r'role="alert"[^>]*>(.*?)</div>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", found[1]).split()) if found else page[:80]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench kills")
    parser.add_argument("--kills", type=int, default=sized(1_000, 2))
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    from bench.event import set_up

    set_up()
    from bench.event import START, seated_event
    from tournament.core.audit import Act
    from tournament.core.models import EntryMode, User
    from tournament.hanchan.actions import start

    tournament = seated_event(PLAYERS, HANCHAN, entry_mode=EntryMode.BLIND)
    for hanchan in tournament.hanchan.order_by("number"):
        start(hanchan=hanchan, act=Act(by=None, at=START, reason="a measurement"))
    people = [User.objects.create(username=name, is_superuser=True) for name in ("first", "second", "referee")]
    outcome = killed(tournament, people, arguments.kills, random.Random(arguments.seed))
    found = losses(tournament, outcome)
    made = Counter(step.kind for step in outcome.saved)
    if arguments.json:
        answer = {"kills": arguments.kills, "answered": made, "unanswered": outcome.unanswered, "lost": len(found)}
        print(json.dumps(answer))
    else:
        parts = ", ".join(f"{count} {kind}" for kind, count in sorted(made.items()))
        print(f"{arguments.kills} kills; answered: {parts}; {outcome.unanswered} requests had no answer")
        print(f"{len(outcome.odd)} odd answers; {len(found)} lost or broken", *found[:10], sep="\n")
        print(
            *(f"{step.kind} {step.address}: {answer[0]} {said(answer[2])}" for step, answer in outcome.odd[:5]),
            sep="\n",
        )
    return bool(found or outcome.odd)


if __name__ == "__main__":
    sys.exit(main())
