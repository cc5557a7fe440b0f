"""The seating for players and for the hall: only what is published."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from tournament.asked import whole
from tournament.events.models import Hanchan, HanchanState, Tournament
from tournament.events.queries import hanchan_of
from tournament.players.models import Player
from tournament.players.queries import find_player
from tournament.roles import public_page
from tournament.seating.altered import altered_of
from tournament.seating.pages import hanchan_now
from tournament.seating.queries import PlayerPlace, found_players, lineup, places_of, seats_by_name, sitting_out
from tournament.seating.shown import Shown, shown_of

ROWS = 11
COLUMNS = 2


@public_page
def public_seating(request: HttpRequest) -> HttpResponse:
    """Who sits where, in published hanchan; a player's own seats first."""
    tournament = request.tournament
    known = shown_of(tournament)
    if known.has_seen(request):
        return HttpResponse(status=204)
    search = request.GET.get("q", "").strip()
    found = [player for player in found_players(tournament, search) if player.pk in known.people]
    if len(found) == 1:
        kept = {"player": found[0].number, **_kept(request)}
        return redirect(f"{reverse('public_seating', args=[tournament.slug])}?{urlencode(kept)}")
    page = _public_page(request, tournament, known)
    page |= {"search": search, "found": found, "mark": known.mark}
    template = "seating/public.html#live" if request.htmx else "seating/public.html"
    return render(request, template, page)


def _kept(request: HttpRequest) -> dict[str, str]:
    return {name: request.GET[name] for name in ("hanchan", "by") if request.GET.get(name)}


def _public_page(request: HttpRequest, tournament: Tournament, known: Shown) -> dict[str, Any]:
    published = [one for one in hanchan_of(tournament) if one.seating_published_at]
    asked = whole(request.GET.get("hanchan", ""))
    chosen = _chosen(published, asked)
    mine = _mine(request, tournament, known)
    altered = altered_of(tournament)
    is_shown = chosen is not None and chosen.number not in altered
    tables = lineup(tournament, chosen.number) if chosen and is_shown else {}
    out = sitting_out(tournament, [chosen.number]).get(chosen.number, ()) if chosen and is_shown else ()
    by_table = request.GET.get("by") == "table"
    places = _published_places(mine, tournament, published) if mine else []
    places = [place for place in places if place.hanchan not in altered]
    coming = min((one.number for one in published if one.state != HanchanState.CLOSED), default=0)
    return {
        "checking": chosen is not None and not is_shown,
        "tab": "seating", "published": published, "hanchan": chosen, "mine": mine, "by_table": by_table,
        "elsewhere": _elsewhere(tournament, asked, chosen),
        "places": places, "next": None if coming in altered else _next(places, published),
        "tables": list(tables.items()) if by_table else [],
        "rows": [] if by_table else seats_by_name(tables, out), "out": out,
    }  # fmt: skip


def _mine(request: HttpRequest, tournament: Tournament, known: Shown) -> Player | None:
    """Whose seats come first: the player with the number in the address, unless nobody may know the name yet."""
    number = whole(request.GET.get("player", ""))
    player = None if number is None else find_player(tournament, number)
    return player if player and player.pk in known.people else None


def _chosen(published: list[Hanchan], number: int | None) -> Hanchan | None:
    if not published:
        return None
    return next((one for one in published if one.number == number), None) or hanchan_now(published)


def _elsewhere(tournament: Tournament, asked: int | None, chosen: Hanchan | None) -> str:
    """Why another hanchan is shown than the link says, for whom an old link has brought here."""
    if asked is None or chosen is None or chosen.number == asked:
        return ""
    if any(one.number == asked for one in hanchan_of(tournament)):
        message = _("The seats of hanchan %(asked)d are not published; this is hanchan %(shown)d.")
    else:
        message = _("There is no hanchan %(asked)d; this is hanchan %(shown)d.")
    return message % {"asked": asked, "shown": chosen.number}


def _published_places(player: Player, tournament: Tournament, published: list[Hanchan]) -> list[PlayerPlace]:
    numbers = {one.number for one in published}
    return [place for place in places_of(player, tournament) if place.hanchan in numbers]


def _next(places: list[PlayerPlace], published: list[Hanchan]) -> dict[str, Any] | None:
    """The seat to go to: in the hanchan that plays, else in the first that has not started."""
    states = {one.number: one.state for one in published}
    for place in places:
        if states[place.hanchan] != HanchanState.CLOSED:
            return {"place": place, "playing": states[place.hanchan] == HanchanState.PLAYING}
    return None


@public_page
def screen_seating(request: HttpRequest, number: int) -> HttpResponse:
    """One hanchan by name, large, in pages that turn by themselves."""
    known = shown_of(request.tournament)
    if known.has_seen(request):
        return HttpResponse(status=204)
    hanchan = get_object_or_404(request.tournament.hanchan, number=number)
    checking = number in altered_of(request.tournament)
    rows = _rows(request.tournament, number) if hanchan.seating_published_at and not checking else []
    page = {
        "hanchan": hanchan,
        "checking": checking and hanchan.seating_published_at,
        "sheets": _sheets(rows),
        "count": len(rows),
        "mark": known.mark,
    }
    template = "seating/screen.html#live" if request.htmx else "seating/screen.html"
    return render(request, template, page)


def _rows(tournament: Tournament, number: int) -> list[Any]:
    """Everybody of one hanchan by name, those who sit out among them."""
    return seats_by_name(lineup(tournament, number), sitting_out(tournament, [number]).get(number, ()))


def _sheets(rows: list[Any]) -> list[list[list[Any]]]:
    """Pages of columns of rows, as even as can be so that the last page is not a lone name."""
    size = ROWS * COLUMNS
    count = -(-len(rows) // size)
    if not count:
        return []
    each = -(-len(rows) // count)
    pages = [rows[at : at + each] for at in range(0, len(rows), each)]
    half = -(-each // COLUMNS)
    return [[page[at : at + half] for at in range(0, len(page), half)] for page in pages]
