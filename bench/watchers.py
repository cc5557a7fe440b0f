"""50 and 200 phones poll the public standings each second while sheets come in and are shown at once, on waitress;
beside it the same number of phones poll a page of constant bytes from the same server.

    python -m bench watchers                 on waitress
    python -m bench watchers --processes     2,000 phones that ask every four seconds, as the page does, three gunicorns
                                             behind the proxy of deploy/, a PostgreSQL of their own; beside it /healthz

A phone that hears 200 takes the new digest with it, as the page does; else it hears 204. What the processes of a kind
take of the cores for an answer says which of them are busy first.
"""

import asyncio
import gzip
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

from bench import sized
from bench.clock import percentile
from bench.cluster import Cluster
from bench.event import START, big_event, random_points, set_up
from bench.house import House

STACK = ExitStack()
CLUSTER = Cluster(STACK) if "--processes" in sys.argv else None
if CLUSTER:
    CLUSTER.serve_this_process()
set_up()

from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from scoring.winds import WINDS  # noqa: E402
from tournament.core.audit import Act  # noqa: E402
from tournament.core.models import Hanchan, Tournament  # noqa: E402
from tournament.hanchan.actions import release, start  # noqa: E402
from tournament.results.sheets.actions import enter  # noqa: E402
from tournament.results.sheets.checks import TypedSheet  # noqa: E402
from tournament.seats.queries import lineup  # noqa: E402

SECONDS = sized(60 if CLUSTER else 20, 1)
PROCESSES, PHONES, EVERY = 3, sized((1_000, 2_000), (4,)), sized(4.0, 1.0)
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
PACE = 15 if CLUSTER else 2.5  # seconds from sheet to sheet: forty in ten minutes, or six times as many
DIGEST = re.compile(rb"since=([0-9a-f-]{16,33})")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def ask(port: int, path: str, number: int = 1) -> tuple[int, bytes]:
    """One request on a connection of its own, from the address of phone `number`."""
    here = (f"127.0.{1 + number // 250}.{1 + number % 250}", 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=here)
    try:
        headers = f"Host: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\nHX-Request: true\r\nConnection: close"
        writer.write(f"GET {path} HTTP/1.1\r\n{headers}\r\n\r\n".encode())
        answer = await reader.read(-1)
    finally:
        writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), gzip.decompress(body) if b"Content-Encoding: gzip" in head else body


async def phone(
    number: int,
    port: int,
    path: str,
    until: float,
    seconds: list[float],
    heard: Counter[int],
    follow: bool,
    every: float,
) -> None:
    digest = ""
    await asyncio.sleep(random.random() * every)
    while time.monotonic() < until:
        began = time.monotonic()
        status, body = await ask(port, f"{path}?since={digest or 'none'}" if follow else path, number)
        seconds.append(time.monotonic() - began)
        heard[status] += 1
        found = DIGEST.search(body)
        digest = found.group(1).decode() if found else digest
        await asyncio.sleep(max(0.0, every - (time.monotonic() - began)))


async def crowd(
    port: int, path: str, phones: int, *, follow: bool, every: float = 1.0
) -> tuple[list[float], Counter[int]]:
    seconds: list[float] = []
    heard = Counter[int]()
    until = time.monotonic() + SECONDS
    await asyncio.gather(*(phone(number, port, path, until, seconds, heard, follow, every) for number in range(phones)))
    return seconds, heard


def sheets_come_in(tournament: Tournament, hanchan: Hanchan, done: threading.Event, taken: list[float]) -> None:
    """A sheet every PACE seconds, of those that are not in, until told to stop or all are in."""
    chance = random.Random(3)
    present = set(hanchan.sheets.values_list("table", flat=True))
    for table, places in lineup(tournament, hanchan.number).items():
        if table in present:
            continue
        if done.is_set():
            break
        points = random_points(chance)
        lines = [(wind, place.player.pk, own) for wind, place, own in zip(WINDS, places, points, strict=True)]
        began = time.monotonic()
        enter(
            hanchan=hanchan,
            table=table,
            typed=TypedSheet.of(lines, 0),
            confirmed_warnings=True,
            act=Act(by=None, at=timezone.now(), submission=uuid4()),
        )
        taken.append(time.monotonic() - began)
        done.wait(PACE)
    connection.close()


def told(what: str, seconds: list[float], heard: Counter[int]) -> float:
    p50, p99 = percentile(seconds, 0.5) * 1000, percentile(seconds, 0.99) * 1000
    answers = ", ".join(f"{count} x {status}" for status, count in sorted(heard.items()))
    print(f"{what:<44} p50 {p50:7.1f} ms   p99 {p99:7.1f} ms   {len(seconds) / SECONDS:6.1f}/s   {answers}", flush=True)
    return p50


