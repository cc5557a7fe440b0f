"""Numbers, moments, days and lists as the reader's language writes them, by Babel.

30,000 and 2.2P are 30 000 and 2,2 P in French. English has forms of its own, which are all here. Regional variants of a
language count (de-ch).
"""

import re
from collections.abc import Callable, Iterable
from datetime import date, datetime, time
from functools import cache, lru_cache, reduce
from unicodedata import bidirectional

from babel import Locale, UnknownLocaleError
from babel.dates import DateTimePattern, format_interval, parse_pattern
from babel.lists import format_list
from django.utils.translation import get_language, gettext, ngettext, npgettext, pgettext

from scoring import points as in_english
from scoring.messages import Message, WrittenNumber
from scoring.points import Minus, Points
from scoring.winds import Wind

AFTER_A_STOP = re.compile(
    r"(?<=[。：])((?:</(?:a|b|bdi|em|span|strong)>)*)\s+(?=[^<>\s][^<>]*<(?!/textarea)|<(?:a|b|bdi|em|span|strong)\b)"
)
ENGLISH = {
    "time": "HH:mm",
    "seconds": "HH:mm:ss",
    "full": "EEEE d MMMM y",
    "weekday": "EEEE d MMMM",
    "day": "d MMMM y",
    "short": "d MMM y",
    "date": "d MMMM",
    "brief": "d MMM",
    "year": "y",
    "stamp": "y-MM-dd HH:mm",
}
ELSEWHERE: dict[str, Callable[[Locale], str]] = {
    "time": lambda of: str(of.time_formats["short"]),
    "seconds": lambda of: str(of.time_formats["medium"]),
    "full": lambda of: str(of.date_formats["full"]),
    "weekday": lambda of: _long(of, "MMMMEEEEd", "MMMEEEEd", "MMMEd"),
    "day": lambda of: str(of.date_formats["long"]),
    "short": lambda of: str(of.date_formats["medium"]),
    "date": lambda of: _long(of, "MMMMd", "MMMd"),
    "brief": lambda of: str(of.datetime_skeletons["MMMd"]),
    "year": lambda of: str(of.datetime_skeletons["y"]),
    "stamp": lambda of: _text("short time", of),
}
SEMICOLONS = {"fr": "\u202f; ", "ja": "；"}
FIRST_DAY = {"fr": "1er"}
"""The first of a month in languages that give it an ordinal and no other day; Babel has no pattern with one."""


def locale() -> Locale:
    """Return the locale of the active language, English where there is none."""
    return locale_of(get_language() or "en")


