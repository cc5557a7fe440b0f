"""The state of an event, from which follows what is next. Pure: no database, no clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile

from scoring.messages import Message
from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.hanchan.start_conditions import StartCheck
from tournament.players.queries import Counts
from tournament.players.registration.models import RegistrationPage
from tournament.results.sheets.queries import TableCard
from tournament.seats.models import Seating
from tournament.seats.queries import Mismatch
from tournament.standings.played_cuts import PlayedCut


@dataclass(frozen=True, slots=True, kw_only=True)
class EventState:
    """Everything that the steps depend on; without `at`, which is now, no protest window has ended.

    `boards` have the tables of each hanchan being played, `seated` the hanchan that have seats. `start` has the
    conditions of the next hanchan, None while none can be next. `registration` is the page on which players register,
    None where it was never set up. `unconfirmed` names of the registration page are on no
    public page yet; `duplicates` are pairs of players who may be one person, not looked for once a hanchan has started.
    `changed`: something was changed outside of Sekigime. `proposed` has hanchan and table of each penalty that nobody
    has decided, `old_sheets` says which papers are to be printed again, `calls` table and minutes of each open call of
    a referee, the longest first.
    """

    tournament: Tournament
    counts: Counts
    mismatch: Mismatch
    seating: Seating | None = None
    hanchan: tuple[Hanchan, ...] = ()
    seated: frozenset[int] = frozenset()
    boards: Mapping[int, tuple[TableCard, ...]] = field(default_factory=dict)
    start: StartCheck | None = None
    registration: RegistrationPage | None = None
    screens: int = 0
    staff: int = 0
    unconfirmed: int = 0
    duplicates: int = 0
    changed: bool = False
    proposed: tuple[tuple[int, int], ...] = ()
    moved_cuts: tuple[PlayedCut, ...] = ()
    old_sheets: Message | None = None
    calls: tuple[tuple[int, int], ...] = ()
    at: datetime | None = None

    @property
    def issued(self) -> tuple[Hanchan, ...]:
        """The hanchan from the first on that are closed and released."""
        return tuple(takewhile(lambda one: one.state == HanchanState.CLOSED and one.released_at, self.hanchan))

    def window_is_open(self, one: Hanchan) -> bool:
        """Return whether players may still report errors in the results of a hanchan."""
        return one.protest_until is not None and (self.at is None or self.at < one.protest_until)

    @property
    def window_ends(self) -> datetime | None:
        """The end of the first protest window that is open."""
        return min(
            (one.protest_until for one in self.hanchan if one.protest_until and self.window_is_open(one)), default=None
        )

    @property
    def has_started(self) -> bool:
        return any(one.state != HanchanState.PLANNED for one in self.hanchan)

    @property
    def is_over(self) -> bool:
        return bool(self.hanchan) and all(one.state == HanchanState.CLOSED for one in self.hanchan)
