"""A whole event's seating as plain values, between the database and the planner.


A *seat map* says for each hanchan and table who sits there, by player id in the order East, South, West, North; *byes*
say who plays in the event and sits out a hanchan; both together are an *arrangement*. A hanchan may seat fewer people
than another. The planner numbers people from 1; `numbered` translates, and gives back the people in the order of those
numbers.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import ngettext

from scoring.winds import WINDS, Wind
from tournament.core.stored_words import coded
from tournament.translation.formats import clauses, enumeration, span

Tables = Mapping[int, tuple[int, ...]]
SeatMap = Mapping[int, Tables]
Byes = Mapping[int, frozenset[int]]
People = tuple[int, ...]

WIND_INDEX = {wind.value: index for index, wind in enumerate(WINDS)}


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The seats and byes of each hanchan."""

    draft: SeatMap
    byes: Byes = field(default_factory=dict)

    def people(self, hanchan: int) -> set[int]:
        """Everybody who has a seat or a bye in one hanchan."""
        return seated(self.draft.get(hanchan, {})) | self.byes.get(hanchan, frozenset())

    @property
    def everybody(self) -> set[int]:
        """Everybody who has a seat or a bye in any hanchan."""
        return {player for hanchan in self.draft for player in self.people(hanchan)}


def from_rows(rows: Collection[tuple[int, int, str, int]]) -> SeatMap:
    """(hanchan, table, wind, player id) as a draft, whatever their order."""
    draft: dict[int, dict[int, tuple[int, ...]]] = {}
    for hanchan, table, _wind, player in sorted(rows, key=lambda row: (row[0], row[1], WIND_INDEX[row[2]])):
        tables = draft.setdefault(hanchan, {})
        tables[table] = (*tables.get(table, ()), player)
    return draft


def to_rows(draft: SeatMap) -> list[tuple[int, int, Wind, int]]:
    """(hanchan, table, wind, player id) for every seat."""
    return [
        (hanchan, table, wind, player)
        for hanchan, tables in sorted(draft.items())
        for table, seats in sorted(tables.items())
        for wind, player in zip(WINDS[: len(seats)], seats, strict=True)
    ]


def from_plan(rounds: Sequence[Sequence[Sequence[int]]], people: People) -> SeatMap:
    """The planner's rounds with people in place of the numbers 1..N."""
    return {
        hanchan: {table: tuple(people[number - 1] for number in seats) for table, seats in enumerate(tables, start=1)}
        for hanchan, tables in enumerate(rounds, start=1)
    }


def seated(tables: Tables) -> set[int]:
    """Everybody who has a seat in one hanchan."""
    return {player for seats in tables.values() for player in seats}


def rounds(draft: SeatMap) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The draft as the planner's rounds, by player id; hanchan and tables in order."""
    return tuple(tuple(seats for _, seats in sorted(tables.items())) for _, tables in sorted(draft.items()))


def numbered(draft: SeatMap) -> tuple[tuple[tuple[tuple[int, ...], ...], ...], People]:
    """The rounds with people numbered from 1, and the people in that order.

    Who sits in the first hanchan comes first: late replacements get numbers above those of the seats.
    """
    people = dict.fromkeys(player for _, tables in sorted(draft.items()) for player in sorted(seated(tables)))
    number = {player: at for at, player in enumerate(people, start=1)}
    return tuple(
        tuple(tuple(number[player] for player in seats) for seats in tables) for tables in rounds(draft)
    ), tuple(people)


def seats_per_hanchan(draft: SeatMap) -> int:
    """The number of seats of the first hanchan: the N of the planner."""
    return sum(map(len, draft[min(draft)].values())) if draft else 0


def exchange(draft: SeatMap, hanchan: int, one: int, other: int) -> SeatMap:
    """Two people change places in one hanchan."""
    return {**draft, hanchan: _renamed(draft[hanchan], {one: other, other: one})}


def _renamed(tables: Tables, names: Mapping[int, int]) -> Tables:
    return {table: tuple(names.get(player, player) for player in seats) for table, seats in tables.items()}


def renamed(arranged: Arrangement, first: int, names: Mapping[int, int]) -> Arrangement:
    """From hanchan `first` on each person of `names` is the other one, in seats and in byes; nothing else moves."""
    draft = {
        hanchan: _renamed(tables, names) if hanchan >= first else tables for hanchan, tables in arranged.draft.items()
    }
    byes = {
        hanchan: frozenset(names.get(one, one) for one in people) if hanchan >= first else people
        for hanchan, people in arranged.byes.items()
    }
    return Arrangement(draft, byes)


def carried(byes: Byes, draft: SeatMap) -> Byes:
    """The byes that still hold when the seats are those of `draft`: of everybody who has no seat in that hanchan."""
    kept = {hanchan: byes.get(hanchan, frozenset()) - seated(tables) for hanchan, tables in draft.items()}
    return {hanchan: people for hanchan, people in kept.items() if people}


def spans(numbers: Iterable[int]) -> str:
    """[1, 2, 3, 5] as "1–3, 5"."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return enumeration(span(run[0], run[-1]) for run in found)


def hanchan_words(numbers: Collection[int]) -> str:
    """Return hanchan as the history stores them."""
    if len(numbers) == 1:
        return coded("hanchan", number=min(numbers))
    return coded("several-hanchan", numbers=spans(numbers))


def spoken_tables(tables: Iterable[tuple[int, int]]) -> str:
    """Tables of hanchan in words: `hanchan 2, table 5; hanchan 3, tables 1–4`, "" for none."""
    found: dict[int, list[int]] = {}
    for hanchan, table in sorted(tables):
        found.setdefault(hanchan, []).append(table)
    return clauses(
        ngettext("hanchan {number}, table {tables}", "hanchan {number}, tables {tables}", len(listed)).format(
            number=hanchan, tables=spans(listed)
        )
        for hanchan, listed in found.items()
    )
