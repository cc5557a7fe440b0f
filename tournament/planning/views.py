"""The staff's pages of the seating: look, publish, swap, replace."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Hanchan
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import may, staff_page
from tournament.core.tables import configure
from tournament.events.queries import hanchan_of
from tournament.planning import actions, pages
from tournament.planning.forms import DecisionForm, ReplaceForm, SwapForm
from tournament.planning.quality import quality_card, quality_of, quality_of_map
from tournament.planning.tables import SeatingVersionTable
from tournament.planning.wishes.queries import fixed_places
from tournament.players.lookup import option
from tournament.players.queries import field_of
from tournament.seats.queries import arranged_of, current_hanchan, draft_of, mismatch, started_hanchan


@staff_page("work_at")
def seating(request: TournamentRequest, number: int | None = None) -> HttpResponse:
    """The seating of one hanchan, with the quality of the whole."""
    tournament = request.tournament
    hanchan = hanchan_of(tournament)
    chosen = next((one for one in hanchan if one.number == number), None)
    if number is not None and chosen is None:
        raise Http404
    chosen = chosen or current_hanchan(hanchan)
    page = pages.seating_page(tournament, chosen, hanchan, request.GET.dict())
    page["may_change"] = may(request, "run_event")
    page["can_swap"] = may(request, "run_hanchan") and page["tables"] and chosen.state == "planned"
    page["may_correct"] = may(request, "change_sheet") and chosen.state != "planned"
    page["pair"] = SwapForm()
    page["field"] = None if page["seating"] else field_of(tournament)
    return render(request, "planning/seating.html", page)


@staff_page("run_event")
@require_POST
def publish(request: TournamentRequest) -> HttpResponse:
    """Publish or hide one hanchan, or all."""
    typed = request.POST.get("hanchan", "")
    hanchan = parse_int(typed)
    if typed and hanchan is None:
        raise Http404
    public = request.POST.get("public") == "1"
    try:
        actions.publish(
            tournament=request.tournament,
            hanchan=hanchan,
            act=Act(by=request.user, at=timezone.now()),
            public=public,
            telling="telling" in request.POST,
        )
    except Refused as refusal:
        if refusal.field == "telling":
            page = {"nav": "seating", "refusal": refusal, "hanchan": hanchan, "back": request.POST.get("back", "")}
            return render(request, "planning/publish_hidden.html", page, status=refusal.status)
        messages.error(request, refusal.message)
    else:
        tell_published(request) if public else messages.success(request, _("Hidden."))
    back = parse_int(request.POST.get("back", "")) or hanchan
    return (
        redirect("seating_hanchan", request.tournament.slug, back)
        if back
        else redirect("seating", request.tournament.slug)
    )


def tell_published(request: TournamentRequest) -> None:
    """Say that the seating is published; while the public page is closed, say so and lead to it."""
    if request.tournament.is_public:
        messages.success(request, _("Published."))
        return
    text = _("Published. The public page is still closed: {link}.")
    link = format_html(
        '<a href="{}">{}</a>', reverse("event_public", args=[request.tournament.slug]), _("open the public page")
    )
    messages.warning(request, format_html(text, link=link))


@staff_page("run_hanchan")
def swap(request: TournamentRequest, number: int) -> HttpResponse:
    """Preview a swap; then do it."""
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
            tournament=tournament,
            hanchan=number,
            act=form.act(request.user, timezone.now()),
            **pair.cleaned_data,
        )
    except Refused as refusal:
        return _swap_page(request, hanchan, pair, DecisionForm.fresh(tournament, typed=request.POST), refusal)
    messages.success(request, _("Swapped {one} and {other} in hanchan {number}.").format(**names))
    return redirect("seating_hanchan", tournament.slug, number)


def _swap_page(
    request: TournamentRequest, hanchan: Hanchan, pair: SwapForm, form: DecisionForm, refusal: Refused | None = None
) -> HttpResponse:
    """The preview of a swap with its refusal; without a valid pair, the fields for the two players."""
    tournament = request.tournament
    cost = None
    if pair.is_bound and pair.is_valid():
        try:
            cost = pages.swap_page(tournament, hanchan.number, **pair.cleaned_data)
        except Refused as impossible:
            pair.add_error(impossible.field, impossible.message)
    people = [option(player) for player in tournament.players.order_by("number")]
    page = {
        "nav": "seating",
        "hanchan": hanchan,
        "cost": cost,
        "refusal": refusal,
        "pair": pair,
        "people": people,
        "form": form,
    }
    status = refusal.status if refusal else 422 if pair.errors or form.errors else 200
    if request.htmx:
        return render(request, "planning/swap_panel.html", page)
    return render(request, "planning/swap.html", page, status=status)


@staff_page("run_event")
def replace(request: TournamentRequest) -> HttpResponse:
    """Replace a player from a hanchan on."""
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
            actions.replace_player(
                tournament=tournament,
                act=form.act(request.user, timezone.now()),
                **chosen,
            )
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
            return _replace_page(request, form, refusal.status)
        messages.success(request, _("{coming} replaces {leaving} from hanchan {from_hanchan} on.").format(**chosen))
        return redirect("seating_hanchan", tournament.slug, chosen["from_hanchan"])
    return _replace_page(request, form, 422)


def _replace_page(request: TournamentRequest, form: ReplaceForm, status: int) -> HttpResponse:
    tournament = request.tournament
    seated = {
        player for tables in draft_of(tournament.seating).values() for seats in tables.values() for player in seats
    }
    people = list(tournament.players.order_by("number"))
    page = {
        "nav": "seating",
        "form": form,
        "people": [option(player) for player in people],
        "seating": tournament.seating,
        "free": [player for player in people if player.pk not in seated and player.status == "playing"],
    }
    return render(request, "planning/replace.html", page, status=status)


@staff_page("work_at")
def versions(request: TournamentRequest) -> HttpResponse:
    """The list of versions."""
    found = list(request.tournament.seatings.select_related("made_by").order_by("-number"))
    table = configure(SeatingVersionTable(found, request.tournament), request)
    return render(request, "planning/versions.html", {"nav": "seating", "versions": found, "table": table})


@staff_page("work_at")
def version(request: TournamentRequest, number: int) -> HttpResponse:
    """Preview restoring a version; restore it, for those who run the event."""
    if request.method == "POST" and not may(request, "run_event"):
        raise PermissionDenied("run_event")
    tournament = request.tournament
    earlier = get_object_or_404(tournament.seatings.select_related("made_by"), number=number)
    form = DecisionForm(request.POST) if request.method == "POST" else DecisionForm.fresh(tournament)
    if form.is_bound and form.is_valid():
        try:
            actions.restore(
                tournament=tournament,
                number=number,
                act=form.act(request.user, timezone.now()),
            )
        except Refused as refusal:
            return _version_page(request, earlier, refusal)
        messages.success(request, _("Version {number} restored.").format(number=number))
        return redirect("seating", tournament.slug)
    return _version_page(request, earlier)


def _version_page(request: TournamentRequest, earlier: Any, refusal: Refused | None = None) -> HttpResponse:
    tournament = request.tournament
    now = arranged_of(tournament.seating)
    then = actions.restored_arrangement(tournament, now, arranged_of(earlier))
    changes = pages.changes_of(tournament, now.draft, then.draft)
    players = {player.pk: player for player in tournament.players.all()}
    counts = earlier.pk == tournament.seating_id
    measured = quality_of(earlier) if counts else quality_of_map(then.draft)
    measured = measured.wished(then.draft, fixed_places(tournament))
    page = {
        "nav": "seating",
        "may_change": may(request, "run_event"),
        "version": earlier,
        "refusal": refusal,
        "changes": changes,
        "card": quality_card(measured, players, winds=not tournament.winds_are_drawn),
        "mismatch": mismatch(tournament, then.draft, then.byes),
        "counts": counts,
        "nothing": then == now,
        "form": DecisionForm.fresh(tournament, typed=request.POST),
    }
    return render(request, "planning/version.html", page, status=refusal.status if refusal else 200)
