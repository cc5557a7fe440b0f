"""The export page and its downloads."""

from io import BytesIO

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.exports.book import grids_of
from tournament.exports.csv_files import write_csv
from tournament.exports.workbook import write_workbook
from tournament.roles import staff_page

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@staff_page("work_at")
def exports(request: HttpRequest) -> HttpResponse:
    """What can be taken home, with how many rows each file has."""
    grids = grids_of(request.tournament, at=timezone.now())
    return render(request, "exports/exports.html", {"nav": "export", "grids": grids})


@staff_page("work_at")
def workbook(request: HttpRequest) -> HttpResponse:
    """The whole event as one XLSX file."""
    now = timezone.now()
    file = BytesIO()
    write_workbook(grids_of(request.tournament, at=now), file, title=request.tournament.name, at=now)
    return _download(file.getvalue(), XLSX, f"{request.tournament.slug}.xlsx")


@staff_page("work_at")
def csv_file(request: HttpRequest, key: str) -> HttpResponse:
    """One grid as CSV; a mark at its start tells spreadsheets that it is UTF-8."""
    for grid in grids_of(request.tournament, at=timezone.now()):
        if grid.key == key:
            content = write_csv(grid).encode("utf-8-sig")
            return _download(content, "text/csv; charset=utf-8", f"{request.tournament.slug}-{key}.csv")
    raise Http404(key)


def _download(content: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
