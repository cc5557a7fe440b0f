"""The event as a workbook: every table by its key, each computed only when it is asked for."""

from collections.abc import Callable, Mapping
from datetime import datetime

from tournament.core.models import Tournament
from tournament.core.tables import DataTable
from tournament.desk.tables import AllLastTable, HandInTable, SheetVersionTable
from tournament.events.tables import HistoryTable, RuleTable, RuleValueTable
from tournament.exports.tables import EventTable
from tournament.hanchan.tables import HanchanTable, hanchan_sums
from tournament.penalties.tables import PenaltyTable
from tournament.players.queries import players_of
from tournament.players.tables import PlayerTable
from tournament.prizes.queries import awards_of
from tournament.prizes.tables import PrizeTable
from tournament.results.sheets.queries import overridden_tables
from tournament.seats.tables import SeatingTable, seated_players
from tournament.standings.queries import crosstable_of, inputs_of, kinds_of, standings_of, teams_of
from tournament.standings.tables import CrosstableTable, ScoreTable, StandingsTable, TeamTable, player_scores
from tournament.standings.teams import Grouping

Sheet = Callable[[Tournament, datetime], DataTable]


def _scores(tournament: Tournament, at: datetime) -> DataTable:
    return ScoreTable(player_scores(inputs_of(tournament), overridden_tables(tournament)))


def _penalties(tournament: Tournament, at: datetime) -> DataTable:
    return PenaltyTable(tournament.penalties.select_related("player", "hanchan").order_by("id"))


def _history(tournament: Tournament, at: datetime) -> DataTable:
    return HistoryTable(tournament.audit_entries.defer("figures").order_by("id"))


SHEETS: Mapping[str, Sheet] = {
    "event": lambda tournament, at: EventTable(tournament, standings_of(tournament), at),
    "standings": lambda tournament, at: StandingsTable(standings_of(tournament)),
    "teams": lambda tournament, at: TeamTable(teams_of(tournament, Grouping.TEAMS)),
    "countries": lambda tournament, at: TeamTable(teams_of(tournament, Grouping.COUNTRIES)),
    "prizes": lambda tournament, at: PrizeTable(awards_of(tournament)),
    "crosstable": lambda tournament, at: CrosstableTable(crosstable_of(tournament)),
    "tables": _scores,
    "penalties": _penalties,
    "players": lambda tournament, at: PlayerTable(players_of(tournament)),
    "seating": lambda tournament, at: SeatingTable(seated_players(tournament)),
    "hanchan": lambda tournament, at: HanchanTable(hanchan_sums(tournament, inputs_of(tournament))),
    "sheets": lambda tournament, at: SheetVersionTable(tournament),
    "all-last": lambda tournament, at: AllLastTable(tournament),
    "hand-ins": lambda tournament, at: HandInTable(tournament),
    "rules": lambda tournament, at: RuleTable(tournament),
    "rule-set": lambda tournament, at: RuleValueTable(tournament.ruleset),
    "history": _history,
}
"""Key to what makes the table, in the order of the workbook. `at` is written on the first sheet."""


def keys_of(tournament: Tournament) -> list[str]:
    """Return the keys of the tables that the event has: teams, countries and prizes only where there are some."""
    found = {kind.value for kind in kinds_of(tournament)}
    if tournament.prizes.exists():
        found.add("prizes")
    return [key for key in SHEETS if key in found or key not in {*Grouping, "prizes"}]


def table_of(tournament: Tournament, key: str, *, at: datetime) -> DataTable | None:
    """Return one table, hidden results included: exports are the staff's. None for a key that the event does not have.

    The number of queries does not depend on the size of the event.
    """
    return SHEETS[key](tournament, at) if key in keys_of(tournament) else None


def tables_of(tournament: Tournament, *, at: datetime) -> list[DataTable]:
    """Return every table of the event."""
    return [SHEETS[key](tournament, at) for key in keys_of(tournament)]
