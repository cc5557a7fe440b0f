"""The pages of planning: at once where a plan of the size is known, else as a job; the job's progress and result."""

from datetime import datetime
from secrets import randbelow

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.planning.actions import plan_seating
from tournament.planning.forms import DecisionForm, PlanForm
from tournament.planning.jobs import actions
from tournament.planning.jobs.pages import job_page, mark, plan_page
from tournament.planning.models import PlanningJob
from tournament.planning.wishes.queries import planner_wishes
from tournament.players.queries import field_of
from tournament.seats.queries import started_hanchan

MOST_SEED = 1_000_000


@staff_page("run_event")
def plan(request: TournamentRequest) -> HttpResponse:
    """Plan the hanchan that have not started, from a seed that the page shows."""
    tournament = request.tournament
    form = PlanForm(request.POST) if request.method == "POST" else None
    if form is None or not form.is_valid():
        return _plan_page(request, form or PlanForm.fresh(tournament, typed={"seed": randbelow(MOST_SEED)}))
    takes_long = started_hanchan(tournament) or planner_wishes(tournament, field_of(tournament).seated)
    seed, act = form.cleaned_data["seed"], form.act(request.user, timezone.now())
    try:
        if takes_long:  # a search; without wishes and played hanchan every size has a stored plan
            found = actions.request_plan(tournament=tournament, seed=seed, act=act)
            return redirect("seating_job", tournament.slug, found.pk)
        plan_seating(tournament=tournament, seed=seed, act=act)
    except Refused as refusal:
        return _plan_page(request, PlanForm.fresh(tournament, typed=request.POST), refusal)
    messages.success(request, _("Seating planned. Publish it to show it to players."))
    return redirect("seating_hanchan", tournament.slug, 1)


def _plan_page(request: TournamentRequest, form: PlanForm, refusal: Refused | None = None) -> HttpResponse:
    status = refusal.status if refusal else 422 if form.is_bound else 200
    page = {**plan_page(request.tournament, refusal), "form": form}
    return render(request, "planning/plan.html", page, status=status)


@staff_page("run_event")
def job(request: TournamentRequest, job: int) -> HttpResponse:
    """The progress of a job; with `do` in a form: stop, discard, take."""
    found = get_object_or_404(request.tournament.planning_jobs, pk=job)
    at = timezone.now()
    if request.method == "POST":
        try:
            return _done(request, found, at)
        except Refused as refusal:
            return _job_page(request, found, at, refusal)
    if request.GET.get("since") == mark(found, at):
        return HttpResponse(status=204)
    return _job_page(request, found, at)


def _done(request: TournamentRequest, found: PlanningJob, at: datetime) -> HttpResponse:
    tournament, act = request.tournament, Act(by=request.user, at=at)
    match request.POST.get("do"):
        case "stop":
            actions.stop(job=found, act=act)
        case "discard":
            actions.discard(job=found, act=act)
            messages.success(request, _("Plan discarded."))
            return redirect("seating_plan", tournament.slug)
        case "take" if (form := DecisionForm(request.POST)).is_valid():
            number = actions.use_plan(job=found, act=form.act(request.user, at)).number
            text = _("Version {number} is now in use. Publish it to show it to players.")
            messages.success(request, text.format(number=number))
            return redirect("seating", tournament.slug)
    return redirect("seating_job", tournament.slug, found.pk)


def _job_page(
    request: TournamentRequest, found: PlanningJob, at: datetime, refusal: Refused | None = None
) -> HttpResponse:
    tournament = request.tournament
    form = DecisionForm.fresh(tournament)
    if refusal is None and found.base != form.initial["base"] and not found.used_at:
        form.initial["base"] = found.base  # somebody changed the seating since; the action says so
    page = {**job_page(found, at), "form": form, "refusal": refusal, "seating": tournament.seating}
    template = "planning/jobs/job.html#live" if request.htmx else "planning/jobs/job.html"
    return render(request, template, page, status=refusal.status if refusal else 200)
