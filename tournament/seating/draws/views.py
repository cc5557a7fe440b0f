"""The organiser's page of the draw: open one with a commitment, hold it, cancel it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.events.models import Tournament
from tournament.problems import Conflict, Refused
from tournament.roles import staff_page
from tournament.seating.draws import actions
from tournament.seating.draws.forms import CancelForm, CommitForm, HoldForm
from tournament.seating.draws.models import Draw
from tournament.seating.draws.queries import current_fingerprint, draws_of
from tournament.seating.draws.refusals import refuse_begun, refuse_commit
from tournament.seating.draws.seeds import fresh_secret, groups
from tournament.seating.refusals import refuse_plan
from tournament.seating.wishes.contradicting import refuse_contradictions

FORMS = {"commit": CommitForm, "hold": HoldForm, "cancel": CancelForm}


@staff_page("run_event")
def draw(request: HttpRequest) -> HttpResponse:
    """How far the draw is, and the one form for what comes next."""
    if request.method != "POST":
        return _page(request)
    act = request.POST.get("act", "")
    if act not in FORMS:
        raise Http404
    form = FORMS[act](request.POST)
    if not form.is_valid():
        return _page(request, {act: form}, status=422)
    try:
        said = _act(request, act, form)
    except Refused as refusal:
        return _refused(request, act, form, refusal)
    messages.success(request, said)
    return redirect("seating_draw", request.tournament.slug)


def _refused(request: HttpRequest, act: str, form, refusal: Refused) -> HttpResponse:
    if refusal.field in form.fields:
        form.add_error(refusal.field, refusal.message)
        return _page(request, {act: form}, status=422)
    return _page(request, {}, refusal, status=409 if isinstance(refusal, Conflict) else 422)


def _act(request: HttpRequest, act: str, form) -> str:
    """What was asked, and how it went in a sentence."""
    tournament, typed, by = request.tournament, form.cleaned_data, {"by": request.user, "at": timezone.now()}
    if act == "commit":
        actions.commit(
            tournament=tournament, secret=fresh_secret(), announced=typed["announced"],
            planned_for=typed["planned_for"], submission=str(typed["submission"]), **by,
        )  # fmt: skip
        return _("The commitment is on the public page. Nobody has seen the secret, and nobody can until the draw.")
    chosen = _chosen(tournament, request.POST.get("draw", ""))
    if act == "cancel":
        actions.cancel(draw=chosen, reason=typed["reason"], **by)
        return _("The draw is cancelled, and the public page says why.")
    decision = {name: form.decision[name] for name in ("base", "submission")}
    actions.hold(draw=chosen, public_text=typed["public_text"], **decision, **by)
    return _("Everybody has a place. The public page shows all that is needed to check the draw.")


def _chosen(tournament: Tournament, number: str) -> Draw:
    found = next((one for one in draws_of(tournament) if str(one.number) == number), None)
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


def _page(
    request: HttpRequest, forms: dict | None = None, refusal: Refused | None = None, status: int = 200
) -> HttpResponse:
    tournament, forms = request.tournament, forms or {}
    draws = draws_of(tournament)
    standing = next((one for one in draws if not one.cancelled_at), None)
    is_open = standing is not None and standing.drawn_at is None
    count, listed = current_fingerprint(tournament)
    page = {
        "nav": "seating", "draws": draws, "standing": standing, "is_open": is_open,
        "commitment": groups(standing.commitment) if standing else [], "count": count, "listed": groups(listed),
        "refusal": refusal or _impossible(tournament, standing), "begun": not _may_begin(tournament),
        "commit": forms.get("commit") or CommitForm.fresh(),
        "hold": forms.get("hold") or HoldForm.fresh(tournament, typed=request.POST),
        "cancel": forms.get("cancel") or CancelForm(),
    }  # fmt: skip
    return render(request, "seating/draws/draw.html", page, status=status)


def _impossible(tournament: Tournament, standing: Draw | None) -> Refused | None:
    """Why the next step could not be taken now."""
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
