"""The last hand of a table, on the stream any: for whoever has its code, by the badge, and for everybody."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.core.devices import with_phone
from tournament.core.models import Hanchan, LastHandAudience, Tournament
from tournament.core.requests import TournamentRequest
from tournament.core.response_mark import kept_with_tournament
from tournament.core.roles import public_page
from tournament.hanchan.last_hand.live_views import LastHandEntrance, go_back, last_hand_page
from tournament.hanchan.last_hand.queries import is_shown, public_last_hand
from tournament.phones.entrance import by_badge, kept_secret, wrong_code
from tournament.phones.links import DOOR, card_token, is_card_token
from tournament.phones.queries import table_now
from tournament.players.badges.links import personal_token
from tournament.players.models import Player
from tournament.seats.queries import places_at


@public_page
@kept_with_tournament
def public_table_last_hand(request: TournamentRequest, table: int) -> HttpResponse:
    """What each player of a table needs, where everybody may see it."""
    hanchan = public_last_hand(request.tournament, table)
    if hanchan is None or not is_shown(hanchan, LastHandAudience.PUBLIC):
        raise Http404
    back = reverse("public_table", args=[request.tournament.slug, table])
    return _page(request, hanchan, table, LastHandEntrance(back))


@with_phone
def table_card_last_hand(request: TournamentRequest, slug: str, table: int, token: str) -> HttpResponse:
    """The same for whoever scanned the code on the table's sign: they enter the all-last sheet."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if table == DOOR or not is_card_token(token, tournament, table):
        return wrong_code(request)
    return kept_secret(public_page(_card)(request, slug, table))


def _card(request: TournamentRequest, table: int) -> HttpResponse:
    tournament = request.tournament
    back = reverse("table_card", args=[tournament.slug, table, card_token(tournament, table)])
    entrance = LastHandEntrance(back, may_write=True, name=_("table {table}").format(table=table))
    return _at_table(request, table, entrance)


@by_badge
@with_phone
def personal_last_hand(request: TournamentRequest, player: Player) -> HttpResponse:
    """The same for the player of the badge, at the table where they sit now."""
    if not player.tournament.is_public:
        raise Http404
    back = reverse("personal_table", args=[personal_token(player)])
    table = table_now(player)
    if table is None:
        return redirect("personal_page", personal_token(player))
    return _at_table(request, table, LastHandEntrance(back, player, may_write=True, name=str(player)))


def _at_table(request: TournamentRequest, table: int, entrance: LastHandEntrance) -> HttpResponse:
    hanchan = public_last_hand(request.tournament, table)
    if hanchan is None or not is_shown(hanchan, LastHandAudience.TABLE):
        return go_back(request, entrance)
    return _page(request, hanchan, table, entrance)


def _page(request: TournamentRequest, hanchan: Hanchan, table: int, entrance: LastHandEntrance) -> HttpResponse:
    places = places_at(request.tournament, hanchan.number, table)
    if not places:
        raise Http404
    if entrance.player and entrance.player not in {place.player for place in places}:
        return redirect("personal_page", personal_token(entrance.player))
    return last_hand_page(request, hanchan, table, places, entrance)
