"""Teams and countries: the results of their members added up, ranked like players.

A team's total is made of all its members or of the best few: either of their totals in the standings, or of their
scores in each hanchan less every penalty. Only per hanchan can teams be cut (M-League: points halved from stage to
stage). Members are players who are ranked, or have withdrawn: a team keeps what was scored for it. Substitutes, and
players who were disqualified, bring nothing.

Ties are broken by the same chain as for players. It looks at the hanchan that count for the team; head to head are the
tables at which every team that is still equal had somebody, and the lot is drawn for the team's name.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from scoring.points import Points
from scoring.standings.cut import CarryOver
from scoring.standings.rules import Per, StandingRules, TeamRules
from scoring.standings.stages import Placing, Stages, contender
from scoring.standings.ties import Break, Contender, Decision, Key
from scoring.standings.values import HanchanResult, Standing, Status

StandingsAfter = Callable[[int], Sequence[Standing]]


@dataclass(frozen=True, slots=True)
class Member:
    """The contribution of one player, in points: the total, or the scores that count less penalties.

    `counts` is False for a total that is left out, or when no hanchan counts.
    """

    player: int
    total: Points
    counts: bool


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """One row, the amounts in points. `hanchan[n]` is what hanchan n+1 brought before penalties, () where totals are
    added up; `members` the best first. `tier`, `adjustment`, `carried` and `breaks` as in a Standing."""

    team: str
    place: int | None
    shared: bool
    total: Points
    members: tuple[Member, ...]
    hanchan: tuple[Points, ...]
    tier: int = 0
    adjustment: Points = 0
    carried: tuple[CarryOver, ...] = ()
    breaks: tuple[Break, ...] = ()

    @property
    def status(self) -> Status:
        """Every team is ranked."""
        return Status.PLAYING


def team_standings(
    standings_after: StandingsAfter,
    after: int,
    team_of: Mapping[int, str],
    rules: TeamRules,
    by: StandingRules,
    decisions: Sequence[Decision] = (),
) -> tuple[TeamStanding, ...]:
    """Return the teams after hanchan `after`; `team_of` gives the team of each player who is in one.

    `standings_after` gives the standings of the players after any hanchan up to that one; `by` gives chain and lot.
    Raises TiedLine when a cut of teams falls between equals.
    """
    teams = _Teams(cache(lambda number: _members(standings_after(number), team_of)), rules)
    keys = sorted(teams.members(after), key=str)  # of equal teams this is the order of the list and claims no rank
    cuts = StandingRules(breakers=by.breakers, lot_seed=by.lot_seed, cuts=rules.cuts)
    stages = Stages(teams, cuts, decisions)
    for cut in cuts.cuts_before(after):
        stages = stages.through(cut, keys, teams.outside)
    levels = {tier: number for number, tier in enumerate(sorted({stages.tier(team) for team in keys}))}
    return tuple(_standing(row, teams, stages, after, levels) for row in stages.ranked(keys, after))


def _standing(
    row: Placing, teams: "_Teams", stages: Stages, after: int, levels: Mapping[tuple[int, ...], int]
) -> TeamStanding:
    scores = teams.scores(row.key, after) if teams.rules.per is Per.HANCHAN else []
    return TeamStanding(
        team=str(row.key),
        place=row.place,
        shared=row.shared,
        total=row.total,
        members=teams.listed(row.key, after),
        hanchan=tuple(sum(one.score for one in counted) for counted in scores),
        tier=levels[stages.tier(row.key)],
        adjustment=stages.adjustment(row.key, after),
        carried=(stages.carried or {}).get(row.key, ()),
        breaks=row.breaks,
    )


Members = dict[Key, list[Standing]]


def _members(rows: Sequence[Standing], team_of: Mapping[int, str]) -> Members:
    members: Members = defaultdict(list)
    for row in rows:
        if row.status in (Status.PLAYING, Status.WITHDRAWN) and team_of.get(row.player):
            members[team_of[row.player]].append(row)
    return members


@dataclass(frozen=True, slots=True)
class _Teams:
    """The teams as a field that can be cut and ranked (stages.py)."""

    members: Callable[[int], Members]
    rules: TeamRules

    def best(self, key: Key, after: int) -> list[Standing]:
        """The members whose totals count."""
        return sorted(self.members(after)[key], key=lambda row: -row.total)[: self.rules.best]

    def scores(self, key: Key, after: int) -> list[list[HanchanResult]]:
        """Return what counts of each hanchan."""
        rows = self.members(after)[key]
        columns = zip(*(row.own for row in rows), strict=True)
        return [sorted(filter(None, column), key=lambda one: -one.score)[: self.rules.best] for column in columns]

    def counted(self, key: Key, after: int) -> list[HanchanResult]:
        """Every hanchan that counts for the team."""
        if self.rules.per is Per.HANCHAN:
            return list(chain(*self.scores(key, after)))
        hanchan = ((one, row) for row in self.best(key, after) for one in row.hanchan)
        return [one for one, row in hanchan if one and one.hanchan not in row.dropped]

    def plain(self, key: Key, after: int) -> Points:
        if self.rules.per is Per.TOTAL:
            return sum(row.total for row in self.best(key, after))
        penalties = sum(row.penalties for row in self.members(after)[key])
        return sum(one.score for one in self.counted(key, after)) - penalties

    def outside(self, key: Key) -> Points:
        """Return the penalties outside any hanchan, in points: those in the standings before the first."""
        return sum(row.penalties for row in self.members(0)[key])

    def contender(self, key: Key, after: int, before: Points) -> Contender:
        played = self.counted(key, after)
        return contender(key, played, missed=False, before=before, seed=None, ticket=str(key))

    def listed(self, key: Key, after: int) -> tuple[Member, ...]:
        """Return the members, the largest contribution first."""
        rows = self.members(after)[key]
        if self.rules.per is Per.TOTAL:
            best = {row.player for row in self.best(key, after)}
            brought = [Member(row.player, row.total, row.player in best) for row in rows]
        else:
            counted = self.counted(key, after)
            brought = [_brought(row, [one for one in row.hanchan if one in counted]) for row in rows]
        return tuple(sorted(brought, key=lambda one: (not one.counts, -one.total)))


def _brought(row: Standing, counted: Sequence[HanchanResult | None]) -> Member:
    total = sum(one.score for one in counted if one) - row.penalties
    return Member(row.player, total, bool(counted))
