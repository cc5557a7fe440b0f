"""The versions of a seating: the list, and going back."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.problems import Refused
from tournament.roles import may, staff_page
from tournament.seating import actions, figures, pages
from tournament.seating.forms import DecisionForm
from tournament.seating.queries import arranged_of, measured_of, misfit
from tournament.seating.views import refused
from tournament.seating.wishes.queries import fixed_places


@staff_page("work_at")
def versions(request: HttpRequest) -> HttpResponse:
    """Every version there was."""
    found = pages.versions(request.tournament)
    return render(request, "seating/versions.html", {"nav": "seating", "versions": found})


@staff_page("work_at")
def version(request: HttpRequest, number: int) -> HttpResponse:
    """What going back to a version would change; then, for who runs the event, going back."""
    if request.method == "POST" and not may(request, "run_event"):
        raise PermissionDenied("run_event")
    tournament = request.tournament
    earlier = get_object_or_404(tournament.seatings.select_related("made_by"), number=number)
    form = DecisionForm(request.POST) if request.method == "POST" else DecisionForm.fresh(tournament)
    if form.is_bound and form.is_valid():
        try:
            actions.restore(tournament=tournament, number=number, by=request.user, at=timezone.now(), **form.decision)
        except Refused as refusal:
            return _version_page(request, earlier, refusal)
        messages.success(request, _("Back to the seats of version %(number)d.") % {"number": number})
        return redirect("seating", tournament.slug)
    return _version_page(request, earlier)


def _version_page(request: HttpRequest, earlier: Any, refusal: Refused | None = None) -> HttpResponse:
    tournament = request.tournament
    now = arranged_of(tournament.seating)
    then = actions.restored_with_byes(tournament, now, arranged_of(earlier))
    changes = pages.changes_of(tournament, now.draft, then.draft)
    players = {player.pk: player for player in tournament.players.all()}
    counts = earlier.pk == tournament.seating_id
    measured = measured_of(earlier) if counts else figures.measured(then.draft)
    measured = measured.wished(then.draft, fixed_places(tournament))
    page = {
        "nav": "seating", "may_change": may(request, "run_event"), "version": earlier, "refusal": refusal,
        "changes": changes,
        "card": pages.quality_card(measured, players, winds=not tournament.winds_are_drawn),
        "misfit": misfit(tournament, then.draft, then.byes), "counts": counts,
        "nothing": then == now,
        "form": DecisionForm.fresh(tournament, typed=request.POST),
    }  # fmt: skip
    return render(request, "seating/version.html", page, status=refused(refusal) if refusal else 200)
