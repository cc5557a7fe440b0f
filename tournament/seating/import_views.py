"""Importing a seating made elsewhere: choose, look at it, take it over whole."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.players.importing.grid import Grid
from tournament.players.importing.text import read_text
from tournament.problems import Refused
from tournament.roles import staff_page
from tournament.seating import actions, figures, pages
from tournament.seating.draft import Draft, spans
from tournament.seating.forms import ImportDecisionForm, ImportForm
from tournament.seating.importing import Reading, as_text, read_file, read_seating
from tournament.seating.queries import draft_of
from tournament.seating.views import refused


@staff_page("run_event")
def import_seating(request: HttpRequest) -> HttpResponse:
    """Choose a file or paste rows; what they mean is shown before anything is taken over."""
    if request.method != "POST":
        return _choose(request, ImportForm())
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _choose(request, form, 422)
    try:
        reading = _read(request, _grid(form.cleaned_data))
    except Refused as refusal:
        form.add_error(refusal.field or ("file" if form.cleaned_data.get("file") else "pasted"), refusal.message)
        return _choose(request, form, refused(refusal))
    if reading.faults:
        return _choose(request, form, 422, reading)
    return _preview(request, reading.draft)


@staff_page("run_event")
def take_over(request: HttpRequest) -> HttpResponse:
    """Take over what was shown."""
    form = ImportDecisionForm(request.POST or None)
    if not form.is_valid():
        return redirect("seating_import", request.tournament.slug)
    reading = _read(request, read_text(form.cleaned_data["rows"]))
    try:
        actions.import_seating(
            tournament=request.tournament, draft=reading.draft, by=request.user, at=timezone.now(), **form.decision
        )
    except Refused as refusal:
        return _preview(request, reading.draft, refusal)
    messages.success(request, _("The seating was imported. Players see it when it is published."))
    return redirect("seating_hanchan", request.tournament.slug, min(reading.draft))


def _grid(typed: dict[str, Any]) -> Grid:
    if typed.get("file"):
        return read_file(typed["file"].name, typed["file"].read())
    return read_text(typed["pasted"])


def _read(request: HttpRequest, grid: Grid) -> Reading:
    tournament = request.tournament
    return read_seating(
        grid, list(tournament.players.order_by("number")), hanchan_count=tournament.hanchan.count(),
        kept=draft_of(tournament.seating), drawn=tournament.winds_are_drawn,
    )  # fmt: skip


def _choose(request: HttpRequest, form: ImportForm, status: int = 200, reading: Reading | None = None) -> HttpResponse:
    page = {"nav": "seating", "form": form, "faults": reading.faults if reading else []}
    return render(request, "seating/import.html", page, status=status)


def _preview(request: HttpRequest, draft: Draft, refusal: Refused | None = None) -> HttpResponse:
    tournament = request.tournament
    players = {player.pk: player for player in tournament.players.order_by("number")}
    now = draft_of(tournament.seating)
    then = {**now, **draft}
    typed = {"rows": as_text(draft, list(players.values())), "reason": request.POST.get("reason", "")}
    page = {
        "nav": "seating", "refusal": refusal, "numbers": spans(draft), "kept": spans(now.keys() - draft.keys()),
        "tables": len(draft[min(draft)]), "changes": pages.changes_of(tournament, now, then),
        "card": pages.quality_card(figures.measured(then), players, winds=not tournament.winds_are_drawn),
        "lineups": [(number, list(lineup.items())) for number, lineup in pages.placed(draft, players).items()],
        "form": ImportDecisionForm.fresh(tournament, typed=typed),
    }  # fmt: skip
    return render(request, "seating/import_preview.html", page, status=refused(refusal) if refusal else 200)
