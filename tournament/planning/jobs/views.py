"""The pages of planning: at once where a plan of the size is known, else as a job; the job's progress and result."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from secrets import randbelow
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from seating.bounds import repeats_bound
from seating.notes import Note
from seating.word_draw import normalised
from tournament.core.audit import Act
from tournament.core.messages import Refused, sentence
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.planning.actions import draw_seating, plan_seating
from tournament.planning.basis import basis_of
from tournament.planning.change_views import tell_done, undo_address
from tournament.planning.forms import DecisionForm, PlanForm, WordDrawForm
from tournament.planning.jobs import actions
from tournament.planning.models import PlanningJob
from tournament.planning.pages import draw_panel, given_words
from tournament.planning.plan_spec import PlanSpec, plan_spec
from tournament.planning.preview import Preview
from tournament.planning.views import tell_published
from tournament.planning.wish_contradictions import conflicts_of, contradictions_of, explain
from tournament.players.queries import field_of
from tournament.seating_report.quality import quality_card
from tournament.seats.queries import published_hanchan, started_hanchan
from tournament.seats.seat_map import spans
from tournament.wishes.pages import wish_lines
from tournament.wishes.queries import planner_wishes, wishes_of

MOST_SEED = 1_000_000
OLD_NOTE = 2
"""Values of a note that was stored without a code."""
DRAW_IDS = "draw_%s"
"""The ids of the second form on the page."""


@staff_page("run_event")
def plan(request: TournamentRequest) -> HttpResponse:
    """Plan the hanchan that have not started, from a seed that the page shows."""
    tournament = request.tournament
    if request.htmx and "words" in request.GET:
        return render(request, "planning/words.html#given", given_words(tournament, request.GET["words"]))
    if "words" in request.POST:
        return _draw(request, WordDrawForm(request.POST, auto_id=DRAW_IDS))
    form = PlanForm(request.POST) if request.method == "POST" else None
    if form is None or not form.is_valid():
        return _plan_page(request, form or PlanForm.fresh(tournament, typed={"seed": randbelow(MOST_SEED)}))
    takes_long = started_hanchan(tournament) or planner_wishes(wishes_of(tournament), field_of(tournament).seated)
    seed, act = form.cleaned_data["seed"], form.act(request.user, timezone.now())
    try:
        if takes_long:  # a search; without wishes and played hanchan every size has a stored plan
            found = actions.request_plan(tournament=tournament, seed=seed, act=act)
            return redirect("seating_job", tournament.slug, found.pk)
        plan_seating(tournament=tournament, seed=seed, act=act)
    except Refused as refusal:
        return _plan_page(request, PlanForm.fresh(tournament, typed=request.POST), refusal)
    _tell_planned(request, act)
    return redirect("seating_hanchan", tournament.slug, 1)


def _tell_planned(request: TournamentRequest, act: Act) -> None:
    done = _("Seating planned. Publish it to show it to players.")
    tell_done(request, done, undo_address(request, act.base or 0), _("Undo"))


def _draw(request: TournamentRequest, form: WordDrawForm) -> HttpResponse:
    """Draw from the typed words; on a refusal the words stay in their field."""
    seed = PlanForm.fresh(request.tournament, typed={"seed": randbelow(MOST_SEED)})
    if not form.is_valid():
        return _plan_page(request, seed, draw_form=form)
    try:
        act = form.act(request.user, timezone.now())
        draw_seating(tournament=request.tournament, words=form.cleaned_data["words"], act=act)
    except Refused as refusal:
        if refusal.field == "words":
            form.add_error("words", refusal.message)
            return _plan_page(request, seed, draw_form=form)
        fresh = WordDrawForm.fresh(request.tournament, typed=request.POST, auto_id=DRAW_IDS)
        return _plan_page(request, seed, refusal, draw_form=fresh)
    messages.success(request, _("Drawn from the words “{words}”.").format(words=normalised(form.cleaned_data["words"])))
    tell_published(request)
    return redirect("seating_hanchan", request.tournament.slug, 1)


def _plan_page(
    request: TournamentRequest, form: PlanForm, refusal: Refused | None = None, draw_form: WordDrawForm | None = None
) -> HttpResponse:
    status = refusal.status if refusal else 422 if form.is_bound or draw_form else 200
    page = {**plan_page(request.tournament, refusal), "form": form, **draw_panel(request.tournament)}
    page["draw_form"] = draw_form or WordDrawForm.fresh(request.tournament, auto_id=DRAW_IDS)
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
            act = form.act(request.user, at)
            actions.use_plan(job=found, act=act)
            _tell_planned(request, act)
            return redirect("seating", tournament.slug)
    return redirect("seating_job", tournament.slug, found.pk)


def _job_page(
    request: TournamentRequest, found: PlanningJob, at: datetime, refusal: Refused | None = None
) -> HttpResponse:
    tournament = request.tournament
    form = DecisionForm.fresh(tournament)
    if refusal is None and found.base != form.initial["base"] and not found.used_at:
        form.initial["base"] = found.base  # if somebody changed the seating since, the action tells
    page = {**job_page(found, at), "form": form, "refusal": refusal, "seating": tournament.seating}
    template = "planning/jobs/job.html#live" if request.htmx else "planning/jobs/job.html"
    return render(request, template, page, status=refusal.status if refusal else 200)


def latest_job(tournament: Tournament) -> PlanningJob | None:
    """The job for the page of planning: the last one, unless its result is in use."""
    found: PlanningJob | None = tournament.planning_jobs.order_by("-id").first()
    return None if found is None or found.used_at else found


def mark(job: PlanningJob, at: datetime) -> str:
    """A mark that changes whenever the page of the job would look different."""
    stopping = int(job.stop_requested_at is not None)
    return f"{job.state}-{job.progress}-{job.shortfall}-{stopping}-{int(job.is_waiting(at))}"


def job_page(job: PlanningJob, at: datetime) -> dict[str, object]:
    """The context of the page of a job: its state, and what its result would change unless it is in use."""
    page = {"nav": "seating", "job": job, "mark": mark(job, at), "failure": job.message}
    try:
        spec = PlanSpec.from_json(job.spec)
    except Refused as refusal:
        return {**page, "failure": refusal.message}
    page |= {
        "percent": job.progress // 10,
        "waiting": job.is_waiting(at),
        "seed": spec.seed,
        "numbers": spans(spec.planned),
        "wishes": len(spec.wishes),
    }
    return page | _result(job, job.best) if job.best and not job.used_at else page


def _result(job: PlanningJob, best: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the result would change, the wishes that it does not meet, and why it cannot be used any more."""
    basis, answer = basis_of(job.tournament), actions.plan_of(job)
    way = next(answer.ways(basis))
    if way.obstacles:
        return {"obstacle": sentence(way.obstacles[0])}
    preview = Preview(basis, way)
    unmet = tuple(stored_note(value) for value in best["unmet"])
    return {
        "preview": preview,
        "card": quality_card(preview.measured[1], basis.players, winds=basis.winds),
        "outdated": plan_spec(basis, 0).wishes != answer.spec.wishes,
        "unmet": explain(job.tournament, answer.spec, unmet),
        "conflicts": conflicts_of(job.tournament, answer.spec) if unmet else [],
    }


