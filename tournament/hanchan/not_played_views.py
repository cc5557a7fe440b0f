"""A table that was not played, and a hanchan that is cancelled: what it does to the standings, then the reason."""

from collections.abc import Callable, Collection, Mapping

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Hanchan, HanchanState
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import staff_page
from tournament.desk.pages import hanchan_or_404
from tournament.hanchan.actions import cancel
from tournament.results.sheets.not_played import record_not_played, record_played
from tournament.results.sheets.queries import accepted_version, entered_tables, tables_not_played
from tournament.seats.queries import Lineup, lineup
from tournament.seats.seat_map import spans
from tournament.staff.password_again import check_password_again
from tournament.standings.consequences import consequences
from tournament.standings.correction import Correction
from tournament.standings.queries import are_issued, inputs_of


@staff_page("change_sheet")
@never_cache
def sheet_not_played(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Record that nobody played at a table, with what that does to the standings."""
    hanchan, seated = _started(request, number)
    if table not in seated:
        raise Http404
    seen = {table: parse_int(request.POST.get("seen", "")) or 0}
    if request.method == "POST":
        refused = _try(request, hanchan, record_not_played, seen=seen)
        if refused is None:
            messages.success(request, _("Table {table} is recorded as not played.").format(table=table))
            return redirect("sheet", request.tournament.slug, number, table)
        return _page(request, hanchan, seated, {table}, refused, table=table)
    return _page(request, hanchan, seated, {table}, table=table)


@staff_page("change_sheet")
@require_POST
@never_cache
def sheet_played(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Undo that for a table: its figures count again, or it is typed."""
    hanchan, seated = _started(request, number)
    refused = _try(request, hanchan, record_played, seen={table: parse_int(request.POST.get("seen", "")) or 0})
    if refused:
        return _page(request, hanchan, seated, {table}, refused, table=table)
    messages.success(request, _("Table {table} was played after all.").format(table=table))
    return redirect("sheet", request.tournament.slug, number, table)


@staff_page("run_hanchan")
@never_cache
def hanchan_cancel(request: TournamentRequest, number: int) -> HttpResponse:
    """Cancel a hanchan: keep the results that are in, or void all; or undo it."""
    hanchan, seated = _started(request, number)
    void = "void" in (request.POST if request.method == "POST" else request.GET)
    entered = entered_tables(hanchan)
    tables = set(seated) if void else set(seated) - entered
    if request.method != "POST":
        return _page(request, hanchan, seated, tables, void=void)
    if "undo" in request.POST:
        numbers = {table: accepted_version(hanchan, table) for table in _not_played(hanchan)}
        seen = {table: version.number for table, version in numbers.items() if version}
        refused = _try(request, hanchan, record_played, seen=seen)
        done = _("The tables of hanchan {number} were played after all.")
    else:
        refused = _try(request, hanchan, cancel, void=void)
        done = _("Hanchan {number} is cancelled.")
    if refused:
        return _page(request, hanchan, seated, tables, refused, void=void)
    back = reverse("hanchan_cancel", args=[request.tournament.slug, number])
    undo = format_html('<a href="{}#undo">{}</a>', back, _("Undo")) if "undo" not in request.POST else ""
    messages.success(request, format_html("{} {}", done.format(number=number), undo))
    return redirect("hanchan", request.tournament.slug, number)


def _started(request: TournamentRequest, number: int) -> tuple[Hanchan, Lineup]:
    hanchan = hanchan_or_404(request, number)
    if hanchan.state == HanchanState.PLANNED:
        raise Http404
    return hanchan, lineup(request.tournament, number)


def _try(
    request: TournamentRequest, hanchan: Hanchan, action: Callable[..., object], **values: object
) -> Refused | None:
    """Do it; results that are out with the password only. Returns what speaks against it."""
    act = Act(by=request.user, at=timezone.now(), reason=request.POST.get("reason", "").strip()[:500])
    try:
        if are_issued(hanchan):
            check_password_again(request, act.at)
        action(hanchan=hanchan, act=act, **values)
    except Refused as refused:
        return refused
    return None


def _not_played(hanchan: Hanchan) -> dict[int, str]:
    """The tables of the hanchan at which nobody played, with the reasons."""
    found = tables_not_played(hanchan.tournament)
    return {table: reason for (number, table), reason in sorted(found.items()) if number == hanchan.number}


def _page(
    request: TournamentRequest,
    hanchan: Hanchan,
    seated: Lineup,
    tables: Collection[int],
    refused: Refused | None = None,
    *,
    table: int | None = None,
    void: bool = False,
) -> HttpResponse:
    not_played = _not_played(hanchan)
    undone = set(not_played) & {table} if table else set(not_played)
    version = accepted_version(hanchan, table) if table else None
    effect = correction_of(hanchan, tables)
    context = {
        "nav": "sheets" if table else "event",
        "hanchan": hanchan,
        "table": table,
        "void": void,
        "seen": version.number if version else 0,
        "seen_reason": version.reason if version else "",
        "people": _people(seated, set(tables) - set(not_played)),
        "undone": spans(undone),
        "undone_count": len(undone),
        "effect": effect,
        "affected": consequences(hanchan, effect) if effect else (),
        "asks_password": are_issued(hanchan),
        "refused": refused,
        "reason": request.POST.get("reason", ""),
    }
    return render(request, "hanchan/not_played.html", context, status=refused.status if refused else 200)


def _people(seated: Lineup, tables: Collection[int]) -> Mapping[int, list[str]]:
    return {table: [place.player.label for place in places] for table, places in seated.items() if table in tables}


def correction_of(hanchan: Hanchan, tables: Collection[int]) -> Correction | None:
    """Return what it does to the standings that these tables were not played; None while no sheet of them counts."""
    inputs = inputs_of(hanchan.tournament)
    void = [one for one in inputs.tables if one.hanchan == hanchan.number and one.table in tables]
    if not void:
        return None
    kept = [one for one in inputs.tables if one not in void]
    people = frozenset(line.player for one in void for line in one.lines)
    return Correction(hanchan.tournament.pk, inputs, inputs.with_changes(tables=kept), hanchan.number, people)
