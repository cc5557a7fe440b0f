"""Sheets as pages show them: scored, beside an older version, beside what is typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.all_last import AllLast, compare
from scoring.game import RowScore, score_points
from scoring.rules import Ruleset
from scoring.winds import Wind
from tournament.desk.sheet_preview import SheetPreview, SheetRow
from tournament.players.models import Player
from tournament.results.models import SheetLine, SheetVersion
from tournament.results.sheets.checks import typed_sheet
from tournament.results.sheets.queries import seated_lines
from tournament.seats.queries import Place


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
