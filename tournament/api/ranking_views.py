"""Views for programs that read rankings: the public ones, and the tables of one as of a day."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext_noop as _

from tournament.api.answers import json_answer, rows_of, table_body
from tournament.api.endpoints import endpoint
from tournament.api.paging import read_paging, refuse_others
from tournament.api.problems import BadQuestion, NothingThere
from tournament.api.resources import TableAnswer
from tournament.core.response_mark import reads_clock
from tournament.core.tables import AnyTable
from tournament.rankings.models import ClubRanking
from tournament.rankings.pages import RankingPage, ranking_page
from tournament.rankings.person_rows import named_countries
from tournament.rankings.queries import rankings_for
from tournament.rankings.tables import ClubRankingTable, CountryRankingTable, PersonRankingTable, RankedEventTable

PAGING = {"page", "size"}


@dataclass(frozen=True, slots=True)
class RankingResource:
    """A table of a ranking: a sentence for the description, its declaration, and how it is made of a page."""

    about: str
    declared: type[AnyTable]
    make: Callable[[RankingPage], AnyTable]


RANKING_RESOURCES: Mapping[str, RankingResource] = {
    "people": RankingResource(
        "Everybody of the ranking, best first, then those who need more events.",
        PersonRankingTable,
        lambda page: PersonRankingTable(page.rows, page.rules),
    ),
    "countries": RankingResource(
        "The countries, best first; none where the rule does not rank them.",
        CountryRankingTable,
        lambda page: CountryRankingTable(named_countries(page.found, page.people), page.rules),
    ),
    "events": RankingResource(
        "The events that count on the day, the latest first.",
        RankedEventTable,
        lambda page: RankedEventTable(page.found.counting, page.rules),
    ),
}


@endpoint("GET")
def rankings(request: HttpRequest) -> HttpResponse:
    """List the public rankings."""
    refuse_others(request.GET, PAGING)
    answer = TableAnswer(ClubRankingTable(rankings_for(AnonymousUser()).rankings))
    body = table_body(request.path, answer, rows_of(answer.table, None), read_paging(request.GET))
    return json_answer(request, body, public=True)


@endpoint("GET")
def ranking_table(request: HttpRequest, ranking: str, key: str) -> HttpResponse:
    """Send a page of a table of a ranking."""
    found = ClubRanking.objects.filter(slug=ranking, is_public=True).first()
    if found is None:
        text = _("No public ranking has this address. GET /api/v1/rankings/ lists those that are public.")
        raise NothingThere.of("no-ranking", text, field="ranking")
    refuse_others(request.GET, PAGING | {"on"})
    page = ranking_page(found, _day(request.GET.get("on")), timezone.localdate())
    made_at = page.shown.made_at if page.shown else None
    facts = {"on": page.on, "frozen": page.shown is not None, "key": page.shown.key if page.shown else None}
    answer = TableAnswer(RANKING_RESOURCES[key].make(page), made_at, facts)
    query = f"{page.query}&" if page.query else ""
    rows, paging = rows_of(answer.table, None), read_paging(request.GET)
    response = json_answer(request, table_body(request.path, answer, rows, paging, query), public=True)
    return response if page.is_timeless else reads_clock(response)


def _day(typed: str | None) -> date | None:
    """Return the day that is asked for. Raises BadQuestion."""
    if typed is None:
        return None
    try:
        day = parse_date(typed)
    except ValueError:
        day = None
    if day is None:
        text = _("“on” must be a day such as 2026-11-01, not “{typed}”.")
        raise BadQuestion.of("no-day", text, field="on", typed=typed[:20])
    return day
