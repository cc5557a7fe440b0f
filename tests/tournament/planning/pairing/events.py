"""Events of which some hanchan are closed, for tests of seating by the standings."""

from copy import copy
from itertools import cycle

from django.apps import apps
from django.db import transaction
from django.db.models import Model

from tests.factories import make_staff
from tests.tournament.planning.halls import seated_hall
from tests.tournament.standings.tables import play
from tournament.core.models import Role, Tournament, User
from tournament.standings.queries import forget

POINTS = ((45_200, 31_100, 25_700, 18_000), (22_000, 28_000, 40_000, 30_000), (30_000, 61_000, 9_000, 20_000))


_made: dict[tuple[int, int, int], list[list[Model]]] = {}


def played_event(players: int = 16, hanchan: int = 4, closed: int = 2, **fields) -> Tournament:
    """A seating for all hanchan, results of the first `closed`; an organiser works there.

    Played once; the next test that asks for the same in an empty database gets the same rows.
    """
    if fields or Tournament.objects.exists() or User.objects.exists():
        return _played_event(players, hanchan, closed, **fields)
    asked = (players, hanchan, closed)
    if asked in _made:
        with transaction.atomic():  # one row may name another that comes after it
            for rows in _made[asked]:
                type(rows[0])._base_manager.bulk_create(copy(row) for row in rows)
        return Tournament.objects.get()
    tournament = _played_event(*asked)
    models = apps.get_app_config("tournament").get_models()
    _made[asked] = [rows for model in models if (rows := list(model._base_manager.order_by("pk")))]
    return tournament


def _played_event(players: int, hanchan: int, closed: int, **fields) -> Tournament:
    tournament = seated_hall(players, hanchan, name=f"Hall {players} {hanchan} {closed}", **fields)
    points = cycle(POINTS)
    for number in range(1, closed + 1):
        play(tournament, number, {table: next(points) for table in range(1, players // 4 + 1)})
    make_staff(tournament, Role.ORGANISER)
    tournament.refresh_from_db()
    return tournament


def standing_rules(tournament: Tournament, **values) -> None:
    """Rank by other rules."""
    tournament.standing_rules = values
    tournament.save(update_fields=["standing_rules"])
    forget()