def taken_by(pids: Mapping[str, set[int]]) -> dict[str, float]:
    """Seconds of the cores that processes of a kind and what they have started have taken. On Linux."""
    parents, taken = {}, dict.fromkeys(pids, 0.0)
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            facts = file.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):  # it has just ended
            continue
        parents[int(file.parent.name)] = int(facts[1]), (int(facts[11]) + int(facts[12])) / TICK
    for pid, (parent, seconds) in parents.items():
        while parent in parents and not any(pid in known for known in pids.values()):
            pid, parent = parent, parents[parent][0]
        for kind, known in pids.items():
            taken[kind] += seconds if pid in known else 0
    return taken


def behind_the_proxy(tournament: Tournament, hanchan: Hanchan, cluster: Cluster, folder: Path) -> None:
    """Let ever more phones ask three processes, while sheets come in."""
    house = House("gunicorn", PROCESSES, folder, STACK)
    kinds = {"gunicorn": {one.pid for one in house.servers.values()}, "PostgreSQL": {cluster.postmaster.pid}}
    kinds |= {"proxy": {house.proxy.pid}, "this measurement": {os.getpid()}}
    for phones in PHONES:
        done = threading.Event()
        taken: list[float] = []
        desk = threading.Thread(target=sheets_come_in, args=(tournament, hanchan, done, taken))
        desk.start()
        before = taken_by(kinds)
        heard = asyncio.run(crowd(house.port, f"/t/{tournament.slug}/", phones, follow=True, every=EVERY))
        after = taken_by(kinds)
        done.set()
        desk.join()
        ours = told(f"{phones:,} watchers, {PROCESSES} processes", *heard)
        constant = crowd(house.port, "/healthz", phones, follow=False, every=EVERY)
        theirs = told(f"{phones:,} that ask /healthz", *asyncio.run(constant))
        cores = {kind: (after[kind] - before[kind]) / len(heard[0]) * 1000 for kind in kinds}
        each = ", ".join(f"{kind} {milliseconds:.2f} ms" for kind, milliseconds in cores.items())
        print(f"{'':<44} ratio of p50 {ours / theirs:.2f}; of the cores for an answer: {each}", flush=True)


def main() -> None:
    with STACK:
        measure()


def measure() -> None:
    tournament = big_event(200, 10, closed=8, missing=range(1, 51))
    tournament.is_public = True
    tournament.save()
    waiting = [tournament.hanchan.get(number=9), tournament.hanchan.get(number=10)]
    for hanchan in waiting:
        hanchan.tournament = tournament
    if CLUSTER:
        release(hanchan=waiting[0], act=Act(by=None, at=START))
        folder = Path(STACK.enter_context(tempfile.TemporaryDirectory()))
        behind_the_proxy(tournament, waiting[0], CLUSTER, folder)
        return
    port = free_port()
    server = subprocess.Popen([sys.executable, "-m", "bench.server", str(port), "60000"])
    try:
        wait_for(port)
        path = f"/t/{tournament.slug}/"
        size = len(asyncio.run(ask(port, path))[1])
        print(f"the page is {size:,} bytes; the constant page 60,000; {SECONDS} s each")
        for phones, hanchan in zip(sized((50, 200), (2, 4)), waiting, strict=True):
            if hanchan.started_at is None:
                start(hanchan=hanchan, act=Act(by=None, at=START, reason="a measurement"))
            release(hanchan=hanchan, act=Act(by=None, at=START))
            done = threading.Event()
            taken: list[float] = []
            desk = threading.Thread(target=sheets_come_in, args=(tournament, hanchan, done, taken))
            desk.start()
            ours = told(f"{phones} watchers of the standings", *asyncio.run(crowd(port, path, phones, follow=True)))
            done.set()
            desk.join()
            theirs = told(
                f"{phones} watchers of the constant page", *asyncio.run(crowd(port, "/constant/", phones, follow=False))
            )
            sheets = f"{len(taken)} sheets meanwhile, p50 {percentile(taken, 0.5) * 1000:.0f} ms"
            print(f"{'':<44} ratio of p50 {ours / theirs:.2f}; {sheets}")
    finally:
        server.terminate()
        server.wait()


def wait_for(port: int) -> None:
    """Wait until a server answers at a port: two minutes, for a busy machine."""
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the server did not start")


if __name__ == "__main__":
    main()
