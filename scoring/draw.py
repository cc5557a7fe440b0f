"""Drawing the seat winds at the table (S2 Seat wind assignment): a draw as a value that can be played again.

Four players sit anywhere; the seats are 0 to 3 counter-clockwise, so seat 1 is to the right of seat 0. The traditional
draw has a row of the four winds with one odd and one even number tile, and one roll of two dice (JPML) or two (wikidot,
katch). What is said about it in words stands in `scoring.draw_words`.
"""

from dataclasses import dataclass

from scoring.draw_tiles import DrawProblem, NumberTile, Tile, check_row, check_seat, check_winds
from scoring.winds import Wind
from scoring.words import gettext_noop

Winds = tuple[Wind, Wind, Wind, Wind]


@dataclass(frozen=True, slots=True)
class TraditionalDraw:
    """The row from left to right as turned up, the rolls and the seat of who rolled first (S2; JPML; katch).

    With one roll it names the provisional East, who takes first, and its parity the end. With two, the second is rolled
    by the provisional East and names who takes first and the end. Raises DrawProblem for what cannot be.

    >>> from scoring.draw_tiles import read_row
    >>> draw = TraditionalDraw(read_row("N 1p E W 2p S".split()), (5,))
    >>> [wind.label for wind in draw.winds], draw.seats
    (['North', 'East', 'West', 'South'], (3, 0, 2, 1))
    """

    row: tuple[Tile, ...]
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
    def east_seat(self) -> int:
        """The seat of the provisional East, where the one who draws East will sit: the roller counts as 1."""
        return (self.roller + self.rolls[0] - 1) % 4

    @property
    def first(self) -> int:
        """The seat of who takes first."""
        return self.east_seat if len(self.rolls) == 1 else (self.east_seat + self.rolls[1] - 1) % 4

    @property
    def end(self) -> NumberTile:
        """The number tile from whose end the winds are taken: odd for an odd roll, even for an even one."""
        return next(tile for tile in self._number_tiles if tile.is_odd == (self.rolls[-1] % 2 == 1))

    @property
    def _number_tiles(self) -> list[NumberTile]:
        """From left to right."""
        return [tile for tile in self.row if isinstance(tile, NumberTile)]

    @property
    def laid_out(self) -> tuple[Tile, ...]:
        """The row with each number tile moved to the end it is nearer to, the winds in their order."""
        left, right = self._number_tiles
        return (left, *(tile for tile in self.row if isinstance(tile, Wind)), right)

    @property
    def taken(self) -> tuple[Wind, ...]:
        """The winds in the order in which they are taken."""
        winds = tuple(tile for tile in self.row if isinstance(tile, Wind))
        return winds if self.laid_out[0] == self.end else winds[::-1]

    @property
    def winds(self) -> Winds:
        """The wind that the player of each seat draws."""
        east, south, west, north = (self.taken[(seat - self.first) % 4] for seat in range(4))
        return east, south, west, north

    @property
    def seats(self) -> tuple[int, ...]:
        """Where the player of each seat sits then."""
        return _seats(self.winds, self.east_seat)


@dataclass(frozen=True, slots=True)
class DirectDraw:
    """Everybody takes one of four winds (WRC 2015, S2). `east_seat` is where East sits; None keeps East's own seat.

    No rule that was read says where East sits; among clubs East stays or chooses. Raises DrawProblem.
    """

    winds: Winds
    east_seat: int | None = None

    def __post_init__(self) -> None:
        check_winds(self.winds)
        if self.east_seat is not None:
            check_seat("east_seat", self.east_seat)

    @property
    def seats(self) -> tuple[int, ...]:
        """Where the player of each seat sits then."""
        own = self.winds.index(Wind.EAST)
        return _seats(self.winds, own if self.east_seat is None else self.east_seat)


@dataclass(frozen=True, slots=True)
class OwnDraw:
    """Winds by seat that a fair way of the organiser's gave, and `how` in the organiser's words (S2). DrawProblem."""

    winds: Winds
    how: str

    def __post_init__(self) -> None:
        check_winds(self.winds)
        if not self.how.strip():
            raise DrawProblem("how", gettext_noop("Say how the winds were drawn."))

    @property
    def seats(self) -> tuple[int, ...]:
        """Where the player of each seat sits then: East stays."""
        return _seats(self.winds, self.winds.index(Wind.EAST))


Draw = TraditionalDraw | DirectDraw | OwnDraw


def _seats(winds: Winds, east_seat: int) -> tuple[int, ...]:
    """East's seat is given, South is to the right of it, West across, North to the left."""
    return tuple((east_seat + wind.index) % 4 for wind in winds)
