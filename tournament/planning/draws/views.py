"""The organiser's page of the draw: open one with a commitment, hold it, cancel it."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.planning.draws import actions
from tournament.planning.draws.actions import broken_names, layout_job, refuse_begun, refuse_close
from tournament.planning.draws.commitment import hash_groups
from tournament.planning.draws.forms import CancelForm, CloseForm, HoldForm, LayoutForm
from tournament.planning.draws.queries import draws_of
from tournament.planning.draws.statement import draw_input, number_form
from tournament.planning.jobs.worker import start
from tournament.planning.models import Draw, JobState
from tournament.planning.refusals import refuse_plan
from tournament.planning.wishes.contradictions import refuse_contradictions

Form = LayoutForm | CloseForm | HoldForm | CancelForm
FORMS: dict[str, type[Form]] = {"layout": LayoutForm, "close": CloseForm, "hold": HoldForm, "cancel": CancelForm}


@staff_page("run_event")
def draw(request: TournamentRequest) -> HttpResponse:
    """The state of the draw, and the form of its next step."""
    if request.method != "POST":
        return _page(request)
    act = request.POST.get("act", "")
    if act not in FORMS:
        raise Http404
    form = FORMS[act](request.POST)
    if not form.is_valid():
        return _page(request, {act: form}, status=422)
    try:
        if isinstance(form, LayoutForm):
            return _layout(request, form)
        done = _perform(request, form)
    except Refused as refusal:
        return _refused(request, act, form, refusal)
    messages.success(request, done)
    return redirect("seating_draw", request.tournament.slug)


def _layout(request: TournamentRequest, form: LayoutForm) -> HttpResponse:
    """Start the search for the layout, and go to its progress."""
    act = Act(by=request.user, at=timezone.now(), submission=str(form.cleaned_data["submission"]))
    job = actions.request_layout(tournament=request.tournament, act=act)
    start(job)
    return redirect("seating_job", request.tournament.slug, job.pk)


def _refused(request: TournamentRequest, act: str, form: Form, refusal: Refused) -> HttpResponse:
    if refusal.field in form.fields:
        form.add_error(refusal.field, refusal.message)
        return _page(request, {act: form}, status=422)
    return _page(request, {}, refusal, status=409 if isinstance(refusal, Conflict) else 422)


def _perform(request: TournamentRequest, form: Form) -> str:
    """Do the step of a form; return a sentence about it."""
    tournament, at = request.tournament, timezone.now()
    typed = form.cleaned_data
    if isinstance(form, CloseForm):
        actions.close_list(
            tournament=tournament,
            announced=typed["announced"],
            form=form.number_form,
            earliest=typed["earliest"],
            act=Act(by=request.user, at=at, submission=str(typed["submission"])),
        )
        return _("The list is closed. Its fingerprint is on the public page: ask everybody to write it down.")
    draw = _chosen(tournament, request.POST.get("draw", ""))
    if isinstance(form, CancelForm):
        actions.cancel(draw=draw, act=Act(by=request.user, at=at, reason=typed["reason"]))
        return _("Draw cancelled. The public page gives the reason.")
    assert isinstance(form, HoldForm)  # noqa: S101 -- the only one that is left
    actions.hold(draw=draw, public_number=typed["public_number"], act=form.act(request.user, at))
    return _("The draw is done. The public page shows everything needed to check it.")


def _chosen(tournament: Tournament, number: str) -> Draw:
    found = next((one for one in draws_of(tournament) if str(one.number) == number), None)
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


def _page(
    request: TournamentRequest, forms: dict[str, Form] | None = None, refusal: Refused | None = None, status: int = 200
) -> HttpResponse:
    tournament, forms = request.tournament, forms or {}
    draws = draws_of(tournament)
    standing = next((one for one in draws if not one.cancelled_at), None)
    is_open = standing is not None and standing.drawn_at is None
    page: dict[str, Any] = {
        "nav": "seating",
        "draws": draws,
        "standing": standing,
        "is_open": is_open,
        "fingerprint": hash_groups(standing.fingerprint) if standing else [],
        "number_form": number_form(standing).sentence if standing and standing.number_form else "",
        "refusal": refusal or _impossible(tournament, standing),
        "begun": not _may_begin(tournament),
        "close": forms.get("close") or CloseForm.fresh(),
        "layout": LayoutForm(initial={"submission": uuid4()}),
        "hold": forms.get("hold") or HoldForm.fresh(tournament, typed=request.POST),
        "cancel": forms.get("cancel") or CancelForm(),
    }
    if standing is None:
        page |= _before_closing(tournament)
    elif is_open:
        standing.tournament = tournament
        page["broken"] = broken_names(standing)
    return render(request, "planning/draws/draw.html", page, status=status)


def _before_closing(tournament: Tournament) -> dict[str, Any]:
    """Whether there are wishes, the job that calculates their layout, and whether the list can be closed."""
    known = draw_input(tournament)
    job = layout_job(tournament, known) if known.wishes else None
    return {
        "count": len(known.field.seated),
        "wishes": len(known.records),
        "job": job,
        "can_close": not known.wishes or (job is not None and job.state == JobState.DONE),
    }


def _impossible(tournament: Tournament, standing: Draw | None) -> Refused | None:
    """The refusal of the next step, if it is not possible now."""
    try:
        if standing is None:
            refuse_close(tournament)
            refuse_plan(tournament, drawing=True)
            refuse_contradictions(tournament)
        elif standing.drawn_at is None:
            actions.refuse_older(standing)
            refuse_plan(tournament, drawing=True)
    except Refused as refusal:
        return refusal
    return None


def _may_begin(tournament: Tournament) -> bool:
    try:
        refuse_begun(tournament)
    except Refused:
        return False
    return True
