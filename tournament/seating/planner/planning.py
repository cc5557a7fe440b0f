"""From a number of players and hanchan to a seating: design, draw, tables, winds, recount."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from .bounds import most_hanchan_without_repeat
from .crowded import crowded
from .faults import problems
from .mixing import well_mixed
from .quality import Quality, measure
from .tables import number_tables
from .winds import assign_winds
from .words import MOST_HANCHAN, MOST_PLAYERS, CannotPlan, Progress, Round, Rounds, gettext_noop, table_of


@dataclass(frozen=True, slots=True)
class Plan:
    """A seating of players 1..``players``, the seed it was drawn from, and its recounted quality."""

    players: int
    rounds: Rounds
    seed: int
    quality: Quality


def plan(players: int, rounds: int, seed: int, progress: Progress | None = None) -> Plan:
    """Seat the players for all hanchan: the same seed gives the same plan on every machine.

    No two players meet twice where a construction is known, else the repeats are few, spread and late. Players are
    drawn into their places. ``progress`` is told fractions from 0 to 1. Raises :class:`CannotPlan`.
    """
    check_size(players, rounds)
    tell = progress or (lambda fraction: None)
    rng = draw_from(seed)
    tell(0.0)
    seats = _meetings(players, rounds, rng, tell)
    drawn = _draw(seats, players, rng)
    tell(0.8)
    placed = number_tables(drawn, players, rng)
    seated = assign_winds(placed, rng)
    tell(0.95)
    faults = problems(seated, players)
    if faults:
        raise AssertionError(f"the planner made a faulty seating: {faults[0]}")
    result = Plan(players, seated, seed, measure(seated, players))
    tell(1.0)
    return result


def draw_from(seed: int) -> Random:
    """A draw that everybody can repeat from the seed. Random itself takes -7 for 7; two seeds are two draws here."""
    return Random(seed if seed >= 0 else str(seed))  # noqa: S311  no secret


def check_size(players: int, rounds: int) -> None:
    """Raise :class:`CannotPlan`, with the remedy, when these numbers cannot be seated."""
    if players < 4:
        raise CannotPlan(gettext_noop("A seating needs at least 4 players; add players first."))
    if players > MOST_PLAYERS:
        raise CannotPlan(
            gettext_noop("%(players)d players are too many; at most %(most)d can be seated. Split the tournament."),
            players=players,
            most=MOST_PLAYERS,
        )
    if players % 4:
        one = gettext_noop("%(players)d players cannot sit four to a table: add 1 substitute or leave out %(fewer)d.")
        many = gettext_noop(
            "%(players)d players cannot sit four to a table: add %(more)d substitutes or leave out %(fewer)d."
        )
        raise CannotPlan(one if players % 4 == 3 else many, players=players, more=-players % 4, fewer=players % 4)
    if rounds < 1:
        raise CannotPlan(gettext_noop("A tournament has at least one hanchan; ask for one or more."))
    if rounds > MOST_HANCHAN:
        raise CannotPlan(
            gettext_noop("%(rounds)d hanchan are too many; at most %(most)d can be seated. Plan them in parts."),
            rounds=rounds,
            most=MOST_HANCHAN,
        )


def _meetings(players: int, rounds: int, rng: Random, tell: Progress) -> Sequence[Round]:
    """Who meets whom, over points 0..N-1."""
    if rounds <= most_hanchan_without_repeat(players):
        found = well_mixed(players, rounds, rng)
        if len(found) == rounds:
            return found
    return crowded(players, rounds, rng, tell)


def _draw(rounds: Sequence[Round], players: int, rng: Random) -> list[Round]:
    """Draw lots: which player takes which point."""
    lots = list(range(1, players + 1))
    rng.shuffle(lots)
    return [tuple(table_of([lots[point] for point in table]) for table in tables) for tables in rounds]
