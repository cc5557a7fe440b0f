"""The page of wishes: look, add, withdraw, bring back."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.players.models import Player
from tournament.problems import Refused
from tournament.roles import staff_page
from tournament.seating.people import option
from tournament.seating.wishes import actions, pages
from tournament.seating.wishes.contradicting import at_odds
from tournament.seating.wishes.forms import FORMS, WishForm
from tournament.seating.wishes.models import WishKind
from tournament.seating.wishes.sentences import said


@staff_page("run_event")
def wishes(request: HttpRequest) -> HttpResponse:
    """Every wish in a sentence, and a short form for one more."""
    tournament = request.tournament
    kind = (request.POST or request.GET).get("kind", "")
    kind = kind if kind in FORMS else WishKind.SAME.value
    people = list(tournament.players.order_by("number"))
    if request.method != "POST":
        return _page(request, kind, FORMS[kind].fresh(people), people)
    form = FORMS[kind](request.POST, people=people)
    if form.is_valid():
        try:
            made = actions.wish(tournament=tournament, kind=kind, by=request.user, at=timezone.now(), **form.wished)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        else:
            messages.success(request, format_html(_("Kept for the next plan: {wish}"), wish=said(made)))
            return redirect("seating_wishes", tournament.slug)
    return _page(request, kind, form, people, status=422)


def _page(request: HttpRequest, kind: str, form: WishForm, people: Sequence[Player], status: int = 200) -> HttpResponse:
    tournament = request.tournament
    page = {
        **pages.wishes_page(tournament, kind), "form": form, "people": [option(player) for player in people],
        **at_odds(tournament),
    }  # fmt: skip
    return render(request, "seating/wishes/wishes.html", page, status=status)


@staff_page("run_event")
@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw a wish, or with `undo` bring it back."""
    tournament = request.tournament
    wish = get_object_or_404(tournament.wishes, pk=pk)
    try:
        if request.POST.get("undo"):
            actions.bring_back(wish=wish, by=request.user, at=timezone.now())
            messages.success(request, format_html(_("It counts again: {wish}"), wish=said(wish)))
        else:
            actions.withdraw(wish=wish, by=request.user, at=timezone.now())
            messages.success(request, format_html(_("Withdrawn: {wish}"), wish=said(wish)))
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("seating_wishes", tournament.slug)
