"""A seating made elsewhere: imported after a preview, or only checked, with or without a tournament."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.messages import Message, Refused, sentence
from tournament.core.models import Tournament
from tournament.core.reauthentication import signed_in
from tournament.core.requests import TournamentRequest
from tournament.core.roles import may, staff_page
from tournament.planning import actions
from tournament.planning.basis import basis_of
from tournament.planning.forms import CheckForm, ImportDecisionForm, ImportForm
from tournament.planning.importing.reading import LIMITS, ImportedSeating, as_text, read_file, read_pasted, read_seating
from tournament.planning.importing.standalone import read_standalone
from tournament.planning.preview import Preview
from tournament.planning.report.comparison import comparison
from tournament.planning.report.matrix_drawing import meetings_of
from tournament.planning.report.seating_report import SeatingReport, cases_of, report_of, report_on, shared_by
from tournament.planning.report.tables import PathTable, path_rows
from tournament.planning.seat_faults import SHOWN, fault
from tournament.planning.sources.seat_list import SeatList
from tournament.planning.wishes.queries import fixed_places
from tournament.players.models import Player
from tournament.reading.raw_table import Grid
from tournament.seats.queries import byes_of, draft_of, placed, started_seats
from tournament.seats.seat_map import spans

PEOPLE_SHOWN = 250
"""The most people of a file who are listed one by one."""


@staff_page("run_event")
def import_seating(request: TournamentRequest) -> HttpResponse:
    """Read a file or pasted rows, and show the seating before it is imported."""
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if not form.is_valid():
        return _choose(request, form, status=422 if form.is_bound else 200)
    try:
        reading = _read_new(request.tournament, _grid(form.cleaned_data), form.cleaned_data["may_sit_out"])
    except Refused as refusal:
        _add_errors(form, refusal)
        return _choose(request, form, status=refusal.status)
    if reading.faults:
        return _choose(request, form, reading.faults, status=422)
    return _preview(request, reading)


@staff_page("run_event")
def apply_import(request: TournamentRequest) -> HttpResponse:
    """Use the seating that was previewed."""
    form = ImportDecisionForm(request.POST or None)
    if not form.is_valid():
        return redirect("seating_import", request.tournament.slug)
    try:
        reading = _read_new(request.tournament, read_pasted(form.cleaned_data["rows"]))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("seating_import", request.tournament.slug)
    if not reading.draft:
        return _choose(request, ImportForm(), reading.faults, status=422)
    try:
        actions.import_seating(
            tournament=request.tournament,
            draft=reading.draft,
            byes=reading.byes,
            act=form.act(request.user, timezone.now()),
        )
    except Refused as refusal:
        return _preview(request, reading, refusal)
    messages.success(request, _("Seating imported. Publish it to show it to players."))
    return redirect("seating_hanchan", request.tournament.slug, min(reading.draft))


@staff_page("work_at")
def check(request: TournamentRequest) -> HttpResponse:
    """Check a file for the players of this tournament, beside the seating in use."""
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    page = {"base": "base_staff.html", "nav": "seating", "may_change": may(request, "run_event")}
    return _check(request, form, page, lambda typed: _check_for(request.tournament, typed))


@signed_in
def check_anywhere(request: HttpRequest) -> HttpResponse:
    """Check a file of any seating, without a tournament."""
    form = CheckForm(request.POST, request.FILES) if request.method == "POST" else CheckForm()
    return _check(request, form, {"base": "staff/base_start.html"}, _check_standalone)


def _check(
    request: HttpRequest, form: ImportForm, page: dict[str, Any], check: Callable[[dict[str, Any]], dict[str, Any]]
) -> HttpResponse:
    checked: dict[str, Any] = {}
    if form.is_valid():
        try:
            checked = check(form.cleaned_data)
        except Refused as refusal:
            _add_errors(form, refusal)
    status = 422 if form.is_bound and "subject" not in checked else 200
    return render(request, "planning/check.html", {"form": form, **page, **checked}, status=status)


def _check_for(tournament: Tournament, typed: dict[str, Any]) -> dict[str, Any]:
    reading = _read(tournament, _grid(typed), typed["may_sit_out"])
    if reading.faults:
        return _faults(reading.faults)
    subject, compared = _report_with(reading, tournament, list(tournament.players.all()))
    seated = sorted(subject.draft.keys() - reading.draft.keys() - reading.same)
    return _report_context(subject) | {"kept": seated, "compared": compared}


def _check_standalone(typed: dict[str, Any]) -> dict[str, Any]:
    seating = read_standalone(_grid(typed), may_sit_out=typed["may_sit_out"])
    if seating.faults:
        return _faults(seating.faults)
    return _report_context(report_on(seating.draft, seating.people, winds=seating.winds, byes=seating.byes))


def _grid(typed: dict[str, Any]) -> Grid:
    """The lines of a form's file, else of its pasted rows. Raises Refused."""
    if typed["file"]:
        return read_file(typed["file"].name, typed["file"].read(LIMITS.bytes + 1))  # one more is refused
    return read_pasted(typed["pasted"])


