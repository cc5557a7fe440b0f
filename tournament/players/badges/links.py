"""The personal link of a player, printed as a QR code on the badge: whoever has it opens that player's own page.

Its *token* is the player's id and a signature over it with the server's secret key, so nothing secret is stored and a
badge can be printed again. The signature also covers two counters: that of the event, which goes up when all links are
renewed, and that of the player. A revoked link opens nothing although its signature is right.
"""

from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from tournament.core.chain import moment
from tournament.players.models import Player

LENGTH = 24  # characters of six bits each: 144 bits
LONGEST_ID = 16  # hexadecimal digits of 64 bits
SALT = "tournament.players.badges"


def personal_token(player: Player) -> str:
    """Return the token of a player's link as it is now, revoked or not. No query where the tournament is known."""
    event = player.tournament
    value = f"{moment(event.made_at)} {event.link_number} {player.pk} {player.link_number}"
    return f"{player.pk:x}.{Signer(salt=SALT).signature(value)[:LENGTH]}"


def player_of_token(token: str) -> Player | None:
    """The player whose link has this token; None for any other text, for a renewed and for a revoked link.

    One query, by the player's id; the signature is compared in the same time wherever it differs. The badge of an entry
    that was merged into another opens the other's page.
    """
    number, _dot, _signature = token.partition(".")
    if not number.isascii() or not number.isalnum() or len(number) > LONGEST_ID:
        return None
    try:
        pk = int(number, 16)
        rows = Player.every.select_related("tournament", "merged_into__tournament")
        player = rows.filter(pk=pk, link_revoked_at=None).first()
    except (ValueError, OverflowError):
        return None
    if player is None or not constant_time_compare(token, personal_token(player)):
        return None
    while player.merged_into is not None:
        player = player.merged_into
        if player.link_revoked_at is not None:
            return None
    return player
