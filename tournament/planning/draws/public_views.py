"""The public pages of a draw: commitment, result, the file for checking it and the script that does."""

from datetime import datetime
from pathlib import Path
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render

from tournament.core.hall_distance import distance_of
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import public_page
from tournament.planning.draws import check_draw
from tournament.planning.draws.actions import broken_names
from tournament.planning.draws.commitment import hash_groups, sentences
from tournament.planning.draws.queries import draw_json, draws_of, held_of, moved_since
from tournament.planning.draws.statement import number_form
from tournament.planning.models import Draw
from tournament.seats.publication import publication_of

SCRIPT = Path(check_draw.__file__)


@public_page
def public_draw(request: TournamentRequest) -> HttpResponse:
    """The newest draw, or the one with `?draw=`."""
    return render(request, "planning/draws/public.html", _page(request))


@public_page
def screen_draw(request: TournamentRequest) -> HttpResponse:
    """The draw for the hall: the fingerprint; then the seed, and who sits at each table of the first hanchan.

    204 when the screen is up to date.
    """
    mark = _mark(draws_of(request.tournament), request.tournament)
    if request.GET.get("since") == mark:
        return HttpResponse(status=204)
    page = _page(request)
    page["first"] = page["held"].hanchan[0] if page["held"] else ()
    page["mark"] = mark
    page["hall"] = distance_of(request)
    return render(request, "planning/draws/screen.html#live" if request.htmx else "planning/draws/screen.html", page)


def _mark(draws: list[Draw], tournament: Tournament) -> str:
    """A mark that changes whenever a draw is closed, breaks, is held or cancelled: the screen updates by itself."""
    if not draws:
        return "0"
    newest = draws[0]
    newest.tournament = tournament
    return f"{newest.number}-{bool(newest.drawn_at):d}{bool(newest.cancelled_at):d}{len(broken_names(newest))}"


@public_page
def draw_file(request: TournamentRequest) -> HttpResponse:
    """The draw as JSON, for check_draw.py."""
    draws = draws_of(request.tournament)
    chosen = _chosen(request, draws)
    return JsonResponse(draw_json(chosen, request.tournament, draws), json_dumps_params={"indent": 1})


@public_page
def draw_script(request: TournamentRequest) -> HttpResponse:
    """The script that recomputes a draw: the same file that the tests run."""
    answer = HttpResponse(SCRIPT.read_bytes(), content_type="text/x-python; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="check_draw.py"'
    return answer


def _chosen(request: TournamentRequest, draws: list[Draw]) -> Draw | None:
    number = parse_int(request.GET.get("draw", ""))
    return next((one for one in draws if one.number == number), draws[0] if draws else None)


def _page(request: TournamentRequest) -> dict[str, Any]:
    tournament = request.tournament
    draws = draws_of(tournament)
    chosen = _chosen(request, draws)
    held = held_of(chosen) if chosen else None
    page: dict[str, Any] = {
        "tab": "seating",
        "draw": chosen,
        "held": held,
        "others": [one for one in draws if one != chosen],
        "fingerprint": hash_groups(chosen.fingerprint or chosen.commitment) if chosen else [],
        "number_form": number_form(chosen).sentence if chosen and chosen.number_form else "",
    }
    if chosen and chosen.wishes:
        drawn = {pk for _number, _name, pk in chosen.people} if held else set()
        wishes = sentences(chosen, publication_of(tournament).people | drawn)
        moments = [datetime.fromisoformat(record["made_at"]) for record in chosen.wishes]
        page["wishes"] = list(zip(wishes, moments, strict=True))
    if chosen:
        page["wishes_digest"] = hash_groups(chosen.wishes_digest)
    if chosen and held:
        return page | {"moved": moved_since(chosen, tournament), "listed": hash_groups(held.listed)}
    if chosen:
        chosen.tournament = tournament
        page["broken"] = broken_names(chosen)
    return page
