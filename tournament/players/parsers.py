"""Parse one field of a player from a form or a file. Raises Refused naming the format."""

import re
import unicodedata

from django.utils.translation import gettext_noop as _

from scoring.points import P, Points
from tournament.core.messages import Refused
from tournament.players.countries import country_code
from tournament.players.names import key, tidy

MAX_NUMBER = 9_999
_NOTHING = {"", "-", "–", "—", "/", "n/a", "na", "none", "aucun", "keine", "なし", "無", "guest"}
_IN_P = re.compile(r"(?P<sign>[+−‐–▲△-]?)\s*(?P<whole>[0-9]{1,3})(?:[.,](?P<part>[0-9]{1,3}))?\s*P?", re.IGNORECASE)
_YES_SIGNS, _NO_SIGNS = {*"○◯〇✓✔☑◎"}, {*"×✗✘☐"}


def _keys(words: str) -> frozenset[str]:
    return frozenset(key(word) for word in words.split("|"))


# English, French, German, Spanish, Italian, Dutch, Polish and Japanese
_YES = _keys("yes|y|oui|o|ja|j|sí|s|sì|tak|t|はい|有|あり|x|1|true|vrai|wahr|verdadero|vero|waar|prawda")
_NO = _keys("no|n|non|nein|nee|nie|いいえ|0|false|faux|falsch|falso|onwaar|fałsz")
_SUBSTITUTE = _keys("sub|substitute|remplaçant|remplaçante|ersatz|ersatzspieler|ersatzspielerin|補欠|控え")
_NO_SUBSTITUTE = _keys("playing|player")
_NEWCOMER = (
    _keys(
        "new|new player|newcomer|beginner|rookie|first|first time|first tournament|1st|1st tournament|nouveau|nouvelle"
    )
    | _keys(
        "débutant|débutante|premier tournoi|première fois|neu|Neuling|Anfänger|Anfängerin|erstes Turnier|zum ersten Mal"
    )
    | _keys("nuevo|nueva|novato|novata|principiante|primer torneo|primera vez|nuovo|nuova|esordiente|primo torneo")
    | _keys("prima volta|nieuw|nieuwkomer|beginneling|debutant|eerste toernooi|eerste keer|nowy|nowa|początkujący")
    | _keys(
        "początkująca|debiutant|debiutantka|pierwszy turniej|pierwszy raz|新人|新規|初|初参加|初出場|初めて|はじめて"
    )
)
_NO_NEWCOMER = _keys("experienced|regular|expérimenté|expérimentée|erfahren|experimentado|esperto|ervaren|doświadczony")


def says_nothing(text: str) -> bool:
    """Return whether a cell means “nothing”: "-", "n/a", なし."""
    return tidy(text).casefold() in _NOTHING


def read_country(text: str) -> str:
    """The country's two letters; "" for nothing. NA in capitals is Namibia, as in our own lists. Raises Refused."""
    if says_nothing(text) and text.strip() != "NA":
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


def read_substitute(text: str) -> bool:
    """Return whether this is a substitute: yes or no in eight languages, the word itself, or a tick. Raises Refused.

    >>> read_substitute("Oui"), read_substitute("○"), read_substitute("-"), read_substitute("nein")
    (True, True, False, False)
    """
    problem = _("“{text}” is neither yes nor no. Enter yes for a substitute; leave it empty for a player.")
    return _read_mark(text, _SUBSTITUTE, _NO_SUBSTITUTE, problem)


def read_newcomer(text: str) -> bool:
    """Return whether this is a new player: yes or no in eight languages, the word itself, or a tick. Raises Refused.

    >>> read_newcomer("First tournament"), read_newcomer("新人"), read_newcomer("nie"), read_newcomer("")
    (True, True, False, False)
    """
    problem = _("“{text}” is neither yes nor no. Enter yes for a new player; leave it empty for all others.")
    return _read_mark(text, _NEWCOMER, _NO_NEWCOMER, problem)


def _read_mark(text: str, yes: frozenset[str], no: frozenset[str], problem: str) -> bool:
    plain = tidy(text)
    if plain in _YES_SIGNS or key(plain) in _YES | yes:
        return True
    if says_nothing(text) or plain in _NO_SIGNS or key(plain) in _NO | no:
        return False
    raise Refused.of("yes-or-no", problem, text=text)


def read_carried(text: str) -> Points:
    """A score carried from an earlier event, written in P as totals are, in points; 0 for nothing. Raises Refused.

    >>> read_carried("12.3"), read_carried("−4,5"), read_carried("▲4.5"), read_carried("+12.65P"), read_carried("")
    (12300, -4500, -4500, 12650, 0)
    """
    if says_nothing(text):
        return 0
    found = _IN_P.fullmatch(unicodedata.normalize("NFKC", tidy(text)))
    if found is None:
        problem = _("“{text}” is not a score in P. Enter it as totals are written, for example 12.3 or −4.5.")
        raise Refused.of("carried-form", problem, text=text[:60])
    points = int(found["whole"]) * P + int((found["part"] or "").ljust(3, "0"))
    return points if found["sign"] in ("", "+") else -points


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
