"""The seating for players on phones: only what is published."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.response_mark import kept_with_tournament, reads_clock
from tournament.core.roles import public_page
from tournament.events.queries import hanchan_of
from tournament.players.lookup import search_players
from tournament.players.models import Player
from tournament.players.queries import find_player
from tournament.seats.integrity import altered_of
from tournament.seats.own_seats import own_number, own_seats_of, published_places
from tournament.seats.publication import Publication, publication_of
from tournament.seats.queries import PlayerPlace, current_hanchan, lineup, seats_by_name, sitting_out
from tournament.seats.word_draws import draw_file, moved_since, public_draw_of
from tournament.standings.queries import offer_of


@public_page
@kept_with_tournament
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
    if request.htmx:
        return render(request, "screens/seating_public.html#live", page)
    page["offer"] = None if page["published"] else offer_of(tournament, timezone.now())
    response = render(request, "screens/seating_public.html", page)
    return reads_clock(response) if page["offer"] and page["offer"].closes_at else response


@public_page
@kept_with_tournament
def public_own_seats(request: TournamentRequest) -> HttpResponse:
    """The reader's next seats, which every public page shows; 204 while they are those that the page has."""
    own = own_seats_of(request.tournament, own_number(request) or 0)
    if own is None:
        return HttpResponse()
    if request.GET.get("since") == own.mark:
        return HttpResponse(status=204)
    return render(request, "seats/own_seats_card.html#card", {"own_seats": own})


@public_page
def public_draw_file(request: TournamentRequest) -> HttpResponse:
    """The newest draw from words as JSON, with everything that recomputes it."""
    draw = public_draw_of(request.tournament)
    if draw is None:
        raise Http404
    return JsonResponse(draw_file(draw, request.tournament), json_dumps_params={"indent": 1, "ensure_ascii": False})


def _choice(request: HttpRequest) -> dict[str, str]:
    return {name: request.GET[name] for name in ("hanchan", "by") if request.GET.get(name)}


def _public_page(request: HttpRequest, tournament: Tournament, known: Publication) -> dict[str, Any]:
    hanchan = hanchan_of(tournament)
    published = [one for one in hanchan if one.seating_published_at]
    wanted = parse_int(request.GET.get("hanchan", ""))
    chosen = _chosen(published, wanted)
    person = _player_in_address(request, tournament, known)
    altered = altered_of(tournament)
    is_shown = chosen is not None and chosen.number not in altered
    tables = lineup(tournament, chosen.number) if chosen and is_shown else {}
    out = sitting_out(tournament, [chosen.number]).get(chosen.number, ()) if chosen and is_shown else ()
    by_table = request.GET.get("by") == "table"
    places = published_places(person, hanchan) if person else []
    draw = public_draw_of(tournament)
    coming = min((one.number for one in published if one.state != HanchanState.CLOSED), default=0)
    return {
        "checking": chosen is not None and not is_shown,
        "tab": "seating",
        "published": published,
        "hanchan": chosen,
        "person": person,
        "is_reader": person is not None and person.number == own_number(request),
        "by_table": by_table,
        "elsewhere": _elsewhere(tournament, wanted, chosen),
        "places": places,
        "next": None if coming in altered else _next(places, published),
        "tables": list(tables.items()) if by_table else [],
        "rows": [] if by_table else seats_by_name(tables, out),
        "out": out,
        "draw": draw,
        "moved": moved_since(draw, tournament) if draw else [],
    }


def _player_in_address(request: HttpRequest, tournament: Tournament, known: Publication) -> Player | None:
    """Return the player whose seats come first: the number in the address, else the reader, unless names are still
    hidden."""
    number = parse_int(request.GET["player"]) if "player" in request.GET else own_number(request)
    player = None if number is None else find_player(tournament, number)
    return player if player and player.pk in known.people else None


def _chosen(published: list[Hanchan], number: int | None) -> Hanchan | None:
    if not published:
        return None
    return next((one for one in published if one.number == number), None) or current_hanchan(published)


def _elsewhere(tournament: Tournament, wanted: int | None, chosen: Hanchan | None) -> str:
    """Say why another hanchan is shown than the link says, for whom an old link has brought here."""
    if wanted is None or chosen is None or chosen.number == wanted:
        return ""
    if any(one.number == wanted for one in hanchan_of(tournament)):
        message = _("The seats of hanchan {wanted} are not published; this is hanchan {shown}.")
    else:
        message = _("There is no hanchan {wanted}; this is hanchan {shown}.")
    return message.format(wanted=wanted, shown=chosen.number)


def _next(places: list[PlayerPlace], published: list[Hanchan]) -> dict[str, Any] | None:
    """The seat to go to: in the hanchan that plays, else in the first that has not started."""
    states = {one.number: one.state for one in published}
    for place in places:
        if states[place.hanchan] != HanchanState.CLOSED:
            return {"place": place, "playing": states[place.hanchan] == HanchanState.PLAYING}
    return None
