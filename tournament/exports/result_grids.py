"""Grids of results: standings, crosstable, tables."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from scoring.ema import base_rank
from scoring.game import score_table
from scoring.standings import Standing, Status
from tournament.events.models import Tournament
from tournament.exports.grids import Cell, Column, Grid, Kind, count, grid, p
from tournament.players.models import Player
from tournament.sheets.queries import overridden_tables
from tournament.standings.facts import Facts
from tournament.standings.groups import Kind as GroupKind
from tournament.standings.groups import Teams
from tournament.standings.ranking import Ranking, Row

ROOM_ACROSS = 4  # hanchan that fit on a page upright


def standings(ranking: Ranking, people: Sequence[Player]) -> Grid:
    """The standings with everything that a federation's form asks for."""
    columns = [
        count(_("Place"), 7), Column(_("Shared"), width=8), count(_("Number"), 8), Column(_("Name"), width=26),
        Column(_("Country"), width=9), Column(_("Club"), width=20), p(_("Total P")),
        Column(_("Penalties P"), Kind.AMOUNT, 11), p(_("Table score P"), 12),
        *(p(_("Hanchan %(n)d P") % {"n": n}) for n in ranking.numbers),
        count(_("First places"), 8), Column(_("Status"), width=14), Column(_("EMA number"), width=12),
        count(_("EMA base rank")), Column(_("Last name"), width=18), Column(_("First name"), width=16),
        *_of_cuts(ranking), *_of_ties(ranking),
    ]  # fmt: skip
    known = {player.pk: player for player in people}
    rows = []
    for row in ranking.rows:
        one, who = row.standing, known[row.player.id]
        rows.append((
            one.place, _("yes") if one.shared else "", who.number, who.name, who.country, who.club, one.total,
            one.penalties, one.table_total, *row.scores, _firsts(one), _status(one.status), who.ema_number,
            base_rank(one.place, len(ranking.ranked)) if one.place else None, who.last_name, who.first_name,
            *_cut(row, ranking), *_told_apart(row, ranking),
        ))  # fmt: skip
    note = _("Places, totals and the score of every hanchan. Who is not ranked has no place.")
    return grid("standings", _("Standings"), note, columns, rows, landscape=True, frozen_columns=4)


def _of_cuts(ranking: Ranking) -> list[Column]:
    """Columns of an event with cuts: total = table score - penalties + what the cuts changed."""
    if not ranking.has_cuts:
        return []
    return [count(_("Group"), 7), p(_("Carried over P"), 12), p(_("Changed by cuts P"), 12)]


def _cut(row: Row, ranking: Ranking) -> list[Cell]:
    one = row.standing
    return [one.tier + 1 if one.ranked else None, one.brought, one.adjustment] if ranking.has_cuts else []


def _of_ties(ranking: Ranking) -> list[Column]:
    """Columns of an event that drops hanchan or tells equal totals apart."""
    return [] if ranking.is_plain else [Column(_("Hanchan dropped"), width=12), Column(_("Told apart"), width=60)]


def _told_apart(row: Row, ranking: Ranking) -> list[Cell]:
    dropped = ", ".join(map(str, row.standing.dropped))
    return [] if ranking.is_plain else [dropped, row.note.said(_) if row.note else ""]


def _firsts(standing: Standing) -> int:
    return sum(1 for played in standing.hanchan if played and played.place == 1)


def _status(status: Status) -> str:
    return {
        Status.PLAYING: "",
        Status.SUBSTITUTE: _("substitute"),
        Status.WITHDRAWN: _("withdrawn"),
        Status.DISQUALIFIED: _("disqualified"),
    }[status]


