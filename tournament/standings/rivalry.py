"""The rival on whom a player's place depends in a hanchan, and what takes one of the two past the other. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scoring.lead import is_lead_enough, is_place_enough, lead
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.standings.rules import StandingRules
from scoring.standings.values import Standing
from tournament.standings.cuts import cut_at
from tournament.standings.ranking import Ranking, StandingsRow

NEIGHBOURS = 3


@dataclass(frozen=True, slots=True)
class Rivalry:
    """The closest rival (an id): `gap` points are between the two before the hanchan.

    `keeps` is the place that the player keeps unless the rival passes; None where the player is behind. With
    `is_at_cut` the cut after the hanchan is between the two. `is_place_enough`: at one table, the one behind passes by
    finishing above the other; else `leads` are the places of the one in front, if the other wins the table, with the
    points between the two that are enough. Both are empty where the two do not meet, or where points do not tell.
    """

    rival: int
    gap: Points
    keeps: int | None
    is_at_cut: bool
    is_place_enough: bool = False
    leads: tuple[tuple[int, Points], ...] = ()


def rivalry(
    rows: Sequence[Standing], player: int, hanchan: int, by: StandingRules, rules: Ruleset, table: Collection[int]
) -> Rivalry | None:
    """Return the rival in `hanchan` among those on the player's side of earlier cuts; `rows` are what everybody brings
    to it, `table` the ids of those at the player's table. None for who is not ranked or has nobody beside them, and
    where the worst results drop out: there a total moves by something else than the score.
    """
    own = next((row for row in rows if row.player == player and row.ranked), None)
    if own is None or by.best is not None:
        return None
    side = [row for row in rows if row.ranked and row.tier == own.tier]
    at = side.index(own)
    cut = cut_at(by, hanchan) if own.tier == 0 else None
    size = cut.sizes[0] if cut and cut.sizes[0] < len(side) else 0
    is_ahead = at < max(size, 1)
    other = (size or 1) if is_ahead else (size or at) - 1
    if other >= len(side):
        return None
    gap = abs(own.total - side[other].total)
    keeps = own.place if is_ahead else None
    enough, leads = False, []
    if side[other].player in table and is_lead_enough(rules):
        enough = is_place_enough(gap, rules)
        leads = [] if enough else [(below, lead(gap, 1, below, rules)) for below in range(2, rules.players + 1)]
    return Rivalry(side[other].player, gap, keeps, bool(size), enough, tuple(leads))


@dataclass(frozen=True, slots=True)
class CutDistance:
    """By how many points somebody is above the line of the next cut, negative below it; `size` go on."""

    size: int
    points: Points

    @property
    def missing(self) -> Points:
        return -self.points


def cut_distance(ranking: Ranking, player: int) -> CutDistance | None:
    """Return how far the player (an id) is from the next cut; None without one, and for who is not in it any more."""
    cut = next((one for one in ranking.by.cuts if one.after >= ranking.after), None)
    first = [row.standing for row in ranking.ranked if row.standing.tier == 0]
    at = next((at for at, row in enumerate(first) if row.player == player), None)
    if cut is None or at is None or cut.sizes[0] >= len(first):
        return None
    size = cut.sizes[0]
    return CutDistance(size, first[at].total - first[size if at < size else size - 1].total)


def neighbours(ranking: Ranking, player: int) -> tuple[StandingsRow, ...]:
    """Return the rows around the player's (an id): the one above and two below, at either end more of the other side;
    () for who is not ranked."""
    rows = ranking.ranked
    at = next((at for at, row in enumerate(rows) if row.player.id == player), None)
    if at is None:
        return ()
    first = max(min(at - 1, len(rows) - NEIGHBOURS - 1), 0)
    return tuple(row for row in rows[first : first + NEIGHBOURS + 1] if row.player.id != player)
