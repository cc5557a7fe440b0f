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
    """Add public events until there are so many: eight to come, the others past, always over the same years.

    Each is the whole event, with its ids higher by a number as of one that is loaded from a file, and with a line more
    in its history for its days: the histories prove themselves. No line of the event may be by an account. The database
    makes the rows itself: through the actions it would take hours.
    """
    from django.core.management.color import no_style
    from django.db import connection, transaction
    from django.db.models import Max
    from django.utils.timezone import localdate

    from tournament.archive.event_file.sections import SECTIONS
    from tournament.core.models import AuditEntry, Tournament, Verb
    from tournament.core.records import key_of, values_of

    models: list[Any] = [Tournament, *(section.model for section in SECTIONS)]
    ids = {section.model: list(section.rows(tournament).values_list("pk", flat=True)) for section in SECTIONS}
    step = 1 + max(tournament.pk, *(max(own) for own in ids.values() if own))
    highest = max(model._base_manager.aggregate(highest=Max("pk"))["highest"] or 0 for model in models)
    fields = {field.attname: getattr(tournament, field.attname) for field in Tournament._meta.concrete_fields}
    copies, lines = [], []
    last = tournament.audit_entries.order_by("id").last()
    for n in range(Tournament.objects.filter(slug__startswith="near-").count(), count):
        offset = highest + n * step
        day = localdate() + timedelta(1 + 300 * n // (COMING - 1) if n < COMING else -1 - n * 181 % 300)
        copy = Tournament(**fields | {"id": tournament.pk + offset, "id_offset": offset, "slug": f"near-{n}"})
        copy.name, copy.first_day, copy.last_day, copy.is_public = "Near", day, day, True
        copy.seating_id = tournament.seating_id and tournament.seating_id + offset
        copy.edition += 1
        line = AuditEntry(tournament=copy, edition=copy.edition, at=START, verb=Verb.CHANGED_SETTINGS)
        line.figures = {key_of(copy, offset): values_of(copy, ("first_day", "last_day", "is_public"), offset)}
        line.previous = last.chain if last else ""
        line.chain = line.value()
        copies.append(copy)
        lines.append(line)
    with transaction.atomic(), connection.cursor() as cursor:
        Tournament._base_manager.bulk_create(copies, batch_size=500)
        for model, own in ids.items():
            if not own:
                continue
            table, id_column = model._meta.db_table, model._meta.pk.column
            taken = {}
            for field in model._meta.concrete_fields:
                moves = field.primary_key or field.related_model in ids
                taken[field.column] = f'one."{field.column}"' + " + copy.id_offset" * moves
                if field.related_model is Tournament:
                    taken[field.column] = "copy.id"
            columns = ", ".join(f'"{column}"' for column in taken)
            cursor.execute(
                f"INSERT INTO {table} ({columns}) SELECT {', '.join(taken.values())}"  # noqa: S608
                f" FROM tournament_tournament copy CROSS JOIN {table} one"
                f" WHERE copy.id_offset >= %s AND one.{id_column} IN ({', '.join(map(str, own))})",
                [highest],
            )
        if connection.vendor == "postgresql":  # as it counts, and its autovacuum does, of themselves
            for sql in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(sql)
        AuditEntry.objects.bulk_create(lines, batch_size=500)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
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
