"""Countries as they are written in lists of players, and their two letters (ISO 3166-1).

What players write is in countries.tsv, as are the English names; those of all other languages are Unicode's, by Babel.
"""

from functools import cache
from pathlib import Path

from tournament.players.names import key
from tournament.translation.formats import locale

DATA = Path(__file__).with_name("countries.tsv")
LANGUAGES = (
    *("en", "fr", "de", "ja", "es", "it", "nl", "pl", "pt", "cs", "sk", "hu", "sv", "da", "nb", "fi", "ro", "sl", "hr"),
    *("ru", "uk", "ko", "zh", "zh_Hant", "ca", "lt", "lv", "et", "tr", "el"),
)
SHORT = {  # Unicode's names are those of a law, and Babel leaves out the short ones
    ("HK", "fr"): "Hong Kong",
    ("HK", "de"): "Hongkong",
    ("HK", "ja"): "香港",
    ("HK", "es"): "Hong Kong",
    ("MO", "fr"): "Macao",
    ("MO", "de"): "Macau",
    ("MO", "ja"): "マカオ",
    ("MO", "es"): "Macao",
}
_FLAG_A = 0x1F1E6  # the regional indicator for A; a flag is two of them


@cache
def _table() -> tuple[dict[str, str], dict[str, str]]:
    """What players write -> code, and code -> English name."""
    codes: dict[str, str] = {}
    names: dict[str, str] = {}
    for line in DATA.read_text(encoding="utf-8").splitlines()[1:]:
        code, *written = line.split("\t")
        names[code] = written[0]
        for text in (code, *written[:3], *(written[3].split("|") if len(written) > 3 else ())):
            if text:
                codes.setdefault(key(text), code)
    return codes, names


@cache
def _foreign() -> dict[str, str]:
    """Names in all languages -> code. They take 30 MB for good, so only a text that is not in the table asks."""
    from babel import Locale

    known = _table()[1]
    codes: dict[str, str] = {}
    for language in LANGUAGES:
        for code, text in Locale.parse(language).territories.items():
            if code in known:
                codes.setdefault(key(text), code)
    return codes


def _of_flag(text: str) -> str:
    letters = "".join(chr(ord(c) - _FLAG_A + ord("A")) for c in text if 0 <= ord(c) - _FLAG_A < 26)
    return letters if len(letters) == 2 else ""


def country_code(text: str) -> str | None:
    """The two letters of a country written as code, name (in the languages of the field) or flag; None if unknown.

    >>> country_code("Deutschland"), country_code("Polonia"), country_code("日本"), country_code("🇫🇷")
    ('DE', 'PL', 'JP', 'FR')
    """
    written = key(_of_flag(text) or text)
    return _table()[0].get(written) or (_foreign().get(written) if written else None)


def country_name(code: str) -> str:
    """The name of a code in the reader's language; the code itself where there is none.

    >>> from django.utils.translation import override
    >>> for language in ("en", "fr", "de", "ja", "es"):
    ...     with override(language):
    ...         print(country_name("NL"), country_name("HK"), country_name("XX"))
    Netherlands Hong Kong XX
    Pays-Bas Hong Kong XX
    Niederlande Hongkong XX
    オランダ 香港 XX
    Países Bajos Hong Kong XX
    """
    language = locale()
    in_english = _table()[1].get(code, code)
    if language.language == "en" or in_english == code:
        return in_english
    return SHORT.get((code, language.language)) or language.territories.get(code, in_english)
