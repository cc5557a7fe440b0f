"""Tiles as people write them: `123m 0p 77z`. Digits before a suit; 0 is a red five.

m are characters, p circles, s bamboos; z are honours: 1 to 4 East, South, West, North, 5 white, 6 green, 7 red.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.hand.value import PaymentProblem
from scoring.words import gettext_noop

SUITS = "mpsz"
COPIES = 4
_RUN = re.compile(r"(?P<digits>[0-9]+)(?P<suit>[mpsz])")


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A tile: its suit, its number from 1 and whether it is a red five. Raises PaymentProblem for none there is."""

    suit: str
    number: int
    red: bool = False

    def __post_init__(self) -> None:
        most = 7 if self.suit == "z" else 9
        odd_red = self.red and (self.suit == "z" or self.number != 5)
        if self.suit not in SUITS or not 1 <= self.number <= most or odd_red:
            raise PaymentProblem(gettext_noop("There is no tile {tile}."), tile=str(self))

    @property
    def plain(self) -> "Tile":
        """The tile without its colour."""
        return Tile(self.suit, self.number)

    def __str__(self) -> str:
        return f"{0 if self.red else self.number}{self.suit}"


def read_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of `text`, in its order. Raises PaymentProblem for what cannot be read.

    >>> [str(tile) for tile in read_tiles("340m 7z")]
    ['3m', '4m', '0m', '7z']
    """
    typed = re.sub(r"[\s,]", "", text.lower())
    runs = list(_RUN.finditer(typed))
    if "".join(run[0] for run in runs) != typed:
        template = gettext_noop("“{typed}” cannot be read as tiles; type them as 123m 406p 77z, 0 for a red five.")
        raise PaymentProblem(template, typed=text)
    return tuple(_tile(digit, run["suit"]) for run in runs for digit in run["digits"])


def _tile(digit: str, suit: str) -> Tile:
    return Tile(suit, 5, red=True) if digit == "0" else Tile(suit, int(digit))


def write_tiles(tiles: Iterable[Tile]) -> str:
    """The tiles by suit and number; a red five stands before a plain one.

    >>> write_tiles(read_tiles("7z 1p 5m 0m 3m"))
    '305m 1p 7z'
    """
    ordered = sorted(tiles, key=lambda tile: (SUITS.index(tile.suit), tile.number, not tile.red))
    by_suit = [(suit, [tile for tile in ordered if tile.suit == suit]) for suit in SUITS]
    return " ".join("".join(str(tile)[0] for tile in own) + suit for suit, own in by_suit if own)


def check_copies(tiles: Iterable[Tile], reds: int) -> None:
    """Raises PaymentProblem for more of a tile than there are, `reds` red fives in all of a set of tiles.

    Three are one in each suit, a fourth is a second one of circles; fewer can be of any suit.
    """
    tiles = list(tiles)
    for tile, count in Counter(tile.plain for tile in tiles).items():
        if count > COPIES:
            raise PaymentProblem(gettext_noop("There are four of {tile}, not {count}."), tile=str(tile), count=count)
    by_suit = Counter(tile.suit for tile in tiles if tile.red)
    if by_suit.total() > reds or any(count > (2 if (suit, reds) == ("p", 4) else 1) for suit, count in by_suit.items()):
        raise PaymentProblem(gettext_noop("There are not so many red fives; the rules have {count}."), count=reds)
