"""A whole event's seating as plain values, between the database and the planner.

A *draft* says for each hanchan and table who sits there, by player id in the order East, South, West, North. The
planner numbers people from 1; `numbered` translates, and gives back the people in the order of those numbers.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from scoring.winds import WINDS, Wind
from tournament.seating.planner import problems

Tables = Mapping[int, tuple[int, ...]]
Draft = Mapping[int, Tables]
People = tuple[int, ...]

WIND_INDEX = {wind.value: index for index, wind in enumerate(WINDS)}


class UnverifiedSeating(Exception):
    """A seating that the independent check finds faulty: a bug, for people's mistakes are refused before."""


def from_rows(rows: Collection[tuple[int, int, str, int]]) -> Draft:
    """(hanchan, table, wind, player id) as a draft, whatever their order."""
    draft: dict[int, dict[int, tuple[int, ...]]] = {}
    for hanchan, table, _wind, player in sorted(rows, key=lambda row: (row[0], row[1], WIND_INDEX[row[2]])):
        tables = draft.setdefault(hanchan, {})
        tables[table] = (*tables.get(table, ()), player)
    return draft


def to_rows(draft: Draft) -> list[tuple[int, int, Wind, int]]:
    """(hanchan, table, wind, player id) for every seat."""
    return [
        (hanchan, table, wind, player)
        for hanchan, tables in sorted(draft.items())
        for table, seats in sorted(tables.items())
        for wind, player in zip(WINDS, seats, strict=True)
    ]


def from_plan(rounds: Sequence[Sequence[Sequence[int]]], people: People) -> Draft:
    """The planner's rounds with people in place of the numbers 1..N."""
    return {
        hanchan: {table: tuple(people[number - 1] for number in seats) for table, seats in enumerate(tables, start=1)}
        for hanchan, tables in enumerate(rounds, start=1)
    }


def seated(tables: Tables) -> set[int]:
    """Everybody who has a seat in one hanchan."""
    return {player for seats in tables.values() for player in seats}


def rounds(draft: Draft) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The draft as the planner's rounds, by player id; hanchan and tables in order."""
    return tuple(tuple(seats for _, seats in sorted(tables.items())) for _, tables in sorted(draft.items()))


def numbered(draft: Draft) -> tuple[tuple[tuple[tuple[int, ...], ...], ...], People]:
    """The rounds with people numbered from 1, and the people in that order.

    Who sits in the first hanchan comes first: late replacements get numbers above those of the seats.
    """
    people = dict.fromkeys(player for _, tables in sorted(draft.items()) for player in sorted(seated(tables)))
    number = {player: at for at, player in enumerate(people, start=1)}
    return tuple(
        tuple(tuple(number[player] for player in seats) for seats in tables) for tables in rounds(draft)
    ), tuple(people)


def seats_per_hanchan(draft: Draft) -> int:
    """How many seats the first hanchan has: the N of the planner."""
    return 4 * len(draft[min(draft)]) if draft else 0


def exchange(draft: Draft, hanchan: int, one: int, other: int) -> Draft:
    """Two people change places in one hanchan."""
    return {**draft, hanchan: _renamed(draft[hanchan], {one: other, other: one})}


def rebind(draft: Draft, first: int, leaving: int, coming: int) -> Draft:
    """From hanchan `first` on the one who comes has the seats of the one who leaves."""
    return {
        hanchan: _renamed(tables, {leaving: coming}) if hanchan >= first else tables
        for hanchan, tables in draft.items()
    }


def _renamed(tables: Tables, names: Mapping[int, int]) -> Tables:
    return {table: tuple(names.get(player, player) for player in seats) for table, seats in tables.items()}


def verify(draft: Draft, expected: Mapping[int, Collection[int]] | None = None) -> None:
    """Recount every hanchan with the planner's independent check; raise UnverifiedSeating when anything is wrong.

    `expected` names for some hanchan who must sit there, no more and no fewer.
    """
    if sorted(draft) != list(range(1, len(draft) + 1)):
        raise UnverifiedSeating(f"hanchan {sorted(draft)} do not follow each other from 1")
    for hanchan, tables in draft.items():
        people = set(expected[hanchan]) if expected and hanchan in expected else seated(tables)
        faults = _faults(tables, people)
        if faults:
            raise UnverifiedSeating(f"hanchan {hanchan}: {faults[0]}")


def _faults(tables: Tables, people: set[int]) -> Sequence[Any]:
    number = {player: at for at, player in enumerate(sorted(people), start=1)}
    stranger = len(people) + 1
    return problems([[[number.get(player, stranger) for player in seats] for seats in tables.values()]], len(people))


def spans(numbers: Iterable[int]) -> str:
    """[1, 2, 3, 5] as "1–3, 5"."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in found)
