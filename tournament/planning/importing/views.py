"""A seating made elsewhere is checked, with or without a tournament; the page *Change seating* uses it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest
from tournament.core.roles import may, signed_in, staff_page
from tournament.planning.basis import basis_of
from tournament.planning.importing.forms import CheckForm, ImportForm
from tournament.planning.importing.reading import read_seating
from tournament.planning.importing.standalone import read_standalone
from tournament.planning.preview import Preview, compared_with_current
from tournament.planning.sources.seat_list import SeatList
from tournament.seating_report.matrix_drawing import meetings_of
from tournament.seating_report.report import SeatingReport, cases_of, report_on, shared_by
from tournament.seating_report.tables import PathTable, path_rows
from tournament.seats.queries import started_seats

PEOPLE_SHOWN = 250
"""The most people of a file who are listed one by one."""


@staff_page("work_at")
def check(request: TournamentRequest) -> HttpResponse:
    """Check a file for the players of this tournament, beside the seating in use."""
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    page = {"base": "base_staff.html", "nav": "seating", "may_change": may(request, "run_event")}
    return _check(request, form, page, lambda form: _check_for(request.tournament, form))


@signed_in
def check_anywhere(request: HttpRequest) -> HttpResponse:
    """Check a file of any seating, without a tournament."""
    form = CheckForm(request.POST, request.FILES) if request.method == "POST" else CheckForm()
    return _check(request, form, {"base": "staff/base_start.html"}, _check_standalone)


def _check(
    request: HttpRequest, form: ImportForm, page: dict[str, object], check: Callable[[ImportForm], dict[str, object]]
) -> HttpResponse:
    checked: dict[str, object] = {}
    if form.is_valid():
        try:
            checked = check(form)
        except Refused as refusal:
            form.refuse(refusal)
    status = 422 if form.is_bound and "subject" not in checked else 200
    return render(request, "planning/check.html", {"form": form, **page, **checked}, status=status)


def _check_for(tournament: Tournament, form: ImportForm) -> dict[str, object]:
    basis = basis_of(tournament)
    may_sit_out = form.cleaned_data["may_sit_out"]
    reading = read_seating(form.grid(), basis, started_seats(tournament), may_sit_out=may_sit_out)
    if reading.faults:
        return {"faults": reading.faults}
    way = next(SeatList(reading.draft, reading.byes).ways(basis))
    subject, compared = compared_with_current(Preview(basis, way))
    seated = sorted(subject.draft.keys() - reading.draft.keys() - reading.same)
    return _report_context(subject) | {"kept": seated, "compared": compared}


def _check_standalone(form: ImportForm) -> dict[str, object]:
    seating = read_standalone(form.grid(), may_sit_out=form.cleaned_data["may_sit_out"])
    if seating.faults:
        return {"faults": seating.faults}
    return _report_context(report_on(seating.draft, seating.people, winds=seating.winds, byes=seating.byes))


def _report_context(subject: SeatingReport) -> dict[str, object]:
    """The context of the whole report of a seating that is not stored."""
    rows = path_rows(subject)
    table = PathTable(rows[:PEOPLE_SHOWN], slug=None, winds=subject.winds, seats=subject.size, orderable=False)
    return {
        "subject": subject,
        "winds": subject.winds,
        "card": subject.card,
        "cases": cases_of(subject),
        "shared": shared_by(subject),
        "table": table,
        "hanchan_count": len(subject.draft),
        "table_count": max(map(len, subject.draft.values())),
        "people_count": len(subject.people),
        "people_shown": PEOPLE_SHOWN,
        "more_people": len(rows) > PEOPLE_SHOWN,
        **meetings_of(subject),
    }
