"""What rankings would say of two entries if they were one person."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Q

from tournament.core.models import User
from tournament.persons.models import Person, PersonLink
from tournament.persons.queries import entries_of
from tournament.players.models import Player
from tournament.rankings.models import ClubRanking
from tournament.rankings.queries import matter_of, rankings_for, reckoning_of

MOST = 5
"""As many rankings are computed for one pair."""


@dataclass(frozen=True, slots=True)
class MergedPlace:
    """The places of two entries in a ranking of the day, and that of the one whom they would be; None for no place."""

    ranking: ClubRanking
    places: tuple[int | None, int | None]
    merged: int | None


def merged_places(first: Person, second: Person | Player, on: date, user: User) -> list[MergedPlace]:
    """Return what a merge of two would change in the rankings that an account may see. Each is computed two times."""
    entries = [person for one in (first, second) if isinstance(one, Person) for person in entries_of(one)]
    counts = Q(events__tournament__players__person_link__person__in=entries)
    if isinstance(second, Player):
        counts |= Q(events__tournament=second.tournament_id)
    shown = [one.pk for one in rankings_for(user).rankings]
    rankings = ClubRanking.objects.filter(counts, pk__in=shown).distinct()[:MOST]
    found = [_places(ranking, first, second, on) for ranking in rankings]
    return [one for one in found if one.places != (one.merged, None)]


def _places(ranking: ClubRanking, first: Person, second: Person | Player, on: date) -> MergedPlace:
    kept, gone = str(first.pk), str(second.pk) if isinstance(second, Person) else ""
    before = reckoning_of(ranking, on).by_person
    matter = matter_of(ranking, _players(second, kept))
    fines = tuple(replace(one, person=kept) if one.person == gone else one for one in matter.penalties)
    after = reckoning_of(ranking, on, replace(matter, penalties=fines)).by_person
    places = [table[key].place if key in table else None for table, key in ((before, kept), (before, gone))]
    return MergedPlace(ranking, (places[0], places[1]), after[kept].place if kept in after else None)


def _players(second: Person | Player, kept: str) -> Mapping[int, str]:
    """Return the players who would be the kept person."""
    if isinstance(second, Player):
        return {second.pk: kept}
    players = PersonLink.objects.filter(person=second).values_list("player", flat=True)
    return dict.fromkeys(players, kept)
