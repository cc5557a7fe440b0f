"""A large event for measurements: real seating, made-up points, closed to the last hanchan."""

import random
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from bench import sized

if TYPE_CHECKING:  # Django is set up later
    from tournament.archive.reading import PastEvent
    from tournament.core.models import Tournament

COMING = 8
START = datetime(2026, 5, 16, 9, 0, tzinfo=UTC)


def random_points(chance: random.Random) -> tuple[int, int, int, int]:
    """Four final points that sum to 120,000."""
    cuts = sorted(chance.randrange(0, 1600) for _ in range(3))
    parts = (cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], 1600 - cuts[2])
    return tuple(part * 100 - 10_000 for part in parts)  # type: ignore[return-value]


def past_event(players: int, hanchan: int, seed: int = 7) -> "PastEvent":
    """Return an event of this size as the reader of finished events gives it."""
    from scoring.game import ScoreLine, Table
    from scoring.winds import WINDS
    from tournament.archive.reading import PastEvent

    players, chance = sized(players, min(players, 16)), random.Random(seed)
    tables = [
        Table(
            number,
            table,
            tuple(ScoreLine(w, p - 1, x) for w, p, x in zip(WINDS, seats, random_points(chance), strict=True)),
        )
        for number, rounds in enumerate(_rounds(players, hanchan, seed), 1)
        for table, seats in enumerate(rounds, 1)
    ]
    names = tuple(f"Player {n}" for n in range(1, players + 1))
    return PastEvent(names, hanchan, tuple(tables), (), (), ())


def _rounds(players: int, hanchan: int, seed: int) -> "Sequence[Sequence[Sequence[int]]]":
    """Return a planned seating; of more people than the planner seats, one by chance."""
    from seating import plan
    from seating.rounds import MOST_PLAYERS

    if players <= MOST_PLAYERS:
        return plan(players, hanchan, seed).rounds
    chance, people = random.Random(seed), range(1, players + 1)
    orders = [chance.sample(people, players) for _hanchan in range(hanchan)]
    return [[order[first : first + 4] for first in range(0, players, 4)] for order in orders]


def big_event(players: int, hanchan: int, *, closed: int | None = None, missing: Collection[int] = ()) -> "Tournament":
    """Return the same as a tournament in the database; see `LoadOptions` for `closed` and `missing`."""
    from tournament.archive.actions import LoadOptions, load_event
    from tournament.core.audit import Act
    from tournament.events.tournament_setup import TournamentSetup

    return load_event(
        past=past_event(players, hanchan),
        setup=TournamentSetup(name="Bench", preset="wrc-2022", hanchan_count=hanchan),
        options=LoadOptions(closed=closed, missing=[table for table in missing if table <= sized(players, 16) // 4]),
        act=Act(by=None, at=START),
    )


def add_neighbours(tournament: "Tournament", count: int) -> None:
    """Add public events with the same players and hanchan: eight to come, the others past, always over the same years.

    The database makes the rows itself: through the actions it would take minutes. What is announced does not pile up.
    """
    from django.db import connection
    from django.utils.timezone import localdate

    from tournament.core.models import AuditEntry, Tournament, Verb

    first = Tournament(name="Near", place="Utrecht", made_at=START, rules=tournament.rules, fouls={}, is_public=True)
    fields = {field.attname: getattr(first, field.attname) for field in Tournament._meta.concrete_fields}
    days = [timedelta(1 + 300 * n // (COMING - 1)) for n in range(COMING)]
    days += [timedelta(-1 - 300 * n // (count - COMING - 1)) for n in range(count - COMING)]
    made = Tournament.objects.bulk_create(
        Tournament(**fields | {"slug": f"near-{n}", "first_day": localdate() + day, "last_day": localdate() + day})
        for n, day in enumerate(days)
    )
    AuditEntry.objects.bulk_create(
        AuditEntry(tournament=one, edition=1, at=START, verb=Verb.SET_UP, submission=f"form-{one.pk}") for one in made
    )
    with connection.cursor() as cursor:
        for model in (tournament.players.model, tournament.hanchan.model):
            columns = [str(field.column) for field in model._meta.concrete_fields if not field.primary_key]
            theirs = ("tournament_tournament.id" if one == "tournament_id" else f"one.{one}" for one in columns)
            cursor.execute(
                f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) SELECT {', '.join(theirs)}"  # noqa: S608
                f" FROM {model._meta.db_table} one, tournament_tournament"
                " WHERE one.tournament_id = %s AND slug LIKE 'near-%%'",
                [tournament.pk],
            )
        if connection.vendor == "postgresql":  # as its autovacuum does of itself
            cursor.execute("ANALYZE")


def seated_event(players: int, hanchan: int, **setup: Any) -> "Tournament":
    """Return a tournament in the database that is seated from seed 7, and of which no hanchan has started."""
    from tournament.core.audit import Act
    from tournament.events.actions import create_tournament
    from tournament.events.tournament_setup import TournamentSetup
    from tournament.planning.actions import plan_seating
    from tournament.players.actions import add_players

    act = Act(by=None, at=START)
    name = f"Bench {players} x {hanchan}"
    tournament = create_tournament(
        setup=TournamentSetup(name=name, preset="wrc-2022", hanchan_count=hanchan, **setup), act=act
    )
    add_players(tournament=tournament, rows=[{"name": f"Player {n}"} for n in range(1, players + 1)], act=act)
    plan_seating(tournament=tournament, seed=7, act=act)
    tournament.refresh_from_db()
    return tournament


def set_up() -> None:
    """Django on an empty migrated database with its static files; call before importing models."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
