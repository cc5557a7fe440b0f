"""Pages for the printer. Each takes `?paper=a4` or `letter` and, where it matters, `?hanchan=n` (none: all of them)."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit_check import last_value
from tournament.core.chain import head
from tournament.core.models import HanchanState
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.events import ruleset_display
from tournament.events.queries import hanchan_of
from tournament.printing.papers import (
    PhonePage,
    WallRow,
    in_even_pages,
    in_pages,
    no_phone_page,
    spare,
    table_sheets,
    two_to_a_page,
    wall_rows,
)
from tournament.printing.rule_pages import rule_pages
from tournament.printing.tables import (
    HanchanWallTable,
    PrintedPrizeTable,
    PrintedStandingsTable,
    WallNames,
    WallTable,
)
from tournament.prizes.queries import awards_of
from tournament.seats.queries import numbers_seated, sitting_out
from tournament.signatures.links import table_address
from tournament.staff.qr_codes import qr_svg
from tournament.standings.queries import standings_of

MOST_SPARES = 40
PRIZES_PER_PAGE = 18
TABLES_PER_PAGE = 15
ROWS_PER_PAGE = {"a4": 38, "letter": 35}
ROOMY = 24  # rows to a column that may stand in larger letters
HANCHAN_ACROSS = 12
WallPage = tuple[WallNames, list[list[WallRow]]]
MOST_SCORES = 10  # columns of hanchan scores that leave room for names


@staff_page("work_at")
def prints(request: TournamentRequest) -> HttpResponse:
    """List what can be printed."""
    seated = numbers_seated(request.tournament)
    hanchan = [one for one in hanchan_of(request.tournament) if one.number in seated]
    chosen = next((one for one in hanchan if one.state != HanchanState.CLOSED), hanchan[-1] if hanchan else None)
    context = {
        "nav": "print",
        "hanchan_list": hanchan,
        "chosen": chosen,
        "most_spares": MOST_SPARES,
        "has_prizes": request.tournament.prizes.exists(),
        "played": standings_of(request.tournament).numbers,
        "public_through": standings_of(request.tournament, public=True).after,
    }
    return render(request, "printing/prints.html", context)


@staff_page("work_at")
def report_sheets(request: TournamentRequest) -> HttpResponse:
    """Report sheets, two to a page, in order after one cut."""
    return _table_sheets(
        request,
        "printing/report_sheets.html",
        title=_("Report sheets"),
        paper_title=_("Report sheet"),
        phone_page=_phone_page(request),
    )


def _phone_page(request: TournamentRequest) -> PhonePage:
    """The QR code for a table's sheet where the players type and sign it."""
    if not request.tournament.players_sign:
        return no_phone_page
    return lambda hanchan, table: qr_svg(table_address(request, request.tournament, hanchan, table))


@staff_page("work_at")
def all_last_sheets(request: TournamentRequest) -> HttpResponse:
    """All-last sheets, two to a page, in order after one cut."""
    return _table_sheets(
        request, "printing/all_last_sheets.html", title=_("All-last sheets"), paper_title=_("All-last sheet")
    )


@staff_page("work_at")
def seating_by_table(request: TournamentRequest) -> HttpResponse:
    """The seating for the staff: table by table, each hanchan on pages of its own."""
    numbers = _hanchan(request)
    sheets, out = table_sheets(request.tournament, numbers), sitting_out(request.tournament, numbers)
    pages = [
        (number, page, out.get(number, ()))
        for number in sorted({sheet.hanchan for sheet in sheets if sheet.hanchan is not None})
        for page in in_pages([sheet for sheet in sheets if sheet.hanchan == number], TABLES_PER_PAGE)
    ]
    return _paper_page(request, "printing/seating_by_table.html", pages=pages, title=_("Seating by table"))


@staff_page("work_at")
def seating_by_player(request: TournamentRequest) -> HttpResponse:
    """The seating for the wall: find your name, read across. One hanchan alone stands in two columns, larger."""
    numbers = sorted(_hanchan(request))
    names = {"title": _("Seating by player"), "paper_title": _("Who sits where")}
    if len(numbers) == 1:
        pages = _wall_of_hanchan(request, numbers[0])
        return _paper_page(request, "printing/seating_by_player.html", pages=pages, hanchan=numbers[0], **names)
    pages = [
        (WallTable((), numbers=block), [page])
        for block in in_even_pages(numbers, HANCHAN_ACROSS)
        for page in in_pages(wall_rows(request.tournament, block), ROWS_PER_PAGE[_paper(request)])
    ]
    return _paper_page(request, "printing/seating_by_player.html", pages=pages, **names)


