"""How people are found by what somebody types, the same in every list, box and script.

search_keys  what a name is found by: its words as they are compared, in two letters (ue for ü), kana as hiragana, in
             Latin letters, and by its sound
found        whether a query, folded the same way, is in the keys of some texts

The *sound* of a name is one for all ways to write Japanese in Latin letters (si, shi; ō, ou, oo, oh; nanba, namba). The
rules are few and are data, so that a script that narrows a list applies the same ones (`FOLDS`).
"""

import json
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from tournament.events.addresses import SPELT
from tournament.players.name_order import romanised
from tournament.players.names import in_order, words

SOUNDS = (
    ("f", "h"), ("[ct](?=ch)", "t"),
    ("sh+(?=[aou])", "sy"), ("ch+(?=[aou])", "ty"), ("j(?=[aou])", "zy"),
    ("sh+", "s"), ("ch+", "t"), ("j", "z"), ("d+z", "z"), ("ts(?=u|$)", "t"),
    ("m(?=[bmp])", "n"),
    ("(?:o[ou]*h+)+(?![aeiouyh])|o[ou]+", "o"), ("aa+", "a"), ("ii+", "i"), ("uu+", "u"), ("ee+", "e"),
)  # fmt: skip
"""What is replaced in turn, as patterns that Python and a browser read alike."""
FOLDS = json.dumps({"spelt": {chr(letter): pair for letter, pair in SPELT.items()}, "sounds": SOUNDS})
"""What a script folds a query with, besides accents, case and width."""
SOUND = "~"  # before a sound among keys, so that it is found by sounds only
_JAPANESE = re.compile(r"(?:(?:kk|ss|tt|pp|[kgsztdnhbpmrwy])?y?[aiueo]|n)+")
_KANA = re.compile("[\u3041-\u30ff]")
_SOUNDS = [(re.compile(pattern), instead) for pattern, instead in SOUNDS]


def found(query: str, *texts: str, by_sound: bool = True) -> bool:
    """Return whether every word of the query begins a word of the texts (or occurs anywhere, in scripts without
    spaces). Letters are found without their accents, and in two letters; kana and Latin letters find each other,
    and `by_sound` all ways to write Japanese in Latin letters.

    >>> found("mor luc", "Luc Moreau", "Paris"), found("o luc", "Luc Moreau", "Tokyo"), found("太郎", "山田太郎")
    (True, False, True)
    >>> found("mussig", "Jörg Müssig"), found("muessig joerg", "Jörg Müssig"), found("müssig", "Joerg Muessig")
    (True, True, True)
    >>> found("oono", "大野 忍", "おおの しのぶ"), found("Ôno sinobu", "大野", "オオノ シノブ"), found("おお", "Ohno")
    (True, True, True)
    """
    there = [key for text in texts for key in search_keys(text)]
    return all(any(_begins(one, key) for one in ways for key in there) for ways in _ways_of_words(query, by_sound))


def keys_of(texts: Iterable[str]) -> str:
    """Return the keys of texts for a script, with a space between them."""
    return " ".join(dict.fromkeys(key for text in texts for key in search_keys(text)))


@lru_cache(maxsize=65_536)
def search_keys(text: str) -> tuple[str, ...]:
    """Return what a text is found by.

    >>> search_keys("Jörg"), search_keys("ショウジ")
    (('jorg', 'joerg'), ('ショウジ', 'しょうじ', 'shouji', '~syozi'))
    """
    keys = dict.fromkeys(key for one, spelt in _spelt(text) for key in (one, spelt))
    for one in words(text):
        latin = one
        if not one.isascii() and _KANA.search(one):
            latin = romanised(one).casefold()
            keys |= dict.fromkeys((*in_order(one), *words(latin)))
        if latin.isascii() and _JAPANESE.fullmatch(sound := sound_of(latin)):
            keys[SOUND + sound] = None
    return tuple(keys)


def reading_key(reading: str) -> tuple[str, ...]:
    """Return what is the same for a reading in kana and in Latin letters.

    >>> reading_key("サトウ ケン") == reading_key("Satō Ken")
    True
    """
    return tuple(sound_of(romanised(word).casefold()) for word in words(reading))


@lru_cache(maxsize=65_536)
def sound_of(latin: str) -> str:
    """Return how a word in small Latin letters sounds, read as Japanese.

    >>> {sound_of(word) for word in ("shouji", "syouzi", "shohji", "shoji")}
    {'syozi'}
    """
    for pattern, instead in _SOUNDS:
        latin = pattern.sub(instead, latin)
    return latin


@lru_cache(maxsize=256)
def _ways_of_words(query: str, by_sound: bool) -> tuple[frozenset[str], ...]:
    """Return the ways to write each word of a query that are looked for."""
    return tuple(
        frozenset((one, spelt, *in_order(one), *(_heard(one) if by_sound else ()))) for one, spelt in _spelt(query)
    )


def _heard(word: str) -> tuple[str, ...]:
    """A single letter has no sound yet."""
    latin = romanised(word).casefold()
    return (SOUND + sound_of(latin),) if len(latin) > 1 and latin.isascii() else ()


def _spelt(text: str) -> Iterable[tuple[str, str]]:
    """The words of a text, and as they are typed where a keyboard lacks their letters: ue for ü, oe for ø."""
    composed_text = unicodedata.normalize("NFC", text)
    return zip(words(composed_text), words(composed_text.lower().translate(SPELT)), strict=True)


def _begins(wanted: str, key: str) -> bool:
    return key.startswith(wanted) if wanted.isascii() else wanted in key
