"""Seat the next hanchan by the standings: choose, see what comes of it, take it over."""

from secrets import randbelow
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.events.models import Tournament
from tournament.pairing.actions import seat_by_standings
from tournament.pairing.forms import ChoiceForm, TakeOverForm
from tournament.pairing.pages import preview
from tournament.pairing.refusals import refuse_people, refuse_unready
from tournament.pairing.situation import Situation, situation
from tournament.problems import Conflict, Refused
from tournament.roles import staff_page
from tournament.seating.models import Seat
from tournament.seating.queries import byes_of

MOST_SEED = 1_000_000


@staff_page("run_event")
def by_standings(request: HttpRequest, number: int) -> HttpResponse:
    """GET: the tables that a choice gives. POST: exactly these, as a new version of the seating."""
    tournament = request.tournament
    hanchan = get_object_or_404(tournament.hanchan, number=number)
    page: dict[str, Any] = {"nav": "seating", "hanchan": hanchan}
    try:
        refuse_unready(tournament, number)
    except Refused as refusal:
        before = tournament.hanchan.filter(number__lt=number).exclude(state="closed").order_by("number").first()
        page |= {"refusal": refusal, "open_hanchan": before}
        return render(request, "pairing/by_standings.html", page, status=422)
    known = situation(tournament, number)
    given = request.POST if request.method == "POST" else request.GET
    data = given if "seed" in given else {**given.dict(), **_first_choice(tournament, known)}
    page |= {"known": known, "form": (form := ChoiceForm(data, known=known))}
    if not form.is_valid():
        return render(request, "pairing/by_standings.html", page, status=422)
    if request.method != "POST":
        return _previewed(request, known, page)
    declined = _take_over(request, number, form)
    if declined is None:
        return redirect("seating_hanchan", tournament.slug, number)
    return _previewed(request, known, page, declined)


def _first_choice(tournament: Tournament, known: Situation) -> dict[str, str]:
    """How the page opens: a seed, and where the seating has byes and people are over, with byes."""
    sit_out = known.over and bool(byes_of(tournament.seating))
    return {"seed": str(randbelow(MOST_SEED)), **({"sit_out": "on"} if sit_out else {})}


def _take_over(request: HttpRequest, number: int, form: ChoiceForm) -> Refused | None:
    decision = TakeOverForm(request.POST)
    if not decision.is_valid():
        return Refused(_("This form is not complete. Look at the tables again, then take them over."))
    typed = decision.cleaned_data
    try:
        seat_by_standings(
            tournament=request.tournament, number=number, choice=form.choice, state=typed["state"], by=request.user,
            at=timezone.now(), base=typed["base"], submission=str(typed["submission"]),
        )  # fmt: skip
    except Refused as refusal:
        return refusal
    messages.success(
        request,
        _("Hanchan %(number)d is seated by the standings. Players see it when it is published.") % {"number": number},
    )
    return None


def _previewed(
    request: HttpRequest, known: Situation, page: dict[str, Any], refusal: Refused | None = None
) -> HttpResponse:
    """The page with the tables, as far as the people and the choice allow them."""
    tournament, form = request.tournament, page["form"]
    try:
        refuse_people(tournament, known, may_sit_out=form.choice.sit_out)
        page |= preview(known, form.choice, _now(tournament, known.number))
        page["take_over"] = TakeOverForm.fresh(tournament, typed={"state": known.digest})
    except Refused as impossible:
        refusal = refusal or impossible
        if impossible.field in form.fields:
            form.add_error(impossible.field, impossible.message)
            page["beside"] = impossible is refusal  # the field says it; saying it on top too would be twice
    status = 409 if isinstance(refusal, Conflict) else 422 if refusal else 200
    return render(request, "pairing/by_standings.html", {**page, "refusal": refusal}, status=status)


def _now(tournament: Any, number: int) -> list[list[int]]:
    """How the hanchan is seated so far: its tables, by id; one query."""
    tables: dict[int, list[int]] = {}
    seats = Seat.objects.filter(seating_id=tournament.seating_id, hanchan=number)
    for table, player in seats.order_by("table").values_list("table", "player_id"):
        tables.setdefault(table, []).append(player)
    return list(tables.values())
