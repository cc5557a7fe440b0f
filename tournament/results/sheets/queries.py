"""Queries about report sheets. Nothing here writes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from django.db.models import Prefetch, QuerySet

from scoring.game import ScoreLine, Table
from scoring.winds import WINDS, Wind
from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.results.models import Sheet, SheetLine, SheetState, SheetVersion, state_of
from tournament.seats.queries import Lineup, Place, lineup

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class TableCard:
    """One table on the board. `state` is planned, playing, not-back, once, differs, unread, disputed, official,
    overridden or not-played; `minutes` counts whole minutes that are left (playing) or gone since the time was up
    (not-back), None without a limit. `readings` is what was typed and counts or waits, the oldest first.
    """

    table: int
    state: str
    minutes: int | None = None
    version: int | None = None
    readings: tuple[SheetVersion, ...] = ()

    @property
    def readers(self) -> frozenset[int]:
        """The people who typed what counts or waits."""
        return frozenset(one.entered_by_id for one in self.readings if one.entered_by_id)

    @property
    def is_in(self) -> bool:
        return self.version is not None


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that somebody has open: who sits there, the sheet that counts, and one that waits."""

    hanchan: Hanchan
    seated: Lineup
    table: int
    places: tuple[Place, ...]
    accepted: SheetVersion | None
    waiting: Sheet | None

    @property
    def readings(self) -> tuple[SheetVersion, ...]:
        """The readings that wait, the first one first."""
        found = (self.waiting.first_reading, self.waiting.other_reading) if self.waiting else ()
        return tuple(one for one in found if one)


def tables_of(tournament: Tournament, after: int | None = None) -> tuple[Table, ...]:
    """The accepted sheets through hanchan `after` (None: all) in the order of hanchan and table. One query."""
    found = SheetLine.objects.filter(version__accepted_by__hanchan__tournament=tournament)
    if after is not None:
        found = found.filter(version__accepted_by__hanchan__number__lte=after)
    where = ("version__accepted_by__hanchan__number", "version__accepted_by__table", "version__deposits")
    rows = found.order_by(*where).values_list(*where, "wind", "player_id", "points", "yakitori", "busted_by")
    return tuple(_table(tuple(lines)) for _sheet, lines in groupby(rows, itemgetter(0, 1, 2)))


Row = tuple[int, int, int, str, int, int, bool, str]


@lru_cache(maxsize=8192)
def _table(rows: tuple[Row, ...]) -> Table:
    """Return the sheet that these rows are. It is the same object as long as they are the same, so that all sheets are
    compared with those of the last edition at once."""
    hanchan, table, deposits, *_line_of_first = rows[0]
    lines = sorted((_line(*row[3:]) for row in rows), key=_seat)
    return Table(hanchan, table, tuple(lines), deposits)


def _line(wind: str, player: int, points: int, yakitori: bool, busted_by: str) -> ScoreLine:
    return ScoreLine(Wind(wind), player, points, yakitori, Wind(busted_by) if busted_by else None)


def _seat(line: ScoreLine) -> int:
    return line.wind.index


def entered_tables(hanchan: Hanchan) -> set[int]:
    """The tables of a hanchan whose sheet is in."""
    return set(hanchan.sheets.filter(accepted__isnull=False).values_list("table", flat=True))


def read_tables(hanchan: Hanchan) -> set[int]:
    """The tables of a hanchan of whose sheet something is in, also one reading alone."""
    return set(hanchan.sheets.exclude(accepted=None, first_reading=None).values_list("table", flat=True))


def entered_in_play(tournament: Tournament) -> list[tuple[int, int]]:
    """The tables of hanchan being played of whose sheet something is in, with their hanchan. One query."""
    sheets = Sheet.objects.filter(hanchan__tournament=tournament, hanchan__state=HanchanState.PLAYING)
    return list(sheets.exclude(accepted=None, first_reading=None).values_list("hanchan__number", "table"))


