"""The organiser's page of the draw: open one with a commitment, hold it, cancel it."""

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
from tournament.planning.draws.actions import refuse_begun, refuse_commit
from tournament.planning.draws.commitment import fresh_secret, hash_groups
from tournament.planning.draws.forms import CancelForm, CommitForm, HoldForm
from tournament.planning.draws.queries import current_fingerprint, draws_of
from tournament.planning.models import Draw
from tournament.planning.refusals import refuse_plan
from tournament.planning.wishes.contradictions import refuse_contradictions

Form = CommitForm | HoldForm | CancelForm
FORMS: dict[str, type[Form]] = {"commit": CommitForm, "hold": HoldForm, "cancel": CancelForm}


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
        done = _perform(request, form)
    except Refused as refusal:
        return _refused(request, act, form, refusal)
    messages.success(request, done)
    return redirect("seating_draw", request.tournament.slug)


def _refused(request: TournamentRequest, act: str, form: Form, refusal: Refused) -> HttpResponse:
    if refusal.field in form.fields:
        form.add_error(refusal.field, refusal.message)
        return _page(request, {act: form}, status=422)
    return _page(request, {}, refusal, status=409 if isinstance(refusal, Conflict) else 422)


def _perform(request: TournamentRequest, form: Form) -> str:
    """Do the step of a form; return a sentence about it."""
    tournament, at = request.tournament, timezone.now()
    typed = form.cleaned_data
    if isinstance(form, CommitForm):
        actions.commit(
            tournament=tournament,
            secret=fresh_secret(),
            announced=typed["announced"],
            planned_for=typed["planned_for"],
            act=Act(by=request.user, at=at, submission=str(typed["submission"])),
        )
        return _("The commitment is on the public page. The secret stays hidden until the draw.")
    draw = _chosen(tournament, request.POST.get("draw", ""))
    if isinstance(form, CancelForm):
        actions.cancel(draw=draw, act=Act(by=request.user, at=at, reason=typed["reason"]))
        return _("Draw cancelled. The public page gives the reason.")
    actions.hold(
        draw=draw,
        public_text=typed["public_text"],
        act=form.act(request.user, at),
    )
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
    count, listed = current_fingerprint(tournament)
    page = {
        "nav": "seating",
        "draws": draws,
        "standing": standing,
        "is_open": is_open,
        "commitment": hash_groups(standing.commitment) if standing else [],
        "count": count,
        "listed": hash_groups(listed),
        "refusal": refusal or _impossible(tournament, standing),
        "begun": not _may_begin(tournament),
        "commit": forms.get("commit") or CommitForm.fresh(),
        "hold": forms.get("hold") or HoldForm.fresh(tournament, typed=request.POST),
        "cancel": forms.get("cancel") or CancelForm(),
    }
    return render(request, "planning/draws/draw.html", page, status=status)


def _impossible(tournament: Tournament, standing: Draw | None) -> Refused | None:
    """The refusal of the next step, if it is not possible now."""
    try:
        if standing is None:
            refuse_commit(tournament)
        elif standing.drawn_at is None:
            refuse_plan(tournament, drawing=True)
            refuse_contradictions(tournament)
    except Refused as refusal:
        return refusal
    return None


def _may_begin(tournament: Tournament) -> bool:
    try:
        refuse_begun(tournament)
    except Refused:
        return False
    return True
