"""The public page of a person."""

from collections.abc import Callable
from itertools import pairwise

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from tournament.persons.career import Career
from tournament.persons.career_chart import DESK, PHONE, RankingLine, career_chart
from tournament.persons.models import Person
from tournament.persons.queries import of_today
from tournament.staff.qr_codes import address_for_others, qr_svg
from tournament.standings.head_to_head import written_average
from tournament.translation.formats import number


def person_page(request: HttpRequest, pk: int, line_of: Callable[[Person], RankingLine | None]) -> HttpResponse:
    """Events, games and bests, with the line of a ranking over time that `line_of` knows.

    Who is hidden, erased, or in no public event has no page, as if there were nobody.
    """
    meant = get_object_or_404(Person, pk=pk)
    whole = of_today(meant)
    career = Career(whole)
    if whole.is_hidden or whole.erased_at is not None or not career.events:
        raise Http404
    if whole.pk != meant.pk:
        return redirect(whole)
    everything = "all" in request.GET
    today = timezone.localdate()
    line = line_of(whole)
    steps = line.steps if line else ()
    charts = [career_chart(career.events, today, layout, everything=everything, line=steps) for layout in (DESK, PHONE)]
    names = list(whole.names.all())
    context = {
        "person": whole,
        "career": career,
        "charts": [one for one in charts if one],
        "everything": everything,
        "line": line if any(one and one.line for one in charts) else None,
        "is_longer": not everything
        and len(career.events) > max((len(one.circles) for one in charts if one), default=0),
        "earlier": [(one, later.from_day) for one, later in pairwise(names)],
        "rows": [(one, career.name_at(one)) for one in career.events],
        "average": career.average and number(written_average(career.average)),
        "most": max((row.games for row in career.winds), default=1),
        "qr": qr_svg(address_for_others(request, request.path)),
    }
    return render(request, "persons/person.html", context)
