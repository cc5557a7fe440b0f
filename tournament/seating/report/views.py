"""The quality report of a version of the seating: card, matrix, everybody, one player, on paper, as a file."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django_tables2 import RequestConfig

from tournament.asked import whole
from tournament.players import names
from tournament.seating.models import Seating
from tournament.seating.report.cases import cases_of, shared_by
from tournament.seating.report.frame import frame, report_page
from tournament.seating.report.meetings import meetings_of
from tournament.seating.report.path import path_page
from tournament.seating.report.subject import Subject
from tournament.seating.report.tables import PathTable, path_rows
from tournament.seating.report.values import report_values

PER_PAGE = 250
ROWS_PER_PAPER = 40
PAIRS_PER_PAPER = 24


@report_page
def report(request: HttpRequest, seating: Seating, subject: Subject) -> HttpResponse:
    """The card, the worst by name, the groups that meet."""
    page = frame(request, seating, subject) | {
        "tab": "report", "card": subject.card, "cases": cases_of(subject), "shared": shared_by(subject),
    }  # fmt: skip
    return render(request, "seating/report/report.html", page)


@report_page
def matrix(request: HttpRequest, seating: Seating, subject: Subject) -> HttpResponse:
    """Who meets whom, as a picture and as a table."""
    page = frame(request, seating, subject) | meetings_of(subject) | {"tab": "matrix"}
    return render(request, "seating/report/matrix.html", page)


@report_page
def people(request: HttpRequest, seating: Seating, subject: Subject) -> HttpResponse:
    """Everybody's winds, tables, opponents; to sort and to search."""
    search = request.GET.get("q", "").strip()
    rows = [row for row in path_rows(subject) if _matches(row, search)]
    table = PathTable(rows, slug=request.tournament.slug, winds=subject.winds, seats=subject.size)
    RequestConfig(request, paginate={"per_page": PER_PAGE, "silent": True}).configure(table)
    page = frame(request, seating, subject) | {"tab": "people", "table": table, "search": search}
    return render(request, "seating/report/people.html", page)


def _matches(row: dict[str, Any], search: str) -> bool:
    if not names.words(search):
        return search in row["name"]  # signs alone, or nothing
    return whole(search) == row["number"] or names.found(search, row["name"])


@report_page
def path(request: HttpRequest, seating: Seating, subject: Subject, number: int) -> HttpResponse:
    """One player's way through the event."""
    mine = next((at for at, one in enumerate(subject.people, start=1) if one.number == number), None)
    if mine is None:
        raise Http404
    page = frame(request, seating, subject) | path_page(subject, mine) | {"tab": "people"}
    return render(request, "seating/report/path.html", page)


@report_page
def paper(request: HttpRequest, seating: Seating, subject: Subject) -> HttpResponse:
    """The whole report on paper."""
    rows, shared = path_rows(subject), shared_by(subject)
    meetings = meetings_of(subject)
    pages = [
        ("report", []), *([("groups", [])] if shared else []), ("matrix", []),
        *(("pairs", some) for some in _in_parts(meetings["pairs"], PAIRS_PER_PAPER)),
        *(("people", some) for some in _in_parts(rows, ROWS_PER_PAPER)),
    ]  # fmt: skip
    page = frame(request, seating, subject) | meetings | {
        "card": subject.card, "cases": cases_of(subject), "shared": shared, "pages": pages,
        "paper": "letter" if request.GET.get("paper") == "letter" else "a4", "printed_at": timezone.now(),
        "has_byes": bool(subject.byes), "size": subject.size,
    }  # fmt: skip
    return render(request, "seating/report/paper.html", page)


def _in_parts(rows: list[Any], size: int) -> list[list[Any]]:
    return [rows[at : at + size] for at in range(0, len(rows), size)]


@report_page
def values(request: HttpRequest, seating: Seating, subject: Subject) -> HttpResponse:
    """The figures as a JSON file."""
    answer = JsonResponse(report_values(subject), json_dumps_params={"ensure_ascii": False, "indent": 1})
    name = f"{request.tournament.slug}-seating-{seating.number}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
