"""The tables of an event in the API: the declared ones by their keys, and the columns of them that everybody may read.

The staff's tables are those of the workbook, hidden results included. Public ones are made of what is published and
released alone, and have the columns named here: a column that is added to a table is nobody's until it stands here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import Max
from django.utils.translation import gettext_noop as _

from tournament.api.problems import NothingThere
from tournament.core.audit_check import known_findings
from tournament.core.models import Tournament
from tournament.core.tables import AnyTable
from tournament.events.queries import hanchan_of
from tournament.events.tables import RuleTable, RuleValueTable
from tournament.exports.book import SHEETS, table_of
from tournament.hanchan.tables import ClockTable, FinalPlaceTable
from tournament.leagues.queries import league_of
from tournament.leagues.tables import LeagueTable
from tournament.players.tables import PlayerTable
from tournament.seats.integrity import altered_of
from tournament.seats.queries import published_hanchan
from tournament.seats.tables import SeatingTable, seated_players
from tournament.standings.queries import (
    crosstable_of,
    inputs_of,
    kinds_of,
    listed_players,
    reveal_of,
    standings_of,
    teams_of,
)
from tournament.standings.ranking import Ranking
from tournament.standings.tables import CrosstableTable, ScoreTable, StandingsTable, TeamTable, player_scores
from tournament.standings.teams import Grouping

TableOf = Callable[[Tournament, bool, int | None], "TableAnswer"]


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """A table, when what it shows was last changed (None where nobody keeps that), and facts beside its rows."""

    table: AnyTable
    as_of: datetime | None = None
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Resource:
    """A table that everybody may read at /api/v1/SLUG/KEY.

    about    a sentence for the description
    declared the declaration of the table
    columns  the keys of columns that everybody may read
    optional those of them that some events do not have
    facts    the names of what an answer has beside its rows
    find     makes the answer from the tournament, whether for the public, and the hanchan of `?after=`
    """

    key: str
    about: str
    declared: type[AnyTable]
    columns: frozenset[str]
    find: TableOf
    optional: frozenset[str] = frozenset()
    facts: tuple[str, ...] = ()

    @property
    def is_ranking(self) -> bool:
        """Return whether it takes `?after=`, the hanchan after which places are counted."""
        return self.key in RANKINGS


RANKINGS = ("standings", "teams", "countries")
AFTER = ("after", "official")


def _players(tournament: Tournament, public: bool, after: int | None) -> TableAnswer:
    if not tournament.players_public:
        text = _("The list of players of this tournament is not public. A token that reads staff data opens it.")
        raise NothingThere.of("players-not-public", text)
    return TableAnswer(PlayerTable(listed_players(tournament)))


def _seating(tournament: Tournament, public: bool, after: int | None) -> TableAnswer:
    altered = altered_of(tournament)
    shown = [number for number in published_hanchan(tournament) if number not in altered]
    last = tournament.hanchan.filter(number__in=shown).aggregate(last=Max("seating_published_at"))["last"]
    return TableAnswer(SeatingTable(seated_players(tournament, shown)), last)


def _clock(tournament: Tournament, public: bool, after: int | None) -> TableAnswer:
    return TableAnswer(ClockTable(hanchan_of(tournament)))


def _rules(tournament: Tournament, public: bool, after: int | None) -> TableAnswer:
    return TableAnswer(RuleTable(tournament))


def _rule_values(tournament: Tournament, public: bool, after: int | None) -> TableAnswer:
    return TableAnswer(RuleValueTable(tournament.ruleset))


def _standings(tournament: Tournament, public: bool, after: int | None) -> TableAnswer:
    ranking = _ranking(tournament, public, after)
    facts = {**_facts(ranking), "revealed_from": ranking.freeze.revealed_from}
    return TableAnswer(StandingsTable(ranking), ranking.as_of, facts)


def _league(tournament: Tournament, public: bool, after: int | None) -> TableAnswer:
    if not tournament.is_league:
        raise NothingThere.of("no-table", _("This tournament has no {key}."), key="league")
    league = league_of(tournament, public)
    return TableAnswer(LeagueTable(league), facts={"games": league.games})


def _final_places(tournament: Tournament, public: bool, after: int | None) -> TableAnswer:
    """Without a time of the last change: during a ceremony it would tell of corrections that are not public."""
    found = reveal_of(tournament)
    facts = {"ranked": found.count if found else None, "coming": found.coming if found else None}
    return TableAnswer(FinalPlaceTable(found.rows if found else ()), facts=facts)


def _tables(tournament: Tournament, public: bool, after: int | None) -> TableAnswer:
    scores, ranking = player_scores(inputs_of(tournament, public=True), {}), standings_of(tournament, public=True)
    not_played = [{"hanchan": number, "tables": list(tables)} for number, tables in ranking.not_played]
    return TableAnswer(ScoreTable(scores), ranking.as_of, {"not_played": not_played})


def _crosstable(tournament: Tournament, public: bool, after: int | None) -> TableAnswer:
    found = crosstable_of(tournament, public=True)
    return TableAnswer(CrosstableTable(found), found.ranking.as_of, _facts(found.ranking))


def _groups(kind: Grouping) -> TableOf:
    def find(tournament: Tournament, public: bool, after: int | None) -> TableAnswer:
        if kind not in kinds_of(tournament, public):
            text = _("The players of this tournament have no {kind} to compare, or not yet in public.")
            raise NothingThere.of("no-groups", text, kind=kind.value)
        ranking = _ranking(tournament, public, after)
        return TableAnswer(TeamTable(teams_of(tournament, kind, after, public)), ranking.as_of, _facts(ranking))

    return find


def _ranking(tournament: Tournament, public: bool, after: int | None) -> Ranking:
    ranking = standings_of(tournament, after, public)
    if after is not None and after != ranking.after:
        text = _("There are no standings after hanchan {after} yet: {last} is the last one.")
        raise NothingThere.of("no-standings", text, field="after", after=after, last=ranking.after)
    return ranking


def _facts(ranking: Ranking) -> dict[str, object]:
    return {"after": ranking.after, "official": ranking.official}


def _all_of(declared: type[AnyTable], *but: str) -> frozenset[str]:
    """Every column of a table whose columns are public by their nature: rules, and times that are on every screen."""
    return frozenset(declared.base_columns) - {*but}


CUTS = frozenset({"group", "carried_over", "changed_by_cuts"})
STANDINGS = frozenset({
    "place", "shared", "number", "name", "country", "club", "total", "penalties", "table_score", "hanchan",
    "first_places", "status", *CUTS, "carried", "dropped", "tie_break",
})  # fmt: skip
SCORES = frozenset({
    "hanchan", "table", "wind", "number", "name", "points", "place", "shared", "uma", "score", "deposits",
})  # fmt: skip
FINAL_PLACES = frozenset({"place", "shared", "number", "name", "country", "club", "total"})
CROSSTABLE = frozenset({
    "place", "number", "name", "table", "opponents", "hanchan_place", "score", "carried", "penalties", "total",
})  # fmt: skip
GROUP = frozenset({"place", "shared", "total", "number", "name", "member_total", "counts"})
PLAYERS = frozenset({"number", "name", "country", "club", "team", "substitute", "status"})
SEATS = frozenset({"hanchan", "table", "wind", "number", "name"})

RESOURCES: Mapping[str, Resource] = {
    one.key: one
    for one in (
        Resource("players", "The public list of players, by number.", PlayerTable, PLAYERS, _players),
        Resource(
            "seating",
            "Who sits where in the published hanchan. Without a table a player has a bye; without a wind it is drawn.",
            SeatingTable,
            SEATS,
            _seating,
        ),
        Resource(
            "tables",
            "The released report sheets, a row for each seat, and the tables at which nobody played.",
            ScoreTable,
            SCORES,
            _tables,
            facts=("not_played",),
        ),
        Resource(
            "standings",
            "Places and totals after the last released hanchan, or after the one that is asked for.",
            StandingsTable,
            STANDINGS,
            _standings,
            CUTS | {"carried", "dropped", "tie_break"},
            facts=(*AFTER, "revealed_from"),
        ),
        Resource(
            "league",
            "The table of a league by its rule, with the last ten places of each player and how it was computed.",
            LeagueTable,
            _all_of(LeagueTable),
            _league,
            facts=("games",),
        ),
        Resource(
            "final-places",
            "The final places that are public: during a ceremony those that it has revealed, the best first.",
            FinalPlaceTable,
            FINAL_PLACES,
            _final_places,
            facts=("ranked", "coming"),
        ),
        Resource(
            "crosstable",
            "Each player’s table, opponents, place and score in every released hanchan.",
            CrosstableTable,
            CROSSTABLE,
            _crosstable,
            frozenset({"carried"}),
            AFTER,
        ),
        Resource(
            "teams",
            "Places of teams, a row for each member.",
            TeamTable,
            GROUP | {"team"},
            _groups(Grouping.TEAMS),
            facts=AFTER,
        ),
        Resource(
            "countries",
            "Places of countries, a row for each member.",
            TeamTable,
            GROUP | {"country"},
            _groups(Grouping.COUNTRIES),
            facts=AFTER,
        ),
        Resource("clock", "Planned and real times of each hanchan.", ClockTable, _all_of(ClockTable), _clock),
        Resource("rules", "The rules in English sentences, with their sources.", RuleTable, _all_of(RuleTable), _rules),
        Resource(
            "rule-set",
            "Every value of the rule set, in words.",
            RuleValueTable,
            _all_of(RuleValueTable, "confirmed"),
            _rule_values,
        ),
    )
}
OF_NO_WORKBOOK = ("clock", "final-places")
LONG: Mapping[str, tuple[str, ...]] = {
    "history": ("id",),
    "sheets": ("sheet__hanchan__number", "sheet__table", "number"),
}
"""The staff's tables that grow with each act, and their order, which tells all rows apart: `?after=` reads a page of
them from the database."""
STAFF_KEYS = tuple(dict.fromkeys((*SHEETS, *OF_NO_WORKBOOK)))
"""The tables that a token opens: those of the workbook, the clock, and the final places as everybody reads them."""


def public_answer(tournament: Tournament, key: str, after: int | None) -> TableAnswer:
    """Return what everybody may read of a table. Raises NothingThere."""
    return RESOURCES[key].find(tournament, True, after)


def staff_answer(tournament: Tournament, key: str, after: int | None, at: datetime) -> TableAnswer:
    """Return a table with everything that is hidden, and how much was changed outside of Sekigime. Raises NothingThere
    for one that the event does not have.
    """
    answer = _whole_table(tournament, key, after, at)
    return replace(answer, facts={**answer.facts, "changed_outside": len(known_findings(tournament))})


def _whole_table(tournament: Tournament, key: str, after: int | None, at: datetime) -> TableAnswer:
    if key in (*RANKINGS, *OF_NO_WORKBOOK):
        return RESOURCES[key].find(tournament, False, after)
    table = table_of(tournament, key, at=at)
    if table is None:
        raise NothingThere.of("no-table", _("This tournament has no {key}."), key=key)
    return TableAnswer(table)


def open_keys(tournament: Tournament) -> list[str]:
    """Return the keys of the tables that everybody may read of this tournament now."""
    groups = {kind.value for kind in kinds_of(tournament, public=True)}
    closed = {kind.value for kind in Grouping if kind.value not in groups}
    closed |= set() if tournament.players_public else {"players"}
    closed |= set() if tournament.is_league else {"league"}
    return [key for key in RESOURCES if key not in closed]
