"""The export page and its downloads."""

from io import BytesIO

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.core.messages import Refused
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.exports.book import table_of, tables_of
from tournament.exports.csv_files import write_csv
from tournament.exports.live import live_event
from tournament.exports.workbook import write_workbook
from tournament.standings.recount import check_recount

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@staff_page("work_at")
def exports(request: TournamentRequest) -> HttpResponse:
    """List the files, with how many rows each has."""
    tables = tables_of(request.tournament, at=timezone.now())
    return render(request, "exports/exports.html", {"nav": "export", "tables": tables})


@staff_page("work_at")
def workbook(request: TournamentRequest) -> HttpResponse:
    """Send the whole event as one XLSX file, once a second count has found the same results."""
    if stopped := _recount_refusal(request):
        return stopped
    now = timezone.now()
    file = BytesIO()
    tables, live = tables_of(request.tournament, at=now), live_event(request.tournament)
    write_workbook(tables, file, title=request.tournament.name, at=now, live=live)
    return _download(file.getvalue(), XLSX, f"{request.tournament.slug}.xlsx")


@staff_page("work_at")
def csv_file(request: TournamentRequest, key: str) -> HttpResponse:
    """Send one table as CSV, counted twice as the workbook; a mark at its start tells spreadsheets that it is UTF-8."""
    if stopped := _recount_refusal(request):
        return stopped
    table = table_of(request.tournament, key, at=timezone.now())
    if table is None:
        raise Http404(key)
    content = write_csv(table).encode("utf-8-sig")
    return _download(content, "text/csv; charset=utf-8", f"{request.tournament.slug}-{key}.csv")


def _recount_refusal(request: TournamentRequest) -> HttpResponse | None:
    """The page with the places where a second count differs; None where it does not."""
    try:
        check_recount(request.tournament)
    except Refused as refused:
        tables = tables_of(request.tournament, at=timezone.now())
        context = {"nav": "export", "tables": tables, "refused": refused}
        return render(request, "exports/exports.html", context, status=409)
    return None


def _download(content: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
