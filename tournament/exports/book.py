"""The whole event as grids: what it was, who played, where everybody sat, every table, penalty and place."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.game import score_table
from scoring.standings import Standing, Status
from tournament.events.models import Tournament
from tournament.exports.grids import Cell, Column, Grid, Kind, grid
from tournament.seating.queries import lineups
from tournament.sheets.queries import overridden_tables
from tournament.standings.facts import Facts
from tournament.standings.queries import known_facts, standings_of
from tournament.standings.ranking import Ranking


def grids_of(tournament: Tournament, *, at: datetime) -> list[Grid]:
    """Every grid of the event, hidden results included: exports are the staff's. `at` stands on the first sheet."""
    ranking, facts = standings_of(tournament), known_facts(tournament)
    return [
        _event(tournament, ranking, at),
        _standings(tournament, ranking),
        _crosstable(ranking, facts),
        _tables(tournament, facts),
        _seating(tournament),
        _penalties(tournament),
        _players(tournament),
    ]


def _event(tournament: Tournament, ranking: Ranking, at: datetime) -> Grid:
    rules = tournament.ruleset
    ranked = [row for row in ranking.rows if row.standing.ranked]
    countries = {row.player.country for row in ranked if row.player.country}
    said: list[tuple[str, Cell]] = [
        (_("Name"), tournament.name),
        (_("Place"), tournament.place),
        (_("First day"), _day(tournament.first_day)),
        (_("Last day"), _day(tournament.last_day)),
        (_("Rule set"), rules.title),
        (_("Hanchan"), str(tournament.hanchan_count)),
        (_("Hanchan in these standings"), str(ranking.after)),
        (_("Ranked players"), str(len(ranked))),
        (_("Countries of ranked players"), str(len(countries))),
        (_("Start, goal"), f"{rules.start}, {rules.goal}"),
        (_("Amounts"), _("P is 1,000 points. Total = table score - penalties.")),
        (_("Written"), f"{at:%Y-%m-%d %H:%M} UTC"),
    ]
    return grid("event", _("Event"), [Column(_("What"), width=30), Column(_("Value"), width=60)], said)


def _day(day: object) -> str:
    return str(day) if day else ""


def _standings(tournament: Tournament, ranking: Ranking) -> Grid:
    columns = [
        Column(_("Place"), Kind.COUNT, 7), Column(_("Shared"), width=8), Column(_("Number"), Kind.COUNT, 8),
        Column(_("EMA number"), width=12), Column(_("Last name"), width=18), Column(_("First name"), width=16),
        Column(_("Name"), width=24), Column(_("Country"), width=9), Column(_("Club"), width=20),
        Column(_("Total P"), Kind.P, 10), Column(_("Penalties P"), Kind.P, 11), Column(_("Table score P"), Kind.P, 12),
        *(Column(_("Hanchan %(n)d P") % {"n": n}, Kind.P, 10) for n in ranking.numbers),
        Column(_("Status"), width=14),
    ]  # fmt: skip
    people = tournament.players.in_bulk()
    rows = []
    for row in ranking.rows:
        one, who = row.standing, people[row.player.id]
        rows.append((
            one.place, "=" if one.shared else "", who.number, who.ema_number, who.last_name, who.first_name, who.name,
            who.country, who.club, one.total, one.penalties, one.table_total, *row.scores, _status(one.status),
        ))  # fmt: skip
    return grid("standings", _("Standings"), columns, rows, landscape=True, frozen_columns=0)


def _status(status: Status) -> str:
    return {
        Status.PLAYING: "",
        Status.SUBSTITUTE: _("substitute"),
        Status.WITHDRAWN: _("withdrawn"),
        Status.DISQUALIFIED: _("disqualified"),
    }[status]


def _crosstable(ranking: Ranking, facts: Facts) -> Grid:
    """Rows by place; for each hanchan the table with its wind, the opponents by number, place and score."""
    columns = [Column(_("Place"), Kind.COUNT, 7), Column(_("Number"), Kind.COUNT, 8), Column(_("Name"), width=24)]
    for n in ranking.numbers:
        columns += [
            Column(_("H%(n)d table") % {"n": n}, width=8),
            Column(_("H%(n)d opponents") % {"n": n}, width=14),
            Column(_("H%(n)d place") % {"n": n}, Kind.COUNT, 7),
            Column(_("H%(n)d P") % {"n": n}, Kind.P, 9),
        ]
    columns.append(Column(_("Total P"), Kind.P, 10))
    opponents = _opponents(facts)
    rows = []
    for row in ranking.rows:
        cells: list[Cell] = [row.standing.place, row.player.number, row.player.name]
        for n in ranking.numbers:
            cells += _crossing(row.standing, n, opponents)
        rows.append((*cells, row.standing.total))
    return grid("crosstable", _("Crosstable"), columns, rows, landscape=True, frozen_columns=3)


