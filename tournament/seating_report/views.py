"""The pages of the quality report of a version, and of the comparison of two."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from tournament.core.paper import USUAL, choices, paper_of, remember
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import View, may, staff_page
from tournament.core.tables import configure
from tournament.players.name_search import found
from tournament.players.names import words
from tournament.seating_report.comparison import comparison
from tournament.seating_report.matrix_drawing import meetings_of
from tournament.seating_report.paper_pages import report_pages
from tournament.seating_report.report import (
    SeatingReport,
    cases_of,
    path_page,
    report_of,
    report_values,
    shared_by,
)
from tournament.seating_report.tables import PathRow, PathTable, path_rows
from tournament.seats.integrity import altered_in
from tournament.seats.models import Seating
from tournament.wishes.queries import fixed_places

P = ParamSpec("P")
ReportPage = Callable[Concatenate[TournamentRequest, Seating, SeatingReport, P], HttpResponse]


def report_page(view: ReportPage[P]) -> View:
    """Call `view(request, seating, subject, …)` with the version of `?version=`, else with the seating in use.

    For all staff of the tournament; without a seating `no_seating` answers.
    """

    @wraps(view)
    def wrapper(request: TournamentRequest, /, *args: P.args, **named: P.kwargs) -> HttpResponse:
        seating = _version_of(request, "version") or request.tournament.seating
        if seating is None:
            return no_seating(request)
        return view(request, seating, report_of(request.tournament, seating), *args, **named)

    return staff_page("work_at")(wrapper)


def _version_of(request: TournamentRequest, name: str) -> Seating | None:
    """The version with the number in `?name=`; None without one."""
    typed = request.GET.get(name, "")
    return get_object_or_404(request.tournament.seatings, number=parse_int(typed) or 0) if typed else None


def no_seating(request: TournamentRequest) -> HttpResponse:
    """Render the page that stands in for a report while there is no seating."""
    page = {"nav": "seating", "may_change": may(request, "run_event")}
    return render(request, "seating_report/no_seating.html", page)


def base_context(request: TournamentRequest, seating: Seating, subject: SeatingReport) -> dict[str, Any]:
    """The context that all pages of the report share."""
    return {
        "nav": "seating",
        "seating": seating,
        "subject": subject,
        "winds": subject.winds,
        "version_query": f"?version={seating.number}" if request.GET.get("version") else "",
        "in_use": seating.pk == request.tournament.seating_id,
        "altered": altered_in(seating),
    }


PER_PAGE = 250
MOST_NAMED_ON_PAPER = 36
"""Names of more players beside the picture would be smaller than 8 pt."""


@report_page
def report(request: TournamentRequest, seating: Seating, subject: SeatingReport) -> HttpResponse:
    """The quality card, the worst cases by name, and pairings within groups."""
    page = base_context(request, seating, subject) | {
        "tab": "report",
        "card": subject.card,
        "cases": cases_of(subject),
        "shared": shared_by(subject),
    }
    return render(request, "seating_report/report.html", page)


@report_page
def matrix(request: TournamentRequest, seating: Seating, subject: SeatingReport) -> HttpResponse:
    """The matrix of meetings, as a drawing and as a table."""
    page = base_context(request, seating, subject) | meetings_of(subject) | {"tab": "matrix"}
    return render(request, "seating_report/matrix.html", page)


@report_page
def paths(request: TournamentRequest, seating: Seating, subject: SeatingReport) -> HttpResponse:
    """The players' winds, tables and opponents, to sort and search."""
    search = request.GET.get("q", "").strip()
    rows = [row for row in path_rows(subject) if _matches(row, search)]
    table = PathTable(rows, slug=request.tournament.slug, winds=subject.winds, seats=subject.size)
    configure(table, request, PER_PAGE)
    page = base_context(request, seating, subject) | {"tab": "paths", "table": table, "search": search}
    return render(request, "seating_report/paths.html", page)


def _matches(row: PathRow, search: str) -> bool:
    if not words(search):
        return search in row.name  # signs alone, or nothing
    return parse_int(search) == row.number or found(search, row.name, row.reading)


@report_page
def path(request: TournamentRequest, seating: Seating, subject: SeatingReport, number: int) -> HttpResponse:
    """One player's tables and opponents, hanchan by hanchan."""
    at = next((at for at, person in enumerate(subject.people, start=1) if person.number == number), None)
    if at is None:
        raise Http404
    page = base_context(request, seating, subject) | path_page(subject, at) | {"tab": "paths"}
    return render(request, "seating_report/path.html", page)


@report_page
def paper(request: TournamentRequest, seating: Seating, subject: SeatingReport) -> HttpResponse:
    """The whole report on paper."""
    rows, shared = path_rows(subject), shared_by(subject)
    paper = paper_of(request)
    meetings, cases = meetings_of(subject, MOST_NAMED_ON_PAPER), cases_of(subject)
    lines = len(subject.card.figures) + len(subject.card.sentences) + subject.card.may_conflict
    page = (
        base_context(request, seating, subject)
        | meetings
        | {
            "card": subject.card,
            "pages": report_pages(lines, cases, shared, meetings["pairs"], rows, paper),
            "paper": paper,
            "sizes": choices(USUAL),
            "printed_at": timezone.now(),
            "has_byes": bool(subject.byes),
            "size": subject.size,
        }
    )
    return remember(request, render(request, "seating_report/paper.html", page))


@report_page
def values(request: TournamentRequest, seating: Seating, subject: SeatingReport) -> HttpResponse:
    """The figures as a JSON file."""
    answer = JsonResponse(report_values(subject), json_dumps_params={"ensure_ascii": False, "indent": 1})
    name = f"{request.tournament.slug}-seating-{seating.number}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@staff_page("work_at")
def compare(request: TournamentRequest) -> HttpResponse:
    """`?before=1&after=3`; without them the seating in use and the version before it."""
    tournament = request.tournament
    versions = list(tournament.seatings.order_by("-number").only("number", "made_at", "source", "reason"))
    if not versions:
        return no_seating(request)
    after = _version_of(request, "after") or tournament.seating or versions[0]
    before = _version_of(request, "before") or next((one for one in versions if one.number < after.number), after)
    places = fixed_places(tournament)
    found = comparison(*(report_of(tournament, version, places) for version in (before, after)))
    page = {"nav": "seating", "versions": versions, "before": before, "after": after, "compared": found}
    return render(request, "seating_report/compare.html", page)
