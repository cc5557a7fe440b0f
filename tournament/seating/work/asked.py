"""What is asked of the planner, as values that are kept: enough to do the work again with the same answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournament.events.models import Tournament
from tournament.players.models import Player
from tournament.seating.draft import Draft, from_plan
from tournament.seating.planner.task import Task
from tournament.seating.planner.wishes import AtTables, Wish
from tournament.seating.planner.words import Rounds
from tournament.seating.queries import Field, draft_of, field_of, started_hanchan
from tournament.seating.wishes import plain
from tournament.seating.wishes.queries import planner_wishes


@dataclass(frozen=True, slots=True)
class Asked:
    """`seated` are the ids of who is to sit, in the order of the planner's numbers from 1; `left` those who come after
    them because they sat in the `past` and are gone; `hanchan` are the event's, of which the past is the first."""

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
        """Who is wished at one table only, by id, and the table."""
        return frozenset(
            (self.people[player - 1], min(wish.tables))
            for wish in self.wishes if isinstance(wish, AtTables) and len(wish.tables) == 1
            for player in wish.players
        )  # fmt: skip

    def task(self) -> Task:
        """As the planner takes it."""
        sitting = frozenset(range(1, len(self.seated) + 1))
        return Task((sitting,) * len(self.planned), self.past, self.wishes, size=self.size, winds=self.winds)

    def draft(self, rounds: Rounds) -> Draft:
        """The hanchan that were planned, after those of the past, by the ids of the people."""
        return from_plan((*self.past, *rounds), self.people)

    def to_json(self) -> dict[str, Any]:
        return {
            "seated": list(self.seated), "left": list(self.left), "hanchan": self.hanchan, "seed": self.seed,
            "wishes": [plain.to_json(wish) for wish in self.wishes], "past": self.past,
            "winds": self.winds, "moves": self.moves, "size": self.size,
        }  # fmt: skip

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Asked":
        """What `to_json` gave."""
        return cls(
            seated=tuple(kept["seated"]), left=tuple(kept["left"]), hanchan=kept["hanchan"], seed=kept["seed"],
            wishes=tuple(map(plain.from_json, kept["wishes"])), past=rounds_from(kept["past"]),
            winds=kept["winds"], moves=kept["moves"], size=kept.get("size", 4),
        )  # fmt: skip


def rounds_from(kept: Any) -> Rounds:
    """Lists of lists as the planner's rounds."""
    return tuple(tuple(tuple(table) for table in tables) for tables in kept)


def asked_of(tournament: Tournament, seed: int | str, field: Field | None = None) -> Asked:
    """What a plan of this tournament asks now: who is there, what was played, what is wished."""
    field = field or field_of(tournament)
    past = _played(tournament)
    seated = tuple(player.pk for player in field.seated)
    sat = {player for tables in past.values() for seats in tables.values() for player in seats}
    left = tuple(sorted(sat - set(seated)))
    number = {player: at for at, player in enumerate((*seated, *left), start=1)}
    return Asked(
        seated=seated, left=left, hanchan=tournament.hanchan.count(), seed=seed,
        wishes=planner_wishes(tournament, field.seated), winds=not tournament.winds_are_drawn, size=field.size,
        past=tuple(
            tuple(tuple(number[player] for player in seats) for _, seats in sorted(tables.items()))
            for _, tables in sorted(past.items())
        ),
    )  # fmt: skip


def _played(tournament: Tournament) -> Draft:
    """Every hanchan up to the last that has started."""
    last = max(started_hanchan(tournament), default=0)
    return {number: tables for number, tables in draft_of(tournament.seating).items() if number <= last} if last else {}


def named(asked: Asked, players: Mapping[int, Player]) -> dict[int, Player]:
    """Whom the planner's numbers mean."""
    return {number: players[pk] for number, pk in enumerate(asked.people, start=1) if pk in players}
