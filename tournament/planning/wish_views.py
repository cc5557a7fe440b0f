"""The page of wishes: look, add, withdraw, bring back."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.planning.wish_contradictions import wish_problems
from tournament.players.lookup import option
from tournament.players.models import Player
from tournament.wishes import actions, pages
from tournament.wishes.forms import FORMS, WishForm
from tournament.wishes.models import WishKind
from tournament.wishes.sentences import wish_sentence


@staff_page("run_event")
def wishes(request: TournamentRequest) -> HttpResponse:
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
            made = actions.add_wish(
                tournament=tournament, kind=kind, act=Act(by=request.user, at=timezone.now()), **form.wished
            )
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        else:
            messages.success(request, format_html(_("Saved for the next plan: {wish}"), wish=wish_sentence(made)))
            return redirect("seating_wishes", tournament.slug)
    return _page(request, kind, form, people, status=422)


def _page(
    request: TournamentRequest, kind: str, form: WishForm, people: Sequence[Player], status: int = 200
) -> HttpResponse:
    tournament = request.tournament
    page = {
        **pages.wishes_page(tournament, kind),
        "form": form,
        "people": [option(player) for player in people],
        **wish_problems(tournament),
    }
    return render(request, "wishes/wishes.html", page, status=status)


@staff_page("run_event")
@require_POST
def withdraw(request: TournamentRequest, pk: int) -> HttpResponse:
    """Withdraw a wish, or with `undo` bring it back."""
    tournament = request.tournament
    wish = get_object_or_404(tournament.wishes, pk=pk)
    try:
        if request.POST.get("undo"):
            actions.bring_back(wish=wish, act=Act(by=request.user, at=timezone.now()))
            messages.success(request, format_html(_("Restored: {wish}"), wish=wish_sentence(wish)))
        else:
            actions.withdraw(wish=wish, act=Act(by=request.user, at=timezone.now()))
            messages.success(request, format_html(_("Withdrawn: {wish}"), wish=wish_sentence(wish)))
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("seating_wishes", tournament.slug)
