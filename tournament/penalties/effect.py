"""The effect of a penalty on the standings, before it is given. Nothing is written here."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scoring.points import Points
from scoring.standings.values import Deduction, Standing
from tournament.core.models import Tournament
from tournament.players.models import Player
from tournament.standings.inputs import Inputs
from tournament.standings.queries import inputs_of
from tournament.standings.ranking import standings_in


@dataclass(frozen=True, slots=True)
class Effect:
    """One player's row of the standings as it is and as it would be."""

    player: Player
    before: Standing
    after: Standing

    @property
    def change(self) -> Points:
        """The points that the player would win or lose."""
        return self.after.total - self.before.total


def effects(
    tournament: Tournament,
    players: Iterable[Player],
    *,
    extra: Iterable[Deduction] = (),
    without: Collection[int] = (),
    disqualified: Collection[int] = (),
) -> tuple[Effect, ...]:
    """Return the rows of `players` now and with these changes to the inputs of the standings (`Inputs.with_changes`).

    No query while nothing was written since the standings were last computed.
    """
    inputs = inputs_of(tournament)
    changed = inputs.with_changes(extra=extra, without=without, disqualified=disqualified)
    before, after = _by_player(inputs), _by_player(changed)
    return tuple(Effect(player, before[player.pk], after[player.pk]) for player in players)


def _by_player(inputs: Inputs) -> dict[int, Standing]:
    rows, _tied = standings_in(inputs, inputs.played)
    return {row.player: row for row in rows}
