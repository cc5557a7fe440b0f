"""CPU, bytes and queries of the pages of a large event, 1,000 x 15 with the last hanchan in play, against their limits.

    python -m bench pages [PART OF A NAME ...]

Everything that is kept of earlier questions is dropped before a page is asked for; a page that was loaded once before
has its templates and modules in memory, as on a server that has run for a minute.
"""

import resource
import sys
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from bench import SMALL, sized
from bench.clock import cpu_timed
from bench.event import START, big_event, set_up

set_up()

from django.core.cache import cache  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from tournament.core.audit import Act  # noqa: E402
from tournament.core.audit_check import findings  # noqa: E402
from tournament.core.chain import first_value  # noqa: E402
from tournament.core.models import AuditEntry, Tournament, User  # noqa: E402
from tournament.core.records import Figures, event_id  # noqa: E402
from tournament.events.actions import set_public  # noqa: E402
from tournament.standings.cache import forget_pages  # noqa: E402
from tournament.standings.queries import forget  # noqa: E402

PLAYERS, HANCHAN = sized((1_000, 15), (16, 3))
MOST_MEMORY = 300  # MB


@dataclass(frozen=True, slots=True)
class Page:
    """A page by name; `most` seconds of CPU and `largest` kB are its limits, 0 for none."""

    name: str
    address: str
    most: float = 0
    largest: int = 0
    is_public: bool = False


PAGES = (
    Page("public standings", "/t/{slug}/", 1.0, 600, is_public=True),
    Page("all on one page", "/t/{slug}/?page=all", is_public=True),
    Page("public player", "/t/{slug}/player/16/", 0.5, is_public=True),
    Page("public seating", "/t/{slug}/seating/", is_public=True),
    Page("public crosstable", "/t/{slug}/crosstable/", is_public=True),
    Page("what next", "/manage/{slug}/"),
    Page("desk board", "/manage/{slug}/sheets/{last}/"),
    Page("desk sheet", "/manage/{slug}/sheets/{last}/3/"),
    Page("history", "/manage/{slug}/history/", 0.1),
    Page("seating", "/manage/{slug}/seating/"),
    Page("seating report", "/manage/{slug}/seating/report/", 0.5),
    Page("standings", "/manage/{slug}/standings/"),
    Page("check-in", "/manage/{slug}/players/check-in/"),
    Page("print of report sheets", "/manage/{slug}/print/report-sheets/"),
    Page("workbook", "/manage/{slug}/export/workbook/", 8.0),
)


def large_event() -> Tournament:
    """All hanchan but the last are closed; of the last, half of the sheets are in. A line of history for each sheet."""
    tables = PLAYERS // 4
    tournament = big_event(PLAYERS, HANCHAN, closed=HANCHAN - 1, missing=range(tables // 2, tables + 1))
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=START))
    line_per_sheet(tournament)
    return tournament


def line_per_sheet(tournament: Tournament) -> None:
    """Write the history again as desks would have made it: each sheet of a whole hanchan in a line of its own."""
    lines: list[AuditEntry] = []
    public, value = "", first_value(event_id(tournament), tournament.made_at)
    for entry in tournament.audit_entries.order_by("id"):
        old = entry.chain
        for figures in _by_sheet(entry.figures) if "tables" in entry.detail else [entry.figures]:
            line = copy(entry)
            line.pk, line.edition, line.previous, line.figures = None, len(lines) + 1, value, figures
            line.detail = entry.detail if len(figures) == len(entry.figures) else {"number": 1}
            line.submission = entry.submission if line.detail is entry.detail else str(uuid4())
            line.chain = value = line.value()
            lines.append(line)
        public = value if old == tournament.public_head else public
    tournament.audit_entries.all().delete()
    AuditEntry.objects.bulk_create(lines, batch_size=500)
    Tournament.objects.filter(pk=tournament.pk).update(edition=len(lines), public_head=public)
    tournament.refresh_from_db()


def _by_sheet(figures: Figures) -> Iterator[Figures]:
    """Yield the rows of one sheet after the other: the sheet, its version, and its four lines."""
    parts: dict[int, Figures] = {}
    sheet_of: dict[int, int] = {}
    for key, values in figures.items():
        kind, pk = key.split()
        row = values or {}
        if kind == "sheetversion":
            sheet_of[int(pk)] = row["sheet_id"]
        sheet = (
            int(pk) if kind == "sheet" else sheet_of[int(pk)] if kind == "sheetversion" else sheet_of[row["version_id"]]
        )
        parts.setdefault(sheet, {})[key] = values
    yield from parts.values()


def clear() -> None:
    """Drop what is kept of earlier questions."""
    forget()
    forget_pages()
    cache.clear()


def measured(page: Page, tournament: Tournament, client: Client) -> bool:
    """Print one line about a page; return whether it keeps its limits."""
    address = page.address.format(slug=tournament.slug, last=HANCHAN)
    answers: list[Any] = []  # responses of the test client

    def ask() -> None:
        answers[:] = [client.get(address, headers={"accept-encoding": ""})]

    clear()
    began = cpu_timed(ask)
    size = len(answers[0].getvalue())
    again = cpu_timed(ask)
    clear()
    with CaptureQueriesContext(connection) as asked:
        cold = cpu_timed(ask)
    assert answers[0].status_code == 200, (address, answers[0].status_code)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    keeps = (not page.most or cold <= page.most) and (not page.largest or size <= page.largest * 1000)
    limits = [f"{page.most} s"] * bool(page.most) + [f"{page.largest} kB"] * bool(page.largest)
    limit = f"limit {', '.join(limits)}: {'kept' if keeps else 'NOT KEPT'}" if limits else ""
    print(
        f"{page.name:<24} first {began:6.2f} s, cold {cold:6.2f} s, again {again:6.2f} s  {len(asked):>3} queries "
        f"{size / 1000:8.0f} kB  memory so far {memory:4.0f} MB  {limit}",
        flush=True,
    )
    return keeps


def main() -> int:
    tournament = large_event()
    assert not findings(tournament)
    return report(tournament, sys.argv[1:])


def report(tournament: Tournament, wanted: list[str]) -> int:
    staff, public = Client(headers={"host": "localhost"}), Client(headers={"host": "localhost"})
    staff.force_login(User.objects.create(username="organiser", is_superuser=True))
    lines = tournament.audit_entries.count()
    print(f"{PLAYERS:,} x {HANCHAN}, {lines:,} lines of history; seconds of CPU")
    pages = [page for page in PAGES if not wanted or any(part in page.name for part in wanted)]
    kept = [measured(page, tournament, public if page.is_public else staff) for page in pages]
    return int(not all(kept) and not SMALL)


if __name__ == "__main__":
    sys.exit(main())
