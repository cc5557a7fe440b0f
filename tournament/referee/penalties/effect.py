"""The effect of a penalty on the standings, before it is given. Nothing is written here."""

from collections.abc import Iterable
from typing import Any

from scoring.messages import Message
from scoring.standings.values import Standing
from tournament.core.models import Tournament
from tournament.players.models import Player
from tournament.standings.correction import Shift
from tournament.standings.inputs import Inputs
from tournament.standings.played_cuts import newly_moved
from tournament.standings.queries import inputs_of
from tournament.standings.ranking import standings_in


def effects(tournament: Tournament, players: Iterable[Player], **changes: Any) -> tuple[Shift, ...]:
    """Return the rows of `players` now and with these changes to the inputs of the standings (`Inputs.with_changes`).

    No query while nothing was written since the standings were last computed.
    """
    inputs = inputs_of(tournament)
    changed = inputs.with_changes(**changes)
    before, after = _by_player(inputs), _by_player(changed)
    return tuple(Shift(inputs.names[one.pk], before[one.pk], after[one.pk], is_meant=True) for one in players)


def moving_cuts(tournament: Tournament, **changes: Any) -> tuple[Message, ...]:
    """Return what the changes do to cuts before hanchan that have started, in sentences."""
    inputs = inputs_of(tournament)
    return newly_moved(inputs, inputs.with_changes(**changes))


def _by_player(inputs: Inputs) -> dict[int, Standing]:
    rows, _tied = standings_in(inputs, inputs.played)
    return {row.player: row for row in rows}
