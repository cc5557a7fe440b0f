"""Check-in by the code at the door: a player whose phone knows them checks in, nobody else."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from tournament.core.audit import Act
from tournament.core.devices import device_of, with_phone
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest
from tournament.core.roles import public_page
from tournament.phones.entrance import kept_secret, wrong_code
from tournament.phones.links import DOOR, is_card_token
from tournament.players.actions import check_in
from tournament.players.badges.links import player_of_phone


@with_phone
def door(request: TournamentRequest, slug: str, token: str) -> HttpResponse:
    """Ask the player of this phone whether to check in; a POST does it."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if not is_card_token(token, tournament, DOOR):
        return wrong_code(request)
    return kept_secret(public_page(_door)(request, slug))


def _door(request: TournamentRequest) -> HttpResponse:
    player, refusal = player_of_phone(request, request.tournament), None
    if request.method == "POST" and player:
        act = Act(by=None, at=timezone.now(), name=str(player), phone=device_of(request))
        try:
            player = check_in(player=player, act=act, by_player=True)
        except Refused as refused:
            refusal = refused
    context = {"player": player, "refusal": refusal, "tab": ""}
    return render(request, "phones/door.html", context, status=refusal.status if refusal else 200)
