"""Two thousand events cost what twenty cost: queries, rows that are read, and what SQLite does to find them."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.utils.timezone import localdate

from bench.event import add_neighbours
from tests.events.rows import kept
from tests.factories import make_staff, make_user
from tests.tournament.standings.tables import USUAL, play, small_event
from tournament.api import views as api
from tournament.api.paging import Paging
from tournament.core.models import Role, Tournament
from tournament.events import event_list, views
from tournament.events.event_list import Cursor
from tournament.events.queries import set_up_with
from tournament.standings.cache import forget_pages
from tournament.standings.queries import forget

pytestmark = pytest.mark.django_db

FEW, MANY, MORE = 20, 2_000, 1.1
SHOWN = 3
"""Rows in each list, so that twenty events fill each of them."""
FETCHES = ("fetchone", "fetchmany", "fetchall")
STEPS = 10
SEARCHES = ("search", "api", "api, deep")
"""A search looks at every name, and the API counts all tournaments: in the database alone."""


class Cost:
    """Queries, rows that came from the database, and thousands of steps of SQLite's machine."""

    def __init__(self) -> None:
        self.queries = self.rows = self.steps = 0

    def counted(self, execute, sql, params, many, context):
        self.queries += 1
        return execute(sql, params, many, context)

    def step(self) -> None:
        self.steps += 1

    def fetching(self, cursor: CursorWrapper, name: str):
        """What Django's cursor hands on, with the rows of a fetch counted."""
        found = getattr(cursor.cursor, name)
        if name not in FETCHES:
            return found

        def fetched(*args):
            rows = found(*args)
            self.rows += len(rows) if name != "fetchone" else rows is not None
            return rows

        return fetched


@contextmanager
def measured() -> Iterator[Cost]:
    cost, is_sqlite = Cost(), connection.vendor == "sqlite"
    with patch.object(CursorWrapper, "__getattr__", lambda cursor, name: cost.fetching(cursor, name)):
        if is_sqlite:
            connection.connection.set_progress_handler(cost.step, STEPS)
        with connection.execute_wrapper(cost.counted):
            yield cost
        if is_sqlite:
            connection.connection.set_progress_handler(None, 0)


@kept
def an_event() -> Tournament:
    tournament, _people = small_event(hanchan_count=2, first_day=localdate(), last_day=localdate())
    play(tournament, 1, dict.fromkeys((1, 2), USUAL))
    return tournament


def cost_of(client: Client, address: str) -> Cost:
    """What a page costs of which nothing was computed before."""
    cache.clear()
    forget()
    forget_pages()
    with measured() as cost:
        assert client.get(address).status_code == 200
    return cost


def costs(tournament: Tournament) -> dict[str, Cost]:
    deep = Cursor.of(Tournament.objects.filter(first_day__isnull=False).order_by("first_day", "pk")[SHOWN + 1])
    public = {
        "start": "/",
        "list": "/events/",
        "list, deep": f"/events/?after={deep}",
        "list, back": f"/events/?before={deep}",
        "year": f"/events/?year={localdate().year}",
        "search": "/events/?q=near",
        "api": "/api/v1/",
        "api, deep": f"/api/v1/?after={deep}",
        "standings": f"/t/{tournament.slug}/",
        "an API table": f"/api/v1/{tournament.slug}/standings",
    }
    found = {name: cost_of(Client(), address) for name, address in public.items()}
    people = make_staff(tournament, Role.ORGANISER, username="organiser"), make_user("owner", superuser=True)
    for user in people:
        client = Client()
        client.force_login(user)
        for name, address in {"start": "/", "list": "/events/", "desk": f"/manage/{tournament.slug}/sheets/1/"}.items():
            found[f"{name}, {user.username}"] = cost_of(client, address)
        user.delete()
    with measured() as found["set-up"]:
        assert set_up_with("00000000-0000-0000-0000-000000000000") is None
    return found


@pytest.mark.parametrize("many", [200, pytest.param(MANY, marks=pytest.mark.slow("two thousand events"))])
def test_many_events_cost_what_a_few_cost(monkeypatch, many):
    for name in ("SHOWN", "MOST_RUNNING"):
        monkeypatch.setattr(event_list, name, SHOWN)
    monkeypatch.setattr(views, "PER_PAGE", SHOWN)
    monkeypatch.setattr(api, "read_paging", lambda query: Paging(1, SHOWN))
    tournament = an_event()
    add_neighbours(tournament, FEW)
    few = costs(tournament)
    add_neighbours(tournament, many)
    grown = costs(tournament)
    over = {}
    for name, before in few.items():
        after = grown[name]
        kinds = ("queries", "rows") if name in SEARCHES else ("queries", "rows", "steps")
        for kind in kinds:
            if getattr(after, kind) > MORE * getattr(before, kind):
                over[f"{kind} of {name}"] = (getattr(before, kind), getattr(after, kind))
    assert over == {}
