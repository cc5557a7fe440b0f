"""The page of pairing by the standings: choose, preview, use."""

from secrets import randbelow
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.planning.pairing.actions import refuse_people, refuse_unready, seat_by_standings
from tournament.planning.pairing.basis import PairingBasis, pairing_basis
from tournament.planning.pairing.disclosure import hidden_before
from tournament.planning.pairing.forms import ApplyForm, ChoiceForm
from tournament.planning.pairing.methods import usual_method
from tournament.planning.pairing.pages import preview
from tournament.seats.queries import byes_of
from tournament.seats.seat_map import spans
from tournament.standings.queries import inputs_of

MOST_SEED = 1_000_000


@staff_page("run_event")
def by_standings(request: TournamentRequest, number: int) -> HttpResponse:
    """GET: preview the tables of a choice. POST: use exactly these, as a new version of the seating."""
    tournament = request.tournament
    hanchan = get_object_or_404(tournament.hanchan, number=number)
    page: dict[str, Any] = {"nav": "seating", "hanchan": hanchan}
    try:
        refuse_unready(tournament, number)
    except Refused as refusal:
        before = tournament.hanchan.filter(number__lt=number).exclude(state="closed").order_by("number").first()
        page |= {"refusal": refusal, "open_hanchan": before}
        return render(request, "planning/pairing/by_standings.html", page, status=422)
    basis = pairing_basis(tournament, number)
    given = request.POST if request.method == "POST" else request.GET
    data = given if "seed" in given else {**_first_choice(tournament, basis), **given.dict()}
    page |= {"known": basis, "form": (form := ChoiceForm(data, basis=basis))}
    if not form.is_valid():
        return render(request, "planning/pairing/by_standings.html", page, status=422)
    if request.method != "POST":
        return _previewed(request, basis, page)
    declined = _apply(request, number, form)
    if declined is None:
        return redirect("seating_hanchan", tournament.slug, number)
    return _previewed(request, basis, page, declined)


def _first_choice(tournament: Tournament, basis: PairingBasis) -> dict[str, str]:
    """The defaults of the page: finals after a cut, a seed, and byes if the seating has byes and some are left over."""
    sit_out = basis.over and bool(byes_of(tournament.seating))
    method = usual_method(basis).value
    return {"method": method, "seed": str(randbelow(MOST_SEED)), **({"sit_out": "on"} if sit_out else {})}


def _apply(request: TournamentRequest, number: int, form: ChoiceForm) -> Refused | None:
    decision = ApplyForm(request.POST)
    if not decision.is_valid():
        return Refused.of("form-incomplete", _("The form is incomplete. Check the tables again, then use them."))
    try:
        seat_by_standings(
            tournament=request.tournament,
            number=number,
            choice=form.choice,
            state=decision.cleaned_data["state"],
            act=decision.act(request.user, timezone.now()),
        )
    except Refused as refusal:
        return refusal
    messages.success(
        request,
        _("Hanchan {number} is seated by the standings. Publish it to show it to players.").format(number=number),
    )
    return None


def _previewed(
    request: TournamentRequest, basis: PairingBasis, page: dict[str, Any], refusal: Refused | None = None
) -> HttpResponse:
    """The page with the tables, as far as players and choice allow."""
    tournament, form = request.tournament, page["form"]
    try:
        refuse_people(tournament, basis, may_sit_out=form.choice.sit_out)
        page |= preview(basis, form.choice, basis.now)
        page["hidden"] = spans(hidden_before(inputs_of(tournament), basis.number))
        page["apply_form"] = ApplyForm.fresh(tournament, typed={"state": basis.digest})
    except Refused as impossible:
        refusal = refusal or impossible
        if impossible.field in form.fields:
            form.add_error(impossible.field, impossible.message)
            page["beside"] = impossible is refusal  # the field says it; saying it on top too would be twice
    status = refusal.status if refusal else 200
    return render(request, "planning/pairing/by_standings.html", {**page, "refusal": refusal}, status=status)
