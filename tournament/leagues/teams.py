"""The teams of a league over its season: their table, and who played for them on each evening. Pure."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, tzinfo
from fractions import Fraction
from typing import NamedTuple

from scoring.points import Points
from scoring.rankings import Contest, RankingRule
from scoring.rankings.ranking import two_decimals
from scoring.rankings.rule import Combination
from tournament.standings.head_to_head import written_average
from tournament.standings.inputs import Inputs, PlayerName
from tournament.standings.league_table import FORM, NOTHING, League, LeagueRow, PlaceBlock, block_of, contests_of


class Appearance(NamedTuple):
    """A player of a team on one evening, with the number of games and their scores together."""

    player: PlayerName
    games: int
    score: Points


@dataclass(frozen=True, slots=True)
class TeamEvening:
    """The line-up of a team on one evening, who scored most first."""

    day: date
    team: str
    players: tuple[Appearance, ...]

    @property
    def score(self) -> Points:
        """The scores of all its games."""
        return sum(one.score for one in self.players)


@dataclass(frozen=True, slots=True)
class LeagueTeam:
    """A team in the table: all games of its members together, in points; `members` are their rows in the league's own
    table, in its order."""

    name: str
    rules: RankingRule
    place: int
    shared: bool
    value: Fraction
    games: int
    places: Fraction
    form: tuple[PlaceBlock, ...]
    members: tuple[LeagueRow, ...]

    @property
    def average_place(self) -> str:
        """The mean of the places at the table as it is shown; "" before the first game."""
        return written_average(self.places / self.games) if self.games else ""

    @property
    def total(self) -> str:
        """The team's figure as it is shown."""
        return two_decimals(self.value, self.rules)


@dataclass(frozen=True, slots=True)
class TeamSeason:
    """The teams by place, and their evenings, the latest first."""

    teams: tuple[LeagueTeam, ...]
    evenings: tuple[tuple[date, tuple[TeamEvening, ...]], ...]


def team_season(inputs: Inputs, table: League, zone: tzinfo) -> TeamSeason:
    """Return the teams of everybody who has one. A team has the scores of all games of its members, less their
    penalties; where the league's rule is a mean, divided by the number of games. Equal teams share a place."""
    contests = contests_of(inputs, zone)
    rows: dict[str, list[LeagueRow]] = defaultdict(list)
    for row in table.rows:
        if row.player.team:
            rows[row.player.team].append(row)
    team_of = {str(row.player.id): name for name, members in rows.items() for row in members}
    fines: dict[str, Points] = defaultdict(int)
    for one in inputs.deductions:
        fines[team_of.get(str(one.player), "")] += one.amount
    games: dict[str, list[tuple[PlaceBlock, Points]]] = defaultdict(list)
    for contest in contests:
        for result in contest.results:
            if result.person in team_of:
                block = block_of(result, contest, table.evening)
                games[team_of[result.person]].append((block, result.score))
    values = {name: _value(games[name], fines[name], table.rules) for name in rows}
    teams = [
        LeagueTeam(
            name,
            table.rules,
            place=1 + sum(other > values[name] for other in values.values()),
            shared=list(values.values()).count(values[name]) > 1,
            value=values[name],
            games=len(games[name]),
            places=sum((block.mean for block, _score in games[name]), NOTHING),
            form=tuple(block for block, _score in games[name][-FORM:]),
            members=tuple(members),
        )
        for name, members in rows.items()
    ]
    by_place = tuple(sorted(teams, key=lambda one: (one.place, one.name.casefold())))
    return TeamSeason(by_place, _evenings(contests, inputs, team_of))


def _value(games: Sequence[tuple[PlaceBlock, Points]], fines: Points, rules: RankingRule) -> Fraction:
    score = Fraction(sum(own for _block, own in games) - fines)
    return score / len(games) if games and rules.together is Combination.MEAN else score


def _evenings(
    contests: Sequence[Contest], inputs: Inputs, team_of: dict[str, str]
) -> tuple[tuple[date, tuple[TeamEvening, ...]], ...]:
    scores: dict[date, dict[str, dict[str, list[Points]]]] = {}
    for contest in contests:
        for person, _place, score in contest.results:
            if person in team_of:
                teams = scores.setdefault(contest.ended, {})
                teams.setdefault(team_of[person], {}).setdefault(person, []).append(score)
    return tuple(
        (day, tuple(sorted((_evening(day, *team, inputs) for team in teams.items()), key=lambda one: -one.score)))
        for day, teams in sorted(scores.items(), reverse=True)
    )


def _evening(day: date, team: str, scores: dict[str, list[Points]], inputs: Inputs) -> TeamEvening:
    players = [Appearance(inputs.names[int(person)], len(own), sum(own)) for person, own in scores.items()]
    return TeamEvening(day, team, tuple(sorted(players, key=lambda one: (-one.score, one.player.name_key))))
