"""The page of long work: how far it is, what came out, and what to do with it."""

from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.problems import Conflict, Refused
from tournament.roles import staff_page
from tournament.seating.forms import DecisionForm
from tournament.seating.work import actions
from tournament.seating.work.models import SeatingWork
from tournament.seating.work.pages import work_page
from tournament.seating.work.queries import mark
from tournament.seating.work.starting import reap, start


@staff_page("run_event")
def work(request: HttpRequest, work: int) -> HttpResponse:
    """How far it is; with `do` in a form: stop, again, discard, take."""
    found = get_object_or_404(request.tournament.seating_works, pk=work)
    at = timezone.now()
    if request.method == "POST":
        return _done(request, found, at)
    reap()
    if request.GET.get("since") == mark(found, at):
        return HttpResponse(status=204)
    return _page(request, found, at)


def _done(request: HttpRequest, found: SeatingWork, at: datetime) -> HttpResponse:
    try:
        match request.POST.get("do"):
            case "stop":
                actions.stop(work=found, by=request.user, at=at)
            case "again":
                found = actions.again(work=found, by=request.user, at=at)
                start(found)
            case "discard":
                actions.throw_away(work=found, by=request.user, at=at)
                messages.success(request, _("The plan is thrown away."))
                return redirect("seating_plan", request.tournament.slug)
            case "take":
                return _take(request, found, at)
    except Refused as refusal:
        return _page(request, found, at, refusal)
    return redirect("seating_work", request.tournament.slug, found.pk)


def _take(request: HttpRequest, found: SeatingWork, at: datetime) -> HttpResponse:
    form = DecisionForm(request.POST)
    if not form.is_valid():
        return _page(request, found, at)
    chosen = {name: form.decision[name] for name in ("base", "submission")}
    seating = actions.take_over(work=found, by=request.user, at=at, **chosen)
    messages.success(
        request,
        _("Version %(number)d counts now. Players see it when it is published.") % {"number": seating.number},
    )
    return redirect("seating", request.tournament.slug)


def _page(request: HttpRequest, found: SeatingWork, at: datetime, refusal: Refused | None = None) -> HttpResponse:
    tournament = request.tournament
    form = DecisionForm.fresh(tournament)
    if refusal is None and found.base != form.initial["base"] and not found.taken_over_at:
        form.initial["base"] = found.base  # somebody changed the seating since; the action says so
    page = {**work_page(found, at), "form": form, "refusal": refusal, "seating": tournament.seating}
    template = "seating/work/work.html#live" if request.htmx else "seating/work/work.html"
    status = 200 if refusal is None else 409 if isinstance(refusal, Conflict) else 422
    return render(request, template, page, status=status)
