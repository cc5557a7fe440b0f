"""The staff's pages of the seating: look, publish, swap, replace."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.asked import whole
from tournament.events.models import Hanchan
from tournament.events.queries import hanchan_of
from tournament.problems import Conflict, Refused
from tournament.roles import may, staff_page
from tournament.seating import actions, pages
from tournament.seating.forms import DecisionForm, ReplaceForm, SwapForm
from tournament.seating.people import option
from tournament.seating.queries import draft_of, field_of, started_hanchan


def refused(refusal: Refused) -> int:
    """The status of a page that shows a refusal."""
    return 409 if isinstance(refusal, Conflict) else 422


@staff_page("work_at")
def seating(request: HttpRequest, number: int | None = None) -> HttpResponse:
    """The seating of one hanchan, with the quality of the whole."""
    tournament = request.tournament
    hanchan = hanchan_of(tournament)
    chosen = next((one for one in hanchan if one.number == number), None)
    if number is not None and chosen is None:
        raise Http404
    chosen = chosen or pages.hanchan_now(hanchan)
    page = pages.seating_page(
        tournament, chosen, hanchan, request.GET.get("q", "").strip(), request.GET.get("player", "").strip()
    )
    page["may_change"] = may(request, "run_event")
    page["can_swap"] = page["may_change"] and page["tables"] and chosen.state == "planned"
    page["pair"] = SwapForm()
    page["field"] = None if page["seating"] else field_of(tournament)
    return render(request, "seating/seating.html", page)


@staff_page("run_event")
@require_POST
def publish(request: HttpRequest) -> HttpResponse:
    """Publish or hide one hanchan, or all."""
    typed = request.POST.get("hanchan", "")
    hanchan = whole(typed)
    if typed and hanchan is None:
        raise Http404
    public = request.POST.get("public") == "1"
    try:
        actions.publish(
            tournament=request.tournament, hanchan=hanchan, by=request.user, at=timezone.now(), public=public
        )
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("Players see it now.") if public else _("Players no longer see it."))
    back = whole(request.POST.get("back", "")) or hanchan
    return (
        redirect("seating_hanchan", request.tournament.slug, back)
        if back
        else redirect("seating", request.tournament.slug)
    )


@staff_page("run_event")
def swap(request: HttpRequest, number: int) -> HttpResponse:
    """What a swap costs; then the swap."""
    tournament = request.tournament
    hanchan = get_object_or_404(tournament.hanchan, number=number)
    people = list(tournament.players.order_by("number"))
    if request.method != "POST":
        return _swap_page(request, hanchan, SwapForm.of(request.GET, people), DecisionForm.fresh(tournament))
    pair, form = SwapForm.of(request.POST, people), DecisionForm(request.POST)
    if not (pair.is_valid() and form.is_valid()):
        return _swap_page(request, hanchan, pair, form)
    names = {**pair.cleaned_data, "number": number}
    try:
        actions.swap(
            tournament=tournament, hanchan=number, by=request.user, at=timezone.now(), **pair.cleaned_data,
            **form.decision,
        )  # fmt: skip
    except Refused as refusal:
        return _swap_page(request, hanchan, pair, DecisionForm.fresh(tournament, typed=request.POST), refusal)
    messages.success(request, _("%(one)s and %(other)s changed places in hanchan %(number)d.") % names)
    return redirect("seating_hanchan", tournament.slug, number)


def _swap_page(
    request: HttpRequest, hanchan: Hanchan, pair: SwapForm, form: DecisionForm, refusal: Refused | None = None
) -> HttpResponse:
    """What the swap costs, with a refusal of what was sent; when there can be none, the fields for the two again."""
    tournament = request.tournament
    cost = None
    if pair.is_bound and pair.is_valid():
        try:
            cost = pages.swap_page(tournament, hanchan.number, **pair.cleaned_data)
        except Refused as impossible:
            pair.add_error(impossible.field, impossible.message)
    people = [option(player) for player in tournament.players.order_by("number")]
    page = {
        "nav": "seating", "hanchan": hanchan, "cost": cost, "refusal": refusal, "pair": pair, "people": people,
        "form": form,
    }  # fmt: skip
    status = refused(refusal) if refusal else 422 if pair.errors or form.errors else 200
    return render(request, "seating/swap.html", page, status=status)


@staff_page("run_event")
def replace(request: HttpRequest) -> HttpResponse:
    """Somebody comes for somebody who leaves, from a hanchan on."""
    tournament = request.tournament
    people = list(tournament.players.order_by("number"))
    started = set(started_hanchan(tournament))
    numbers = [one.number for one in hanchan_of(tournament) if one.number not in started]
    known: dict[str, Any] = {"people": people, "numbers": numbers}
    if request.method != "POST":
        form = ReplaceForm.fresh(tournament, typed=request.GET.dict(), **known)
        return _replace_page(request, form, 200)
    form = ReplaceForm(request.POST, **known)
    if form.is_valid():
        chosen = {name: form.cleaned_data[name] for name in ("leaving", "coming", "from_hanchan")}
        try:
            actions.replace_player(tournament=tournament, by=request.user, at=timezone.now(), **chosen, **form.decision)
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
            return _replace_page(request, form, refused(refusal))
        messages.success(
            request, _("%(coming)s has the seats of %(leaving)s from hanchan %(from_hanchan)d on.") % chosen
        )
        return redirect("seating_hanchan", tournament.slug, chosen["from_hanchan"])
    return _replace_page(request, form, 422)


def _replace_page(request: HttpRequest, form: ReplaceForm, status: int) -> HttpResponse:
    tournament = request.tournament
    seated = {
        player for tables in draft_of(tournament.seating).values() for seats in tables.values() for player in seats
    }
    people = list(tournament.players.order_by("number"))
    page = {
        "nav": "seating", "form": form, "people": [option(player) for player in people], "seating": tournament.seating,
        "free": [player for player in people if player.pk not in seated and player.status == "playing"],
    }  # fmt: skip
    return render(request, "seating/replace.html", page, status=status)
