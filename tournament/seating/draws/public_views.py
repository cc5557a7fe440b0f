"""The draw for everybody: the commitment, then the draw itself, the file for checking it and the script that does."""

from datetime import datetime
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from tournament.asked import whole
from tournament.roles import public_page
from tournament.seating.draws import check_draw
from tournament.seating.draws.fixed import sentences
from tournament.seating.draws.models import Draw
from tournament.seating.draws.queries import as_json, current_fingerprint, draws_of, held_of, moved_since
from tournament.seating.draws.seeds import groups
from tournament.seating.shown import shown_of

SCRIPT = Path(check_draw.__file__)
TABLES = 12
"""So many tables fit on one page of the screen."""


@public_page
def public_draw(request: HttpRequest) -> HttpResponse:
    """The newest draw, or the one with `?draw=`."""
    return render(request, "seating/draws/public.html", _page(request))


@public_page
def screen_draw(request: HttpRequest) -> HttpResponse:
    """The draw for the hall: the commitment; then the seed, and who sits at each table of the first hanchan.

    204 for who shows this already.
    """
    mark = _mark(draws_of(request.tournament))
    if request.GET.get("since") == mark:
        return HttpResponse(status=204)
    page = _page(request)
    held = page["held"]
    first = list(enumerate(held.hanchan[0], start=1)) if held else []
    page["sheets"] = [first[at : at + TABLES] for at in range(0, len(first), TABLES)]
    page["mark"] = mark
    return render(request, "seating/draws/screen.html#live" if request.htmx else "seating/draws/screen.html", page)


def _mark(draws: list[Draw]) -> str:
    """Another whenever a draw is opened, held or cancelled: the screen turns by itself at the moment of the draw."""
    newest = draws[0] if draws else None
    return f"{newest.number}-{bool(newest.drawn_at):d}{bool(newest.cancelled_at):d}" if newest else "0"


@public_page
def draw_file(request: HttpRequest) -> HttpResponse:
    """The draw as JSON, for check_draw.py."""
    draws = draws_of(request.tournament)
    chosen = _chosen(request, draws)
    return JsonResponse(as_json(chosen, request.tournament, draws), json_dumps_params={"indent": 1})


@public_page
def draw_script(request: HttpRequest) -> HttpResponse:
    """The script that recomputes a draw: the very file that the tests run."""
    answer = HttpResponse(SCRIPT.read_bytes(), content_type="text/x-python; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="check_draw.py"'
    return answer


def _chosen(request: HttpRequest, draws: list[Draw]) -> Draw | None:
    number = whole(request.GET.get("draw", ""))
    return next((one for one in draws if one.number == number), draws[0] if draws else None)


def _page(request: HttpRequest) -> dict[str, Any]:
    tournament = request.tournament
    draws = draws_of(tournament)
    chosen = _chosen(request, draws)
    held = held_of(chosen) if chosen else None
    page: dict[str, Any] = {
        "tab": "seating", "draw": chosen, "held": held, "others": [one for one in draws if one != chosen],
        "commitment": groups(chosen.commitment) if chosen else [],
    }  # fmt: skip
    if chosen and chosen.wishes:
        drawn = {pk for _number, _name, pk in chosen.people}
        wishes = sentences(chosen, shown_of(tournament).people | drawn)
        moments = [datetime.fromisoformat(record["made_at"]) for record in chosen.wishes]
        page["wishes"] = list(zip(wishes, moments, strict=True))
    if chosen:
        page["wishes_digest"] = groups(chosen.wishes_digest)
    if chosen and held:
        return page | {"moved": moved_since(chosen, tournament), "listed": groups(held.listed)}
    if not tournament.players_public:
        return page  # the fingerprint would tell whenever somebody registers
    count, listed = current_fingerprint(tournament)
    return page | {"count": count, "listed": groups(listed)}
