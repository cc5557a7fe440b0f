"""From a number of players and hanchan to a seating: the layout of the size, then lots, then a recount.

With wishes people take places of the layout by search, so that no repeat can come of it; only where a wish that must
hold cannot be met so is the seating itself searched for. Either way lots then decide between people who are alike.
"""

from dataclasses import dataclass

from .chance import chance
from .contradictions.wrong import check_wishes
from .faults import problems
from .kinds import Kinds, draw, kinds_of
from .layouts import layout
from .layouts.keeping import keeping
from .layouts.pinned import nearly_pinned, pinned
from .quality import Quality, measure
from .relabel import relabelled
from .search import solve
from .search.annealing import part_of
from .tables import table_cost
from .task import Task
from .unmet import unmet
from .wishes import AtTables, Weight, Wish
from .words import MOST_HANCHAN, MOST_PLAYERS, SIZES, CannotPlan, Rounds, Sentence, Watch, gettext_noop, table_of

RELABELLED = 0.25
"""How much of the work is done, as a watch is told, when people have been given places."""

DO_NOT_FILL = {
    4: (
        gettext_noop("%(players)d players cannot sit four to a table: add 1 substitute or leave out %(fewer)d."),
        gettext_noop(
            "%(players)d players cannot sit four to a table: add %(more)d substitutes or leave out %(fewer)d."
        ),
    ),
    3: (
        gettext_noop("%(players)d players cannot sit three to a table: add 1 substitute or leave out %(fewer)d."),
        gettext_noop(
            "%(players)d players cannot sit three to a table: add %(more)d substitutes or leave out %(fewer)d."
        ),
    ),
}
"""By the size of a table: when one player is missing, and when more are."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A seating of players 1..``players``, the seed it was drawn from, and its recounted quality.

    ``layout`` is the seating of places into which the players were drawn, ``kinds`` who is alike (:mod:`.kinds`):
    each kind is the numbers of its players in order, which are also the numbers of its places. To recompute
    ``rounds`` from the two and the seed: order the players of each kind by the SHA-256 of ``seed:number``; in this
    order they take the places of their kind, from the lowest number on; then write players for places in ``layout``.
    With one kind that is :func:`.lots.lots`. ``unmet`` says which wishes it falls short of, ``stopped`` that somebody
    stopped the work and this was the best so far.
    """

    players: int
    rounds: Rounds
    seed: int | str
    quality: Quality
    layout: Rounds
    unmet: tuple[Sentence, ...] = ()
    stopped: bool = False
    kinds: Kinds = ()


def plan(
    players: int,
    hanchan: int,
    seed: int | str,
    *,
    wishes: tuple[Wish, ...] = (),
    watch: Watch | None = None,
    size: int = 4,
) -> Plan:
    """Seat the players for all hanchan: the same seed gives the same plan on every machine.

    Nobody meets twice where that is possible, else the repeats are few, spread and late. With wishes the layout is
    searched for with the seed, so it is another for another seed. Wishes that cannot all be met are met as far as the
    search gets, and ``unmet`` says what is lacking: :func:`.contradictions.contradictions` is not asked here, so that
    whoever wants to refuse asks it first. Raises :class:`CannotPlan` for numbers that cannot be seated, and for wishes
    that mean nothing (:mod:`.contradictions.wrong`).
    """
    check_size(players, hanchan, size)
    check_wishes(wishes, players)
    places, stopped = layout(players, hanchan, size), False
    if wishes:
        places, stopped = _wished(places, players, wishes, seed, watch, size)
    kinds = kinds_of(players, wishes)
    rounds = drawn(places, kinds, seed)
    faults = problems(rounds, players, size)
    if faults:
        raise AssertionError(f"the planner made a faulty seating: {faults[0]}")
    return Plan(players, rounds, seed, measure(rounds, players), places, unmet(rounds, (), wishes), stopped, kinds)


def drawn(places: Rounds, kinds: Kinds, seed: int | str) -> Rounds:
    """The seating of people that the seed makes of a seating of places."""
    who = {place: player for player, place in enumerate(draw(seed, kinds), start=1)}
    return tuple(tuple(table_of([who[place] for place in table]) for table in tables) for tables in places)


def _wished(
    places: Rounds, players: int, wishes: tuple[Wish, ...], seed: int | str, watch: Watch | None, size: int
) -> tuple[Rounds, bool]:
    """The places numbered so that the wishes are met; where that is not enough, another seating. And if stopped."""
    begun = _with_fixed_places(places, wishes)
    made = relabelled(begun or places, wishes, chance(seed), part_of(watch, 0, RELABELLED))
    if made.enough or made.stopped:
        return made.rounds, made.stopped
    everybody = (frozenset(range(1, players + 1)),) * len(places)
    found = solve(Task(everybody, wishes=wishes, size=size), seed, watch=part_of(watch, RELABELLED, 1))
    return found.rounds, found.stopped


def _with_fixed_places(places: Rounds, wishes: tuple[Wish, ...]) -> Rounds | None:
    """Places of which one is at each of the wished tables throughout, without a repeat more than ``places`` have; None
    where nobody has a fixed place or two have the same. Where two of them must meet, whoever must stay does.

    Where no layout is known in which nobody or hardly anybody else comes back to a table, it is what costs least by
    :func:`.tables.table_cost`: the layout under other table numbers, or one in which somebody stays at every table.
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
    made = (nearly_pinned(*numbers) or pinned(*numbers)) if size == 4 else None
    if made:
        others = [table for table in range(1, order + 1) if table not in fixed]
        turned = [table for _, table in sorted(zip([*fixed, *others], range(order), strict=True))]
        return tuple(tuple(tables[table] for table in turned) for tables in made)
    everywhere = pinned(size * order, len(places), order) if size == 4 else None
    return min(filter(None, (keeping(places, fixed, chance(1)), everywhere)), key=table_cost, default=None)


def check_size(players: int, hanchan: int, size: int = 4) -> None:
    """Raise :class:`CannotPlan`, with the remedy, when these numbers cannot be seated."""
    if size not in SIZES:
        raise CannotPlan(gettext_noop("%(size)d cannot sit at a table; a table has three players or four."), size=size)
    if players < size:
        few = gettext_noop("A seating needs at least %(least)d players; add players first.")
        raise CannotPlan(few, least=size)
    if players > MOST_PLAYERS:
        raise CannotPlan(
            gettext_noop("%(players)d players are too many; at most %(most)d can be seated. Split the tournament."),
            players=players,
            most=MOST_PLAYERS,
        )
    if players % size:
        one, many = DO_NOT_FILL[size]
        missing = -players % size
        raise CannotPlan(one if missing == 1 else many, players=players, more=missing, fewer=players % size)
    if hanchan < 1:
        raise CannotPlan(gettext_noop("A tournament has at least one hanchan; ask for one or more."))
    if hanchan > MOST_HANCHAN:
        raise CannotPlan(
            gettext_noop("%(rounds)d hanchan are too many; at most %(most)d can be seated. Plan them in parts."),
            rounds=hanchan,
            most=MOST_HANCHAN,
        )
