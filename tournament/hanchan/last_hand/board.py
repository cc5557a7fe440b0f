"""The last hand of a table as everybody reads it: who is where, and the one thing that each has to do. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from scoring.least_win import LastHand, Race, best_place, cheapest_win, places
from scoring.messages import Message
from scoring.points import Points
from scoring.sentences.last_hand import called_ron, called_self_draw
from scoring.winds import Wind
from tournament.hanchan.last_hand.answer import CurrentSeat
from tournament.players.models import Player
from tournament.players.name_order import given_and_family
from tournament.translation.formats import hand_name

MOST_TABLES = 4


class BoardState(StrEnum):
    """The state of a table in its last hand."""

    WAITING = "waiting"
    ENTERED = "entered"
    OLD = "old"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class SpokenNeed:
    """The need of a player in words that one can say: `ron` off the player `off`, and the `self_draw`. With none of
    them and without `any_win` no hand is enough. `has_gap`: a larger win may not be."""

    ron: Message | None = None
    off: str = ""
    self_draw: Message | None = None
    any_win: bool = False
    any_draw: bool = False
    has_gap: bool = False


@dataclass(frozen=True, slots=True)
class LastHandRow:
    """A player on the board. Without a `place` not ranked; `delta` and `points` are in points, `score` is that of a
    finished hanchan. `leads`: the goal is reached as it is. `need` is None before the last hand, once the hanchan is
    over, and for who is not ranked."""

    seat: CurrentSeat
    place: int | None = None
    shared: bool = False
    points: Points | None = None
    delta: Points | None = None
    score: Points | None = None
    leads: bool = False
    need: SpokenNeed | None = None

    def at_place(self, place: int | None, shared: bool, goal: int | None) -> "LastHandRow":
        """Return the row with this place, of a table that plays for `goal`."""
        leads = bool(place and goal and (place < goal or (place, shared) == (goal, False)))
        return replace(self, place=place, shared=shared, leads=leads)


@dataclass(frozen=True, slots=True)
class LastHandBoard:
    """A table in its last hand, or on the stream in any: `is_last` is False while more follow. `rows` are by place, of
    a table that waits by seat; `goal` is the place that the table plays for, None while it is not known, `is_cut` a
    goal that is the line of a cut. `in_event`: places are those of the event, and `hangs` says that other tables can
    still move them. `changed_at` is when the values were entered, or the report sheet; `version` tells one state from
    another."""

    table: int
    state: BoardState
    rows: tuple[LastHandRow, ...]
    is_last: bool = True
    goal: int | None = None
    is_cut: bool = False
    in_event: bool = False
    hangs: bool = False
    round: Wind | None = None
    hand: int = 0
    honba: int = 0
    deposits: int = 0
    author: str = ""
    changed_at: datetime | None = None
    version: int = 0

    @property
    def hand_name(self) -> str:
        """The hand in words, "" before the first values and for a finished table."""
        return hand_name(self.round, self.hand) if self.round else ""

    @property
    def is_old(self) -> bool:
        return self.state is BoardState.OLD

    @property
    def is_waiting(self) -> bool:
        return self.state is BoardState.WAITING

    @property
    def is_finished(self) -> bool:
        return self.state is BoardState.FINISHED


def goal_of(table: LastHand, race: Race | None, lines: Sequence[int]) -> tuple[int, bool]:
    """Return the place that a table plays for, and whether it is one of the `lines` of a cut after this hanchan."""
    best = best_place(table, race)
    line = next((line for line in lines if line >= best), None) if race else None
    return (best, False) if line is None else (line, True)


def board_rows(
    table: LastHand, seats: Sequence[CurrentSeat], race: Race | None, goal: int | None, *, finished: bool = False
) -> tuple[LastHandRow, ...]:
    """Return the players by their places if the hanchan ended now, each with the need for the goal; without a goal,
    before the last hand, nothing is needed."""
    now, scores = places(table, race), table.scores()
    names = called_names([seat.place.player for seat in seats if seat.place])
    rows = []
    for seat in seats:
        place, shared = now[seat.wind.index]
        points = table.points[seat.wind.index]
        rows.append(
            LastHandRow(
                seat=seat,
                delta=points - table.rules.goal,
                score=scores[seat.wind.index].score if finished else None,
                points=points,
                need=None if finished or not place or not goal else _need(table, seat, race, goal, names),
            ).at_place(place or None, shared, goal)
        )
    return by_place(rows)


def by_place(rows: Sequence[LastHandRow]) -> tuple[LastHandRow, ...]:
    """Return the rows in the order of their places, who has none last."""
    return tuple(sorted(rows, key=lambda row: (row.place is None, row.place or 0)))


def _need(table: LastHand, seat: CurrentSeat, race: Race | None, goal: int, names: Mapping[int, str]) -> SpokenNeed:
    win = cheapest_win(table, seat.wind, goal, race)
    if win.any_win:
        return SpokenNeed(any_win=True, any_draw=win.any_draw)
    off = names.get(win.off.index, "") if win.off else ""
    return SpokenNeed(called_ron(win, table.rules), off, called_self_draw(win, table.rules), has_gap=win.has_gap)


def called_names(players: Sequence[Player]) -> dict[int, str]:
    """Return what the players of a table are called there, by their place in it: the family name, of two with the same
    one the whole name."""
    families = [given_and_family(player)[1] for player in players]
    return {
        at: player.label if families.count(family) > 1 else family
        for at, (player, family) in enumerate(zip(players, families, strict=True))
    }
