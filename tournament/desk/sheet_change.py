"""Changing the figures of a sheet that is in: what it does to the standings, the password where results are out."""

from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.game import Table
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.desk.forms import SheetForm, values_of
from tournament.desk.pads import opens_sealed
from tournament.desk.pages import open_table
from tournament.desk.sheet_preview import SheetPreview
from tournament.desk.views import entry, entry_page, send_sheet
from tournament.results.models import SheetVersion
from tournament.results.protests.queries import open_protest_at
from tournament.results.sheets import actions
from tournament.results.sheets.queries import OpenTable
from tournament.staff.password_again import check_password_again
from tournament.standings.consequences import consequences
from tournament.standings.correction import Correction
from tournament.standings.league_table import shifts_by
from tournament.standings.queries import are_issued, inputs_of


@staff_page("change_sheet")
@never_cache
@opens_sealed
def sheet_change(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Type another version of a sheet that is in; a protest about it that waits is answered next."""
    opened = open_table(request, number, table)
    more = partial(_more, request, opened)
    if request.method == "POST":
        sent = send_sheet(request, opened, partial(change, request), changing=True, more=more)
        waiting = open_protest_at(opened.hanchan, table) if sent.status_code == 302 else None
        return redirect("protest", request.tournament.slug, waiting.pk) if waiting else sent
    if opened.accepted is None:
        return redirect("sheet", request.tournament.slug, number, table)
    values = values_of(opened.accepted, opened.places, request.tournament)
    look = SheetPreview(SheetForm.of(opened, values), finished=False)
    return entry_page(request, opened, look, changing=True, **more(look))


@staff_page("change_sheet")
@require_POST
@never_cache
def sheet_change_check(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Check the fields of a change so far, with what they would do to the standings."""
    opened = open_table(request, number, table, checking=bool(request.htmx))
    look = SheetPreview(SheetForm.of(opened, request.POST), finished=not request.htmx)
    if request.htmx:
        context = entry(request, look, changing=True) | _more(request, opened, look)
        return render(request, "desk/feedback.html", context)
    return entry_page(request, opened, look, changing=True, **_more(request, opened, look))


def change(request: TournamentRequest, **values: Any) -> SheetVersion:
    """Results that are out are changed with the password only."""
    if are_issued(values["hanchan"]):
        check_password_again(request, timezone.now())
    return actions.change(**values)


def _more(request: TournamentRequest, opened: OpenTable, look: SheetPreview) -> dict[str, Any]:
    effect = correction_of(opened, look)
    return {
        "is_reissue": are_issued(opened.hanchan),
        "effect": effect,
        "league_shifts": shifts_by(effect, request.tournament) if effect else None,
        "affected": consequences(opened.hanchan, effect) if effect else (),
    }


def correction_of(opened: OpenTable, look: SheetPreview) -> Correction | None:
    """Return what the figures so far would do to the standings; None while they are not complete, or as they were."""
    if not look.is_right or (look.errors and not look.form.value("override")):
        return None
    typed = look.form.typed_sheet()
    if {line.player for line in typed.lines} != {place.player.pk for place in opened.places}:
        return None
    hanchan = opened.hanchan
    inputs = inputs_of(hanchan.tournament)
    here = (hanchan.number, opened.table)
    old = next((one for one in inputs.tables if (one.hanchan, one.table) == here), None)
    new = Table(*here, typed.lines, typed.deposits)
    if old is None or old == new:
        return None
    tables = tuple(new if one is old else one for one in inputs.tables)
    people = frozenset(line.player for line in (*old.lines, *new.lines))
    return Correction(hanchan.tournament.pk, inputs, inputs.with_changes(tables=tables), hanchan.number, people)