def unagreed_sheets(played: Sequence[Hanchan]) -> dict[int, dict[SheetState, list[int]]]:
    """The tables that nobody may close over, in order, by hanchan and state: once, differs and disputed; and where the
    tournament asks for two people, as `once`, also those that count with one reading. Of a closed hanchan only what was
    changed since: how its sheets had to be read was decided then. One query for hanchan of one tournament."""
    found: dict[int, dict[SheetState, list[int]]] = {}
    rows = Sheet.objects.filter(hanchan__in=played).exclude(accepted=None, first_reading=None)
    pointers = ("accepted", "first_reading", "other_reading")
    words = ("accepted__agreement", "accepted__is_played", "accepted__entered_at", "hanchan__closed_at")
    for number, table, *pointed, agreement, is_played, entered_at, closed_at in rows.order_by(
        "hanchan__number", "table"
    ).values_list("hanchan__number", "table", *pointers, *words):
        state = state_of(*pointed)
        is_unread = not agreement and is_played and played[0].tournament.needs_two_readers
        if state is SheetState.ACCEPTED and is_unread and (closed_at is None or entered_at > closed_at):
            state = SheetState.ONCE
        if state is not SheetState.ACCEPTED:
            found.setdefault(number, {}).setdefault(state, []).append(table)
    return found


def differing_sheets(tournament: Tournament, before: int) -> dict[int, list[int]]:
    """The tables with two readings that differ, by hanchan, in closed hanchan before this one. One query."""
    found: dict[int, list[int]] = {}
    rows = Sheet.objects.filter(hanchan__tournament=tournament, hanchan__number__lt=before, hanchan__is_dropped=False)
    rows = rows.filter(hanchan__state=HanchanState.CLOSED, other_reading__isnull=False)
    for number, table in rows.order_by("hanchan__number", "table").values_list("hanchan__number", "table"):
        found.setdefault(number, []).append(table)
    return found


def missing_tables(hanchan: Hanchan) -> list[int]:
    """The tables of a hanchan whose sheet is not in yet, in order."""
    entered = entered_tables(hanchan)
    return [table for table in lineup(hanchan.tournament, hanchan.number) if table not in entered]


def next_missing(missing: Iterable[int], table: int) -> int | None:
    """The missing table to go to after `table`: the lowest number above it, else the lowest of all.

    >>> next_missing([2, 6, 8], 6), next_missing([2, 6], 6), next_missing([], 6)
    (8, 2, None)
    """
    waiting = [number for number in sorted(missing) if number != table]
    return next((number for number in waiting if number > table), waiting[0] if waiting else None)


def overridden_tables(tournament: Tournament) -> dict[tuple[int, int], str]:
    """(hanchan, table) of every sheet that counts although its sum does not fit, with the referee's reason."""
    found = SheetVersion.objects.filter(accepted_by__hanchan__tournament=tournament, overridden=True)
    rows = found.values_list("accepted_by__hanchan__number", "accepted_by__table", "reason")
    return {(hanchan, table): reason for hanchan, table, reason in rows}


def board(hanchan: Hanchan, at: datetime | None = None, seated: Iterable[int] | None = None) -> tuple[TableCard, ...]:
    """The cards of all tables of a hanchan in order; without `at` nothing is said about time. Constant queries, one
    when the tables that are `seated` are known."""
    read = ("accepted", "first_reading", "other_reading")
    people = (f"{one}__{who}" for one in read for who in ("entered_by", "entered_player"))
    rows = hanchan.sheets.select_related(*read, *people)
    sheets = {sheet.table: sheet for sheet in rows if sheet.state is not SheetState.MISSING}
    seated = lineup(hanchan.tournament, hanchan.number) if seated is None else seated
    tables = sorted({*seated, *sheets})
    two = hanchan.tournament.needs_two_readers
    return tuple(_card(table, sheets.get(table), waiting_state(hanchan, at, table), two=two) for table in tables)


