"""Two versions of the seating side by side."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournament.asked import whole
from tournament.roles import staff_page
from tournament.seating.models import Seating
from tournament.seating.report.compared import comparison
from tournament.seating.report.frame import nothing
from tournament.seating.report.subject import subject_of
from tournament.seating.wishes.queries import fixed_places


@staff_page("work_at")
def compare(request: HttpRequest) -> HttpResponse:
    """`?before=1&after=3`; without them the version that counts and the one before it."""
    tournament = request.tournament
    versions = list(tournament.seatings.order_by("-number").only("number", "made_at", "source", "reason"))
    if not versions:
        return nothing(request)
    after = _asked(request, "after") or tournament.seating or versions[0]
    before = _asked(request, "before") or next((one for one in versions if one.number < after.number), after)
    places = fixed_places(tournament)
    found = comparison(*(subject_of(tournament, version, places) for version in (before, after)))
    page = {"nav": "seating", "versions": versions, "before": before, "after": after, "compared": found}
    return render(request, "seating/report/compare.html", page)


def _asked(request: HttpRequest, name: str) -> Seating | None:
    typed = request.GET.get(name, "")
    return get_object_or_404(request.tournament.seatings, number=whole(typed) or 0) if typed else None
