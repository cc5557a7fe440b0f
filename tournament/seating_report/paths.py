"""The path of each player through the event, and the worst cases by name."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from seating.notes import Note, gettext_noop
from seating.rounds import Pair, Seating
from tournament.seating_report.matrix import Matrix, strangers
from tournament.translation.formats import enumeration


@dataclass(frozen=True, slots=True)
class PathSeat:
    """A past seat: hanchan and table from 1, the wind as its index from East, the others at the table in seat order."""

    hanchan: int
    table: int
    wind: int
    companions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerPath:
    """One player's way through the event; hanchan without a seat are byes."""

    player: int
    seats: tuple[PathSeat, ...]
    byes: tuple[int, ...]
    winds: tuple[int, ...]
    """Times East, South, West, North; without North where three play."""
    wind_gap_any: int
    """Largest difference between the winds after any hanchan."""
    opponents: int
    """Number of different opponents."""
    repeats: int
    """Repeats: meetings beyond the first with each opponent."""

    @property
    def wind_gap(self) -> int:
        """The difference between the counts of the most and the least frequent wind, at the end."""
        return max(self.winds) - min(self.winds)

    @property
    def tables(self) -> tuple[int, ...]:
        """The tables in the order in which they were visited."""
        return tuple(sat.table for sat in self.seats)

    @property
    def table_revisits(self) -> int:
        """Number of repeated tables."""
        return len(self.seats) - len(set(self.tables))

    @property
    def stays(self) -> tuple[int, ...]:
        """The hanchan after which this player has the same table again."""
        return tuple(
            one.hanchan
            for one, then in pairwise(self.seats)
            if one.table == then.table and then.hanchan == one.hanchan + 1
        )


def paths(rounds: Seating, players: int) -> tuple[PlayerPath, ...]:
    """The path of each of the players 1..`players`, in their order."""
    seats: list[list[PathSeat]] = [[] for _ in range(players + 1)]
    for hanchan, tables in enumerate(rounds, start=1):
        for number, table in enumerate(tables, start=1):
            for wind, player in enumerate(table):
                seats[player].append(PathSeat(hanchan, number, wind, (*table[:wind], *table[wind + 1 :])))
    winds = max((len(table) for tables in rounds for table in tables), default=4)
    return tuple(_path(player, tuple(seats[player]), len(rounds), winds) for player in range(1, players + 1))


def _path(player: int, seats: tuple[PathSeat, ...], hanchan: int, size: int) -> PlayerPath:
    winds, worst = [0] * size, 0
    for sat in seats:
        winds[sat.wind] += 1
        worst = max(worst, max(winds) - min(winds))
    met = Counter(other for sat in seats for other in sat.companions)
    seated = {sat.hanchan for sat in seats}
    byes = tuple(number for number in range(1, hanchan + 1) if number not in seated)
    return PlayerPath(player, seats, byes, tuple(winds), worst, len(met), met.total() - len(met))


@dataclass(frozen=True, slots=True)
class WorstCases:
    """One kind of fault: `title` and `fine` (what to say when there is none) are templates to translate."""

    kind: str
    title: str
    fine: str
    sentences: tuple[Note, ...]
    more: int


def worst_cases(
    matrix: Matrix, everybody: Sequence[PlayerPath], *, most: int = 5, fixed: Collection[int] = ()
) -> tuple[WorstCases, ...]:
    """Return the worst cases of repeated pairings, uneven winds, repeated tables and common opponents.

    The players `fixed` at their table by a wish are no fault there.
    """
    free, wished = [path for path in everybody if path.player not in fixed], bool(fixed)
    return (
        _again(matrix, most),
        _winds(everybody, most),
        _stays(free, most, wished),
        _returns(free, most, wished),
        _strangers(matrix, most),
    )


def _cut(kind: str, title: str, fine: str, found: Sequence[Note], most: int) -> WorstCases:
    return WorstCases(kind, title, fine, tuple(found[:most]), max(len(found) - most, 0))


def _again(matrix: Matrix, most: int) -> WorstCases:
    found = [_meet(pair, hanchan) for pair, hanchan in sorted(matrix.repeated(), key=_bad)]
    title, fine = gettext_noop("Repeated pairings"), gettext_noop("No two players meet twice.")
    return _cut("again", title, fine, found, most)


