"""The event file: the download, and the page that loads one."""

from tempfile import TemporaryFile
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.cache import never_cache

from tournament.archive.event_file.actions import LoadedEvent, import_event
from tournament.archive.event_file.export import write_event_file
from tournament.archive.event_file.reader import read_event_file
from tournament.archive.event_file.transfer import check_installation, move_away, take_back
from tournament.archive.faults import MOST_NAMED
from tournament.archive.forms import EventFileForm, MoveForm
from tournament.core.audit import Act
from tournament.core.audit_check import ALTERED, findings
from tournament.core.messages import Refused, put_on
from tournament.core.models import User
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.events.queries import may_set_up
from tournament.staff.qr_codes import address_for_others

TAKE_BACK = "back"
MOST_VALUES = 1_000_000
"""Of an uploaded file: 500 tables have 200,000."""


@staff_page("run_event")
def event_export(request: TournamentRequest, *, anonymised: bool = False) -> HttpResponseBase:
    """Send the event file: with contacts and notes it is the organiser's."""
    if ALTERED not in request.GET and findings(request.tournament):
        return redirect("exports", request.tournament.slug)  # it says what was changed, and leads here
    name = "anonymous-event" if anonymised else request.tournament.slug
    return _file(request, name, anonymised=anonymised)


@staff_page("run_event")
def event_move(request: TournamentRequest) -> HttpResponse:
    """Leave the event behind for another installation, say where it is, or take it back."""
    tournament = request.tournament
    form = MoveForm(request.POST or None, initial={"address": tournament.moved_to})
    if request.method == "POST" and form.is_valid():
        act = Act(by=request.user, at=timezone.now())
        try:
            if request.POST.get("do") == TAKE_BACK:
                take_back(tournament=tournament, act=act)
            else:
                address = check_installation(form.cleaned_data["address"])
                if address and urlsplit(address).netloc == request.get_host():
                    text = gettext_noop("This is the address of this installation. Enter that of the other one.")
                    raise Refused.of("own-address", text, field="address")
                move_away(tournament=tournament, address=address, act=act)
        except Refused as refused:
            put_on(form, refused)
        else:
            return redirect("event_move", tournament.slug)
        tournament.refresh_from_db()
    context = {
        "form": form,
        "nav": "export",
        "findings": findings(tournament),
        "here": address_for_others(request, "/").rstrip("/"),
    }
    return render(request, "archive/event_move.html", context, status=422 if form.errors else 200)


@staff_page("run_event")
def event_move_file(request: TournamentRequest) -> HttpResponseBase:
    """Send the file with which an event moves that is left behind here."""
    if request.tournament.moved_at is None:
        return redirect("event_move", request.tournament.slug)
    return _file(request, request.tournament.slug, with_links=True)


def _file(
    request: TournamentRequest, name: str, *, anonymised: bool = False, with_links: bool = False
) -> HttpResponseBase:
    file = TemporaryFile()  # noqa: SIM115  # closed by the response
    try:
        write_event_file(request.tournament, file, anonymised=anonymised, with_links=with_links)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("exports", request.tournament.slug)
    file.seek(0)
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


def _load(form: EventFileForm, act: Act) -> LoadedEvent:
    values = form.cleaned_data
    file = read_event_file(values["file"], MOST_VALUES)
    return import_event(file=file, slug=values["slug"], accept_altered=values["accept_altered"], act=act)


def _explain(form: EventFileForm, context: dict[str, Any], refused: Refused) -> None:
    """Put a refusal beside its field; of an altered file, the page lists what was altered and offers to accept it."""
    if refused.messages[0].code == "file-altered":
        form.add_error("file", refused.sentences[0])
        context["altered"] = refused.sentences[1 : MOST_NAMED + 1]
        context["more"] = len(refused.sentences) - 1 - len(context["altered"])
        return
    form.add_error(refused.field if refused.field in form.fields else "file", refused.sentences)


def _loaded(request: HttpRequest, loaded: LoadedEvent) -> HttpResponse:
    tournament = loaded.tournament
    if loaded.new is not None:
        text = ngettext(
            "{name} goes on here, with {n} new entry in its history.",
            "{name} goes on here, with {n} new entries in its history.",
            loaded.new,
        )
        messages.success(request, text.format(name=tournament.name, n=loaded.new))
        return redirect("event_overview", tournament.slug)
    text = _("{name} is loaded: {players} players, {hanchan} hanchan.")
    counts = {"players": tournament.players.count(), "hanchan": tournament.hanchan_count}
    messages.success(request, text.format(name=tournament.name, **counts))
    return redirect("event_overview", tournament.slug)
