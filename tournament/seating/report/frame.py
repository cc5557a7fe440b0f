"""Which seating a page of the report is about, and what every such page shows around its own."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournament.asked import whole
from tournament.roles import may, staff_page
from tournament.seating.altered import altered_in
from tournament.seating.models import Seating
from tournament.seating.report.subject import Subject, subject_of

View = Callable[..., HttpResponse]


def report_page(view: View) -> View:
    """Call `view(request, seating, subject, …)` with the version of `?version=`, else with the one that counts.

    For everybody who works at the tournament; where there is no seating yet the page says so.
    """

    @staff_page("work_at")
    @wraps(view)
    def shown(request: HttpRequest, **named: Any) -> HttpResponse:
        seating = _asked(request)
        if seating is None:
            return nothing(request)
        return view(request, seating, subject_of(request.tournament, seating), **named)

    return shown


def _asked(request: HttpRequest) -> Seating | None:
    typed = request.GET.get("version", "")
    if typed:
        return get_object_or_404(request.tournament.seatings, number=whole(typed) or 0)
    seating: Seating | None = request.tournament.seating
    return seating


def nothing(request: HttpRequest) -> HttpResponse:
    """There is no seating to report on."""
    page = {"nav": "seating", "may_change": may(request, "run_event")}
    return render(request, "seating/report/nothing.html", page)


def frame(request: HttpRequest, seating: Seating, subject: Subject) -> dict[str, Any]:
    """What every page of the report shows around its own."""
    asked = request.GET.get("version", "")
    return {
        "nav": "seating", "seating": seating, "subject": subject, "winds": subject.winds,
        "asked": f"?version={seating.number}" if asked else "", "counts": seating.pk == request.tournament.seating_id,
        "altered": altered_in(seating),
    }  # fmt: skip
