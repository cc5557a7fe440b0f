"""Pages for the printer. Each takes `?paper=a4` or `letter` and, where it matters, `?hanchan=n` (none: all of them)."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.events.models import Tournament
from tournament.events.queries import hanchan_of
from tournament.printing.papers import SPARE, in_halves, in_pages, table_sheets, wall_rows
from tournament.roles import staff_page
from tournament.seating.queries import numbers_seated
from tournament.standings.queries import standings_of

MOST_SPARES = 40
TABLES_PER_PAGE = {"a4": 12, "letter": 10}
ROWS_PER_PAGE = {"a4": 40, "letter": 36}
STANDINGS_PER_PAGE = {"a4": 26, "letter": 26}
HANCHAN_ACROSS = 8


@staff_page("work_at")
def prints(request: HttpRequest) -> HttpResponse:
    """What can be printed."""
    seated = numbers_seated(request.tournament)
    hanchan = [one for one in hanchan_of(request.tournament) if one.number in seated]
    chosen = next((one for one in hanchan if one.state != "closed"), hanchan[-1] if hanchan else None)
    return render(request, "printing/prints.html", {"nav": "print", "hanchan_list": hanchan, "chosen": chosen})


@staff_page("work_at")
def report_sheets(request: HttpRequest) -> HttpResponse:
    """Report sheets, two to a page, in order after one cut."""
    return _table_sheets(request, "printing/report_sheets.html")


@staff_page("work_at")
def all_last_sheets(request: HttpRequest) -> HttpResponse:
    """All-last sheets, two to a page, in order after one cut."""
    return _table_sheets(request, "printing/all_last_sheets.html")


@staff_page("work_at")
def seating_by_table(request: HttpRequest) -> HttpResponse:
    """The seating for the staff: table by table."""
    paper = _paper(request)
    sheets = table_sheets(request.tournament, _hanchan(request))
    numbers = sorted({sheet.hanchan for sheet in sheets})
    pages = [
        (number, page)
        for number in numbers
        for page in in_pages((sheet for sheet in sheets if sheet.hanchan == number), TABLES_PER_PAGE[paper])
    ]
    return _paper_page(request, "printing/seating_by_table.html", pages=pages)


@staff_page("work_at")
def seating_by_player(request: HttpRequest) -> HttpResponse:
    """The seating for the wall: find your name, read across."""
    numbers = sorted(_hanchan(request))
    blocks = in_pages(numbers, HANCHAN_ACROSS)
    rows = ROWS_PER_PAGE[_paper(request)]
    pages = [(block, page) for block in blocks for page in in_pages(wall_rows(request.tournament, block), rows)]
    return _paper_page(request, "printing/seating_by_player.html", pages=pages)


@staff_page("work_at")
def standings(request: HttpRequest) -> HttpResponse:
    """The standings after a hanchan, for the wall; `?public=1` prints what the public may see."""
    ranking = standings_of(request.tournament, after=_after(request), public="public" in request.GET)
    pages = in_pages(ranking.rows, STANDINGS_PER_PAGE[_paper(request)])
    return _paper_page(request, "printing/standings.html", pages=pages, ranking=ranking)


def _table_sheets(request: HttpRequest, template: str) -> HttpResponse:
    spares = min(_number(request, "spares") or 0, MOST_SPARES)
    sheets = [] if "only_spares" in request.GET else table_sheets(request.tournament, _hanchan(request))
    return _paper_page(request, template, pages=in_halves([*sheets, *[SPARE] * spares]))


def _paper_page(request: HttpRequest, template: str, **context: Any) -> HttpResponse:
    common = {"nav": "print", "paper": _paper(request), "printed_at": timezone.now()}
    return render(request, template, {**common, **context})


def _paper(request: HttpRequest) -> str:
    return "letter" if request.GET.get("paper") == "letter" else "a4"


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 5 else None


def _hanchan(request: HttpRequest) -> set[int]:
    """The hanchan that were asked for, or every one that has a seating."""
    seated = numbers_seated(_tournament(request))
    number = _number(request, "hanchan")
    return seated if number is None else seated & {number}


def _after(request: HttpRequest) -> int | None:
    number = _number(request, "after")
    return min(number, _tournament(request).hanchan_count) if number else None


def _tournament(request: HttpRequest) -> Tournament:
    return request.tournament  # type: ignore[attr-defined, no-any-return]
