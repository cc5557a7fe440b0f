"""The six tiles that seat winds are drawn with: read, checked, mixed by a chance that is given."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scoring.winds import WINDS, Wind
from scoring.words import Text, Translate, gettext_noop

SUITS = "mps"
Random = Callable[[int], int]


class DrawProblem(ValueError):
    """A draw that cannot be; `place` names where (`tile 3`, `roll 1`, `roller`, `row`, `winds`), `text` says why."""

    def __init__(self, place: str, template: str, **params: object) -> None:
        super().__init__(place, template, params)
        self.place = place
        self.text = Text(template, params)

    def said(self, translate: Translate = gettext_noop) -> str:
        return self.text.said(translate)

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


@dataclass(frozen=True, slots=True)
class NumberTile:
    """A number tile, of which only odd or even matters here; written 1p, 2m, 9s."""

    number: int
    suit: str

    def __post_init__(self) -> None:
        if self.number not in range(1, 10) or self.suit not in tuple(SUITS):
            raise DrawProblem("tile", NO_TILE, tile=f"{self.number}{self.suit}")

    @property
    def is_odd(self) -> bool:
        return self.number % 2 == 1

    def __str__(self) -> str:
        return f"{self.number}{self.suit}"


Tile = Wind | NumberTile
NO_TILE = gettext_noop("“{tile}” is neither a wind (E, S, W, N) nor a number tile such as 1p, 2m or 9s.")


def read_row(texts: Sequence[str]) -> tuple[Tile, ...]:
    """The tiles of a row as written from left to right. Raises DrawProblem naming the first that is none (`tile 3`).

    >>> [str(tile) for tile in read_row(["n", "1p", "E"])]
    ['N', '1p', 'E']
    """
    return tuple(_read_tile(number, text) for number, text in enumerate(texts, 1))


def _read_tile(place: int, text: str) -> Tile:
    written = text.strip()
    if written.upper() in tuple(WINDS):
        return Wind(written.upper())
    number, suit = written[:1], written[1:].lower()
    if number not in tuple("123456789") or suit not in tuple(SUITS):
        raise DrawProblem(f"tile {place}", NO_TILE, tile=written)
    return NumberTile(int(number), suit)


def check_row(row: Sequence[Tile]) -> None:
    """Raises DrawProblem unless the row is the four winds, one odd and one even number tile."""
    if len(row) != 6:
        raise DrawProblem("row", gettext_noop("The row has six tiles, not {count}."), count=len(row))
    numbers = [tile for tile in row if isinstance(tile, NumberTile)]
    odd = sum(tile.is_odd for tile in numbers)
    if (odd, len(numbers)) != (1, 2):
        template = gettext_noop("The row has one odd and one even number tile, not {odd} odd and {even} even.")
        raise DrawProblem("row", template, odd=odd, even=len(numbers) - odd)
    for place, tile in enumerate(row, 1):
        if isinstance(tile, Wind) and tile in row[: place - 1]:
            raise DrawProblem(f"tile {place}", TWICE, wind=Text(tile.label))


TWICE = gettext_noop("{wind} is there twice; each wind is there once.")


def check_winds(winds: Sequence[Wind]) -> None:
    """Raises DrawProblem unless each of the four winds is there once."""
    if len(winds) != 4:
        raise DrawProblem("winds", gettext_noop("Four players draw four winds, not {count}."), count=len(winds))
    for seat, wind in enumerate(winds):
        if wind in winds[:seat]:
            raise DrawProblem(f"seat {seat}", TWICE, wind=Text(wind.label))


def check_seat(place: str, seat: int) -> None:
    """Raises DrawProblem for a seat outside 0..3."""
    if seat not in range(4):
        raise DrawProblem(place, gettext_noop("The seats are 0 to 3, counter-clockwise, not {seat}."), seat=seat)


def shuffled(tiles: Sequence[Tile], random: Random) -> tuple[Tile, ...]:
    """The tiles in an order that chance gives; `random(n)` is one of 0 to n - 1, each as likely.

    >>> row = shuffled(read_row("E S W N 1p 2p".split()), lambda n: 0)
    >>> " ".join(map(str, row))
    'S W N 1p 2p E'
    """
    rest = list(tiles)
    for last in range(len(rest) - 1, 0, -1):
        other = random(last + 1)
        rest[last], rest[other] = rest[other], rest[last]
    return tuple(rest)


def rolled(random: Random) -> int:
    """Two dice thrown with `random`."""
    return 2 + random(6) + random(6)
