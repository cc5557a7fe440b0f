"""`kill -9` while sheets are entered, agreed and changed and players imported: nothing that was answered is lost.

    python -m bench kills                 1,000 kills
    python -m bench kills --kills 50      fewer
    python -m bench kills --processes     100 kills of two processes behind the proxy, and of their PostgreSQL

A server is killed at random moments and started again at once. Desks type sheets that two people must read, change
them, and import lists of players; what is not answered they send again, as a page does. At the end every answer must be
in the database, whole and once, and the audit chain without a gap.

With `--processes` desks ask the proxy of deploy/, with two gunicorns behind it. Of ten kills eight are of a gunicorn,
whole or only its worker, and two of a PostgreSQL of their own, its postmaster or the process of a connection.
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
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import chain, cycle, islice
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlencode
from uuid import uuid4

from bench import sized
from bench.cluster import Cluster
from bench.house import House

if TYPE_CHECKING:  # Django is set up later
    from tournament.core.models import Tournament, User

ROOT = Path(__file__).resolve().parent.parent
DESKS, PLAYERS, HANCHAN = 3, 96, 4
MOST_BETWEEN = 8  # answers from one kill to the next
HANGS = 300  # seconds without any answer: then the server is broken, not slow
TOKEN = "c" * 32
POINTS = ((412, 331, 257, 200), (331, 412, 257, 200), (200, 257, 331, 412))
NEWCOMERS = 3  # players of each imported list
NO_ANSWERS = frozenset({500, 502, 503, 504})
"""Statuses of a proxy without a server, and of a server without a database: a page sends again (outbox.js)."""
PAUSE = 0.1  # seconds until what was not answered is sent again
PROCESSES = 2
KILLED = ("server", "worker", "postmaster", "backend", "server", "worker", "server", "worker", "server", "worker")
"""What ten kills are of."""
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
    sends_again_after: frozenset[int] = frozenset()  # statuses
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
                self.miss()
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
                self.miss()
        return None

    def miss(self) -> None:
        """Note a request without an answer, and wait a little before the next."""
        self.unanswered += 1
        self.over.wait(PAUSE if self.sends_again_after else 0)

    def ask(self, step: Step, address: str, form: dict[str, str]) -> Answered:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            line.request("POST", address, urlencode(form), self.people[step.person])
            answer = line.getresponse()
            if answer.status in self.sends_again_after:
                raise http.client.HTTPException(answer.status)
            return answer.status, answer.headers.get("Location", ""), answer.read().decode()
        finally:
            line.close()


class Victims(Protocol):
    """Servers that answer on `port`, and that are killed."""

    port: int

    def kill(self, chance: random.Random) -> str:
        """Kill something that is started again by itself, and return what."""


class RestartedServer:
    """A server on this process's database whose parent starts it again whenever it dies."""

    def __init__(self, stack: ExitStack) -> None:
        from django.conf import settings

        from bench.database import address_of_the_database

        environment = {
            **os.environ,
            "DATABASE_URL": address_of_the_database(),
            "SECRET_KEY": settings.SECRET_KEY,
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
        }
        parent = subprocess.Popen(
            [sys.executable, "-m", "bench.restarted_server"], cwd=ROOT, env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True,
        )  # fmt: skip
        stack.enter_context(parent)
        stack.callback(os.killpg, parent.pid, signal.SIGKILL)
        assert parent.stdout
        self.said = parent.stdout
        self.port = int(self.said.readline())

    def kill(self, chance: random.Random) -> str:
        os.kill(int(self.said.readline()), signal.SIGKILL)
        return "server"


class KilledHouse:
    """Two gunicorns behind the proxy, on a PostgreSQL of their own; what is killed comes in an order by chance."""

    def __init__(self, cluster: Cluster, kills: int, chance: random.Random, folder: Path, stack: ExitStack) -> None:
        self.cluster, self.house = cluster, House("gunicorn", PROCESSES, folder, stack)
        self.port = self.house.port
        self.order = chance.sample([*islice(cycle(KILLED), kills)], kills)

    def kill(self, chance: random.Random) -> str:
        what, port = self.order.pop(), chance.choice(self.house.ports)
        if what == "worker" and self.house.kill_worker(port):
            return what
        if what == "backend" and self.cluster.kill_backend(chance):
            return what
        if what in ("postmaster", "backend"):
            self.cluster.kill_postmaster()
            return "postmaster"
        self.house.kill_server(port)
        return "server"


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
    """The steps answered as saved, the number of requests left unanswered by a kill, answers that are none, and what
    was killed."""

    saved: list[Step]
    unanswered: int
    odd: list[tuple[Step, Answered]]
    killed: Counter[str] = field(default_factory=Counter)


