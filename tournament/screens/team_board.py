"""Teams and countries as a scoreboard: a total beside the addends that it is made of. Pure."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.points import Points
from tournament.leagues.teams import LeagueTeam
from tournament.screens.hall_names import HallName, hall_name
from tournament.standings.ranking import places_won
from tournament.standings.teams import MemberRow, TeamRow, Teams
from tournament.templatetags.sekigime import p

MOST_CELLS = 5
"""Of more members nobody's score stands beside the total: they have no room in the type of the last row."""


@dataclass(frozen=True, slots=True)
class TeamCell:
    """A member who counts: the family name as the wall shows it, and the score."""

    name: str
    score: Points


@dataclass(frozen=True, slots=True)
class TeamBoardRow:
    """A team on the wall: its `figure` as it is shown. `moved` is by how many places, up positive, None where that says
    nothing; `key` names the row while it moves."""

    key: str
    name: HallName
    place: int | None
    shared: bool
    moved: int | None
    figure: str
    is_negative: bool
    cells: tuple[TeamCell, ...] = ()
    size: int = 0

    @property
    def places(self) -> int:
        return abs(self.moved or 0)


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """The rows, and how many cells each has at most; 0 where the members have no room."""

    rows: tuple[TeamBoardRow, ...]
    cells: int = 0


def team_board(teams: Teams, before: Teams | None) -> TeamBoard:
    """The scoreboard of teams or countries; `before` is one hanchan earlier."""
    old = {row.standing.team: row.standing.place for row in before.rows} if before else {}
    cells = max((sum(member.counts for member in row.members) for row in teams.rows), default=0)
    shown = cells if cells <= MOST_CELLS else 0
    return TeamBoard(tuple(_row(row, old.get(row.standing.team), bool(shown)) for row in teams.rows), shown)


def _row(row: TeamRow, old: int | None, has_cells: bool) -> TeamBoardRow:
    standing = row.standing
    counting = [member for member in row.members if member.counts] if has_cells else []
    return TeamBoardRow(
        key=standing.team,
        name=_name(row.name),
        place=standing.place,
        shared=standing.shared,
        moved=places_won(old, standing.place),
        figure=p(standing.total),
        is_negative=standing.total < 0,
        cells=tuple(_cells(counting)),
        size=len(row.members),
    )


def _cells(counting: Sequence[MemberRow]) -> Iterator[TeamCell]:
    """The members by their family names; of two with the same name each has the start number, too."""
    names = [hall_name(member.player).family for member in counting]
    for name, member in zip(names, counting, strict=True):
        yield TeamCell(f"{name} {member.player.number}" if names.count(name) > 1 else name, member.total)


def league_team_board(teams: Sequence[LeagueTeam]) -> TeamBoard:
    """The scoreboard of a league's teams."""
    rows = (
        TeamBoardRow(
            key=one.name,
            name=_name(one.name),
            place=one.place,
            shared=one.shared,
            moved=None,
            figure=one.total,
            is_negative=math.floor(one.value) < 0,
            size=len(one.members),
        )
        for one in teams
    )
    return TeamBoard(tuple(rows))


def _name(name: str) -> HallName:
    return HallName(full=name, family=name)