def _bad(item: tuple[Pair, tuple[int, ...]]) -> tuple[int, bool, int, Pair]:
    """Sorting key: most meetings first, then consecutive ones, then early repeats."""
    pair, hanchan = item
    return -len(hanchan), not _running(hanchan), hanchan[1], pair


def _running(hanchan: tuple[int, ...]) -> bool:
    return any(after == before + 1 for before, after in pairwise(hanchan))


def _meet(pair: Pair, hanchan: tuple[int, ...]) -> Note:
    params: dict[str, int | str] = {"one": pair[0], "other": pair[1], "hanchan": enumeration(hanchan)}
    if _running(hanchan):
        return Note(
            "repeated_pair",
            gettext_noop("{one} and {other} meet in hanchan {hanchan}, two of them consecutive."),
            params,
        )
    return Note("repeated_pair", gettext_noop("{one} and {other} meet in hanchan {hanchan}."), params)


def _winds(everybody: Sequence[PlayerPath], most: int) -> WorstCases:
    uneven = sorted(
        (path for path in everybody if max(path.wind_gap, path.wind_gap_any) > 1),
        key=lambda path: (-path.wind_gap, -path.wind_gap_any, path.player),
    )
    title, fine = (
        gettext_noop("Uneven winds"),
        gettext_noop("After every hanchan, everybody’s winds differ by at most one."),
    )
    return _cut("winds", title, fine, [_uneven(path) for path in uneven], most)


def _uneven(path: PlayerPath) -> Note:
    if path.wind_gap > 1:
        template = gettext_noop("{player} has East {east}, South {south}, West {west}, North {north} times.")
        if len(path.winds) == 3:
            template = gettext_noop("{player} has East {east}, South {south}, West {west} times.")
        had = zip(("east", "south", "west", "north"), path.winds, strict=False)
        return Note("uneven_winds", template, {"player": path.player, **dict(had)}, about_winds=True)
    template = gettext_noop("{player} has even winds at the end; before that they differ by {gap}.")
    return Note("uneven_winds", template, {"player": path.player, "gap": path.wind_gap_any}, about_winds=True)


def _stays(everybody: Sequence[PlayerPath], most: int, wished: bool) -> WorstCases:
    """Return players with the same table twice running; `wished`: others have it as wished."""
    found = []
    for path in sorted(everybody, key=lambda path: (-len(path.stays), path.player)):
        table = {sat.hanchan: sat.table for sat in path.seats}
        template = gettext_noop("{player} sits at table {table} in hanchan {hanchan} and {then}.")
        found += [
            Note(
                "stays",
                template,
                {"player": path.player, "table": table[number], "hanchan": number, "then": number + 1},
            )
            for number in path.stays
        ]
    fine = gettext_noop("Nobody sits at the same table in two consecutive hanchan.")
    if wished:
        fine = gettext_noop("Nobody sits at the same table in two consecutive hanchan, except as wished.")
    return _cut("stays", gettext_noop("Same table twice running"), fine, found, most)


def _returns(everybody: Sequence[PlayerPath], most: int, wished: bool) -> WorstCases:
    """Return the players with most visits to one table; `wished`: others have repeats as wished."""
    found = []
    for path in everybody:
        visits: dict[int, list[int]] = {}
        for sat in path.seats:
            visits.setdefault(sat.table, []).append(sat.hanchan)
        found += [(-len(hanchan), path.player, table, hanchan) for table, hanchan in visits.items() if len(hanchan) > 1]
    template = gettext_noop("{player} sits at table {table} in hanchan {hanchan}.")
    rows = [
        Note("returns", template, {"player": player, "table": table, "hanchan": enumeration(hanchan)})
        for _, player, table, hanchan in sorted(found)
    ]
    fine = gettext_noop("Nobody sits at the same table twice.")
    if wished:
        fine = gettext_noop("Nobody sits at the same table twice, except as wished.")
    return _cut("returns", gettext_noop("Repeated tables"), fine, rows, most)


def _strangers(matrix: Matrix, most: int) -> WorstCases:
    pairs, found = strangers(matrix, most)
    template = gettext_noop("{one} and {other} never meet; opponents in common: {count}.")
    rows = tuple(
        Note("strangers", template, {"one": one, "other": other, "count": common}) for one, other, common in found
    )
    title = gettext_noop("Hardest to compare")
    return WorstCases("strangers", title, gettext_noop("Everybody meets everybody."), rows, pairs - len(rows))
