"""The options when people leave or come: tables, substitutes, byes; byes shared fairly; what a change moves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum


class RepairKind(Enum):
    """The kinds of repair an organiser can choose from."""

    SUBSTITUTES = "substitutes"
    """Substitutes or newcomers take the empty seats; nobody else moves."""
    TABLES = "tables"
    """As many tables as the players need, filled up with substitutes; the remaining hanchan are re-planned."""
    BYES = "byes"
    """No substitutes; players beyond full tables have byes in turn; the remaining hanchan are re-planned."""


@dataclass(frozen=True, slots=True)
class RepairOption:
    """One option: the number of tables, of substitutes at them, and of byes in every hanchan.

    `missing` substitutes would have to be found first; 0 when it can be done now.
    """

    kind: RepairKind
    tables: int
    substitutes: int = 0
    byes: int = 0
    missing: int = 0


def repair_options(
    players: int, substitutes: int, *, empty: int, tables: int, size: int = 4
) -> tuple[RepairOption, ...]:
    """Return what can be done when `players` play on, `substitutes` could, and `empty` seats wait at `tables` tables.

    `empty` counts the places of people who left and for whom nobody has come.

    >>> [(way.kind.value, way.tables, way.substitutes, way.byes) for way in repair_options(14, 1, empty=2, tables=4)]
    [('substitutes', 4, 2, 0), ('tables', 4, 2, 0), ('byes', 3, 0, 2)]
    """
    found = []
    if empty:
        found.append(RepairOption(RepairKind.SUBSTITUTES, tables, empty, missing=max(0, empty - substitutes)))
    needed = -players % size
    full = (players + needed) // size
    if full:
        found.append(RepairOption(RepairKind.TABLES, full, needed, missing=max(0, needed - substitutes)))
    if needed and players >= size:
        found.append(RepairOption(RepairKind.BYES, players // size, byes=players % size))
    return tuple(found)


def share_byes(
    people: Sequence[int],
    hanchan: int,
    out: int,
    had: Mapping[int, int] | None = None,
    preferences: Sequence[Mapping[int, int]] = (),
) -> tuple[frozenset[int], ...]:
    """Return who sits out in each of so many hanchan, `out` people at a time.

    `people` stand in the order in which their turn comes (lots, start numbers); `had` says how many hanchan each
    has missed so far. In every hanchan those sit out who have missed fewest, then those whose last bye is longest ago:
    so the byes of people who began alike differ by at most one after every hanchan. `ValueError` when more should sit
    out than there are.

    `preferences` ranks people for each hanchan: of those who have missed alike the lowest sits out first, the unranked
    last, and nobody in two hanchan running. So a repair can stay close to the plan while the shares remain fair.

    >>> [sorted(one) for one in share_byes([5, 3, 1, 4, 2], 3, 2)]
    [[3, 5], [1, 4], [2, 5]]
    """
    if not 0 <= out <= len(people):
        raise ValueError(f"{out} of {len(people)} people cannot sit out")
    missed = {one: (had or {}).get(one, 0) for one in people}
    last = dict.fromkeys(people, 0)
    turn = {one: at for at, one in enumerate(people)}
    found = []
    for number in range(1, hanchan + 1):
        order = preferences[number - 1] if number <= len(preferences) else {}
        chosen = sorted(people, key=_key(missed, last, turn, order, number))[:out]
        for one in chosen:
            missed[one] += 1
            last[one] = number
        found.append(frozenset(chosen))
    return tuple(found)


def _key(
    missed: Mapping[int, int],
    last: Mapping[int, int],
    turn: Mapping[int, int],
    preferences: Mapping[int, int],
    number: int,
) -> Callable[[int], tuple[int, ...]]:
    """Return the sorting key for byes before hanchan `number` (from 1); the first ones sit out."""
    others = max(preferences.values(), default=0) + 1

    def key(one: int) -> tuple[int, ...]:
        running = number > 1 and last[one] == number - 1
        return missed[one], running, preferences.get(one, others), last[one], turn[one]

    return key
