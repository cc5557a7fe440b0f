"""A hanchan ends: 400 phones open their own page within 30 s while a desk types sheets, all through waitress. Four
times, so that 1 in 20 of the sheets are more than one.

    python -m bench arrivals

Each phone opens the page of one player, so that hardly two ask for the same bytes; every sheet outdates all pages. The
desk sends a sheet and loads the next one, as the browser does. Beside it the same phones load a page of constant
bytes from the same server.
"""

import asyncio
import http.client
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from urllib.parse import urlencode
from uuid import uuid4

from bench import sized
from bench.clock import percentile
from bench.event import START, big_event, set_up
from bench.watchers import PACE, ask, free_port, wait_for

set_up()

from django.test import Client  # noqa: E402

from tournament.core.audit import Act  # noqa: E402
from tournament.core.models import Tournament, User  # noqa: E402
from tournament.hanchan.actions import start  # noqa: E402
from tournament.seats.queries import lineup  # noqa: E402

PHONES, SECONDS, TIMES = sized((400, 30, 4), (4, 1, 1))
LIMIT = 300  # ms that 95 of 100 pages and sheets may take
TOKEN = "c" * 32


async def crowd(port: int, paths: list[str]) -> tuple[list[float], Counter[int]]:
    """Every path asked for once each time, at a random moment within it; seconds and statuses."""
    chance = random.Random(5)
    taken: list[float] = []
    heard = Counter[int]()

    async def phone(number: int, path: str, after: float) -> None:
        await asyncio.sleep(after)
        began = time.monotonic()
        status, _body = await ask(port, path, number)
        taken.append(time.monotonic() - began)
        heard[status] += 1

    for _time in range(TIMES):
        await asyncio.gather(*(phone(n, path, chance.uniform(0, SECONDS)) for n, path in enumerate(paths)))
    return taken, heard


def desk_types(
    port: int, tournament: Tournament, done: threading.Event, sent: list[float], next_ones: list[float]
) -> None:
    """A sheet every PACE seconds by HTTP, with the page of the next one, until told to stop; the seconds of each."""
    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.create(username="clerk", is_superuser=True))
    cookies = f"sessionid={client.cookies['sessionid'].value}; csrftoken={TOKEN}"
    headers = {"Host": "localhost", "Cookie": cookies, "X-CSRFToken": TOKEN}
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    for table, places in lineup(tournament, 9).items():
        if done.is_set() and len(sent) > 1:
            break
        players = ",".join(str(place.player.pk) for place in places)
        typed = {"points_0": "412", "points_1": "331", "points_2": "257", "points_3": "200", "deposits": "0"}
        body = urlencode({**typed, "players": players, "submission": str(uuid4())})
        began = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("POST", f"/manage/{tournament.slug}/sheets/9/{table}/", body, headers | form)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 302:
            raise SystemExit(f"the sheet of table {table} was answered with {answer.status}")
        sent.append(time.monotonic() - began)
        began = time.monotonic()
        connection.request("GET", answer.headers["Location"], headers=headers)
        connection.getresponse().read()
        connection.close()
        next_ones.append(time.monotonic() - began)
        done.wait(PACE)
    del sent[0], next_ones[0]  # the first sheet of a server loads its pages


def told(what: str, taken: list[float]) -> float:
    p50, p95 = percentile(taken, 0.5) * 1000, percentile(taken, 0.95) * 1000
    print(f"{what:<52} p50 {p50:7.1f} ms   p95 {p95:7.1f} ms   limit {LIMIT} ms: ratio {p95 / LIMIT:.2f}", flush=True)
    return p95


def main() -> None:
    tournament = big_event(200, 10, closed=8, missing=range(1, 51))
    tournament.is_public = True
    tournament.save()
    hanchan = tournament.hanchan.get(number=9)
    hanchan.tournament = tournament
    if hanchan.started_at is None:
        start(hanchan=hanchan, act=Act(by=None, at=START, reason="a measurement"))
    port = free_port()
    server = subprocess.Popen([sys.executable, "-m", "bench.server", str(port), "60000"])
    try:
        wait_for(port)
        for page in ("", "player/1/"):  # the first answers of a server load its pages
            asyncio.run(ask(port, f"/t/{tournament.slug}/{page}"))
        numbers = list(tournament.players.values_list("number", flat=True)) * 2
        paths = [f"/t/{tournament.slug}/player/{number}/" for number in numbers[:PHONES]]
        done = threading.Event()
        sent: list[float] = []
        next_ones: list[float] = []
        desk = threading.Thread(target=desk_types, args=(port, tournament, done, sent, next_ones))
        desk.start()
        pages, heard = asyncio.run(crowd(port, paths))
        done.set()
        desk.join()
        print(f"answers: {', '.join(f'{count} x {status}' for status, count in sorted(heard.items()))}")
        told(f"{len(pages)} pages, {PHONES} phones within {SECONDS} s", pages)
        told(f"{len(sent)} sheets sent meanwhile", sent)
        told("the page of the next sheet", next_ones)
        constant, _heard = asyncio.run(crowd(port, ["/constant/"] * PHONES))
        told("the same phones, a constant page", constant)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
