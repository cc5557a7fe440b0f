"""Looking at a seating made elsewhere without storing it: what is wrong and where, else the whole report."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.players.importing.grid import Grid
from tournament.problems import Refused
from tournament.roles import may, staff_page
from tournament.seating.checks import SHOWN
from tournament.seating.draft import Draft
from tournament.seating.forms import CheckForm, ImportForm
from tournament.seating.importing import read_file, read_loose, read_pasted, read_seating
from tournament.seating.queries import byes_of, draft_of, started_seats
from tournament.seating.report.cases import cases_of, shared_by
from tournament.seating.report.compared import comparison
from tournament.seating.report.meetings import meetings_of
from tournament.seating.report.subject import Subject, subject_of, subject_read
from tournament.seating.report.tables import PathTable, path_rows
from tournament.seating.wishes.queries import fixed_places
from tournament.staff.kept import signed_in

PEOPLE_SHOWN = 250
"""So many people of a file are listed one by one; whoever is worst is named before them."""


def grid_of(typed: dict[str, Any]) -> Grid:
    """The lines of what a form holds: a file, else pasted rows. Raises Refused."""
    if typed.get("file"):
        return read_file(typed["file"].name, typed["file"].read())
    return read_pasted(typed["pasted"])


@staff_page("work_at")
def check(request: HttpRequest) -> HttpResponse:
    """A file of a seating for the players of this tournament, beside the seating that counts."""
    page = {"nav": "seating", "may_change": may(request, "run_event")}
    return _checked(request, ImportForm, "seating/report/check.html", page, _read_for_tournament)


@signed_in
def check_anywhere(request: HttpRequest) -> HttpResponse:
    """A file of any seating, for whom it may concern."""
    return _checked(request, CheckForm, "seating/report/check_anywhere.html", {}, _read_alone)


def _checked(request: HttpRequest, kind: Any, template: str, page: dict[str, Any], read: Any) -> HttpResponse:
    form = kind(request.POST, request.FILES) if request.method == "POST" else kind()
    status = 200
    if form.is_bound:
        status = 422
        if form.is_valid():
            try:
                found = read(request, form.cleaned_data)
                status = 422 if found["faults"] else 200
                page = page | found
            except Refused as refusal:
                form.add_error("file" if form.cleaned_data.get("file") else "pasted", refusal.message)
    return render(request, template, {"form": form} | page, status=status)


def _read_for_tournament(request: HttpRequest, typed: dict[str, Any]) -> dict[str, Any]:
    tournament = request.tournament
    now = draft_of(tournament.seating)
    players = list(tournament.players.order_by("number"))
    reading = read_seating(
        grid_of(typed), players, hanchan_count=tournament.hanchan.count(), kept=now,
        drawn=tournament.winds_are_drawn, size=tournament.at_a_table, started=started_seats(tournament),
        may_sit_out=typed.get("may_sit_out", False),
    )  # fmt: skip
    if reading.faults:
        return _faults(reading.faults)
    then: Draft = {**now, **reading.draft}
    byes = {**byes_of(tournament.seating), **{number: reading.byes.get(number, set()) for number in reading.draft}}
    out = frozenset((number, player) for number, people in byes.items() for player in people)
    places = fixed_places(tournament)
    subject = subject_read(then, players, winds=not tournament.winds_are_drawn, byes=out, places=places)
    found = report_of(subject) | {"kept": sorted(now.keys() - reading.draft.keys() - reading.same)}
    if tournament.seating:
        found |= {"compared": comparison(subject_of(tournament, tournament.seating, places), subject)}
    return found


def _read_alone(request: HttpRequest, typed: dict[str, Any]) -> dict[str, Any]:
    loose = read_loose(grid_of(typed), may_sit_out=typed.get("may_sit_out", False))
    if loose.faults:
        return _faults(loose.faults)
    return report_of(subject_read(loose.draft, loose.people, winds=loose.winds, byes=loose.byes))


def _faults(faults: Any) -> dict[str, Any]:
    return {"faults": faults[:SHOWN], "fault_count": len(faults), "more_faults": len(faults) - SHOWN}


def report_of(subject: Subject) -> dict[str, Any]:
    """The whole report of a seating that is stored nowhere."""
    rows = path_rows(subject)
    table = PathTable(rows[:PEOPLE_SHOWN], slug=None, winds=subject.winds, seats=subject.size, orderable=False)
    tables = [len(tables) for tables in subject.draft.values()]
    return {
        "faults": (), "subject": subject, "winds": subject.winds, "card": subject.card, "cases": cases_of(subject),
        "shared": shared_by(subject), "table": table, "hanchan_count": len(subject.draft), "table_count": max(tables),
        "people_count": len(subject.people), "people_shown": PEOPLE_SHOWN, "more_people": len(rows) > PEOPLE_SHOWN,
        **meetings_of(subject),
    }  # fmt: skip
