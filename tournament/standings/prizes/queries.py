"""The winners of each prize, by the standings. The number of queries does not depend on the size of the event."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from django.utils.translation import gettext as _

from scoring.points import Points
from tournament.core.models import Tournament
from tournament.events.models import Prize, PrizeKind
from tournament.standings.ceremony_list import ANNOUNCED, FinalPrize
from tournament.standings.queries import standings_of, teams_of
from tournament.standings.ranking import Ranking, StandingsRow
from tournament.standings.teams import Grouping, TeamRow
from tournament.templatetags.sekigime import p
from tournament.translation.formats import enumeration

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Winner:
    """A player, a country or a team, and the result in words: "+102.3", "+85.2 in hanchan 3". `player` is the id of the
    player, of the best one of a country or a team; `score` and `hanchan` are those of the biggest hanchan, else 0;
    `group` is the code of the country or the name of the team."""

    name: str
    result: str
    player: int
    score: Points = 0
    hanchan: int = 0
    group: str = ""


@dataclass(frozen=True, slots=True)
class Award:
    """A prize with its winners. Several are equal, and share the places from `first` to `last` of the kind."""

    prize: Prize
    winners: tuple[Winner, ...] = ()
    first: int = 0
    last: int = 0

    @property
    def is_tied(self) -> bool:
        return len(self.winners) > 1

    @property
    def names(self) -> str:
        return enumeration(winner.name for winner in self.winners)

    @property
    def result(self) -> str:
        return self.winners[0].result if self.winners else ""

    @property
    def note(self) -> str:
        """A note on anything special about the prize: a tie, or nobody who wins it."""
        if not self.winners:
            return _("Nobody yet")
        if not self.is_tied:
            return ""
        text = _("Tie: {count} share the places {first} to {last}. They share the prizes, or the referee decides.")
        return text.format(count=len(self.winners), first=self.first, last=self.last)


Groups = Sequence[tuple[Winner, ...]]


def prize_values(tournament: Tournament) -> dict[str, str]:
    """Return what each prize is, by kind and place: `{"place 1": "Cup"}`; one query."""
    return {f"{one.kind} {one.place}": one.what for one in tournament.prizes.all()}


def newcomers_of(tournament: Tournament) -> list[int]:
    """Return the numbers of the players who are new; one query."""
    return list(tournament.players.filter(is_newcomer=True).order_by("number").values_list("number", flat=True))


def are_final(ranking: Ranking) -> bool:
    """Return whether standings are official after the last hanchan: nobody's prize changes any more."""
    return ranking.official and ranking.after == ranking.hanchan_count and not ranking.is_partial


def awards_of(tournament: Tournament, public: bool = False) -> list[Award]:
    """Return every prize with those who win it by the standings now, in the order of kinds and places.

    The public reads of winners when its standings are final.
    """
    ranking = standings_of(tournament, public=public)
    has_winners = are_final(ranking) if public else bool(ranking.after)
    makers: dict[str, Callable[[], Groups]] = {
        PrizeKind.PLACE: lambda: _by_place(ranking.ranked),
        PrizeKind.COUNTRY: lambda: _by_team(tournament, Grouping.COUNTRIES, public),
        PrizeKind.TEAM: lambda: _by_team(tournament, Grouping.TEAMS, public),
        PrizeKind.NEWCOMER: lambda: _newcomers(tournament, ranking),
        PrizeKind.HANCHAN: lambda: _by_hanchan(ranking),
    }
    order = {kind: at for at, kind in enumerate(PrizeKind.values)}
    prizes = sorted(tournament.prizes.all(), key=lambda prize: (order[prize.kind], prize.place))
    groups = {kind: makers[kind]() for kind in {prize.kind for prize in prizes}} if has_winners else {}
    return [_award(prize, groups.get(prize.kind, ())) for prize in prizes]


def _award(prize: Prize, groups: Groups) -> Award:
    """The group of equals that covers the place of the prize."""
    first = 1
    for group in groups:
        last = first + len(group) - 1
        if first <= prize.place <= last:
            return Award(prize, group, first, last)
        first = last + 1
    return Award(prize)


def _grouped(rows: Iterable[Row], key: Callable[[Row], object], winner: Callable[[Row], Winner]) -> Groups:
    """Rows in order, those with an equal key together."""
    return [tuple(winner(row) for row in group) for _key, group in groupby(rows, key=key)]


def _by_place(rows: Sequence[StandingsRow]) -> Groups:
    return _grouped(
        rows, lambda row: row.standing.place, lambda row: Winner(row.player.label, p(row.standing.total), row.player.id)
    )


def _newcomers(tournament: Tournament, ranking: Ranking) -> Groups:
    new = set(tournament.players.filter(is_newcomer=True).values_list("pk", flat=True))
    return _by_place([row for row in ranking.ranked if row.player.id in new])


def _by_team(tournament: Tournament, kind: Grouping, public: bool) -> Groups:
    rows = teams_of(tournament, kind, public=public).rows

    def winner(row: TeamRow) -> Winner:
        return Winner(row.name, p(row.standing.total), row.members[0].player.id, group=row.standing.team)

    return _grouped(rows, lambda row: row.standing.place, winner)


def _by_hanchan(ranking: Ranking) -> Groups:
    """Everybody's best hanchan score with uma, penalties left out, the highest first; the first time it was reached."""
    best: list[tuple[Points, int, StandingsRow]] = []
    for row in ranking.ranked:
        played = [one for one in row.standing.own if one]
        if played:
            top = max(played, key=lambda one: one.score)
            best.append((top.score, top.hanchan, row))
    best.sort(key=lambda one: -one[0])

    def winner(one: tuple[Points, int, StandingsRow]) -> Winner:
        return Winner(one[2].player.label, in_hanchan(one[0], one[1]), one[2].player.id, one[0], one[1])

    return _grouped(best, lambda one: one[0], winner)


def in_hanchan(score: Points, number: int) -> str:
    """Return a score of a hanchan in words: "+85.2 in hanchan 3"."""
    return _("{score} in hanchan {number}").format(score=p(score), number=number)


def final_prizes(awards: Iterable[Award]) -> tuple[FinalPrize, ...]:
    """Return the prizes that a ceremony announces by themselves, by kind in the order of ANNOUNCED; those for places
    are given with the places."""
    found = [award for award in awards if award.prize.kind in ANNOUNCED]
    found.sort(key=lambda award: (ANNOUNCED.index(award.prize.kind), award.prize.place))
    return tuple(
        FinalPrize(award.prize.kind, award.prize.place, award.prize.what, one.score, one.hanchan, one.group, one.player)
        for award in found
        for one in award.winners
    )