def _add_errors(form: ImportForm, refusal: Refused) -> None:
    form.add_error("file" if form.cleaned_data["file"] else "pasted", refusal.sentences)


def _faults(faults: Sequence[Message]) -> dict[str, Any]:
    """The context of a list of faults."""
    more = len(faults) - SHOWN
    return {"faults": list(map(sentence, faults[:SHOWN])), "fault_count": len(faults), "more_faults": more}


def _read(tournament: Tournament, grid: Grid, may_sit_out: bool) -> ImportedSeating:
    return read_seating(
        grid,
        list(tournament.players.order_by("number")),
        hanchan_count=tournament.hanchan.count(),
        seated=draft_of(tournament.seating),
        drawn=tournament.winds_are_drawn,
        size=tournament.at_a_table,
        started=started_seats(tournament),
        may_sit_out=may_sit_out,
    )


def _read_new(tournament: Tournament, grid: Grid, may_sit_out: bool = False) -> ImportedSeating:
    """Read a seating to import; that nothing in it is new is a fault."""
    reading = _read(tournament, grid, may_sit_out)
    if reading.same and not reading.seats and not reading.faults:
        text = _("All these hanchan have started with the same seats as in the list: there is nothing to import.")
        reading.faults.append(fault("started", text))
    return reading


def _report_with(
    reading: ImportedSeating, tournament: Tournament, players: Sequence[Player]
) -> tuple[SeatingReport, dict[str, Any] | None]:
    """The report of the seating with the imported hanchan, and its comparison with the seating in use."""
    old, draft, places = tournament.seating, reading.draft, fixed_places(tournament)
    byes = {**byes_of(old), **{number: reading.byes.get(number, set()) for number in draft}}
    subject = report_on(
        {**draft_of(old), **draft},
        players,
        winds=not tournament.winds_are_drawn,
        byes=frozenset((number, player) for number, people in byes.items() for player in people),
        places=places,
    )
    return subject, comparison(report_of(tournament, old, places), subject) if old else None


def _report_context(subject: SeatingReport) -> dict[str, Any]:
    """The context of the whole report of a seating that is not stored."""
    rows = path_rows(subject)
    table = PathTable(rows[:PEOPLE_SHOWN], slug=None, winds=subject.winds, seats=subject.size, orderable=False)
    return {
        "subject": subject,
        "winds": subject.winds,
        "card": subject.card,
        "cases": cases_of(subject),
        "shared": shared_by(subject),
        "table": table,
        "hanchan_count": len(subject.draft),
        "table_count": max(map(len, subject.draft.values())),
        "people_count": len(subject.people),
        "people_shown": PEOPLE_SHOWN,
        "more_people": len(rows) > PEOPLE_SHOWN,
        **meetings_of(subject),
    }


def _choose(
    request: TournamentRequest, form: ImportForm, faults: Sequence[Message] = (), *, status: int = 200
) -> HttpResponse:
    return render(request, "planning/import.html", {"nav": "seating", "form": form, **_faults(faults)}, status=status)


def _preview(request: TournamentRequest, reading: ImportedSeating, refusal: Refused | None = None) -> HttpResponse:
    tournament, draft = request.tournament, reading.draft
    players = {player.pk: player for player in tournament.players.order_by("number")}
    basis = basis_of(tournament)
    way = next(SeatList(draft, reading.byes).ways(basis))
    subject, compared = _report_with(reading, tournament, list(players.values()))
    typed = {"rows": as_text(draft, list(players.values()), reading.byes), "reason": request.POST.get("reason", "")}
    page = {
        "compared": compared,
        "nav": "seating",
        "refusal": refusal,
        "numbers": spans(draft),
        "kept": spans(basis.now.draft.keys() - draft.keys()),
        "tables": len(draft[min(draft)]),
        "changes": Preview(basis, way).changes,
        "card": subject.card,
        "out": [(number, [players[pk] for pk in sorted(people)]) for number, people in sorted(reading.byes.items())],
        "lineups": [(number, list(lineup.items())) for number, lineup in placed(draft, players).items()],
        "form": ImportDecisionForm.fresh(tournament, typed=typed),
    }
    return render(request, "planning/import_preview.html", page, status=refusal.status if refusal else 200)
