"""The quality report of a version of the seating: card, matrix, everybody, one player, on paper, as a file."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django_tables2 import RequestConfig

from tournament.asked import whole
from tournament.players import names
from tournament.roles import may, staff_page
from tournament.seating.altered import altered_in
from tournament.seating.models import Seating
from tournament.seating.report.cases import cases_of, shared_by
from tournament.seating.report.path import path_page
from tournament.seating.report.picture import legend, picture_of
from tournament.seating.report.subject import Subject, subject_of
from tournament.seating.report.tables import PathTable, path_rows
from tournament.seating.report.values import report_values

PER_PAGE = 250
ROWS_PER_PAPER = 40
PAIRS_SHOWN = 200
PAIRS_PER_PAPER = 24


def asked_seating(request: HttpRequest) -> Seating | None:
    """The version of `?version=`, else the one that counts, else None."""
    typed = request.GET.get("version", "")
    if typed:
        return get_object_or_404(request.tournament.seatings, number=whole(typed) or 0)
    seating: Seating | None = request.tournament.seating
    return seating


def frame(request: HttpRequest, seating: Seating, subject: Subject) -> dict[str, Any]:
    """What every page of the report shows around its own."""
    asked = request.GET.get("version", "")
    return {
        "nav": "seating", "seating": seating, "subject": subject, "winds": subject.winds,
        "asked": f"?version={seating.number}" if asked else "", "counts": seating.pk == request.tournament.seating_id,
        "altered": altered_in(seating),
    }  # fmt: skip


def nothing(request: HttpRequest) -> HttpResponse:
    """There is no seating to report on."""
    page = {"nav": "seating", "may_change": may(request, "run_event")}
    return render(request, "seating/report/nothing.html", page)


@staff_page("work_at")
def report(request: HttpRequest) -> HttpResponse:
    """The card, the worst by name, the groups that meet."""
    seating = asked_seating(request)
    if seating is None:
        return nothing(request)
    subject = subject_of(request.tournament, seating)
    page = frame(request, seating, subject) | {
        "tab": "report", "card": subject.card, "cases": cases_of(subject), "shared": shared_by(subject),
    }  # fmt: skip
    return render(request, "seating/report/report.html", page)


def matrix_values(subject: Subject) -> dict[str, Any]:
    """The drawing, its legend, and the same as a table."""
    repeated = list(subject.matrix.repeated())
    pairs = [
        {
            "one": subject.label(one), "other": subject.label(other), "hanchan": ", ".join(map(str, hanchan)),
            "kind": _(subject.matrix.kind(hanchan).label),
        }
        for (one, other), hanchan in repeated[:PAIRS_SHOWN]
    ]  # fmt: skip
    counts = subject.matrix.counts()
    return {
        "picture": picture_of(subject), "pairs": pairs, "more_pairs": len(repeated) - len(pairs),
        "legend": [(kind, title, counts[meeting]) for (kind, title), meeting in zip(legend(), counts, strict=True)],
    }  # fmt: skip


@staff_page("work_at")
def matrix(request: HttpRequest) -> HttpResponse:
    """Who meets whom, as a picture and as a table."""
    seating = asked_seating(request)
    if seating is None:
        return nothing(request)
    subject = subject_of(request.tournament, seating)
    page = frame(request, seating, subject) | matrix_values(subject) | {"tab": "matrix"}
    return render(request, "seating/report/matrix.html", page)


@staff_page("work_at")
def people(request: HttpRequest) -> HttpResponse:
    """Everybody's winds, tables, opponents; to sort and to search."""
    seating = asked_seating(request)
    if seating is None:
        return nothing(request)
    subject = subject_of(request.tournament, seating)
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


@staff_page("work_at")
def path(request: HttpRequest, number: int) -> HttpResponse:
    """One player's way through the event."""
    seating = asked_seating(request)
    if seating is None:
        return nothing(request)
    subject = subject_of(request.tournament, seating)
    mine = next((at for at, one in enumerate(subject.people, start=1) if one.number == number), None)
    if mine is None:
        raise Http404
    page = frame(request, seating, subject) | path_page(subject, mine) | {"tab": "people"}
    return render(request, "seating/report/path.html", page)


def in_parts(rows: list[Any], size: int) -> list[list[Any]]:
    """The rows in sheets of so many."""
    return [rows[at : at + size] for at in range(0, len(rows), size)]


@staff_page("work_at")
def paper(request: HttpRequest) -> HttpResponse:
    """The whole report on paper."""
    seating = asked_seating(request)
    if seating is None:
        return nothing(request)
    subject = subject_of(request.tournament, seating)
    rows, shared = path_rows(subject), shared_by(subject)
    meetings = matrix_values(subject)
    pages = [
        ("report", []), *([("groups", [])] if shared else []), ("matrix", []),
        *(("pairs", some) for some in in_parts(meetings["pairs"], PAIRS_PER_PAPER)),
        *(("people", some) for some in in_parts(rows, ROWS_PER_PAPER)),
    ]  # fmt: skip
    page = frame(request, seating, subject) | meetings | {
        "card": subject.card, "cases": cases_of(subject), "shared": shared, "pages": pages,
        "paper": "letter" if request.GET.get("paper") == "letter" else "a4", "printed_at": timezone.now(),
        "has_byes": bool(subject.byes), "size": subject.size,
    }  # fmt: skip
    return render(request, "seating/report/paper.html", page)


@staff_page("work_at")
def values(request: HttpRequest) -> HttpResponse:
    """The figures as a JSON file."""
    seating = asked_seating(request)
    if seating is None:
        return nothing(request)
    found = report_values(subject_of(request.tournament, seating))
    name = f"{request.tournament.slug}-seating-{seating.number}.json"
    answer = JsonResponse(found, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
