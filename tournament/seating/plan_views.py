"""The page of planning: at once where a plan is known for the size, else as work that goes on by itself."""

from secrets import randbelow

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.problems import Conflict, Refused
from tournament.roles import staff_page
from tournament.seating import actions
from tournament.seating.forms import PlanForm
from tournament.seating.pages.plan import plan_page
from tournament.seating.queries import field_of, started_hanchan
from tournament.seating.wishes.queries import planner_wishes
from tournament.seating.work.actions import ask
from tournament.seating.work.starting import start

MOST_SEED = 1_000_000


@staff_page("run_event")
def plan(request: HttpRequest) -> HttpResponse:
    """Plan the hanchan that have not started from a seed that the page draws and shows."""
    tournament = request.tournament
    form = PlanForm(request.POST) if request.method == "POST" else None
    if form is None or not form.is_valid():
        return _page(request, form or PlanForm.fresh(tournament, typed={"seed": randbelow(MOST_SEED)}))
    try:
        return _search(request, form) if _takes_long(request) else _at_once(request, form)
    except Refused as refusal:
        return _page(request, PlanForm.fresh(tournament, typed=request.POST), refusal)


def _takes_long(request: HttpRequest) -> bool:
    """A plan is known for every size; wishes and hanchan that were played make it a search."""
    tournament = request.tournament
    return bool(started_hanchan(tournament) or planner_wishes(tournament, field_of(tournament).seated))


def _at_once(request: HttpRequest, form: PlanForm) -> HttpResponse:
    actions.plan_seating(
        tournament=request.tournament, seed=form.cleaned_data["seed"], by=request.user, at=timezone.now(),
        base=form.cleaned_data["base"], submission=str(form.cleaned_data["submission"]),
    )  # fmt: skip
    messages.success(request, _("Everybody has a seat. Players see it when it is published."))
    return redirect("seating_hanchan", request.tournament.slug, 1)


def _search(request: HttpRequest, form: PlanForm) -> HttpResponse:
    work = ask(
        tournament=request.tournament, seed=form.cleaned_data["seed"], by=request.user, at=timezone.now(),
        base=form.cleaned_data["base"], submission=str(form.cleaned_data["submission"]),
    )  # fmt: skip
    start(work)
    return redirect("seating_work", request.tournament.slug, work.pk)


def _page(request: HttpRequest, form: PlanForm, refusal: Refused | None = None) -> HttpResponse:
    status = 409 if isinstance(refusal, Conflict) else 422 if refusal or form.is_bound else 200
    page = {**plan_page(request.tournament, timezone.now(), refusal), "form": form}
    return render(request, "seating/plan.html", page, status=status)