def killed(tournament: "Tournament", people: "list[User]", kills: int, chance: random.Random) -> Outcome:
    """Let three desks work while a server is killed so often. All `HANCHAN` hanchan play, in blind entry."""
    with ExitStack() as stack:
        return killed_while_working(RestartedServer(stack), tournament, people, kills, chance)


def killed_while_working(
    victims: Victims,
    tournament: "Tournament",
    people: "list[User]",
    kills: int,
    chance: random.Random,
    sends_again_after: frozenset[int] = frozenset(),
) -> Outcome:
    """Let desks work, and kill whenever some of them were answered while the others wait."""
    sheets = HANCHAN * PLAYERS // 4
    work = [*steps_of(tournament, changes=2 + kills * MOST_BETWEEN // sheets)]
    over, answers, of = threading.Event(), Queue[str](), Counter[str]()
    headers = [headers_of(person) for person in people]
    desks = [
        Desk(victims.port, headers, [*chain(*work[at::DESKS])], over, answers, sends_again_after) for at in range(DESKS)
    ]
    threads = [threading.Thread(target=desk.work) for desk in desks]
    for thread in threads:
        thread.start()
    try:
        for _ in range(kills):
            for _ in range(chance.randint(1, MOST_BETWEEN)):
                answers.get(timeout=HANGS)
            of[victims.kill(chance)] += 1
        if sends_again_after:  # and after the last one it goes on
            answers.get(timeout=HANGS)
    finally:
        over.set()
        for thread in threads:
            thread.join()
    odd = [one for desk in desks for one in desk.odd]
    return Outcome([one for desk in desks for one in desk.saved], sum(desk.unanswered for desk in desks), odd, of)


def losses(tournament: "Tournament", outcome: Outcome) -> list[str]:
    """Return what was answered and is not in the database, whole and once; and what is there and broken."""
    return [*_lost(tournament, outcome), *_broken(tournament)]


def _lost(tournament: "Tournament", outcome: Outcome) -> Iterator[str]:
    from tournament.core.models import AuditEntry
    from tournament.results.models import SheetVersion

    lines = set(AuditEntry.objects.filter(tournament=tournament).values_list("submission", flat=True))
    versions = SheetVersion.objects.prefetch_related("lines").filter(sheet__hanchan__tournament=tournament)
    times = Counter(str(one.submission) for one in versions)
    yield from (f"{submission} {count} times" for submission, count in times.items() if count > 1)
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


def measured(arguments: argparse.Namespace, stack: ExitStack) -> tuple[Outcome, list[str]]:
    """Kill what the arguments say, and return what came of it and what was lost."""
    cluster = Cluster(stack) if arguments.processes else None
    if cluster:
        cluster.serve_this_process()
    from bench.event import set_up

    set_up()
    from django.db import connection

    from bench.event import START, seated_event
    from tournament.core.audit import Act
    from tournament.core.models import EntryMode, User
    from tournament.hanchan.actions import start

    tournament = seated_event(PLAYERS, HANCHAN, entry_mode=EntryMode.BLIND)
    for hanchan in tournament.hanchan.order_by("number"):
        start(hanchan=hanchan, act=Act(by=None, at=START, reason="a measurement"))
    people = [User.objects.create(username=name, is_superuser=True) for name in ("first", "second", "referee")]
    chance = random.Random(arguments.seed)
    if cluster is None:
        outcome = killed(tournament, people, arguments.kills, chance)
    else:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        with ExitStack() as house:
            victims = KilledHouse(cluster, arguments.kills, chance, folder, house)
            outcome = killed_while_working(victims, tournament, people, arguments.kills, chance, NO_ANSWERS)
        connection.close()
    found = losses(tournament, outcome)
    connection.close()
    return outcome, found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench kills")
    parser.add_argument("--processes", action="store_true", help="two behind the proxy, and their PostgreSQL")
    parser.add_argument("--kills", type=int)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    arguments.kills = arguments.kills or sized(100 if arguments.processes else 1_000, 2)
    with ExitStack() as stack:
        outcome, found = measured(arguments, stack)
    made = Counter(step.kind for step in outcome.saved)
    if arguments.json:
        answer = {"kills": outcome.killed, "answered": made, "unanswered": outcome.unanswered, "odd": len(outcome.odd)}
        print(json.dumps(answer | {"lost": len(found)}))
    else:
        print(f"{arguments.kills} kills: {listed(outcome.killed)}")
        print(f"answered: {listed(made)}; {outcome.unanswered} requests had no answer")
        print(f"{len(outcome.odd)} odd answers; {len(found)} lost or broken", *found[:10], sep="\n")
        print(
            *(f"{step.kind} {step.address}: {answer[0]} {said(answer[2])}" for step, answer in outcome.odd[:5]),
            sep="\n",
        )
    return bool(found or outcome.odd)


def listed(counts: Counter[str]) -> str:
    """What was counted, in words."""
    return ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))


if __name__ == "__main__":
    sys.exit(main())
