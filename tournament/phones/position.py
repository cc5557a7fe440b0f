"""The player's place in the tournament as everybody may know it, and what it depends on in the hanchan to come."""

from collections.abc import Collection
from dataclasses import dataclass

from scoring.points import Points
from scoring.standings.values import HanchanResult
from tournament.core.models import HanchanState, Tournament
from tournament.events.queries import hanchan_of
from tournament.players.models import Player
from tournament.standings.inputs import Inputs
from tournament.standings.queries import before_of, inputs_of, projection_of, standings_of
from tournament.standings.ranking import Ranking, StandingsRow
from tournament.standings.rivalry import CutDistance, Rivalry, cut_distance, neighbours, rivalry


@dataclass(frozen=True, slots=True)
class PlayerBeside:
    """Another player beside the reader in the standings; `points` more than the reader has."""

    row: StandingsRow
    points: Points


@dataclass(frozen=True, slots=True)
class Position:
    """`row` is None without a public place. `is_hidden`: results are kept for the ceremony. `played` is the result of
    the hanchan in play, where the sheet of the table is in and may be shown. `rivalry` is there in a hanchan that a cut
    or nothing follows, with the `rival`'s name; `cut` before it."""

    ranking: Ranking
    row: StandingsRow | None = None
    is_hidden: bool = False
    played: HanchanResult | None = None
    cut: CutDistance | None = None
    rivalry: Rivalry | None = None
    rival: str = ""
    neighbours: tuple[PlayerBeside, ...] = ()

    @property
    def leads(self) -> bool:
        """Return whether nobody is above the player."""
        return self.row is not None and self.row.standing.place == 1


def position_of(tournament: Tournament, player: Player, hanchan: int | None, table: Collection[int]) -> Position:
    """Return the position of a player who goes to `hanchan` with those at the `table` (ids), or to none."""
    ranking, inputs = standings_of(tournament, public=True), inputs_of(tournament, public=True)
    if _is_hidden(tournament, inputs):
        return Position(ranking, is_hidden=True)
    row = ranking.by_number.get(player.number)
    if row is None:
        return Position(ranking)
    live = projection_of(tournament) if hanchan else None
    played = live.played(row) if live and live.hanchan == hanchan else None
    found = None
    if hanchan and not played and _decides(ranking, hanchan):
        rows, tied = before_of(tournament, hanchan, public=True)
        found = None if tied else rivalry(rows, player.pk, hanchan, ranking.by, inputs.rules, table)
    return Position(
        ranking=ranking,
        row=row,
        played=played,
        cut=None if found else cut_distance(ranking, player.pk),
        rivalry=found,
        rival=inputs.names[found.rival].label if found else "",
        neighbours=tuple(
            PlayerBeside(one, one.standing.total - row.standing.total) for one in neighbours(ranking, player.pk)
        ),
    )


def _is_hidden(tournament: Tournament, inputs: Inputs) -> bool:
    """Return whether a hanchan is over whose results are kept for the ceremony, or only the first places are shown."""
    first = inputs.freeze.hidden_from
    closed = {one.number for one in hanchan_of(tournament) if one.state == HanchanState.CLOSED}
    return inputs.shown is not None or (first is not None and any(number >= first for number in closed))


def _decides(ranking: Ranking, hanchan: int) -> bool:
    """Return whether all results before `hanchan` are public, and the end or a cut follows it."""
    is_last = hanchan == ranking.hanchan_count or any(cut.after == hanchan for cut in ranking.by.cuts)
    return is_last and ranking.after == hanchan - 1 > 0
