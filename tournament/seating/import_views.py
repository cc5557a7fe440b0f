"""Importing a seating made elsewhere: choose, look at it, take it over whole."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.players.importing.grid import Grid
from tournament.problems import Refused
from tournament.roles import staff_page
from tournament.seating import actions, pages
from tournament.seating.checks import SHOWN, Fault
from tournament.seating.draft import spans
from tournament.seating.forms import ImportDecisionForm, ImportForm
from tournament.seating.importing import Reading, as_text, read_file, read_pasted, read_seating
from tournament.seating.queries import byes_of, draft_of, started_seats
from tournament.seating.report.compared import comparison
from tournament.seating.report.subject import subject_of, subject_read
from tournament.seating.views import refused
from tournament.seating.wishes.queries import fixed_places


@staff_page("run_event")
def import_seating(request: HttpRequest) -> HttpResponse:
    """Choose a file or paste rows; what they mean is shown before anything is taken over."""
    if request.method != "POST":
        return _choose(request, ImportForm())
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _choose(request, form, 422)
    try:
        reading = _read(request, _grid(form.cleaned_data), may_sit_out=form.cleaned_data["may_sit_out"])
    except Refused as refusal:
        form.add_error(refusal.field or ("file" if form.cleaned_data.get("file") else "pasted"), refusal.message)
        return _choose(request, form, refused(refusal))
    if reading.faults:
        return _choose(request, form, 422, reading)
    return _preview(request, reading)


@staff_page("run_event")
def take_over(request: HttpRequest) -> HttpResponse:
    """Take over what was shown."""
    form = ImportDecisionForm(request.POST or None)
    if not form.is_valid():
        return redirect("seating_import", request.tournament.slug)
    try:
        reading = _read(request, read_pasted(form.cleaned_data["rows"]))
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("seating_import", request.tournament.slug)
    if reading.faults and not reading.draft:
        return _choose(request, ImportForm(), 422, reading)
    try:
        actions.import_seating(
            tournament=request.tournament, draft=reading.draft, byes=reading.byes, by=request.user, at=timezone.now(),
            **form.decision,
        )  # fmt: skip
    except Refused as refusal:
        return _preview(request, reading, refusal)
    messages.success(request, _("The seating was imported. Players see it when it is published."))
    return redirect("seating_hanchan", request.tournament.slug, min(reading.draft))


def _grid(typed: dict[str, Any]) -> Grid:
    if typed.get("file"):
        return read_file(typed["file"].name, typed["file"].read())
    return read_pasted(typed["pasted"])


def _read(request: HttpRequest, grid: Grid, *, may_sit_out: bool = False) -> Reading:
    tournament = request.tournament
    reading = read_seating(
        grid, list(tournament.players.order_by("number")), hanchan_count=tournament.hanchan.count(),
        kept=draft_of(tournament.seating), drawn=tournament.winds_are_drawn,
        size=tournament.at_a_table, started=started_seats(tournament), may_sit_out=may_sit_out,
    )  # fmt: skip
    if reading.same and not reading.seats and not reading.faults:
        message = _("All of it has started and is seated as in the list: there is nothing to import.")
        reading.faults.append(Fault("started", message))
    return reading


def _choose(request: HttpRequest, form: ImportForm, status: int = 200, reading: Reading | None = None) -> HttpResponse:
    faults = reading.faults if reading else []
    counts = {"fault_count": len(faults), "more_faults": len(faults) - SHOWN}
    page = {"nav": "seating", "form": form, "faults": faults[:SHOWN], **counts}
    return render(request, "seating/import.html", page, status=status)


def _preview(request: HttpRequest, reading: Reading, refusal: Refused | None = None) -> HttpResponse:
    tournament, draft = request.tournament, reading.draft
    players = {player.pk: player for player in tournament.players.order_by("number")}
    now = draft_of(tournament.seating)
    then = {**now, **draft}
    typed = {"rows": as_text(draft, list(players.values()), reading.byes), "reason": request.POST.get("reason", "")}
    byes = {**byes_of(tournament.seating), **{number: reading.byes.get(number, set()) for number in draft}}
    everybody = frozenset((number, player) for number, people in byes.items() for player in people)
    places, old = fixed_places(tournament), tournament.seating
    subject = subject_read(then, players.values(), winds=not tournament.winds_are_drawn, byes=everybody, places=places)
    page = {
        "compared": comparison(subject_of(tournament, old, places), subject) if old else None,
        "nav": "seating", "refusal": refusal, "numbers": spans(draft), "kept": spans(now.keys() - draft.keys()),
        "tables": len(draft[min(draft)]), "changes": pages.changes_of(tournament, now, then),
        "card": subject.card,
        "out": [(number, [players[pk] for pk in sorted(people)]) for number, people in sorted(reading.byes.items())],
        "lineups": [(number, list(lineup.items())) for number, lineup in pages.placed(draft, players).items()],
        "form": ImportDecisionForm.fresh(tournament, typed=typed),
    }  # fmt: skip
    return render(request, "seating/import_preview.html", page, status=refused(refusal) if refusal else 200)
