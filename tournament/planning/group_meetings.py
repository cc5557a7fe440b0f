"""Pairings within a club, a country or a team, before and after a change."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from django.utils.translation import gettext as _

from seating.bounds import club_bound
from tournament.planning.basis import SeatingBasis
from tournament.seating_report.quality import FigureChange
from tournament.seats.seat_map import Arrangement, SeatMap, seated
from tournament.wishes.models import SharedBy
from tournament.wishes.queries import groups


def within_groups(basis: SeatingBasis, made: Arrangement, past: SeatMap) -> Iterator[FigureChange]:
    """Yield a figure for each kind of group that players share; the best is what is possible after `past`."""
    people = sorted((basis.players[pk] for pk in _sitting(made.draft)), key=lambda player: player.number)
    titles = {
        SharedBy.CLUB: _("Same-club pairings"),
        SharedBy.COUNTRY: _("Same-country pairings"),
        SharedBy.TEAM: _("Same-team pairings"),
    }
    ahead = [seated(tables) for number, tables in made.draft.items() if number not in past]
    for shared, title in titles.items():
        members = [{player.pk for player in group} for _name, group in groups(people, shared)]
        if members:
            forced = sum(
                club_bound(len(group & there), len(there) // basis.size) for there in ahead for group in members
            )
            best = _meetings(past, members) + forced
            yield FigureChange(title, _meetings(basis.now.draft, members), _meetings(made.draft, members), best)


def _sitting(draft: SeatMap) -> set[int]:
    return {pk for tables in draft.values() for pk in seated(tables)}


def _meetings(draft: SeatMap, members: Sequence[set[int]]) -> int:
    """The number of pairings within one group, over all hanchan."""
    of = {player: number for number, group in enumerate(members) for player in group}
    return sum(
        one in of and of[one] == of.get(other)
        for tables in draft.values()
        for seats in tables.values()
        for one, other in combinations(seats, 2)
    )
