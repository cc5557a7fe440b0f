"""Parse one field of a player from a form or a file. Raises Refused naming the format."""

import re
import unicodedata

from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused
from tournament.players.countries import country_code
from tournament.players.names import key, tidy

MAX_NUMBER = 9_999
_NOTHING = {"", "-", "–", "—", "/", "n/a", "na", "none", "aucun", "keine", "なし", "無", "guest"}
_YES = {"yes", "y", "oui", "o", "ja", "j", "はい", "有", "x", "1", "true", "vrai", "wahr"}
_YES |= {"sub", "substitute", "remplaçant", "remplaçante", "ersatz", "ersatzspieler", "ersatzspielerin", "補欠", "控え"}
_NO = {"no", "n", "non", "nein", "いいえ", "0", "false", "faux", "falsch", "playing", "player"}
_YES_SIGNS, _NO_SIGNS = {*"○◯〇✓✔☑◎"}, {*"×✗✘☐"}
_YES, _NO = {key(word) for word in _YES}, {key(word) for word in _NO}


def says_nothing(text: str) -> bool:
    """Return whether a cell means “nothing”: "-", "n/a", なし."""
    return tidy(text).casefold() in _NOTHING


def read_country(text: str) -> str:
    """The country's two letters; "" for nothing. Raises Refused."""
    if says_nothing(text):
        return ""
    code = country_code(text)
    if code is None:
        raise Refused.of(
            "country-unknown",
            _("“{text}” is not a known country. Use its two-letter code, for example FR or JP."),
            text=text,
        )
    return code


def read_ema_number(text: str) -> tuple[str, bool]:
    """Eight digits as text, and whether a lost leading zero was restored (RULES 4.13). Raises Refused.

    A spreadsheet that takes the number for an amount drops its zero: 5100170 is 05100170.

    >>> read_ema_number("05100170"), read_ema_number("5100170.0"), read_ema_number("０５１００１７０")
    (('05100170', False), ('05100170', True), ('05100170', False))
    """
    if says_nothing(text):
        return "", False
    plain = re.sub(r"[\s._-]", "", re.sub(r"\.0+$", "", unicodedata.normalize("NFKC", tidy(text))))
    plain = re.sub(r"^(ema)?(no|nr|n°|#)?", "", plain, flags=re.IGNORECASE)
    if re.fullmatch(r"[0-9]{7,8}", plain):
        return plain.zfill(8), len(plain) == 7
    raise Refused.of(
        "ema-number-form", _("“{text}” is not an EMA number: it has eight digits, for example 05100170."), text=text
    )


def read_yes(text: str) -> bool:
    """Yes or no in the four languages, or a tick. Raises Refused.

    >>> read_yes("Oui"), read_yes("○"), read_yes("-"), read_yes("nein")
    (True, True, False, False)
    """
    plain = tidy(text)
    if plain in _YES_SIGNS or key(plain) in _YES:
        return True
    if says_nothing(text) or plain in _NO_SIGNS or key(plain) in _NO:
        return False
    raise Refused.of(
        "yes-or-no",
        _("“{text}” is neither yes nor no. Enter yes for a substitute; leave it empty for a player."),
        text=text,
    )


def read_number(text: str) -> int | None:
    """A start number from 1 to 9999; None for nothing. Raises Refused.

    >>> read_number("007"), read_number("12.0"), read_number("#4")
    (7, 12, 4)
    """
    if says_nothing(text):
        return None
    plain = re.sub(r"\.0+$", "", unicodedata.normalize("NFKC", tidy(text)).lstrip("#"))
    if re.fullmatch(r"[0-9]{1,9}", plain) and 1 <= int(plain) <= MAX_NUMBER:
        return int(plain)
    raise Refused.of(
        "number-form",
        _("“{text}” is not a start number: enter a whole number from 1 to {most}."),
        text=text,
        most=MAX_NUMBER,
    )
