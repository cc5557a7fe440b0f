"""The board of a hanchan for one person: every table with what it waits for, and the next one to take.

People who have a table open are named, so that two desks do not type the same sheet. Nothing depends on it: a page that
is not heard of for some seconds is gone, and a sheet is guarded by its versions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.core.cache import cache
from django.db.models import TextChoices, prefetch_related_objects
from django.utils.translation import gettext_lazy as _

from tournament.core.models import Hanchan, HanchanState, User
from tournament.desk.scored_sheets import differing_cells
from tournament.results.sheets.queries import TableCard, board, next_missing, waiting_state
from tournament.seats.queries import Lineup, Place

LATE = 5  # minutes after the end
MOST = 99  # minutes on the map
SHOWN = 12  # cards in a band
LAST = 3  # so few missing tables are shown with their players
MINUTE = timedelta(minutes=1)
SILENCE = timedelta(seconds=15)  # a page of the desk says every three seconds that it is there
KEPT = 60  # seconds


@dataclass(frozen=True, slots=True)
class Presence:
    """A person with a table open: since when, and when the page was last heard of."""

    person: int
    name: str
    since: datetime
    heard: datetime


def present(hanchan: Hanchan, at: datetime) -> dict[int, Presence]:
    """Return who has which table of a hanchan open: the first one, where several do."""
    found: dict[int, Presence] = cache.get(_key(hanchan), {})
    return {table: one for table, one in found.items() if at - one.heard < SILENCE}


def arrive(hanchan: Hanchan, table: int | None, person: User, at: datetime) -> dict[int, Presence]:
    """Say that a person has a table open and no other (None: none at all); return who has which."""
    found = present(hanchan, at)
    others = {number: one for number, one in found.items() if one.person != person.pk}
    if table is not None and table not in others:
        here = found.get(table)
        others[table] = Presence(person.pk, str(person), here.since if here else at, at)
    if others != found:
        cache.set(_key(hanchan), others, KEPT)
    return others


def _key(hanchan: Hanchan) -> str:
    return f"present:{hanchan.pk}"


class TableNeed(TextChoices):
    """The need of a table, as the person at this desk sees it; the most urgent first."""

    DIFFERS = "differs", _("two readings differ")
    LATE = "late", _("missing, more than 5 minutes late")
    MISSING = "missing", _("missing")
    MINE = "mine", _("for you to check")
    OTHERS = "others", _("you typed it, somebody else checks it")
    OPEN = "open", _("open at another desk")
    DONE = "done", _("done")


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table on the board. `open_by` is somebody else who has it open; `places` are named when few are missing."""

    card: TableCard
    need: TableNeed
    open_by: Presence | None = None
    is_own: bool = False
    cells: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    minutes: int = 0

    @property
    def mark(self) -> str:
        """The sign on the map that says without colour what the table needs."""
        if self.card.state == "not-played":
            return "–"
        if self.need is TableNeed.LATE:
            return f"+{min(self.card.minutes or 0, MOST)}"
        return {TableNeed.DIFFERS: "≠", TableNeed.MINE: "2", TableNeed.OTHERS: "1", TableNeed.OPEN: "…"}.get(
            self.need, ""
        )


