"""A draw from words: the seed of a plan, made of a published list of players and of words that the hall supplies.

Nobody who closed the list can know the words, and whoever says a word cannot know what it gives. Simple enough for
anybody to recompute with SHA-256 of texts in UTF-8, in hexadecimal.
"""

import unicodedata
from collections.abc import Iterable
from hashlib import sha256

HIDDEN = {
    *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800),
    *range(0x180B, 0x1810),
    *range(0xFE00, 0xFE10),
    *range(0xE0100, 0xE01F0),
}
"""Characters that show nothing, although they count as printable: joiners, fillers, choices of a variant."""


def normalised(words: str) -> str:
    """Return the words in their only spelling: NFKC, case folded, every gap one space.

    What cannot be printed or shows nothing counts as a gap, so that two texts that look alike do not differ in
    something hidden.

    >>> normalised("  Ｐｏｎ! \\t 7  13\\u200b21 ")
    'pon! 7 13 21'
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", words).casefold())
    return " ".join("".join(char if _shows(char) else " " for char in folded).split())


def _shows(char: str) -> bool:
    return char.isprintable() and ord(char) not in HIDDEN


def list_digest(people: Iterable[tuple[int, str]]) -> str:
    """Return the digest of a list: SHA-256 of one line per player, `number name`, each ended by a line feed."""
    return _hash("".join(f"{number} {name}\n" for number, name in people))


def seed_from(digest: str, words: str) -> str:
    """Return the seed: SHA-256 of the digest of the list, a colon and the normalised words.

    >>> seed_from("5e" * 32, " Pon! ") == seed_from("5e" * 32, "pon!")
    True
    """
    return _hash(f"{digest}:{normalised(words)}")


def _hash(text: str) -> str:
    return sha256(text.encode(errors="surrogatepass")).hexdigest()
