"""The specification of a plan as stored values: enough to repeat the job with the same answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from seating.rounds import Rounds
from seating.task import Task
from seating.wishes import AtTables, Wish
from tournament.core.messages import Refused
from tournament.planning.basis import SeatingBasis
from tournament.players.models import Player
from tournament.players.queries import field_among
from tournament.seats.seat_map import SeatMap, from_plan
from tournament.wishes import queries
from tournament.wishes.queries import planner_wishes


@dataclass(frozen=True, slots=True)
class PlanSpec:
    """`seated` are the ids of the players to seat, in the order of the planner's numbers from 1; `left` follow
    them: players who sat in the `past` and have left. `hanchan` counts all of the event, the past included."""

    seated: tuple[int, ...]
    hanchan: int
    seed: int | str
    wishes: tuple[Wish, ...] = ()
    past: Rounds = ()
    left: tuple[int, ...] = ()
    winds: bool = True
    moves: int | None = None
    size: int = 4

    @property
    def people(self) -> tuple[int, ...]:
        """The id of each planner's number."""
        return (*self.seated, *self.left)

    @property
    def planned(self) -> range:
        """The numbers of the hanchan to be planned."""
        return range(len(self.past) + 1, self.hanchan + 1)

    @property
    def places(self) -> frozenset[tuple[int, int]]:
        """The wished fixed seats: player id and table."""
        return frozenset(
            (self.people[player - 1], min(wish.tables))
            for wish in self.wishes
            if isinstance(wish, AtTables) and len(wish.tables) == 1
            for player in wish.players
        )

    def task(self) -> Task:
        """The task for the planner."""
        sitting = frozenset(range(1, len(self.seated) + 1))
        return Task((sitting,) * len(self.planned), self.past, self.wishes, size=self.size, winds=self.winds)

    def draft(self, rounds: Rounds) -> SeatMap:
        """The past and the planned hanchan as a seat map, by player ids."""
        return from_plan((*self.past, *rounds), self.people)

    def to_json(self) -> dict[str, object]:
        return {
            "seated": list(self.seated),
            "left": list(self.left),
            "hanchan": self.hanchan,
            "seed": self.seed,
            "wishes": [queries.to_json(wish) for wish in self.wishes],
            "past": self.past,
            "winds": self.winds,
            "moves": self.moves,
            "size": self.size,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "PlanSpec":
        """Read the values of `to_json`. Raises Refused for those of a release that stored others."""
        try:
            return cls(
                seated=tuple(stored["seated"]),
                left=tuple(stored["left"]),
                hanchan=stored["hanchan"],
                seed=stored["seed"],
                wishes=tuple(map(queries.from_json, stored["wishes"])),
                past=parse_rounds(stored["past"]),
                winds=stored["winds"],
                moves=stored["moves"],
                size=stored.get("size", 4),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise Refused.of(
                "unreadable-plan", _("This plan was requested from another version of Sekigime. Plan again.")
            ) from error


def parse_rounds(stored: Any) -> Rounds:
    """Read nested lists as rounds of the planner."""
    return tuple(tuple(tuple(table) for table in tables) for tables in stored)


def plan_spec(basis: SeatingBasis, seed: int | str) -> PlanSpec:
    """The specification of a plan now: the players, the seats played, the wishes."""
    people = field_among((player for player in basis.listed if basis.is_playing(player.pk)), basis.size).seated
    past = basis.played
    seated = tuple(player.pk for player in people)
    sat = {player for tables in past.values() for seats in tables.values() for player in seats}
    left = tuple(sorted(sat - set(seated)))
    number = {player: at for at, player in enumerate((*seated, *left), start=1)}
    return PlanSpec(
        seated=seated,
        left=left,
        hanchan=len(basis.hanchan),
        seed=seed,
        wishes=planner_wishes(basis.wishes, people),
        winds=basis.winds,
        size=basis.size,
        past=tuple(
            tuple(tuple(number[player] for player in seats) for _, seats in sorted(tables.items()))
            for _, tables in sorted(past.items())
        ),
    )


def players_by_number(spec: PlanSpec, players: Mapping[int, Player]) -> dict[int, Player]:
    """The players by the planner's numbers."""
    return {number: players[pk] for number, pk in enumerate(spec.people, start=1) if pk in players}
