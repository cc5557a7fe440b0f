"""The cut: who stays above the line, and what part of the total goes on (RULES.md §5 and A6).

A cut makes tiers: totals are compared only inside a tier, and everybody above the line stands above
everybody below it, whatever the totals say later. Penalties given before the cut are part of the total that is
carried and are halved with it; later ones, and those outside any hanchan, count in full.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from scoring.points import Points
from scoring.ruleset.kinds import OneOf, Whole, check_fields, rule
from scoring.standing.kinds import PartOf, Rising, setting
from scoring.ties import Key
from scoring.uma import STEP
from scoring.words import Text, gettext_noop

if TYPE_CHECKING:
    from scoring.standing.values import Standing

ALL, HALF, QUARTER, NOTHING = Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(0)
CARRIES = (ALL, HALF, QUARTER, NOTHING)


class Rounding(StrEnum):
    """What happens to a carried total that is not a full 0.1P."""

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


def carry_over(points: Points, factor: Fraction, rounding: Rounding = Rounding.UP) -> Points:
    """`factor` of a total, in points, rounded to 0.1P (100 points) as `rounding` says; a whole total stays as it is.

    UP rounds toward plus infinity, as "rounding up" was played in Toronto in 2023; HALF_AWAY to the nearest,
    a half away from zero; EXACT keeps whole points and cuts off what is left.

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
    """A cut after hanchan `after`: a line below the first `sizes[0]`, and further lines that part the rest into
    divisions (Toronto 2023: 16, 32, 48). Who is above the first line carries `above` of the total, the rest `below`.

    Raises RulesetProblem naming the field.
    """

    after: int = rule(Whole(1), gettext_noop("Cut after hanchan"))
    sizes: tuple[int, ...] = rule(Rising(), gettext_noop("Players above the line"))
    above: Fraction = setting(PartOf(CARRIES), gettext_noop("Carried over above the line"), ALL)
    below: Fraction = setting(PartOf(CARRIES), gettext_noop("Carried over below the line"), ALL)
    rounding: Rounding = setting(OneOf(Rounding), gettext_noop("A carried total is"), Rounding.UP)

    def __post_init__(self) -> None:
        check_fields(self)

    def division(self, position: int) -> int:
        """Which division the player in this position (0 for the first) goes to, 0 for above the first line."""
        return sum(size <= position for size in self.sizes)

    def carry(self, total: Points, division: int) -> Points:
        """What of a total in points goes on."""
        return carry_over(total, self.below if division else self.above, self.rounding)


@dataclass(frozen=True, slots=True)
class Carried:
    """What a cut did to one player: the division (0 is above the line), the total before and what of it goes on."""

    after: int
    division: int
    total: Points
    carried: Points


class TiedLine(ValueError):
    """A line of a cut runs between players who are equal: `players` share `place` across the first `size`."""

    def __init__(self, cut: Cut, size: int, place: int, players: Sequence[Key]) -> None:
        super().__init__(cut, size, place, tuple(players))
        self.cut, self.size, self.place, self.players = cut, size, place, tuple(players)

    def text(self, names: Mapping[Key, str]) -> Text:
        """What is wrong and how to go on, for people."""
        template = gettext_noop(
            "The cut after hanchan {after} runs through place {place}: {players} are equal, and only {size} can be "
            "above the line. Choose tie-breaks that tell them apart, or let the referee decide."
        )
        told = ", ".join(names[player] for player in self.players)
        return Text(template, {"after": self.cut.after, "place": self.place, "players": told, "size": self.size})

    def __str__(self) -> str:
        return str(self.text({player: str(player) for player in self.players}))


def divided(groups: Sequence[Sequence[Key]], cut: Cut) -> dict[Key, int]:
    """The division of everybody; `groups` are in order, best first, and who is in one group is equal.

    Raises TiedLine when a line would part a group.
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


def tiers(rows: Sequence["Standing"], *sizes: int) -> dict[int, int]:
    """Player to tier when lines are drawn below the first `sizes` ranked rows: 0 above the first line.

    Who is not ranked is below the last line. Raises TiedLine when a line runs through a shared place.
    """
    ranked = [row for row in rows if row.ranked]
    after = len(rows[0].hanchan) if rows else 0
    cut = Cut(after=max(after, 1), sizes=sizes)
    groups = [[row.player for row in group] for _, group in groupby(ranked, key=lambda row: row.place)]
    found = divided(groups, cut)
    return {row.player: found.get(row.player, len(sizes)) for row in rows}
