"""The inputs of standings: players, accepted sheets, penalties, hanchan and referees' decisions on ties, as values,
read with five queries.

Visibility is one function from inputs to inputs (visibility.py): everything that a public page or export shows is
computed from its result, so that nothing hidden can leak.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from django.db.models import Max, Q

from scoring.game import Table
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.standings.rules import PLAIN, StandingRules
from scoring.standings.ties import Decision
from scoring.standings.values import Deduction, Entrant, Status
from tournament.core.models import HanchanState, Tournament
from tournament.players.models import NEVER_PLACED, PlayerStatus, standing_status
from tournament.players.namesakes import labelled
from tournament.results.penalties.queries import GivenPenalty, deductions, given_penalties
from tournament.results.sheets.queries import tables_of
from tournament.results.tie_decisions import DecidedTie, decided_ties


@dataclass(frozen=True, slots=True)
class PlayerName:
    """A player as lists show them: `number` is on every sheet, `id` the database's, `taking_part` a PlayerStatus.
    `carried` are the points carried from an earlier event."""

    id: int
    number: int
    name: str
    country: str
    club: str
    team: str
    is_substitute: bool
    taking_part: str
    ema_number: str = ""
    last_name: str = ""
    first_name: str = ""
    distinction: str = ""
    carried: Points = 0

    @property
    def label(self) -> str:
        """The name as lists show it: with a club or number when another player has the same name."""
        return labelled(self.name, self.distinction)

    @property
    def status(self) -> Status:
        """The player's status in the standings."""
        return standing_status(self.taking_part, is_substitute=self.is_substitute)


@dataclass(frozen=True, slots=True)
class HanchanInput:
    """One hanchan: `changed_at` is when its newest accepted sheet was typed, None without one. The last three times are
    those of the row."""

    number: int
    state: str
    released_at: datetime | None
    changed_at: datetime | None
    protest_until: datetime | None = None
    official_at: datetime | None = None
    reopened_at: datetime | None = None

    @property
    def is_closed(self) -> bool:
        return self.state == HanchanState.CLOSED


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """One player on the list that a ceremony reveals: place, total in points, and the player's id."""

    place: int
    shared: bool
    total: Points
    player: int


def final_places_from(known: object) -> tuple[FinalPlace, ...]:
    """Read the list of a ceremony as it is stored. Raises TypeError or ValueError for anything else."""
    if not isinstance(known, list):
        raise TypeError("final_places is not a list")
    for row in known:
        if [type(value) for value in row] != [int, bool, int, int]:
            raise ValueError("a final place is a place, whether it is shared, a total, and a player")
    return tuple(FinalPlace(*row) for row in known)


@dataclass(frozen=True, slots=True)
class Freeze:
    """What stays hidden until the ceremony, as the columns of the tournament say it. `places` is the list that the
    ceremony reveals, the best place first; in what is public, only the revealed part of it."""

    hidden_from: int | None = None
    shown_places: int | None = None
    revealed_from: int | None = None
    places: tuple[FinalPlace, ...] = ()


NOTHING_FROZEN = Freeze()


