"""A player's own page, opened by the code on the badge: seat, clock, results, and what to do about them."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from tournament.core.devices import with_phone
from tournament.core.models import HanchanState
from tournament.core.requests import TournamentRequest
from tournament.desk.signatures.views import SheetEntrance, own_sheet
from tournament.hanchan.clock_display import clock_display
from tournament.phones.entrance import by_badge
from tournament.phones.game_views import league_page
from tournament.phones.queries import mark_of
from tournament.phones.queries import personal_page as page_of
from tournament.players.badges.links import personal_token
from tournament.players.models import Player, PlayerStatus
from tournament.seats.queries import lineup


@by_badge
def personal_page(request: TournamentRequest, player: Player) -> HttpResponse:
    """Show everything of one player; with `?since=` the part that changes, or 204."""
    if not player.tournament.is_public:
        return render(request, "phones/closed.html", {"player": player})
    if player.tournament.is_league:
        return league_page(request, player)
    since = request.GET.get("since")
    if since == mark_of(player):
        return HttpResponse(status=204)
    page = page_of(player)
    template = "phones/personal.html" if since is None else "phones/personal.html#live"
    return render(request, template, _context(request, player, page))


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


def _context(request: TournamentRequest, player: Player, page: Any) -> dict[str, object]:
    now = page.now
    at_table = now is not None and now.place.table is not None and not now.place.away
    return {
        "player": player,
        "page": page,
        "status": PlayerStatus(page.status),
        "tab": "",
        "own_table": reverse("personal_table", args=[personal_token(player)]) if at_table else "",
        "may_sign": at_table and now is not None and now.is_playing and player.tournament.players_sign,
        "clock": clock_display(now.hanchan, timezone.now(), player.tournament.ruleset.time) if now else None,
    }
