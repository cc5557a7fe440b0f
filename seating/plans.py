"""Plans (the social golfer problem): for players and hanchan the layout of the size, then lots, then a recount.

With wishes, people take places of the layout by search (relabelling), so that no repeat can come of it. Where a wish
cannot be met so, the seating itself is searched for, and of all that was found the best counts
(`search.priorities`). Either way lots then decide between interchangeable players.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from seating.arguments import seed_value
from seating.chance import chance
from seating.faults import problems
from seating.layouts.fixed_tables import fixed_tables, nearly_fixed_tables, number_fixed_tables
from seating.layouts.layout import layout
from seating.lots import Interchangeable, draw_places, interchangeable_players
from seating.notes import Note
from seating.quality import Quality, measure
from seating.rounds import Rounds, check_size, check_size_with_wishes, table_of
from seating.search.priorities import ALMOST, SeatingChoice, lower_wishes, raise_wishes, search_raised
from seating.search.relabelling import relabel
from seating.search.solve import solve
from seating.table_numbers import number_tables, table_cost
from seating.task import Task, Watch, part_of
from seating.unmet import unmet, unmet_bound
from seating.wishes import AtTables, Weight, Wish, check_wishes

RELABELLED, SOLVED = 0.2, 0.4
"""The progress reported to a watch once players have places, and once what must hold was searched for."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A seating of players 1..`players`, the seed it was drawn from, and its recounted quality.

    `layout` is the seating of places into which the players were drawn, `interchangeable` the classes of players who
    are alike for all wishes: the numbers of the players of a class are also the numbers of its places. To recompute
    `rounds` from the two and the seed: order the players of each class by the SHA-256 of `seed:number`; in this order
    they take the places of their class, from the lowest number on; then write players for places in `layout`. With one
    class that is `lots`. `unmet` says which wishes it falls short of, `stopped` that somebody stopped the work and this
    was the best so far.
    """

    players: int
    rounds: Rounds
    seed: int | str
    quality: Quality
    layout: Rounds
    unmet: tuple[Note, ...] = ()
    stopped: bool = False
    interchangeable: Interchangeable = ()


def plan(
    players: int,
    hanchan: int,
    seed: int | str,
    *,
    wishes: Iterable[Wish] = (),
    watch: Watch | None = None,
    size: int = 4,
) -> Plan:
    """Seat the players for all hanchan: the same seed gives the same plan on every machine.

    No two players meet twice if that is possible; otherwise repeats are few, spread and late. With wishes the layout
    is searched for with the seed, so it depends on the seed. The search meets as many wishes as it can, and `unmet`
    lists the others; `impossible.contradictions` proves beforehand which wishes cannot be met. `watch` receives the
    progress and may stop the work. Raises `CannotPlan` for numbers that cannot be seated and for meaningless wishes,
    `TypeError` for arguments of a wrong type.
    """
    seed_value(seed)
    wishes = tuple(wishes)
    check_size(players, hanchan, size)
    check_wishes(wishes, players)
    if wishes:
        check_size_with_wishes(players)
    places, stopped = layout(players, hanchan, size), False
    price: tuple[Note, ...] = ()
    if wishes:
        choice, stopped = _wished(places, players, wishes, seed, watch, size)
        places, price = choice.best, choice.price()
    classes = interchangeable_players(players, wishes)
    rounds = apply_lots(places, classes, seed)
    faults = problems(rounds, players, size)
    if faults:
        raise AssertionError(f"the planner made a faulty seating: {faults[0]}")
    lacking = (*unmet(rounds, (), wishes), *price)
    return Plan(players, rounds, seed, measure(rounds, players), places, lacking, stopped, classes)


def apply_lots(places: Rounds, classes: Interchangeable, seed: int | str) -> Rounds:
    """Return the seating of people that the seed gives for a seating of places."""
    who = {place: player for player, place in enumerate(draw_places(seed, classes), start=1)}
    return tuple(tuple(table_of([who[place] for place in table]) for table in tables) for tables in places)


def _wished(
    places: Rounds, players: int, wishes: tuple[Wish, ...], seed: int | str, watch: Watch | None, size: int
) -> tuple[SeatingChoice, bool]:
    """Find seatings that meet the wishes; where what is required cannot hold, also those of the same wishes as strong
    ones, so that nobody gets a worse seating by requiring them.
    """
    sitting = (frozenset(range(1, players + 1)),) * len(places)
    half = 0.5 if unmet_bound(sitting, wishes, Weight.MUST, size, 0) else ALMOST
    choice, stopped = _found(places, players, wishes, seed, part_of(watch, 0, half), size)
    if not stopped and not choice.is_required_met:
        lowered, stopped = _found(places, players, lower_wishes(wishes), seed, part_of(watch, half, 1), size)
        for _, rounds in lowered.found:
            choice.offer(rounds)
    return choice, stopped


def _found(
    places: Rounds, players: int, wishes: tuple[Wish, ...], seed: int | str, watch: Watch | None, size: int
) -> tuple[SeatingChoice, bool]:
    """Find places renumbered to meet the wishes, and new seatings where that is not enough; return all, and whether
    the work was stopped.

    First as if strong wishes had to hold: where that meets them all, no other search does better.
    """
    everybody = (frozenset(range(1, players + 1)),) * len(places)
    choice = SeatingChoice(Task(everybody, wishes=wishes, size=size))
    begun = _with_fixed_places(places, wishes) or places
    if any(wish.weight is Weight.STRONG for wish in wishes):
        made = relabel(begun, raise_wishes(wishes, Weight.MUST), chance(seed), part_of(watch, 0, RELABELLED / 2))
        lacks = choice.offer(made.rounds)
        if made.stopped or (not lacks.required and choice.is_met):
            return choice, made.stopped
    made = relabel(begun, wishes, chance(seed), part_of(watch, RELABELLED / 2, RELABELLED))
    choice.offer(made.rounds)
    if not made.enough and not made.stopped:
        found = solve(choice.task, seed, watch=part_of(watch, RELABELLED, SOLVED))
        choice.offer(found.rounds)
        if found.stopped:
            return choice, True
    stopped = made.stopped or search_raised(choice, seed, part_of(watch, SOLVED, 1))
    if not any(isinstance(wish, AtTables) for wish in wishes):
        choice.offer(tuple(number_tables(choice.best, players, chance(seed))))
    return choice, stopped


def _with_fixed_places(places: Rounds, wishes: tuple[Wish, ...]) -> Rounds | None:
    """Places of which one is at each of the wished tables throughout, without a repeat more than `places` have; None
    where nobody has a fixed place or two have the same. Where two of them must meet, whoever must stay does.

    Where no layout is known in which nobody or hardly anybody else comes back to a table, it is what costs least by
    `table_cost`: the layout under other table numbers, or one in which somebody stays at every table.
    """
    fixed = [
        min(wish.tables)
        for wish in sorted(wishes, key=lambda wish: wish.weight is not Weight.MUST)
        if isinstance(wish, AtTables) and len(wish.players) == len(wish.tables) == 1 and wish.weight is not Weight.SOFT
    ]
    order, size = len(places[0]), len(places[0][0])
    if not fixed or len(set(fixed)) < len(fixed) or max(fixed) > order:
        return None
    numbers = size * order, len(places), len(fixed)
    made = (nearly_fixed_tables(*numbers) or fixed_tables(*numbers)) if size == 4 else None
    if made:
        others = [table for table in range(1, order + 1) if table not in fixed]
        turned = [table for _, table in sorted(zip([*fixed, *others], range(order), strict=True))]
        return tuple(tuple(tables[table] for table in turned) for tables in made)
    everywhere = fixed_tables(size * order, len(places), order) if size == 4 else None
    return min(filter(None, (number_fixed_tables(places, fixed, chance(1)), everywhere)), key=table_cost, default=None)
