"""The floor as a referee sees it: calls and tables of the hanchan, and what is known of the players of one table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.lateness import Arrival, Lateness, lateness_applies
from tournament.core.models import Hanchan, HanchanState, Tournament, User
from tournament.players.models import Player
from tournament.referee.penalties.pages import FoulOption, foul_groups
from tournament.results.calls.models import RefereeCall
from tournament.results.models import Penalty, PenaltyKind
from tournament.results.penalties.lateness import verdict
from tournament.results.penalties.queries import earlier_penalties, fouls_to_give, times_given
from tournament.results.sheets.queries import TableCard
from tournament.seats.queries import Lineup, Place

MOST_USED = 5
"""The fouls that fit on a phone between the players and the button."""
IN_GENERAL = ("NOTEN_RIICHI", "REVEAL", "CONFUSING", "EMPTY_WIN_SHOWN", "SWAP")
"""The fouls, by their codes, that referees are called for most often, as long as an event has used none."""
UNDO = timedelta(minutes=1)
"""The time in which the referee who gave a penalty cancels it by one tap, without a reason."""


@dataclass(frozen=True, slots=True)
class WaitingCall:
    """An open call, and since how many full minutes the table waits."""

    call: RefereeCall
    minutes: int


def waiting_calls(calls: Iterable[RefereeCall], at: datetime) -> list[WaitingCall]:
    """Return the calls with the minutes they have waited, in their order."""
    return [WaitingCall(call, call.minutes_at(at)) for call in calls]


@dataclass(frozen=True, slots=True)
class FloorTable:
    """A table on the floor plan: its sheet, None while the hanchan is not being played, and whether it calls."""

    table: int
    card: TableCard | None
    is_called: bool

    @property
    def is_in(self) -> bool:
        return self.card is not None and self.card.is_in

    @property
    def is_late(self) -> bool:
        return self.card is not None and self.card.state == "not-back"

    @property
    def urgency(self) -> tuple[bool, int]:
        """The longest since the end of its time first, then what has the least time left."""
        minutes = (self.card.minutes if self.card else 0) or 0
        return (not self.is_late, -minutes if self.is_late else minutes)


def floor_tables(tables: Iterable[int], cards: Iterable[TableCard], calls: Iterable[RefereeCall]) -> list[FloorTable]:
    """Return the tables of the hall in order, each with its sheet and whether it calls."""
    known, called = {card.table: card for card in cards}, {call.table for call in calls}
    return [FloorTable(table, known.get(table), table in called) for table in sorted({*tables, *known})]


@dataclass(frozen=True, slots=True)
class FloorPlayer:
    """A player at a table, and every warning and penalty so far."""

    place: Place
    earlier: tuple[Penalty, ...]

    @property
    def player(self) -> Player:
        return self.place.player

    @property
    def record(self) -> str:
        """The warnings and penalties so far in a few words, "" for none."""
        return record_text(self.earlier)


def record_text(earlier: Sequence[Penalty]) -> str:
    """Return warnings and penalties in a few words: "warning, hanchan 3", "2 warnings", "3 penalties"."""
    if not earlier:
        return ""
    if len(earlier) == 1:
        return in_hanchan(earlier[0])
    if all(one.kind == PenaltyKind.WARNING for one in earlier):
        return ngettext("{n} warning", "{n} warnings", len(earlier)).format(n=len(earlier))
    return ngettext("{n} penalty", "{n} penalties", len(earlier)).format(n=len(earlier))


def in_hanchan(penalty: Penalty) -> str:
    """Return the kind of a penalty with its hanchan."""
    kind = penalty.get_kind_display()
    if penalty.hanchan is None:
        return kind
    return _("{penalty}, hanchan {n}").format(penalty=kind, n=penalty.hanchan.number)


def floor_players(places: Sequence[Place]) -> list[FloorPlayer]:
    """Return the players at a table with what they were given before. One query."""
    earlier = earlier_penalties(place.player for place in places)
    return [FloorPlayer(place, tuple(earlier.get(place.player.pk, ()))) for place in places]


class WarnedPlayer(NamedTuple):
    """A player with warnings and penalties, and the table in the hanchan; None without a seat."""

    player: Player
    table: int | None
    earlier: tuple[Penalty, ...]

    @property
    def record(self) -> str:
        return record_text(self.earlier)


def warned_players(people: Iterable[Player], seated: Lineup) -> list[WarnedPlayer]:
    """Return everybody who was given anything in this event, by name, with the table now. One query."""
    players = list(people)
    earlier = earlier_penalties(players)
    tables = {place.player.pk: table for table, places in seated.items() for place in places}
    found = [one for one in players if one.pk in earlier]
    return [WarnedPlayer(one, tables.get(one.pk), tuple(earlier[one.pk])) for one in found]


def fouls_by_use(tournament: Tournament) -> tuple[list[FoulOption], list[FoulOption]]:
    """Return the fouls used most, and all others: by use in this event, then in general, then the most severe
    outcome. One query."""
    times = times_given(tournament)
    options = [one for _name, group in foul_groups(fouls_to_give(tournament)) for one in group]
    general = dict(zip(IN_GENERAL, range(-len(IN_GENERAL), 0), strict=True))
    options.sort(key=lambda one: (-times.get(one.code, 0), general.get(one.code, 0)))
    return options[:MOST_USED], options[MOST_USED:]


def late_now(hanchan: Hanchan, at: datetime) -> Lateness | None:
    """Return what a player who arrives now is given; None while nobody can be late."""
    rules = hanchan.tournament.ruleset
    if hanchan.state != HanchanState.PLAYING or hanchan.clock is None or not lateness_applies(rules):
        return None
    return verdict(hanchan.clock.elapsed(at), hanchan.tournament)


def is_forfeit(judged: Lateness) -> bool:
    """Return whether it is too late to play: somebody has to be named for the seat."""
    return judged.kind is Arrival.FORFEIT


def may_undo(penalty: Penalty, person: User, at: datetime) -> bool:
    """Return whether this person gave the penalty within the last minute: then a tap cancels it."""
    return penalty.cancelled_at is None and penalty.given_by_id == person.pk and at - penalty.given_at <= UNDO


def just_given(hanchan: Hanchan, players: Iterable[Player], person: User, at: datetime) -> list[Penalty]:
    """Return what this person gave at a table within the last minute, the newest first. One query."""
    rows = hanchan.penalties.filter(player__in=[one.pk for one in players], given_by=person, cancelled_at=None)
    rows = rows.filter(given_at__gte=at - UNDO).select_related("player", "hanchan")
    return list(rows.order_by("-id"))
