"""A hanchan ends: 400 phones open their own page within 30 s while a desk types sheets, all through waitress. Four
times, so that 1 in 20 of the sheets are more than one.

    python -m bench arrivals [--screens]

With --screens, eight screens of the hall in a real browser are open meanwhile, and for each sheet the time is told from
the answer to the desk until they show that it is in. The browser takes part of the same cores.

Each phone opens the page of one player, so that hardly two ask for the same bytes; every sheet outdates all pages. The
desk sends a sheet and loads the next one, as the browser does. Beside it the same phones load a page of constant
bytes from the same server.
"""

import argparse
import asyncio
import http.client
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from urllib.parse import urlencode
from uuid import uuid4

from bench import sized
from bench.clock import percentile
from bench.event import START, big_event, set_up
from bench.watchers import PACE, ask, free_port, wait_for

set_up()

from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from tournament.core.audit import Act  # noqa: E402
from tournament.core.models import Tournament, User  # noqa: E402
from tournament.hanchan.actions import start  # noqa: E402
from tournament.planning.actions import publish  # noqa: E402
from tournament.screens.actions import add_screen, show  # noqa: E402
from tournament.seats.queries import lineup  # noqa: E402

Shown = list[dict[str, float]]
"""Of each screen: the moment (ms since 1970) at which it first showed that so many tables are in."""

PHONES, SECONDS, TIMES = sized((400, 30, 4), (4, 1, 1))
MOST = 60  # times as long as the constant page, for 95 of 100 pages and sheets
SHOWN_WITHIN = 1_000  # ms, for 95 of 100 screens and sheets
SCREENS = sized(8, 1)
MOVING = 2  # screens that move at once, whatever their number
TOKEN = "c" * 32
WATCH = """new MutationObserver(() => {
  const shown = document.querySelectorAll(".score-square:is(.is-in, .is-lit):not(.is-copy)").length;
  top.shown ??= {};
  if (shown) top.shown[shown] ??= Date.now();
}).observe(document, { childList: true, subtree: true, attributeFilter: ["class"] });"""
"""A sheet's square lights up at once, also where the rows still rest from the last slide."""


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
    port: int,
    tournament: Tournament,
    done: threading.Event,
    sent: list[float],
    next_ones: list[float],
    accepted: list[float],
) -> None:
    """A sheet every PACE seconds by HTTP, with the page of the next one, until told to stop: the seconds of each, and
    the moment (seconds since 1970) at which it was answered."""
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
        accepted.append(time.time())
        sent.append(time.monotonic() - began)
        began = time.monotonic()
        connection.request("GET", answer.headers["Location"], headers=headers)
        connection.getresponse().read()
        connection.close()
        next_ones.append(time.monotonic() - began)
        done.wait(PACE)
    del sent[0], next_ones[0]  # the first sheet of a server loads its pages


def told(what: str, taken: list[float], constant: float = 0) -> float:
    """Print a line; return the p95 in ms. `constant` is that of the constant page."""
    p50, p95 = percentile(taken, 0.5) * 1000, percentile(taken, 0.95) * 1000
    limit = ""
    if constant:
        limit = f"   {p95 / constant:5.1f} x, limit {MOST}: {'kept' if p95 <= MOST * constant else 'NOT KEPT'}"
    print(f"{what:<52} p50 {p50:7.1f} ms   p95 {p95:7.1f} ms{limit}", flush=True)
    return p95


@contextmanager
def screens(port: int, tournament: Tournament, count: int) -> Iterator[Shown]:
    """Keep so many screens open on the standings; at the end, the list has what they showed, and when."""
    shown: Shown = []
    if not count:
        yield shown
        return
    from playwright.sync_api import sync_playwright

    from tests.browser import CHROMIUM

    act = Act(by=None, at=timezone.now())
    made = [add_screen(tournament=tournament, name=f"{n}", code=f"AAA{n:02}", act=act) for n in range(count)]
    show(tournament=tournament, screens=made, content=[{"face": "standings"}], act=act)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(viewport={"width": 960, "height": 540})
        context.add_init_script(WATCH)
        pages = [context.new_page() for _screen in made]
        for page, screen in zip(pages, made, strict=True):
            page.goto(f"http://127.0.0.1:{port}/s/{screen.code}/")
            page.frame_locator(".screen-face:not([hidden])").locator(".hall-head").wait_for()
        yield shown
        pages[0].wait_for_timeout(2 * SHOWN_WITHIN)  # the last sheet has its time, too
        shown += [page.evaluate("top.shown ?? {}") for page in pages]
        browser.close()


def tell_shown(accepted: Sequence[float], shown: Shown) -> None:
    """Print how long the first MOVING screens took to show that a sheet is in, and how long all: those that do not move
    follow at their next turn. A sheet that was overtaken by the next was shown with it."""
    moving, every, never = list[float](), list[float](), 0
    for number, at in enumerate(accepted, 1):
        moments = [min((one for count, one in said.items() if int(count) >= number), default=None) for said in shown]
        waits = sorted(max(0, one / 1000 - at) for one in moments if one)
        never += len(moments) - len(waits)
        moving += waits[:MOVING]
        every += waits
    for what, waits in ((f"the first {min(MOVING, len(shown))} screens", moving), (f"all {len(shown)}", every)):
        p50, p95 = percentile(waits, 0.5) * 1000, percentile(waits, 0.95) * 1000
        limit = f", limit {SHOWN_WITHIN} ms: {'kept' if p95 <= SHOWN_WITHIN else 'NOT KEPT'}" * (waits is moving)
        text = f"from accepted to shown, {len(accepted)} sheets, {what}"
        print(f"{text:<52} p50 {p50:7.1f} ms   p95 {p95:7.1f} ms   at most {max(waits) * 1000:.0f} ms{limit}")
    print(f"{never} times not before the end")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench arrivals")
    parser.add_argument("--screens", action="store_true", help="eight screens in a browser beside the phones")
    count = SCREENS if parser.parse_args().screens else 0
    tournament = big_event(200, 10, closed=8, missing=range(1, 51))
    tournament.is_public, tournament.live_public = True, bool(count)
    tournament.save()
    hanchan = tournament.hanchan.get(number=9)
    hanchan.tournament = tournament
    publish(tournament=tournament, hanchan=9, act=Act(by=None, at=START))
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
        accepted: list[float] = []
        with screens(port, tournament, count) as shown, ThreadPoolExecutor(2) as people:
            desk = people.submit(desk_types, port, tournament, done, sent, next_ones, accepted)
            pages, heard = people.submit(lambda: asyncio.run(crowd(port, paths))).result()
            done.set()
            desk.result()
        print(f"answers: {', '.join(f'{count} x {status}' for status, count in sorted(heard.items()))}")
        answered, _heard = asyncio.run(crowd(port, ["/constant/"] * PHONES))
        constant = told("the same phones, a constant page", answered)
        told(f"{len(pages)} pages, {PHONES} phones within {SECONDS} s", pages, constant)
        told(f"{len(sent)} sheets sent meanwhile", sent, constant)
        told("the page of the next sheet", next_ones, constant)
        if shown:
            tell_shown(accepted, shown)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
