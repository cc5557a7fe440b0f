"""The one order of names: every list in which people look for a name is sorted by `name_key` and shows `listed_name`,
which begins with the part that it is sorted by. Readings in kana become Latin letters (modified Hepburn), so that names
in kanji have their place in an alphabet.
"""

import re
import unicodedata
from typing import NamedTuple, Protocol

from tournament.players.names import composed, in_order, parted, tidy
from tournament.translation.formats import locale

_ROWS = {
    "あ": "a", "い": "i", "う": "u", "え": "e", "お": "o", "か": "ka", "き": "ki", "く": "ku", "け": "ke", "こ": "ko",
    "さ": "sa", "し": "shi", "す": "su", "せ": "se", "そ": "so", "た": "ta", "ち": "chi", "つ": "tsu", "て": "te",
    "と": "to", "な": "na", "に": "ni", "ぬ": "nu", "ね": "ne", "の": "no", "は": "ha", "ひ": "hi", "ふ": "fu",
    "へ": "he", "ほ": "ho", "ま": "ma", "み": "mi", "む": "mu", "め": "me", "も": "mo", "や": "ya", "ゆ": "yu",
    "よ": "yo", "ら": "ra", "り": "ri", "る": "ru", "れ": "re", "ろ": "ro", "わ": "wa", "ゐ": "i", "ゑ": "e",
    "を": "o", "ん": "n", "が": "ga", "ぎ": "gi", "ぐ": "gu", "げ": "ge", "ご": "go", "ざ": "za", "じ": "ji",
    "ず": "zu", "ぜ": "ze", "ぞ": "zo", "だ": "da", "ぢ": "ji", "づ": "zu", "で": "de", "ど": "do", "ば": "ba",
    "び": "bi", "ぶ": "bu", "べ": "be", "ぼ": "bo", "ぱ": "pa", "ぴ": "pi", "ぷ": "pu", "ぺ": "pe", "ぽ": "po",
    "ゔ": "vu", "ぁ": "a", "ぃ": "i", "ぅ": "u", "ぇ": "e", "ぉ": "o",
}  # fmt: skip
_SMALL = {"ゃ": "a", "ゅ": "u", "ょ": "o"}
_SMALL_VOWELS = {*"ぁぃぅぇぉ"}
_KATAKANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_KANA = re.compile(r"[ぁ-ゖァ-ヶー\s]+")
_LARGE = str.maketrans("ぁぃぅぇぉゃゅょっゎ", "あいうえおやゆよつわ")
_VOWELS = {"a": "あ", "i": "い", "u": "う", "e": "え", "o": "お", "n": "ん"}


class NameKey(NamedTuple):
    """What names are sorted by: `script` is 0 for names that the reader's language has before the others."""

    script: int
    words: tuple[str, ...]
    number: int


class NamedPerson(Protocol):
    """A player as rows of the database and of the standings have one."""

    @property
    def name(self) -> str: ...
    @property
    def first_name(self) -> str: ...
    @property
    def last_name(self) -> str: ...


class NumberedPerson(NamedPerson, Protocol):
    """A player with what a list needs besides the name."""

    @property
    def number(self) -> int: ...
    @property
    def reading(self) -> str: ...


def given_and_family(player: NamedPerson) -> tuple[str, str]:
    """Return the parts of a player's name, ("", the whole name) where it is not known which is which: the parts that
    are stored may be of another name than the one the person goes by."""
    first, last = player.first_name, player.last_name
    if not (first and last and sorted(composed(first, last).split()) == sorted(player.name.split())):
        first, last = parted(player.name)
    return (first, last) if last else ("", player.name)


def name_key(player: NumberedPerson) -> NameKey:
    """Return what players are sorted by: the family name first, accents folded, a name that has a reading by that in
    Latin letters; namesakes by number. Who reads Japanese finds names with a reading in kana first, in its order."""
    given, family = given_and_family(player)
    in_letters = in_order(romanised(player.reading) or f"{family} {given}")
    if locale().language != "ja":
        return NameKey(0, in_letters, player.number)
    reading = next((text for text in (player.reading, player.name) if _KANA.fullmatch(text)), "")
    return NameKey(0, gojuon(reading), player.number) if reading else NameKey(1, in_letters, player.number)


def gojuon(reading: str) -> tuple[str, ...]:
    """Return what a reading in kana is sorted by: each word without its marks, small signs as large ones and a long
    vowel as that vowel, then as it is written.

    >>> gojuon("サトー リョウ")
    ('さとお', 'りよう', 'さとー', 'りょう')
    >>> sorted(["ばん", "はら", "はん", "ぱん"], key=gojuon)
    ['はら', 'はん', 'ばん', 'ぱん']
    """
    words = tidy(reading).translate(_KATAKANA).split()
    return *map(_plain, words), *words


def _plain(word: str) -> str:
    found = ""
    for sign in unicodedata.normalize("NFD", word).translate(_LARGE):
        if sign == "ー" and found:
            sign = _VOWELS[_ROWS.get(found[-1], "a")[-1]]
        if not unicodedata.combining(sign):
            found += sign
    return found


def listed_name(player: NamedPerson) -> str:
    """Return the name with the family name first.

    >>> from types import SimpleNamespace as Person
    >>> listed_name(Person(name="Jan van der Berg", first_name="Jan", last_name="van der Berg"))
    'van der Berg Jan'
    >>> listed_name(Person(name="山田 太郎", first_name="", last_name=""))
    '山田 太郎'
    """
    given, family = given_and_family(player)
    return f"{family} {given}".rstrip()


def romanised(reading: str) -> str:
    """Return a reading in Latin letters, each word with a capital; what is no kana stays as it is.

    >>> romanised("やまだ たろう"), romanised("サトウ ケンイチ"), romanised("Abe Haruka")
    ('Yamada Tarou', 'Satou Kenichi', 'Abe Haruka')
    >>> romanised("しょうじ りょう"), romanised("はっとり"), romanised("ファビオ チェン")
    ('Shouji Ryou', 'Hattori', 'Fabio Chen')
    """
    return " ".join(_word(word) for word in tidy(reading).split())


def _word(word: str) -> str:
    found, doubled = "", False
    for sign in word.translate(_KATAKANA):
        if sign in _SMALL and found.endswith("i"):
            stem = found[:-1]
            found = stem + ("" if stem.endswith(("sh", "ch", "j")) else "y") + _SMALL[sign]
        elif sign in _SMALL_VOWELS and len(found) > 1:
            found = found[:-1] + _ROWS[sign]
        elif sign == "っ":
            doubled = True
        elif sign != "ー":
            latin = _ROWS.get(sign, sign)
            found += (("t" if latin.startswith("ch") else latin[0]) if doubled else "") + latin
            doubled = False
    return found if found == word else found[:1].upper() + found[1:]


def is_eastern(text: str) -> bool:
    """Return whether a name is written in kanji, kana or hangul: the family name comes first there."""
    return any(
        "\u3040" <= sign <= "\u30ff" or "\u3400" <= sign <= "\u9fff" or "\uac00" <= sign <= "\ud7af" for sign in text
    )