def crosstable(ranking: Ranking, facts: Facts) -> Grid:
    """Rows by place; for each hanchan the table with its wind, the opponents by number, place and score."""
    columns = [count(_("Place"), 7), count(_("Number"), 8), Column(_("Name"), width=26)]
    for n in ranking.numbers:
        columns += [
            Column(_("H%(n)d table") % {"n": n}, width=8),
            Column(_("H%(n)d opponents") % {"n": n}, width=14),
            count(_("H%(n)d place") % {"n": n}, 7),
            p(_("H%(n)d P") % {"n": n}, 9),
        ]
    columns += [Column(_("Penalties P"), Kind.AMOUNT, 11), p(_("Total P"))]
    opponents = _opponents(facts)
    rows = []
    for row in ranking.rows:
        cells: list[Cell] = [row.standing.place, row.player.number, row.player.name]
        for n in ranking.numbers:
            cells += _crossing(row.standing, n, opponents)
        rows.append((*cells, row.standing.penalties, row.standing.total))
    note = _("Everybody’s tables, opponents (by number), places and scores, side by side.")
    return grid("crosstable", _("Crosstable"), note, columns, rows, landscape=True, frozen_columns=3)


def _crossing(standing: Standing, hanchan: int, opponents: dict[tuple[int, int], str]) -> tuple[Cell, ...]:
    played = standing.hanchan[hanchan - 1]
    if played is None:
        return ("", "", None, None)
    return (f"{played.table} {played.wind.value}", opponents[hanchan, standing.player], played.place, played.score)


def _opponents(facts: Facts) -> dict[tuple[int, int], str]:
    """(hanchan, player id) -> the numbers of the three others at the table."""
    met = {}
    for table in facts.tables:
        players = [line.player for line in table.lines]
        for player in players:
            numbers = (str(facts.names[other].number) for other in players if other != player)
            met[table.hanchan, player] = " ".join(numbers)
    return met


def tables(tournament: Tournament, facts: Facts) -> Grid:
    """One row per player, table and hanchan: what every score is made of."""
    columns = [
        count(_("Hanchan")), count(_("Table"), 7), Column(_("Wind"), width=6), count(_("Number"), 8),
        Column(_("Name"), width=26), Column(_("Points"), Kind.POINTS, 10), count(_("Place"), 7),
        Column(_("Shared"), width=8), p(_("Uma P"), 9), p(_("Score P"), 9), count(_("Deposits left on the table"), 11),
        Column(_("Overridden because"), width=26),
    ]  # fmt: skip
    note = _("Every accepted report sheet, one row per player: points, place, uma and score.")
    return grid("tables", _("Tables"), note, columns, _table_rows(tournament, facts))


def _table_rows(tournament: Tournament, facts: Facts) -> Iterator[tuple[Cell, ...]]:
    overridden = overridden_tables(tournament)
    for table in facts.tables:
        why = overridden.get((table.hanchan, table.table), "")
        for line, score in zip(table.lines, score_table(table, tournament.ruleset), strict=True):
            who = facts.names[line.player]
            yield (
                table.hanchan, table.table, line.wind.value, who.number, who.name, line.points, score.place,
                _("yes") if score.shared else "", score.uma, score.score, table.deposits, why,
            )  # fmt: skip


def groups(found: Teams) -> Grid:
    """Teams or countries, one row per member with what the group has."""
    of_teams = found.kind is GroupKind.TEAMS
    columns = [
        count(_("Place"), 7), Column(_("Shared"), width=8), Column(_("Team") if of_teams else _("Country"), width=26),
        p(_("Total P")), count(_("Number"), 8), Column(_("Name"), width=26), p(_("Member P")),
        Column(_("Counts"), width=8),
    ]  # fmt: skip
    rows = [
        (
            row.standing.place, _("yes") if row.standing.shared else "", row.name, row.standing.total,
            member.player.number, member.player.name, member.total, _("yes") if member.counts else "",
        )
        for row in found.rows
        for member in row.members
    ]  # fmt: skip
    title = _("Teams") if of_teams else _("Countries")
    return grid(found.kind.value, title, _("Places and totals, with what each member brings."), columns, rows)