@lru_cache(maxsize=64)
def locale_of(language: str) -> Locale:
    """Return Babel's locale of a language as Django calls it; one that Babel does not know is its language, or English.

    >>> [str(locale_of(one)) for one in ("de-ch", "fr", "fr-xx", "xx")]
    ['de_CH', 'fr', 'fr', 'en']
    """
    for known in (language, language.partition("-")[0]):
        try:
            return Locale.parse(known, sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    return Locale("en")


def number(written: str) -> str:
    """Return a number that English has written with the marks of the active language; the P of points is as far from
    it as a percent sign.

    >>> from django.utils.translation import override
    >>> with override("fr"):
    ...     number("2.13"), number("−25,300"), number("7.5P")
    ('2,13', '−25\\u202f300', '7,5\\xa0P')
    """
    language = get_language() or "en"
    return written if language == "en" else _with_marks(written, language)


def write(points: Points) -> str:
    """Return points as `scoring.points.write` does, with the reader's marks."""
    return number(in_english.write(points))


def write_p(points: Points, minus: Minus = Minus.SCREEN, plus: bool = True) -> str:
    """Return points as `scoring.points.write_p` does, with the reader's marks."""
    return _written_p(points, minus, plus, get_language() or "en")


@lru_cache(maxsize=16_384)
def _written_p(points: Points, minus: Minus, plus: bool, _language: str) -> str:
    """A list of standings has thousands, most of them again and again; the language is the active one."""
    return number(in_english.write_p(points, minus, plus))


def write_whole_p(points: Points, plus: bool = True) -> str:
    """Return points as P without a needless decimal: +15, −7.5, with the reader's marks."""
    return number(in_english.write_p(points, plus=plus).removesuffix(".0"))


def write_price(points: Points) -> str:
    """Return points as `scoring.points.write_price` does, with the reader's marks."""
    return number(in_english.write_price(points))


def hand_name(round_wind: str, hand: int) -> str:
    """Return a hand of a round: South 4."""
    return gettext("{round} {hand}").format(round=gettext(Wind(round_wind).label), hand=hand)


def wind_letter(wind: str) -> str:
    """Return the letter of a wind, "" for none: the first of its word, W for West and O for Ouest; 西 in Japanese.

    >>> from django.utils.translation import override
    >>> with override("de"):
    ...     wind_letter("E"), wind_letter("")
    ('O', '')
    """
    return _letter(wind, get_language() or "en") if wind else ""


@lru_cache(maxsize=64)
def _letter(wind: str, _language: str) -> str:
    return next(filter(str.isalpha, gettext(Wind(wind).label)))


def wind_letters(text: str) -> str:
    """Return a text about winds, one or a list, with their letters as the reader writes them.

    >>> from django.utils.translation import override
    >>> for language in ("fr", "ja"):
    ...     with override(language):
    ...         print(wind_letters("W N"), "·", wind_letters("N: E, S: W"), "·", wind_letters("bye"))
    O N · N: E et S: O · bye
    西 北 · 北: 東、南: 西 · bye
    """
    return _in_letters(text, get_language() or "en")


@lru_cache(maxsize=4096)  # a list of sheets has the same few again and again
def _in_letters(text: str, language: str) -> str:
    return enumeration(re.sub(r"\b[ESWN]\b", lambda found: wind_letter(found[0]), one) for one in text.split(", "))


@lru_cache(maxsize=4096)  # a table of standings has the same numbers again and again
def _with_marks(written: str, language: str) -> str:
    marks, unit = _marks(language)
    return written.removesuffix("P").translate(marks) + (unit if written.endswith("P") else "")


@cache
def _marks(language: str) -> tuple[dict[int, str], str]:
    """Return what stands for the comma and the point of English, and for the P at the end of a number."""
    of = locale_of(language)
    symbols = of.number_symbols["latn"]
    percent = of.percent_formats[None].pattern
    return str.maketrans({",": symbols["group"], ".": symbols["decimal"]}), percent.lstrip("#,0").replace("%", "P")


def written(at: datetime | date | time, form: str) -> str:
    """Return a moment, a day or a time of day as the reader writes it; a moment keeps its time zone.

    `form` is one of ENGLISH, or a day and a time: “brief time”, “day, time”. Raises KeyError for any other.

    >>> from django.utils.translation import override
    >>> start = datetime(2026, 3, 14, 9, 30)
    >>> for language in ("en", "fr", "de", "ja"):
    ...     with override(language):
    ...         print(written(start, "full"), "·", written(start, "short"), "·", written(start, "date, time"))
    Saturday 14 March 2026 · 14 Mar 2026 · 14 March, 09:30
    samedi 14 mars 2026 · 14 mars 2026 · 14 mars, 09:30
    Samstag, 14. März 2026 · 14.03.2026 · 14. März, 09:30
    2026年3月14日土曜日 · 2026/03/14 · 3月14日 9:30
    >>> with override("fr"):
    ...     written(date(2026, 3, 1), "day"), written(date(2026, 3, 1), "brief"), written(time(1, 1), "time")
    ('1er mars 2026', '1er mars', '01:01')
    """
    reader = locale()
    return _with_first(_pattern(form, reader).apply(at, reader), reader)


def days(first: date | None, last: date | None, form: str = "day") -> str:
    """Return the days from the first to the last, one day alone where they are the same or there is one.

    `form` is “day” or “full”, which has the days of the week.

    >>> from django.utils.translation import override
    >>> for language in ("en", "fr", "de", "ja"):
    ...     with override(language):
    ...         days(date(2026, 3, 14), date(2026, 3, 15))
    '14–15 Mar 2026'
    '14–15 mars 2026'
    '14.–15. März 2026'
    '2026年3月14日～15日'
    """
    begin, end = first or last, last or first
    if begin is None or end is None:
        return ""
    if begin == end:
        return written(begin, form)
    # English alone would be that of the United States: Mar 14 – 15, 2026.
    spoken = locale_of("en-gb") if locale() == Locale("en") else locale()
    text = format_interval(begin, end, {"day": "yMMMd", "full": "yMMMEd"}[form], locale=spoken)
    return _with_first(text, spoken)


def closed_up(page: str) -> str:
    """Return a page, or a part of one, without the spaces that templates have between sentences: Japanese has none.
    What people typed into a box stays as it is.

    >>> from django.utils.translation import override
    >>> with override("ja"):
    ...     closed_up("<p>一。 <b>二：</b> 三。 四<textarea>五。 六</textarea></p>")
    '<p>一。<b>二：</b>三。四<textarea>五。 六</textarea></p>'
    """
    return AFTER_A_STOP.sub(r"\1", page) if locale().language == "ja" else page


def enumeration(things: Iterable[object]) -> str:
    """Return a whole list as the reader's language writes it: A, B et C.

    English has no “and”, as its lists never had here.

    >>> from django.utils.translation import override
    >>> for language in ("en", "fr", "ja"):
    ...     with override(language):
    ...         print(enumeration(["A", "B", "C"]), "·", enumeration([2, 5]))
    A, B, C · 2, 5
    A, B et C · 2 et 5
    A、B、C · 2、5
    """
    of = locale()
    return format_list([str(thing) for thing in things], "unit" if of.language == "en" else "standard", of)


def series(things: Iterable[object]) -> str:
    """Return things one after the other as the reader's language separates them: the beginning of a list, values."""
    comma = locale().list_patterns["standard"]["middle"]
    return reduce(comma.format, [str(thing) for thing in things] or [""])


def isolated(name: str) -> str:
    """Return a name for running text; one that is written from right to left keeps what follows it behind it.

    >>> isolated("Aiko Brandt"), isolated("אבי")
    ('Aiko Brandt', '\u2068אבי\u2069')
    """
    return f"\u2068{name}\u2069" if any(bidirectional(letter) in ("R", "AL") for letter in name) else name


def clauses(sentences: Iterable[str]) -> str:
    """Return parts of a sentence, each with commas of its own, in a line; Babel has no such list."""
    return SEMICOLONS.get(locale().language, "; ").join(sentences)


def span(first: int, last: int) -> str:
    """Return the numbers from one to another: 1–8, the number alone if it is one; Japanese has its own dash."""
    dash = "〜" if locale().language == "ja" else "–"
    return str(first) if first == last else f"{first}{dash}{last}"


def _with_first(text: str, of: Locale) -> str:
    """Return days as Babel wrote them, with the ordinal of FIRST_DAY: a 1 alone is nothing else in them."""
    first = FIRST_DAY.get(of.language)
    return re.sub(r"\b1\b", first, text) if first else text


@lru_cache(maxsize=256)
def _pattern(form: str, of: Locale) -> DateTimePattern:
    return parse_pattern(_text(form, of))


def _text(form: str, of: Locale) -> str:
    """Return the pattern of a form; a day and a time are put together as the language does."""
    day, _space, hour = form.rpartition(" ")
    is_english = of.language == "en"
    if not day:
        return ENGLISH[form] if is_english else ELSEWHERE[form](of)
    both = "{1}" + ", "[day[-1] != "," :] + "{0}"
    if not is_english:
        both = str(of.datetime_formats["medium" if day[-1] == "," else "short"])
    return both.replace("{1}", _text(day.rstrip(","), of)).replace("{0}", _text(hour, of))


def _long(of: Locale, *skeletons: str) -> str:
    """Return the pattern of the first skeleton that the language has, with its names in full."""
    known = of.datetime_skeletons
    pattern = str(known[next(one for one in skeletons if one in known)])
    return re.sub(r"\bMMM\b", "MMMM", re.sub(r"\bE\b", "EEEE", pattern))


class ReadersLanguage:
    """The active language: its catalogue of translations, its marks of numbers."""

    def text(self, text: str, context: str = "") -> str:
        """Return the translation of a text."""
        return pgettext(context, text) if context else gettext(text)

    def plural(self, one: str, many: str, count: int, context: str = "") -> str:
        """Return the translated form for `count`."""
        return npgettext(context, one, many, count) if context else ngettext(one, many, count)

    def number(self, written: WrittenNumber) -> str:
        """Return a number as the language writes it."""
        return number(written)

    def day(self, day: date) -> str:
        """Return a day as the language writes it."""
        return written(day, "day")


READERS = ReadersLanguage()


def sentence(message: Message) -> str:
    """Return the message in the reader's language."""
    return message.say(READERS)
