"""The clock of the whole hall as a value: what it counts to, what it tells, and what comes next.

The server has the truth; `js/hall_clock.js` only writes it, second by second. Nothing here starts or closes anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2s

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring.rules.values import HandStart, TimeLimit
from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.events.queries import current_hanchan, hanchan_of
from tournament.hanchan.clock_display import ClockDisplay, TableClock, clock_display
from tournament.hanchan.timetable import next_start
from tournament.results.sheets.queries import entered_tables
from tournament.seats.queries import lineup
from tournament.translation.formats import written

NOTHING = SafeString("")
GOLD = 5 * 60
"""So many seconds before the end the digits turn gold."""
QUIET = 15 * 60
"""So long after the end the hall is told what comes next instead."""


@dataclass(frozen=True, slots=True)
class HallClock:
    """`state` is none, planned, running, over, paused, unlimited, finished (every sheet is in) or closed (all hanchan
    are). `tables` are those with minutes of their own that still play, the latest end first; `done` of `seated` tables
    have their sheet in. `follows` names the next hanchan with the time of its start, as HTML, "" for none.
    """

    hanchan: Hanchan | None
    count: int
    state: str
    clock: ClockDisplay
    limit: TimeLimit
    tables: tuple[TableClock, ...] = ()
    done: int = 0
    seated: int = 0
    follows: SafeString = NOTHING
    starts: str = ""

    @property
    def phase(self) -> str:
        """The look at the moment of the answer: play, gold, over, paused, quiet; `js/hall_clock.js` goes on from it."""
        if self.state not in ("running", "over"):
            return {"unlimited": "play", "paused": "paused"}.get(self.state, "quiet")
        left = self.clock.left or 0
        if left > 0:
            return "gold" if left <= self.gold else "play"
        plays_on = any(not one.is_over for one in self.tables)
        return "quiet" if left <= -QUIET and self.follows and not plays_on else "over"

    @property
    def seconds(self) -> int:
        """The whole time, in seconds: what the bar runs out of."""
        return (self.clock.minutes or 0) * 60

    @property
    def gold(self) -> int:
        """The seconds before the end in which the digits are gold: from the signal on, if last hands count from it."""
        return max(GOLD, self.clock.warning) if self.clock.from_warning else GOLD

    @property
    def last_hands(self) -> tuple[str, ...]:
        """The rule for the end of the time, in two short sentences at most."""
        if self.clock.from_warning:
            return (_("Finish the last hand."),)
        return last_hands(self.limit)

    @property
    def sentence(self) -> str:
        """The same while the time runs, in one line."""
        if self.clock.from_warning:
            return _("From the signal on: {last_hands}").format(last_hands=" ".join(last_hands(self.limit)))
        return _IN_ONE.get((self.limit.during, self.limit.between), _in_general)(self.limit)

    @property
    def hand_start(self) -> str:
        if self.limit.hand_start is HandStart.DICE:
            return _("A hand starts with the dice")
        return _("A hand starts at East’s first discard")

    def mark(self, published: str) -> str:
        """A name of what is shown; it moves with what is published, the tables done, and the next start."""
        shown = repr((published, self.state, self.done, self.seated, self.follows, self.starts))
        return blake2s(shown.encode(), digest_size=8).hexdigest()


def hall_clock(tournament: Tournament, at: datetime) -> HallClock:
    """The clock of the hanchan that plays, else of the next; five queries."""
    every = hanchan_of(tournament)
    one, limit = current_hanchan(every), tournament.ruleset.time
    if one is None:
        return HallClock(None, 0, "none", ClockDisplay("none", None), limit)
    clock = clock_display(one, at, limit)
    starts, follows = _following(every, at)
    if one.state != HanchanState.PLAYING:
        return HallClock(one, len(every), clock.state, clock, limit, follows=follows, starts=starts)
    done = entered_tables(one)
    seated = set(lineup(tournament, one.number))
    playing = [table for table in clock.tables if table.table not in done]
    return HallClock(
        hanchan=one,
        count=len(every),
        state="finished" if seated and seated <= done else clock.state,
        clock=clock,
        limit=limit,
        tables=tuple(sorted(playing, key=lambda table: -table.left)),
        done=len(seated & done),
        seated=len(seated),
        follows=follows,
        starts=starts,
    )


def _following(every: Sequence[Hanchan], at: datetime) -> tuple[str, SafeString]:
    """The time of the next planned start, and a line that names it."""
    coming = next((one for one in every if one.state == HanchanState.PLANNED), None)
    if coming is None:
        return "", NOTHING
    start = next_start(every, at)
    if start is None or start.hanchan != coming:
        return "", format_html("{}", _("Next: {hanchan}").format(hanchan=coming.title))
    hour = written(localtime(start.expected_at), "time")
    text = _("Hanchan {number} at about {time}") if start.late else _("Hanchan {number} at {time}")
    return hour, format_html(text, number=coming.number, time=format_html("<time>{}</time>", hour))


def last_hands(limit: TimeLimit) -> tuple[str, ...]:
    """Return the rule for the end of the time in two short sentences at most, one a line."""
    if (limit.during, limit.between) == (1, 1):
        return (_("One more hand after this one."),)
    if (limit.during, limit.between) == (0, 0):
        return _("Finish this hand."), _("No more hands.")
    return _finish(limit.during), _between(limit.between)


def _finish(hands: int) -> str:
    texts = (
        _("Finish this hand."),
        _("Finish this hand, then one more."),
        _("Finish this hand, then two more."),
        _("Finish this hand, then three more."),
    )
    return texts[hands] if hands < len(texts) else _("Finish this hand, then {n} more.").format(n=hands)


def _between(hands: int) -> str:
    texts = (
        _("Between hands, no more."),
        _("Between hands, one more."),
        _("Between hands, two more."),
        _("Between hands, three more."),
    )
    return texts[hands] if hands < len(texts) else _("Between hands, {n} more.").format(n=hands)


def _in_general(limit: TimeLimit) -> str:
    return _("At 0:00: {last_hands}").format(last_hands=" ".join(last_hands(limit)))


_IN_ONE = {
    (0, 0): lambda _limit: _("At 0:00 finish this hand. No more hands."),
    (0, 1): lambda _limit: _("At 0:00 finish this hand. Between hands, play one more."),
    (1, 1): lambda _limit: _("At 0:00 play one more hand after this one."),
}
