"""The import pages: paste or choose a file, look at what would happen, apply it."""

import csv
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.players.forms import ChoicesForm, FileForm, PasteForm
from tournament.players.importing.actions import import_players
from tournament.players.importing.grid import MAX_BYTES, MAX_LINES, Grid
from tournament.players.importing.headings import TEMPLATE
from tournament.players.importing.plan import make_plan
from tournament.players.importing.reading import read_file, read_pasted
from tournament.players.importing.sealed import seal, unseal
from tournament.players.queries import players_of
from tournament.problems import Conflict, Refused
from tournament.roles import staff_page


@staff_page("run_event")
def players_import(request: HttpRequest) -> HttpResponse:
    """Paste or choose, and preview. Nothing is written here."""
    paste, file, grid, problem = PasteForm(), FileForm(), None, ""
    if request.method == "POST" and "pasted" in request.POST:
        paste = PasteForm(request.POST)
        grid, problem = _read(paste, lambda: read_pasted(paste.cleaned_data["pasted"]))
    elif request.method == "POST":
        file = FileForm(request.POST, request.FILES)
        grid, problem = _read(file, lambda: _read_upload(file))
    preview = _preview(request, grid, problem)
    return _page(request, preview, 422 if preview.get("problem") else 200, paste=paste, file=file)


def _read(form: Any, read: Any) -> tuple[Grid | None, str]:
    """The grid, or what is wrong with what was sent."""
    if not form.is_valid():
        return None, " ".join(message for messages in form.errors.values() for message in messages)
    try:
        return read(), ""
    except Refused as refused:
        return None, refused.message


def _read_upload(form: FileForm) -> Grid:
    upload = form.cleaned_data["file"]
    # One byte more than is allowed says that there are too many; the rest is not taken into memory.
    return read_file(upload.name, upload.read(MAX_BYTES + 1), encoding=form.cleaned_data["encoding"])


def _preview(
    request: HttpRequest, grid: Grid | None, problem: str = "", *, overwrite: bool = False, distinct: Any = ()
) -> dict[str, Any]:
    """What the page shows of a grid: the plan, and the grid sealed for the next step."""
    if grid is None:
        return {"problem": problem}
    try:
        plan = make_plan(grid, list(players_of(request.tournament)), overwrite=overwrite)
    except Refused as refused:
        return {"problem": refused.message, "grid": grid}
    sealed = seal(grid, tournament_id=request.tournament.pk, user_id=request.user.pk)
    return {"plan": plan, "grid": grid, "sealed": sealed, "distinct": set(distinct), "problem": problem}


def _page(
    request: HttpRequest,
    preview: dict[str, Any],
    status: int,
    *,
    paste: PasteForm | None = None,
    file: FileForm | None = None,
) -> HttpResponse:
    context = {
        "nav": "players",
        "paste": paste or PasteForm(),
        "file": file or FileForm(),
        "most_lines": MAX_LINES,
        "most_megabytes": MAX_BYTES // 1024 // 1024,
        **preview,
    }
    part = "#preview" if request.htmx else ""
    return render(request, f"players/import.html{part}", context, status=status)


@staff_page("run_event")
@require_POST
def players_import_apply(request: HttpRequest) -> HttpResponse:
    """Apply what was previewed; `again` only looks once more with another choice."""
    form = ChoicesForm(request.POST)
    try:
        form.is_valid()
        sealed = form.cleaned_data.get("sealed", "")
        grid = unseal(sealed, tournament_id=request.tournament.pk, user_id=request.user.pk)
    except Refused as refused:
        return _page(request, {"problem": refused.message}, 422)
    choices = {"overwrite": form.cleaned_data["overwrite"], "distinct": form.cleaned_data.get("distinct", [])}
    if "apply" not in request.POST:
        return _page(request, _preview(request, grid, **choices), 200)
    try:
        plan = import_players(
            tournament=request.tournament, grid=grid, digest=form.cleaned_data.get("digest", ""),
            by=request.user, at=timezone.now(), **choices,
        )  # fmt: skip
    except Refused as refused:
        status = 409 if isinstance(refused, Conflict) else 422
        return _page(request, _preview(request, grid, refused.message, **choices), status)
    said = _("%(new)s players added, %(changed)s changed, %(same)s were here already.")
    messages.success(request, said % {"new": len(plan.new), "changed": len(plan.changed), "same": len(plan.same)})
    return redirect("players", request.tournament.slug)


@staff_page("run_event")
def players_template(request: HttpRequest) -> HttpResponse:
    """A CSV with the headings and nothing else; its mark makes spreadsheet programs read it as UTF-8."""
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="players.csv"'
    csv.writer(response).writerow(TEMPLATE)
    return response
