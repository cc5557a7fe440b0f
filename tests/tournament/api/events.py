"""Events and requests for the tests of the API."""

import json
from copy import deepcopy
from uuid import uuid4

from django.test import Client
from django.urls import get_resolver, reverse

from tests.events.rows import kept
from tests.factories import MORNING
from tests.tournament.standings.test_visibility import event_with_one_released_hanchan
from tournament.api.actions import make_token
from tournament.api.models import TokenScope
from tournament.api.resources import RESOURCES, STAFF_KEYS
from tournament.core.audit import Act
from tournament.core.models import Tournament


@kept
def shown_event() -> Tournament:
    """Hanchan 1 released, hanchan 2 being played; two teams."""
    tournament, _people = event_with_one_released_hanchan()
    tournament.players.filter(number__lte=4).update(team="East", club="Felt")
    tournament.players.filter(number__gt=4).update(team="West")
    return tournament


def read(tournament, key="", query="", **headers):
    """Ask as a program does."""
    name = f"api_{key}" if key else "api_tournament"
    return Client().get(reverse(name, args=[tournament.slug]) + query, headers=headers)


def token_for(tournament, scope=TokenScope.READ, name="Overlay") -> dict[str, str]:
    """Return the headers of a program with a new token."""
    _token, text = make_token(tournament=tournament, name=name, scope=scope, act=Act(by=None, at=MORNING))
    return {"Authorization": f"Bearer {text}"}


OF_A_LEAGUE = "league"


def public_addresses(tournament) -> list[str]:
    """Every address that is read without a token."""
    named = [reverse("api_tournaments"), reverse("api_description"), reverse("api_tournament", args=[tournament.slug])]
    return named + [reverse(f"api_{key}", args=[tournament.slug]) for key in RESOURCES if key != OF_A_LEAGUE]


def staff_addresses(tournament) -> list[str]:
    """Every address of a table that a token opens."""
    return [reverse(f"api_{key}", args=[tournament.slug]) for key in STAFF_KEYS if key != OF_A_LEAGUE]


def named_addresses() -> set[str]:
    """The names of all addresses under /api/."""
    pages = [page for part in get_resolver().url_patterns for page in getattr(part, "url_patterns", [part])]
    return {page.name for page in pages if page.name and str(page.pattern).startswith("api/")}


def send(tournament, body, headers, key=None, **more):
    """Send a report sheet."""
    headers = {"Idempotency-Key": str(key or uuid4()), **headers}
    content = body if isinstance(body, str) else json.dumps(body)
    return Client().post(
        reverse("api_sheets", args=[tournament.slug]),
        content,
        content_type=more.get("content_type", "application/json"),
        headers=headers,
    )


SHEET = {
    "hanchan": 2,
    "table": 1,
    "deposits": 0,
    "lines": [
        {"number": 1, "wind": "E", "points": 45_200},
        {"number": 2, "wind": "S", "points": 31_100},
        {"number": 3, "wind": "W", "points": 25_700},
        {"number": 4, "wind": "N", "points": 18_000},
    ],
}
"""The first table of the hanchan that is played."""


def sheet(**changes):
    """That sheet with other values."""
    return {**deepcopy(SHEET), **changes}


def changed(at, **changes):
    """That sheet with other values in one of its lines."""
    body = sheet()
    body["lines"][at] |= changes
    return body
