"""1, 1,000 and 10,000 whole events side by side, each of 8 x 2 with its history: what pages and acts of one of 80 x 4
cost among them, in CPU of this process and in queries, and as a ratio to the same where it is alone.

    python -m bench many [--move]

With --move, all of it is then moved into a PostgreSQL of its own by `manage.py move_database`.
"""

import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from uuid import uuid4

from bench import sized
from bench.clock import cpu_timed, timed
from bench.database import address_of_the_database
from bench.event import START, add_neighbours, big_event, set_up

set_up()

from django.apps import apps  # noqa: E402
from django.core.cache import cache  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils.timezone import localdate  # noqa: E402

from tournament.core.audit import Act  # noqa: E402
from tournament.core.audit_check import findings  # noqa: E402
from tournament.core.models import Tournament, User  # noqa: E402
from tournament.events.actions import set_public  # noqa: E402
from tournament.seats.queries import lineup  # noqa: E402
from tournament.standings.cache import forget_pages  # noqa: E402
from tournament.standings.queries import forget  # noqa: E402

COUNTS = sized((1, 1_000, 10_000), (1, 6))
HANCHAN = 4
RUNS = sized(5, 1)
PUBLIC = {
    "start page": "/",
    "archive of a year": "/events/?year={year}",
    "search": "/events/?q=near",
    "API: the events": "/api/v1/?size=10",
    "API: standings": "/api/v1/{slug}/standings",
    "public standings": "/t/{slug}/",
}
STAFF = {
    "start page, signed in": "/",
    "what next": "/manage/{slug}/",
    "desk board": "/manage/{slug}/sheets/{last}/",
    "history": "/manage/{slug}/history/",
}
NEW = {
    "name": "Set up",
    "preset": "wrc-2022",
    "play": "rounds",
    "hanchan_count": "4",
    "wind_method": "fixed",
    "point_unit": "hundreds",
    "entry_mode": "checked",
}


class Hall:
    """The event that is measured, who asks for its pages, and the tables whose sheets are not in yet."""

    def __init__(self) -> None:
        everything = range(1, 21)
        self.tournament = big_event(80, HANCHAN, closed=HANCHAN - 1, missing=everything)
        set_public(tournament=self.tournament, is_public=True, act=Act(by=None, at=START))
        self.tables = iter(lineup(self.tournament, HANCHAN).items())
        self.public, self.staff = Client(headers={"host": "localhost"}), Client(headers={"host": "localhost"})
        self.staff.force_login(User.objects.create(username="owner", is_superuser=True))

    def works(self) -> dict[str, Callable[[], object]]:
        """Return what is measured, by name."""
        known = {"slug": self.tournament.slug, "last": HANCHAN, "year": localdate().year}
        asked = {name: (self.public, address.format(**known)) for name, address in PUBLIC.items()}
        asked |= {name: (self.staff, address.format(**known)) for name, address in STAFF.items()}
        pages = {name: lambda one=one: self.get(*one) for name, one in asked.items()}
        return {**pages, "a sheet saved": self.enter, "an event set up": self.new}

    def get(self, client: Client, address: str) -> None:
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)

    def enter(self) -> None:
        table, places = next(self.tables)
        typed = {"points_0": "412", "points_1": "331", "points_2": "257", "points_3": "200", "deposits": "0"}
        typed |= {"players": ",".join(str(place.player.pk) for place in places), "submission": str(uuid4())}
        answer = self.staff.post(f"/manage/{self.tournament.slug}/sheets/{HANCHAN}/{table}/", typed)
        assert answer.status_code == 302, answer.content[:3000]

    def new(self) -> None:
        answer = self.staff.post("/manage/new/", {**NEW, "submission": str(uuid4())})
        assert answer.status_code == 302, answer.content[:3000]


def cost(work: Callable[[], object]) -> tuple[float, int]:
    """Return the median seconds of CPU and the queries of something for which nothing was kept."""
    with CaptureQueriesContext(connection) as asked:
        cold(work)()
    queries = len(asked)  # now: the next request drops them
    return statistics.median(cpu_timed(cold(work)) for _run in range(RUNS)), queries


def cold(work: Callable[[], object]) -> Callable[[], object]:
    forget()
    forget_pages()
    cache.clear()
    return work


def rows() -> int:
    """Return how many rows all tables have."""
    return sum(model._base_manager.count() for model in apps.get_models(include_auto_created=True))


def move() -> None:
    """Move everything into another database, and tell how long it took and how much memory."""
    from bench.cluster import Cluster

    number, here = rows(), address_of_the_database()
    connection.close()
    with ExitStack() as stack:
        command = [sys.executable, "manage.py", "move_database", Cluster(stack).address]
        env = {**os.environ, "DATABASE_URL": here}
        seconds = timed(lambda: subprocess.run(command, env=env, check=True))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu, memory = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    print(f"moved: {number:,} rows in {seconds:.0f} s, {cpu:.0f} s of CPU, at most {memory:.0f} MB of memory")


def main() -> None:
    hall, costs = Hall(), dict[str, list[tuple[float, int]]]()
    for count in COUNTS:
        if count > 1:
            pattern = Tournament.objects.filter(name="Pattern").first() or made_pattern()
            add_neighbours(pattern, count - 2)
            assert not findings(Tournament.objects.get(slug=f"near-{count - 3}"))
        for name, work in hall.works().items():
            costs.setdefault(name, []).append(cost(work))
        print(f"{count:,} events: {rows():,} rows", flush=True)
    for name, found in costs.items():
        times = ", ".join(f"{1000 * seconds:.1f}" for seconds, _queries in found)
        queries = ", ".join(str(number) for _seconds, number in found)
        ratios = ", ".join(f"{seconds / found[0][0]:.2f}" for seconds, _queries in found[1:])
        print(f"{name:<22} {times} ms of CPU, {queries} queries beside {COUNTS} events: ratios {ratios}", flush=True)
    if "--move" in sys.argv:
        move()


def made_pattern() -> Tournament:
    """Return the event of which the others are copies."""
    tournament = big_event(8, 2)
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=START))
    Tournament.objects.filter(pk=tournament.pk).update(name="Pattern")
    tournament.refresh_from_db()
    return tournament


if __name__ == "__main__":
    main()
