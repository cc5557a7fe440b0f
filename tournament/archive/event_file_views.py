"""The event file: the download, and the page that loads one."""

from tempfile import TemporaryFile
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.archive.event_file.actions import import_event
from tournament.archive.event_file.export import write_event_file
from tournament.archive.event_file.reader import read_event_file
from tournament.archive.faults import MOST_NAMED
from tournament.archive.forms import EventFileForm
from tournament.core.audit import Act
from tournament.core.audit_check import ALTERED, findings
from tournament.core.messages import Refused
from tournament.core.models import Tournament, User
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.events.queries import may_set_up

MOST_VALUES = 1_000_000
"""Of an uploaded file: 500 tables have 200,000."""


@staff_page("run_event")
def event_export(request: TournamentRequest, *, anonymised: bool = False) -> HttpResponseBase:
    """Send the event file: with contacts and notes it is the organiser's."""
    if ALTERED not in request.GET and findings(request.tournament):
        return redirect("exports", request.tournament.slug)  # it says what was changed, and leads here
    file = TemporaryFile()  # noqa: SIM115  # closed by the response
    try:
        write_event_file(request.tournament, file, anonymised=anonymised)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("exports", request.tournament.slug)
    file.seek(0)
    name = "anonymous-event" if anonymised else request.tournament.slug
    return FileResponse(file, as_attachment=True, filename=f"{name}.json", content_type="application/json")


@login_required
@never_cache
def event_import(request: HttpRequest) -> HttpResponse:
    """Choose an event file and load it, whole or not at all."""
    user = request.user
    if not isinstance(user, User) or not may_set_up(user):
        raise PermissionDenied
    is_sent = request.method == "POST"
    form = EventFileForm(request.POST if is_sent else None, request.FILES if is_sent else None)
    context: dict[str, object] = {"form": form, "altered": []}
    if form.is_valid():
        try:
            return _loaded(request, _load(form, Act(by=user, at=timezone.now())))
        except Refused as refused:
            _explain(form, context, refused)
    return render(request, "archive/event_import.html", context, status=422 if form.errors else 200)


def _load(form: EventFileForm, act: Act) -> Tournament:
    values = form.cleaned_data
    file = read_event_file(values["file"], MOST_VALUES)
    return import_event(file=file, slug=values["slug"], accept_altered=values["accept_altered"], act=act).tournament


def _explain(form: EventFileForm, context: dict[str, Any], refused: Refused) -> None:
    """Put a refusal beside its field; of an altered file, the page lists what was altered and offers to accept it."""
    if refused.messages[0].code == "file-altered":
        form.add_error("file", refused.sentences[0])
        context["altered"] = refused.sentences[1 : MOST_NAMED + 1]
        context["more"] = len(refused.sentences) - 1 - len(context["altered"])
        return
    form.add_error(refused.field if refused.field in form.fields else "file", refused.sentences)


def _loaded(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    text = _("{name} is loaded: {players} players, {hanchan} hanchan.")
    counts = {"players": tournament.players.count(), "hanchan": tournament.hanchan_count}
    messages.success(request, text.format(name=tournament.name, **counts))
    return redirect("event_overview", tournament.slug)
