"""The players who make up a figure of a seating: those to look at when one asks why it is not better."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

from tournament.seating_report import figure_titles as titles
from tournament.seats.seat_map import SeatMap

Pair = frozenset[int]


def people_behind(draft: SeatMap, title: str) -> set[int]:
    """Return the ids of the players that the figure of this title counts, or who have its worst value.

    Empty where nobody does. `title` is that of a figure, in the reader's language.
    """
    found = {str(known): people for known, people in _PEOPLE.items()}.get(title)
    return found(draft) if found else set()


def _meetings(draft: SeatMap) -> dict[Pair, list[int]]:
    """The hanchan, in order, in which each pair meets."""
    met: dict[Pair, list[int]] = {}
    for number in sorted(draft):
        for seats in draft[number].values():
            for pair in combinations(seats, 2):
                met.setdefault(frozenset(pair), []).append(number)
    return met


def _meet_again(draft: SeatMap) -> set[int]:
    return {one for pair, numbers in _meetings(draft).items() if len(numbers) > 1 for one in pair}


def _meet_most(draft: SeatMap) -> set[int]:
    met = _meetings(draft)
    most = max(map(len, met.values()), default=0)
    return {one for pair, numbers in met.items() if len(numbers) == most > 1 for one in pair}


def _meet_first_again(draft: SeatMap) -> set[int]:
    again = {pair: numbers[1] for pair, numbers in _meetings(draft).items() if len(numbers) > 1}
    first = min(again.values(), default=0)
    return {one for pair, number in again.items() if number == first for one in pair}


def _meet_running(draft: SeatMap) -> set[int]:
    following = set(pairwise(sorted(draft)))
    met = _meetings(draft).items()
    return {one for pair, numbers in met if any(two in following for two in pairwise(numbers)) for one in pair}


def _tables(draft: SeatMap) -> dict[int, list[int]]:
    """The table of each player in each hanchan, in order; 0 where the player has no seat."""
    where = {number: {pk: table for table, seats in tables.items() for pk in seats} for number, tables in draft.items()}
    everybody = {pk for seats in where.values() for pk in seats}
    return {pk: [where[number].get(pk, 0) for number in sorted(draft)] for pk in everybody}


def _return(draft: SeatMap) -> set[int]:
    return {pk for pk, visits in _visits(draft).items() if visits > 1}


def _visit_most(draft: SeatMap) -> set[int]:
    visits = _visits(draft)
    most = max(visits.values(), default=0)
    return {pk for pk, count in visits.items() if count == most > 1}


def _visits(draft: SeatMap) -> dict[int, int]:
    """Return how often each player sits at the table that the player has most."""
    return {pk: max(Counter(filter(None, tables)).values(), default=0) for pk, tables in _tables(draft).items()}


def _stay(draft: SeatMap) -> set[int]:
    return {pk for pk, tables in _tables(draft).items() if any(one and one == two for one, two in pairwise(tables))}


def _gaps(draft: SeatMap) -> Iterator[tuple[int, list[int]]]:
    """Each player with the difference between most and least frequent wind after each hanchan."""
    size = max((len(seats) for tables in draft.values() for seats in tables.values()), default=0)
    had: dict[int, list[int]] = {}
    gaps: dict[int, list[int]] = {}
    for number in sorted(draft):
        for seats in draft[number].values():
            for wind, pk in enumerate(seats):
                counts = had.setdefault(pk, [0] * size)
                counts[wind] += 1
                gaps.setdefault(pk, []).append(max(counts) - min(counts))
    yield from gaps.items()


def _uneven_at_the_end(draft: SeatMap) -> set[int]:
    last = {pk: gaps[-1] for pk, gaps in _gaps(draft)}
    most = max(last.values(), default=0)
    return {pk for pk, gap in last.items() if gap == most > 0}


def _uneven_along(draft: SeatMap) -> set[int]:
    most_of = {pk: max(gaps) for pk, gaps in _gaps(draft)}
    most = max(most_of.values(), default=0)
    return {pk for pk, gap in most_of.items() if gap == most > 1}


def _strangers(draft: SeatMap) -> set[int]:
    opponents: dict[int, set[int]] = {}
    for pair in _meetings(draft):
        for pk in pair:
            opponents.setdefault(pk, set()).update(pair - {pk})
    apart = [pair for pair in combinations(sorted(opponents), 2) if pair[1] not in opponents[pair[0]]]
    shared = {pair: len(opponents[pair[0]] & opponents[pair[1]]) for pair in apart}
    least = min(shared.values(), default=0)
    return {pk for pair, count in shared.items() if count == least for pk in pair}


_PEOPLE: dict[object, Callable[[SeatMap], set[int]]] = {
    titles.REPEATS: _meet_again,
    titles.MOST_MEETINGS: _meet_most,
    titles.FIRST_REPEAT: _meet_first_again,
    titles.RUNNING_REPEATS: _meet_running,
    titles.WIND_GAP: _uneven_at_the_end,
    titles.WIND_GAP_ALONG: _uneven_along,
    titles.RETURNS: _return,
    titles.MOST_VISITS: _visit_most,
    titles.STAYS: _stay,
    titles.STRANGERS: _strangers,
}
