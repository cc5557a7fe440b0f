"""The draw of the seat winds at the table (S2 Seat wind assignment), as a value that can be replayed.

Four players sit anywhere; the seats are 0 to 3 counter-clockwise, so seat 1 is to the right of seat 0; people count
them from 1. The traditional draw has a row of the four winds with one odd and one even number tile, and one roll of two
dice (JPML) or two (wikidot, katch). Chance is an argument. The sentences are in `scoring.sentences.draw`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from scoring.messages import InvalidValue, Level, Message, gettext_noop, phrase
from scoring.points import WholeRange
from scoring.winds import WINDS, Wind

NUMBER_SUITS = "mps"
Random = Callable[[int], int]


class DrawProblem(InvalidValue):
    """An impossible draw; the message's field is the place: `tile 3`, `roll 1`, `roller`, `row`, `winds`."""

    def __init__(self, place: str, text: str, **params: object) -> None:
        super().__init__(Message("draw", text, params, Level.ERROR, place))

    @property
    def place(self) -> str:
        """The tile, roll or list that is wrong."""
        return self.message.field

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


@dataclass(frozen=True, slots=True)
class NumberTile:
    """A number tile, of which only odd or even matters; written 1p, 2m, 9s."""

    number: int
    suit: str

    def __post_init__(self) -> None:
        if self.number not in range(1, 10) or self.suit not in tuple(NUMBER_SUITS):
            raise DrawProblem("tile", NO_TILE, tile=f"{self.number}{self.suit}")

    @property
    def is_odd(self) -> bool:
        return self.number % 2 == 1

    def __str__(self) -> str:
        return f"{self.number}{self.suit}"


DrawTile = Wind | NumberTile
NO_TILE = gettext_noop("“{tile}” is neither a wind (E, S, W, N) nor a number tile such as 1p, 2m or 9s.")


def read_row(texts: Sequence[str]) -> tuple[DrawTile, ...]:
    """Parse a row of tiles, from left to right. Raises DrawProblem naming the first that is not a tile of a draw (`tile
    3`).

    >>> [str(tile) for tile in read_row(["n", "1p", "E"])]
    ['N', '1p', 'E']
    """
    return tuple(_read_tile(number, text) for number, text in enumerate(texts, 1))


def _read_tile(place: int, text: str) -> DrawTile:
    written = text.strip()
    if written.upper() in tuple(WINDS):
        return Wind(written.upper())
    number, suit = written[:1], written[1:].lower()
    if number not in tuple("123456789") or suit not in tuple(NUMBER_SUITS):
        raise DrawProblem(f"tile {place}", NO_TILE, tile=written)
    return NumberTile(int(number), suit)


def read_winds(texts: Sequence[str]) -> "Winds":
    """Parse the winds of seats 0 to 3. Raises DrawProblem naming the first that is not one of the four.

    >>> [wind.label for wind in read_winds(["s", "E", "N", "W"])]
    ['South', 'East', 'North', 'West']
    """
    winds: list[Wind] = []
    for number, tile in enumerate(read_row(texts), 1):
        if not isinstance(tile, Wind):
            template = gettext_noop("In a direct draw everybody takes a wind, not {tile}.")
            raise DrawProblem(f"tile {number}", template, tile=str(tile))
        winds.append(tile)
    check_winds(winds)
    east, south, west, north = winds
    return east, south, west, north


def check_row(row: Sequence[DrawTile]) -> None:
    """Raise DrawProblem unless the row is the four winds, one odd and one even number tile."""
    if len(row) != 6:
        raise DrawProblem("row", gettext_noop("The row has six tiles, not {count}."), count=len(row))
    numbers = [tile for tile in row if isinstance(tile, NumberTile)]
    odd = sum(tile.is_odd for tile in numbers)
    if (odd, len(numbers)) != (1, 2):
        template = gettext_noop("The row has one odd and one even number tile, not {odd} odd and {even} even.")
        raise DrawProblem("row", template, odd=odd, even=len(numbers) - odd)
    for place, tile in enumerate(row, 1):
        if isinstance(tile, Wind) and tile in row[: place - 1]:
            raise DrawProblem(f"tile {place}", TWICE, wind=phrase(tile.label))


TWICE = gettext_noop("{wind} is there twice; each wind is there once.")


def check_winds(winds: Sequence[Wind]) -> None:
    """Raise DrawProblem unless each of the four winds occurs once."""
    if len(winds) != 4:
        raise DrawProblem("winds", gettext_noop("Four players draw four winds, not {count}."), count=len(winds))
    for seat, wind in enumerate(winds):
        if wind in winds[:seat]:
            raise DrawProblem(f"seat {seat + 1}", TWICE, wind=phrase(wind.label))


def check_seat(place: str, seat: int) -> None:
    """Raise DrawProblem for a seat outside 0..3."""
    if seat not in range(4):
        raise DrawProblem(place, gettext_noop("The seats are 1 to 4, counter-clockwise, not {seat}."), seat=seat + 1)


