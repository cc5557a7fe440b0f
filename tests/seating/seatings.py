"""Seatings to test with."""

from collections.abc import Sequence
from random import Random

Rounds = tuple[tuple[tuple[int, int, int, int], ...], ...]


def shuffled(players: int, hanchan: int, seed: int) -> Rounds:
    """Everybody sits once in each hanchan, otherwise as chance has it."""
    rng = Random(seed)
    rounds = []
    for _ in range(hanchan):
        people = rng.sample(range(1, players + 1), players)
        rounds.append(tuple(tuple(people[at : at + 4]) for at in range(0, players, 4)))
    return tuple(rounds)


def replaced(rounds: Rounds, hanchan: int, table: int, seat: int, player: int | None) -> list[list[list[int]]]:
    """A copy with another player, or nobody, in one seat; hanchan and table from 1, seat from 0."""
    copy = [[list(seats) for seats in tables] for tables in rounds]
    copy[hanchan - 1][table - 1][seat : seat + 1] = [] if player is None else [player]
    return copy


def named(rounds: Rounds, people: Sequence[int]) -> Rounds:
    """The hanchan with people in place of their numbers from 1."""
    return tuple(tuple(tuple(people[number - 1] for number in table) for table in tables) for tables in rounds)
