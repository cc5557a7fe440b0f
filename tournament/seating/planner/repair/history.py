"""People of a real event as the planner's numbers: those of the past first, then who comes."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from ..words import Rounds, Seating


class Numbered(NamedTuple):
    """What has been played and who sits in the hanchan to come, in the planner's numbers; ``people[n - 1]`` is n."""

    past: Rounds
    sitting: tuple[frozenset[int], ...]
    people: tuple[int, ...]
    planned: Rounds = ()


def numbered(past: Seating, sitting: Sequence[Collection[int]], planned: Seating = ()) -> Numbered:
    """Number everybody who ever sat or is to sit, in a fixed order; who has left keeps a number for those met.

    ``planned`` are hanchan as they were to be, to stay close to: their people have numbers too, also those who neither
    sat nor sit any more.
    """
    order = dict.fromkeys(player for tables in past for table in tables for player in sorted(table))
    order.update(dict.fromkeys(player for people in sitting for player in sorted(people)))
    order.update(dict.fromkeys(player for tables in planned for table in tables for player in sorted(table)))
    number = {player: at for at, player in enumerate(order, start=1)}
    return Numbered(
        _renamed(past, number),
        tuple(frozenset(number[player] for player in people) for people in sitting),
        tuple(order),
        _renamed(planned, number),
    )


def _renamed(rounds: Seating, number: Mapping[int, int]) -> Rounds:
    return tuple(tuple(tuple(number[player] for player in table) for table in tables) for tables in rounds)