def _crossing(standing: Standing, hanchan: int, opponents: dict[tuple[int, int], str]) -> tuple[Cell, ...]:
    played = standing.hanchan[hanchan - 1]
    if played is None:
        return ("", "", None, None)
    met = opponents[hanchan, standing.player]
    return (f"{played.table} {played.wind.value}", met, played.place, played.score)


def _opponents(facts: Facts) -> dict[tuple[int, int], str]:
    """(hanchan, player id) -> the numbers of the three others at the table."""
    met = {}
    for table in facts.tables:
        players = [line.player for line in table.lines]
        for player in players:
            met[table.hanchan, player] = " ".join(
                str(facts.names[other].number) for other in players if other != player
            )
    return met


def _tables(tournament: Tournament, facts: Facts) -> Grid:
    columns = [
        Column(_("Hanchan"), Kind.COUNT, 9), Column(_("Table"), Kind.COUNT, 7), Column(_("Wind"), width=6),
        Column(_("Number"), Kind.COUNT, 8), Column(_("Name"), width=24), Column(_("Points"), Kind.POINTS, 10),
        Column(_("Place"), Kind.COUNT, 7), Column(_("Uma P"), Kind.P, 9), Column(_("Score P"), Kind.P, 9),
        Column(_("Deposits left on the table"), Kind.COUNT, 10), Column(_("Overridden because"), width=26),
    ]  # fmt: skip
    return grid("tables", _("Tables"), columns, _table_rows(tournament, facts))


def _table_rows(tournament: Tournament, facts: Facts) -> Iterator[tuple[Cell, ...]]:
    overridden = overridden_tables(tournament)
    for table in facts.tables:
        why = overridden.get((table.hanchan, table.table), "")
        for line, score in zip(table.lines, score_table(table, tournament.ruleset), strict=True):
            who = facts.names[line.player]
            yield (
                table.hanchan, table.table, line.wind.value, who.number, who.name,
                line.points, score.place, score.uma, score.score, table.deposits, why,
            )  # fmt: skip


def _seating(tournament: Tournament) -> Grid:
    columns = [
        Column(_("Hanchan"), Kind.COUNT, 9), Column(_("Table"), Kind.COUNT, 7), Column(_("Wind"), width=6),
        Column(_("Number"), Kind.COUNT, 8), Column(_("Name"), width=24), Column(_("Stands in for"), width=24),
    ]  # fmt: skip
    drawn = tournament.winds_are_drawn
    rows = [
        (
            number, table, "" if drawn else place.wind.value, place.player.number, place.player.name,
            place.absent.name if place.absent else "",
        )
        for number, tables in sorted(lineups(tournament).items())
        for table, places in tables.items()
        for place in places
    ]  # fmt: skip
    return grid("seating", _("Seating"), columns, rows)


def _penalties(tournament: Tournament) -> Grid:
    columns = [
        Column(_("Hanchan"), Kind.COUNT, 9), Column(_("Number"), Kind.COUNT, 8), Column(_("Name"), width=24),
        Column(_("Kind"), width=16), Column(_("Foul"), width=30), Column(_("P taken off"), Kind.P, 11),
        Column(_("Minutes late"), Kind.COUNT, 9), Column(_("Reason"), width=40), Column(_("Referee"), width=18),
        Column(_("Given (UTC)"), Kind.MOMENT, 17), Column(_("Cancelled (UTC)"), Kind.MOMENT, 17),
        Column(_("Cancelled because"), width=30),
    ]  # fmt: skip
    rows = [
        (
            one.hanchan.number if one.hanchan else None, one.player.number, one.player.name, one.get_kind_display(),
            one.foul_title, one.amount, one.minutes, one.reason, one.referee, one.given_at, one.cancelled_at,
            one.cancelled_reason,
        )
        for one in tournament.penalties.select_related("player", "hanchan").order_by("id")
    ]  # fmt: skip
    return grid("penalties", _("Penalties"), columns, rows, landscape=True)


def _players(tournament: Tournament) -> Grid:
    columns = [
        Column(_("Number"), Kind.COUNT, 8), Column(_("Name"), width=24), Column(_("Last name"), width=18),
        Column(_("First name"), width=16), Column(_("Country"), width=9), Column(_("Club"), width=22),
        Column(_("Team"), width=20), Column(_("EMA number"), width=12), Column(_("Substitute"), width=11),
        Column(_("Status"), width=14), Column(_("Checked in (UTC)"), Kind.MOMENT, 17), Column(_("Note"), width=24),
    ]  # fmt: skip
    rows = [
        (
            one.number, one.name, one.last_name, one.first_name, one.country, one.club, one.team, one.ema_number,
            _("yes") if one.is_substitute else "", one.get_status_display(), one.checked_in_at, one.note,
        )
        for one in tournament.players.order_by("number")
    ]  # fmt: skip
    return grid("players", _("Players"), columns, rows, landscape=True)
