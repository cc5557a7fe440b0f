"""The addresses on badges and on the signs of tables.

Whoever has the code of a table may act for it in every hanchan. Without it the page only reads.

The token is derived as that of a badge (`players/badges/links.py`); the counter of the event renews all of them.
"""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from tournament.core.models import Tournament
from tournament.players.badges.links import event_signature, personal_token
from tournament.players.models import Player
from tournament.staff.qr_codes import address_for_others

DOOR = 0
"""The number of no table: its code hangs at the door."""
LENGTH = 24  # characters of six bits each: 144 bits
SALT = "tournament.phones.table"


def card_token(tournament: Tournament, table: int) -> str:
    """Return the token on the sign of a table."""
    return event_signature(tournament, SALT, tournament.card_number, table)[:LENGTH]


def is_card_token(token: str, tournament: Tournament, table: int) -> bool:
    """Return whether a token is that of the table; takes as long for a wrong one as for the right one."""
    return constant_time_compare(token, card_token(tournament, table))


def card_address(request: HttpRequest, tournament: Tournament, table: int) -> str:
    """The full address of a table's page, for its sign."""
    path = reverse("table_card", args=[tournament.slug, table, card_token(tournament, table)])
    return address_for_others(request, path)


def door_address(request: HttpRequest, tournament: Tournament) -> str:
    """The full address at which players check themselves in, for the door."""
    return address_for_others(request, reverse("door", args=[tournament.slug, card_token(tournament, DOOR)]))


def personal_address(request: HttpRequest, player: Player) -> str:
    """The full address of the player's page, for the badge; "" for a link that is revoked."""
    if player.link_revoked_at is not None:
        return ""
    return address_for_others(request, reverse("personal_page", args=[personal_token(player)]))