def _wall_of_hanchan(request: TournamentRequest, number: int) -> list[WallPage]:
    """Pages of two columns of names."""
    rows = wall_rows(request.tournament, [number])
    pages = [in_pages(page, -(-len(page) // 2)) for page in in_even_pages(rows, 2 * ROWS_PER_PAGE[_paper(request)])]
    is_roomy = bool(pages) and len(pages[0][0]) <= ROOMY
    attrs = {"class": "wall-one wall-roomy" if is_roomy else "wall-one"}
    table = HanchanWallTable((), absent=["wind"] if request.tournament.winds_are_drawn else [], attrs=attrs)
    return [(table, columns) for columns in pages]


@staff_page("work_at")
def standings(request: TournamentRequest) -> HttpResponse:
    """The standings after a hanchan, for the wall; `?public=1` prints what the public may see."""
    public = standings_of(request.tournament, after=_after(request), public=True)
    ranking = public if "public" in request.GET else standings_of(request.tournament, after=_after(request))
    has_marks = bool(  # a line says what they mean
        ranking.mode.says_more
        or ranking.breakers_used
        or ranking.has_cuts
        or ranking.by.best
        or request.tournament.needs_two_readers
    )
    per_page = ROWS_PER_PAGE[_paper(request)] - has_marks
    context: dict[str, Any] = {
        "title": _("Standings"),
        "pages": in_pages(ranking.rows, per_page) if ranking.after else [],
        "ranking": ranking,
        "table": PrintedStandingsTable(ranking, with_scores=ranking.after <= MOST_SCORES),
        "is_hidden": ranking.after > public.after,
        "has_marks": has_marks,
    }
    return _paper_page(request, "printing/standings.html", **context)


@staff_page("work_at")
def prizes(request: TournamentRequest) -> HttpResponse:
    """The prizes and who wins them, for the prize-giving."""
    ranking = standings_of(request.tournament)
    awards = awards_of(request.tournament)
    context: dict[str, Any] = {
        "title": _("Prizes"),
        "pages": in_pages(awards, PRIZES_PER_PAGE),
        "ranking": ranking,
        "table": PrintedPrizeTable(awards),
        "is_hidden": ranking.after > standings_of(request.tournament, public=True).after,
    }
    return _paper_page(request, "printing/prizes.html", **context)


@staff_page("work_at")
def rules(request: TournamentRequest) -> HttpResponse:
    """The rules in sentences, for the wall and the referees: the text of the public page."""
    tournament = request.tournament
    ruleset = tournament.ruleset
    parts = (*ruleset_display.by_part(ruleset), ruleset_display.places_part(tournament.ranked_by))
    context: dict[str, Any] = {
        "title": _("Rules"),
        "paper_title": _("Rules of this tournament"),
        "ruleset": ruleset,
        "pages": rule_pages(ruleset_display.for_players(parts), _paper(request)),
    }
    return _paper_page(request, "printing/rules.html", **context)


def _table_sheets(
    request: TournamentRequest, template: str, *, phone_page: PhonePage = no_phone_page, title: str, paper_title: str
) -> HttpResponse:
    tournament = request.tournament
    spares = min(_number(request, "spares") or 0, MOST_SPARES)
    sheets = [] if "only_spares" in request.GET else table_sheets(tournament, _hanchan(request), phone_page)
    blank = spare(tournament)
    pages = two_to_a_page([*sheets, *[blank] * spares], blank)
    return _paper_page(request, template, pages=pages, title=title, paper_title=paper_title)


def _paper_page(request: TournamentRequest, template: str, *, title: str, **context: Any) -> HttpResponse:
    """A page for the printer; its papers are headed by `paper_title`, else by the title."""
    common = {"paper": _paper(request), "printed_at": timezone.now(), "title": title, "paper_title": title}
    return render(request, template, {**common, "head": head(last_value(request.tournament)), **context})


def _paper(request: HttpRequest) -> str:
    return "letter" if request.GET.get("paper") == "letter" else "a4"


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 5 else None


def _hanchan(request: TournamentRequest) -> set[int]:
    """The hanchan that were asked for, or every one that has a seating."""
    seated = numbers_seated(request.tournament)
    number = _number(request, "hanchan")
    return seated if number is None else seated & {number}


def _after(request: TournamentRequest) -> int | None:
    number = _number(request, "after")
    return min(number, request.tournament.hanchan_count) if number else None
