"""The one order of names: every list in which people look for a name is sorted by `name_key` and shows `listed_name`,
which begins with the part that it is sorted by. Readings in kana become Latin letters (modified Hepburn), so that names
in kanji have their place in an alphabet.
"""

from typing import Protocol

from tournament.players.names import composed, in_order, parted, tidy

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
_KATAKANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
NameKey = tuple[tuple[str, ...], int]


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
    Latin letters; namesakes by number."""
    given, family = given_and_family(player)
    return in_order(romanised(player.reading) or f"{family} {given}"), player.number


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
    >>> romanised("しょうじ りょう"), romanised("はっとり")
    ('Shouji Ryou', 'Hattori')
    """
    return " ".join(_word(word) for word in tidy(reading).split())


def _word(word: str) -> str:
    found, doubled = "", False
    for sign in word.translate(_KATAKANA):
        if sign in _SMALL and found.endswith("i"):
            stem = found[:-1]
            found = stem + ("" if stem.endswith(("sh", "ch", "j")) else "y") + _SMALL[sign]
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
