"""What standings are made of: players, accepted sheets, penalties, hanchan and the referee's decisions about equal
totals, as values, read with five queries.

Visibility is one function from facts to facts (visibility.py): everything that a public page or a public export shows
is computed from what that function leaves over, so that nothing hidden can shine through.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Max, Q

from scoring.game import Table
from scoring.rules import Ruleset
from scoring.standing.rules import PLAIN, StandingRules
from scoring.standings import Entrant, Status
from scoring.ties import Decision
from tournament.events.models import HanchanState, Tournament
from tournament.penalties.queries import Given, given_in
from tournament.players.models import Player
from tournament.sheets.queries import tables_of
from tournament.standings.decided import Decided, decided_in


@dataclass(frozen=True, slots=True)
class PlayerName:
    """A player as lists show them: `number` is on every sheet, `id` the database's, `taking_part` a PlayerStatus."""

    id: int
    number: int
    name: str
    country: str
    club: str
    team: str
    is_substitute: bool
    taking_part: str

    @property
    def status(self) -> Status:
        """How the standings list this player."""
        return Player(status=self.taking_part, is_substitute=self.is_substitute).standing_status


@dataclass(frozen=True, slots=True)
class HanchanFact:
    """One hanchan: `changed_at` is when its newest accepted sheet was typed, None without one."""

    number: int
    state: str
    released_at: datetime | None
    changed_at: datetime | None

    @property
    def is_closed(self) -> bool:
        return self.state == HanchanState.CLOSED


@dataclass(frozen=True)
class Facts:
    """Everything that standings depend on, at one edition of one tournament."""

    rules: Ruleset
    standings_public: bool
    players: tuple[PlayerName, ...]
    tables: tuple[Table, ...]
    penalties: tuple[Given, ...]
    hanchan: tuple[HanchanFact, ...]
    by: StandingRules = PLAIN
    decided: tuple[Decided, ...] = ()

    @cached_property
    def names(self) -> Mapping[int, PlayerName]:
        """Players by id."""
        return {player.id: player for player in self.players}

    @cached_property
    def counting(self) -> tuple[Given, ...]:
        """The penalties that were not cancelled."""
        return tuple(one for one in self.penalties if one.cancelled_at is None)

    @cached_property
    def played(self) -> int:
        """The last hanchan that has a sheet or a penalty, 0 before the first."""
        penalised = [one.hanchan for one in self.counting if one.hanchan is not None]
        return max([*(table.hanchan for table in self.tables), *penalised], default=0)

    @property
    def entrants(self) -> list[Entrant]:
        """The start number is the seed, and what a lot is drawn for: it stands on every list."""
        return [
            Entrant(player.id, player.status, seed=player.number, ticket=str(player.number)) for player in self.players
        ]

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The referee's decisions that hold, the latest last."""
        return tuple(Decision(one.after, one.order, one.reason) for one in self.decided if one.cancelled_at is None)


def facts_of(tournament: Tournament) -> Facts:
    """Read the facts of a tournament: five queries, whatever its size."""
    # Players come last: whoever is on a sheet that was accepted while this reads is then known as well.
    tables, penalties, decided = tables_of(tournament), given_in(tournament), decided_in(tournament)
    return Facts(
        rules=tournament.ruleset,
        standings_public=tournament.standings_public,
        tables=tables,
        penalties=penalties,
        players=_players(tournament),
        hanchan=_hanchan(tournament),
        by=tournament.ranked_by,
        decided=decided,
    )


def _hanchan(tournament: Tournament) -> tuple[HanchanFact, ...]:
    accepted = Q(sheets__accepted__isnull=False)
    rows = tournament.hanchan.order_by("number").annotate(changed=Max("sheets__accepted__entered_at", filter=accepted))
    return tuple(HanchanFact(*row) for row in rows.values_list("number", "state", "released_at", "changed"))


def _players(tournament: Tournament) -> tuple[PlayerName, ...]:
    rows = tournament.players.order_by("number").values_list(
        "pk", "number", "name", "country", "club", "team", "is_substitute", "status"
    )
    return tuple(PlayerName(*row) for row in rows)