@dataclass(frozen=True)
class Inputs:
    """Everything that standings depend on, at one edition of one tournament.

    `shown` are the ids of those whose results are shown, None for everybody: of the others no row is made.
    """

    rules: Ruleset
    standings_public: bool
    players: tuple[PlayerName, ...]
    tables: tuple[Table, ...]
    penalties: tuple[GivenPenalty, ...]
    hanchan: tuple[HanchanInput, ...]
    by: StandingRules = PLAIN
    decided: tuple[DecidedTie, ...] = ()
    extra: tuple[Deduction, ...] = ()
    has_protests: bool = False
    freeze: Freeze = NOTHING_FROZEN
    shown: frozenset[int] | None = None
    live_public: bool = False
    """Whether everybody may see sheets of the hanchan in play, as a projection beside the official standings."""

    def shows(self, player: int) -> bool:
        """Return whether the results of the player with this id are shown."""
        return self.shown is None or player in self.shown

    @cached_property
    def names(self) -> Mapping[int, PlayerName]:
        """Players by id."""
        return {player.id: player for player in self.players}

    @cached_property
    def no_shows(self) -> frozenset[int]:
        """The ids of those who withdrew without a hanchan played, or never had a place: no result, no country and no
        team counts them."""
        played = {line.player for table in self.tables for line in table.lines}
        away = {PlayerStatus.WITHDRAWN, *NEVER_PLACED}
        out = (player.id for player in self.players if player.taking_part in away)
        return frozenset(out) - played

    @cached_property
    def counting(self) -> tuple[GivenPenalty, ...]:
        """The penalties that were not cancelled."""
        return tuple(one for one in self.penalties if one.cancelled_at is None)

    @cached_property
    def played(self) -> int:
        """The last hanchan that has a sheet or a penalty, 0 before the first."""
        penalised = [one.hanchan for one in self.counting] + [one.hanchan for one in self.extra]
        tables = [table.hanchan for table in self.tables]
        return max([*tables, *(number for number in penalised if number is not None)], default=0)

    @property
    def entrants(self) -> list[Entrant]:
        """The start number is the seed, and what a lot is drawn for: it stands on every list."""
        return [
            Entrant(player.id, player.status, player.number, str(player.number), player.carried)
            for player in self.players
        ]

    @cached_property
    def deductions(self) -> tuple[Deduction, ...]:
        """The points deducted from totals."""
        return (*deductions(self.counting), *self.extra)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The referee's decisions that hold, the latest last."""
        return tuple(Decision(one.after, one.order, one.reason) for one in self.decided if one.cancelled_at is None)

    def with_changes(
        self,
        *,
        extra: Iterable[Deduction] = (),
        without: Collection[int] = (),
        disqualified: Collection[int] = (),
        tables: Sequence[Table] | None = None,
    ) -> "Inputs":
        """The inputs as they would be with `extra` deductions, `without` the penalties of these ids, and with the
        players of the ids in `disqualified` out, or with other `tables`: what a page shows before it writes."""
        return replace(
            self,
            tables=self.tables if tables is None else tuple(tables),
            extra=(*self.extra, *extra),
            penalties=tuple(one for one in self.penalties if one.id not in without),
            players=tuple(
                replace(one, taking_part=PlayerStatus.DISQUALIFIED) if one.id in disqualified else one
                for one in self.players
            ),
        )

    def with_people(self, hanchan: int, who: Mapping[int, int]) -> "Inputs":
        """The inputs as they would be if in that hanchan the people of `who` (ids, on the sheets to really) had played:
        points and places stay with the seat."""
        return replace(self, tables=tuple(_with_people(t, who) if t.hanchan == hanchan else t for t in self.tables))


def _with_people(table: Table, who: Mapping[int, int]) -> Table:
    return replace(table, lines=tuple(replace(line, player=who.get(line.player, line.player)) for line in table.lines))


def read_inputs(tournament: Tournament) -> Inputs:
    """Read the inputs of a tournament: five queries, whatever its size."""
    # Players come last: whoever is on a sheet that was accepted while this reads is then known as well.
    tables, penalties, decided = tables_of(tournament), given_penalties(tournament), decided_ties(tournament)
    return Inputs(
        rules=tournament.ruleset,
        standings_public=tournament.standings_public,
        tables=tables,
        penalties=penalties,
        players=_players(tournament),
        hanchan=_hanchan(tournament),
        by=tournament.ranked_by,
        decided=decided,
        has_protests=tournament.has_protests,
        freeze=_freeze(tournament),
        live_public=tournament.live_public and tournament.release_on_close,
    )


def _freeze(tournament: Tournament) -> Freeze:
    places = final_places_from(tournament.final_places)
    return Freeze(tournament.hidden_from, tournament.shown_places, tournament.revealed_from, places)


def _hanchan(tournament: Tournament) -> tuple[HanchanInput, ...]:
    accepted = Q(sheets__accepted__isnull=False)
    rows = tournament.hanchan.order_by("number").annotate(changed=Max("sheets__accepted__entered_at", filter=accepted))
    names = ("number", "state", "released_at", "changed", "protest_until", "official_at", "reopened_at")
    return tuple(HanchanInput(*row) for row in rows.values_list(*names))


def _players(tournament: Tournament) -> tuple[PlayerName, ...]:
    rows = tournament.players.order_by("number").values_list(
        "pk",
        "number",
        "name",
        "country",
        "club",
        "team",
        "is_substitute",
        "status",
        "ema_number",
        "last_name",
        "first_name",
        "distinction",
        "carried",
    )
    return tuple(PlayerName(*row) for row in rows)
