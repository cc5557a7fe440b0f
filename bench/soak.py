"""Ten screens of a hall for twenty real minutes: what a day does to projectors, and that nobody has to touch them.

A real server (`manage.py serve`) with an event of 48 players, ten pages of one Chromium that keep ten screens open.
Meanwhile the server is stopped three times for twenty seconds, the clock of the laptops jumps an hour forwards and
back, and the Wi-Fi of half of them is cut three times for thirty seconds. After each incident what a screen shows is
changed, and the time until all ten follow is taken.

Measured: how far the clocks on the screens are from the server's (drift, also while it is away), the heap and the
processes of the browser at the start and at the end, and the reloads that a person would have had to make.

Usage: python -m bench soak [--minutes 20]. Exit code 1 when a limit is exceeded.
"""

import argparse
import math
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Error, Page, sync_playwright

from bench import SMALL, sized
from bench.event import big_event, set_up
from bench.watchers import free_port, wait_for
from tests.browser import CHROMIUM

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # playwright keeps an event loop in this thread
set_up()

from django.utils import timezone  # noqa: E402

from tournament.core.audit import Act  # noqa: E402
from tournament.core.models import Hanchan  # noqa: E402
from tournament.events.actions import set_public  # noqa: E402
from tournament.hanchan.actions import start, undo_start  # noqa: E402
from tournament.planning.actions import publish  # noqa: E402
from tournament.screens.actions import add_screen, show  # noqa: E402
from tournament.screens.models import Screen  # noqa: E402

SCREENS = sized(10, 4)
PROCESSES = Path("/proc")
SHOWN: Sequence[Sequence[dict[str, Any]]] = (
    *([{"face": "clock"}],) * 5,
    [{"face": "seating-1"}],
    [{"face": "tables"}],
    [{"face": "standings"}],
    [{"face": "clock", "seconds": 15}, {"face": "standings", "seconds": 15}, {"face": "seating", "seconds": 15}],
    [{"face": "message", "text": "Welcome"}],
)
AWAY, CUT, JUMPED = sized((20, 30, 10), (2, 2, 2))  # seconds
WARM = 3  # incidents: one of each kind
SAMPLE = 5  # seconds
HOUR = 3_600_000  # milliseconds
DRIFT, GROWTH, FOLLOWS = 1.0, 1.2, 60.0
"""The limits: seconds, a ratio of memory, seconds until the last screen shows what was changed."""

JUMPING_CLOCK = """
(() => {
  const Real = Date;
  const jump = () => { try { return top.jumped || 0; } catch { return 0; } };
  window.Date = class extends Real {
    constructor(...parts) { if (parts.length) super(...parts); else super(Real.now() + jump()); }
    static now() { return Real.now() + jump(); }
  };
  if (window === top) window.opened = performance.timeOrigin;
})();
"""
FACE = """() => {
  const frame = document.querySelector(".screen-face:not([hidden])");
  const page = frame && frame.contentDocument;
  const digits = page && page.querySelector("[data-face], [data-clock-face]");
  return [page ? page.body.innerText : "", digits ? digits.textContent : ""];
}"""


@dataclass
class Findings:
    """The measurements of the whole run."""

    drift: list[float] = field(default_factory=list)
    follows: list[tuple[str, float]] = field(default_factory=list)
    samples: int = 0
    unreadable: int = 0