def stored_note(value: Sequence[Any]) -> Note:
    """A stored note: code, text, values; of results from before there were codes, an old text with its values."""
    if len(value) == OLD_NOTE:
        return Note("", re.sub(r"%\((\w+)\)[ds]", r"{\1}", value[0]), value[1])
    return Note(*value)


def plan_page(tournament: Tournament, refusal: Refused | None = None) -> dict[str, object]:
    """Everything but the form; `refusal` of the last attempt, else of planning now."""
    field, count = field_of(tournament), tournament.hanchan.count()
    started = started_hanchan(tournament)
    obstacle = _obstacle(tournament)
    contradictions = contradictions_of(tournament)
    return {
        "nav": "seating",
        "field": field,
        "tables": field.tables,
        "hanchan_count": count,
        "seating": tournament.seating,
        "published": published_hanchan(tournament) if tournament.seating else [],
        "refusal": refusal or obstacle,
        "started": spans(started),
        "wishes": wish_lines(tournament, field),
        "can_plan": obstacle is None and not contradictions,
        "contradictions": contradictions,
        "expected": [] if obstacle or started else expected(tournament, len(field.seated), count),
        "job": latest_job(tournament),
    }


def _obstacle(tournament: Tournament) -> Refused | None:
    try:
        actions.refuse_planning(tournament)
    except Refused as refusal:
        return refusal
    return None


def expected(tournament: Tournament, players: int, hanchan: int) -> list[str]:
    """Return sentences about any plan of this size."""
    repeats = repeats_bound(players, hanchan, tournament.at_a_table)
    meetings = _("No two players meet twice.")
    if repeats:
        meetings = ngettext(
            "With this many hanchan, players must meet again: at least {count} repeat, as late as possible.",
            "With this many hanchan, players must meet again: at least {count} repeats, as late as possible.",
            repeats,
        ).format(count=repeats)
    winds = [] if tournament.winds_are_drawn else [_("After every hanchan, everybody’s winds differ by at most one.")]
    return [meetings, *winds]
