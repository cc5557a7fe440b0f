"""The page that closes check-in, the figures of one way, and undoing it."""

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
from tournament.planning.check_in import actions
from tournament.planning.check_in.attendance import attendance
from tournament.planning.check_in.pages import calculated_row, choices_in, close_page
from tournament.planning.forms import VersionForm
from tournament.planning.sentences import refusal_of


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
    there = attendance(tournament)
    choices = choices_in(request.POST, there) if request.POST.get("each") == "1" else None
    try:
        if not form.is_valid():
            raise Refused.of("no-way", _("Choose a way."))
        actions.close_check_in(
            tournament=tournament,
            key=request.POST.get("way", ""),
            missing=[int(part) for part in request.POST.get("was", "").split(",") if part.isdecimal()],
            choices=choices,
            act=form.act(request.user, timezone.now()),
        )
    except (Refused, CannotPlan) as refused:
        tournament.refresh_from_db()
        refusal = refused if isinstance(refused, Refused) else refusal_of(refused)
        return _page(request, request.POST, refusal)
    return _closed(request)


def _closed(request: TournamentRequest) -> HttpResponse:
    """Say the result and how to undo it; without a seating, planning it is next."""
    tournament = request.tournament
    tournament.refresh_from_db()
    undo = reverse("check_in_close", args=[tournament.slug])
    messages.success(request, format_html('{} <a href="{}">{}</a>', _("Check-in is closed."), undo, _("Undo")))
    if tournament.seating is None:
        return redirect("seating_plan", tournament.slug)
    return redirect("event_overview", tournament.slug)


def _page(request: TournamentRequest, typed: Any, refused: Refused | None = None) -> HttpResponse:
    tournament = request.tournament
    known = {player.pk: player for player in tournament.players.all()}
    context = close_page(tournament, typed, known)
    context |= {"form": VersionForm.fresh(tournament), "refused": refused or context.get("refused")}
    template = "planning/check_in/close.html"
    status = refused.status if refused else 200
    return render(request, f"{template}#live" if request.htmx else template, context, status=status)


@staff_page("run_event")
def check_in_figures(request: TournamentRequest) -> HttpResponse:
    """One line of the table of ways, with its figures; nothing where another way is better."""
    there, row = calculated_row(request.tournament, request.GET, request.GET.get("figures", ""))
    if row is None:
        return HttpResponse("")
    return render(request, "planning/check_in/way.html", {"row": row, "there": there, "query": request.GET.urlencode()})


@staff_page("run_event")
@require_POST
def check_in_reopen(request: TournamentRequest) -> HttpResponse:
    """Undo the closing."""
    tournament = request.tournament
    try:
        actions.reopen_check_in(tournament=tournament, act=Act(by=request.user, at=timezone.now()))
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("Check-in is open again. Players, waiting list and seating are as before."))
    return redirect("check_in_close", tournament.slug)