def shuffle(tiles: Sequence[DrawTile], random: Random) -> tuple[DrawTile, ...]:
    """Shuffle the tiles; `random(n)` returns a number from 0 to n - 1, each equally likely.

    >>> row = shuffle(read_row("E S W N 1p 2p".split()), lambda n: 0)
    >>> " ".join(map(str, row))
    'S W N 1p 2p E'
    """
    rest = list(tiles)
    for last in range(len(rest) - 1, 0, -1):
        other = random(last + 1)
        rest[last], rest[other] = rest[other], rest[last]
    return tuple(rest)


Winds: TypeAlias = Annotated[tuple[Wind, Wind, Wind, Wind], "by seat, counter-clockwise"]
Seat: TypeAlias = Annotated[int, WholeRange(0, 3), "counted from 0"]
Seats: TypeAlias = Annotated[tuple[Seat, ...], "where the player of each seat sits afterwards"]


@dataclass(frozen=True, slots=True)
class TraditionalDraw:
    """The row of tiles from left to right, the rolls, and the seat of the first roller (S2; JPML; katch).

    With one roll, the roll names the provisional East, who takes first, and its parity names the end. With two, the
    second is rolled by the provisional East and names who takes first and the end. Raises DrawProblem for an impossible
    draw.

    >>> from scoring.draw import read_row
    >>> draw = TraditionalDraw(read_row("N 1p E W 2p S".split()), (5,))
    >>> [wind.label for wind in draw.winds], draw.seats
    (['North', 'East', 'West', 'South'], (3, 0, 2, 1))
    """

    row: tuple[DrawTile, ...]
    rolls: tuple[int, ...]
    roller: int = 0

    def __post_init__(self) -> None:
        check_row(self.row)
        if len(self.rolls) not in (1, 2):
            template = gettext_noop("The dice are rolled once or twice, not {count} times.")
            raise DrawProblem("rolls", template, count=len(self.rolls))
        for number, roll in enumerate(self.rolls, 1):
            if roll not in range(2, 13):
                template = gettext_noop("Two dice show 2 to 12, not {roll}.")
                raise DrawProblem(f"roll {number}", template, roll=roll)
        check_seat("roller", self.roller)

    @property
    def east_seat(self) -> Seat:
        """The seat of the provisional East, where the one who draws East will sit: the roller counts as 1."""
        return (self.roller + self.rolls[0] - 1) % 4

    @property
    def first(self) -> Seat:
        """The seat of the player who takes first."""
        return self.east_seat if len(self.rolls) == 1 else (self.east_seat + self.rolls[1] - 1) % 4

    @property
    def end(self) -> NumberTile:
        """The number tile at whose end the taking of winds begins: odd for an odd roll, even for an even one."""
        return next(tile for tile in self._number_tiles if tile.is_odd == (self.rolls[-1] % 2 == 1))

    @property
    def _number_tiles(self) -> list[NumberTile]:
        """The two number tiles, from left to right."""
        return [tile for tile in self.row if isinstance(tile, NumberTile)]

    @property
    def laid_out(self) -> tuple[DrawTile, ...]:
        """The row with each number tile moved to its nearer end; the winds keep their order."""
        left, right = self._number_tiles
        return (left, *(tile for tile in self.row if isinstance(tile, Wind)), right)

    @property
    def winds_in_order(self) -> tuple[Wind, ...]:
        """The winds in the order in which they are taken."""
        winds = tuple(tile for tile in self.row if isinstance(tile, Wind))
        return winds if self.laid_out[0] == self.end else winds[::-1]

    @property
    def winds(self) -> Winds:
        """The wind drawn by the player of each seat."""
        east, south, west, north = (self.winds_in_order[(seat - self.first) % 4] for seat in range(4))
        return east, south, west, north

    @property
    def seats(self) -> Seats:
        """The new seat of the player of each seat."""
        return _seats(self.winds, self.east_seat)


@dataclass(frozen=True, slots=True)
class DirectDraw:
    """Each player takes one of four winds (WRC 2015, S2). `east_seat` is East's seat; None leaves East in place.

    No known rule says where East sits; in clubs East stays or chooses. Raises DrawProblem.
    """

    winds: Winds
    east_seat: int | None = None

    def __post_init__(self) -> None:
        check_winds(self.winds)
        if self.east_seat is not None:
            check_seat("east_seat", self.east_seat)

    @property
    def seats(self) -> Seats:
        """The new seat of the player of each seat."""
        own = self.winds.index(Wind.EAST)
        return _seats(self.winds, own if self.east_seat is None else self.east_seat)


@dataclass(frozen=True, slots=True)
class OwnDraw:
    """Winds by seat, decided in the organiser's own fair way, with `how` in their words (S2). Raises DrawProblem."""

    winds: Winds
    how: str

    def __post_init__(self) -> None:
        check_winds(self.winds)
        if not self.how.strip():
            raise DrawProblem("how", gettext_noop("Say how the winds were drawn."))

    @property
    def seats(self) -> Seats:
        """The new seat of the player of each seat: East stays."""
        return _seats(self.winds, self.winds.index(Wind.EAST))


WindDraw = TraditionalDraw | DirectDraw | OwnDraw


def _seats(winds: Winds, east_seat: int) -> Seats:
    """Return the seats: East's is given, South is to the right of it, West across, North to the left."""
    return tuple((east_seat + wind.index) % 4 for wind in winds)
