"""The encoding of a CSV file: that of its mark, UTF-8 where the bytes are, else the one in which names look like names.

Many encodings decode any bytes: "Łukasz Żak" of Polish Excel is "£ukasz ¯ak" in that of Western Europe. Each candidate
is scored by what its text would mean: letters of the languages that use it, against signs inside words, capitals after
small letters, and words of accents alone. The scores only order the candidates; a person chooses among them.
"""

import codecs
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext_noop as _

from tournament.core.messages import Message, Refused

ENCODINGS = {
    "utf-8": _("UTF-8"),
    "utf-16": _("UTF-16"),
    "cp1252": _("Windows-1252 (Western Europe)"),
    "iso8859_15": _("ISO 8859-15 (Western Europe)"),
    "cp1250": _("Windows-1250 (Central Europe)"),
    "iso8859_2": _("ISO 8859-2 (Central Europe)"),
    "cp1251": _("Windows-1251 (Cyrillic)"),
    "koi8_r": _("KOI8-R (Cyrillic)"),
    "cp1253": _("Windows-1253 (Greek)"),
    "cp1254": _("Windows-1254 (Turkish)"),
    "cp932": _("Shift_JIS (Japan)"),
    "euc_jp": _("EUC-JP (Japan)"),
    "cp949": _("EUC-KR (Korea)"),
    "gbk": _("GBK (China)"),
    "cp950": _("Big5 (Taiwan, Hong Kong)"),
    "mac_roman": _("Mac Roman (old Mac files)"),
}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WESTERN = ("šžäöüßàâçéèêëîïôùûœæáíóúñìòãõåøðþý",)
_CENTRAL = ("ąćęłńóśźż", "áčďéěíňóřšťúůýžäôĺľŕ", "áéíóöőúüű", "ăâîşţ", "čćđšž", "äöüß")
_CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяё"
_LETTERS: Mapping[str, tuple[str, ...]] = {
    "cp1252": _WESTERN,
    "mac_roman": _WESTERN,
    "iso8859_15": _WESTERN,
    "cp1250": _CENTRAL,
    "iso8859_2": _CENTRAL,
    "cp1251": (_CYRILLIC + "їієґўјљњћџђ",),
    "koi8_r": (_CYRILLIC,),
    "cp1253": ("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",),
    "cp1254": ("çğıöşüâîûi",),
}
"""The letters beyond ASCII that one word may have in an encoding of one byte to a letter, by language where words of
several are told apart; İ is a small i first."""
_WESTERN_CODES = ("cp1252", "mac_roman", "iso8859_15")
_COMMON = {"cp1251": "оаеинтсрвлк", "koi8_r": "оаеинтсрвлк", "cp1253": "αοιετσςνηυρκμλ"}
"""The letters that make most of a text: Greek read as Russian is all letters, but the seldom ones."""
_LIKELIHOOD = {
    "cp1252": 0.04,
    "cp1250": 0.03,
    "iso8859_15": 0.025,
    "cp932": 0.02,
    "euc_jp": -0.01,
    "koi8_r": -0.01,
    "mac_roman": -0.05,
}
"""Decides between encodings in which the text reads equally well."""
_CLEAR, _APART = 0.7, 0.15
"""Names read right without a question if they score as much, and the next best reading that much less."""
_MOST_SCORED = 50_000
_WORD = re.compile(r"[^\s,;|\t\"()/.:-]+")
_SELDOM_WESTERN = re.compile(r"[ÕõÛû](?!e)|[ìòÌÒ](?=\w)|ø(?=[aeiouáéíóú])|[ÐðÞþÝý]")
"""Letters that Western Europe seldom has there, and often the ő of Hungary, the ě and ř of Czechia or the ğ, ş and ı of
Turkey read wrong."""
MOST_SAMPLES = 3


@dataclass(frozen=True, slots=True)
class Candidate:
    """An encoding in which the bytes can be read, with words of the file as they would read."""

    encoding: str
    samples: tuple[str, ...]
    score: float

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
    for score, encoding, words in scored:
        told = {word for known in found if known[:MOST_SAMPLES] == tuple(words[:MOST_SAMPLES]) for word in known}
        samples = [word for word in dict.fromkeys(words) if word not in told][:MOST_SAMPLES]
        found.setdefault(tuple(words), Candidate(encoding, tuple(samples), score))
    return list(found.values())


def is_clear(found: Sequence[Candidate]) -> bool:
    """Return whether the first of the candidates reads so well, and the next so much worse, that nobody need choose."""
    best, *others = found
    is_enough = best.encoding in _LETTERS or len(best.samples) == MOST_SAMPLES  # any two bytes are a sign of Taiwan
    return is_enough and best.score >= _CLEAR and all(best.score - other.score >= _APART for other in others[:1])


def _foreign_words(text: str) -> list[str]:
    """The words with letters beyond ASCII, which alone tell encodings apart."""
    return [word for word in _WORD.findall(text) if not word.isascii()]


def _plausibility(word: str, encoding: str) -> float:
    """Return how much a word looks like one of those languages: 1 for each letter that does, on average."""
    foreign = [letter for letter in word if not letter.isascii()]
    if encoding not in _LETTERS:
        points = sum(_points(letter, encoding) for letter in foreign) / len(foreign)
        return points - any(letter.isascii() and letter.isalpha() for letter in word)
    common = _COMMON.get(encoding, "")
    points = max(sum(_letter_points(letter, known, common) for letter in foreign) for known in _LETTERS[encoding])
    points /= len(foreign)
    if encoding in _WESTERN_CODES:
        points -= 0.5 * len(_SELDOM_WESTERN.findall(word)) / len(foreign)
    points -= 2 * sum(one.islower() and other.isupper() for one, other in pairwise(word)) / len(word)
    if encoding in _COMMON:
        mixed = len(foreign) < len(word) and any(letter.isascii() and letter.isalpha() for letter in word)
        return points - mixed  # such a word has all of its letters beyond ASCII, or none
    letters = sum(letter.isalpha() for letter in word)
    return points - (1.5 if len(foreign) > 2 and len(foreign) * 2 > letters else 0)


def _letter_points(letter: str, known: str, common: str) -> float:
    if (small := letter.lower()[0]) in known:
        return 1 if not common or small in common else 0.6
    return -0.5 if letter.isalpha() else -2


def _points(letter: str, encoding: str) -> float:
    lead = letter.encode(encoding)
    if encoding == "cp932":
        return _japanese_points(letter, lead, 0x99)
    if encoding == "euc_jp":
        return _japanese_points(letter, lead, 0xD0)
    if encoding == "cp950":
        return 1 if "\u4e00" <= letter <= "\u9fff" and 0xA4 <= lead[0] <= 0xC6 else -0.5
    if encoding == "cp949":
        return 1 if "\uac00" <= letter <= "\ud7a3" and lead[0] >= 0xB0 and lead[1] >= 0xA1 else -0.5
    return 1 if "\u4e00" <= letter <= "\u9fff" and 0xB0 <= lead[0] <= 0xD7 and lead[1] >= 0xA1 else -0.5


def _japanese_points(letter: str, lead: bytes, seldom: int) -> float:
    """Kana and everyday kanji, whose first bytes are below `seldom`; half-width kana are more often accented letters of
    somebody else."""
    if "\uff61" <= letter <= "\uff9f":
        return -0.4
    if "\u3040" <= letter <= "\u30ff":
        return 1.2
    if lead[0] < seldom:
        return 1 if letter >= "\u3000" else 0
    return -0.5
