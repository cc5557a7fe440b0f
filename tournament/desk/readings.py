"""A second person's word at the desk: a reading that waits, two that differ, a waiver, taking a sheet back."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import EntryMode, HanchanState
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import may, staff_page
from tournament.desk.pages import OpenTable, open_table, table_page
from tournament.desk.scored_sheets import compare_all_last, readings_beside, scored_lines
from tournament.results.models import SheetVersion
from tournament.results.sheets import agreement
from tournament.results.sheets.queries import missing_tables, next_missing


@staff_page("enter_sheet")
@require_POST
@never_cache
def sheet_confirm(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Agree with what somebody else typed, after comparing it with the paper."""
    return _say(request, number, table, agreement.confirm, "same")


@staff_page("change_sheet")
@require_POST
@never_cache
def sheet_decide(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Accept one of two readings that differ."""
    decide = partial(agreement.decide, number=parse_int(request.POST.get("reading", "")) or 0)
    return _say(request, number, table, decide, "saved")


@staff_page("change_sheet")
@require_POST
@never_cache
def sheet_waive(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Accept a sheet that one person has read."""
    return _say(request, number, table, agreement.waive, "saved")


@staff_page("change_sheet")
@require_POST
@never_cache
def sheet_keep(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Keep what counts although somebody read the paper otherwise."""
    return _say(request, number, table, agreement.keep, "", stay=True)


@staff_page("change_sheet")
@require_POST
@never_cache
def sheet_take_back(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Take a sheet back to paper: it is typed anew."""
    return _say(request, number, table, agreement.take_back, "", stay=True)


def _say(
    request: TournamentRequest,
    number: int,
    table: int,
    action: Callable[..., Any],
    word: str,
    *,
    stay: bool = False,
) -> HttpResponse:
    """Do what was asked and go on, or show the table again with the reason against it."""
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
        again = open_table(request, number, table)
        if again.accepted:
            return official_page(request, again, again.accepted, 422, refused=refused, reason=act.reason)
        if again.readings and (panel := reading_panel(request, again, 422, refused=refused, reason=act.reason)):
            return panel
        return redirect("sheet", request.tournament.slug, number, table)
    return onward(request, opened, word, stay=stay)


def onward(request: TournamentRequest, opened: OpenTable, word: str, *, stay: bool = False) -> HttpResponse:
    """To the next missing table, or to the board when every sheet is in; after a change, to the sheet itself."""
    table = opened.table if stay else next_missing(missing_tables(opened.hanchan), opened.table)
    where = [request.tournament.slug, opened.hanchan.number]
    url = reverse("sheet", args=[*where, table]) if table else reverse("sheets", args=where)
    return redirect(f"{url}?{word}={opened.table}" if word else url)


def reading_panel(
    request: TournamentRequest, opened: OpenTable, status: int = 200, **extra: Any
) -> HttpResponse | None:
    """The page of a table whose readings wait; None for who is to type it now and see nothing of them."""
    readings, rules = opened.readings, request.tournament.ruleset
    is_own = any(one.entered_by == request.user for one in readings)
    version = readings[0]
    about = {"version": version, "readings": readings, "is_own": is_own, **extra}
    if is_own:
        return table_page(request, opened, "own_reading", status, **about)
    if len(readings) > 1 and may(request, "change_sheet"):
        pairs = readings_beside(readings[0], readings[1], rules, opened.places)
        return table_page(request, opened, "two_readings", status, pairs=pairs, other=readings[1], **about)
    if len(readings) == 1 and request.tournament.entry_mode == EntryMode.SIGHT:
        lines = scored_lines(version, rules, opened.places)
        return table_page(request, opened, "sight", status, lines=lines, **about)
    return None


def official_page(
    request: TournamentRequest, opened: OpenTable, version: SheetVersion, status: int = 200, **extra: Any
) -> HttpResponse:
    """The page of a sheet that counts, with what a second person may say of it and the reading that disputes it."""
    tournament = request.tournament
    rules = tournament.ruleset
    missing = missing_tables(opened.hanchan) if opened.hanchan.state == HanchanState.PLAYING else []
    disputed = opened.waiting.other_reading if opened.waiting else None
    unread = tournament.needs_two_readers and not version.agreement
    context = {
        "lines": scored_lines(version, rules, opened.places),
        "version": version,
        "all_last": compare_all_last(version, rules),
        "next_table": next_missing(missing, opened.table),
        "disputed": disputed,
        "pairs": readings_beside(version, disputed, rules, opened.places) if disputed else (),
        "is_unread": unread,
        "is_own": version.entered_by == request.user,
        "is_playing": opened.hanchan.state == HanchanState.PLAYING,
    }
    return table_page(request, opened, "official", status, **context | extra)
