"""Pages for the printer. Each takes `?paper=a4` or `letter` and, where it matters, `?hanchan=n` (none: all of them)."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.events import rulebook
from tournament.events.models import HanchanState, Tournament
from tournament.events.queries import hanchan_of
from tournament.printing.papers import in_even_pages, in_pages, spare, table_sheets, two_to_a_page, wall_rows
from tournament.printing.rule_pages import rule_pages
from tournament.roles import staff_page
from tournament.seating.queries import numbers_seated, sitting_out
from tournament.standings.queries import standings_of

MOST_SPARES = 40
TABLES_PER_PAGE = 15
ROWS_PER_PAGE = {"a4": 38, "letter": 35}
ROOMY = 24  # rows to a column that may stand in larger letters
HANCHAN_ACROSS = 12
MOST_SCORES = 10  # columns of hanchan scores that leave room for names


@staff_page("work_at")
def prints(request: HttpRequest) -> HttpResponse:
    """What can be printed."""
    seated = numbers_seated(request.tournament)
    hanchan = [one for one in hanchan_of(request.tournament) if one.number in seated]
    chosen = next((one for one in hanchan if one.state != HanchanState.CLOSED), hanchan[-1] if hanchan else None)
    context = {
        "nav": "print", "hanchan_list": hanchan, "chosen": chosen, "most_spares": MOST_SPARES,
        "played": standings_of(request.tournament).numbers,
        "public_through": standings_of(request.tournament, public=True).after,
    }  # fmt: skip
    return render(request, "printing/prints.html", context)


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
    """The seating for the staff: table by table, each hanchan on pages of its own."""
    numbers = _hanchan(request)
    sheets, out = table_sheets(request.tournament, numbers), sitting_out(request.tournament, numbers)
    pages = [
        (number, page, out.get(number, ()))
        for number in sorted({sheet.hanchan for sheet in sheets})
        for page in in_pages([sheet for sheet in sheets if sheet.hanchan == number], TABLES_PER_PAGE)
    ]
    return _paper_page(request, "printing/seating_by_table.html", pages=pages)


@staff_page("work_at")
def seating_by_player(request: HttpRequest) -> HttpResponse:
    """The seating for the wall: find your name, read across. One hanchan alone stands in two columns, larger."""
    numbers = sorted(_hanchan(request))
    if len(numbers) == 1:
        return _seating_of_hanchan(request, numbers[0])
    pages = [
        (block, page)
        for block in in_even_pages(numbers, HANCHAN_ACROSS)
        for page in in_pages(wall_rows(request.tournament, block), ROWS_PER_PAGE[_paper(request)])
    ]
    return _paper_page(request, "printing/seating_by_player.html", pages=pages)


@staff_page("work_at")
def standings(request: HttpRequest) -> HttpResponse:
    """The standings after a hanchan, for the wall; `?public=1` prints what the public may see."""
    public = standings_of(request.tournament, after=_after(request), public=True)
    ranking = public if "public" in request.GET else standings_of(request.tournament, after=_after(request))
    has_marks = bool(ranking.told_by or ranking.has_cuts or ranking.by.best)  # a line says what they mean
    per_page = ROWS_PER_PAGE[_paper(request)] - has_marks
    context = {
        "pages": in_pages(ranking.rows, per_page) if ranking.after else [],
        "ranking": ranking, "with_scores": ranking.after <= MOST_SCORES, "is_hidden": ranking.after > public.after,
        "has_marks": has_marks,
    }  # fmt: skip
    return _paper_page(request, "printing/standings.html", **context)


@staff_page("work_at")
def rules(request: HttpRequest) -> HttpResponse:
    """The rules in sentences, for the wall and the referees: the text of the public page."""
    tournament = _tournament(request)
    ruleset = tournament.ruleset
    parts = (*rulebook.by_part(ruleset), rulebook.places_part(tournament.ranked_by))
    context = {
        "ruleset": ruleset, "pages": rule_pages(parts, _paper(request)),
        "has_unverified": rulebook.has_unverified(parts),
    }  # fmt: skip
    return _paper_page(request, "printing/rules.html", **context)


def _seating_of_hanchan(request: HttpRequest, number: int) -> HttpResponse:
    rows = wall_rows(_tournament(request), [number])
    pages = [in_pages(page, -(-len(page) // 2)) for page in in_even_pages(rows, 2 * ROWS_PER_PAGE[_paper(request)])]
    is_roomy = bool(pages) and len(pages[0][0]) <= ROOMY
    return _paper_page(request, "printing/seating_of_hanchan.html", pages=pages, number=number, is_roomy=is_roomy)


def _table_sheets(request: HttpRequest, template: str) -> HttpResponse:
    tournament = _tournament(request)
    spares = min(_number(request, "spares") or 0, MOST_SPARES)
    sheets = [] if "only_spares" in request.GET else table_sheets(tournament, _hanchan(request))
    blank = spare(tournament)
    return _paper_page(request, template, pages=two_to_a_page([*sheets, *[blank] * spares], blank))


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
