"""Sheets as pages show them: scored, beside an older version, beside what is typed, and two readings side by side:
which cells differ, and in what pattern.

The paper decides, never the sum: nothing here says which reading is right.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.all_last import AllLast, compare
from scoring.game import DEPOSIT, RowScore, score_points
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.winds import Wind
from tournament.desk.sheet_preview import SheetPreview, SheetRow
from tournament.players.models import Player
from tournament.results.models import SheetLine, SheetVersion
from tournament.results.sheets.checks import typed_sheet
from tournament.results.sheets.queries import seated_lines
from tournament.seats.queries import Place
from tournament.translation.formats import write


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """One player's row of a version, scored."""

    wind: Wind
    player: Player
    score: RowScore
    absent: Player | None = None
    yakitori: bool = False
    busted_by: Wind | None = None


def scored_lines(version: SheetVersion, rules: Ruleset, places: Sequence[Place] = ()) -> list[ScoredLine]:
    """The lines of a version in the order of the seats, scored by the tournament's rules; `places` tell for whom a
    substitute played. None of one that says that nobody played."""
    if not version.is_played:
        return []
    lines = seated_lines(version)
    typed = typed_sheet(version)
    scores = score_points(typed.points, rules, version.deposits, typed.yakitori, typed.busted_by)
    absent = {place.player.pk: place.absent for place in places}
    return [
        ScoredLine(own.wind, line.player, score, absent.get(line.player_id), own.yakitori, own.busted_by)
        for line, own, score in zip(lines, typed.lines, scores, strict=True)
    ]


def compare_all_last(version: SheetVersion, rules: Ruleset) -> list[AllLast]:
    """The rows of a version's all-last sheet beside its final points."""
    finals = [line.points for line in seated_lines(version)]
    return [
        compare(row.deltas[: len(finals)], row.hand, finals, rules, version.deposits)
        for row in version.all_last_rows.all()
    ]


def by_place(version: SheetVersion, rules: Ruleset) -> list[ScoredLine]:
    """The same, the winner first: the calm line after saving."""
    return sorted(scored_lines(version, rules), key=lambda line: line.score.place)


@dataclass(frozen=True, slots=True)
class LineChange:
    """A player's line in one version beside the version before it: the player's own, else that of the same seat."""

    line: SheetLine
    before: SheetLine | None
    is_first: bool

    @property
    def is_renamed(self) -> bool:
        """Return whether somebody else stood here before: who played was corrected."""
        return self.before is not None and self.before.player_id != self.line.player_id

    @property
    def differs(self) -> bool:
        return not self.is_first and (self.before is None or self.before.typed != self.line.typed)

    @property
    def figures_differ(self) -> bool:
        """Return whether more than the name is another."""
        if self.before is None or not self.is_renamed:
            return self.differs
        return _without_name(self.before) != _without_name(self.line)


def _without_name(line: SheetLine) -> tuple[object, ...]:
    return line.wind, line.points, line.yakitori, line.busted_by


@dataclass(frozen=True, slots=True)
class SheetRevision:
    """A version with what it changed."""

    version: SheetVersion
    cells: tuple[LineChange, ...]
    before: SheetVersion | None

    @property
    def deposits_differ(self) -> bool:
        return self.before is not None and self.before.deposits != self.version.deposits


def revisions(versions: Sequence[SheetVersion]) -> list[SheetRevision]:
    """The versions of a sheet, each beside the one before it."""
    return [_revision(version, versions[i - 1] if i else None) for i, version in enumerate(versions)]


def _revision(version: SheetVersion, before: SheetVersion | None) -> SheetRevision:
    lines, old = seated_lines(version), before.lines.all() if before else ()
    earlier, seats = {line.player_id: line for line in old}, {line.wind: line for line in old}
    by_seat = earlier.keys() != {line.player_id for line in lines} or _only_names_differ(lines, seats)
    cells = tuple(
        LineChange(line, seats.get(line.wind) if by_seat else earlier.get(line.player_id), before is None)
        for line in lines
    )
    return SheetRevision(version, cells, before)


def _only_names_differ(lines: Sequence[SheetLine], seats: Mapping[str, SheetLine]) -> bool:
    """Return whether every seat has the figures that it had before."""
    return all(line.wind in seats and seats[line.wind].points == line.points for line in lines)


@dataclass(frozen=True, slots=True)
class Pair:
    """One player's row as it counts and as it was typed here."""

    place: Place
    saved: ScoredLine | None
    typed: SheetRow

    @property
    def winds_differ(self) -> bool:
        return self.saved is None or self.saved.wind != self.typed.wind

    @property
    def differs(self) -> bool:
        return (
            self.saved is None or self.winds_differ or self.marks_differ or self.saved.score.points != self.typed.points
        )

    @property
    def marks_differ(self) -> bool:
        """Return whether other marks stand beside the points: who won no hand, who took the last points."""
        return self.saved is not None and (self.saved.yakitori, self.saved.busted_by) != (
            self.typed.yakitori,
            self.typed.busted_by,
        )


def side_by_side(version: SheetVersion, look: SheetPreview) -> list[Pair]:
    """Return the saved sheet beside the typed one, player by player."""
    saved = {line.player.pk: line for line in scored_lines(version, look.rules)}
    return [Pair(row.place, saved.get(row.place.player.pk), row) for row in look.rows]


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
