"""A player's own page, opened by the code on the badge: seat, clock, results, and what to do about them. Its first part
is the page Now, opened by the code on the wall, by whoever said once who they are."""

from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from tournament.core.devices import with_phone
from tournament.core.models import HanchanState
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import may, public_page
from tournament.desk.signatures.views import SheetEntrance, own_sheet
from tournament.events.ruleset_display import time_up
from tournament.hanchan.clock_display import clock_display
from tournament.phones.entrance import by_badge
from tournament.phones.game_views import league_page
from tournament.phones.queries import PersonalPage, mark_of
from tournament.phones.queries import personal_page as page_of
from tournament.players.badges.links import personal_token
from tournament.players.lookup import search_players
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import find_player
from tournament.seats.own_seats import ME, own_number, remember_reader
from tournament.seats.publication import publication_of
from tournament.seats.queries import lineup

MOST_FOUND = 24


@by_badge
def personal_page(request: TournamentRequest, player: Player) -> HttpResponse:
    """Show everything of one player; with `?since=` the part that changes, or 204."""
    if not player.tournament.is_public:
        context = {"player": player, "may_check_in": may(request, "check_in")}
        return render(request, "phones/closed.html", context)
    if player.tournament.is_league:
        return league_page(request, player)
    return _page(request, player, "phones/personal.html", personal_token(player))


@public_page
def public_now(request: TournamentRequest) -> HttpResponse:
    """What the reader needs now; `?me=17` says who that is, `?me=` that it is somebody else, `?q=` finds the name."""
    if ME in request.GET:
        answer = redirect("public_now", request.tournament.slug)
        remember_reader(answer, request.tournament, parse_int(request.GET[ME]))
        return answer
    reader = _known(request, own_number(request))
    if reader:
        return _page(request, reader, "phones/now.html")
    people, asked = publication_of(request.tournament).people, request.GET.get("q", "").strip()
    found = [player for player in search_players(request.tournament, asked) if player.pk in people]
    if len(found) == 1:
        answer = redirect("public_now", request.tournament.slug)
        remember_reader(answer, request.tournament, found[0].number)
        return answer
    context = {"asked": asked, "found": found[:MOST_FOUND], "tab": "now", "are_known": bool(people)}
    return render(request, "phones/reader.html", context)


def _known(request: TournamentRequest, number: int | None) -> Player | None:
    """The player with this number, if a public page may name them."""
    player = find_player(request.tournament, number) if number else None
    return player if player and player.pk in publication_of(request.tournament).people else None


def _page(request: TournamentRequest, player: Player, template: str, token: str = "") -> HttpResponse:
    """The page, with `?since=` the part that changes, or 204; `token` of a badge opens the player's table."""
    at, since = timezone.now(), request.GET.get("since")
    if since == mark_of(player, at):
        return HttpResponse(status=204)
    context = _context(player, page_of(player, at), at, token)
    context["may_check_in"] = may(request, "check_in")
    return render(request, template if since is None else f"{template}#live", context)


@by_badge
@with_phone
def personal_sheet(request: TournamentRequest, player: Player) -> HttpResponse:
    """Type or sign the sheet of the table at which the player of the badge sits now; else the player's own page."""
    entrance = SheetEntrance(personal_token(player), player)
    for hanchan in player.tournament.hanchan.filter(state=HanchanState.PLAYING).order_by("-number"):
        for table, places in lineup(player.tournament, hanchan.number).items():
            if any(place.player == player for place in places):
                return own_sheet(request, hanchan.number, table, entrance)
    return redirect("personal_page", personal_token(player))


def _context(player: Player, page: PersonalPage, at: datetime, token: str) -> dict[str, object]:
    now, rules = page.now, player.tournament.ruleset
    timed = None if page.position.played else now
    at_table = now is not None and now.place.table is not None and not now.place.away
    return {
        "player": player,
        "page": page,
        "status": PlayerStatus(page.status),
        "tab": "now",
        "own_table": reverse("personal_table", args=[token]) if at_table and token else "",
        "may_sign": at_table and now is not None and now.is_playing and player.tournament.players_sign,
        "clock": clock_display(timed.hanchan, at, rules.time).of_table(timed.place.table) if timed else None,
        "time_up": time_up(rules),
    }
