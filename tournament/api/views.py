"""Views for programs that read: the tournaments, one tournament, and its tables."""

from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from tournament.api.answers import JSON, conditional, edition_of, json_answer, list_body, rows_of, table_body
from tournament.api.endpoints import endpoint, in_the_hall
from tournament.api.openapi import description
from tournament.api.paging import Paging, read_cursor, read_number, read_paging, refuse_others, rows_after
from tournament.api.problems import NothingThere, TokenMissing, no_tournament
from tournament.api.resources import LONG, RESOURCES, STAFF_KEYS, open_keys, public_answer, staff_answer
from tournament.api.sheet_body import read_key, read_sheet
from tournament.api.tokens import read_token, write_token
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest
from tournament.events.event_list import page_after, page_number
from tournament.events.planned_starts import zone_of
from tournament.events.tables import TournamentTable
from tournament.results.sheets.actions import enter

PAGING = {"page", "size"}


@endpoint("GET")
def tournaments(request: HttpRequest) -> HttpResponse:
    """List the tournaments whose public page is open: a page by its number, or after a cursor."""
    refuse_others(request.GET, {"after", *PAGING})
    paging, cursor = read_paging(request.GET), read_cursor(request.GET)
    public = Tournament.objects.filter(is_public=True)
    if cursor:
        paging = Paging(1, paging.size)
    if paging.page == 1:
        page = page_after(public, cursor, paging.size)
    else:
        page = page_number(public, paging.page, paging.size)
    rows, number = rows_of(TournamentTable(page.rows), None), None if cursor else paging.page
    body = list_body(request.path, rows, public.count(), paging, number, page.after)
    return json_answer(request, body, public=True)


@endpoint("GET", with_tournament=True)
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Tell what a tournament is, and which tables of it can be read."""
    found, public = _found(request, slug)
    refuse_others(request.GET, ())
    facts = _facts(found, open_keys(found) if public else STAFF_KEYS)
    return json_answer(request, {"edition": edition_of(facts), **facts}, public=public)


@endpoint("GET", with_tournament=True)
def table(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Send a page of a table."""
    return _table(request, slug, key)


def _table(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    found, public = _found(request, slug, only_staff=key not in RESOURCES)
    is_ranking = key in RESOURCES and RESOURCES[key].is_ranking
    refuse_others(request.GET, PAGING | {"after"} if is_ranking or key in LONG else PAGING)
    paging = read_paging(request.GET)
    if key in LONG and "after" in request.GET:
        return _page_after(request, found, key, paging)
    after = read_number(request.GET, "after", least=0, most=40)
    with in_the_hall(found):
        answer = public_answer(found, key, after) if public else staff_answer(found, key, after, timezone.now())
        rows = rows_of(answer.table, RESOURCES[key].columns if public else None)
    query = "" if after is None else f"after={after}&"
    return json_answer(request, table_body(request.path, answer, rows, paging, query), public=public)


def _page_after(request: HttpRequest, found: Tournament, key: str, paging: Paging) -> HttpResponse:
    """Send the page of a long table that begins after a row; no other row is read."""
    after = read_number(request.GET, "after", least=0, most=10**18 - 1)
    with in_the_hall(found):
        answer = staff_answer(found, key, None, timezone.now())
        count, data = answer.table.row_count, answer.table.data
        data.data, following = rows_after(data.data, LONG[key], after or 0, paging.size)
        rows = rows_of(answer.table, None)
    body = list_body(request.path, rows, count, Paging(1, paging.size), None, following, answer.facts)
    return json_answer(request, body, public=False)


@endpoint("GET", "POST")
def sheets(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the versions of the report sheets to the staff, or enter one sheet."""
    if request.method != "POST":
        return _table(request, slug, "sheets")
    token = write_token(request, slug)
    refuse_others(request.GET, ())
    key, body = read_key(request), read_sheet(request)
    hanchan = token.tournament.hanchan.filter(number=body.hanchan).first()
    if hanchan is None:
        text = gettext_noop("There is no hanchan {number}.")
        raise Refused.of("no-hanchan", text, field="hanchan", number=body.hanchan)
    hanchan.tournament = token.tournament
    version = enter(
        hanchan=hanchan,
        table=body.table,
        typed=body.typed(token.tournament),
        confirmed_warnings=body.confirmed,
        act=Act(by=None, at=timezone.now(), name=str(token), submission=key),
    )
    entered = {
        "hanchan": body.hanchan,
        "table": body.table,
        "version": version.number,
        "state": version.sheet.state.value,
        "key": str(key),
    }
    return json_answer(request, {"edition": edition_of(entered), **entered}, public=False)


@endpoint("GET")
def openapi(request: HttpRequest) -> HttpResponse:
    """Send the description of the API."""
    refuse_others(request.GET, ())
    text = description()
    return conditional(request, HttpResponse(text, content_type=JSON), edition_of(text), public=True)


@endpoint("GET", "POST", "PUT", "PATCH", "DELETE", shared=False)
def no_such_address(request: HttpRequest) -> HttpResponse:
    """Refuse any other address under /api/ as a program can read it."""
    text = gettext_noop(
        "The API has no such address. GET /api/v1/openapi.json describes all of them; addresses of tables have no "
        "slash at the end."
    )
    raise NothingThere.of("no-address", text)


def _found(request: HttpRequest, slug: str, *, only_staff: bool = False) -> tuple[Tournament, bool]:
    """Return the tournament, and whether only what is public may be read of it"""
    token = read_token(request, slug)
    if token is not None:
        return token.tournament, False
    found = Tournament.objects.filter(slug=slug, is_public=True).first()
    if found is None:
        raise no_tournament()
    if only_staff:
        raise TokenMissing.of(
            "token-missing", gettext_noop("This table is for the staff. Send a token that reads staff data.")
        )
    cast(TournamentRequest, request).tournament = found
    return found, True


def _facts(found: Tournament, keys: Any) -> dict[str, object]:
    return {
        "slug": found.slug,
        "name": found.name,
        "place": found.place,
        "first_day": found.first_day,
        "last_day": found.last_day,
        "time_zone": str(zone_of(found.time_zone)),
        "hanchan": found.hanchan_count,
        "players_at_table": found.at_a_table,
        "seat_winds": found.wind_method,
        "rule_set": gettext(found.ruleset.title),
        "page": found.get_absolute_url(),
        "tables": {key: reverse(f"api_{key}", args=[found.slug]) for key in keys},
    }
