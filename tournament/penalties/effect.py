"""What a penalty would change in the standings, before it is given. Nothing is written here."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from scoring.points import Points
from scoring.standings import Deduction, Entrant, Standing, Status, standings_so_far
from tournament.events.models import Tournament
from tournament.penalties.queries import deductions, given_in
from tournament.players.models import Player
from tournament.players.queries import players_of
from tournament.sheets.queries import tables_of


@dataclass(frozen=True, slots=True)
class Effect:
    """One player's row of the standings as it is and as it would be."""

    player: Player
    before: Standing
    after: Standing

    @property
    def change(self) -> Points:
        return self.after.total - self.before.total


def effects(
    tournament: Tournament,
    players: Iterable[Player],
    *,
    extra: Iterable[Deduction] = (),
    without: Collection[int] = (),
    statuses: Mapping[int, Status] | None = None,
) -> tuple[Effect, ...]:
    """Before and after for `players`: with `extra` deductions, `without` the penalties of these ids, and with players'
    `statuses` by id changed. Four queries, whatever the size of the event. Places are those before a referee's
    decisions about equal totals."""
    tables = tables_of(tournament)
    given = given_in(tournament)
    entrants = [
        Entrant(player.pk, player.standing_status, seed=player.number, ticket=str(player.number))
        for player in players_of(tournament)
    ]
    changed = [replace(one, status=(statuses or {}).get(one.player, one.status)) for one in entrants]
    kept = deductions([one for one in given if one.id not in without])
    rules, by = tournament.ruleset, tournament.ranked_by
    was, _tied = standings_so_far(tables, deductions(given), entrants, rules, by=by)
    will, _tied = standings_so_far(tables, (*kept, *extra), changed, rules, by=by)
    before, after = ({row.player: row for row in rows} for rows in (was, will))
    return tuple(Effect(player, before[player.pk], after[player.pk]) for player in players)
