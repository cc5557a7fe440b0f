"""What a swap of two people costs, before it is done."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.winds import WINDS, Wind
from tournament.events.models import Tournament
from tournament.players.models import Player
from tournament.seating import figures
from tournament.seating.checks import labelled
from tournament.seating.draft import Draft, exchange, numbered
from tournament.seating.figures import Measured
from tournament.seating.planner.swaps import cost_sentences
from tournament.seating.queries import Lineup, Place, draft_of, placed
from tournament.seating.refusals import refuse_swap
from tournament.seating.wishes.queries import fixed_places


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure before and after a change."""

    title: str
    before: int
    after: int
    best: int

    more: bool = False
    """Whether a greater value is better."""

    wished: int = 0
    """So many more are wished after than before."""

    @property
    def tone(self) -> str:
        change = self.after - self.before - self.wished
        if not change:
            return "same"
        return "better" if (change > 0) == self.more else "worse"


@dataclass(frozen=True, slots=True)
class WindsHad:
    """How often a person has each wind, before and after."""

    player: Player
    before: tuple[tuple[Wind, int], ...]
    after: tuple[tuple[Wind, int], ...]


@dataclass(frozen=True, slots=True)
class SwapPage:
    """What a swap costs, before it is done."""

    one: Player
    other: Player
    costs: bool
    sentences: list[str]
    compared: list[Compared]
    winds: list[WindsHad]
    tables: list[tuple[int, tuple[Place, ...], tuple[Place, ...]]]

    @property
    def moved(self) -> tuple[int, int]:
        """The ids of the two."""
        return self.one.pk, self.other.pk


def swap_page(tournament: Tournament, hanchan: int, one: Player, other: Player) -> SwapPage:
    """Raises Refused when the two cannot change places."""
    now = draft_of(tournament.seating)
    refuse_swap(tournament, now, hanchan, one, other)
    then = exchange(now, hanchan, one.pk, other.pk)
    players = {player.pk: player for player in tournament.players.all()}
    places = fixed_places(tournament)
    before, after = (figures.measured(draft).wished(draft, places) for draft in (now, then))
    winds = not tournament.winds_are_drawn
    moved = before.kept.hanchan.keys() - after.kept.hanchan.keys()
    compared = compare(before, after, winds=winds)
    costs = cost_sentences(numbered(now)[0], numbered(then)[0], before.quality, after.quality)
    said = figures.said(costs, lambda number: labelled(players[before.person(number)]), winds=winds)
    return SwapPage(
        one, other,
        costs=bool(moved) or any(line.tone == "worse" for line in compared),
        sentences=[*_left([players[pk] for pk in sorted(moved)]), *said],
        compared=compared,
        winds=[_winds_had(player, now, then) for player in (one, other)] if winds else [],
        tables=_tables_of(placed(now, players)[hanchan], placed(then, players)[hanchan], {one.pk, other.pk}),
    )  # fmt: skip


def _left(people: list[Player]) -> list[str]:
    """Who no longer keeps a table."""
    return [_("%(name)s no longer keeps a table, which was wished.") % {"name": labelled(one)} for one in people]


def compare(before: Measured, after: Measured, *, winds: bool) -> list[Compared]:
    """Every figure that both have, before and after."""
    old = {line.title: line for line in before.lines(winds=winds)}
    return [
        Compared(line.title, was.value, line.value, line.best, line.more, line.wished - was.wished)
        for line in after.lines(winds=winds)
        if (was := old.get(line.title))
    ]


def _winds_had(player: Player, before: Draft, after: Draft) -> WindsHad:
    return WindsHad(player, _wind_counts(player.pk, before), _wind_counts(player.pk, after))


def _wind_counts(player: int, draft: Draft) -> tuple[tuple[Wind, int], ...]:
    had = [seats.index(player) for tables in draft.values() for seats in tables.values() if player in seats]
    most = max((len(seats) for tables in draft.values() for seats in tables.values()), default=0)
    return tuple((wind, had.count(wind.index)) for wind in WINDS[:most])


def _tables_of(
    before: Lineup, after: Lineup, people: set[int]
) -> list[tuple[int, tuple[Place, ...], tuple[Place, ...]]]:
    return [
        (table, places, after[table])
        for table, places in before.items()
        if any(place.player.pk in people for place in places)
    ]
