"""Attendance before the next hanchan starts, and the choices for players who are missing."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext_noop as _

from tournament.core.messages import Message
from tournament.planning.basis import SeatingBasis
from tournament.planning.proposal import obstacle
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import SeatsInUse, field_among, waiting_list
from tournament.seats.seat_map import Arrangement


@dataclass(frozen=True)
class Attendance:
    """The players before hanchan `first`, the first that has not started; None when all have.

    `playing` have a seat or are to get one, `idle` are substitutes without a seat, both by number; `queue` is the
    waiting list, the next one first. `now` is the seating in use from `first` on, empty without one.
    """

    first: int | None
    now: Arrangement
    playing: tuple[Player, ...]
    idle: tuple[Player, ...]
    queue: tuple[Player, ...]
    here: frozenset[int]

    @property
    def is_seated(self) -> bool:
        """Return whether there is a seating."""
        return bool(self.now.draft)

    @cached_property
    def missing(self) -> tuple[Player, ...]:
        """The players who have not checked in."""
        return tuple(player for player in self.playing if player.pk not in self.here)

    @property
    def present(self) -> int:
        """The number of players who have checked in."""
        return len(self.playing) - len(self.missing)

    @cached_property
    def holders(self) -> frozenset[int]:
        """The ids of everybody with a seat or a bye."""
        return frozenset(pk for number in self.now.draft for pk in self.now.people(number))

    @property
    def unseated(self) -> tuple[Player, ...]:
        """The players who have no seat although there is a seating."""
        return tuple(player for player in self.playing if self.is_seated and player.pk not in self.holders)

    def reserves(self, besides: Collection[int] = ()) -> tuple[Player, ...]:
        """Return those who are here to take a seat: the waiting list in its order, then substitutes."""
        return tuple(one for one in (*self.queue, *self.idle) if one.pk in self.here and one.pk not in besides)


def attendance(basis: SeatingBasis) -> Attendance:
    """Return who is here."""
    last = max(basis.started, default=0)
    ahead = [number for number in basis.hanchan if number > last]
    now = Arrangement(
        {number: tables for number, tables in basis.now.draft.items() if number in ahead},
        {number: people for number, people in basis.now.byes.items() if number in ahead},
    )
    everybody = basis.listed
    active = [player for player in everybody if player.status == PlayerStatus.PLAYING]
    first = min(ahead, default=0)
    holders = frozenset(pk for number in now.draft for pk in now.people(number))
    seats = SeatsInUse(len(now.draft.get(first, ())), len(now.byes.get(first, ())), holders)
    field = field_among(active, basis.size, seats if basis.now.draft else None)
    return Attendance(
        first=first or None,
        now=now,
        playing=field.seated,
        idle=field.waiting,
        queue=tuple(waiting_list(everybody)),
        here=frozenset(player.pk for player in everybody if player.checked_in_at is not None),
    )


@dataclass(frozen=True, slots=True)
class ClosingChoices:
    """The choices for missing players, by id: who has the seat anyway, and who takes whose seat instead.

    All other missing players are withdrawn.
    """

    stay: frozenset[int] = frozenset()
    instead: Mapping[int, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.stay or self.instead)

    def withdrawn(self, there: Attendance) -> tuple[Player, ...]:
        """The missing players who do not stay."""
        return tuple(player for player in there.missing if player.pk not in self.stay)


def wrong_choice(there: Attendance, choices: ClosingChoices) -> Message | None:
    """Return that a replacement is not here, has a seat, or was chosen twice."""
    able = {player.pk: player for player in there.reserves()}
    missing = {player.pk: player for player in there.missing}
    taken = list(choices.instead.values())
    for leaving, coming in choices.instead.items():
        if leaving not in missing or coming not in able:
            text = _("A chosen replacement is no longer available. Choose for each person again.")
            return obstacle("no-replacement", text)
        if taken.count(coming) > 1:
            text = _("{name} cannot take two seats. Choose another player.")
            return obstacle("replaces-two", text, name=able[coming])
        if not there.is_seated or leaving not in there.holders:
            text = _("{name} has no seat that another player could take.")
            return obstacle("nothing-to-take", text, name=missing[leaving])
    return None
