"""A second person's word at the desk: a reading that waits, a waiver, taking a sheet back."""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import EntryMode, HanchanState, User
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import may, staff_page
from tournament.desk.boards import DeskBoard, present
from tournament.desk.pages import open_table, table_page
from tournament.desk.scored_sheets import compare_all_last, compare_readings, scored_lines
from tournament.results.models import SheetVersion
from tournament.results.sheets import agreement
from tournament.results.sheets.queries import OpenTable

PanelOf = Callable[..., HttpResponse | None]


@staff_page("enter_sheet")
@require_POST
@never_cache
def sheet_confirm(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Agree with what somebody else typed, after comparing it with the paper."""
    return say(request, number, table, agreement.confirm, "same")


@staff_page("change_sheet")
@require_POST
@never_cache
def sheet_waive(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Accept a sheet that one person has read."""
    return say(request, number, table, agreement.waive, "saved")


@staff_page("change_sheet")
@require_POST
@never_cache
def sheet_keep(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Keep the saved sheet although somebody read the paper otherwise."""
    return say(request, number, table, agreement.keep, "", stay=True)


@staff_page("change_sheet")
@require_POST
@never_cache
def sheet_take_back(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Take a sheet back to paper: it is typed again."""
    return say(request, number, table, agreement.take_back, "", stay=True)


def say(
    request: TournamentRequest,
    number: int,
    table: int,
    action: Callable[..., object],
    word: str,
    *,
    stay: bool = False,
    again: PanelOf | None = None,
) -> HttpResponse:
    """Do what was asked and go on, or show the table again with the reason against it: the panel that `again` makes."""
    opened = open_table(request, number, table)
    act = Act(
        by=request.user,
        at=timezone.now(),
        reason=request.POST.get("reason", ""),
        base=parse_int(request.POST.get("base_version", "")),
    )
    try:
        action(hanchan=opened.hanchan, table=table, act=act)
    except Refused as refused:
        opened = open_table(request, number, table)
        if opened.accepted:
            return official_page(request, opened, opened.accepted, 422, refused=refused, reason=act.reason)
        panel_of = again or reading_panel
        if opened.readings and (panel := panel_of(request, opened, 422, refused=refused, reason=act.reason)):
            return panel
        return redirect("sheet", request.tournament.slug, number, table)
    return onward(request, opened, word, stay=stay)


def onward(request: TournamentRequest, opened: OpenTable, word: str, *, stay: bool = False) -> HttpResponse:
    """To the next table that nobody has open, or to the board when none waits; after a change, to the sheet itself."""
    table = opened.table if stay else next_table(request, opened)
    where = [request.tournament.slug, opened.hanchan.number]
    url = reverse("sheet", args=[*where, table]) if table else reverse("sheets", args=where)
    return redirect(f"{url}?{word}={opened.table}" if word else url)


def outcome(version: SheetVersion, person: User) -> str:
    """Return what became of a version: it counts, agrees with one that does, waits, or differs from one that waits."""
    if version.sheet.accepted_id:
        return "same" if version.agreed_by == person else "saved"
    return "differs" if version.sheet.other_reading_id == version.pk else "once"


def next_table(request: TournamentRequest, opened: OpenTable) -> int | None:
    """The table to go to after the one that is open."""
    if opened.hanchan.state != HanchanState.PLAYING:
        return None
    at = timezone.now()
    board = DeskBoard(opened.hanchan, request.user, at, opened.seated, present(opened.hanchan, at))
    return board.next(opened.table, reading_again=bool(opened.readings))


def reading_panel(
    request: TournamentRequest, opened: OpenTable, status: int = 200, **extra: object
) -> HttpResponse | None:
    """The page of a table whose readings wait; None for who is to type it now and see nothing of them."""
    readings, rules = opened.readings, request.tournament.ruleset
    is_own = agreement.has_typed(request.user, readings)
    version = readings[0]
    about = {"version": version, "readings": readings, "is_own": is_own, **extra}
    if is_own:
        return table_page(request, opened, "own_reading", status, **about)
    if len(readings) > 1 and may(request, "change_sheet"):
        return redirect("sheet_decide", request.tournament.slug, opened.hanchan.number, opened.table)
    if len(readings) == 1 and request.tournament.entry_mode != EntryMode.BLIND:
        lines = scored_lines(version, rules, opened.places)
        return table_page(request, opened, "first_reading", status, lines=lines, **about)
    return None


def official_page(
    request: TournamentRequest, opened: OpenTable, version: SheetVersion, status: int = 200, **extra: object
) -> HttpResponse:
    """The page of a sheet that counts, with what a second person may say of it and the reading that disputes it."""
    tournament = request.tournament
    rules = tournament.ruleset
    disputed = opened.waiting.other_reading if opened.waiting else None
    needs_two = tournament.needs_two_readers and not tournament.is_league  # what the desk enters in a league counts
    unread = needs_two and version.is_played and not version.agreement
    context = {
        "lines": scored_lines(version, rules, opened.places),
        "version": version,
        "all_last": compare_all_last(version, rules),
        "disputed": disputed,
        "compared": compare_readings(version, disputed, rules, opened.places) if disputed else None,
        "is_unread": unread,
        "is_own": version.entered_by == request.user,
        "is_playing": opened.hanchan.state == HanchanState.PLAYING,
    }
    return table_page(request, opened, "official", status, **context | extra)
