"""Two readings of one sheet side by side: which cells differ, and in what pattern.

The paper decides, never the sum: nothing here says which reading is right.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.game import DEPOSIT
from scoring.points import Points, write
from scoring.rules import Ruleset
from scoring.winds import Wind
from tournament.desk.scored_sheets import ScoredLine, scored_lines
from tournament.players.models import Player
from tournament.results.models import SheetVersion
from tournament.results.sheets.queries import seated_lines
from tournament.seats.queries import Place

FEW = 3


@dataclass(frozen=True, slots=True)
class ReadingPair:
    """One player's row in two readings; None where a reading does not have the player. `wind` is that of the first
    one that has."""

    player: Player
    wind: Wind
    first: ScoredLine | None
    second: ScoredLine | None

    @property
    def differs(self) -> bool:
        return self.first is None or self.second is None or _said(self.first) != _said(self.second)


def _said(line: ScoredLine) -> tuple[object, ...]:
    return line.wind, line.score.points, line.yakitori, line.busted_by


@dataclass(frozen=True)
class ReadingComparison:
    """Two readings row by row, in the order of the first one."""

    first: SheetVersion
    second: SheetVersion
    pairs: tuple[ReadingPair, ...]
    rules: Ruleset

    @property
    def deposits_differ(self) -> bool:
        return self.first.deposits != self.second.deposits

    @cached_property
    def differing(self) -> tuple[ReadingPair, ...]:
        return tuple(pair for pair in self.pairs if pair.differs)

    @cached_property
    def sums(self) -> tuple[Points, Points]:
        """The sum of each reading, riichi deposits included."""
        return _sum(self.first), _sum(self.second)

    @property
    def pattern(self) -> str:
        """The slip that explains the difference, if one does; else how many cells differ."""
        return self._exchange() or self._shift() or self._one_row() or self._count()

    @property
    def verdict(self) -> str:
        """A sentence about what the sums can decide and what they cannot."""
        total, fit = write(self.rules.total), [own == self.rules.total for own in self.sums]
        if all(fit):
            return _("Both readings add up to {total}, so the sum cannot decide. The paper does.").format(total=total)
        if not any(fit):
            return _("Neither reading adds up to {total}. Type the sheet again from the paper.").format(total=total)
        if fit[0]:
            return _("Only the first reading adds up to {total}. The paper decides all the same.").format(total=total)
        return _("Only the second reading adds up to {total}. The paper decides all the same.").format(total=total)

    def _points(self) -> tuple[list[Points | None], list[Points | None]]:
        return (
            [pair.first.score.points if pair.first else None for pair in self.differing],
            [pair.second.score.points if pair.second else None for pair in self.differing],
        )

    def _exchange(self) -> str:
        one, other = self._points()
        if self.deposits_differ or len(one) != 2 or one != other[::-1] or one == other:
            return ""
        winds = [_(pair.wind.label) for pair in self.differing]
        return _("{wind} and {other} are exchanged.").format(wind=winds[0], other=winds[1])

    def _shift(self) -> str:
        one, other = self._points()
        if len(one) < FEW or None in one or None in other or sorted(map(str, one)) != sorted(map(str, other)):
            return ""
        return _("The same figures are in other rows.")

    def _one_row(self) -> str:
        one, other = self._points()
        if not one and self.deposits_differ:
            return _("Only the riichi deposits differ.")
        if self.deposits_differ or len(one) != 1 or one[0] is None or other[0] is None or one == other:
            return ""
        wind = _(self.differing[0].wind.label)
        if one[0] == -other[0]:
            return _("A minus sign differs at {wind}.").format(wind=wind)
        if sorted(str(abs(one[0]))) == sorted(str(abs(other[0]))):
            return _("The digits at {wind} are in another order.").format(wind=wind)
        return _("Only the points at {wind} differ.").format(wind=wind)

    def _count(self) -> str:
        count = len(self.differing) + self.deposits_differ
        if count > FEW:
            return _("{n} cells differ. Not the same sheet? Look at the code on the paper.").format(n=count)
        return ngettext("{n} cell differs.", "{n} cells differ.", count).format(n=count)


def compare_readings(
    first: SheetVersion, second: SheetVersion, rules: Ruleset, places: Sequence[Place] = ()
) -> ReadingComparison:
    """Return two readings row by row, in the order of the first one."""
    one, other = (
        {line.player.pk: line for line in scored_lines(version, rules, places)} for version in (first, second)
    )
    either = one | {pk: line for pk, line in other.items() if pk not in one}
    pairs = tuple(ReadingPair(line.player, line.wind, one.get(pk), other.get(pk)) for pk, line in either.items())
    return ReadingComparison(first, second, pairs, rules)


def differing_cells(first: SheetVersion, second: SheetVersion) -> list[str]:
    """Name the cells that differ and none of their figures: `South`, `West`, `riichi deposits`."""
    one, other = ({line.wind: line.typed for line in version.lines.all()} for version in (first, second))
    winds = [wind for wind in Wind if one.get(wind.value) != other.get(wind.value)]
    return [_(wind.label) for wind in winds] + ([_("riichi deposits")] if first.deposits != second.deposits else [])


def _sum(version: SheetVersion) -> Points:
    return sum(line.points for line in seated_lines(version)) + version.deposits * DEPOSIT
