"""The personal link of a player, printed as a QR code on the badge: whoever has it opens that player's own page.

Its *token* is the player's id in the event and a signature over it with the key of the event, so nothing secret is
stored, a badge can be printed again, and it opens the same page where the event is moved to. The signature also covers
two counters: that of the event, which goes up when all links are renewed, and that of the player. A revoked link opens
nothing although its signature is right.

The key of an event follows from the secret key of the server and is stored nowhere. An event that was moved here brings
the key of where its codes were printed: stored is only how it differs from the event's own key here, so that a copy of
the database opens no page. The codes of tables and sheets are signed with it, too.
"""

from collections.abc import Iterator

from django.core.signing import Signer
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.core.chain import moment
from tournament.core.models import Tournament
from tournament.core.records import event_id
from tournament.players.models import Player

LENGTH = 24  # characters of six bits each: 144 bits
LONGEST_ID = 16  # hexadecimal digits of 64 bits
SALT = "tournament.players.badges"
EVENT_SALT = "tournament.event"
KEY_LENGTH = 32  # bytes
BADGE, BADGE_SECONDS = "badge", 60 * 60 * 24 * 30
"""The cookie of a phone on which a player's own page was opened: its token, for the few pages that a code in the hall
opens for whoever has scanned it. It is sent to no other."""


def personal_token(player: Player) -> str:
    """Return the token of a player's link as it is now, revoked or not. No query where the tournament is known."""
    event = player.tournament
    number = player.pk - event.id_offset
    signature = event_signature(event, SALT, event.link_number, number, player.link_number)
    return f"{number:x}.{signature[:LENGTH]}"


def player_of_token(token: str) -> Player | None:
    """The player whose link has this token; None for any other text, for a renewed and for a revoked link.

    One query, by the player's id, and another for an event whose ids were moved (`Tournament.id_offset`); the signature
    is compared in the same time wherever it differs. The badge of an entry that was merged into another opens the
    other's page.
    """
    number, _dot, _signature = token.partition(".")
    if not number.isascii() or not number.isalnum() or len(number) > LONGEST_ID:
        return None
    try:
        signed = (one for one in _players_with(int(number, 16)) if constant_time_compare(token, personal_token(one)))
        player = next(signed, None)
    except (ValueError, OverflowError):
        return None
    if player is None:
        return None
    while player.merged_into is not None:
        player = player.merged_into
        if player.link_revoked_at is not None:
            return None
    return player


def keep_badge(response: HttpResponse, player: Player) -> None:
    """Let a phone know its player on the pages behind the codes that hang in the hall."""
    tournament = player.tournament
    path = f"/t/{tournament.slug}/{'league' if tournament.is_league else 'door'}/"
    response.set_cookie(BADGE, personal_token(player), max_age=BADGE_SECONDS, path=path, httponly=True, samesite="Lax")


def player_of_phone(request: HttpRequest, tournament: Tournament) -> Player | None:
    """Return the player of this event whose own page was opened on the phone last."""
    player = player_of_token(request.COOKIES.get(BADGE, ""))
    return player if player and player.tournament == tournament else None


def _players_with(number: int) -> Iterator[Player]:
    """Yield the players with this id in their events, those whose event is played here first."""
    rows = Player.every.select_related("tournament", "merged_into__tournament").filter(link_revoked_at=None)
    yield from rows.filter(pk=number, tournament__id_offset=0)
    moved = rows.exclude(tournament__id_offset=0).filter(pk=F("tournament__id_offset") + number)
    yield from moved.order_by(F("tournament__moved_at").desc(nulls_first=True), "pk")


def event_signature(tournament: Tournament, salt: str, *parts: int) -> str:
    """Return the signature over parts that are the same on every installation, 43 characters of six bits each."""
    value = " ".join(map(str, (event_id(tournament), moment(tournament.made_at), *parts)))
    return Signer(key=event_key(tournament).hex(), salt=salt).signature(value)


def event_key(tournament: Tournament) -> bytes:
    """Return the key of an event's codes. Whoever has it can make all of them."""
    own = _own_key(tournament)
    return _differing(own, bytes.fromhex(tournament.link_key)) if tournament.link_key else own


def carried_key(tournament: Tournament, key: bytes) -> str:
    """Return what is stored of the key that an event brings along; "" where it is the event's own here."""
    own = _own_key(tournament)
    return "" if key == own else _differing(own, key).hex()


def _own_key(tournament: Tournament) -> bytes:
    """The row's id, not that of the event's file: nobody gets the key of an event by loading a file that names it."""
    value = f"{tournament.pk} {moment(tournament.made_at)}"
    return salted_hmac(EVENT_SALT, value, algorithm="sha256").digest()


def _differing(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
