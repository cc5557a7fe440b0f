"""Standings of 200 players after 10 hanchan: reading, computing and rendering, each apart, against a bare loop."""

from functools import partial

from bench.clock import cpu_timed, tell
from bench.event import START, big_event, set_up

set_up()

from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from scoring.standings import standings  # noqa: E402
from tournament.core.audit import Act  # noqa: E402
from tournament.results.models import PenaltyKind  # noqa: E402
from tournament.results.penalties.actions import give  # noqa: E402
from tournament.results.penalties.queries import deductions  # noqa: E402
from tournament.results.sheets.queries import tables_of  # noqa: E402
from tournament.standings import cache  # noqa: E402
from tournament.standings.inputs import read_inputs  # noqa: E402
from tournament.standings.public_list import render_list  # noqa: E402
from tournament.standings.queries import forget, standings_of  # noqa: E402
from tournament.standings.recount import recount  # noqa: E402

measure = partial(tell, clock=cpu_timed)


def bare_loop(rows: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sum per player and sort: the least that any standings must do."""
    totals: dict[int, int] = {}
    for player, score in rows:
        totals[player] = totals.get(player, 0) + score
    return sorted(totals.items(), key=lambda item: -item[1])


def queries(work: object) -> int:
    forget()
    with CaptureQueriesContext(connection) as captured:
        work()  # type: ignore[operator]
    return len(captured)


def main() -> None:
    large, small = big_event(200, 10), big_event(16, 2)
    for tournament in (large, small):
        tournament.is_public = True
        tournament.save()
    inputs = read_inputs(large)
    rows = [(line.player, line.points - 30_000) for table in inputs.tables for line in table.lines]
    bare = ("bare loop: sum per player and sort", lambda: bare_loop(rows))

    measure("read: tables_of (one query)", bare[0], lambda: tables_of(large), bare[1])
    measure("read: everything standings depend on", bare[0], lambda: read_inputs(large), bare[1])

    def compute() -> object:
        return standings(inputs.tables, deductions(inputs.counting), inputs.entrants_after(inputs.played), inputs.rules)

    measure("compute: uma, ties, penalties, places", bare[0], compute, bare[1])
    ranking = standings_of(large)
    measure("render: the list of 200 rows", bare[0], lambda: render_list(large, ranking), bare[1])
    measure("recount: everything again, by a second rule book", bare[0], lambda: recount(large), bare[1])
    client, page = Client(headers={"host": "localhost"}), f"/t/{large.slug}/"
    assert client.get(page).status_code == 200
    measure("page: the next reader of the same edition", bare[0], lambda: client.get(page), bare[1], runs=9)

    numbers = iter(large.players.order_by("number"))

    def write() -> None:
        player, at = next(numbers), Act(by=None, at=START, reason="a measurement")
        give(
            tournament=large,
            player=player,
            hanchan=None,
            kind=PenaltyKind.POINTS,
            amount=1_000,
            referee="Referee",
            act=at,
        )
        large.refresh_from_db()

    def cold() -> None:
        forget()
        cache.forget_pages()
        client.get(page)

    measure("page: first reader after a write", bare[0], lambda: client.get(page), bare[1], first=write)
    measure("page: first reader, nothing kept of earlier editions", bare[0], cold, bare[1], runs=9)
    few, many = queries(lambda: standings_of(small)), queries(lambda: standings_of(large))
    print(f"queries: {few} for 16 players x 2, {many} for 200 x 10")
    assert few == many


if __name__ == "__main__":
    main()
