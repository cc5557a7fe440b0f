"""Countries as they are written in lists of players, and their two letters (ISO 3166-1; data in countries.tsv)."""

from functools import cache
from pathlib import Path

from tournament.players.names import key

DATA = Path(__file__).with_name("countries.tsv")
_FLAG_A = 0x1F1E6  # the regional indicator for A; a flag is two of them


@cache
def _table() -> tuple[dict[str, str], dict[str, str]]:
    """Every known way of writing -> code, and code -> English name."""
    codes: dict[str, str] = {}
    names: dict[str, str] = {}
    for line in DATA.read_text(encoding="utf-8").splitlines()[1:]:
        code, *written = line.split("\t")
        names[code] = written[0]
        for text in (code, *written[:3], *(written[3].split("|") if len(written) > 3 else ())):
            if text:
                codes.setdefault(key(text), code)
    return codes, names


def _of_flag(text: str) -> str:
    letters = "".join(chr(ord(c) - _FLAG_A + ord("A")) for c in text if 0 <= ord(c) - _FLAG_A < 26)
    return letters if len(letters) == 2 else ""


def country_code(text: str) -> str | None:
    """The two letters of a country written as code, name (English, French, German, Japanese) or flag; None if unknown.

    >>> country_code("Deutschland"), country_code("pays-bas"), country_code("日本"), country_code("🇫🇷")
    ('DE', 'NL', 'JP', 'FR')
    """
    codes, _ = _table()
    return codes.get(key(_of_flag(text) or text))


def country_name(code: str) -> str:
    """The English name of a code; the code itself where there is none.

    >>> country_name("NL")
    'Netherlands'
    """
    return _table()[1].get(code, code)
