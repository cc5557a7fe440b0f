"""The event as a workbook: every table by its key, each computed only when it is asked for."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from tournament.core.models import Tournament
from tournament.core.tables import AnyTable
from tournament.desk.tables import AllLastTable, HandInTable, SheetVersionTable, sheet_versions
from tournament.events.queries import hanchan_of
from tournament.events.tables import HistoryTable, RuleTable, RuleValueTable
from tournament.exports.certificates import CertificateTable
from tournament.exports.federations import AraTable, EmaTable
from tournament.exports.tables import EventTable
from tournament.hanchan.tables import HanchanTable, hanchan_sums
from tournament.leagues.queries import league_of
from tournament.leagues.tables import LeagueTable
from tournament.players.queries import players_of
from tournament.players.tables import PlayerTable
from tournament.referee.penalties.tables import PenaltyTable
from tournament.results.sheets.queries import overridden_tables
from tournament.seats.tables import SeatingTable, seated_players
from tournament.standings.prizes.queries import awards_of
from tournament.standings.prizes.tables import PrizeTable
from tournament.standings.queries import crosstable_of, inputs_of, kinds_of, standings_of, teams_of
from tournament.standings.tables import (
    CrosstableTable,
    ScoreTable,
    StandingsTable,
    TeamTable,
    penalties_elsewhere,
    player_scores,
)
from tournament.standings.teams import Grouping


@dataclass(frozen=True, slots=True)
class BookTable:
    """One table of the book: `declared` says what it holds before it is computed, `make` computes it, with the moment
    that the first sheet names. `has_results`: what is in it was counted, so a second count is asked before it goes out.
    """

    declared: type[AnyTable]
    make: Callable[[Tournament, datetime], AnyTable]
    has_results: bool = True
    heading: Callable[[], str] | None = None

    @property
    def title(self) -> object:
        return self.heading() if self.heading else self.declared.title

    @property
    def description(self) -> object:
        return self.declared.description


def _scores(tournament: Tournament, at: datetime) -> AnyTable:
    inputs = inputs_of(tournament)
    return ScoreTable([*player_scores(inputs, overridden_tables(tournament)), *penalties_elsewhere(inputs)])


def _penalties(tournament: Tournament, at: datetime) -> AnyTable:
    return PenaltyTable(tournament.penalties.select_related("player", "hanchan").order_by("id"))


def _history(tournament: Tournament, at: datetime) -> AnyTable:
    return HistoryTable(tournament.audit_entries.defer("figures").order_by("id"))


def _of_groups(kind: Grouping) -> BookTable:
    return BookTable(
        TeamTable, lambda tournament, at: TeamTable(teams_of(tournament, kind)), heading=lambda: kind.heading
    )


def _plain(declared: type[AnyTable], make: Callable[[Tournament], AnyTable]) -> BookTable:
    """A table of what was written down, with nothing computed."""
    return BookTable(declared, lambda tournament, at: make(tournament), has_results=False)


SHEETS: Mapping[str, BookTable] = {
    "event": BookTable(EventTable, lambda tournament, at: EventTable(tournament, standings_of(tournament), at)),
    "standings": BookTable(StandingsTable, lambda tournament, at: StandingsTable(standings_of(tournament))),
    "league": BookTable(LeagueTable, lambda tournament, at: LeagueTable(league_of(tournament))),
    "teams": _of_groups(Grouping.TEAMS),
    "countries": _of_groups(Grouping.COUNTRIES),
    "prizes": BookTable(PrizeTable, lambda tournament, at: PrizeTable(awards_of(tournament))),
    "crosstable": BookTable(CrosstableTable, lambda tournament, at: CrosstableTable(crosstable_of(tournament))),
    "tables": BookTable(ScoreTable, _scores),
    "penalties": BookTable(PenaltyTable, _penalties, has_results=False),
    "players": _plain(PlayerTable, lambda tournament: PlayerTable(players_of(tournament))),
    "seating": _plain(SeatingTable, lambda tournament: SeatingTable(seated_players(tournament))),
    "hanchan": BookTable(
        HanchanTable, lambda tournament, at: HanchanTable(hanchan_sums(tournament, inputs_of(tournament)))
    ),
    "sheets": _plain(SheetVersionTable, SheetVersionTable),
    "all-last": _plain(AllLastTable, AllLastTable),
    "hand-ins": _plain(HandInTable, HandInTable),
    "rules": _plain(RuleTable, RuleTable),
    "rule-set": _plain(RuleValueTable, lambda tournament: RuleValueTable(tournament.ruleset)),
    "history": BookTable(HistoryTable, _history, has_results=False),
    "ema": BookTable(EmaTable, lambda tournament, at: EmaTable(tournament)),
    "ara": BookTable(AraTable, lambda tournament, at: AraTable(tournament)),
    "certificates": BookTable(CertificateTable, lambda tournament, at: CertificateTable(tournament)),
}
"""Key to the table, in the order of the workbook."""
FOR_ORGANISERS: Mapping[str, Callable[[Tournament], AnyTable]] = {
    "players": lambda tournament: PlayerTable(players_of(tournament), private=True),
    "ara": lambda tournament: AraTable(tournament, private=True),
}
"""The tables that have private columns when an organiser downloads them by themselves. The workbook goes to others."""


COUNTS: Mapping[str, Callable[[Tournament], int]] = {
    "standings": lambda tournament: len(standings_of(tournament).rows),
    "crosstable": lambda tournament: len(standings_of(tournament).rows),
    "penalties": lambda tournament: tournament.penalties.count(),
    "players": lambda tournament: players_of(tournament).count(),
    "hanchan": lambda tournament: len(hanchan_of(tournament)),
    "sheets": lambda tournament: sheet_versions(tournament).count(),
    "history": lambda tournament: tournament.audit_entries.count(),
}
"""The number of rows, of the tables for which one query tells it."""


NOT_OF_A_LEAGUE = ("crosstable", "ema", "ara", "certificates")


def _has(tournament: Tournament, key: str) -> bool:
    """Return whether the event has a table: teams, countries and prizes only where there are some."""
    if key == "prizes":
        return tournament.prizes.exists()
    if key == "league" or (tournament.is_league and key in NOT_OF_A_LEAGUE):
        return tournament.is_league and key == "league"
    return key not in [*Grouping] or Grouping(key) in kinds_of(tournament)


def keys_of(tournament: Tournament) -> list[str]:
    """Return the keys of the tables that the event has."""
    return [key for key in SHEETS if _has(tournament, key)]


def table_of(tournament: Tournament, key: str, *, at: datetime, private: bool = False) -> AnyTable | None:
    """Return one table, hidden results included: exports are the staff's. None for a key that the event does not have.

    `private`: with the columns that only organisers see. No other table is computed, and the number of queries does not
    depend on the size of the event.
    """
    if private and key in FOR_ORGANISERS:
        return FOR_ORGANISERS[key](tournament)
    return SHEETS[key].make(tournament, at) if key in SHEETS and _has(tournament, key) else None


def tables_of(tournament: Tournament, *, at: datetime) -> Iterator[AnyTable]:
    """Return every table of the event, each computed when it is its turn: of a large event they fill the memory."""
    return (SHEETS[key].make(tournament, at) for key in keys_of(tournament))
