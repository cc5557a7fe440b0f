"""The hanchan to come planned for the people of a situation: who sits out, and who sits where."""

from collections.abc import Sequence

from tournament.events.models import Tournament
from tournament.players.models import Player
from tournament.seating.draft import Arranged, Draft, from_plan, rounds
from tournament.seating.planner.lots import lots
from tournament.seating.planner.repair import Way, numbered, rest, shared_fairly
from tournament.seating.planner.task import Task
from tournament.seating.repair.situation import Situation
from tournament.seating.wishes.queries import planner_wishes

MOVES = (100_000, 3_000, 300_000)
EVEN_MOVES = (300_000, 4_000, 450_000)
"""Changes that the search may try for one option, close to the plan or as even as can be: at least, for each seat to
come, at most. Below two seconds."""


def byes_of(case: Situation, way: Way, people: Sequence[Player], *, is_even: bool) -> Sequence[frozenset[int]]:
    """Who sits out in each hanchan: whoever has missed fewest hanchan first, in the order of lots.

    To stay close to the plan, of those who have missed alike first who was to sit out then anyway, and who was to sit
    at a table that is not there any more: the plan was drawn, so nobody chooses.
    """
    places = lots(f"byes:{case.first}", len(people))
    turn = [player.pk for _place, player in sorted(zip(places, people, strict=True), key=lambda drawn: drawn[0])]
    sat = [{player for table in tables for player in table} for tables in case.past]
    missed = {pk: sum(pk not in there for there in sat) for pk in turn}
    return shared_fairly(turn, len(case.hanchan), way.byes, missed, () if is_even else _asked(case, way))


def _asked(case: Situation, way: Way) -> list[dict[int, int]]:
    """For each hanchan to come: 0 for who was to sit out, 1 for who was to sit at a table that falls away."""
    found = []
    for number, tables in zip(case.hanchan, case.planned, strict=False):
        asked = {player: 1 for table in tables[way.tables :] for player in table}
        found.append(asked | dict.fromkeys(case.now.byes.get(number, ()), 0))
    return found


def solved(tournament: Tournament, case: Situation, sitting: Sequence[frozenset[int]], *, is_even: bool) -> Draft:
    """The whole seating, the hanchan from the case's first on planned for those who sit.

    The same case gives the same answer: the seed is the number of the version.
    """
    values = numbered(case.past, sitting, case.planned)
    known = {player.pk: player for player in tournament.players.all()}
    wishes = planner_wishes(tournament, [known[pk] for pk in values.people])
    task = Task(values.sitting, values.past, wishes, size=case.size, winds=case.winds, keep=values.planned)
    seed = f"repair:{tournament.seating.number if tournament.seating else 0}:{case.first}"
    least, each, most = EVEN_MOVES if is_even else MOVES
    moves = max(least, min(most, each * sum(map(len, sitting))))
    found = rest(task, seed, moves=moves, close=not is_even)
    planned = from_plan(found, values.people)
    kept = {number: tables for number, tables in case.now.draft.items() if number < case.first}
    return kept | {case.first + at - 1: tables for at, tables in planned.items()}


def sitting_of(arranged: Arranged, case: Situation) -> list[set[int]]:
    """Who sits in each hanchan from the case's first on."""
    found = rounds({number: tables for number, tables in arranged.draft.items() if number >= case.first})
    return [{player for table in tables for player in table} for tables in found]
