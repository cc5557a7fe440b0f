"""What an option costs: every figure before and after beside the best that can still be had, and who moves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext as _

from tournament.players.models import Player
from tournament.seating import figures
from tournament.seating.draft import Arranged, Draft, rounds
from tournament.seating.planner import Quality
from tournament.seating.planner.bounds import club_bound
from tournament.seating.planner.repair import Moves, least_after, moves_between
from tournament.seating.repair.options import Option
from tournament.seating.repair.situation import Situation
from tournament.seating.repair.solving import sitting_of
from tournament.seating.wishes.models import SharedBy
from tournament.seating.wishes.queries import groups

NAMED = 30
"""So many people who move are named for each hanchan; of more only the number is said."""


@dataclass(frozen=True, slots=True)
class Line:
    """One figure of the whole event, and what it can at best come to from here on."""

    title: str
    before: int
    after: int
    best: int

    @property
    def tone(self) -> str:
        return "worse" if self.after > self.before else "better" if self.after < self.before else "same"

    @property
    def is_best(self) -> bool:
        return self.after <= self.best


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody who changes tables in a hanchan."""

    player: Player
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class HanchanMoves:
    """Who changes tables in one hanchan, in the order of numbers, and how many more do."""

    number: int
    people: tuple[Moved, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Card:
    """An option for the page. `count` people change tables, `moved` says who and where in each hanchan; `turned` counts
    the others who have another wind somewhere."""

    option: Option
    lines: tuple[Line, ...] = ()
    moves: Moves | None = None
    moved: tuple[HanchanMoves, ...] = ()
    byes: tuple[tuple[int, tuple[Player, ...]], ...] = ()
    turned: int = 0

    @property
    def count(self) -> int:
        return len(self.moves.moved) if self.moves else 0

    def is_outdone_by(self, other: "Card") -> bool:
        """Whether few were to move, and yet as even as can be no more do and none meet again more often."""
        both = self.option, other.option
        if [one.is_even for one in both] != [False, True] or both[0].kind != both[1].kind or not other.lines:
            return False
        return other.count <= self.count and other.lines[0].after <= self.lines[0].after


def quality_now(case: Situation) -> Quality:
    """The figures as it stands: the same before every way, so counted once for all of them."""
    return figures.measured(case.now.draft).quality


def card(option: Option, case: Situation, players: Mapping[int, Player], quality: Quality) -> Card:
    """Counted from the two seatings alone; no query. `quality` as `quality_now` has it."""
    if option.arranged is None:
        return Card(option)
    before, after = rounds(case.now.draft), rounds(option.arranged.draft)
    moves = moves_between(before, after, winds=False)
    turned = set(moves_between(before, after).moved) - set(moves.moved) if case.winds else set()
    byes = {number: people for number, people in option.arranged.byes.items() if number >= case.first}
    return Card(
        option,
        lines=tuple(lines(case, option.arranged, players, quality)),
        moves=moves,
        moved=tuple(_moved(number, case.now.draft, option.arranged.draft, players) for number in moves.by_hanchan),
        byes=tuple((number, _by_number(people, players)) for number, people in sorted(byes.items())),
        turned=len(turned),
    )


def _moved(number: int, before: Draft, after: Draft, players: Mapping[int, Player]) -> HanchanMoves:
    old, new = (
        {pk: table for table, seats in draft.get(number, {}).items() for pk in seats} for draft in (before, after)
    )
    changed = [Moved(players[pk], old[pk], new[pk]) for pk in old.keys() & new.keys() if old[pk] != new[pk]]
    changed.sort(key=lambda moved: moved.player.number)
    return HanchanMoves(number, tuple(changed[:NAMED]), len(changed[NAMED:]))


def _by_number(people: frozenset[int], players: Mapping[int, Player]) -> tuple[Player, ...]:
    return tuple(sorted((players[pk] for pk in people), key=lambda player: player.number))


def lines(case: Situation, new: Arranged, players: Mapping[int, Player], before: Quality) -> list[Line]:
    """Repeats, winds, tables, and people of one club, country or team at a table.

    The best is what can be had after the hanchan before the case's first, as the new seating has them.
    """
    after = figures.measured(new.draft).quality
    sitting = sitting_of(new, case)
    tables = max((len(found) for number, found in new.draft.items() if number >= case.first), default=0)
    least = least_after(rounds(_until(case, new.draft)), sitting, tables, case.size)
    found = [Line(_("repeated meetings"), before.repeats, after.repeats, least.repeats)]
    if case.winds:
        found.append(Line(_("wind difference at the end"), before.wind_gap, after.wind_gap, least.wind_gap))
        found.append(Line(_("… after any hanchan"), before.wind_gap_any, after.wind_gap_any, least.wind_gap_any))
    found.append(Line(_("returns to a table"), before.table_revisits, after.table_revisits, least.table_revisits))
    found.append(Line(_("stays at a table"), before.consecutive_table, after.consecutive_table, least.stays))
    return [*found, *_shared(case, new.draft, sitting, players)]


def _shared(case: Situation, new: Draft, sitting: Sequence[set[int]], players: Mapping[int, Player]) -> list[Line]:
    known = [players[pk] for tables in new.values() for seats in tables.values() for pk in seats]
    people = sorted({player.pk: player for player in known}.values(), key=lambda player: player.number)
    past = _until(case, new)
    titles = {
        SharedBy.CLUB: _("meetings within a club"),
        SharedBy.COUNTRY: _("meetings within a country"),
        SharedBy.TEAM: _("meetings within a team"),
    }
    found = []
    for shared, title in titles.items():
        members = [{player.pk for player in group} for _name, group in groups(people, shared)]
        if members:
            forced = sum(
                club_bound(len(group & there), len(there) // case.size) for there in sitting for group in members
            )
            best = _meetings(past, members) + forced
            found.append(Line(title, _meetings(case.now.draft, members), _meetings(new, members), best))
    return found


def _until(case: Situation, draft: Draft) -> Draft:
    """The hanchan before the case's first."""
    return {number: tables for number, tables in draft.items() if number < case.first}


def _meetings(draft: Draft, members: Sequence[set[int]]) -> int:
    """How often two people of one group sit at one table, all hanchan together."""
    of = {player: number for number, group in enumerate(members) for player in group}
    return sum(
        one in of and of[one] == of.get(other)
        for tables in draft.values()
        for seats in tables.values()
        for one, other in combinations(seats, 2)
    )
