"""The entrance by a code, and the limit on how often wrong codes are tried."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from tournament.core.network_address import address_digest
from tournament.core.requests import TournamentRequest
from tournament.core.roles import P, View, way_there
from tournament.players.badges.links import keep_badge, player_of_token
from tournament.players.models import Player
from tournament.seats.own_seats import remember_reader

MOST_WRONG, WINDOW = 60, 10 * 60  # codes that open nothing, from one network address, in so many seconds
SALT = "tournament.phones"


def by_badge(view: Callable[Concatenate[TournamentRequest, Player, P], HttpResponse]) -> View:
    """Decorate a view under /p/<token>/: called with the player, found as the tournament of the request.

    Another code, a renewed and a revoked one get a page that explains it, 404; after many from one network address 429.
    A right code always lets in: a hall behind one router is one address.
    """

    @wraps(view)
    def guarded(request: TournamentRequest, token: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        player = player_of_token(token)
        if player is None:
            return wrong_code(request)
        request.tournament = player.tournament
        if elsewhere := way_there(request, player.tournament):
            return kept_secret(elsewhere)
        request.languages.for_reader(player.tournament.language)
        with timezone.override(player.tournament.time_zone or None):
            response = view(request, player, *args, **kwargs)
        if player.tournament.is_public:
            remember_reader(response, player.tournament, player.number)
        keep_badge(response, player)
        return kept_secret(response)

    return guarded


def kept_secret(response: HttpResponse) -> HttpResponse:
    """Forbid what would carry the code of the address elsewhere: caches, search engines, and the address a link came
    from, of which only scheme and host are told (without those the browser's forms would be refused)."""
    add_never_cache_headers(response)
    response.headers["Referrer-Policy"] = "strict-origin"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def wrong_code(request: HttpRequest) -> HttpResponse:
    """The answer to a code that opens nothing."""
    key = f"{SALT}.wrong.{address_digest(request, SALT)}"
    cache.add(key, 0, WINDOW)
    try:
        wrong = cache.incr(key)
    except ValueError:  # it ran out between the two
        wrong = 1
    too_many = wrong > MOST_WRONG
    return kept_secret(
        render(request, "phones/wrong_code.html", {"too_many": too_many}, status=429 if too_many else 404)
    )