class Hall:
    """The event, its server and its screens."""

    def __init__(self) -> None:
        self.tournament = big_event(48, 3, closed=2, missing=range(1, 13))
        act = Act(by=None, at=timezone.now(), reason="a measurement")
        set_public(tournament=self.tournament, is_public=True, act=act)
        publish(tournament=self.tournament, hanchan=3, act=act, telling=True)
        self.hanchan: Hanchan = self.tournament.hanchan.get(number=3)
        self.hanchan.tournament = self.tournament
        if self.hanchan.started_at:  # the loaded event began long ago
            undo_start(hanchan=self.hanchan, act=act)
        start(hanchan=self.hanchan, act=act)
        self.screens = [self._screen(number, content) for number, content in enumerate(SHOWN[-SCREENS:], 1)]
        self.port = free_port()
        self.server: subprocess.Popen[bytes] | None = None

    def _screen(self, number: int, content: Sequence[dict[str, Any]]) -> Screen:
        act = Act(by=None, at=timezone.now())
        made = add_screen(tournament=self.tournament, name=f"Screen {number}", code=f"AAA{number:02}", act=act)
        show(tournament=self.tournament, screens=[made], content=content, act=act)
        return made

    def say(self, text: str) -> None:
        """Show a message on the last screen."""
        content = [{"face": "message", "text": text}]
        act = Act(by=None, at=timezone.now())
        show(tournament=self.tournament, screens=self.screens[-1:], content=content, act=act)

    def left(self, at: float) -> float:
        """The seconds left on the clock of the hall at a moment (seconds since 1970), negative once it is over."""
        clock = self.hanchan.clock
        ends = clock.ends_at() if clock else None
        if ends is None:
            raise SystemExit("the hanchan has no time limit")
        return ends.timestamp() - at

    def serve(self) -> None:
        """Start the server and wait until it answers."""
        command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        self.server = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        wait_for(self.port)

    def stop(self) -> None:
        """End the server as a person does who presses Ctrl+C, or turns the laptop off."""
        if self.server is not None:
            self.server.send_signal(signal.SIGINT)
            try:
                self.server.wait(10)
            except subprocess.TimeoutExpired:
                self.server.kill()
                self.server.wait()
            self.server = None


def seconds_shown(text: str) -> int | None:
    """The seconds that digits on a screen say: `84:12`, `+1:05`, `1:24:12`."""
    found = re.fullmatch(r"(\+?)(?:(\d+):)?(\d+):(\d\d)", text.strip().replace("−", "-"))
    if not found:
        return None
    plus, hours, minutes, seconds = found.groups()
    whole = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    return -whole if plus else whole


def sample(hall: Hall, pages: Sequence[Page], findings: Findings) -> None:
    """Compare every clock that is seen with the server's: a second that is shown is right from its start to its end."""
    for page in pages:
        asked = time.time()
        try:
            _text, digits = page.evaluate(FACE)
        except Error:
            findings.unreadable += 1
            continue
        answered = time.time()
        shown = seconds_shown(digits)
        findings.samples += shown is not None
        if shown is not None:
            most, least = math.ceil(hall.left(asked)), math.floor(hall.left(answered))
            findings.drift.append(max(0, shown - most, least - shown))


def follow(hall: Hall, pages: Sequence[Page], what: str, findings: Findings) -> None:
    """Change a message, and take the time until the last of the pages with it shows it and none says it is old."""
    text = f"{what} {timezone.now():%H:%M:%S}"
    hall.say(text)
    began = time.monotonic()
    while time.monotonic() - began < FOLLOWS * 2:
        seen = pages[-1].evaluate(FACE)[0]
        old = [page for page in pages if page.evaluate("!document.querySelector('[data-stale]').hidden")]
        if text in seen and not old:
            break
        time.sleep(0.25)
    findings.follows.append((what, time.monotonic() - began))
    print(f"  {what}: all ten follow after {findings.follows[-1][1]:.1f} s", flush=True)


def memory(pages: Sequence[Page], browser: int) -> tuple[float, float]:
    """The heaps of all pages after a collection, and the private memory of the browser's processes, in MB."""
    heap = 0.0
    for page in pages:
        session = page.context.new_cdp_session(page)
        session.send("HeapProfiler.collectGarbage")
        session.send("Performance.enable")
        metrics = session.send("Performance.getMetrics")["metrics"]
        heap += next(one["value"] for one in metrics if one["name"] == "JSHeapUsedSize") / 1e6
        session.detach()
    return heap, sum(private_memory(pid) for pid in descendants(browser)) / 1e6


def descendants(parent: int) -> list[int]:
    """The processes of a browser under one, by /proc."""
    children: dict[int, list[int]] = {}
    for folder in PROCESSES.glob("[0-9]*"):
        try:
            above = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue  # it ended meanwhile
        children.setdefault(above, []).append(int(folder.name))
    found = [parent]
    for pid in found:
        found += children.get(pid, [])
    return [pid for pid in found if "chrom" in _program(pid)]


def _program(pid: int) -> str:
    try:
        return (PROCESSES / str(pid) / "comm").read_text()
    except OSError:
        return ""


