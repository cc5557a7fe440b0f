"""The page that closes check-in, the figures of one way, and undoing it."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from seating.notes import CannotPlan
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.requests import TournamentRequest, has_seen
from tournament.core.roles import staff_page
from tournament.core.turns import Busy
from tournament.planning.basis import basis_of
from tournament.planning.check_in import actions
from tournament.planning.check_in.pages import choices_in, close_page, ids_in
from tournament.planning.forms import VersionForm
from tournament.planning.proposal import way_of
from tournament.planning.sources.attendance import attendance
from tournament.seating_report.sentences import refusal_of
from tournament.staff.password_again import check_password_again
from tournament.standings.entrant_changes import status_change
from tournament.standings.queries import has_issued


@staff_page("run_event")
def check_in_close(request: TournamentRequest) -> HttpResponse:
    """Choose a way, then close check-in; htmx loads the lists alone, and gets 204 when nothing is new."""
    if request.method == "POST":
        return _close(request)
    if has_seen(request):
        return HttpResponse(status=204)
    return _page(request, request.GET)


def _close(request: TournamentRequest) -> HttpResponse:
    tournament = request.tournament
    form = VersionForm(request.POST)
    there = attendance(basis_of(tournament))
    choices = choices_in(request.POST, there) if request.POST.get("each") == "1" else None
    key, missing = request.POST.get("way", ""), ids_in(request.POST.get("was", ""))
    try:
        if not form.is_valid() or not key:
            raise Refused.of("no-way", _("Choose a way."))
        act = form.act(request.user, timezone.now())
        way = way_of(basis_of(tournament), actions.closing(tournament, missing, choices), key)
        _confirm(request, way.statuses if way else {}, act)
        actions.close_check_in(tournament=tournament, key=key, missing=missing, choices=choices, act=act)
    except (Refused, CannotPlan) as refused:
        tournament.refresh_from_db()
        refusal = refused if isinstance(refused, Refused) else refusal_of(refused)
        return _page(request, request.POST, refusal)
    return _closed(request, way.done if way and way.done else _("Check-in is closed."))


def _confirm(request: TournamentRequest, statuses: Mapping[int, str], act: Act) -> None:
    """Ask for the password where these statuses change results that are out. Raises Refused."""
    if has_issued(request.tournament) and status_change(request.tournament, statuses):
        check_password_again(request, act.at)


def _closed(request: TournamentRequest, done: str) -> HttpResponse:
    """Say what was done and how to undo it; without a seating, planning it is next."""
    tournament = request.tournament
    tournament.refresh_from_db()
    undo = reverse("check_in_close", args=[tournament.slug])
    messages.success(request, format_html('{} <a href="{}">{}</a>', done, undo, _("Undo")))
    if tournament.seating is None:
        return redirect("seating_plan", tournament.slug)
    return redirect("event_overview", tournament.slug)


def _page(request: TournamentRequest, typed: Any, refused: Refused | None = None) -> HttpResponse:
    tournament = request.tournament
    context = close_page(tournament, typed)
    context |= {"form": VersionForm.fresh(tournament), "refused": refused or context.get("refused")}
    template = "planning/check_in/close.html"
    status = refused.status if refused else 200
    return render(request, f"{template}#live" if request.htmx else template, context, status=status)


@staff_page("run_event")
def check_in_figures(request: TournamentRequest) -> HttpResponse:
    """One line of the table of ways, calculated; nothing where the way is gone or another one is better."""
    key = request.GET.get("figures", "")
    context = close_page(request.tournament, request.GET, key)
    found = [row for row in context.get("rows", ()) if row.way.proposal.key == key]
    if not found or not context["there"].is_seated:
        return HttpResponse("")
    refused = context["refused"]
    context |= {"row": found[0], "query": request.GET.urlencode(), "chosen": None}
    context |= {"is_busy": isinstance(refused, Busy), "impossible": refused if not isinstance(refused, Busy) else None}
    return render(request, "planning/check_in/way.html", context)


@staff_page("run_event")
@require_POST
def check_in_reopen(request: TournamentRequest) -> HttpResponse:
    """Undo the closing."""
    tournament, act = request.tournament, Act(by=request.user, at=timezone.now())
    found = actions.reopening(tournament)
    try:
        _confirm(request, found.before, act)
        actions.reopen_check_in(tournament=tournament, act=act)
    except Refused as refused:
        return _page(request, {}, refused)
    messages.success(request, _("Check-in is open again. Players, waiting list and seating are as before."))
    return redirect("check_in_close", tournament.slug)
