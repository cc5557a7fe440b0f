"""The public pages of rankings: the list, people, countries and events, one calculation, and the files."""

from datetime import date
from io import BytesIO
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.safestring import SafeString

from scoring.rankings import RankingRow
from scoring.sentences.rankings import calculation_sentences, ranking_sentences
from tournament.core.requests import TournamentRequest
from tournament.core.response_mark import kept, reads_clock
from tournament.core.roles import public_page
from tournament.exports.csv_files import write_csv
from tournament.persons.pair import pair_of
from tournament.persons.public_views import person_page
from tournament.persons.rights import StaffRequest, club_page, persons_for, players_to_link
from tournament.players.name_search import found
from tournament.rankings.explanation import coming_changes, coming_for, part_letters, picture, result_lines
from tournament.rankings.forms import rule_title
from tournament.rankings.merges import merged_places
from tournament.rankings.models import ClubRanking
from tournament.rankings.pages import RankingPage, ranking_page
from tournament.rankings.person_line import line_of
from tournament.rankings.person_rows import NamedRow, named_countries
from tournament.rankings.queries import (
    is_manager,
    is_reader,
    league_rows,
    rankings_for,
)
from tournament.rankings.tables import (
    CountryRankingTable,
    PersonRankingTable,
    RankedEventTable,
)
from tournament.rankings.workbook import write_ranking_workbook

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def _page(request: HttpRequest, slug: str) -> RankingPage:
    """Return the ranking that is asked for. Raises Http404 for one that is not public, to everybody but its club."""
    ranking = get_object_or_404(ClubRanking.objects.select_related("club"), slug=slug)
    if not ranking.is_public and not is_reader(request.user, ranking.club):
        raise Http404
    return ranking_page(ranking, _day(request.GET.get("on", "")), timezone.localdate())


def _day(text: str) -> date | None:
    try:
        return parse_date(text)
    except ValueError:  # as the 31st of February
        return None


@kept
def rankings(request: HttpRequest) -> HttpResponse:
    """The list of rankings: the public ones, and those of one's clubs."""
    found = rankings_for(request.user)
    return render(request, "rankings/list.html", {"rankings": found.rankings, "clubs": found.clubs})


@kept
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking of people, with the calculation of one of them where it is asked for."""
    page = _page(request, slug)
    opened = request.GET.get("person", "")
    row = page.found.by_person.get(opened) if opened in page.people and page.people[opened].key else None
    typed = request.GET.get("q", "").strip()
    rows = [one for one in page.rows if _matches(one, typed)] if typed else page.rows
    box = render_to_string("rankings/calculation.html", _calculation(page, row), request) if row else ""
    table = PersonRankingTable(
        rows,
        page.rules,
        query=page.query,
        opened=row.person if row else "",
        box=SafeString(box),
    )
    context = {
        **_common(request, page, "ranking"),
        "table": table,
        "typed": typed,
        "opened": page.people[row.person] if row else None,
        "coming": coming_for(row, page.rules, page.on)
        if row
        else coming_changes(page.found.counting, page.rules, page.on),
    }
    return _answer(request, page, context)


def _answer(request: HttpRequest, page: RankingPage, context: dict[str, Any]) -> HttpResponse:
    """Render the page; that of today is made for each request."""
    response = render(request, "rankings/ranking.html", context)
    return response if page.is_timeless else reads_clock(response)


def _matches(one: NamedRow, typed: str) -> bool:
    """Return whether a row has the words that were typed, in its name or as its country."""
    return found(typed, one.person.name, one.person.reading) or typed.upper() == one.country


def _calculation(page: RankingPage, row: RankingRow) -> dict[str, Any]:
    rules = page.rules
    return {
        "person": page.people[row.person],
        "row": row,
        "rules": rules,
        "letters": part_letters(rules),
        "lines": result_lines(row, rules),
        "drawn": picture(row, rules),
        "sentences": calculation_sentences(row, rules),
        "missing": row.calculation.missing,
    }


def _common(request: HttpRequest, page: RankingPage, tab: str) -> dict[str, Any]:
    return {
        "page": page,
        "ranking": page.ranking,
        "tab": tab,
        "is_manager": is_manager(request.user, page.ranking.club),
        "sentences": ranking_sentences(page.rules),
        "rule_title": rule_title(page.rules),
        "placed": len(page.found.placed),
    }


def person(request: HttpRequest, pk: int) -> HttpResponse:
    """The public page of a person, with the line of a ranking over time."""
    return person_page(request, pk, line_of)


@club_page("keep_persons")
def merge_in_rankings(request: StaffRequest) -> HttpResponse:
    """The part of *Same person?* that says what a merge would change in rankings; it is computed when it is read."""
    people, players = persons_for(request.user, to_keep=True), players_to_link(request.user)
    pair = pair_of(request.GET.get("pair", ""), people, players)
    if pair is None or not pair.can_merge:
        raise Http404
    changes = merged_places(pair.first, pair.second, timezone.localdate(), request.user)
    return render(request, "rankings/merged_places.html", {"changes": changes})


@kept
def ranking_countries(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking of countries, where the rule has one."""
    page = _page(request, slug)
    if not page.rules.country_best:
        raise Http404
    table = CountryRankingTable(named_countries(page.found, page.people), page.rules)
    return _answer(request, page, {**_common(request, page, "countries"), "table": table})


@kept
def ranking_events(request: HttpRequest, slug: str) -> HttpResponse:
    """The events that count on the day."""
    page = _page(request, slug)
    table = RankedEventTable(page.found.counting, page.rules)
    return _answer(request, page, {**_common(request, page, "events"), "table": table})


@kept
def ranking_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking of people as CSV."""
    page = _page(request, slug)
    return _file(write_csv(PersonRankingTable(page.rows, page.rules)), "text/csv; charset=utf-8", page, "csv")


def ranking_xlsx(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking as a workbook that computes."""
    page = _page(request, slug)
    file = BytesIO()
    write_ranking_workbook(file, page.ranking.name, page.found, page.rows, at=timezone.now())
    return _file(file.getvalue(), XLSX, page, "xlsx")


@public_page
def public_league_xlsx(request: TournamentRequest) -> HttpResponse:
    """The table of a league as a workbook that computes: released games only."""
    found = league_rows(request.tournament) if request.tournament.is_league else None
    if found is None:
        raise Http404
    file = BytesIO()
    write_ranking_workbook(file, request.tournament.name, *found, at=timezone.now())
    headers = {"Content-Disposition": f'attachment; filename="{request.tournament.slug}-table.xlsx"'}
    return HttpResponse(file.getvalue(), content_type=XLSX, headers=headers)


def _file(content: str | bytes, kind: str, page: RankingPage, ending: str) -> HttpResponse:
    name = f"{page.ranking.slug}-{page.on.isoformat()}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    response = HttpResponse(content, content_type=kind, headers=headers)
    return response if page.is_timeless else reads_clock(response)
