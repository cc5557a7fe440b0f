"""The encoding of a CSV file: that of its mark, UTF-8 where the bytes are, else the one in which names look like names.

Many encodings decode any bytes: "Łukasz Żak" of Polish Excel is "£ukasz ¯ak" in that of Western Europe. Each candidate
is scored by what its text would mean: letters of the languages that use it, against signs inside words, capitals after
small letters, and words of accents alone. The scores only order the candidates; a person chooses among them.
"""

import codecs
import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from django.utils.translation import gettext_noop as _

from tournament.core.messages import Message, Refused

ENCODINGS = {
    "utf-8": _("UTF-8"),
    "utf-16": _("UTF-16"),
    "cp1252": _("Windows-1252 (Western Europe)"),
    "cp1250": _("Windows-1250 (Central Europe)"),
    "cp1251": _("Windows-1251 (Cyrillic)"),
    "cp932": _("Shift_JIS (Japan)"),
    "cp949": _("EUC-KR (Korea)"),
    "gbk": _("GBK (China)"),
    "mac_roman": _("Mac Roman (old Mac files)"),
}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WESTERN = "šžäöüßàâçéèêëîïôùûœæáíóúñìòãõåøðþý"
_LETTERS = {
    "cp1252": _WESTERN,
    "mac_roman": _WESTERN,
    "cp1250": "ąćęłńóśźżáčďéěíňřšťúůýžöőüűäôĺľŕăâîşţđß",
    "cp1251": "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўјљњћџђ",
}
"""The letters beyond ASCII of the languages that are written in an encoding of one byte to a letter."""
_LIKELIHOOD = {"cp1252": 0.04, "cp1250": 0.03, "cp932": 0.02, "mac_roman": -0.05}
"""Decides between encodings in which the text reads equally well."""
_MOST_SCORED = 200_000
_WORD = re.compile(r"[^\s,;|\t\"()/.:-]+")
_SELDOM_WESTERN = re.compile(r"[ÕõÛû](?!e)|[ìòÌÒ](?=\w)|ø(?=[aeiouáéíóú])")
"""Letters that Western Europe seldom has there, and often the ő of Hungary or the ě and ř of Czechia read wrong."""
MOST_SAMPLES = 3


@dataclass(frozen=True, slots=True)
class Candidate:
    """An encoding in which the bytes can be read, with words of the file as they would read."""

    encoding: str
    samples: tuple[str, ...]

    @property
    def label(self) -> str:
        return ENCODINGS[self.encoding]


def decode(content: bytes, chosen: str = "") -> tuple[str, str]:
    """Return the text and its encoding: that of its byte order mark, the chosen one, or the most likely one.

    Raises Refused when the bytes are not in that encoding, or are not text.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _decoded(content, encoding), encoding
    encoding = chosen or _guess(content)
    return _decoded(content, encoding), encoding


def _decoded(content: bytes, encoding: str) -> str:
    codec = {"utf-8": "utf-8-sig", "utf-16": _utf16(content)}.get(encoding, encoding)
    try:
        text = content.decode(codec)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise Refused.of(
            "encoding",
            _(
                "This is not {encoding}: line {line} cannot be read. Choose another encoding, "
                "or save the file as UTF-8."
            ),
            field="encoding",
            encoding=Message("", ENCODINGS[encoding]),
            line=line,
        ) from error
    if "\0" in text:
        raise Refused.of("file-other", _("This file is neither XLSX nor CSV. Save the list as XLSX or CSV."))
    return text


def _utf16(content: bytes) -> str:
    """UTF-16 with a byte order mark, or the byte order that the zero bytes of ASCII letters suggest."""
    if content[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return "utf-16"
    return "utf-16-be" if content[0:200:2].count(0) > content[1:200:2].count(0) else "utf-16-le"


def _guess(content: bytes) -> str:
    if content[:400].count(0) * 4 > len(content[:400]):
        return "utf-16"
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return next((one.encoding for one in candidates(content)), "cp1252")
    return "utf-8"


# --- candidates ---------------------------------------------------------------------------------------------------


def candidates(content: bytes) -> list[Candidate]:
    """Return the encodings in which a file that is not UTF-8 can be read, the most likely first.

    Each reads differently: of several that read alike the most likely one stays.
    """
    scored = []
    sample = content[:_MOST_SCORED]
    sample = sample[: sample.rfind(b"\n")] if len(content) > _MOST_SCORED else sample
    for encoding in set(ENCODINGS) - {"utf-8", "utf-16"}:
        try:
            text = sample.decode(encoding)
        except UnicodeDecodeError:
            continue
        words = _foreign_words(text)
        score = sum(_plausibility(word, encoding) for word in words) / (len(words) or 1)
        below = _foreign_words(text.partition("\n")[2])  # names rather than headings
        scored.append((score + _LIKELIHOOD.get(encoding, 0), encoding, [*below, *words]))
    scored.sort(key=lambda one: (-one[0], one[1]))
    found: dict[tuple[str, ...], Candidate] = {}
    for _score, encoding, words in scored:
        found.setdefault(tuple(words), Candidate(encoding, tuple(dict.fromkeys(words))[:MOST_SAMPLES]))
    return list(found.values())


def _foreign_words(text: str) -> list[str]:
    """The words with letters beyond ASCII, which alone tell encodings apart."""
    return [word for word in _WORD.findall(text) if not word.isascii()]


def _plausibility(word: str, encoding: str) -> float:
    """Return how much a word looks like one of those languages: 1 for each letter that does, on average."""
    foreign = [letter for letter in word if not letter.isascii()]
    points = sum(_points(letter, encoding) for letter in foreign) / len(foreign)
    if encoding in ("cp1252", "mac_roman"):
        points -= 0.5 * len(_SELDOM_WESTERN.findall(word)) / len(foreign)
    if encoding in _LETTERS:
        points -= 2 * sum(one.islower() and other.isupper() for one, other in pairwise(word)) / len(word)
        if encoding != "cp1251":
            letters = sum(letter.isalpha() for letter in word)
            points -= 1.5 if len(foreign) > 2 and len(foreign) * 2 > letters else 0
        elif len(foreign) < len(word) and any(letter.isascii() and letter.isalpha() for letter in word):
            points -= 1  # a word is all Cyrillic or not at all
    elif any(letter.isascii() and letter.isalpha() for letter in word):
        points -= 1
    return points


def _points(letter: str, encoding: str) -> float:
    if encoding in _LETTERS:
        if letter.lower() in _letters(encoding):
            return 1
        return -0.5 if letter.isalpha() else -2
    lead = letter.encode(encoding)
    if encoding == "cp932":
        return _japanese_points(letter, lead)
    if encoding == "cp949":
        return 1 if "\uac00" <= letter <= "\ud7a3" and lead[0] >= 0xB0 and lead[1] >= 0xA1 else -0.5
    return 1 if "\u4e00" <= letter <= "\u9fff" and 0xB0 <= lead[0] <= 0xD7 and lead[1] >= 0xA1 else -0.5


def _japanese_points(letter: str, lead: bytes) -> float:
    """Kana and everyday kanji; half-width kana are more often accented letters of somebody else."""
    if "\uff61" <= letter <= "\uff9f":
        return -0.4
    if "\u3040" <= letter <= "\u30ff":
        return 1.2
    if lead[0] < 0x99:
        return 1 if letter >= "\u3000" else 0
    return -0.5


@cache
def _letters(encoding: str) -> frozenset[str]:
    return frozenset(_LETTERS[encoding])
