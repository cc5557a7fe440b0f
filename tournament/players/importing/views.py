"""The import pages: paste, choose a file or an earlier event, look at what would happen, apply it."""

import csv
import json
import zlib
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core import signing
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.players.forms import NO_ENCODING, ChoicesForm, FileForm, PasteForm
from tournament.players.importing.actions import import_players
from tournament.players.importing.choices import Choices
from tournament.players.importing.earlier_event import HEADINGS, earlier_events, find_earlier_event, read_players
from tournament.players.importing.headings import (
    CHOICES,
    HEADINGS_WITHIN,
    LIMITS,
    NOTHING_CHOSEN,
    TEMPLATE,
    find_columns,
    is_player_sheet,
    known_headings,
)
from tournament.players.importing.known_persons import known_persons
from tournament.players.importing.plan import make_plan
from tournament.players.queries import Places, counts_of, players_of, players_waiting, remembered_columns
from tournament.reading.encodings import candidates
from tournament.reading.files import read_file, read_pasted
from tournament.reading.raw_table import Grid

SALT = "tournament.players.importing"
MAX_AGE = 24 * 60 * 60  # seconds
OFFERED = 50  # so many earlier events, the latest, are offered
LONG = 20  # a preview of more rows has a search


def _salt(tournament_id: int, user_id: int) -> str:
    return f"{SALT}:{tournament_id}:{user_id}"


def seal(grid: Grid, *, tournament_id: int, user_id: int) -> str:
    """The raw table as signed text for a hidden field.

    Signed for the tournament and the person. It is stored in the form only: nothing needs to be cleaned up, two
    windows do not disturb each other, and the back button or a restart of the server loses nothing.
    """
    return signing.dumps(grid.to_json(), salt=_salt(tournament_id, user_id), compress=True)


def unseal(sealed: str, *, tournament_id: int, user_id: int) -> Grid:
    """The raw table sealed for this person and tournament. Raises Refused when it is forged or a day old."""
    try:
        data: Any = signing.loads(sealed, salt=_salt(tournament_id, user_id), max_age=MAX_AGE)
        return Grid.from_json(data)
    except (signing.BadSignature, zlib.error, json.JSONDecodeError, KeyError, TypeError, ValueError) as error:
        raise Refused.of(
            "preview-stale", _("The preview is out of date. Choose the file or paste the rows again.")
        ) from error


@staff_page("run_event")
def players_import(request: TournamentRequest) -> HttpResponse:
    """Paste or choose, and preview; `from` in the address is an earlier event. Nothing is written here."""
    paste, file, grid, problem = PasteForm(), FileForm(), None, ""
    earlier = None if request.method == "POST" else _earlier(request, request.GET.get("from", ""))
    if request.method == "POST" and "pasted" in request.POST:
        paste = PasteForm(request.POST)
        grid, problem = _read(paste, lambda: read_pasted(paste.cleaned_data["pasted"], limits=LIMITS))
    elif request.method == "POST":
        file = FileForm(request.POST, request.FILES)
        grid, problem = _read(file, lambda: _read_upload(file))
    elif earlier:
        grid, problem = _tried(lambda: read_players(earlier))
    choices = Choices(remembered={} if earlier else remembered_columns(request.tournament))
    preview = _preview(request, grid, choices, problem, earlier=earlier)
    return _page(request, preview, 422 if preview.get("problem") else 200, paste=paste, file=file)


def _earlier(request: TournamentRequest, slug: str) -> Tournament | None:
    """The event of that address, None for no address; 404 for one that this person may not choose."""
    return find_earlier_event(request.user, request.tournament, slug) if slug else None


def _read(form: Any, read: Callable[[], Grid]) -> tuple[Grid | None, str]:
    """The raw table, or the problem."""
    if not form.is_valid():
        return None, " ".join(message for messages in form.errors.values() for message in messages)
    return _tried(read)


def _tried(read: Callable[[], Grid]) -> tuple[Grid | None, str]:
    try:
        return read(), ""
    except Refused as refused:
        return None, refused.message


def _read_upload(form: FileForm) -> Grid:
    upload = form.cleaned_data["file"]
    return read_file(
        upload.name,
        upload.read(LIMITS.bytes + 1),  # one byte too many refuses the file; the rest is not taken into memory
        limits=LIMITS,
        has_headings=lambda cells: known_headings(cells) > 1,
        encoding=form.cleaned_data["encoding"],
        is_meant=is_player_sheet,
    )


def _reread(grid: Grid, encoding: str) -> Grid:
    """The same file in another encoding."""
    return read_file(
        grid.source,
        grid.doubtful,
        limits=LIMITS,
        has_headings=lambda cells: known_headings(cells) > 1,
        encoding=encoding,
    )


