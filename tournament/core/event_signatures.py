"""Signatures that codes on paper carry: of one event, and the same wherever the event is played.

Each event has a key of its own, which follows from the secret key of the server and is stored nowhere. An event that
was moved here brings the key of where its codes were printed: stored is only how it differs from the event's own key
here, so that a copy of the database opens no page.
"""

from django.core.signing import Signer
from django.utils.crypto import salted_hmac

from tournament.core.chain import moment
from tournament.core.models import Tournament
from tournament.core.records import event_id

SALT = "tournament.event"
KEY_LENGTH = 32  # bytes


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
    return salted_hmac(SALT, value, algorithm="sha256").digest()


def _differing(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
