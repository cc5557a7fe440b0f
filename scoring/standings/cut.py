"""The cut: the line between tiers, and the part of the total that is carried over (RULES.md §5 and A6).

A cut makes tiers: totals are compared only within a tier, and everybody above the line finishes ahead of everybody
below it, whatever the later totals. A score carried from an earlier event and penalties before the cut are part of the
total that is carried over and are halved with it; later penalties, and those outside any hanchan, count in full.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.messages import COMMA, InvalidValue, Level, Message, gettext_noop, separate
from scoring.points import STEP, FromOne, Points
from scoring.rules.fields import check_fields, rule
from scoring.rules.value_kinds import OneOf, Whole
from scoring.standings.settings import FractionOf, RisingNumbers
from scoring.standings.ties import Key

ALL, HALF, QUARTER, NOTHING = Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(0)
CARRIES = (ALL, HALF, QUARTER, NOTHING)


class Rounding(StrEnum):
    """The rounding of a carried total that is not a full 0.1P."""

    UP = "up"
    HALF_AWAY = "half-away"
    EXACT = "exact"

    @property
    def label(self) -> str:
        """The English words, marked for translation."""
        return _LABELS[self]


_LABELS = {
    Rounding.UP: gettext_noop("rounded up to 0.1P"),
    Rounding.HALF_AWAY: gettext_noop("rounded to the nearest 0.1P, a half away from zero"),
    Rounding.EXACT: gettext_noop("kept exactly"),
}


def carry_over(points: Points | Fraction, factor: Fraction, rounding: Rounding = Rounding.UP) -> Points:
    """Return `factor` of a total, in points, rounded to 0.1P (100 points) by `rounding`; a whole total is unchanged.

    UP rounds toward plus infinity, as "rounding up" was played in Toronto in 2023; HALF_AWAY to the nearest, a half
    away from zero; EXACT keeps whole points and truncates.

    >>> carry_over(25_300, HALF), carry_over(25_300, HALF, Rounding.EXACT)
    (12700, 12650)
    """
    exact = points * factor
    if rounding is Rounding.EXACT or factor == ALL:
        return int(exact)
    if rounding is Rounding.UP:
        return -(-exact // STEP) * STEP
    size = (abs(exact) * 2 + STEP) // (STEP * 2) * STEP
    return -size if exact < 0 else size


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A cut after hanchan `after`: a line below the first `sizes[0]`, and further lines that divide the rest (Toronto
    2023: 16, 32, 48). Players above the first line carry `above` of the total, the rest `below`.

    Raises RulesetProblem naming the field.
    """

    after: FromOne = rule(Whole(1))
    sizes: tuple[FromOne, ...] = rule(RisingNumbers())
    above: Fraction = rule(FractionOf(CARRIES), default=ALL)
    below: Fraction = rule(FractionOf(CARRIES), default=ALL)
    rounding: Rounding = rule(OneOf(Rounding), default=Rounding.UP)

    def __post_init__(self) -> None:
        check_fields(self)

    def division(self, position: int) -> int:
        """Return the division of the player in this position (0 for the first), 0 for above the first line."""
        return sum(size <= position for size in self.sizes)

    def carry(self, total: Points, division: int) -> Points:
        """Return the carried part of a total, in points."""
        return carry_over(total, self.below if division else self.above, self.rounding)


@dataclass(frozen=True, slots=True)
class CarryOver:
    """The effect of a cut on one player: the division (0 is above the line), the total before and the part carried."""

    after: int
    division: int
    total: Points
    carried: Points


class TiedLine(InvalidValue):
    """A cut falls between tied players: `players` share `place` across the first `size`."""

    def __init__(self, cut: Cut, size: int, place: int, players: Sequence[Key]) -> None:
        self.cut, self.size, self.place, self.players = cut, size, place, tuple(players)
        super().__init__(self.text({player: str(player) for player in self.players}))

    def text(self, names: Mapping[Key, str]) -> Message:
        """Return the message with the players' names."""
        template = gettext_noop(
            "The cut after hanchan {after} runs through place {place}: {players} are tied, and only {size} can be "
            "above the line. Choose tie-breaks that separate them, or let the referee decide."
        )
        players = separate([names[player] for player in self.players], COMMA)
        params = {"after": self.cut.after, "place": self.place, "players": players, "size": self.size}
        return Message("tied-line", template, params, Level.ERROR)


def divisions(groups: Sequence[Sequence[Key]], cut: Cut) -> dict[Key, int]:
    """Return everybody's division; `groups` are in order, best first, and members of a group are equal.

    Raises TiedLine when a line would split a group.
    """
    divisions: dict[Key, int] = {}
    for group in groups:
        first = len(divisions)
        division = cut.division(first)
        for size in cut.sizes:
            if first < size < first + len(group):
                raise TiedLine(cut, size, first + 1, group)
        divisions |= dict.fromkeys(group, division)
    return divisions
