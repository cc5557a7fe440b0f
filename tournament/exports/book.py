"""The whole event as grids: what it was, who played, where everybody sat, every table, penalty and place."""

from datetime import datetime

from tournament.events.models import Tournament
from tournament.exports.event_grids import event, hanchan, history, rule_sentences, rule_values
from tournament.exports.grids import Grid
from tournament.exports.people_grids import penalties, players, seating
from tournament.exports.result_grids import crosstable, groups, standings, tables
from tournament.exports.sheet_grids import all_last, versions
from tournament.standings.queries import kinds_of, known_facts, standings_of, teams_of


def grids_of(tournament: Tournament, *, at: datetime) -> list[Grid]:
    """Every grid of the event, hidden results included: exports are the staff's. `at` stands on the first sheet.

    The number of queries does not depend on the size of the event.
    """
    ranking, facts = standings_of(tournament), known_facts(tournament)
    people = list(tournament.players.order_by("number"))
    return [
        event(tournament, ranking, people, at),
        standings(ranking, people),
        *(groups(teams_of(tournament, kind)) for kind in kinds_of(tournament)),
        crosstable(ranking, facts),
        tables(tournament, facts),
        penalties(tournament),
        players(people),
        seating(tournament),
        hanchan(tournament, facts),
        versions(tournament),
        all_last(tournament),
        rule_sentences(tournament),
        rule_values(tournament),
        history(tournament),
    ]
