"""The draws of the winds of a hanchan: what everybody needs to recompute them, and the staff's way to cancel one."""

import inspect
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import joint_draw
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Hanchan
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import public_page, staff_page
from tournament.results.wind_draw_models import DrawWay, WindDraw
from tournament.results.wind_draws.actions import cancel_draw
from tournament.results.wind_draws.queries import TableDraw, draws_of
from tournament.seats.integrity import altered_of
from tournament.seats.queries import lineup

SCRIPT = Path(inspect.getfile(joint_draw))


@public_page
def public_wind_draws(request: TournamentRequest, number: int) -> HttpResponse:
    """Every table's fingerprint, and its draw once it is over, with all attempts before."""
    hanchan = _published(request, number)
    return render(request, "phones/wind_draws.html", {"tab": "seating", **_context(request, hanchan)})


@public_page
def wind_draw_file(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """A joint draw as JSON, for `scoring/joint_draw.py`; with `?attempt=` another one than that which holds."""
    hanchan = _published(request, number)
    wanted = parse_int(request.GET.get("attempt", ""))
    found = hanchan.wind_draws.filter(table=table, way=DrawWay.JOINT)
    draw = (found.filter(attempt=wanted) if wanted is not None else found.filter(cancelled_at=None)).first()
    if draw is None:
        raise Http404(_("No draw of this table is on record."))
    draw.hanchan = hanchan
    return JsonResponse(draw.published, json_dumps_params={"indent": 1})


@public_page
def joint_draw_script(request: TournamentRequest) -> HttpResponse:
    """The script that recomputes a draw: the same file that makes it."""
    answer = HttpResponse(SCRIPT.read_bytes(), content_type="text/x-python; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="joint_draw.py"'
    return answer


@staff_page("run_hanchan")
def wind_draws(request: TournamentRequest, number: int) -> HttpResponse:
    """The draws of a hanchan; a POST cancels one, with a reason, so that the table draws again."""
    hanchan = get_object_or_404(request.tournament.hanchan, number=number)
    hanchan.tournament = request.tournament
    context: dict[str, Any] = {"nav": "event"}
    status = 200
    if request.method == "POST":
        draw = get_object_or_404(hanchan.wind_draws, pk=parse_int(request.POST.get("draw", "")) or 0)
        draw.hanchan = hanchan
        try:
            cancel_draw(draw=draw, act=Act(by=request.user, at=timezone.now(), reason=request.POST.get("reason", "")))
        except Refused as refused:
            context |= {"refused": refused, "asked": draw.pk}
            status = refused.status
        else:
            messages.success(request, _("Cancelled. Table {table} can draw again.").format(table=draw.table))
            return redirect("wind_draws", request.tournament.slug, number)
    return render(request, "phones/staff_wind_draws.html", context | _context(request, hanchan), status=status)


def _published(request: TournamentRequest, number: int) -> Hanchan:
    hanchan: Hanchan = get_object_or_404(request.tournament.hanchan, number=number, seating_published_at__isnull=False)
    hanchan.tournament = request.tournament
    return hanchan


def _context(request: TournamentRequest, hanchan: Hanchan) -> dict[str, Any]:
    tables: list[tuple[TableDraw, list[tuple[Any, Any]]]] = []
    if request.tournament.winds_are_drawn and hanchan.number not in altered_of(request.tournament):
        by_table: dict[int, list[WindDraw]] = {}
        for one in draws_of(hanchan):
            by_table.setdefault(one.table, []).append(one)
        for table, places in lineup(request.tournament, hanchan.number).items():
            found = by_table.get(table, [])
            draw = next((one for one in found if one.cancelled_at is None), None)
            players = sorted((place.player for place in places), key=lambda player: player.number)
            before = tuple(one for one in found if one is not draw)
            state = TableDraw(hanchan, table, tuple(players), draw, before, ())
            drawn = draw.wind_of if draw else {}
            tables.append((state, [(player, drawn.get(player.pk)) for player in players]))
    return {"hanchan": hanchan, "tables": tables}
