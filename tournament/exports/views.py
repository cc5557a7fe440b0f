"""The export page, its downloads, and the page of posts."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone

from tournament.core.audit_check import ALTERED, CHANGED, known_findings, refuse_changed
from tournament.core.locks import one_moment
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest
from tournament.core.roles import in_event_language, may, staff_page
from tournament.core.tables import AnyTable
from tournament.exports.book import COUNTS, SHEETS, keys_of, table_of, tables_of
from tournament.exports.csv_files import write_csv
from tournament.exports.csv_forms import OFFICE_FORMS, PROGRAMS, CsvForm, office_form
from tournament.exports.federations import ara_gaps, ara_rows, ema_gaps, not_on_list
from tournament.exports.live import live_event
from tournament.exports.posts import post_of
from tournament.exports.workbook import write_workbook
from tournament.standings.queries import standings_of
from tournament.standings.recount import check_recount

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FOR_SOMEBODY = ("ema", "ara", "certificates")
"""The lists that have a part of the page of their own."""


@staff_page("work_at")
def exports(request: TournamentRequest) -> HttpResponse:
    """Show the files and for whom each is. No list is computed for it."""
    return _page(request)


def _page(request: TournamentRequest, refused: Refused | None = None) -> HttpResponse:
    """The page, with why a file was not sent, and the way to it if it was changed outside of Sekigime."""
    anyway = QueryDict(request.GET.urlencode(), mutable=True)
    anyway[ALTERED] = "yes"
    keys = keys_of(request.tournament)
    ranking = standings_of(request.tournament)
    of_ara = ara_rows(request.tournament, ranking)
    context = {
        "nav": "export",
        "refused": refused,
        "is_changed": refused is not None and refused.messages[0].code == CHANGED,
        "anyway": f"{request.path}?{anyway.urlencode()}",
        "findings": known_findings(request.tournament) if refused is None else [],
        "ranking": ranking,
        "lists": [(key, SHEETS[key], _count(request.tournament, key)) for key in keys if key not in FOR_SOMEBODY],
        "ranked": len(ranking.ranked),
        "forms": OFFICE_FORMS,
        "form": office_form(request.GET.get("csv", ""), request.headers.get("Accept-Language", "")),
        "ema_gaps": ema_gaps(request.tournament, ranking),
        "ara_gaps": ara_gaps(of_ara),
        "somebody_at_ara": any(row.ara_id for row in of_ara),
        "unlisted": not_on_list(ranking),
    }
    return render(request, "exports/exports.html", context, status=409 if refused else 200)


def _count(tournament: Tournament, key: str) -> int | None:
    """Return the number of rows of a list, where one query tells it."""
    return COUNTS[key](tournament) if key in COUNTS else None


def _counted_twice(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view that lets results out: nothing was changed outside of Sekigime, or whoever asks has read what,
    and a second count finds the same; else the page says where it differs.
    """

    @wraps(view)
    def guarded(request: TournamentRequest, **options: str) -> HttpResponse:
        key = options.get("key", "")
        try:
            if ALTERED not in request.GET:
                refuse_changed(request.tournament)
            if key not in SHEETS or SHEETS[key].has_results:
                check_recount(request.tournament)
        except Refused as refused:
            return _page(request, refused)
        return view(request, **options)

    return guarded


@staff_page("work_at")
@_counted_twice
@in_event_language
def workbook(request: TournamentRequest) -> HttpResponse:
    """Send the whole event as one XLSX file."""
    now, file = timezone.now(), BytesIO()
    with one_moment():
        tables, live = tables_of(request.tournament, at=now), live_event(request.tournament)
        write_workbook(tables, file, title=request.tournament.name, at=now, live=live)
    return _download(file.getvalue(), XLSX, f"{request.tournament.slug}.xlsx")


@staff_page("work_at")
@_counted_twice
@in_event_language
def list_file(request: TournamentRequest, key: str) -> HttpResponse:
    """Send one list as an XLSX file of its own, for somebody who is to see nothing else."""
    now, file = timezone.now(), BytesIO()
    write_workbook([_table(request, key, now)], file, title=request.tournament.name, at=now, with_empty=True)
    return _download(file.getvalue(), XLSX, f"{request.tournament.slug}-{key}.xlsx")


@staff_page("work_at")
@_counted_twice
@in_event_language
def csv_file(request: TournamentRequest, key: str) -> HttpResponse:
    """Send one list as CSV, for programs or, with `?csv=`, for an office."""
    form = _csv_form(request.GET.get("csv", ""))
    content = _csv_content(_table(request, key, timezone.now()), form)
    return _download(content, "text/csv; charset=utf-8", f"{request.tournament.slug}-{key}.csv")


@staff_page("work_at")
@_counted_twice
@in_event_language
def all_lists(request: TournamentRequest) -> HttpResponse:
    """Send every list as CSV in one ZIP file, without the columns that only organisers see: such a file is sent on."""
    tournament, form, file = request.tournament, _csv_form(request.GET.get("csv", "")), BytesIO()
    tables = tables_of(tournament, at=timezone.now())
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for key, table in zip(keys_of(tournament), tables, strict=True):
            archive.writestr(f"{tournament.slug}-{key}.csv", _csv_content(table, form))
    return _download(file.getvalue(), "application/zip", f"{tournament.slug}-lists.zip")


@staff_page("work_at")
@_counted_twice
def post(request: TournamentRequest) -> HttpResponse:
    """Show the public standings as text and as a table, to copy or to download."""
    return render(request, "exports/post.html", {"nav": "export", "post": post_of(request.tournament)})


@staff_page("work_at")
@_counted_twice
def post_text(request: TournamentRequest) -> HttpResponse:
    """Send the public standings as a text file."""
    found = post_of(request.tournament)
    if found is None:
        raise Http404("post")
    content = found.text.encode("utf-8-sig")  # a text editor of an office takes it for another encoding without a mark
    return _download(content, "text/plain; charset=utf-8", f"{request.tournament.slug}-standings.txt")


@staff_page("work_at")
@_counted_twice
def post_html(request: TournamentRequest) -> HttpResponse:
    """Send the public standings as HTML to paste into a page."""
    found = post_of(request.tournament)
    if found is None:
        raise Http404("post")
    return _download(found.html.encode(), "text/html; charset=utf-8", f"{request.tournament.slug}-standings.html")


def _csv_form(key: str) -> CsvForm:
    return next((form for form in OFFICE_FORMS if form.key == key), PROGRAMS)


def _csv_content(table: AnyTable, form: CsvForm) -> bytes:
    """Return a list as CSV; a mark at its start tells spreadsheets that it is UTF-8."""
    return write_csv(table, form).encode("utf-8-sig")


def _table(request: TournamentRequest, key: str, at: datetime) -> AnyTable:
    table = table_of(request.tournament, key, at=at, private=may(request, "run_event"))
    if table is None:
        raise Http404(key)
    return table


def _download(content: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
