"""The seating for players, and the screens of the hall: only what is published and released."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.response_mark import kept
from tournament.core.roles import public_page
from tournament.events.queries import hanchan_of
from tournament.players.lookup import search_players
from tournament.players.models import Player
from tournament.players.queries import find_player
from tournament.seats.integrity import altered_of
from tournament.seats.publication import Publication, publication_of
from tournament.seats.queries import PlayerPlace, current_hanchan, lineup, places_of, seats_by_name, sitting_out
from tournament.standings.queries import standings_of
from tournament.standings.ranking import StandingsRow

ROWS = 11
COLUMNS = 2


@public_page
@kept
def public_seating(request: TournamentRequest) -> HttpResponse:
    """Show the seats of published hanchan, with a player's own seats first."""
    tournament = request.tournament
    known = publication_of(tournament)
    if known.has_seen(request):
        return HttpResponse(status=204)
    search = request.GET.get("q", "").strip()
    found = [player for player in search_players(tournament, search) if player.pk in known.people]
    if len(found) == 1:
        asked = {"player": str(found[0].number), **_choice(request)}
        return redirect(f"{reverse('public_seating', args=[tournament.slug])}?{urlencode(asked)}")
    page = _public_page(request, tournament, known)
    page |= {"search": search, "found": found, "mark": known.mark}
    template = "screens/seating_public.html#live" if request.htmx else "screens/seating_public.html"
    return render(request, template, page)


def _choice(request: HttpRequest) -> dict[str, str]:
    return {name: request.GET[name] for name in ("hanchan", "by") if request.GET.get(name)}


def _public_page(request: HttpRequest, tournament: Tournament, known: Publication) -> dict[str, Any]:
    published = [one for one in hanchan_of(tournament) if one.seating_published_at]
    wanted = parse_int(request.GET.get("hanchan", ""))
    chosen = _chosen(published, wanted)
    person = _player_in_address(request, tournament, known)
    altered = altered_of(tournament)
    is_shown = chosen is not None and chosen.number not in altered
    tables = lineup(tournament, chosen.number) if chosen and is_shown else {}
    out = sitting_out(tournament, [chosen.number]).get(chosen.number, ()) if chosen and is_shown else ()
    by_table = request.GET.get("by") == "table"
    places = _published_places(person, tournament, published) if person else []
    places = [place for place in places if place.hanchan not in altered]
    coming = min((one.number for one in published if one.state != HanchanState.CLOSED), default=0)
    return {
        "checking": chosen is not None and not is_shown,
        "tab": "seating",
        "published": published,
        "hanchan": chosen,
        "person": person,
        "by_table": by_table,
        "elsewhere": _elsewhere(tournament, wanted, chosen),
        "places": places,
        "next": None if coming in altered else _next(places, published),
        "tables": list(tables.items()) if by_table else [],
        "rows": [] if by_table else seats_by_name(tables, out),
        "out": out,
    }


def _player_in_address(request: HttpRequest, tournament: Tournament, known: Publication) -> Player | None:
    """Return the player whose seats come first: the number in the address, unless names are still hidden."""
    number = parse_int(request.GET.get("player", ""))
    player = None if number is None else find_player(tournament, number)
    return player if player and player.pk in known.people else None


def _chosen(published: list[Hanchan], number: int | None) -> Hanchan | None:
    if not published:
        return None
    return next((one for one in published if one.number == number), None) or current_hanchan(published)


def _elsewhere(tournament: Tournament, wanted: int | None, chosen: Hanchan | None) -> str:
    """Why another hanchan is shown than the link says, for whom an old link has brought here."""
    if wanted is None or chosen is None or chosen.number == wanted:
        return ""
    if any(one.number == wanted for one in hanchan_of(tournament)):
        message = _("The seats of hanchan {wanted} are not published; this is hanchan {shown}.")
    else:
        message = _("There is no hanchan {wanted}; this is hanchan {shown}.")
    return message.format(wanted=wanted, shown=chosen.number)


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
@kept
def screen_seating(request: TournamentRequest, number: int) -> HttpResponse:
    """One hanchan by name, large, in pages that turn by themselves."""
    known = publication_of(request.tournament)
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
    template = "screens/seating.html#live" if request.htmx else "screens/seating.html"
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


@public_page
@kept
def screen_standings(request: TournamentRequest) -> HttpResponse:
    """The standings on the wall, a page at a time; 204 for the poll until what is public moved."""
    ranking = standings_of(request.tournament, public=True)
    if request.GET.get("since") == ranking.digest:
        return HttpResponse(status=204)
    pages = list(_standings_pages([*ranking.ranked, *ranking.substitutes]))
    template = "screens/standings.html#pages" if "since" in request.GET else "screens/standings.html"
    return render(request, template, {"ranking": ranking, "pages": pages})


def _standings_pages(rows: Sequence[StandingsRow]) -> Iterator[Sequence[StandingsRow]]:
    for start in range(0, len(rows), ROWS):
        yield rows[start : start + ROWS]