def private_memory(pid: int) -> int:
    """The bytes that only this process has."""
    try:
        lines = (PROCESSES / str(pid) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


def cut(lines: Sequence[CDPSession], off: bool) -> None:
    """Cut the network of these pages, or join it again: each by the session that cut it."""
    conditions = {"offline": off, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    for line in lines:
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", conditions)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=sized(20, 0.2))
    minutes = parser.parse_args().minutes
    hall, findings = Hall(), Findings()
    hall.serve()
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            contexts = [browser.new_context(viewport={"width": 960, "height": 540}) for _n in range(SCREENS)]
            for context in contexts:
                context.add_init_script(JUMPING_CLOCK)
            pages = [context.new_page() for context in contexts]
            for page, screen in zip(pages, hall.screens, strict=True):
                page.goto(f"http://127.0.0.1:{hall.port}/s/{screen.code}/")
            follow(hall, pages, "opened", findings)
            opened = [page.evaluate("window.opened") for page in pages]
            kept = _minutes(hall, pages, minutes, findings)
            untouched = [page.evaluate("window.opened") for page in pages] == opened
            browser.close()
    finally:
        hall.stop()
    return told(minutes, findings, kept, untouched)


def _minutes(hall: Hall, pages: Sequence[Page], minutes: float, findings: Findings) -> list[tuple[float, float]]:
    """Let the minutes pass with their incidents; return the memory before the first, each three later, at the end."""
    began, whole = time.monotonic(), minutes * 60
    parent = os.getpid()
    lines = [page.context.new_cdp_session(page) for page in pages]

    def until(share: float) -> None:
        while time.monotonic() - began < share * whole:
            sample(hall, pages, findings)
            time.sleep(min(SAMPLE, max(0.1, share * whole - (time.monotonic() - began))))

    def wait(seconds: float) -> None:
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            sample(hall, pages, findings)
            time.sleep(1)

    def restart() -> None:
        hall.stop()
        wait(AWAY)
        hall.serve()
        follow(hall, pages, "server restarted", findings)

    def wifi() -> None:
        half = SCREENS // 2
        cut(lines[half:], off=True)
        wait(CUT)
        cut(lines[half:], off=False)
        follow(hall, pages, "Wi-Fi cut", findings)

    def jump(by: int) -> None:
        for page in pages:
            page.evaluate(f"top.jumped = (top.jumped || 0) + {by}")
        wait(JUMPED)
        follow(hall, pages, f"clock jumped {by // HOUR:+d} h", findings)

    incidents = [
        (0.15, restart), (0.25, wifi), (0.35, lambda: jump(HOUR)), (0.45, restart), (0.55, wifi),
        (0.65, lambda: jump(-HOUR)), (0.75, restart), (0.85, wifi),
    ]  # fmt: skip
    found = []
    for at, (share, happens) in enumerate(incidents):
        until(share)
        if at in (0, WARM, 2 * WARM):
            found.append(memory(pages, parent))
        happens()
    until(1)
    return [*found, memory(pages, parent)]


def told(minutes: float, findings: Findings, kept: Sequence[tuple[float, float]], untouched: bool) -> int:
    """Print what was found beside its limits; 1 when one is exceeded. The figures of a short step say nothing: of it
    only the reloads are judged.

    The baseline of the heap is before the first incident. The processes of a browser grow for eight minutes even if
    nothing happens, so their baseline is after the first incident of each kind.
    """
    drift, slowest = max(findings.drift, default=math.inf), max(seconds for _what, seconds in findings.follows)
    before, warm, *_between, after = kept
    heap, processes = after[0] / before[0], after[1] / warm[1]
    lines = [
        (f"{SCREENS} screens, {minutes:g} minutes: reloads by hand", 0 if untouched else 1, 0),
        (f"largest drift of a clock in {findings.samples:,} readings, s", drift, DRIFT),
        ("until the last screen follows after an incident, s", slowest, FOLLOWS),
        (f"heap of the pages, {before[0]:.1f} to {after[0]:.1f} MB, ratio", heap, GROWTH),
        (f"processes of the browser, {warm[1]:.0f} to {after[1]:.0f} MB, ratio", processes, GROWTH),
    ]
    for what, found, most in lines:
        print(f"{what:<66} {found:8.2f}   limit {most:g}", flush=True)
    print("heap and processes in MB: " + ", ".join(f"{heap:.1f} and {whole:.0f}" for heap, whole in kept), flush=True)
    if findings.unreadable:
        print(f"{findings.unreadable} readings came while a page was being replaced", flush=True)
    return int(any(found > most for _what, found, most in (lines[:1] if SMALL else lines)))


if __name__ == "__main__":
    sys.exit(main())