class DeskBoard:
    """The tables of a hanchan as one person sees them."""

    def __init__(
        self, hanchan: Hanchan, person: User, at: datetime, seated: Lineup, here: Mapping[int, Presence]
    ) -> None:
        self.hanchan = hanchan
        self.person = person
        self.at = at
        self.seated = seated
        self.here = {table: one for table, one in here.items() if one.person != person.pk}
        self.cards: Sequence[TableCard] = board(hanchan, at, seated)

    @cached_property
    def tables(self) -> list[BoardTable]:
        """Every table, in order."""
        needs = [self._need(card) for card in self.cards]
        paired = list(zip(self.cards, needs, strict=True))
        contested = [one for card, need in paired if need is TableNeed.DIFFERS for one in card.readings]
        prefetch_related_objects(contested, "lines")
        named = sum(need in (TableNeed.LATE, TableNeed.MISSING) for need in needs) <= LAST
        return [self._table(card, need, named=named) for card, need in paired]

    def _need(self, card: TableCard) -> TableNeed:
        if card.state in ("differs", "disputed"):
            return TableNeed.DIFFERS
        if card.is_in and card.state != "unread":
            return TableNeed.DONE
        if card.readings and self.person.pk in card.readers:
            return TableNeed.OTHERS
        here = self.here.get(card.table)
        if here and here.person not in card.readers:  # who typed it cannot check it
            return TableNeed.OPEN
        if card.readings:
            return TableNeed.MINE
        return TableNeed.LATE if card.state == "not-back" and (card.minutes or 0) > LATE else TableNeed.MISSING

    def _table(self, card: TableCard, need: TableNeed, *, named: bool) -> BoardTable:
        return BoardTable(
            card,
            need,
            open_by=self.here.get(card.table),
            is_own=self.person.pk in card.readers,
            cells=tuple(differing_cells(*card.readings)) if need is TableNeed.DIFFERS else (),
            places=self.seated.get(card.table, ()) if named and not card.readings else (),
            minutes=self._minutes(card),
        )

    def _minutes(self, card: TableCard) -> int:
        """Return the whole minutes since the last reading was typed, 0 without one."""
        return max((self.at - card.readings[-1].entered_at) // MINUTE, 0) if card.readings else 0

    def of(self, *needs: TableNeed) -> list[BoardTable]:
        """The tables with one of these needs: the ones that wait longest first."""
        found = [one for one in self.tables if one.need in needs]
        return sorted(found, key=lambda one: (needs.index(one.need), -one.minutes))

    @property
    def differing(self) -> list[BoardTable]:
        return self.of(TableNeed.DIFFERS)

    @property
    def missing(self) -> list[BoardTable]:
        return self.of(TableNeed.LATE, TableNeed.MISSING)

    @property
    def mine(self) -> list[BoardTable]:
        return self.of(TableNeed.MINE)

    @property
    def others(self) -> list[BoardTable]:
        return self.of(TableNeed.OTHERS)

    @property
    def open(self) -> list[BoardTable]:
        return self.of(TableNeed.OPEN)

    @property
    def needs(self) -> list[tuple[TableNeed, int]]:
        """The number of tables with each need, for those needs that any table has."""
        counts = {need: len(self.of(need)) for need in TableNeed}
        return [(need, count) for need, count in counts.items() if count]

    @property
    def is_done(self) -> bool:
        """Return whether no table waits for anything."""
        return all(one.need is TableNeed.DONE for one in self.tables)

    @property
    def to_go(self) -> int:
        """The number of tables that wait for something."""
        return sum(one.need is not TableNeed.DONE for one in self.tables)

    @property
    def is_in(self) -> bool:
        """Return whether every sheet counts, agreed or not."""
        return all(card.is_in for card in self.cards)

    @property
    def minutes(self) -> int | None:
        """The whole minutes that are left, or gone when the time is over; None when nothing is awaited or no limit
        is set."""
        return next((one.minutes for one in self.cards if not one.is_in and one.minutes is not None), None)

    @property
    def is_over(self) -> bool:
        return any(card.state == "not-back" for card in self.cards)

    @property
    def suggested(self) -> int | None:
        """The table to begin with: one whose paper is at the desk already comes before one that is awaited."""
        return self.next(reading_again=True)

    @property
    def is_long(self) -> bool:
        """Return whether so many tables are missing that their numbers are enough."""
        return len(self.missing) > SHOWN

    def next(self, after: int = 0, *, reading_again: bool = False) -> int | None:
        """The table to go to after one: the next that nobody has open and that this person may type, of the same kind
        as the one before as long as there is one (a pile of papers is typed, or read again, from end to end)."""
        again, first = self.of(TableNeed.MINE), self.missing
        for kind in (again, first) if reading_again else (first, again):
            if table := next_missing([one.card.table for one in kind], after):
                return table
        return None


def board_mark(hanchan: Hanchan, here: Mapping[int, Presence], at: datetime) -> str:
    """Return a mark of what the board shows beside the results: time, and who has which table open. A poll knows by it
    whether there is something new."""
    state, minutes = waiting_state(hanchan, at)
    desks = [f"{table}.{one.person}" for table, one in sorted(here.items())]
    return "_".join([f"{state}{'' if minutes is None else minutes}", f"{at:%H%M}", *desks])


def board_context(board: DeskBoard, here: Mapping[int, Presence], open_table: int | None = None) -> dict[str, object]:
    """Return the context of the board; `open_table` is the one on the right."""
    hanchan = board.hanchan
    return {
        "hanchan": hanchan,
        "board": board,
        "mark": board_mark(hanchan, here, board.at),
        "open_table": open_table,
        "needs_two": hanchan.tournament.needs_two_readers,
        "is_planned": hanchan.state == HanchanState.PLANNED,
        "is_closed": hanchan.state == HanchanState.CLOSED,
    }
