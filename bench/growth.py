"""The cost of what leaves and enters as files, by size of the event: workbook, event file, static site.

CPU seconds and queries at 100, 1,000 and nearly 10,000 players, at 200 x 10 and 1,000 x 20; the event file also against
Python's json on the same rows and nothing else. 500 tables loaded from CSV are to take 2 s of CPU at most.
"""

import json
import sys
import tracemalloc
from io import BytesIO

from bench import sized
from bench.clock import cpu_timed
from bench.event import START, big_event, past_event, set_up

set_up()

from django.db import connection  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from tournament.archive.actions import load_event  # noqa: E402
from tournament.archive.event_file.actions import import_event  # noqa: E402
from tournament.archive.event_file.export import event_file  # noqa: E402
from tournament.archive.event_file.reader import read_event_file  # noqa: E402
from tournament.archive.static_site import static_site  # noqa: E402
from tournament.core.audit import Act  # noqa: E402
from tournament.core.models import Tournament  # noqa: E402
from tournament.events.actions import set_public  # noqa: E402
from tournament.events.tournament_setup import TournamentSetup  # noqa: E402
from tournament.exports.book import tables_of  # noqa: E402
from tournament.exports.live import live_event  # noqa: E402
from tournament.exports.workbook import write_workbook  # noqa: E402

SIZES = sized(((100, 4), (200, 10), (1_000, 4), (9_996, 4), (1_000, 20)), ((16, 2),))
MOST = 2.0  # seconds of CPU for 500 tables
ACT = Act(by=None, at=START)


def loaded_from_csv() -> float:
    """Seconds of CPU for 500 tables of a finished event."""
    past = past_event(200, 10)
    setup = TournamentSetup(name="From CSV", preset="wrc-2022", hanchan_count=10)
    return cpu_timed(lambda: load_event(past=past, setup=setup, act=ACT))


def through_a_file(players: int, hanchan: int) -> None:
    """One line: an event of this size written, loaded beside itself, and written again."""
    tournament = big_event(players, hanchan)
    slug, texts, copies = f"copy-{players}-{hanchan}", [], []
    with CaptureQueriesContext(connection) as asked:
        writing = cpu_timed(lambda: texts.append(event_file(tournament)))
    content = texts[0].encode()
    known = json.loads(content)
    rows = sum(len(part) for part in known.values() if isinstance(part, list))
    bare = cpu_timed(lambda: json.dumps(known)) + cpu_timed(lambda: json.loads(content))
    reading = cpu_timed(lambda: copies.append(import_event(file=read_event_file(content), slug=slug, act=ACT)))
    again = event_file(copies[0].tournament).replace(slug, tournament.slug)
    say(
        players,
        hanchan,
        f"event file   {len(content) / 1e6:6.1f} MB  written {writing:6.2f} s in {len(asked)} queries, "
        f"loaded {reading:6.2f} s; of {rows:,} rows "
        f"each {1e6 * writing / rows:.0f} and {1e6 * reading / rows:.0f} µs; json alone {bare:.2f} s: "
        f"ratio {(writing + reading) / bare:.0f}; {'the same file' if again == texts[0] else 'ANOTHER FILE'}",
    )
    workbook_and_site(tournament, players, hanchan)


def workbook_and_site(tournament: Tournament, players: int, hanchan: int) -> None:
    """Two lines: the workbook, and the static site, which grows with players and hanchan."""
    file = BytesIO()

    def book() -> None:
        tables, live = tables_of(tournament, at=START), live_event(tournament)
        write_workbook(tables, file, title="Bench", at=START, live=live)

    with CaptureQueriesContext(connection) as asked:
        seconds = cpu_timed(book)
    size = len(file.getvalue()) / 1e6
    say(players, hanchan, f"workbook     {size:6.1f} MB  {seconds:6.2f} s in {len(asked)} queries")
    set_public(tournament=tournament, is_public=True, act=ACT)
    sizes: list[int] = []
    seconds = cpu_timed(lambda: sizes.extend(len(copy.content) for copy in static_site(tournament)))
    each = 1000 * seconds / len(sizes)
    say(
        players,
        hanchan,
        f"static site  {sum(sizes) / 1e6:6.1f} MB  {seconds:6.2f} s, {len(sizes):,} files, each {each:.0f} ms",
    )


def say(players: int, hanchan: int, what: str) -> None:
    """Print one line about an event of this size."""
    print(f"{players:>6} x {hanchan:<2}  {what}", flush=True)


def memory() -> None:
    """The memory that writing and reading the file of the last size takes above rest."""
    players, hanchan = SIZES[-1]
    tournament = Tournament.objects.get(slug=f"copy-{players}-{hanchan}")
    content = event_file(tournament).encode()
    for what, work in (
        ("written", lambda: event_file(tournament)),
        ("read", lambda: read_event_file(content)),
    ):
        tracemalloc.start()
        work()
        most = tracemalloc.get_traced_memory()[1] / 1e6
        print(f"peak memory while {players:,} x {hanchan} are {what}: {most:.0f} MB", flush=True)
        tracemalloc.stop()


def main() -> int:
    seconds = loaded_from_csv()
    print(f"500 tables loaded from CSV: {seconds:.2f} s of CPU, limit {MOST:.1f} s: ratio {seconds / MOST:.2f}")
    for players, hanchan in SIZES:
        through_a_file(players, hanchan)
    memory()
    return int(seconds > MOST)


if __name__ == "__main__":
    sys.exit(main())