def _card(table: int, sheet: Sheet | None, waiting: tuple[str, int | None], *, two: bool) -> TableCard:
    if sheet is None:
        return TableCard(table, *waiting)
    readings = tuple(one for one in (sheet.accepted, sheet.first_reading, sheet.other_reading) if one)
    accepted = sheet.accepted
    if accepted is None:
        return TableCard(table, sheet.state.value, readings=readings)
    state = sheet.state.value
    if not accepted.is_played:
        state = "not-played"
    elif sheet.state is SheetState.ACCEPTED and two and not accepted.agreement:
        state = "unread"
    elif sheet.state is SheetState.ACCEPTED and accepted.overridden:
        state = "overridden"
    return TableCard(table, state, version=accepted.number, readings=readings)


def waiting_state(hanchan: Hanchan, at: datetime | None, table: int | None = None) -> tuple[str, int | None]:
    """State and minutes of a table whose sheet is not in, by its own time limit; for None by that of the hall."""
    if hanchan.state == HanchanState.PLANNED:
        return "planned", None
    clock = hanchan.clock_of(table)
    left = clock.left(at) if clock and at else None
    if left is None:
        return "playing", None
    return ("playing", -(-left // MINUTE)) if left > timedelta() else ("not-back", -left // MINUTE)


def accepted_version(hanchan: Hanchan, table: int) -> SheetVersion | None:
    """The version of a table's sheet that counts, with its lines; None while the sheet is not in."""
    return _with_lines(SheetVersion.objects.filter(accepted_by__hanchan=hanchan, accepted_by__table=table)).first()


def waiting_sheet(hanchan: Hanchan, table: int) -> Sheet | None:
    """The sheet of a table with its readings that wait for somebody; None where nothing waits."""
    found = Sheet.objects.filter(hanchan=hanchan, table=table).exclude(first_reading=None, other_reading=None)
    people = (f"{one}__{who}" for one in ("first_reading", "other_reading") for who in ("entered_by", "entered_player"))
    return found.select_related("accepted", *people).first()


def versions_of(hanchan: Hanchan, table: int) -> list[SheetVersion]:
    """Every version of a table's sheet, the first one first, with its lines; readings only once the sheet counts, so
    that nobody who types it again has seen them."""
    return list(_with_lines(open_versions().filter(sheet__hanchan=hanchan, sheet__table=table)))


def open_versions() -> QuerySet[SheetVersion]:
    """All versions but the readings of sheets that do not count yet."""
    return SheetVersion.objects.exclude(is_reading=True, sheet__accepted=None)


def _with_lines(versions: QuerySet[SheetVersion]) -> QuerySet[SheetVersion]:
    lines = Prefetch("lines", SheetLine.objects.select_related("player"))
    people = ("entered_by", "entered_player", "agreed_by", "agreed_player")
    return versions.select_related(*people, "sheet__hanchan").prefetch_related(lines, "all_last_rows")


def seated_lines(version: SheetVersion) -> list[SheetLine]:
    """The lines of a version in the order East, South, West, North."""
    order = {wind.value: wind.index for wind in WINDS}
    return sorted(version.lines.all(), key=lambda line: order[line.wind])


def tables_not_played(tournament: Tournament) -> dict[tuple[int, int], str]:
    """(hanchan, table) of every table at which nobody played, with the reason. One query."""
    found = SheetVersion.objects.filter(accepted_by__hanchan__tournament=tournament, is_played=False)
    rows = found.values_list("accepted_by__hanchan__number", "accepted_by__table", "reason")
    return {(hanchan, table): reason for hanchan, table, reason in rows}


def sheet_is_in(hanchan: Hanchan, table: int) -> bool:
    """Return whether the sheet of a table counts already."""
    return Sheet.objects.filter(hanchan=hanchan, table=table, accepted__isnull=False).exists()
