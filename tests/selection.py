"""A plug-in of pytest: which tests run here, with how many examples, and what is said of those that do not.

Markers are put on by a test, its file or the `conftest.py` of its folder. `make test` runs what is not `slow`. A test
that needs a program of the system carries that program's marker, and is left out where there is none.
"""

import gc
import os
import shutil
from collections import Counter
from importlib import import_module
from pathlib import Path

import hypothesis
import pytest
from django.core.management import call_command

from bench.cluster import programs
from tests.browser import CHROMIUM
from tests.calculator import SOFFICE
from tests.databases import is_postgres

QUICK = "not slow"
"""The expression of `make test` for `-m`."""
LONGEST = 5
"""Seconds of processor time of a test that is not marked `slow`; a longer one is named at the end. One is meant; a busy
machine counts twice as many, and the first test of a page loads its code."""
PROGRAMS = {
    "browser": (CHROMIUM, "Chromium", "chromium"),
    "libreoffice": (SOFFICE, "LibreOffice Calc", "libreoffice-calc fonts-liberation"),
    "gettext": (shutil.which("xgettext"), "xgettext", "gettext"),
    "caddy": (shutil.which("caddy"), "Caddy", "caddy"),
    "redis": (shutil.which("redis-server"), "redis-server", "redis-server"),
    "initdb": (programs(), "PostgreSQL to start", "postgresql"),
    "curl": (shutil.which("curl") and shutil.which("jq"), "curl or no jq", "curl jq"),
}
"""The marker of a program: where it is, its name, its packages."""
LACKING = {
    marker: f"no {name}. On Debian, Ubuntu: apt install {packages}"
    for marker, (program, name, packages) in PROGRAMS.items()
    if program is None
}
"""What this machine lacks, and how to get it, by the marker of the tests that need it."""
DATABASE = {"db", "transactional_db"}
ROOT = Path(__file__).parents[1]
ROOMS = ROOT / "tests" / "tournament"
"""The tests that go through all rooms are in this folder itself, those of one room in a folder below it."""
FIRST = ("measurements", "odd requests", "every page", "whole events")
"""Why the longest of the slow tests are slow: they begin, so that no worker waits for one of them at the end."""
LEFT_OUT: Counter[str] = Counter()
"""How many tests are left out, by reason."""
LONG: dict[str, float] = {}
"""The tests that took more than LONGEST, and the seconds of each."""


# A busy machine is slow, not wrong: no test is judged by its time alone.
TOO_SLOW = [hypothesis.HealthCheck.too_slow]
hypothesis.settings.register_profile("all", deadline=None, suppress_health_check=TOO_SLOW)
hypothesis.settings.register_profile("quick", hypothesis.settings.get_profile("all"), max_examples=40)


def pytest_configure(config):
    """Where slow tests are left out, a law that does not say how many examples it needs has fewer."""
    hypothesis.settings.load_profile("quick" if config.option.markexpr == QUICK else "all")


def pytest_sessionstart(session):
    """Let each worker begin with a share of the modules: on a fresh checkout the assertions of each are rewritten when
    it is imported, and every worker would do all of them at the same time as the others. Before that, once for all of
    them, the translations are compiled."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        call_command("catalogs", compile=True)
    if worker is None or session.config.args != session.config.getini("testpaths"):
        return
    modules = sorted(path.relative_to(ROOT) for path in ROOT.glob("tests/**/test_*.py"))
    for path in modules[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
        try:
            import_module(".".join(path.with_suffix("").parts))
        except Exception:  # whatever it is, collecting the module will tell of it
            return


def reason_against(item) -> str | None:
    """Why a test is not run here; None if it is."""
    slow = item.get_closest_marker("slow")
    if slow and item.config.option.markexpr == QUICK:
        return f"slow, for make test-all: {slow.args[0]}"
    for marker, text in LACKING.items():
        if item.get_closest_marker(marker):
            return text
    if not is_postgres():
        return "PostgreSQL alone, for make test-all" if item.get_closest_marker("postgres") else None
    if item.get_closest_marker("sqlite"):
        return "SQLite alone"
    if item.get_closest_marker("words"):
        return "what pages say, which no database changes"
    if "client" in item.fixturenames and item.path.parent != ROOMS and not item.get_closest_marker("alone"):
        return "pages of one room; the tests that go through all rooms visit each page on PostgreSQL"
    asks = item.get_closest_marker("django_db") or DATABASE & {*item.fixturenames}
    return None if asks and "prepared" not in item.fixturenames else "no database, or a file of SQLite"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Leave out what has a reason against it."""
    reasons = [reason_against(item) for item in items]
    out = [item for item, reason in zip(items, reasons, strict=True) if reason]
    if out:
        LEFT_OUT.update(reason for reason in reasons if reason)
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item, reason in zip(items, reasons, strict=True) if reason is None]
    items.sort(key=lambda item: (slow := item.get_closest_marker("slow")) is None or slow.args[0] not in FIRST)


def pytest_collection_finish():
    """What is there before the first test stays to the end: nobody looks again and again for what of it is garbage."""
    gc.collect()
    gc.freeze()


def processor_time() -> float:
    """Seconds that this process has taken, and those that it has started and that have ended."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Where slow tests are left out, a test that is long without saying so is named at the end. It does not fail: how
    fast a machine is says nothing about the product."""
    began = processor_time()
    result = yield
    took = processor_time() - began
    excused = any(item.get_closest_marker(marker) for marker in ("browser", "long"))
    if item.config.option.markexpr == QUICK and not excused and took > LONGEST:
        item.user_properties.append(("long", took))
    return result


def pytest_runtest_logreport(report):
    long = dict(report.user_properties).get("long")
    if long is not None:
        LONG[report.nodeid] = long


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = dict(LEFT_OUT)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    """A worker has ended; each has left out the same."""
    LEFT_OUT.update(getattr(node, "workeroutput", {}).get("left_out", {}) if not LEFT_OUT else {})


def pytest_terminal_summary(terminalreporter):
    for reason, number in sorted(LEFT_OUT.items()):
        terminalreporter.line(f"NOT RUN: {number} {'test' if number == 1 else 'tests'}: {reason}")
    for test, seconds in sorted(LONG.items()):
        terminalreporter.line(f"LONG: {seconds:.1f} s of processor time, one is meant (or mark it slow): {test}")
