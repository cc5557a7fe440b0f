"""The winds in files of any language: 東, South, Ouest. Only a lone O has two meanings, Ouest and Ost."""

from collections.abc import Collection, Iterable

from scoring.winds import WINDS, Wind
from tournament.players.names import key
from tournament.reading.headings import headings_of

KNOWN_WINDS = {key(word): Wind(letter) for letter, words in headings_of("winds").items() for word in words}
UNCLEAR = "o"


def winds_among(texts: Iterable[str]) -> frozenset[Wind]:
    """Return the winds that some texts name without doubt: beside them an O is clear."""
    return frozenset(KNOWN_WINDS[name] for name in {key(text) for text in texts} if name in KNOWN_WINDS)


def is_unclear(text: str, beside: Collection[Wind]) -> bool:
    """Return whether a text is an O that may be East or West for all that is known of the other winds of the file."""
    return key(text) == UNCLEAR and (Wind.EAST in beside) == (Wind.WEST in beside)


def wind_of(text: str, beside: Collection[Wind]) -> Wind | None:
    """Return the wind that a text names, None for none; 1 to 4 count from East. An O is the one of East and West that
    is not `beside` it.

    >>> wind_of("O", {Wind.EAST}).name, wind_of("O", {Wind.WEST}).name, wind_of("O", ())
    ('WEST', 'EAST', None)
    """
    plain = key(text)
    if plain == UNCLEAR:
        return None if is_unclear(text, beside) else Wind.WEST if Wind.EAST in beside else Wind.EAST
    if plain in {"1", "2", "3", "4"}:
        return WINDS[int(plain) - 1]
    return KNOWN_WINDS.get(plain)
