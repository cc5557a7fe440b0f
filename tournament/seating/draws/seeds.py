"""From a secret and something public to the seed of a draw. Simple enough to be done by hand with any SHA-256."""

import unicodedata
from collections.abc import Iterable
from hashlib import sha256
from secrets import token_hex

SECRET_BYTES = 32


def fresh_secret() -> str:
    """64 hex characters that nobody can guess."""
    return token_hex(SECRET_BYTES)


def hexed(text: str) -> str:
    """SHA-256 of a text, in hex."""
    return sha256(text.encode()).hexdigest()


def normalised(public_text: str) -> str:
    """What was typed as it is used: composed characters (NFC), no space around it, single spaces within.

    >>> normalised("  7 \\t 13  21 ")
    '7 13 21'
    """
    return " ".join(unicodedata.normalize("NFC", public_text).split())


def final_seed(secret: str, public_text: str) -> str:
    """The seed from which lots are drawn: SHA-256 of the secret, a colon and what is public.

    >>> final_seed("ab", "7  13")[:12] == hexed("ab:7 13")[:12]
    True
    """
    return hexed(f"{secret}:{normalised(public_text)}")


def fingerprint(people: Iterable[tuple[int, str]]) -> str:
    """The fingerprint of a list of people: SHA-256 of a line for each, start number and name."""
    return hexed("".join(f"{number} {name}\n" for number, name in people))


def groups(text: str) -> list[str]:
    """A hash in groups of eight, to be read out and compared.

    >>> groups("0123456789abcdef")
    ['01234567', '89abcdef']
    """
    return [text[at : at + 8] for at in range(0, len(text), 8)]