def _preview(
    request: TournamentRequest,
    grid: Grid | None,
    choices: Choices = NOTHING_CHOSEN,
    problem: str = "",
    *,
    earlier: Tournament | None = None,
    text: str = "",
) -> dict[str, object]:
    """Return what the page shows of a grid: its columns, the plan, and the signed grid for the next step.

    The players of an `earlier` event are read again instead. `text` is what is searched for among the rows.
    """
    if grid is None:
        return {"problem": problem, "earlier": earlier}
    sealed = "" if earlier else seal(grid, tournament_id=request.tournament.pk, user_id=request.user.pk)
    shown: dict[str, object] = {
        "grid": grid,
        "earlier": earlier,
        "sealed": sealed,
        "columns": find_columns(grid, choices),
        "heads": [(line.number, " · ".join(filter(None, line.cells))[:60]) for line in grid.lines[:HEADINGS_WITHIN]],
        "fields": [(name, label) for name, label in CHOICES.items()],
        "encodings": candidates(grid.doubtful) if grid.doubtful else [],
        "choices": choices,
        "problem": problem,
    }
    try:
        known = known_persons(request.tournament)
        plan = make_plan(grid, list(players_of(request.tournament)), choices, known)
    except Refused as refused:
        shown["problem"] = problem or refused.message
    else:
        found = [line.line for line in plan.lines if line.is_found(text)]
        shown |= {"plan": plan, "q": text, "found": found, "is_long": len(plan.lines) > LONG}
    return shown


def _page(
    request: TournamentRequest,
    preview: dict[str, object],
    status: int,
    *,
    paste: PasteForm | None = None,
    file: FileForm | None = None,
) -> HttpResponse:
    context = {
        "nav": "players",
        "paste": paste or PasteForm(),
        "file": file or FileForm(),
        "limits": LIMITS,
        "events": earlier_events(request.user, request.tournament)[:OFFERED],
        **preview,
    }
    part = "#preview" if request.htmx else ""
    return render(request, f"players/import.html{part}", context, status=status)


@staff_page("run_event")
@require_POST
def players_import_apply(request: TournamentRequest) -> HttpResponse:
    """Apply the previewed list, or preview it again with another choice."""
    form = ChoicesForm(request.POST)
    earlier = _earlier(request, request.POST.get("from", ""))
    try:
        form.is_valid()
        grid = read_players(earlier) if earlier else _unsealed(request, form)
    except Refused as refused:
        return _page(request, {"problem": refused.message, "earlier": earlier}, 422)
    if earlier:
        choices = form.choices({}, frozenset(line.number for line in grid.lines) - {HEADINGS})
    else:
        choices = form.choices(remembered_columns(request.tournament))
    text = form.cleaned_data.get("q", "")
    if form.cleaned_data.get("encoding") == NO_ENCODING:
        advice = _(
            "Save the list as XLSX, or as CSV in UTF-8 (“CSV UTF-8” where Excel asks for the type), and choose the new "
            "file. Nothing was added."
        )
        return _page(request, {"problem": advice}, 422)
    if grid.doubtful and form.cleaned_data.get("encoding"):
        try:
            grid = _reread(grid, form.cleaned_data["encoding"])
        except Refused as refused:
            return _page(request, _preview(request, grid, choices, refused.message), 422)
    if "apply" not in request.POST:
        return _page(request, _preview(request, grid, choices, earlier=earlier, text=text), 200)
    waiting = players_waiting(request.tournament)
    try:
        plan = import_players(
            tournament=request.tournament,
            grid=grid,
            digest=form.cleaned_data.get("digest", ""),
            act=Act(by=request.user, at=timezone.now()),
            choices=choices,
        )
    except Refused as refused:
        status = 409 if isinstance(refused, Conflict) else 422
        preview = _preview(request, grid, choices, refused.message, earlier=earlier, text=text)
        return _page(request, preview, status)
    done = _("{new} players added, {changed} changed, {same} unchanged.")
    messages.success(request, done.format(new=len(plan.new), changed=len(plan.changed), same=len(plan.same)))
    people = counts_of(request.tournament)
    if queued := people.queued - waiting:
        messages.warning(request, _queued_text(queued, people.places))
    return redirect("players", request.tournament.slug)


def _unsealed(request: TournamentRequest, form: ChoicesForm) -> Grid:
    sealed = form.cleaned_data.get("sealed", "")
    return unseal(sealed, tournament_id=request.tournament.pk, user_id=request.user.pk)


def _queued_text(count: int, places: Places) -> str:
    """Tell how many of the new players wait, and why."""
    if places.free is not None and places.free <= 0:
        text = ngettext(
            "All places are taken: {count} new player is on the waiting list.",
            "All places are taken: {count} new players are on the waiting list.",
            count,
        )
        return text.format(count=count)
    text = ngettext("{count} new player is on the waiting list.", "{count} new players are on the waiting list.", count)
    first = _("A place is free. Next on the waiting list: {name}").format(name=places.queue[0].label)
    return f"{text.format(count=count)} {first}"


@staff_page("run_event")
def players_template(request: TournamentRequest) -> HttpResponse:
    """A CSV with the headings and nothing else; its mark makes spreadsheet programs read it as UTF-8."""
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="players.csv"'
    csv.writer(response).writerow(TEMPLATE)
    return response
