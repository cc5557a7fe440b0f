"""Points as people type and read them.

Points are whole riichi points. They are typed in one of three units, announced once for the tournament: hundreds
(`253`), thousands with a decimal (`25.3`) or in full (`25300`). Text with a single meaning is accepted in every unit;
ambiguous text is refused, never guessed.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypeAlias

from scoring.messages import InvalidValue, Level, Message, WrittenNumber, gettext_noop, join, phrase


@dataclass(frozen=True, slots=True)
class WholeRange:
    """The whole numbers from `least`, up to `most` where there is a greatest one; schemas of answers tell it."""

    least: int
    most: int | None = None


FromZero: TypeAlias = Annotated[int, WholeRange(0)]
FromOne: TypeAlias = Annotated[int, WholeRange(1)]
Points: TypeAlias = Annotated[int, "in points; 1,000 points are 1P"]
P = 1_000
LIMIT = 1_000_000  # nobody holds a million
LONGEST = 20  # characters that are read at all
LIKELY = 200_000  # with 120,000 on the table, more than this is a slip of the finger
_MINUSES = "-−‐–ー▲△"  # ‐ and ー are what Japanese keyboards give for the minus key
_PLAIN = re.compile(r"[0-9]+")
_DECIMAL = re.compile(r"(?P<whole>[0-9]{1,3})[.,](?P<part>[0-9]{1,3})")
_GROUPED = re.compile(r"[0-9]{1,3}(?P<mark>[ '\u2019.,])[0-9]{3}(?:(?P=mark)[0-9]{3})*")


class Unit(StrEnum):
    """The unit of a bare number on a sheet."""

    HUNDREDS = "hundreds"
    THOUSANDS = "thousands"
    FULL = "full"


class Minus(StrEnum):
    """The sign of a negative number by context; ▲ is the usual one in riichi (S2)."""

    SCREEN = "−"
    EXPORT = "-"
    SHEET = "▲"


class UnreadablePoints(InvalidValue):
    """Typed text that is not a score, or could be two."""

    def __init__(self, code: str, text: str, params: dict[str, object]) -> None:
        super().__init__(Message(code, text, params, Level.ERROR))


def parse_points(text: str, unit: Unit = Unit.HUNDREDS) -> Points:
    """Parse `text`, where bare numbers are in `unit`.

    A minus is `-`, `−`, `▲` or `△` in front; full-width digits are accepted. Raises UnreadablePoints, which says how to
    type each reading, when there is none or more than one.

    >>> parse_points("253"), parse_points("25.3"), parse_points("25,300"), parse_points("▲2.8")
    (25300, 25300, 25300, -2800)
    >>> try:
    ...     parse_points("1200")
    ... except UnreadablePoints as problem:
    ...     str(problem)
    '“1200” is not clear when points are typed in hundreds. Type 12 for 1,200. Type 120000 for 120,000.'
    """
    typed = text.strip()
    if not typed:
        raise UnreadablePoints("empty", gettext_noop("Type the points; 0 for zero."), {})
    if len(typed) > LONGEST:
        raise _no_number(typed[:LONGEST] + "…")
    sign, rest = _split_sign(typed)
    size = _size(rest, unit, typed, sign)
    if size >= LIMIT:
        raise UnreadablePoints("too-large", gettext_noop("“{typed}” is more than a table can hold."), {"typed": typed})
    return sign * size


def _split_sign(typed: str) -> tuple[int, str]:
    """Return the sign as 1 or -1, and the rest; full-width characters become plain ones."""
    plain = unicodedata.normalize("NFKC", typed)
    if plain[0] in _MINUSES:
        return -1, plain[1:].lstrip()
    return 1, plain.removeprefix("+").lstrip()


def _size(rest: str, unit: Unit, typed: str, sign: int) -> Points:
    """Parse the points without their sign."""
    if _PLAIN.fullmatch(rest):
        size = _plain_size(rest.lstrip("0"), unit)
        if size is None:
            raise _unclear(int(rest), unit, typed, sign)
        return size
    if decimal := _DECIMAL.fullmatch(rest):
        return int(decimal["whole"]) * P + int(decimal["part"].ljust(3, "0"))
    if _GROUPED.fullmatch(rest):
        return int(re.sub("[^0-9]", "", rest))
    raise _no_number(typed)


def _no_number(typed: str) -> UnreadablePoints:
    return UnreadablePoints("not-a-number", gettext_noop("“{typed}” is not a number of points."), {"typed": typed})


def _plain_size(digits: str, unit: Unit) -> Points | None:
    """Parse a bare number: from five digits on it is points in full, otherwise in the unit; None if ambiguous."""
    number = int(digits or "0")
    length = len(digits)
    if length == 0 or length >= 5:
        return number
    if unit is Unit.HUNDREDS:
        return number * 100 if length <= 3 or number % 100 else None
    if unit is Unit.THOUSANDS:
        return number * P if length <= 2 else None
    return number if length == 4 else None


_UNITS = {
    Unit.HUNDREDS: gettext_noop("hundreds"),
    Unit.THOUSANDS: gettext_noop("thousands"),
    Unit.FULL: gettext_noop("full"),
}


def _unclear(number: int, unit: Unit, typed: str, sign: int) -> UnreadablePoints:
    """Name each possible reading and how to type it."""
    readings = sorted(size for size in (number, number * 100, number * P) if size % 100 == 0 and size < LIMIT)
    likely = [size for size in readings if size <= LIKELY] or readings
    ways = [
        phrase(
            gettext_noop("Type {typed} for {points}."),
            {"typed": type_back(sign * size, unit), "points": write(sign * size)},
        )
        for size in likely
    ]
    template = gettext_noop("“{typed}” is not clear when points are typed in {unit}. {ways}")
    return UnreadablePoints("ambiguous", template, {"typed": typed, "unit": phrase(_UNITS[unit]), "ways": join(ways)})


def write(points: Points) -> WrittenNumber:
    """Return points with grouped thousands and a real minus sign.

    From 1,000 up and below −1,000 this reads back in every unit.

    >>> write(25300), write(-2800), write(0)
    ('25,300', '−2,800', '0')
    """
    return WrittenNumber(f"{Minus.SCREEN if points < 0 else ''}{abs(points):,}")


def write_p(points: Points, minus: Minus = Minus.SCREEN, plus: bool = True) -> WrittenNumber:
    """Return points as P (1P = 1,000 points) with one decimal, more only if they are not zero.

    >>> write_p(9500), write_p(-9300), write_p(0), write_p(12650)
    ('+9.5', '−9.3', '0.0', '+12.65')
    >>> write_p(-9300, Minus.SHEET), write_p(9500, plus=False)
    ('▲9.3', '9.5')
    """
    whole, part = divmod(abs(points), P)
    sign = minus if points < 0 else "+" if points > 0 and plus else ""
    tail = f"{part:03}"
    return WrittenNumber(f"{sign}{whole}.{tail[0]}{tail[1:].rstrip('0')}")


def write_price(points: Points) -> WrittenNumber:
    """Return a price in P, as people say it.

    >>> write_price(30_000), write_price(7_500)
    ('30P', '7.5P')
    """
    return WrittenNumber(write_p(points, plus=False).removesuffix(".0") + "P")


def type_back(points: Points, unit: Unit) -> str:
    """Return the shortest text to type for `points` in `unit`; `parse_points` reads it back.

    Raises ValueError for a million points or more, which cannot be typed.

    >>> type_back(25300, Unit.HUNDREDS), type_back(25300, Unit.THOUSANDS), type_back(-2800, Unit.FULL)
    ('253', '25.3', '-2800')
    >>> type_back(300, Unit.FULL)
    '0.3'
    """
    size = abs(points)
    if size >= LIMIT:
        raise ValueError(f"{points} points cannot be typed")
    sign = "-" if points < 0 else ""
    for digits in (str(size // 100), str(size)):
        if unit is not Unit.THOUSANDS and _plain_size(digits.lstrip("0"), unit) == size:
            return sign + digits
    return write_p(points, Minus.EXPORT, plus=False)


STEP = 100
