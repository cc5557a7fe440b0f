"""The board of a hanchan, and the ways to a table: its number, the code on its sheet, a click."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournament.core.messages import Refused
from tournament.core.models import Hanchan, HanchanState
from tournament.core.requests import TournamentRequest, has_seen, parse_int
from tournament.core.roles import may, staff_page
from tournament.core.tables import configure
from tournament.desk.boards import DeskBoard, board_context, board_mark, present
from tournament.desk.pages import board_page, desk_of, hanchan_or_404
from tournament.desk.tables import SheetVersionTable
from tournament.results.sheets.codes import find_by_code
from tournament.results.sheets.printings import PrintedBefore, find_coded, find_table, sheet_hanchan
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import Lineup, lineup


@staff_page("work_at")
@require_GET
def sheets_current(request: TournamentRequest) -> HttpResponse:
    """The hanchan that plays, else the last one that did."""
    hanchan = sheet_hanchan(request.tournament)
    if hanchan is None:
        raise Http404
    if request.tournament.is_league:
        return redirect("league_games", request.tournament.slug)
    return redirect("sheets", request.tournament.slug, hanchan.number)


@staff_page("work_at")
@require_GET
def sheet_list(request: TournamentRequest) -> HttpResponse:
    """Every version of every report sheet, to sort: who typed it, when and why."""
    tournament = request.tournament
    context = {
        "nav": "sheets",
        "heading": _("All report sheets"),
        "none_yet": _("No report sheet has been entered yet. Choose a table on the board to enter the first."),
        "table": configure(SheetVersionTable(tournament, slug=tournament.slug), request),
        "back": reverse("sheets_current", args=[tournament.slug]),
        "back_to": _("Go to the board"),
    }
    return render(request, "list.html", context)


@staff_page("work_at")
@require_GET
@never_cache
def sheets(request: TournamentRequest, number: int) -> HttpResponse:
    hanchan = hanchan_or_404(request, number)
    if request.tournament.is_league:
        return redirect("sheet", request.tournament.slug, number, 1)
    return board_page(request, hanchan, lineup(request.tournament, number), "none")


@staff_page("work_at")
@require_GET
@never_cache
def sheets_board(request: TournamentRequest, number: int) -> HttpResponse:
    """The board alone, polled: 204 while nothing was written since `since` and no minute has passed since `mark`."""
    hanchan = hanchan_or_404(request, number)
    at, table = timezone.now(), parse_int(request.GET.get("open", ""))
    here = desk_of(request, hanchan, table, at)
    if has_seen(request) and request.GET.get("mark") == board_mark(hanchan, here, at):
        return HttpResponse(status=204)
    seated = lineup(request.tournament, number)
    context = board_context(DeskBoard(hanchan, request.user, at, seated, here), here, table)
    shown = parse_int(request.GET.get("accepted", ""))
    now = accepted_version(hanchan, table) if table is not None and shown is not None else None
    context |= {"shown_version": shown, "meanwhile": now if now and now.number != shown else None}
    return render(request, "desk/board.html", context | {"oob": table is None})


@staff_page("work_at")
@require_GET
def sheet_open(request: TournamentRequest, number: int) -> HttpResponse:
    """From the box on the board: a table's number or the code on its sheet; empty, the table that comes next."""
    hanchan = hanchan_or_404(request, number)
    seated = lineup(request.tournament, number)
    if not request.GET.get("q", "").strip() and hanchan.state == HanchanState.PLAYING:
        at = timezone.now()
        following = DeskBoard(hanchan, request.user, at, seated, present(hanchan, at)).suggested
        if following:
            return redirect("sheet", request.tournament.slug, number, following)
    try:
        table = find_table(request.GET.get("q", ""), hanchan, seated)
    except PrintedBefore as refused:
        return _old_printing_page(request, hanchan, seated, refused)
    except Refused as refused:
        return board_page(
            request, hanchan, seated, "none", status=422, refused=refused, wanted=request.GET.get("q", "")
        )
    return redirect("sheet", request.tournament.slug, number, table)


@staff_page("work_at")
@require_GET
def sheet_by_code(request: TournamentRequest, code: str) -> HttpResponse:
    """From the code printed on a sheet. One of another hanchan than the one that plays is not opened by itself."""
    meant = find_by_code(code)
    hanchan = sheet_hanchan(request.tournament, meant.hanchan if meant else None)
    if hanchan is None:
        raise Http404
    seated = lineup(request.tournament, hanchan.number)
    try:
        table = find_coded(code, hanchan, seated)
    except PrintedBefore as refused:
        return _old_printing_page(request, hanchan, seated, refused)
    except Refused as refused:
        other = meant is not None and meant.hanchan != hanchan.number
        known = meant if meant and other and meant.table in lineup(request.tournament, meant.hanchan) else None
        return board_page(request, hanchan, seated, "none", status=422, refused=refused, wanted=code, meant=known)
    return redirect("sheet", request.tournament.slug, hanchan.number, table)


def _old_printing_page(
    request: TournamentRequest, hanchan: Hanchan, seated: Lineup, refused: PrintedBefore
) -> HttpResponse:
    """Ask who sat there, of a paper that was printed for other people."""
    about = {"printing": refused.printing, "may_change": may(request, "change_sheet"), "wanted": refused.printing.code}
    return board_page(request, hanchan, seated, "old_printing", refused.status, **about)
