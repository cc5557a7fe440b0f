"""People as the search has them: not the planner's numbers but indices into the people of a task, counted from 0."""

from collections.abc import Sequence

from ..words import Rounds, Seating, table_of

Tables = list[list[int]]
"""The tables of a hanchan in the order of the room, people as indices."""


def index_of(people: Sequence[int]) -> dict[int, int]:
    """The index of each of these people."""
    return {player: place for place, player in enumerate(people)}


def to_indices(rounds: Seating, people: Sequence[int]) -> list[Tables]:
    """The same hanchan with indices for people."""
    index = index_of(people)
    return [[[index[player] for player in table] for table in tables] for tables in rounds]


def to_players(rounds: Sequence[Tables], people: Sequence[int]) -> Rounds:
    """The same hanchan with people for indices."""
    return tuple(tuple(table_of([people[person] for person in table]) for table in tables) for tables in rounds)
