"""Readings in kana as Latin letters, so that names in kanji have their place in an alphabet. Modified Hepburn."""

from tournament.players.names import tidy

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
