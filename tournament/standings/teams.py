"""Teams and countries as pages and exports show them: scoring's rows with names. Pure: inputs and rankings in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise

from django.utils.translation import gettext, pgettext

from scoring.messages import Message
from scoring.sentences.reasons import reason as why
from scoring.standings.cut import TiedLine
from scoring.standings.rules import ALL_MEMBERS, StandingRules, TeamRules
from scoring.standings.teams import TeamStanding, team_standings
from scoring.standings.values import Standing
from tournament.players.countries import country_name
from tournament.standings.inputs import Inputs, PlayerName
from tournament.standings.ranking import Ranking


class Grouping(StrEnum):
    """By what players are grouped."""

    TEAMS = "teams"
    COUNTRIES = "countries"
    CLUBS = "clubs"

    @property
    def heading(self) -> str:
        headings = {
            Grouping.TEAMS: gettext("Teams"),
            Grouping.COUNTRIES: gettext("Countries"),
            Grouping.CLUBS: pgettext("of the players", "Clubs"),
        }
        return headings[self]

    @property
    def public_page(self) -> str:
        """The name of its public page."""
        return f"public_{self.value}"

    def of(self, player: PlayerName) -> str:
        """The player's group, "" for none."""
        groups = {Grouping.TEAMS: player.team, Grouping.COUNTRIES: player.country, Grouping.CLUBS: player.club}
        return groups[self]

    def rules(self, by: StandingRules) -> TeamRules:
        """Return the rules by which members make its total; of a club everybody counts."""
        return {Grouping.TEAMS: by.teams, Grouping.COUNTRIES: by.countries, Grouping.CLUBS: ALL_MEMBERS}[self]


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
    reason: Message | None


@dataclass(frozen=True)
class Teams:
    """The teams or countries of a ranking. `tied` is a line of a cut of teams that runs between equals."""

    kind: Grouping
    ranking: Ranking
    rows: tuple[TeamRow, ...]
    tied: TiedLine | None

    @property
    def best(self) -> int | None:
        """The number of members that count, None for all."""
        return self.kind.rules(self.ranking.by).best

    @property
    def has_cuts(self) -> bool:
        return any(row.standing.carried for row in self.rows)

    @cached_property
    def problem(self) -> Message | None:
        """The reason why a cut cannot be made."""
        return self.tied.text({row.standing.team: row.name for row in self.rows}) if self.tied else None


def teams(kind: Grouping, inputs: Inputs, ranking: Ranking, rows_after: Callable[[int], Sequence[Standing]]) -> Teams:
    """The teams of players for whom a hanchan counts, after the ranking's hanchan; `rows_after` gives everybody's
    standing after any hanchan before it.

    A team keeps what those scored for it who have withdrawn since; a country or a club has nobody who left.
    """
    members = [*ranking.ranked, *(ranking.withdrawn if kind is Grouping.TEAMS else ())]
    group_of = {row.player.id: kind.of(row.player) for row in members if any(row.standing.own)}
    rules, tied = kind.rules(inputs.by), None
    while True:
        try:
            found = team_standings(rows_after, ranking.after, group_of, rules, inputs.by)
        except TiedLine as problem:
            tied, rules = problem, rules.until(problem.cut)
        else:
            return Teams(kind, ranking, tuple(_rows(kind, inputs, found)), tied)


def _rows(kind: Grouping, inputs: Inputs, found: Sequence[TeamStanding]) -> list[TeamRow]:
    names = [country_name(row.team) if kind is Grouping.COUNTRIES else row.team for row in found]
    pairs = pairwise(zip(found, names, strict=True))
    reasons = [None, *(why(above, below, name, other) for (above, name), (below, other) in pairs)]
    members = [
        tuple(MemberRow(inputs.names[one.player], one.total, one.counts) for one in row.members) for row in found
    ]
    return [TeamRow(*parts) for parts in zip(found, names, members, reasons, strict=False)]
