"""Who is here before the next hanchan starts, and what was chosen for the players who are missing."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _

from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import field_among, players_of, waiting_list
from tournament.seats.queries import arranged_of, started_hanchan
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
        """Who is here to take a seat: the waiting list in its order, then substitutes."""
        return tuple(one for one in (*self.queue, *self.idle) if one.pk in self.here and one.pk not in besides)


def attendance(tournament: Tournament) -> Attendance:
    """Read who is here; seven queries."""
    numbers = list(tournament.hanchan.order_by("number").values_list("number", flat=True))
    last = max(started_hanchan(tournament), default=0)
    ahead = [number for number in numbers if number > last]
    everything = arranged_of(tournament.seating)
    now = Arrangement(
        {number: tables for number, tables in everything.draft.items() if number in ahead},
        {number: people for number, people in everything.byes.items() if number in ahead},
    )
    everybody = list(players_of(tournament))
    active = [player for player in everybody if player.status == PlayerStatus.PLAYING]
    seats = {pk for number in now.draft for pk in now.people(number)}
    if not now.draft:
        seats = {player.pk for player in field_among(active, tournament.at_a_table).seated}
    return Attendance(
        first=min(ahead, default=None),
        now=now,
        playing=tuple(player for player in active if player.pk in seats or not player.is_substitute),
        idle=tuple(player for player in active if player.pk not in seats and player.is_substitute),
        queue=tuple(waiting_list(everybody)),
        here=frozenset(player.pk for player in everybody if player.checked_in_at is not None),
    )


@dataclass(frozen=True, slots=True)
class ClosingChoices:
    """What was chosen for missing players, by id: who has the seat anyway, and who takes whose seat instead.

    All other missing players are withdrawn.
    """

    stay: frozenset[int] = frozenset()
    instead: Mapping[int, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.stay or self.instead)

    def withdrawn(self, there: Attendance) -> tuple[Player, ...]:
        """The missing players who do not stay."""
        return tuple(player for player in there.missing if player.pk not in self.stay)


def refuse_choices(there: Attendance, choices: ClosingChoices) -> None:
    """Refuse a replacement who is not here, has a seat, or was chosen twice."""
    able = {player.pk: player for player in there.reserves()}
    missing = {player.pk: player for player in there.missing}
    taken = list(choices.instead.values())
    for leaving, coming in choices.instead.items():
        if leaving not in missing or coming not in able:
            raise Refused.of(
                "no-replacement",
                _("A chosen replacement is no longer available. Choose for each person again."),
            )
        if taken.count(coming) > 1:
            raise Refused.of(
                "replaces-two", _("{name} cannot take two seats. Choose another player."), name=able[coming]
            )
        if not there.is_seated or leaving not in there.holders:
            raise Refused.of(
                "nothing-to-take", _("{name} has no seat that another player could take."), name=missing[leaving]
            )
