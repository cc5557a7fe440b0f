"""One device against the hall: what the public standings take while it guesses passwords or opens connections, as
ratios to the quiet server in the same run; and what hostile uploads take of memory.
"""

import asyncio
import http.client
import random
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from bench import sized
from bench.event import big_event, set_up

set_up()

from bench.clock import percentile, timed  # noqa: E402
from bench.hostile_files import hostile_files  # noqa: E402
from bench.watchers import ask, free_port, wait_for  # noqa: E402

GUESSERS = sized(16, 2)
HALF_OPEN = sized(1_000, 10)
PAGES = sized(500, 5)
FILES = sized(99, 3)  # all, or the first
TOKEN = "t" * 32


def pages(port: int, path: str) -> list[float]:
    """Seconds of so many pages, one after the other, each on a connection of its own."""
    return [timed(lambda: asyncio.run(ask(port, path))) for _ in range(PAGES)]


@contextmanager
def guessing(port: int, heard: Counter[int]) -> Iterator[None]:
    """Wrong passwords from many threads, each the next as soon as one is answered, each for a new name."""
    over = threading.Event()

    def guess() -> None:
        while not over.is_set():
            data = {"username": f"name-{random.random()}", "password": "wrong", "csrfmiddlewaretoken": TOKEN}
            line = http.client.HTTPConnection("127.0.0.1", port)
            headers = {"Cookie": f"csrftoken={TOKEN}", "Content-Type": "application/x-www-form-urlencoded"}
            line.request("POST", "/sign-in/", urllib.parse.urlencode(data), headers)
            heard[line.getresponse().status] += 1
            line.close()

    threads = [threading.Thread(target=guess) for _ in range(GUESSERS)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


@contextmanager
def half_open(port: int) -> Iterator[None]:
    """So many connections, each with the beginning of a request."""
    lines = []
    for _ in range(HALF_OPEN):
        line = socket.create_connection(("127.0.0.1", port))
        line.sendall(b"GET / HTTP/1.1\r\nHost: ")
        lines.append(line)
    try:
        yield
    finally:
        for line in lines:
            line.close()


class Memory:
    """The memory of a process on Linux, in MB: what it has, and the most it had since it was asked."""

    def __init__(self, pid: int) -> None:
        self.folder = Path(f"/proc/{pid}")

    def _line(self, name: str) -> float:
        lines = dict(line.split(":", 1) for line in (self.folder / "status").read_text().splitlines())
        return int(lines[name].split()[0]) / 1024

    def begin(self) -> None:
        (self.folder / "clear_refs").write_text("5")
        self.rest = self._line("VmRSS")

    def above_rest(self) -> float:
        return self._line("VmHWM") - self.rest


def session_of(username: str) -> str:
    """Return the cookie of a person who is signed in."""
    from django.test import Client

    from tournament.core.models import User

    client = Client()
    client.force_login(User.objects.create_user(username))
    return client.cookies["sessionid"].value


def upload(port: int, session: str, name: str, content: bytes) -> int:
    """Send a file to the page that checks a seating, and return the status of the answer."""
    mark = "a-mark-that-is-in-no-file"
    fields = f'--{mark}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{TOKEN}\r\n'
    fields += f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    headers = {
        "Cookie": f"csrftoken={TOKEN}; sessionid={session}",
        "Content-Type": f"multipart/form-data; boundary={mark}",
    }
    line = http.client.HTTPConnection("127.0.0.1", port)
    line.request("POST", "/check-seating/", fields.encode() + content + f"\r\n--{mark}--\r\n".encode(), headers)
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status


def tell_uploads(port: int, pid: int) -> None:
    """Print what each hostile file takes above rest, and what eight of the worst take at once."""
    memory, session, taken = Memory(pid), session_of("clerk"), []
    upload(port, session, "a.csv", b"hanchan,table,E,S,W,N\n1,1,1,2,3,4\n")
    for what, name, content in islice(hostile_files(), FILES):
        memory.begin()
        began = time.perf_counter()
        status = upload(port, session, name, content)
        seconds = time.perf_counter() - began
        taken.append((memory.above_rest(), what, name, content))
        print(f"{what:<44} {taken[-1][0]:6.1f} MB above rest   {seconds:5.1f} s   {status}", flush=True)
    worst = sorted(taken, key=lambda one: -one[0])[:8]
    memory.begin()
    at_once = [threading.Thread(target=upload, args=(port, session, *one[2:])) for one in worst]
    for thread in at_once:
        thread.start()
    for thread in at_once:
        thread.join()
    print(f"{'the eight largest at once':<44} {memory.above_rest():6.1f} MB above rest", flush=True)


def tell(what: str, seconds: list[float], quiet: list[float], more: str = "") -> None:
    ours, theirs = statistics.median(seconds), statistics.median(quiet)
    worst = percentile(seconds, 0.99) / theirs
    print(
        f"{what:<44} median {ours * 1000:7.1f} ms   quiet {theirs * 1000:7.1f} ms   ratio {ours / theirs:6.2f}   "
        f"p99 / quiet {worst:6.2f}   {more}",
        flush=True,
    )


def main() -> None:
    tournament = big_event(*sized((100, 8), (16, 2)))
    tournament.is_public = True
    tournament.save()
    port = free_port()
    server = subprocess.Popen([sys.executable, "-m", "bench.server", str(port), "60000"])
    try:
        wait_for(port)
        path = f"/t/{tournament.slug}/"
        pages(port, path)
        quiet = pages(port, path)
        with half_open(port):
            attacked = pages(port, path)
        tell(f"{HALF_OPEN:,} half-open connections", attacked, quiet + pages(port, path))
        heard = Counter[int]()
        quiet = pages(port, path)
        with guessing(port, heard):
            checked, told = pages(port, path), dict(heard)
            while not heard[429]:
                time.sleep(0.1)
            limited = pages(port, path)
        quiet += pages(port, path)
        tell(f"{GUESSERS} wrong sign-ins at once, passwords checked", checked, quiet, f"{told}")
        tell(f"{GUESSERS} wrong sign-ins at once, over the limit", limited, quiet, f"{dict(heard)}")
        if Path("/proc/self/clear_refs").exists():
            tell_uploads(port, server.pid)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
