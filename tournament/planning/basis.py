"""The basis of a change of the seating: everything that it depends on, read once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tournament.core.models import HanchanState, Tournament
from tournament.players.models import Player, PlayerStatus
from tournament.results.sheets.queries import entered_in_play
from tournament.seating_report.quality import Places, SeatingQuality, quality_of_map
from tournament.seats.models import StandIn
from tournament.seats.queries import arranged_of, stand_ins_of
from tournament.seats.seat_map import Arrangement, SeatMap, seated
from tournament.wishes.models import Wish, WishKind
from tournament.wishes.queries import wishes_of


@dataclass(frozen=True)
class SeatingBasis:
    """The seating in use and what decides about it.

    version        0 without a seating
    hanchan        their numbers, in order
    entered        the tables of hanchan being played of whose sheet something is in, with their hanchan
    taking_part    the status of each player, whether it is a substitute, and whether it has checked in
    size, hall     the players at a table, and the tables of the hall
    merged         entries that were merged, and into which; `players` has them, too

    Equal bases give equal proposals. That players see a seating, or how a name is spelt, is no part of that.
    """

    version: int
    now: Arrangement
    hanchan: tuple[int, ...]
    started: frozenset[int]
    closed: frozenset[int]
    entered: frozenset[tuple[int, int]]
    taking_part: Mapping[int, tuple[str, bool, bool]]
    wishes: tuple[Wish, ...]
    winds: bool
    size: int
    hall: int | None
    check_in_closed: bool
    merged: Mapping[int, int] = field(default_factory=dict)
    stand_ins: tuple[StandIn, ...] = ()
    published: frozenset[int] = field(default=frozenset(), compare=False)
    players: Mapping[int, Player] = field(default_factory=dict, compare=False)

    @property
    def listed(self) -> list[Player]:
        """The players, by number."""
        listed = (player for pk, player in self.players.items() if pk not in self.merged)
        return sorted(listed, key=lambda player: player.number)

    @cached_property
    def measured(self) -> SeatingQuality:
        """The quality of the seating in use."""
        return quality_of_map(self.now.draft).wished(self.now.draft, self.places)

    @cached_property
    def places(self) -> Places:
        """The wished fixed seats: player id and table."""
        fixed = [wish for wish in self.wishes if wish.kind == WishKind.TABLES and len(wish.tables) == 1]
        return {(player.pk, wish.tables[0]) for wish in fixed for player in wish.players.all()}

    @property
    def played(self) -> SeatMap:
        """The seats in use of every hanchan up to the last that has started."""
        last = max(self.started, default=0)
        return {number: tables for number, tables in self.now.draft.items() if number <= last}

    def is_playing(self, player: int) -> bool:
        return self.players[player].status == PlayerStatus.PLAYING

    def seated_but_out(self, arranged: Arrangement) -> list[Player]:
        """Return who would have a seat ahead without taking part, by number."""
        ahead = [tables for number, tables in arranged.draft.items() if number not in self.started]
        out = {self.players[pk] for tables in ahead for pk in seated(tables) if not self.is_playing(pk)}
        return sorted(out, key=lambda player: player.number)


def basis_of(tournament: Tournament, now: Arrangement | None = None) -> SeatingBasis:
    """Read the basis; `now` is the seating in use where it was read already. Ten queries at most."""
    tournament.refresh_from_db(fields=["check_in_closed_at"])
    hanchan = list(tournament.hanchan.order_by("number").values_list("number", "state", "seating_published_at"))
    everybody = {player.pk: player for player in Player.every.filter(tournament=tournament)}
    return SeatingBasis(
        version=tournament.seating.number if tournament.seating else 0,
        now=arranged_of(tournament.seating) if now is None else now,
        hanchan=tuple(number for number, _state, _at in hanchan),
        started=frozenset(number for number, state, _at in hanchan if state != HanchanState.PLANNED),
        closed=frozenset(number for number, state, _at in hanchan if state == HanchanState.CLOSED),
        entered=frozenset(entered_in_play(tournament)),
        taking_part={
            player.pk: (player.status, player.is_substitute, player.checked_in_at is not None)
            for player in everybody.values()
        },
        check_in_closed=tournament.check_in_closed_at is not None,
        wishes=tuple(wishes_of(tournament)),
        winds=not tournament.winds_are_drawn,
        size=tournament.at_a_table,
        hall=tournament.table_count,
        merged={player.pk: player.merged_into_id for player in everybody.values() if player.merged_into_id},
        stand_ins=tuple(stand_ins_of(tournament)),
        published=frozenset(number for number, _state, at in hanchan if at is not None),
        players=everybody,
    )
