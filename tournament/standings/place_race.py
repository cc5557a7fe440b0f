"""The race of places: where everybody stood after each hanchan, and the line of the cut that came next. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2s

from scoring.standings.cut import Cut
from scoring.standings.players import Running
from tournament.standings.inputs import Inputs, PlayerName
from tournament.standings.ranking import places_won


@dataclass(frozen=True, slots=True)
class Racer:
    """One player. `places` has, for each hanchan, place and total after it; None where the standings had no place for
    the player. `missed` are the hanchan that the player did not play."""

    player: PlayerName
    places: tuple[Running | None, ...]
    missed: frozenset[int]

    def place(self, after: int) -> int | None:
        """The place after a hanchan."""
        running = self.places[after - 1]
        return running.place if running else None

    def moved(self, after: int) -> int | None:
        """By how many places the player moved in a hanchan, up positive; None where that says nothing."""
        return places_won(self.place(after - 1) if after > 1 else None, self.place(after))


@dataclass(frozen=True)
class RaceLine:
    """The line of a cut below the first `size` places; `is_made` once the hanchan after the cut counts."""

    size: int
    is_made: bool


@dataclass(frozen=True)
class PlaceRace:
    """Everybody who had a place after some hanchan, by number.

    played        the hanchan that count
    columns       the hanchan that have room: all, or those before the first one that is hidden
    hanchan_count all hanchan of the event
    orders        for each hanchan that counts, the numbers of who had a place after it, in the order of the standings
    """

    played: int
    columns: int
    hanchan_count: int
    at_a_table: int
    racers: Mapping[int, Racer]
    orders: tuple[tuple[int, ...], ...]
    cuts: tuple[Cut, ...]
    freeze: tuple[int | None, ...] = ()
    """What is hidden: pages say it beside the picture."""

    @cached_property
    def places(self) -> int:
        """The number of places that the picture has room for, at least two."""
        lowest = (racer.place(after) or 0 for racer in self.racers.values() for after in range(1, self.played + 1))
        return max(2, *(len(order) for order in self.orders), max(lowest, default=0)) if self.orders else 2

    def first(self, count: int, after: int) -> tuple[Racer, ...]:
        """The first players after a hanchan, in the order of the standings."""
        return tuple(self.racers[number] for number in self.orders[after - 1][:count])

    def line(self, after: int) -> RaceLine | None:
        """The line of the next cut as of a hanchan, else of the last one that was made; None without any, or where it
        is not below some and above others."""
        coming = next((cut for cut in self.cuts if cut.after >= after), None)
        cut = coming or (self.cuts[-1] if self.cuts else None)
        if cut is None or cut.sizes[0] >= len(self.orders[after - 1]):
            return None
        return RaceLine(cut.sizes[0], is_made=coming is None)

    @cached_property
    def mark(self) -> str:
        """A short name of everything that is shown."""
        shown = repr(
            (
                self.played,
                self.columns,
                self.hanchan_count,
                list(self.racers.values()),
                self.orders,
                self.cuts,
                self.freeze,
            )
        )
        return blake2s(shown.encode(), digest_size=8).hexdigest()


def place_race(inputs: Inputs, running: Sequence[Mapping[int, Running]]) -> PlaceRace:
    """Return the race that the inputs give; `running` has by id the place of everybody whom the standings list, after
    hanchan 1, 2, ..."""
    orders = tuple(tuple(pk for pk, one in column.items() if one.place is not None) for column in running)
    numbers = {player.id: player.number for player in inputs.players}
    seen = dict.fromkeys(pk for order in reversed(orders) for pk in order)
    seated: dict[int, set[int]] = {pk: set() for pk in seen}
    for table in inputs.tables:
        for line in table.lines:
            if line.player in seated:
                seated[line.player].add(table.hanchan)
    every = range(1, len(running) + 1)
    racers = {
        numbers[pk]: Racer(
            inputs.names[pk],
            tuple(one if (one := column.get(pk)) and one.place is not None else None for column in running),
            frozenset(every) - seated[pk],
        )
        for pk in seen
    }
    count, hidden = len(inputs.hanchan), inputs.freeze.hidden_from
    return PlaceRace(
        played=len(running),
        columns=max(count if hidden is None else min(count, hidden - 1), len(running)),
        hanchan_count=count,
        at_a_table=inputs.rules.players,
        racers=racers,
        orders=tuple(tuple(numbers[pk] for pk in order) for order in orders),
        cuts=tuple(inputs.by.cuts),
        freeze=(inputs.freeze.hidden_from, inputs.freeze.shown_places, inputs.freeze.revealed_from),
    )
