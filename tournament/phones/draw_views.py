"""The draws of the winds of a hanchan, and the referee's way to cancel one."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Hanchan
from tournament.core.requests import MOST_ID, TournamentRequest, parse_int
from tournament.core.roles import staff_page
from tournament.results.wind_draws.actions import cancel_draw
from tournament.results.wind_draws.queries import TableDraw, draws_of
from tournament.seats.integrity import altered_of
from tournament.seats.queries import lineup


@staff_page("run_hanchan")
def wind_draws(request: TournamentRequest, number: int) -> HttpResponse:
    """The draws of a hanchan; a POST cancels one, with a reason, so that the table draws again."""
    hanchan = get_object_or_404(request.tournament.hanchan, number=number)
    hanchan.tournament = request.tournament
    context: dict[str, object] = {"nav": "event", "hanchan": hanchan}
    status = 200
    if request.method == "POST":
        draw = get_object_or_404(hanchan.wind_draws, pk=parse_int(request.POST.get("draw", ""), MOST_ID) or 0)
        draw.hanchan = hanchan
        act = Act(by=request.user, at=timezone.now(), reason=request.POST.get("reason", "")[:500])
        try:
            cancel_draw(draw=draw, act=act)
        except Refused as refused:
            context |= {"refused": refused, "asked": draw.pk}
            status = refused.status
        else:
            messages.success(request, _("Cancelled. Table {table} can draw again.").format(table=draw.table))
            return redirect("wind_draws", request.tournament.slug, number)
    context["tables"] = _tables(request, hanchan)
    return render(request, "phones/staff_wind_draws.html", context, status=status)


def _tables(request: TournamentRequest, hanchan: Hanchan) -> list[tuple[TableDraw, list[object]]]:
    """Return the draw of each table, with its players and their winds: where the page draws, those to come, too."""
    tournament = request.tournament
    if not tournament.winds_are_drawn or hanchan.number in altered_of(tournament):
        return []
    places = lineup(tournament, hanchan.number)
    found = draws_of(hanchan, places)
    drawn = [(state, state.draw.winds_for(places[state.table]) if state.draw else {}) for state in found]
    return [
        (state, [(player, winds.get(player.pk)) for player in state.players])
        for state, winds in drawn
        if tournament.page_draws_winds or state.draw or state.before
    ]
