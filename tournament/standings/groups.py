"""Teams and countries as pages and exports show them: scoring's rows with names. Pure: facts and rankings in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise

from scoring.cut import TiedLine
from scoring.standing.rules import Per, StandingRules, TeamRules
from scoring.standing.why import why
from scoring.standings import Standing
from scoring.teams import TeamStanding, team_standings
from scoring.words import Text
from tournament.players.countries import country_name
from tournament.standings.facts import Facts, PlayerName
from tournament.standings.ranking import Ranking


class Kind(StrEnum):
    """By what players are grouped."""

    TEAMS = "teams"
    COUNTRIES = "countries"

    def of(self, player: PlayerName) -> str:
        """The player's group, "" for none."""
        return player.team if self is Kind.TEAMS else player.country

    def rules(self, by: StandingRules) -> TeamRules:
        return by.teams if self is Kind.TEAMS else by.countries


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member with what the team has of them, in points."""

    player: PlayerName
    total: int
    counts: bool


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team with its members, who brings most first; `reason` says why it stands below the one above."""

    standing: TeamStanding
    name: str
    members: tuple[MemberRow, ...]
    reason: Text | None


@dataclass(frozen=True)
class Teams:
    """The teams or countries of a ranking. `tied` is a line of a cut of teams that runs between equals."""

    kind: Kind
    ranking: Ranking
    rows: tuple[TeamRow, ...]
    tied: TiedLine | None

    @property
    def per_hanchan(self) -> bool:
        """Whether scores of each hanchan are added up, so that there is a column for each."""
        return self.kind.rules(self.ranking.by).per is Per.HANCHAN

    @property
    def best(self) -> int | None:
        """How many members count, None for all."""
        return self.kind.rules(self.ranking.by).best

    @property
    def has_cuts(self) -> bool:
        return any(row.standing.carried for row in self.rows)

    @cached_property
    def problem(self) -> Text | None:
        """What stands in the way of a cut."""
        return self.tied and self.tied.text({row.standing.team: row.name for row in self.rows})


def teams(kind: Kind, facts: Facts, ranking: Ranking, rows_after: Callable[[int], Sequence[Standing]]) -> Teams:
    """The teams after the ranking's hanchan; `rows_after` gives the standings after any hanchan before it."""
    group_of = {player.id: kind.of(player) for player in facts.players}
    rules, tied = kind.rules(facts.by), None
    while True:
        try:
            found = team_standings(rows_after, ranking.after, group_of, rules, facts.by)
        except TiedLine as problem:
            tied, rules = problem, rules.until(problem.cut)
        else:
            return Teams(kind, ranking, tuple(_rows(kind, facts, found)), tied)


def _rows(kind: Kind, facts: Facts, found: Sequence[TeamStanding]) -> list[TeamRow]:
    names = [country_name(row.team) if kind is Kind.COUNTRIES else row.team for row in found]
    pairs = pairwise(zip(found, names, strict=True))
    reasons = [None, *(why(above, below, name, other) for (above, name), (below, other) in pairs)]
    members = [tuple(MemberRow(facts.names[one.player], one.total, one.counts) for one in row.members) for row in found]
    return [TeamRow(*parts) for parts in zip(found, names, members, reasons, strict=False)]
